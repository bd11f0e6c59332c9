"""The table of a period, with what each evening gave; a long one is leafed through, by evenings and by places."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import Final

import polars as pl
import streamlit as st

from dashboard import address, downloads, frames, grids, spoken, telling, words
from dashboard.grids import Column, Grid, column
from dashboard.language import _, day
from dashboard.loading import Opened
from dashboard.views import why
from dashboard.views.why import Place
from pipelines.export.readable import Readable
from pipelines.export.shown import Shown

SIDE_BY_SIDE: Final = 30
"""Evenings that stand side by side; a longer period is leafed through."""
BELOW: Final = 200
"""Teams that stand below one another."""


@st.fragment
def show(opened: Opened, series: str, period: str, city: str | None, changes: pl.DataFrame) -> None:
    """The table; a click on a number asks why. What is saved has all the teams."""
    teams, evenings = st.container(), st.container()
    with evenings:
        events = _evenings(frames.period_events(opened.facts, opened.scored, series, period, city))
    whole = _grid(opened, series, period, city, events, changes)
    with teams:
        first = _places(whole.shown.frame)
    grid = replace(whole, shown=Shown(whole.shown.frame[first : first + BELOW], whole.shown.units))
    said, rule = title(opened, series, period, city), _rule(opened, series, period, city)
    asked = grids.show(grid, "standings", alt=said, select=True)
    readable = partial(_readable, whole, said)
    downloads.offer(grids.plain(whole.shown), _file(series, period, city), "standings", readable, (rule,))
    hint = _("Click or tap a number to see why it is what it is, a team for its page.")
    st.caption(f"{words.plain(rule)}  \n{hint}")
    if asked is not None and asked.row < grid.shown.frame.height:
        row = grid.shown.frame.row(asked.row, named=True)
        event = asked.column.removeprefix(frames.RESULT) if asked.column.startswith(frames.RESULT) else None
        why.ask(opened, Place(series, period, city or row["city"], row["team_id"]), event)


def _grid(
    opened: Opened, series: str, period: str, city: str | None, events: pl.DataFrame, changes: pl.DataFrame
) -> Grid:
    """All teams of the period with the evenings that are shown; the team of the address stands out."""
    shown = frames.results_by_event(opened.facts, opened.scored, series, period, city, events["event"].to_list())
    mine = pl.col("team_id") == (address.get("team") or "")
    frame = shown.frame.join(changes, on="team_id", how="left", maintain_order="left").with_columns(_mine=mine)
    by_event = _by_event(events)
    marks = {name: name.removeprefix(frames.RESULT) for name in by_event}
    return Grid(
        Shown(frame, shown.units),
        {**_columns(frame), **by_event},
        dropped={name: f"_dropped {event}" for name, event in marks.items()},
        absent={name: f"_absent {event}" for name, event in marks.items()},
        marked="_mine",
    )


def _readable(grid: Grid, said: str) -> Readable:
    return downloads.readable(grids.described(grid, said))


def _file(series: str, period: str, city: str | None) -> str:
    return " ".join(part for part in (series, period, city) if part)


def title(opened: Opened, series: str, period: str, city: str | None) -> str:
    """What a table of the period is called where it leaves the page."""
    rules = opened.rules.latest()
    said = (words.series(rules, series), words.period(rules.series[series].period, period), city)
    return " · ".join(part for part in said if part)


def _evenings(events: pl.DataFrame) -> pl.DataFrame:
    """The evenings that are shown: all, or of a long period the leaf that is chosen, the last one first."""
    if events.height <= SIDE_BY_SIDE:
        return events
    ends = range(events.height, 0, -SIDE_BY_SIDE)
    leaves = {end: events[max(0, end - SIDE_BY_SIDE) : end] for end in ends}
    said = {end: f"{day(leaf['date'][0])} – {day(leaf['date'][-1])}" for end, leaf in leaves.items()}
    return leaves[
        st.selectbox(
            _("Evenings"),
            list(leaves),
            format_func=said.__getitem__,
            width=260,
            label_visibility="collapsed",
            key="leaf",
        )
    ]


def _places(frame: pl.DataFrame) -> int:
    """The row with which the shown ones begin: all fit, or a leaf is chosen, at first that of the team spoken of."""
    if frame.height <= BELOW:
        return 0
    starts = range(0, frame.height, BELOW)
    ends = [
        frame[start : start + BELOW].select(first=pl.col("place").min(), last=pl.col("place_to").max())
        for start in starts
    ]
    said = {
        start: _("Places {places}").format(places=spoken.span(*end.row(0)))
        for start, end in zip(starts, ends, strict=True)
    }
    mine = frame["_mine"].arg_max() or 0
    first: int = st.selectbox(
        _("Places"),
        list(said),
        index=mine // BELOW,
        format_func=said.__getitem__,
        width=260,
        label_visibility="collapsed",
        key="places-leaf",
    )
    return first


def _by_event(events: pl.DataFrame) -> dict[str, Column]:
    heads = [day(on, pattern(events, "d.MM", "d.MM.yy")) for on in events["date"]]
    named = zip(events["event"], heads, events["date"], events["title"], strict=True)
    return {
        f"{frames.RESULT}{event}": Column(head, "amount", " · ".join(part for part in (day(on), title) if part))
        for event, head, on, title in named
    }


def pattern(events: pl.DataFrame, short: str, long: str) -> str:
    """A year needs to be said only where a day comes twice."""
    return short if events["date"][-1] - events["date"][0] < timedelta(days=365) else long


def _columns(frame: pl.DataFrame) -> dict[str, Column]:
    change = Column(_("Move"), "move", _("Places won or lost in the last evening"))
    return {
        **{name: column(name) for name in ("place", "team", "points")},
        **({"place_change": change} if frame["place_change"].is_not_null().any() else {}),
        "played": column("played"),
        **({"counted": column("counted")} if (frame["dropped_events"] != "").any() else {}),
    }


def first_day(opened: Opened, series: str, period: str, city: str | None) -> date:
    """The day whose rules a period has."""
    days: list[date] = frames.of_period(opened.scored.periods, series, period, city)["first_date"].to_list()
    return min(days)


def _rule(opened: Opened, series: str, period: str, city: str | None) -> str:
    """The rule for ties and drops in words."""
    rules = opened.rules.of_period(first_day(opened, series, period, city))
    return telling.series_rule(rules.series[series], rules)
