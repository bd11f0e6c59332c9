"""The table of a series' period: the sum, and what each evening gave to it."""

from __future__ import annotations

import streamlit as st

from dashboard import choosers, frames, grids, room, telling, words
from dashboard.grids import Column, Grid, column
from dashboard.language import _, day
from dashboard.loading import Opened


def page() -> None:
    opened, bar = room.enter()
    if not choosers.has_periods(opened):
        st.title(_("Standings"))
        room.no_table_yet()
        return
    with bar:
        series, period = choosers.series_and_period(opened)
        city = choosers.city(opened, series, period)
    rules = opened.rules.latest()
    st.title(words.series(rules, series))
    kind = rules.series[series].period
    st.caption(" · ".join(part for part in (words.period(kind, period), city, _state(opened, series, period)) if part))
    _table(opened, series, period, city)
    first = frames.of_period(opened.scored.periods, series, period, city)["first_date"].min()
    of_period = opened.rules.of_period(first)  # type: ignore[arg-type]
    st.caption(telling.series_rule(of_period.series[series], of_period))


def _state(opened: Opened, series: str, period: str) -> str:
    rows = opened.scored.periods.filter(series=series, period=period)
    said = [_("over") if rows["over"].all() else _("under way")]
    if rows["provisional"].any():
        said.append(_("provisional: it rests on cells that are to be mended"))
    return " · ".join(said)


def _table(opened: Opened, series: str, period: str, city: str | None) -> None:
    shown = frames.results_by_event(opened.facts, opened.scored, series, period, city)
    events = frames.period_events(opened.facts, opened.scored, series, period, city)
    by_event = {
        f"{frames.RESULT}{event}": Column(day(on, "d.MM" if len(events) < 20 else "d.MM.yy"), "amount", title or "")
        for event, on, title in events.select("event", "date", "title").iter_rows()
    }
    columns = {
        **{name: column(name) for name in ("place", "team", "points", "played")},
        **({"counted": column("counted")} if (shown.frame["dropped_events"] != "").any() else {}),
        **by_event,
    }
    marks = {name: name.removeprefix(frames.RESULT) for name in by_event}
    grid = Grid(
        shown,
        columns,
        dropped={name: f"_dropped {event}" for name, event in marks.items()},
        absent={name: f"_absent {event}" for name, event in marks.items()},
    )
    name = " ".join(part for part in (series, period, city) if part)
    grids.show(grid, "standings", alt=words.series(opened.rules.latest(), series), save_as=name)
