"""Both sides: who moves and by how much in the period that is shown, in the other periods, and on the evenings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import polars as pl
import streamlit as st

from dashboard import charts, compared, downloads, frames, grids, links, words
from dashboard.grids import Column, Door, Grid, column
from dashboard.language import _, ngettext
from dashboard.loading import Opened
from dashboard.views.what_if.ruling_form import choose
from dashboard.views.what_if.said import Names
from pipelines import compare
from pipelines.export.shown import Shown
from pipelines.tables import Scored

_HANDS: Final = "hands"
_PERIODS: Final = "periods"
_EVENINGS: Final = "evenings"
_AT_ONCE: Final = 4
"""Other periods that are named where nothing changes in the one that is shown."""


@dataclass(frozen=True)
class Along:
    """What a table takes along when it leaves the page: the scenario's changes, as notes and as a table."""

    notes: tuple[str, ...] = ()
    beside: Mapping[str, Shown] = field(default_factory=dict)
    name: str = ""
    """Of the scenario, as files may be called."""
    title: str = ""
    """That it is a what-if, and which, for what stands above a table that left the page."""

    def show(self, grid: Grid, key: str, alt: str, *of: str | None, title: str = "") -> None:
        """Draw a table; `of` is what it is of, for the name of its files, `title` the same for what stands above."""
        title = self.above(title or alt)
        grids.show(grid, key, alt=alt, title=title, save_as=self.file(*of), notes=self.notes, beside=self.beside)

    def above(self, of: str) -> str:
        """What stands above a table or chart."""
        return f"{of} · {self.title}" if self.title else of

    def file(self, *of: str | None) -> str:
        """What a file is called."""
        return " ".join(part for part in (self.name or "what-if", *of) if part)


@dataclass(frozen=True)
class Sides:
    """The league as it is and under the scenario, or the other way round."""

    before: Scored
    after: Scored
    swapped: bool
    along: Along

    @property
    def labels(self) -> tuple[str, str]:
        """What the two sides are called."""
        named = (_("Now"), _("What if"))
        return named[::-1] if self.swapped else named


@dataclass(frozen=True)
class Period:
    """The table that is shown."""

    series: str
    period: str
    city: str | None


def table(opened: Opened, sides: Sides, at: Period) -> Shown:
    """The table of the period on both sides."""
    st.subheader(words.plain(title(opened, at)))
    if sides.swapped:
        st.caption(_("The sides are swapped: this is the league as it is, compared with what would be."))
    moved = compare.only_moved(compare.what_if(sides.before, sides.after, at.series, at.period, at.city)).height
    if moved:
        told = ngettext(
            "{n} team has another place or other points.", "{n} teams have another place or other points.", moved
        )
        st.markdown(told.format(n=moved))
    elif sides.before is sides.after:
        st.markdown(_("Nothing is changed, so both sides are the same table."))
    else:
        _unmoved(opened, sides, at)
    shown = frames.series_compared(opened.facts, sides.before, sides.after, at.series, at.period, at.city)
    named = (at.series, at.period, at.city)
    alt = _("Places and points on both sides")
    _compared(shown, sides, "what-if", alt, named, title(opened, at), moved=bool(moved))
    return shown


def _unmoved(opened: Opened, sides: Sides, at: Period) -> None:
    """Where something changes though nothing does in the table that is shown: nobody should take that for all."""
    others, below = _others(sides, at)[::-1], _below(opened, sides)
    if others.is_empty():
        st.markdown(_("Nothing changes in this table."))
    else:
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="elsewhere"):
            st.markdown(_("Nothing changes in this table, but it does in others:"), width="content")
            for series, period, city in others.head(_AT_ONCE).select("series", "period", "city").iter_rows():
                label = words.plain(title(opened, Period(series, period, city), beside=at))
                links.to("what_if", label, series=series, period=period, city=city)
            if others.height > _AT_ONCE:
                more = _("and {n} more").format(n=others.height - _AT_ONCE)
                st.markdown(f"[{more}](#{_PERIODS})", width="content")
    if below:
        st.markdown(" ".join(below))
    elif others.is_empty():
        st.markdown(_("Nothing changes in any table: this makes no difference here."))


