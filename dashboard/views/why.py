"""Why a team has its place and its points in a series: a dialog over standings and over a team, no page itself."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard import grids, links, spoken, values, words
from dashboard.grids import Column, Door, Grid, column
from dashboard.language import N_, _, day
from dashboard.loading import Opened
from pipelines.export.shown import Shown
from pipelines.insight.level import level_with
from pipelines.insight.why import WhySeries, why_series
from pipelines.ruleset.vocabulary import Rules

REASONS: Final = {
    "worst": N_("dropped: among the worst"),
    "earliest": N_("dropped: the earliest of equal results"),
    "best": N_("counts"),
    "one_counts": N_("counts: one result always does"),
    "kept": N_("counts: it may not be dropped"),
    "not_yet": N_("counts: nothing is dropped so far"),
    "all": N_("counts"),
}
"""Why a result counts or is dropped, as `insight.drops` has it."""
RESULTS: Final = {
    "absent": N_("absent"),
    "out_of_contest": N_("out of contest"),
    "disqualified": N_("disqualified"),
}
"""Why there is no place on an evening."""
TERMS: Final = 16
"""Results up to which the sum is written out, and evenings up to which their table stands before the rules."""


@dataclass(frozen=True)
class Place:
    """A team's place in a period: what is asked about."""

    series: str
    period: str
    city: str | None
    team_id: str


def ask(opened: Opened, place: Place, event: str | None = None) -> None:
    """Open the dialog; with an evening it begins with that one."""
    team = opened.facts.teams.filter(team_id=place.team_id)["team"][0]
    st.dialog(words.plain(team), width="medium")(draw)(opened, place, event)


def draw(opened: Opened, place: Place, event: str | None = None) -> None:
    """What stands in the dialog."""
    why = why_series(opened.facts, opened.scored, opened.rules, place.series, place.period, place.city, place.team_id)
    first = why.rows["date"].min()
    rules = opened.rules.of_period(first)  # type: ignore[arg-type]
    _heading(rules, place, why)
    if event is not None:
        _evening(opened, why.rows.row(by_predicate=pl.col("event") == event, named=True), rules, place)
    short = why.rows.height <= TERMS
    if short:
        _sum(why, rules, place, event)
    _level(opened, rules, place)
    title = _("Rules it rests on")
    st.markdown(f"**{title}**")
    st.markdown("\n".join(cited_lines(why.rules, rules)))
    if not short:
        _sum(why, rules, place, event)


def _heading(rules: Rules, place: Place, why: WhySeries) -> None:
    kind = rules.series[place.series].period
    where = (words.series(rules, place.series), words.period(kind, place.period), place.city)
    st.caption(words.plain(" · ".join(part for part in where if part)))
    total = why.total
    said = _("Place {place} · points: {points}").format(
        place=spoken.span(total["place"], total["place_to"]), points=spoken.amount(total["points"], total["unit"])
    )
    st.markdown(f"**{said}**")


def _evening(opened: Opened, row: dict[str, Any], rules: Rules, place: Place) -> None:
    """What one evening gave, in sentences, and the way to it."""
    with st.container(border=True):
        st.markdown(f"**{day(row['date'], 'd MMMM y')}**  \n" + " ".join(worth(row, rules.series[place.series].value)))
        if row["reason"] is not None:
            equal = [day(on, "d MMM") for on in _dates(opened, row["equal_to"])]
            also = _("Equal to it: {evenings}.").format(evenings=", ".join(equal)) if equal else ""
            st.markdown(f"{_sentence(_(REASONS[row['reason']]))} {also}".strip())
        game = rules.series[place.series].game
        links.to("event", _("The evening's table"), event=row["event"], game=game, team=place.team_id)


def worth(row: dict[str, Any], value: str) -> Iterator[str]:
    """What an evening was worth before anything is dropped, in sentences.

    :param row: one of `WhySeries.rows`.
    :param value: what the series adds up.
    """
    points = "" if row["points"] is None else spoken.amount(row["points"], row["unit"])
    if row["result"] in RESULTS:
        yield _sentence(_(RESULTS[row["result"]]))
        yield _("That is a result of {points}.").format(points=points) if points else _("That is no result.")
        return
    where = spoken.span(row["place"], row["place_to"]) if row["place"] is not None else ""
    if value == "points":
        yield _("The points of the evening count as they are: {points}.").format(points=points)
        return
    entries = ", ".join(spoken.formula(entry) for entry in row["entries"])
    if len(row["entries"]) > 1:
        yield _("Places {places} are shared, and earn {entries}.").format(places=where, entries=entries)
        yield _("Each team gets the mean: {formula} = {points}.").format(
            formula=spoken.formula(row["formula"]), points=points
        )
    elif row["place_to"] > row["place"]:
        said = _("Places {places} are shared; each team gets what place {place} earns: {points}.")
        yield said.format(places=where, place=row["place"], points=points)
    else:
        yield _("Place {place} earns {points}.").format(place=where, points=points)
    if "first_event_place_points" in row["paths"]:
        yield _("In the period's first evening the first places have points of their own.")


