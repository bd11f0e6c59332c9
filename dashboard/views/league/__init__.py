"""Where the league stands: the period's table at a glance, the race, the last evening, titles, ranks, doubts."""

from __future__ import annotations

from datetime import date
from typing import Final

import polars as pl
import streamlit as st

from dashboard import (
    charts,
    choosers,
    course,
    downloads,
    frames,
    glance,
    grids,
    links,
    loading,
    race_charts,
    room,
    spoken,
    words,
)
from dashboard.grids import Column, Grid, column
from dashboard.language import _, day, ngettext
from dashboard.loading import Opened, Source
from dashboard.views.league import doubts, honours
from pipelines.export.shown import Shown, event_table

PODIUM: Final = 3
LABELS: Final = 12
"""Evenings that are named under the race."""
Chosen = tuple[str, str, str | None]
"""Series, period, city."""


def page() -> None:
    opened, bar = room.enter()
    if not choosers.has_periods(opened):
        st.title(words.plain(opened.league.title))
        room.no_table_yet()
        _last_evening(opened, glance.last_final(opened.facts, opened.scored, None))
        doubts.findings(opened)
        return
    with bar:
        series, period = choosers.series_and_period(opened)
        city = choosers.city(opened, series, period)
    st.title(words.plain(opened.league.title))
    rows = _course(opened.source, opened.league.id, opened.today, (series, period, city))
    last = glance.last_final(opened.facts, opened.scored, city)
    left, right = st.columns([2, 3], gap="large")
    with left:
        _table(opened, (series, period, city), rows)
    with right:
        _race(rows)
        one, other = st.columns(2, gap="large")
        with one:
            _last_evening(opened, last)
            honours.ranks(opened, last, city)
        with other:
            honours.titles(opened, city)
            doubts.findings(opened)
    doubts.assumed(opened, (series, period, city), last)


@st.cache_data(max_entries=32, show_spinner=False)
def _course(source: Source, league: str, today: date, chosen: Chosen) -> pl.DataFrame:
    opened = loading.opened(source, league, today)
    return course.course(opened.facts, opened.scored, opened.rules, *chosen)


def _table(opened: Opened, chosen: Chosen, rows: pl.DataFrame) -> None:
    series, period, city = chosen
    rules = opened.rules.latest()
    said = (words.series(rules, series), words.period(rules.series[series].period, period), city)
    st.subheader(words.plain(" · ".join(part for part in said if part)))
    shown = glance.table(opened.facts, opened.scored, chosen, course.changes(rows))
    change = Column(_("Move"), "move", _("Places up or down since the evening before"))
    columns = {
        "place": column("place"),
        **({"place_change": change} if shown.frame["place_change"].is_not_null().any() else {}),
        **{name: column(name) for name in ("team", "points", "played")},
    }
    name = " ".join(part for part in chosen if part)
    grids.show(Grid(shown, columns), "glance", alt=said[0], save_as=name)
    whole = frames.of_period(opened.scored.series_standings, *chosen).height
    more = ngettext("The whole table: {n} team", "The whole table: {n} teams", whole).format(n=whole)
    links.to("standings", more if whole > glance.ROWS else _("Every evening and why"))


def _race(rows: pl.DataFrame) -> None:
    """Points after each evening, the leading teams in colour."""
    evenings = rows.unique("event", maintain_order=True).sort("ord")
    if evenings.height < 2:  # nothing has been run yet
        return
    st.subheader(_("The race"))
    last = rows.filter(pl.col("ord") == pl.col("ord").max()).sort("slot")
    labels = charts.distinct([day(on, "d MMM" if _one_year(evenings) else "d.MM.yy") for on in evenings["date"]])
    spoken_of = last["team_id"].head(charts.NAMED).to_list()
    drawn = race_charts.points(
        course.drawn(rows, spoken_of), dict(zip(evenings["event"], labels, strict=True)), spoken_of, _points
    )
    drawn.update_xaxes(nticks=LABELS)
    downloads.chart(drawn, "race", save_as=_("The race"), alt=_("The race"))


def _one_year(evenings: pl.DataFrame) -> bool:
    return bool((evenings["date"][-1] - evenings["date"][0]).days < 365)


def _points(value: float) -> str:
    return _("points: {points}").format(points=spoken.plain(f"{value:.2f}".rstrip("0").rstrip(".")))


def _last_evening(opened: Opened, last: str | None) -> None:
    """The first three of the last final evening, in each of its games."""
    if last is None:
        return
    row = opened.facts.events.row(by_predicate=pl.col("event") == last, named=True)
    st.subheader(_("Last evening"))
    said = " · ".join(part for part in (day(row["date"]), row["city"], row["title"]) if part)
    links.to("event", words.plain(said), event=last, game=None)
    rules = opened.rules.of_event(last, row["date"])
    played = {game: event_table(opened.facts, opened.scored, last, game) for game in rules.games}
    played = {game: table for game, table in played.items() if table.frame.height}
    for game, table in played.items():
        if len(played) > 1:
            st.caption(words.plain(words.game(rules, game)))
        podium = Shown(table.frame.filter(pl.col("place") <= PODIUM), table.units)
        columns = {name: column(name) for name in ("place", "team", "points")}
        grids.show(Grid(podium, columns), f"podium-{game}", alt=words.game(rules, game))
