"""Who held which title, who plays the champion quiz, what is owed to a cause, and the ladder of ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard import choosers, grids, honours, loading, room, words
from dashboard.grids import Column, Door, Grid, column
from dashboard.honours import Ladder
from dashboard.language import N_, _, ngettext, number
from dashboard.loading import Opened
from pipelines.export.shown import Shown
from pipelines.insight import cited
from pipelines.ruleset.vocabulary import Rules

DUTIES: Final = {
    "overdue": N_("overdue"),
    "open": N_("no cause yet"),
    "named": N_("cause named, not donated"),
    "donated": N_("donated"),
}
PERKS: Final = {"due": N_("due"), "announced": N_("rank announced"), "handed": N_("handed out")}
EVENING: Final = Door("event", {"event": "event"})


def page() -> None:
    opened, bar = room.enter()
    city = _city(opened, bar)
    st.title(_("Titles and ranks"))
    if opened.scored.titles.is_empty() and opened.scored.ranks.is_empty():
        st.markdown(_nothing(opened))
        return
    for series in honours.series_with_titles(opened.scored, city):
        _titles(opened, series, city)
    _champions(opened, city)
    _duties(opened, city)
    for ladder in honours.ladder(opened.facts, opened.scored, opened.rules, city):
        _ladder(opened, ladder, city)
    _perks(opened, city)
    _not_given(opened.rules.latest())


def _city(opened: Opened, bar: Any) -> str | None:
    known = honours.cities(opened.scored)
    if not known:
        return None
    with bar:
        return choosers.choose("city", _("City"), dict(zip(known, known, strict=True)), width=180)


def _not_given(rules: Rules) -> None:
    """What this page is named for and the league has not: else its absence looks like a fault."""
    if not any(each.ranks for each in rules.series.values()):
        st.caption(_("The rules of this league give no ranks."))
    if not any(each.titles.winner or each.titles.vice for each in rules.series.values()):
        st.caption(_("The rules of this league give no titles."))


def _nothing(opened: Opened) -> str:
    rules = opened.rules.latest()
    if any(each.titles.winner or each.titles.vice or each.ranks for each in rules.series.values()):
        return _("No title or rank has been reached yet. Once an evening of the series is final, they stand here.")
    return _("The rules of this league give no titles and no ranks.")


def _titles(opened: Opened, series: str, city: str | None) -> None:
    """Periods × titles, the latest first."""
    rules = opened.rules.latest()
    shown = honours.periods_and_titles(opened.facts, opened.scored, series, city)
    kind = rules.series[series].period
    known = {name: Column(_(said), "long", bold=True) for name, said in words.TITLES.items() if name in shown.columns}
    columns = {
        "period": Column(_("Period"), "text", says=lambda key: words.period(kind, key)),
        "status": Column(_("Status"), "word", says=lambda code: _(words.TITLE_STATUSES[code])),
        **_provisional(shown),
        **known,
    }
    name = _heading(words.series(rules, series), city)
    doors = {title: Door("team", {"team": f"_{title}"}) for title in known}
    grids.show(Grid(shown, columns, doors=doors), f"titles-{series}", alt=name, save_as=_file("titles", series, city))


def _provisional(shown: Shown) -> dict[str, Column]:
    """A word where cells are still to be mended; no column where there are none."""
    if not shown.frame["provisional"].any():
        return {}
    why = _("It rests on cells that are to be mended")
    return {"provisional": Column(_("Provisional"), "long", says=lambda _yes: why)}


def _champions(opened: Opened, city: str | None) -> None:
    """Who may play the year's champion quiz, on what ground, with which handicap."""
    found = honours.qualified(opened.facts, opened.scored, city)
    years = found.frame["year"].unique().sort(descending=True).to_list()
    if not years:
        return
    st.subheader(_("Champion quiz"))
    year = _year(years)
    rules = opened.rules.latest()
    frame = found.frame.filter(year=year)
    ground = pl.Series("ground", [_ground(rules, row) for row in frame["grounds"]], pl.String)
    shown = Shown(frame.drop("grounds").with_columns(ground), found.units)
    columns = {
        "team": column("team"),
        "qualification": Column(_("Place in the quiz"), "word", says=lambda code: _(words.QUALIFICATIONS[code])),
        "final_handicap": Column(_("Handicap"), "change", _("Points it starts the champion quiz with")),
        "ground": Column(_("Ground"), "long"),
        "status": Column(_("Status"), "word", says=lambda code: _(words.TITLE_STATUSES[code])),
        **_provisional(shown),
    }
    said = _("Teams of the champion quiz of {year}").format(year=year)
    grids.show(Grid(shown, columns), "champions", alt=said, save_as=_file("champions", str(year), city))
    for note in _handicap_notes(opened, frame["grounds"].explode().struct.unnest()):
        st.caption(note)


def _year(years: Sequence[int]) -> int:
    """The year that is shown; a choice only where there are several."""
    if len(years) == 1:
        return years[0]
    titles = {year: str(year) for year in years}
    chosen = st.segmented_control(
        _("Year"),
        years,
        default=years[0],
        required=True,
        format_func=titles.__getitem__,
        key="champions-year",
        label_visibility="collapsed",
    )
    return chosen if chosen in titles else years[0]


def _ground(rules: Rules, grounds: Sequence[Mapping[str, str]]) -> str:
    """`Winner: March 2026, May 2026; Vice-champion: June 2026`."""
    periods: dict[str, list[str]] = {}
    for each in grounds:
        period = words.period(rules.series[each["series"]].period, each["period"])
        periods.setdefault(each["title"], []).append(period)
    return "; ".join(f"{_(words.TITLES[title])}: {', '.join(said)}" for title, said in periods.items())


