"""Where the league stands: the period's table at a glance, the race, the last evening, who holds the titles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
import streamlit as st

from dashboard import charts, choosers, frames, grids, room, words
from dashboard.grids import Grid, column
from dashboard.language import _, day, ngettext
from dashboard.loading import Opened
from pipelines.export.shown import Shown, event_table, series_table
from pipelines.ruleset.vocabulary import Rules

PODIUM = 3


def page() -> None:
    opened, bar = room.enter()
    if not choosers.has_periods(opened):
        st.title(opened.league.title)
        room.no_table_yet()
        _last_evening(opened)
        return
    with bar:
        series, period = choosers.series_and_period(opened)
        city = choosers.city(opened, series, period)
    st.title(opened.league.title)
    left, right = st.columns([2, 3], gap="large")
    with left:
        _table(opened, series, period, city)
    with right:
        _race(opened, series, period, city)
        one, other = st.columns(2, gap="large")
        with one:
            _last_evening(opened)
        with other:
            _titles(opened)
            _findings(opened)


def _table(opened: Opened, series: str, period: str, city: str | None) -> None:
    rules = opened.rules.latest()
    said = (words.series(rules, series), words.period(rules.series[series].period, period), city)
    st.subheader(" · ".join(part for part in said if part))
    shown = series_table(opened.facts, opened.scored, series, period, city)
    columns = {name: column(name) for name in ("place", "team", "points", "played")}
    name = " ".join(part for part in (series, period, city) if part)
    grids.show(Grid(shown, columns), "glance", alt=said[0], save_as=name)


def _last_evening(opened: Opened) -> None:
    """The first three of the last final evening, in each of its games."""
    final = opened.scored.event_states.filter(state="final")
    last = opened.facts.events.join(final, on="event", how="semi").sort("ord").tail(1)
    if last.is_empty():
        return
    event, on, title, place = last.select("event", "date", "title", "city").row(0)
    st.subheader(_("Last evening"))
    st.caption(" · ".join(part for part in (day(on), place, title) if part))
    rules = opened.rules.of_event(event, on)
    shown = {game: event_table(opened.facts, opened.scored, event, game) for game in rules.games}
    played = {game: table for game, table in shown.items() if table.frame.height}
    for game, table in played.items():
        if len(played) > 1:
            st.caption(words.game(rules, game))
        podium = Shown(table.frame.filter(pl.col("place") <= PODIUM), table.units)
        columns = {name: column(name) for name in ("place", "team", "points")}
        grids.show(Grid(podium, columns), f"podium-{game}", alt=words.game(rules, game))


def _titles(opened: Opened) -> None:
    """Those who hold or lead for the titles of each series' latest period."""
    latest = opened.scored.periods.sort("ord").group_by("series", "city", maintain_order=True).last()
    rows = opened.scored.titles.join(latest, on=["series", "period", "city"], how="semi", nulls_equal=True).join(
        opened.facts.teams.select("team_id", "team", "folded"), on="team_id"
    )
    if rows.is_empty():
        return
    st.subheader(_("Titles"))
    rules = opened.rules.latest()
    key = ["series", "period", "city", "title", "status"]
    held = rows.sort("folded").group_by(key, maintain_order=True).agg("team")
    st.markdown("\n".join(_held(rules, row) for row in held.iter_rows(named=True)))


def _held(rules: Rules, row: Mapping[str, Any]) -> str:
    names = ", ".join(f"**{words.plain(team)}**" for team in row["team"])
    period = words.period(rules.series[row["series"]].period, row["period"])
    where = " · ".join(part for part in (words.series(rules, row["series"]), row["city"]) if part)
    title, status = _(words.TITLES[row["title"]]), _(words.TITLE_STATUSES[row["status"]])
    return f"- {names}  \n  {title} · {period} · {status}  \n  :small[{where}]"


def _findings(opened: Opened) -> None:
    """How much is doubtful."""
    counts = dict(opened.scored.findings["severity"].cast(pl.String).value_counts().iter_rows())
    errors, warnings = counts.get("error", 0), counts.get("warning", 0)
    said = [
        ngettext("{n} error", "{n} errors", errors).format(n=errors),
        ngettext("{n} warning", "{n} warnings", warnings).format(n=warnings),
    ]
    st.subheader(_("Findings"))
    st.markdown(" · ".join(said) if errors or warnings else _("Nothing is doubtful."))


def _race(opened: Opened, series: str, period: str, city: str | None) -> None:
    frame = frames.race(opened.facts, opened.scored, series, period, city)
    evenings = frame.unique("event", maintain_order=True)["date"].to_list()
    if len(evenings) < 2:  # nothing has been run yet
        return
    st.subheader(_("The race"))
    labels = charts.distinct([day(on, "d MMM") for on in evenings])
    st.plotly_chart(charts.race(frame, labels), config={"displayModeBar": False}, key="race")
