"""The chooser of a team, which finds it by any of its names, and the heading with those names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard import address, choosers, words
from dashboard.language import _, day
from dashboard.loading import Opened
from pipelines.insight import team as insight

_KEY: Final = "at:team"


def choose(opened: Opened) -> str | None:
    """The team of the address, or none yet. One option a name; the team's own comes first among its names."""
    options = _options(opened)
    named: dict[str, str] = {}
    for option, team in zip(options, options.values(), strict=True):
        named.setdefault(team, option)
    asked = address.get("team") or ""
    if asked and asked not in named:
        choosers.miss("team")
    st.session_state[_KEY] = named.get(asked)
    chosen: str | None = st.selectbox(
        _("Team"),
        sorted(options, key=str.casefold),
        placeholder=_("Find a team …"),
        key=_KEY,
        on_change=_take,
        args=(options,),
        width=400,
        label_visibility="collapsed",
    )
    return options[chosen] if chosen else None


def _take(options: dict[str, str]) -> None:
    chosen = st.session_state[_KEY]
    address.put(team=options[chosen] if chosen else None, rival=None)


def _options(opened: Opened) -> dict[str, str]:
    """What each name is called in the list → its team; two teams of one name are told apart by signs nobody sees."""
    found: dict[str, str] = {}
    for name, shown, city, team in _named(opened).iter_rows():
        said = " · ".join(part for part in (name if name == shown else f"{name} → {shown}", city) if part)
        while found.get(said, team) != team:
            said += "\u200b"
        found.setdefault(said, team)
    return found


def _named(opened: Opened) -> pl.DataFrame:
    """One row per name and team: `name, team` (the name it goes by), `city` (where there are several), `team_id`."""
    teams = opened.facts.teams.select("team_id", "team", "folded", "city")
    others = opened.facts.team_names.select("team_id", "name", "folded")
    own = teams.select("team_id", "folded", name="team", rank=pl.lit(0))
    names = pl.concat([own, others.with_columns(rank=pl.lit(1))], how="diagonal").unique(
        ["team_id", "folded"], keep="first", maintain_order=True
    )
    many = teams["city"].drop_nulls().n_unique() > 1
    shown = teams.select("team_id", "team", city=pl.col("city") if many else pl.lit(None, pl.String))
    ordered = names.join(shown, on="team_id", how="left", maintain_order="left").sort("rank", maintain_order=True)
    return ordered.select("name", "team", "city", "team_id")


def heading(opened: Opened, team: str) -> None:
    """What the team is called, and was."""
    row = opened.facts.teams.row(by_predicate=pl.col("team_id") == team, named=True)
    st.title(words.plain(row["team"]))
    said = [row["city"] or "", *_history(insight.names(opened.facts, team))]
    if any(said):
        st.caption(" · ".join(words.plain(part) for part in said if part))


def _history(names: pl.DataFrame) -> Iterator[str]:
    for row in names.filter(~pl.col("shown")).unique("name", maintain_order=True).iter_rows(named=True):
        yield _name(row)


def _name(row: dict[str, Any]) -> str:
    if row["kind"] == "official" and row["until"] is not None:
        return _("until {day}: {name}").format(day=day(row["until"]), name=row["name"])
    if row["kind"] == "temporary" and row["since"] is not None:
        return _("for a time from {day}: {name}").format(day=day(row["since"]), name=row["name"])
    return _("also: {name}").format(name=row["name"])