def _below(opened: Opened, sides: Sides) -> list[str]:
    """Ways to what else changes, further down on the page."""
    counts = (
        (compared.titles(opened.facts, sides.before, sides.after).height, _title_hands, _HANDS),
        (compared.ranks(opened.facts, sides.before, sides.after).height, _rank_hands, _HANDS),
        (frames.evenings_changed(sides.before, sides.after)["event"].n_unique(), _evening_tables, _EVENINGS),
    )
    return [f"[{say(n)}](#{anchor})" for n, say, anchor in counts if n]


def _title_hands(n: int) -> str:
    return ngettext("{n} title changes hands.", "{n} titles change hands.", n).format(n=n)


def _rank_hands(n: int) -> str:
    return ngettext("{n} team has another rank.", "{n} teams have another rank.", n).format(n=n)


def _evening_tables(n: int) -> str:
    return ngettext("The table of {n} evening changes.", "The tables of {n} evenings change.", n).format(n=n)


def slope(opened: Opened, shown: Shown, sides: Sides, at: Period) -> None:
    """The places of both sides, where any team moves."""
    if (shown.frame["place_change"].fill_null(0) != 0).any():
        said = sides.along.above(title(opened, at))
        name = sides.along.file(at.series, at.period, at.city)
        alt = " · ".join((_("What if"), *sides.labels))
        downloads.chart(charts.slope(shown.frame, *sides.labels), "slope", save_as=name, alt=alt, title=said)


def title(opened: Opened, at: Period, *, beside: Period | None = None) -> str:
    """What the table of a period is called; beside one of the same series, without the series."""
    rules = opened.rules.latest()
    series = "" if beside is not None and beside.series == at.series else words.series(rules, at.series)
    said = (series, words.period(rules.series[at.series].period, at.period), at.city)
    return " · ".join(part for part in said if part)


def hands(opened: Opened, sides: Sides) -> None:
    """Titles and ranks that change hands, over all periods."""
    titles = compared.titles(opened.facts, sides.before, sides.after)
    ranks = compared.ranks(opened.facts, sides.before, sides.after)
    if titles.is_empty() and ranks.is_empty():
        return
    st.subheader(_("Titles and ranks that change hands"), anchor=_HANDS)
    before, after = sides.labels
    both = {"before": Column(before, "long"), "after": Column(after, "long", bold=True)}
    city = {"city": column("city")}
    if titles.height:
        columns = {"when": Column(_("Period")), **_if_any(titles, city), "what": Column(_("Title")), **both}
        grid = Grid(Shown(_named_titles(opened, titles)), columns)
        sides.along.show(grid, "titles", _("Titles that change hands"), "titles")
    if ranks.height:
        columns = {"team": column("team"), **_if_any(ranks, city), **both}
        sides.along.show(Grid(Shown(ranks), columns), "ranks", _("Ranks that change"), "ranks")


def elsewhere(opened: Opened, sides: Sides, at: Period) -> None:
    """Other tables in which something changes, each with the way there."""
    others = _others(sides, at)
    if others.is_empty():
        return
    st.subheader(_("Other periods"), anchor=_PERIODS)
    columns = {
        "when": Column(_("Period")),
        **({"what": Column(_("Table"))} if len(opened.rules.latest().series) > 1 else {}),
        **_if_any(others, {"city": column("city")}),
        "teams": Column(_("Teams affected"), "count", _("Teams with another place or other points")),
    }
    named = [name for name in ("series", "period", "city") if others[name].null_count() == 0]
    rows = others.with_columns(when=_periods(opened, others), what=_series(opened, others))
    grid = Grid(Shown(rows), columns, doors={"when": Door("what_if", {name: name for name in named})})
    sides.along.show(grid, "periods", _("Other periods in which something changes"), "periods")


