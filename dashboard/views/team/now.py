"""Where a team stands in every series, how far the first place is, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars as pl
import streamlit as st

from dashboard import links, spoken, words
from dashboard.language import _
from dashboard.loading import Opened
from dashboard.views import why
from dashboard.views.team import ladder
from dashboard.views.why import Place
from pipelines.insight.stand import stands
from pipelines.ruleset.vocabulary import Rules


def show(opened: Opened, team: str) -> None:
    """A card for each series."""
    st.subheader(_("Where it stands"))
    rows = stands(opened.scored, team)
    known = opened.rules.latest()
    shown = [row for row in rows.iter_rows(named=True) if row["series"] in known.series]
    if not shown:
        st.markdown(_("It has no place in any table yet."))
    for n, row in enumerate(shown):
        with st.container(border=True, key=f"stand-{n}"):
            _card(opened, team, known, row)


def _card(opened: Opened, team: str, rules: Rules, row: dict[str, Any]) -> None:
    where = (words.series(rules, row["series"]), words.period(rules.series[row["series"]].period, row["period"]))
    state = _("over") if row["over"] else _("under way")
    st.caption(words.plain(" · ".join([*where, state])))
    place = _("Place **{place}** of {teams} · points: **{points}**").format(
        place=spoken.span(row["place"], row["place_to"]),
        teams=row["teams"],
        points=spoken.amount(row["points"], row["unit"]),
    )
    st.markdown("  \n".join([place, *_gap(row), *_rank(opened, team, row)]))
    with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
        asked = Place(row["series"], row["period"], row["city"], team)
        if st.button(_("Why?"), key=f"why-{row['series']}-{row['period']}-{row['city']}", icon=":material/help:"):
            why.ask(opened, asked)
        links.to(
            "standings", _("The whole table"), series=row["series"], period=row["period"], city=row["city"], team=team
        )


def _rank(opened: Opened, team: str, row: dict[str, Any]) -> list[str]:
    """In a series with a ladder, how far the next rank is."""
    of_city = pl.col("city").eq_missing(pl.lit(row["city"], pl.String))
    held = opened.scored.ranks.filter(of_city, series=row["series"], team_id=team).drop_nulls("next_rank")
    return [ladder.to_next(found) for found in held.iter_rows(named=True)]


def _gap(row: dict[str, Any]) -> Iterator[str]:
    """The title, or how far the first place is."""
    if row["title"] is not None:
        yield words.title(row)
    if row["place"] > 1:
        gap = spoken.amount(row["behind"], row["unit"])
        yield (
            _("To the first place: **{points}** points").format(points=gap)
            if row["behind"]
            else _("Level on points with the first")
        )
    elif row["ahead"] == 0:
        yield _("Level on points with the next")
    elif row["ahead"] is not None:
        yield _("Ahead of the next by **{points}** points").format(points=spoken.amount(row["ahead"], row["unit"]))
    elif row["place_to"] > 1:
        yield _("Shares the first place")
