"""Both sides: who moves and by how much in the period that is shown, in the other periods, and on the evenings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import polars as pl
import streamlit as st

from dashboard import charts, compared, downloads, frames, grids, words
from dashboard.grids import Column, Door, Grid, column
from dashboard.language import _, ngettext
from dashboard.loading import Opened
from dashboard.views.what_if.ruling_form import choose
from dashboard.views.what_if.said import Names
from pipelines import compare
from pipelines.export.shown import Shown
from pipelines.tables import Scored

_ANCHOR: Final = "tables"


@dataclass(frozen=True)
class Along:
    """What a table takes along when it leaves the page: the scenario's changes, as notes and as a table."""

    notes: tuple[str, ...] = ()
    beside: Mapping[str, Shown] = field(default_factory=dict)
    name: str = ""
    """Of the scenario, as files may be called."""

    def show(self, grid: Grid, key: str, alt: str, *of: str | None) -> None:
        """Draw a table; `of` is what it is of, for the name of its files."""
        name = " ".join(part for part in (self.name or "what-if", *of) if part)
        grids.show(grid, key, alt=alt, save_as=name, notes=self.notes, beside=self.beside)


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
    st.subheader(title(opened, at), anchor=_ANCHOR)
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
        st.markdown(_("Nothing changes in this table."))
    shown = frames.series_compared(opened.facts, sides.before, sides.after, at.series, at.period, at.city)
    named = (at.series, at.period, at.city)
    _compared(shown, sides, "what-if", _("Places and points on both sides"), named, moved=bool(moved))
    return shown


def way(sides: Sides) -> None:
    """On a telephone, where the widgets stand between, the way to the tables (`page.css` hides it elsewhere)."""
    if sides.before is not sides.after:
        with st.container(key="way-to-tables"):
            label = _("To the tables")
            st.markdown(f"[{label}](#{_ANCHOR})")


def slope(shown: Shown, sides: Sides) -> None:
    """The places of both sides, where any team moves."""
    if (shown.frame["place_change"].fill_null(0) != 0).any():
        said = " · ".join((_("What if"), *sides.labels))
        downloads.chart(charts.slope(shown.frame, *sides.labels), "slope", save_as=said, alt=said)


def title(opened: Opened, at: Period) -> str:
    """What the table of a period is called."""
    rules = opened.rules.latest()
    said = (words.series(rules, at.series), words.period(rules.series[at.series].period, at.period), at.city)
    return " · ".join(part for part in said if part)


def hands(opened: Opened, sides: Sides) -> None:
    """Titles and ranks that change hands, over all periods."""
    titles = compared.titles(opened.facts, sides.before, sides.after)
    ranks = compared.ranks(opened.facts, sides.before, sides.after)
    if titles.is_empty() and ranks.is_empty():
        return
    st.subheader(_("Titles and ranks that change hands"))
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
    """Other periods in which somebody moves, each with the way there."""
    changed = frames.periods_changed(sides.before, sides.after)
    others = changed.filter((pl.col("series") != at.series) | (pl.col("period") != at.period))
    if others.is_empty():
        return
    st.subheader(_("Other periods"))
    columns = {
        "when": Column(_("Period")),
        **({"what": Column(_("Table"))} if len(opened.rules.latest().series) > 1 else {}),
        **_if_any(others, {"city": column("city")}),
        "teams": Column(_("Teams that move"), "count"),
    }
    named = [name for name in ("series", "period", "city") if others[name].null_count() == 0]
    rows = others.with_columns(when=_periods(opened, others), what=_series(opened, others))
    grid = Grid(Shown(rows), columns, doors={"when": Door("what_if", {name: name for name in named})})
    sides.along.show(grid, "periods", _("Other periods in which somebody moves"), "periods")


def evenings(opened: Opened, sides: Sides, names: Names, first: str | None) -> bool:
    """The evenings whose tables change, one of them on both sides; whether there is any.

    :param first: the evening that is shown where nobody chose.
    """
    changed = frames.evenings_changed(sides.before, sides.after)
    if changed.is_empty():
        return False
    st.subheader(_("Evenings"))
    number = changed["event"].n_unique()
    told = ngettext("The table of {n} evening changes.", "The tables of {n} evenings change.", number)
    st.markdown(told.format(n=number))
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
    _compared(shown, sides, "evening-table", _("The evening on both sides"), (event, game), moved=True)
    return True


def _compared(shown: Shown, sides: Sides, key: str, alt: str, named: tuple[str | None, ...], *, moved: bool) -> None:
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
    sides.along.show(Grid(shown, {name: known[name] for name in order if name in known}), key, alt, *named)


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