def _handicap_notes(opened: Opened, grounds: pl.DataFrame) -> list[str]:
    """Where the size of the handicap is only assumed: the clause, and why."""
    paths = [
        f"series.{series}.titles.{title}.final_handicap"
        for series, title in grounds.select("series", "title").unique(maintain_order=True).iter_rows()
    ]
    found = [cited.cited(opened.rules, path, opened.today) for path in paths]
    whys: dict[str, list[str]] = {}
    for one in found:
        if one.assumed and one.assumed not in whys.setdefault(str(one.clause), []):
            whys[str(one.clause)].append(one.assumed)
    told = _("The handicap is assumed (clause {number}): {why}")
    return [words.plain(told.format(number=clause, why="; ".join(map(_, why)))) for clause, why in whys.items()]


def _duties(opened: Opened, city: str | None) -> None:
    """What first editions owe to a cause, those that wait first."""
    shown = honours.duties(opened.facts, opened.scored, opened.rules, city, opened.today)
    if shown.frame.is_empty():
        return
    st.subheader(_("First editions and their causes"))
    waiting = shown.frame.filter(pl.col("state").is_in(["overdue", "open"])).height
    said = ngettext("{n} edition has no cause yet.", "{n} editions have no cause yet.", waiting).format(n=waiting)
    st.markdown(said if waiting else _("Every first edition has its cause."))
    columns = {
        "state": Column(_("State"), "word", says=lambda code: _(DUTIES[code])),
        "due": Column(_("Due by"), "date", _("Until then the organiser chooses a cause, if the winner names none")),
        "date": Column(_("Evening"), "date"),
        "winners": Column(_("Winner"), "long"),
        "prize": Column(_("Prize")),
        "winner_keeps": Column(_("The winner keeps"), "text"),
        "donation": Column(_("For the cause"), "text", _("The winner's part and what the organiser adds")),
        "cause": Column(_("Cause"), "long"),
        "donated_on": Column(_("Donated on"), "date"),
    }
    kept = {name: of for name, of in columns.items() if name in ("state", "date") or _says(shown, name)}
    grid = Grid(shown, kept, doors={"date": EVENING, "winners": Door("team", {"team": "_winner"})})
    grids.show(grid, "duties", alt=_("First editions and their causes"), save_as=_file("causes", "", city))


def _says(shown: Shown, name: str) -> bool:
    """Whether any row of a column holds something."""
    return shown.frame[name].null_count() < shown.frame.height


def _ladder(opened: Opened, ladder: Ladder, city: str | None) -> None:
    """The steps with the teams on them, and below every team with its way to the next."""
    name = _heading(words.series(opened.rules.latest(), ladder.series), city)
    steps = ladder.steps.frame
    names = [_named(*row) for row in steps.select("names", "more").iter_rows()]
    shown = Shown(steps.drop("names", "more").with_columns(pl.Series("names", names, pl.String)), ladder.steps.units)
    columns = {
        "rank": Column(_("Rank"), "text", bold=True),
        "at": Column(_("From points"), "amount"),
        "names": Column(_("Who has it"), "long"),
        "teams": Column(_("Teams"), "count", _("Teams whose rank it is now")),
        "perk": Column(_("Perk"), "long"),
    }
    grids.show(Grid(shown, columns), f"ladder-{ladder.series}", alt=name, save_as=_file("ladder", ladder.series, city))
    way = _("Every team on its way")
    st.subheader(way)
    each = ("team", "points", "points_to_next", "next_rank", "rank", "reached_on")
    grid = Grid(ladder.teams, {one: column(one) for one in each})
    grids.show(grid, f"ranks-{ladder.series}", alt=f"{name} · {way}", save_as=_file("ranks", ladder.series, city))


def _named(names: str | None, more: Any) -> str:
    """The names of a step, and how many there are beside them."""
    others = ngettext("{n} more", "{n} more", more).format(n=number(more)) if more else ""
    return honours.BETWEEN.join(part for part in (names or "", others) if part)


def _perks(opened: Opened, city: str | None) -> None:
    """Perks that ranks brought: those that are due first."""
    shown = honours.perks(opened.facts, opened.scored, city)
    if shown.frame.is_empty():
        return
    _heading(_("Perks"), city)
    counts = dict(shown.frame["state"].value_counts().iter_rows())
    st.markdown(" · ".join(f"{_(said)}: {number(counts.get(code, 0))}" for code, said in PERKS.items()))
    columns = {
        "state": Column(_("State"), "word", says=lambda code: _(PERKS[code])),
        "team": column("team"),
        "rank": column("rank"),
        "perk": Column(_("Perk"), "long"),
        "reached_on": Column(_("Reached on"), "date"),
        "on": Column(_("On"), "date", _("When the rank was announced or the perk handed out")),
        **({} if loading.is_public() else {"note": Column(_("Note"), "long")}),
    }
    kept = {name: of for name, of in columns.items() if _says(shown, name)}
    grid = Grid(shown, kept, doors={"reached_on": EVENING})
    grids.show(grid, "perks", alt=_("Perks"), save_as=_file("perks", "", city))


def _heading(name: str, city: str | None) -> str:
    """Write a subheader with the city, and give it back."""
    said = " · ".join(part for part in (name, city) if part)
    st.subheader(words.plain(said))
    return said


def _file(*parts: str | None) -> str:
    return " ".join(part for part in parts if part)
