"""Ranks reached and within reach, titles led for and held."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard import glance, links, spoken, words
from dashboard.language import _
from dashboard.loading import Opened
from pipelines.ruleset.vocabulary import Rules


def ranks(opened: Opened, last: str | None, city: str | None) -> None:
    """Ranks reached on the last evening, and those that a usual game may bring."""
    if opened.scored.ranks.is_empty():
        return
    st.subheader(_("Ranks"))
    new = glance.reached(opened.facts, opened.scored, last or "", city)
    near = glance.within_reach(opened.facts, opened.scored, city).frame
    lines = [
        _("**{team}** has reached {rank}.").format(team=words.plain(team), rank=words.plain(rank))
        for team, rank in new.select("team", "rank").head(glance.NAMED).iter_rows()
    ]
    st.markdown("\n".join(f"- {line}" for line in lines) if lines else _("No rank was reached on the last evening."))
    if near.height:
        heading = _("Within reach of a usual game")
        st.markdown(f"**{heading}**")
        st.markdown("\n".join(_near(row) for row in near.head(glance.NAMED).iter_rows(named=True)))
    links.to("titles", _("All ranks"))


def _near(row: Mapping[str, Any]) -> str:
    lacking, usual = (spoken.amount(row[name], row["unit"]) for name in ("points_to_next", "usual"))
    said = _("**{team}**: {points} to {rank}, usually {usual} a game")
    return "- " + said.format(
        team=words.plain(row["team"]), points=lacking, rank=words.plain(row["next_rank"]), usual=usual
    )


def titles(opened: Opened, city: str | None) -> None:
    """Who leads for the titles of the latest periods, and who holds the last ones."""
    rows = glance.titles_now(opened.facts, opened.scored, city)
    if rows.is_empty():
        return
    st.subheader(_("Titles"))
    st.markdown("\n".join(_held(opened.rules.latest(), row) for row in rows.iter_rows(named=True)))
    links.to("titles", _("All titles"))


def _held(rules: Rules, row: Mapping[str, Any]) -> str:
    names = ", ".join(f"**{words.plain(team)}**" for team in row["teams"])
    period = words.period(rules.series[row["series"]].period, row["period"])
    where = " · ".join(part for part in (words.series(rules, row["series"]), row["city"]) if part)
    told = " · ".join([words.title(row), words.plain(period), *([_("provisional")] if row["provisional"] else [])])
    return f"- {names}  \n  {told}  \n  :small[{words.plain(where)}]"
