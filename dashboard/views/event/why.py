"""Why a team has its points and its place on an evening: the sum taken apart, its neighbours, the rules behind."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard import grids, spoken, values, words
from dashboard.grids import Column, Grid
from dashboard.language import N_, _, day
from dashboard.views.event.evening import Evening
from pipelines.export.shown import Shown
from pipelines.insight.why_event import WhyEvent

SIDES: Final = {
    "ahead": N_("**{team}** (place {place}) is ahead: {what}."),
    "level": N_("**{team}** (place {place}) is level: {what}."),
    "behind": N_("**{team}** (place {place}) is behind: {what}."),
    "lead": N_("For the victory, against **{team}**: {what}."),
}
STEPS: Final = {
    "round": N_("Round {n}"),
    "total": N_("All rounds"),
    "handicap": N_("Handicap"),
    "adjustment": N_("Adjustment"),
    "ruling": N_("Ruling"),
    "coefficient": N_("Coefficient"),
    "points": N_("Points"),
}


def open_dialog(evening: Evening, team: str) -> None:
    """Over the page, until it is closed."""
    title = evening.facts.teams.filter(team_id=team)["team"].item()
    st.dialog(words.plain(title), width="medium")(draw)(evening, team)


def draw(evening: Evening, team: str) -> None:
    found = evening.why(team)
    st.markdown(_place(found))
    columns = {"what": Column(_("What"), "long"), "amount": Column(_("Points"), "amount")}
    sums = Grid(steps(evening, found), columns, marked="_sum")
    grids.show(sums, "why-sum", alt=_("How the points are made"))
    beside = neighbours(evening, found)
    if beside:
        st.markdown("**" + _("Who is beside") + "**")
        st.markdown("\n".join(f"- {line}" for line in beside))
    if found.rules.height:
        st.markdown("**" + _("Rules") + "**")
        st.markdown("\n".join(f"- {_rule(evening, row)}" for row in found.rules.iter_rows(named=True)))


def _place(found: WhyEvent) -> str:
    row = found.standing
    points = spoken.amount(row["points"], found.steps["unit"][-1])
    if row["place"] is None:
        return _("Points: {points}; {status}, so without a place.").format(
            points=points, status=_(words.STATUSES[row["status"]])
        )
    return _("Place {place}, points: {points}.").format(place=_range(row), points=points)


def steps(evening: Evening, found: WhyEvent) -> Shown:
    """One row per step of the sum: `what` it is, `amount`; the last one is what the table shows."""
    said = [_step(evening, row) for row in found.steps.iter_rows(named=True)]
    told = found.steps.select("amount", "unit", what=pl.Series(said, dtype=pl.String), _sum=pl.col("step") == "points")
    return Shown(told, {"amount": "unit"})


def _step(evening: Evening, row: Mapping[str, Any]) -> str:
    head = _(STEPS[row["step"]]).format(n=row["round"])
    parts = [
        f"× {head}" if row["step"] == "coefficient" else head,
        _("round {n}").format(n=row["round"]) if row["round"] and row["step"] != "round" else "",
        _("for the wins of {days}").format(days=_days(evening, row["events"])) if row["events"] else "",
        row["note"] or "",
    ]
    return " · ".join(part for part in parts if part)


def _days(evening: Evening, events: list[str]) -> str:
    won = evening.facts.events.filter(pl.col("event").is_in(events)).sort("ord")
    return ", ".join(day(on, "d MMM") for on in won["date"])


def neighbours(evening: Evening, found: WhyEvent) -> list[str]:
    """A sentence for each team ahead, level and behind, with what splits it from this one."""
    names = dict(evening.facts.teams.select("team_id", "team").iter_rows())
    groups = found.neighbours.group_by("side", "team_id", maintain_order=True)
    return [
        _(SIDES[str(side)]).format(
            team=words.plain(names[team]), place=_range(rows.row(0, named=True)), what=_split(evening, rows)
        )
        for (side, team), rows in groups
    ]


def _split(evening: Evening, rows: pl.DataFrame) -> str:
    """What decided, and the criteria before it that did not."""
    before = rows.filter(~pl.col("decides"), pl.col("criterion") != "shared")
    level = list(dict.fromkeys(before["criterion"]))
    decided = rows.filter("decides")
    last = decided["criterion"].to_list()
    equal = ", ".join(_compared(evening, before.filter(criterion=name)) for name in level if name not in last)
    if decided.is_empty():
        return _("nothing splits them ({criteria})").format(criteria=equal)
    said = _compared(evening, rows.filter(criterion=last[0]))
    return _("{criterion}; level before that: {criteria}").format(criterion=said, criteria=equal) if equal else said


def _compared(evening: Evening, rows: pl.DataFrame) -> str:
    """A criterion with the values of both teams, this one's second; of several parts the last one decides."""
    said = [_pair(row) for row in rows.iter_rows(named=True)]
    return f"{words.criterion(rows['criterion'][0], evening.rules)} {', '.join(said)}"


def _pair(row: Mapping[str, Any]) -> str:
    theirs, own = (_value(row, name) for name in ("theirs", "own"))
    right = _(" (right: {number})").format(number=_value(row, "right")) if row["right"] is not None else ""
    part = f"№ {row['part']}: " if row["part"] is not None else ""
    return part + _("{theirs} there, {own} here").format(theirs=theirs, own=own) + right


def _value(row: Mapping[str, Any], name: str) -> str:
    return _("no data") if row[name] is None else spoken.amount(row[name], row["unit"])


def _range(row: Mapping[str, Any]) -> str:
    return spoken.span(row["place"], row["place_to"]) if row["place"] is not None else "–"


def _rule(evening: Evening, row: Mapping[str, Any]) -> str:
    value = tomllib.loads(f"value = {row['value']}")["value"] if row["value"] else None
    said = f"{_(row['label'])}: **{words.plain(values.said(row['path'], value, evening.rules))}**"
    clause = _("Clause {number}: {says}").format(number=row["clause"], says=row["says"]) if row["clause"] else ""
    parts = [
        clause,
        _("for this evening alone") if row["origin"] == "evening" else "",
        _("Assumed: {why}").format(why=row["assumed"]) if row["assumed"] else "",
    ]
    below = "  \n  ".join(f":small[{words.plain(part)}]" for part in parts if part)
    return f"{said}  \n  {below}" if below else said
