"""The table of a series' period: the sum, what each evening gave to it, how it came about, and why."""

from __future__ import annotations

from datetime import date
from typing import Any

import polars as pl
import streamlit as st

from dashboard import address, charts, choosers, course, downloads, loading, race_charts, room, spoken, words
from dashboard.language import _, day, ngettext
from dashboard.loading import Opened, Source
from dashboard.views import why
from dashboard.views.standings import table
from pipelines.insight import assumptions


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
    st.title(words.plain(words.series(rules, series)))
    kind = rules.series[series].period
    said = (words.period(kind, period), city, _state(opened, series, period))
    st.caption(words.plain(" · ".join(part for part in said if part)))
    rows = _course(opened.source, opened.league.id, opened.today, series, period, city)
    table.show(opened, series, period, city, course.changes(rows))
    _assumed(opened, series, table.first_day(opened, series, period, city))
    if rows["event"].n_unique() > 1:
        _charts(rows, table.title(opened, series, period, city))


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
    texts = charts.distinct([day(on, table.pattern(events, "d MMM", "d.MM.yy")) for on in events["date"]])
    return dict(zip(events["event"], texts, strict=True))


def _place(place: str) -> str:
    return _("place {place}").format(place=place)


def _points(value: float) -> str:
    return _("points: {points}").format(points=spoken.plain(f"{value:.2f}".rstrip("0").rstrip(".")))
