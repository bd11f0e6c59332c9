"""What a team has won, and all its evenings."""

from __future__ import annotations

from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard import grids, words
from dashboard.grids import Column, Door, Grid, column
from dashboard.language import _, ngettext
from dashboard.loading import Opened
from pipelines.export.shown import Shown
from pipelines.insight import team as insight
from pipelines.ruleset.vocabulary import Rules
from pipelines.tables import UNITS


def titles(opened: Opened, team: str) -> None:
    """The titles held and led for, the latest first."""
    rules = opened.rules.latest()
    rows = insight.titles(opened.scored, team).reverse().iter_rows(named=True)
    lines = [_title(rules, row) for row in rows if row["series"] in rules.series]
    if lines:
        st.subheader(_("Titles"))
        st.markdown("\n".join(lines))


def _title(rules: Rules, row: dict[str, Any]) -> str:
    period = words.period(rules.series[row["series"]].period, row["period"])
    first, *rest = map(words.plain, (words.title(row), period, words.series(rules, row["series"])))
    return f"- **{first}** · {' · '.join(rest)}"


RECENT: Final = 15
"""Games that are shown before all are asked for."""


def latest(rows: pl.DataFrame, key: str) -> pl.DataFrame:
    """The first rows of a long list, or all of them where the switch under its heading says so."""
    if rows.height <= RECENT:
        return rows
    said = ngettext("All {n} game", "All {n} games", rows.height).format(n=rows.height)
    return rows if st.toggle(said, key=key) else rows.head(RECENT)


@st.fragment
def results(opened: Opened, team: str) -> None:
    """Every game the team took part in, the latest first."""
    rows = insight.results(opened.facts, opened.scored, team).reverse()
    st.subheader(_("Results"))
    if rows.is_empty():
        st.markdown(_("It has no result yet."))
        return
    rows = latest(rows, f"all-results-{team}")
    rules = opened.rules.latest()
    games = dict(zip(rules.games, (words.game(rules, name) for name in rules.games), strict=True))
    frame = rows.with_columns(
        pl.col("game").replace(games).alias("game_title"),
        team_id=pl.lit(team),
        status=pl.col("status").cast(pl.String),
        state=pl.col("state").cast(pl.String),
    )
    columns = {name: of for name, of in _columns().items() if _says_something(frame, name)}
    grid = Grid(
        Shown(frame, dict.fromkeys(("points", "best", "handicap"), UNITS)),
        columns,
        doors={"date": Door("event", {"event": "event", "game": "game", "team": "team_id"})},
    )
    name = opened.facts.teams.filter(team_id=team)["team"][0]
    said = _("Results")
    grids.show(grid, "results", alt=f"{name} · {said}", save_as=name)


def _columns() -> dict[str, Column]:
    return {
        "date": Column(_("Date"), "date"),
        "place": Column(_("Place"), "range"),
        "ranked": Column(_("of"), "count", _("Teams in the ranking")),
        "points": column("points"),
        "best": Column(_("Best"), "amount", _("The most points of the evening")),
        "winner": column("winner"),
        "game_title": Column(_("Game"), "word"),
        "title": Column(_("Evening"), "word"),
        "city": column("city"),
        "handicap": column("handicap"),
        "status": column("status", says=lambda code: _(words.STATUSES[code]) if code != "in" else ""),
        "state": Column(_("State"), "word", says=lambda code: _(words.EVENT_STATES[code]) if code != "final" else ""),
    }


def _says_something(frame: pl.DataFrame, name: str) -> bool:
    """Whether a column differs anywhere from what is usual."""
    usual = {"handicap": 0, "status": "in", "state": "final"}
    if name in usual:
        return bool((frame[name].drop_nulls() != usual[name]).any())
    if name in ("city", "game_title"):
        return frame[name].drop_nulls().n_unique() > 1
    return frame[name].is_not_null().any() and (name != "winner" or bool(frame[name].any()))
