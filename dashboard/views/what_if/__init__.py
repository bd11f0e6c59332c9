"""What another rule or ruling would have made of it: the league as it is and as it would be, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from dashboard import address, choosers, frames, loading, room, rules_of, scenarios
from dashboard.language import _
from dashboard.loading import Opened, Scenario
from dashboard.rules_of import Control
from dashboard.scenarios import Supposed
from dashboard.views.what_if import causes, changes, keep, refused, result, rule_widgets, ruling_form, trial_form
from dashboard.views.what_if.keep import Told
from dashboard.views.what_if.result import Along, Period, Sides
from dashboard.views.what_if.said import Names
from pipelines.ruleset.errors import RuleErrors
from pipelines.tables import Scored


def page() -> None:
    opened, chooser_bar = room.enter()
    if not choosers.has_periods(opened):
        st.title(_("What if"))
        room.no_table_yet()
        return
    with chooser_bar:
        series, period = choosers.series_and_period(opened)
        at = Period(series, period, choosers.city(opened, series, period))
    st.title(_("What if"))
    known = rules_of.controls(opened.league.rule_set)
    supposed = _supposed(known)
    names = Names(opened)
    told = Told(supposed, changes.lines(supposed, known, names))
    keep.bar(opened, told, at)
    keep.not_loaded()
    with st.container(key="sides"):  # on a telephone `page.css` puts what is above on top, before the widgets
        left, right = st.columns([2, 3], gap="large")
    above, below = right.container(key="sides-above"), right.container(key="sides-below")
    with above:  # first what is waited for, then the widgets, then what takes longer
        sides = _table(opened, told, at)
    with left:
        changes.panel(supposed, told.lines)
        _panels(opened, supposed, names, at, known)
    with below:
        _more(opened, told, at, sides, names)


def _supposed(known: Sequence[Control]) -> Supposed:
    """The scenario of the address; what cannot be read there is told and left out."""
    try:
        return scenarios.supposed_of(address.get_all("set"), address.get_all("decide"))
    except RuleErrors as error:
        refused.show(error, known)
        return Supposed({}, ())


def _latest(opened: Opened, at: Period) -> str:
    """The evening that is spoken of where nobody chose one: that of the address, or the last of the period."""
    asked = address.get("event")
    played = frames.period_events(opened.facts, opened.scored, at.series, at.period, at.city)["event"].to_list()
    return asked if asked else played[-1] if played else ""


def _panels(opened: Opened, supposed: Supposed, names: Names, at: Period, known: Sequence[Control]) -> None:
    """What can be changed: rules, rulings, who starts with what; one of them at a time."""
    latest = _latest(opened, at)
    drawn = {
        "rules": (_("Rules"), partial(rule_widgets.panel, known, supposed.patch, opened, at.series)),
        "rulings": (_("Rulings"), partial(ruling_form.panel, opened, supposed, names, latest)),
        "trials": (_("Handicap trials"), partial(trial_form.panel, opened, supposed, names, latest)),
    }
    if loading.is_public():
        del drawn["rulings"]
    if not choosers.has_events(opened):
        drawn = {"rules": drawn["rules"]}
    if "panel" not in st.session_state:
        rule_widgets.turn_to(supposed, known)
    if st.session_state["panel"] not in drawn:
        st.session_state["panel"] = "rules"
    titles = {key: title for key, (title, _draw) in drawn.items()}
    chosen = st.segmented_control(
        _("What is changed"),
        list(titles),
        required=True,
        format_func=titles.__getitem__,
        key="panel",
        label_visibility="collapsed",
        width="stretch",
    )
    drawn[chosen or "rules"][1]()


def _scenario() -> Scenario:
    return Scenario(address.get_all("set"), address.get_all("decide"))


def _table(opened: Opened, told: Told, at: Period) -> Sides:
    """The table that is looked at, on both sides; the two sides."""
    after = _after(opened, _scenario()) if told.supposed else opened.scored
    swapped = address.get("swap") == "1"
    both = (after, opened.scored) if swapped else (opened.scored, after)
    # where the rules refused the scenario, the league's own table is not to leave the page under its name
    sides = Sides(*both, swapped, keep.along(told) if after is not opened.scored else Along())
    result.slope(opened, result.table(opened, sides, at), sides, at)
    return sides


def _more(opened: Opened, told: Told, at: Period, sides: Sides, names: Names) -> None:
    """Which change did what, and what else changes."""
    if sides.before is sides.after:
        return
    if len(told.lines) > 1:
        trials = told.supposed.trials
        found = loading.attributed(opened.source, opened.league.id, opened.today, _scenario(), trials)
        causes.panel(opened, found, told.lines, at, sides.along)
    result.hands(opened, sides)
    result.elsewhere(opened, sides, at)
    result.evenings(opened, sides, names, _ruled(told.supposed) or _latest(opened, at))


def _after(opened: Opened, scenario: Scenario) -> Scored:
    try:
        return loading.supposed(opened.source, opened.league.id, opened.today, scenario)
    except RuleErrors as error:
        refused.show(error, rules_of.controls(opened.league.rule_set))
        return opened.scored


def _ruled(supposed: Supposed) -> str | None:
    """The evening of the last ruling."""
    events = [row["event"] for row in supposed.rulings if row.get("event")]
    return events[-1] if events else None