def _others(sides: Sides, at: Period) -> pl.DataFrame:
    """As `frames.periods_changed`, without the table that is shown."""
    shown = pl.all_horizontal(pl.col(name).eq_missing(pl.lit(value)) for name, value in vars(at).items())
    return frames.periods_changed(sides.before, sides.after).filter(~shown)


def evenings(opened: Opened, sides: Sides, names: Names, first: str | None) -> None:
    """The evenings whose tables change, one of them on both sides.

    :param first: the evening that is shown where nobody chose.
    """
    changed = frames.evenings_changed(sides.before, sides.after)
    if changed.is_empty():
        return
    st.subheader(_("Evenings"), anchor=_EVENINGS)
    st.markdown(_evening_tables(changed["event"].n_unique()))
    rules = names.rules
    several = len(rules.games) > 1
    there = set(changed.select("event", "game").iter_rows())
    options = {
        (event, game): f"{name} · {words.game(rules, game)}" if several else name
        for event, name in names.events.items()
        for game in rules.games
        if (event, game) in there
    }
    wanted = next((pair for pair in options if pair[0] == first), None)
    event, game = choose(_("Evening"), options, "evening", wanted, label_visibility="collapsed", width=420)
    shown = frames.evening_compared(opened.facts, sides.before, sides.after, event, game)
    alt = _("The evening on both sides")
    _compared(shown, sides, "evening-table", alt, (event, game), options[event, game], moved=True)


def _compared(
    shown: Shown, sides: Sides, key: str, alt: str, named: tuple[str | None, ...], above: str, *, moved: bool
) -> None:
    """Places and points of the one side with the way they moved, then those of the other."""
    place, points = (_("Place now"), _("Points now")) if not sides.swapped else (_("Place if so"), _("Points if so"))
    both = {"place_after": Column(_("Place"), "place"), "team": column("team"), "points_after": column("points")}
    changes = {
        "place_change": Column(_("Move"), "move"),
        "points_change": Column(_("Change"), "change"),
        "place_before": Column(place, "range"),
        "points_before": Column(points, "amount"),
    }
    order = ("place_after", "team", "place_change", "points_after", "points_change", "place_before", "points_before")
    known = {**both, **changes} if moved else both
    grid = Grid(shown, {name: known[name] for name in order if name in known})
    sides.along.show(grid, key, alt, *named, title=above)


def _if_any(frame: pl.DataFrame, columns: dict[str, Column]) -> dict[str, Column]:
    """Of these columns those that hold anything."""
    return {name: of for name, of in columns.items() if frame[name].null_count() < frame.height}


def _named_titles(opened: Opened, titles: pl.DataFrame) -> pl.DataFrame:
    under_way, nobody = _("under way"), _("nobody")
    when = pl.when("over").then("when").otherwise(pl.format("{} · {}", "when", pl.lit(under_way)))
    series = _series(opened, titles)
    several = series.n_unique() > 1
    what = pl.Series("what", [_(words.TITLES[title]) for title in titles["title"]])
    named = titles.with_columns(what, when=_periods(opened, titles), named=series)
    return named.with_columns(
        pl.col("before", "after").replace("", nobody),
        when=when,
        what=pl.format("{} · {}", "what", "named") if several else pl.col("what"),
    )


def _periods(opened: Opened, rows: pl.DataFrame) -> pl.Series:
    rules = opened.rules.latest()
    pairs = rows.select("series", "period").iter_rows()
    return pl.Series([words.period(rules.series[series].period, period) for series, period in pairs], dtype=pl.String)


def _series(opened: Opened, rows: pl.DataFrame) -> pl.Series:
    rules = opened.rules.latest()
    return pl.Series([words.series(rules, name) for name in rows["series"]], dtype=pl.String)
