"""A scenario that the rules do not take, in words of the page's language; what exactly is wrong stands behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from dashboard import controls, loading, words
from dashboard.language import _
from dashboard.rules_of import Control
from pipelines.ruleset.errors import Problem, RuleErrors

_PATH = 120
"""Signs; no path of the vocabulary is longer."""


def show(error: RuleErrors, known: Sequence[Control]) -> None:
    """Every problem, its details, and the way back."""
    st.warning(_("This change does not fit the rules, so nothing of it is applied:"))
    said = dict.fromkeys(_said(problem, known) for problem in error.problems)
    st.markdown("\n".join(f"- {text}" for text in said))
    with st.expander(_("Details")):
        st.markdown("\n".join(f"- {words.plain(_details(problem))}" for problem in error.problems))
    st.button(_("Back to the league's rules"), on_click=controls.reset, key="reset-refused")


def _said(problem: Problem, known: Sequence[Control]) -> str:
    if problem.path.startswith("--decide"):
        return _("A ruling of this link cannot be read.")
    if problem.path.startswith("--set"):
        return _("A rule of this link cannot be read.")
    path = problem.path.partition("[")[0]  # of a list, the place in it stands behind
    rule = next((each for each in known if each.path == path), None)
    if rule is not None and problem.found:
        value = words.plain(words.short(problem.found))
        return _("“{rule}” cannot be: {value}").format(rule=_(rule.leaf.about.label), value=value)
    if any(each.path.startswith(path) for each in known):
        return _("The rules do not go together with this change.")
    return _("This link asks for a rule that this league does not have: {path}").format(
        path=words.plain(words.short(path, _PATH))
    )


def _details(problem: Problem) -> str:
    """As the command says it; on the public face nobody has the command that it advises."""
    shown = replace(
        problem, path=words.short(problem.path, _PATH), next_step="" if loading.is_public() else problem.next_step
    )
    return str(shown).strip()
