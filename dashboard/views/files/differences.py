"""Declared totals, places and winners that are not those of the rules."""

from __future__ import annotations

import polars as pl
import streamlit as st

from dashboard import folder_tables, grids, loading, words
from dashboard.grids import Column, Grid, column
from dashboard.language import _
from dashboard.loading import Opened, Source
from pipelines.export.shown import Shown
from pipelines.insight import declared


def draw(opened: Opened) -> None:
    results = folder_tables.differences(opened.facts, opened.scored, public=loading.is_public())
    apart = _apart(opened.source, opened.league.id, opened)
    if results.frame.is_empty() and apart.is_empty():
        st.markdown(_("Every declared total, place and winner is the computed one."))
        return
    if results.frame.height:
        _results(opened, results)
    if apart.height:
        _winners(opened, apart)


def _results(opened: Opened, results: Shown) -> None:
    st.subheader(_("Totals and places"))
    st.caption(_("The rules count; what was declared is shown beside it."))
    columns = {
        "event": _event(opened),
        **_game(opened),
        "team": column("team", kind="text"),
        "points_declared": Column(_("Declared points"), "amount"),
        "points_rounds": Column(_("Points of the rounds"), "amount", _("Without handicap and adjustments")),
        "points": column("points", label=_("Points in the table")),
        "place_declared": Column(_("Declared place"), "count"),
        "place": Column(_("Place in the table"), "range"),
        "file": Column(_("File")),
        "row": Column(_("Row"), "count"),
    }
    name = f"{opened.league.id} declared"
    grids.show(Grid(results, columns), "declared", alt=_("Declared and computed results"), save_as=name)


def _winners(opened: Opened, apart: pl.DataFrame) -> None:
    st.subheader(_("Winners"))
    names = dict(opened.facts.teams.select("team_id", "team").iter_rows())
    columns = {
        "event": _event(opened),
        **_game(opened),
        "announced": Column(_("Announced"), bold=True),
        "by_rules": Column(_("By the rules, with every later ruling")),
    }
    shown = folder_tables.winners(apart, names)
    grids.show(Grid(shown, columns), "winners", alt=_("Winners"), save_as=f"{opened.league.id} winners")


def _event(opened: Opened) -> Column:
    events = folder_tables.event_names(opened.facts)
    return Column(_("Event"), says=lambda event: events.get(event, event))


def _game(opened: Opened) -> dict[str, Column]:
    """The column of the game, where there are several."""
    rules = opened.rules.latest()
    return {"game": Column(_("Game"), says=lambda game: words.game(rules, game))} if len(rules.games) > 1 else {}


@st.cache_data(max_entries=16, show_spinner=False)
def _apart(source: Source, league: str, _opened: Opened) -> pl.DataFrame:
    facts = loading.whole_facts(source, league)
    return declared.winners(facts, _opened.scored, _opened.rules)
