"""A team's rank, the way to the next one at its recent pace, and how it came there."""

from __future__ import annotations

from datetime import date
from typing import Any

import streamlit as st

from dashboard import downloads, spoken, team_charts, words
from dashboard.language import _, day, ngettext
from dashboard.loading import Opened
from pipelines.insight import team as insight
from pipelines.insight.team import Climb


def show(opened: Opened, team: str) -> None:
    """A card for each ladder that the team is on, and its running sum against the thresholds."""
    name = opened.facts.teams.filter(team_id=team)["team"][0]
    for n, row in enumerate(insight.progress(opened.facts, opened.scored, team).iter_rows(named=True)):
        found = insight.climb(opened.facts, opened.scored, opened.rules, row["series"], row["city"], team)
        st.subheader(_("Rank"))
        with st.container(border=True, key=f"rank-{row['series']}-{row['city']}"):
            _card(opened, row, found)
        if found.sums.height:
            figure = team_charts.climb(found, team_charts.Words(_points, day, _month))
            said = _("The way up")
            downloads.chart(figure, f"climb-{n}", save_as=f"{name} · {said}", alt=f"{name} · {said}")


def _card(opened: Opened, row: dict[str, Any], found: Climb) -> None:
    where = (words.series(opened.rules.latest(), row["series"]), row["city"])
    st.caption(words.plain(" · ".join(part for part in where if part)))
    st.markdown(_held(row))
    if row["next_rank"] is None:
        st.markdown(_("It has reached the highest rank."))
        return
    st.progress(_share(row, found), text=to_next(row))
    if row["games_to_next"] is not None:
        st.caption(_pace(row))


def to_next(row: dict[str, Any]) -> str:
    """How far the next rank is."""
    left = spoken.amount(row["points_to_next"], row["unit"])
    return _("To {rank}: **{points}** points").format(rank=words.plain(row["next_rank"]), points=left)


def _held(row: dict[str, Any]) -> str:
    points = _("points: {points}").format(points=spoken.amount(row["points"], row["unit"]))
    if row["rank"] is None:
        none = _("no rank yet")
        return f"**{none}** · {points}"
    since = _("since {day}").format(day=day(row["reached_on"])) if row["reached_on"] else ""
    perk = words.plain(row["perk"]) if row["perk"] else ""
    return " · ".join(part for part in (f"**{words.plain(row['rank'])}**", since, perk, points) if part)


def _share(row: dict[str, Any], found: Climb) -> float:
    """How much of the way from the step below to the next one is done."""
    goal = row["points"] + row["points_to_next"]
    below = max((at for at in found.steps["at"] if at < goal), default=0)
    return min(1.0, max(0.0, float(row["points"] - below) / float(goal - below)))


def _pace(row: dict[str, Any]) -> str:
    """How many more games, if it goes on as in the last ones."""
    games, recent = row["games_to_next"], row["pace_games"]
    more = ngettext("{n} more game at its recent pace", "{n} more games at its recent pace", games).format(n=games)
    mean = spoken.amount(row["pace"], row["unit"] * recent)
    of = ngettext("its last game: {points} points", "its last {n} games: {points} points each", recent)
    return f"{more} ({of.format(n=recent, points=mean)})"


def _month(on: date) -> str:
    return day(on, "LLL y")


def _points(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return _("points: {points}").format(points=spoken.plain(text))
