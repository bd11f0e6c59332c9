"""Widgets for every rule, grouped by stage and by the part of it that they belong to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st

from dashboard import controls, scenarios, words
from dashboard.language import _
from dashboard.loading import Opened
from dashboard.rules_of import Control
from dashboard.scenarios import Supposed
from dashboard.views.what_if.ruling_form import choose

_WANTED: Final = "part-wanted"


def turn_to(supposed: Supposed, known: Sequence[Control]) -> None:
    """From here on what a scenario changes first is shown: its panel, and of a rule the stage and the part."""
    trial = bool(supposed.rulings) and scenarios.trial_of(supposed.rulings[0]) is not None
    rules = bool(supposed.patch) or not supposed
    st.session_state["panel"] = "rules" if rules else "trials" if trial else "rulings"
    by_path = {each.path: each for each in known}
    first = next((by_path[path] for path in supposed.patch if path in by_path), None)
    if first is not None:
        st.session_state["stage"] = first.leaf.about.stage
        st.session_state[_WANTED] = first.group


def panel(known: Sequence[Control], patch: Mapping[str, object], opened: Opened, series: str) -> None:
    """The rules of one stage and one part of it at a time: what is not shown need not be drawn.

    :param series: the one that is looked at: its own part is shown first, or that of its game.
    """
    stages = {code: _title(code, title, known, patch) for code, title in words.STAGES.items()}
    offered = [code for code in stages if controls.in_stage(known, code)]
    st.session_state.setdefault("stage", offered[0])
    stage = st.segmented_control(
        _("Stage"),
        offered,
        required=True,
        format_func=stages.__getitem__,
        key="stage",
        label_visibility="collapsed",
        wrap=True,
    )
    unused = st.toggle(_("Rules that this league does not use, too"), key="unused")
    acting = controls.in_stage(known, stage or offered[0])
    shown = [each for each in acting if unused or not each.unset or each.path in patch]
    groups = sorted(dict.fromkeys(each.group for each in shown), key=lambda name: name.count("."))
    if not groups:
        st.caption(_("This league uses no rule of this stage."))
        return
    group = _part(groups, f"part-{stage}-{unused}-{series}", series, opened)
    for each in shown:
        if each.group == group:
            controls.widget(each, patch, opened.league.rule_set)


def _part(groups: Sequence[str], key: str, series: str, opened: Opened) -> str:
    """The part that is chosen; at first that of the series."""
    rules = opened.rules.latest()
    own = (f"series.{series}", f"games.{rules.series[series].game}")
    wanted = st.session_state.pop(_WANTED, None)
    if wanted in groups:
        st.session_state[key] = wanted
    titles = {name: controls.group_title(name, rules) for name in groups}
    return str(choose(_("Part"), titles, key, next((name for name in own if name in groups), None)))


def _title(code: str, title: str, known: Sequence[Control], patch: Mapping[str, object]) -> str:
    """What a stage is called, with how many of its rules are changed."""
    changed = sum(each.path in patch for each in controls.in_stage(known, code))
    return f"{_(title)} ({changed})" if changed else _(title)
