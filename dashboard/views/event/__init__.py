"""The table of an evening: places, what decided them, points by round and all that makes the sum."""

from __future__ import annotations

from datetime import date
from typing import Any

import polars as pl
import streamlit as st

from dashboard import choosers, grids, room, telling, words
from dashboard.grids import Column, Grid, column
from dashboard.language import _, day
from dashboard.loading import Opened
from pipelines.export.shown import Shown, event_table
from pipelines.ruleset.vocabulary import Rules
from pipelines.tables import COEFFICIENT_UNITS

_NEUTRAL = {"handicap": 0, "adjustment": 0, "coefficient": COEFFICIENT_UNITS}
"""What changes nothing; a column of nothing else is left out."""


def page() -> None:
    opened, bar = room.enter()
    if not choosers.has_events(opened):
        st.title(_("Event"))
        st.markdown(_("No evening has results yet. Add a results file to the league's folder and build again."))
        return
    with bar:
        event = choosers.event(opened)
        on = _row(opened, event)["date"]
        rules = opened.rules.of_event(event, on)
        game = choosers.game(opened, event, rules)
    _heading(opened, event, on)
    _winner(opened, event, game, rules)
    _table(opened, event, game, rules)


def _row(opened: Opened, event: str) -> dict[str, Any]:
    return opened.facts.events.row(by_predicate=pl.col("event") == event, named=True)


def _heading(opened: Opened, event: str, on: date) -> None:
    row = _row(opened, event)
    kind = _(words.EVENT_KINDS[row["kind"]]) if row["kind"] != "regular" else ""
    st.title(row["title"] or day(on, "d MMMM y"))
    now = opened.scored.event_states.filter(event=event)["state"].item()
    state = _(words.EVENT_STATES[now]) if now != "final" else ""
    said = (day(on, "EEEE, d MMMM y" if row["title"] else "EEEE"), row["city"], row["season"], kind, state)
    st.caption(" · ".join(part for part in said if part))


def _winner(opened: Opened, event: str, game: str, rules: Rules) -> None:
    """The winner and what settled it; a held evening says why it has no places."""
    held = opened.scored.findings.filter(pl.col("holds"), event=event)["message"].unique(maintain_order=True).to_list()
    if held:
        st.warning(_("This evening is held: its results cannot be ranked before this is mended."))
        st.markdown("\n".join(f"- {message}" for message in held))
        return
    winners = (
        opened.scored.standings.filter(pl.col("winner"), event=event, game=game)
        .join(opened.facts.teams, on="team_id")
        .sort("folded")
    )
    if winners.is_empty():
        return
    names = ", ".join(map(words.plain, winners["team"]))
    by = words.criterion(winners["won_by"][0], rules)
    label = _("Winner") if winners.height == 1 else _("Joint winners")
    st.markdown(f"{label}: **{names}**" + (f" · {by}" if by else ""))


def _table(opened: Opened, event: str, game: str, rules: Rules) -> None:
    shown = event_table(opened.facts, opened.scored, event, game)
    grid = Grid(shown, _columns(shown, rules))
    grids.show(grid, "event", alt=_("Table of the evening"), save_as=f"{event} {game}")
    st.caption(telling.game_rule(rules.games[game], rules))


def _columns(shown: Shown, rules: Rules) -> dict[str, Column]:
    frame = shown.frame

    def says(code: str) -> str:
        return words.criterion(code, rules)

    status = {"status": column("status", says=lambda code: _(words.STATUSES[code]))}
    makes = {name: column(name) for name, value in _NEUTRAL.items() if (frame[name].drop_nulls() != value).any()}
    outside = (frame["status"] != "in").any()
    return {
        "place": column("place"),
        "team": column("team"),
        "points": column("points"),
        **(status if outside else {}),
        **grids.round_columns(shown),
        **makes,
        "decided_by": column("decided_by", says=says),
    }
