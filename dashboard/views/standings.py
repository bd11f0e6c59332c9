"""The table of a series' period: the sum, what each evening gave to it, how it came about, and why."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard import (
    address,
    charts,
    choosers,
    course,
    downloads,
    frames,
    grids,
    loading,
    race_charts,
    room,
    spoken,
    telling,
    words,
)
from dashboard.grids import Column, Grid, column
from dashboard.language import _, day, ngettext
from dashboard.loading import Opened, Source
from dashboard.views import why
from dashboard.views.why import Place
from pipelines.export.shown import Shown
from pipelines.insight import assumptions

SIDE_BY_SIDE: Final = 30
"""Evenings that stand side by side in a table; a longer period is leafed through."""


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
    rows = _course(opened.source, opened.league.id, opened.today, series, period, city)
    _table(opened, series, period, city, course.changes(rows))
    _assumed(opened, series, _first_day(opened, series, period, city))
    if rows["event"].n_unique() > 1:
        _charts(rows, _title(opened, series, period, city))


@st.cache_data(max_entries=32, show_spinner=False)
def _course(source: Source, league: str, today: date, series: str, period: str, city: str | None) -> pl.DataFrame:
    opened = loading.opened(source, league, today)
    return course.course(opened.facts, opened.scored, opened.rules, series, period, city)


def _state(opened: Opened, series: str, period: str) -> str:
    rows = opened.scored.periods.filter(series=series, period=period)
    said = [_("over") if rows["over"].all() else _("under way")]
    if rows["provisional"].any():
        said.append(_("provisional: it rests on cells that are to be mended"))
    return " · ".join(said)


@st.fragment
def _table(opened: Opened, series: str, period: str, city: str | None, changes: pl.DataFrame) -> None:
    """The table; a click on a number asks why."""
    events = _leaf(frames.period_events(opened.facts, opened.scored, series, period, city))
    shown = frames.results_by_event(opened.facts, opened.scored, series, period, city, events["event"].to_list())
    moved = shown.frame.join(changes, on="team_id", how="left", maintain_order="left")
    by_event = _by_event(events)
    marks = {name: name.removeprefix(frames.RESULT) for name in by_event}
    grid = Grid(
        Shown(moved, shown.units),
        {**_columns(moved), **by_event},
        dropped={name: f"_dropped {event}" for name, event in marks.items()},
        absent={name: f"_absent {event}" for name, event in marks.items()},
    )
    name = " ".join(part for part in (series, period, city) if part)
    title = _title(opened, series, period, city)
    rule = _rule(opened, series, period, city)
    asked = grids.show(grid, "standings", alt=title, save_as=name, select=True, notes=(rule,))
    hint = _("Click a number to see why it is what it is, a team for its page.")
    st.caption(f"{rule}  \n{hint}")
    if asked is not None:
        place = Place(series, period, city or moved["city"][asked.row], moved["team_id"][asked.row])
        why.ask(opened, place, marks.get(asked.column))


def _title(opened: Opened, series: str, period: str, city: str | None) -> str:
    """What a table of the period is called where it leaves the page."""
    rules = opened.rules.latest()
    said = (words.series(rules, series), words.period(rules.series[series].period, period), city)
    return " · ".join(part for part in said if part)


def _leaf(events: pl.DataFrame) -> pl.DataFrame:
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


def _by_event(events: pl.DataFrame) -> dict[str, Column]:
    heads = [day(on, _pattern(events, "d.MM", "d.MM.yy")) for on in events["date"]]
    named = zip(events["event"], heads, events["date"], events["title"], strict=True)
    return {
        f"{frames.RESULT}{event}": Column(head, "amount", " · ".join(part for part in (day(on), title) if part))
        for event, head, on, title in named
    }


def _pattern(events: pl.DataFrame, short: str, long: str) -> str:
    """A year needs to be said only where a day comes twice."""
    return short if events["date"][-1] - events["date"][0] < timedelta(days=365) else long


def _columns(frame: pl.DataFrame) -> dict[str, Column]:
    change = Column(_("Change"), "move", _("Places won or lost in the last evening"))
    return {
        **{name: column(name) for name in ("place", "team", "points")},
        **({"place_change": change} if frame["place_change"].is_not_null().any() else {}),
        "played": column("played"),
        **({"counted": column("counted")} if (frame["dropped_events"] != "").any() else {}),
    }


def _first_day(opened: Opened, series: str, period: str, city: str | None) -> date:
    """The day whose rules a period has."""
    days: list[date] = frames.of_period(opened.scored.periods, series, period, city)["first_date"].to_list()
    return min(days)


def _rule(opened: Opened, series: str, period: str, city: str | None) -> str:
    """The rule for ties and drops in words."""
    rules = opened.rules.of_period(_first_day(opened, series, period, city))
    return telling.series_rule(rules.series[series], rules)


def _assumed(opened: Opened, series: str, first: date) -> None:
    """The assumed rules that the table rests on."""
    assumed = assumptions.of_series(opened.rules, series, first)
    if assumed.height:
        said = ngettext(
            "These figures rest on {n} assumed rule", "These figures rest on {n} assumed rules", assumed.height
        )
        with st.expander(said.format(n=assumed.height)):
            st.markdown("\n".join(why.cited_lines(assumed, opened.rules.of_period(first))))


@st.fragment
def _charts(rows: pl.DataFrame, title: str) -> None:
    """Places and points by evening, with some teams in colour."""
    last = rows.filter(pl.col("ord") == pl.col("ord").max()).sort("slot")
    names = dict(last.select("team_id", "team").iter_rows())
    usual = [address.get("team")] if address.get("team") in names else []
    usual += [team for team in list(names)[: charts.NAMED] if team not in usual]
    st.subheader(_("How it came about"))
    chosen = st.multiselect(
        _("Teams in colour"),
        list(names),
        default=usual,
        format_func=names.__getitem__,
        max_selections=len(charts.PALETTE),
        placeholder=_("Choose teams"),
        key=f"in-colour-{title}",
    )
    drawn = course.drawn(rows, chosen)
    labels = _labels(drawn)
    one, other = st.columns(2, gap="large")
    with one:
        bump = race_charts.places(drawn, labels, chosen, _place)
        _chart(bump, "bump", title, _("Places by evening"))
    with other:
        sums = race_charts.points(drawn, labels, chosen, _points)
        _chart(sums, "sums", title, _("Points by evening"))


def _chart(figure: Any, key: str, title: str, said: str) -> None:
    st.markdown(f"**{said}**")
    downloads.chart(figure, key, save_as=f"{title} · {said}", alt=f"{title} · {said}")


def _labels(rows: pl.DataFrame) -> dict[str, str]:
    events = rows.unique("event", maintain_order=True).sort("ord")
    texts = charts.distinct([day(on, _pattern(events, "d MMM", "d.MM.yy")) for on in events["date"]])
    return dict(zip(events["event"], texts, strict=True))


def _place(place: str) -> str:
    return _("place {place}").format(place=place)


def _points(value: float) -> str:
    return _("points: {points}").format(points=spoken.plain(f"{value:.2f}".rstrip("0").rstrip(".")))
