"""A team: where it stands and how far the next rank or title is, its record, its rounds, and other teams beside it."""

from __future__ import annotations

import streamlit as st

from dashboard import frames, grids, room
from dashboard.grids import Column, Door, Grid, column
from dashboard.language import _
from dashboard.loading import Opened
from dashboard.views.team import ladder, names, now, record, rivals, rounds


def page() -> None:
    opened, bar = room.enter()
    if opened.facts.teams.is_empty():
        st.title(_("Team"))
        st.markdown(_("No team has a result yet. Once one has, its page stands here."))
        return
    with bar:
        team = names.choose(opened)
    if team is None:
        st.title(_("Team"))
        st.markdown(_("Choose a team above. Any name that it ever had finds it."))
        _all(opened)
        return
    names.heading(opened, team)
    left, right = st.columns(2, gap="medium")
    with left:
        now.show(opened, team)
    with right:
        ladder.show(opened, team)
        record.titles(opened, team)
    left, right = st.columns(2, gap="medium")
    with left:
        record.results(opened, team)
    with right:
        rounds.show(opened, team)
        rivals.show(opened, team)


def _all(opened: Opened) -> None:
    """Every team of the league, with the ways to its page and to its last evening."""
    shown = frames.teams(opened.facts, opened.scored)
    many_cities = shown.frame["city"].drop_nulls().n_unique() > 1
    columns = {
        "team": column("team", bold=True),
        **({"city": column("city")} if many_cities else {}),
        "evenings": Column(_("Evenings played"), "count"),
        "last": Column(_("Last evening"), "date"),
    }
    grid = Grid(shown, columns, doors={"last": Door("event", {"event": "event"})})
    grids.show(grid, "teams", alt=_("Teams"), save_as=f"{opened.league.id} teams")
