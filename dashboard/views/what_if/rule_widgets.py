"""Widgets for every rule, grouped by stage and by the part of it that they belong to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboard import controls, words
from dashboard.language import _
from dashboard.loading import Opened
from dashboard.rules_of import Control


def panel(known: Sequence[Control], patch: Mapping[str, object], opened: Opened) -> None:
    """The rules of one stage and one part of it at a time: what is not shown need not be drawn."""
    stages = {code: _title(code, title, known, patch) for code, title in words.STAGES.items()}
    offered = [code for code in stages if controls.in_stage(known, code)]
    stage = st.segmented_control(
        _("Stage"),
        offered,
        default=offered[0],
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
    rules = opened.rules.latest()
    titles = {name: controls.group_title(name, rules) for name in groups}
    group = st.selectbox(_("Part"), groups, format_func=titles.__getitem__, key=f"part-{stage}-{unused}")
    for each in shown:
        if each.group == group:
            controls.widget(each, patch, opened.league.rule_set)


def _title(code: str, title: str, known: Sequence[Control], patch: Mapping[str, object]) -> str:
    """What a stage is called, with how many of its rules are changed."""
    changed = sum(each.path in patch for each in controls.in_stage(known, code))
    return f"{_(title)} ({changed})" if changed else _(title)
