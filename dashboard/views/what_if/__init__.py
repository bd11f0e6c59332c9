"""What another rule or ruling would have made of it: the league as it is and as it would be, side by side."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard import address, choosers, controls, frames, loading, room, rules_of, scenarios, words
from dashboard.language import _
from dashboard.loading import Opened, Scenario
from dashboard.scenarios import Supposed
from dashboard.views.what_if import causes, changes, keep, result, rule_widgets, ruling_form, trial_form
from dashboard.views.what_if.keep import Told
from dashboard.views.what_if.result import Period, Sides
from dashboard.views.what_if.said import Names
from pipelines import compare
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
    supposed = _supposed()
    known = rules_of.controls(opened.league.rule_set)
    names = Names(opened)
    told = Told(supposed, changes.lines(supposed, known, names))
    keep.bar(opened, told, at)
    keep.not_loaded()
    left, right = st.columns([2, 3], gap="large")
    above, below = right.container(), right.container()
    with above:  # first what is waited for, then the widgets, then what takes longer
        sides = _table(opened, told, at)
    with left:
        changes.panel(supposed, told.lines)
        result.way(sides)
        _panels(opened, supposed, names, _latest(opened, at))
    with below:
        _more(opened, told, at, sides, names)


def _supposed() -> Supposed:
    """The scenario of the address; what cannot be read there is told and left out."""
    try:
        return scenarios.supposed_of(address.get_all("set"), address.get_all("decide"))
    except RuleErrors as error:
        _refused(error)
        return Supposed({}, ())


def _refused(error: RuleErrors) -> None:
    st.warning(_("This change does not fit the rules, so nothing of it is applied:"))
    st.markdown("\n".join(f"- {words.plain(str(problem))}" for problem in error.problems))
    st.button(_("Back to the league's rules"), on_click=controls.reset, key="reset-refused")


def _latest(opened: Opened, at: Period) -> str:
    """The evening that is spoken of where nobody chose one: that of the address, or the last of the period."""
    asked = address.get("event")
    played = frames.period_events(opened.facts, opened.scored, at.series, at.period, at.city)["event"].to_list()
    return asked if asked else played[-1] if played else ""


def _panels(opened: Opened, supposed: Supposed, names: Names, latest: str) -> None:
    """What can be changed: rules, rulings, who starts with what; one of them at a time."""
    known = rules_of.controls(opened.league.rule_set)
    drawn = {
        "rules": (_("Rules"), partial(rule_widgets.panel, known, supposed.patch, opened)),
        "rulings": (_("Rulings"), partial(ruling_form.panel, opened, supposed, names, latest)),
        "trials": (_("Handicap trials"), partial(trial_form.panel, opened, supposed, names, latest)),
    }
    if loading.is_public():
        del drawn["rulings"]
    if not choosers.has_events(opened):
        drawn = {"rules": drawn["rules"]}
    titles = {key: title for key, (title, _draw) in drawn.items()}
    chosen = st.segmented_control(
        _("What is changed"),
        list(titles),
        default="rules",
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
    sides = Sides(*both, swapped, keep.along(told))
    result.slope(result.table(opened, sides, at), sides)
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
    changed = result.evenings(opened, sides, names, _ruled(told.supposed) or _latest(opened, at))
    if not changed and _same(sides.before, sides.after):
        st.markdown(_("Nothing changes in any table: this makes no difference here."))


def _after(opened: Opened, scenario: Scenario) -> Scored:
    try:
        return loading.supposed(opened.source, opened.league.id, opened.today, scenario)
    except RuleErrors as error:
        _refused(error)
        return opened.scored


def _ruled(supposed: Supposed) -> str | None:
    """The evening of the last ruling."""
    events = [row["event"] for row in supposed.rulings if row.get("event")]
    return events[-1] if events else None


def _same(one: Scored, other: Scored) -> bool:
    """Whether no table of a series and no title differs."""
    return frames.periods_changed(one, other).is_empty() and compare.titles_changed(one, other).is_empty()
