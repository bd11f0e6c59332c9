"""Why a team has its points and its place on an evening: the sum taken apart, its neighbours, the rules behind."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard import grids, spoken, values, words
from dashboard.grids import Column, Grid
from dashboard.language import N_, _, day
from dashboard.views.event import splits
from dashboard.views.event.evening import Evening
from pipelines.export.shown import Shown
from pipelines.insight.why_event import WhyEvent

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
    beside = list(splits.neighbours(evening, found))
    if beside:
        st.markdown("**" + _("Who is beside") + "**")
        st.markdown("\n\n".join(beside))
    if found.rules.height:
        st.markdown("**" + _("Rules") + "**")
        st.markdown("\n".join(f"- {line}" for line in _rules(evening, found.rules)))


def _place(found: WhyEvent) -> str:
    row = found.standing
    points = spoken.amount(row["points"], found.steps["unit"][-1])
    if row["place"] is None:
        return _("Points: {points}; {status}, so without a place.").format(
            points=points, status=_(words.STATUSES[row["status"]])
        )
    return _("Place {place}, points: {points}.").format(place=splits.span(row), points=points)


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


def _rules(evening: Evening, rules: pl.DataFrame) -> Iterator[str]:
    """The rules used; a clause that several cite is said whole with the first."""
    cited: set[str] = set()
    for row in rules.iter_rows(named=True):
        yield _rule(evening, row, clause_known=row["clause"] in cited)
        cited.add(row["clause"])


def _rule(evening: Evening, row: Mapping[str, Any], *, clause_known: bool) -> str:
    value = tomllib.loads(f"value = {row['value']}")["value"] if row["value"] else None
    said = f"{_(row['label'])}: **{words.plain(values.said(row['path'], value, evening.rules))}**"
    parts = [
        words.clause(row, known=clause_known),
        _("for this evening alone") if row["origin"] == "evening" else "",
        _("Assumed: {why}").format(why=_(row["assumed"])) if row["assumed"] else "",
    ]
    below = "  \n  ".join(f":small[{words.plain(part)}]" for part in parts if part)
    return f"{said}  \n  {below}" if below else said