def _sum(why: WhySeries, rules: Rules, place: Place, event: str | None) -> None:
    """All evenings of the period, and how they make the sum."""
    kept = why.rows
    if kept.height > TERMS:  # a career of years: only the evenings that gave something
        kept = kept.filter(pl.col("points").is_not_null() | (pl.col("event") == (event or "")))
    frame = kept.with_columns(
        _dropped=~pl.col("counts").fill_null(value=True),
        _absent=pl.col("points").is_null(),
        _asked=pl.col("event") == (event or ""),
        said=pl.Series(map(_said, kept.iter_rows(named=True)), dtype=pl.String),
        made=pl.Series(map(_made, kept.iter_rows(named=True)), dtype=pl.String),
        _game=pl.lit(rules.series[place.series].game),
    )
    columns = {
        "date": Column(_("Date"), "date"),
        "place": Column(_("Place"), "range"),
        "made": Column(_("Points by place")),
        "points": column("points"),
        "said": Column(_("In the sum")),
    }
    if (frame["made"] == "").all():
        del columns["made"]
    grid = Grid(
        Shown(frame, {"points": "unit"}),
        columns,
        dropped={"points": "_dropped"},
        absent={"points": "_absent"},
        marked="_asked",
        doors={"date": Door("event", {"event": "event", "game": "_game"})},
    )
    name = " ".join(part for part in (place.series, place.period, place.city, "why") if part)
    grids.show(grid, "why", alt=_("All evenings of the period, and what each gave"), save_as=name)
    if kept.height < why.rows.height:
        st.caption(_("Evenings without a result are left out."))
    total = why.total
    points = spoken.amount(total["points"], total["unit"])
    if 1 < total["counted"] <= TERMS:
        st.markdown(f"{spoken.formula(total['formula'])} = **{points}**")


def _made(row: dict[str, Any]) -> str:
    """How the places of a shared range make the points; empty where the number is one of the list."""
    return spoken.formula(row["formula"]) if len(row["entries"]) > 1 else ""


def _said(row: dict[str, Any]) -> str:
    parts = (RESULTS.get(row["result"], ""), REASONS.get(row["reason"] or "", ""))
    return " · ".join(_(part) for part in parts if part)


def _level(opened: Opened, rules: Rules, place: Place) -> None:
    """Teams level on points: who is ahead, and by what."""
    found = level_with(opened.scored, opened.rules, place.series, place.period, place.city, place.team_id)
    own = opened.scored.series_standings.filter(
        pl.col("city").eq_missing(pl.lit(place.city, pl.String)),
        series=place.series,
        period=place.period,
        team_id=place.team_id,
    )["place"][0]
    named = found.join(opened.facts.teams.select("team_id", "team"), on="team_id", maintain_order="left")
    lines = [f"- {_beside(row, own, rules)}" for row in named.iter_rows(named=True)]
    if lines:
        title = _("Level on points")
        st.markdown(f"**{title}**")
        st.markdown("\n".join(lines))


def _beside(row: dict[str, Any], own: int, rules: Rules) -> str:
    team, where = words.plain(row["team"]), spoken.span(row["place"], row["place_to"])
    if row["place"] == own:
        return _("{team} shares the place.").format(team=team)
    by = words.plain(words.criterion(row["criterion"], rules))
    ahead = _("Behind it: {team} (place {place}), by {criterion}")
    behind = _("Ahead of it: {team} (place {place}), by {criterion}")
    said = (ahead if own < row["place"] else behind).format(team=team, place=where, criterion=by)
    if row["own"] is None or row["theirs"] is None:
        return f"{said}."
    both = [spoken.amount(row[side], row["unit"]) for side in ("own", "theirs")]
    return f"{said}: {both[0]} : {both[1]}."


def cited_lines(cited: pl.DataFrame, rules: Rules) -> Iterator[str]:
    """The rules behind a figure as lines of a list: what it is called, its value, its clause, why it is assumed.

    The same rule of several rounds is one line; a clause that several rules cite is said whole with the first.

    :param cited: as from `insight.cited.frame`.
    """
    told: set[str] = set()
    same = cited.group_by("label", "value", "clause", "says", "assumed", maintain_order=True).agg("path")
    for row in same.iter_rows(named=True):
        path = row["path"][0]
        value = tomllib.loads(f"value = {row['value']}")["value"] if row["value"] else None
        label = " · ".join(part for part in (_(row["label"]), _whose(row["path"])) if part)
        said = f"{label}: **{words.plain(values.said(path, value, rules))}**"
        clause = words.clause(row, known=row["clause"] in told)
        told.add(row["clause"])
        badge, assumed = _("assumed"), ""
        if row["assumed"]:
            said += f" :gray-badge[{badge}]"
            assumed = _("Assumed: {why}").format(why=_(row["assumed"]))
        more = words.plain(" ".join(part for part in (clause, assumed) if part))
        yield f"- {said}  \n  :small[{more}]" if more else f"- {said}"


def _whose(paths: list[str]) -> str:
    """Which rounds, or which title, a rule is of; empty where its name says enough."""
    parts = [path.split(".") for path in paths]
    rounds = [names[names.index("rounds") + 1] for names in parts if "rounds" in names]
    titles = dict.fromkeys(names[names.index("titles") + 1] for names in parts if "titles" in names)
    if rounds:
        return _("Round {n}").format(n=", ".join(rounds))
    return ", ".join(_(words.TITLES[name]) for name in titles)


def _dates(opened: Opened, events: list[str]) -> list[Any]:
    found = opened.facts.events.filter(pl.col("event").is_in(events)).sort("ord")
    return found["date"].to_list()


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
