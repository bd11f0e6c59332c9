"""What is changed, gathered on top: the new value, the old one, the clause, and the way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import streamlit as st

from dashboard import address, controls, scenarios, values, words
from dashboard.language import _
from dashboard.rules_of import Control
from dashboard.scenarios import Supposed
from dashboard.views.what_if import said
from dashboard.views.what_if.said import Names
from pipelines.ruleset.dated import RuleSet
from pipelines.ruleset.walk import Named, checked, walk

_LONGEST: Final = 400
"""Signs of a change in words."""


@dataclass(frozen=True)
class Line:
    """One change in words: `then` in place of `now`, `head` being where and by which clause."""

    what: str
    then: str = ""
    now: str = ""
    head: str = ""
    clause: str = ""

    @property
    def plain(self) -> str:
        """Without the old value."""
        return f"{self.what}: {self.then}" if self.then else self.what

    @property
    def whole(self) -> str:
        """With all that is known of it."""
        before = _("now: {value}").format(value=self.now) if self.now else ""
        clause = _("clause {number}").format(number=self.clause) if self.clause else ""
        rest = " · ".join(part for part in (before, self.head, clause) if part)
        return f"{self.plain} ({rest})" if rest else self.plain


def lines(supposed: Supposed, known: Sequence[Control], names: Names) -> list[Line]:
    """A line for each change: rules, then rulings, those of one trial together. As `compare.attribution` has them."""
    by_path = {each.path: each for each in known}
    rules = [_rule(by_path.get(path), path, value, names) for path, value in supposed.patch.items()]
    rulings = [said.change(supposed, rows, names) for rows in supposed.trials]
    return [*rules, *(Line(words.short(what, _LONGEST), head=words.short(where, _LONGEST)) for what, where in rulings)]


def panel(supposed: Supposed, told: Sequence[Line]) -> None:
    """The changes, numbered, each with the way to take it back."""
    if not supposed:
        st.caption(_("Nothing is changed yet. Choose a rule, a ruling or a trial below; the tables follow at once."))
        return
    undo = [*(partial(controls.take_back, path) for path in supposed.patch)]
    undo += [partial(_take_back, rows) for rows in supposed.trials]
    with st.container(border=True, gap="small", key="changes"):
        for n, (line, back) in enumerate(zip(told, undo, strict=True), start=1):
            with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
                st.markdown(_told(n, line, several=len(told) > 1), width="stretch")
                st.button("✕", key=f"back-{n}", on_click=back, help=_("Take this change back"), type="tertiary")


def _told(n: int, line: Line, *, several: bool) -> str:
    what, then, now = (words.plain(part) for part in (line.what, line.then, line.now))
    text = f"{what}: **{then}**" if then else f"**{what}**"
    clause = _("clause {number}").format(number=line.clause) if line.clause else ""
    before = _("now: {value}").format(value=now) if now else ""
    head = " · ".join(part for part in (before, words.plain(line.head), clause) if part)
    number = f"{n}\\. " if several else ""
    return f"{number}{text}" + (f"  \n:small[{head}]" if head else "")


def _rule(control: Control | None, path: str, value: object, names: Names) -> Line:
    if control is None:
        return _unknown(path, value, names.opened.league.rule_set)
    return Line(
        _(control.leaf.about.label),
        _said(Named(path, control.leaf, value), names),
        values.said(path, control.value, names.rules),
        controls.group_title(control.group, names.rules),
        control.clause or "",
    )


def _unknown(path: str, value: object, rule_set: RuleSet) -> Line:
    """What no widget has: several rules at once, or none of this league."""
    known = any(isinstance(each, Named) for each in walk({path: value}, list(rule_set.parameters)))
    what = path if known else _("A rule that this league does not have: {path}").format(path=path)
    return Line(words.short(what, _LONGEST), words.short(scenarios.text_of(value)))


def _said(named: Named, names: Names) -> str:
    """A value in words, or as it was written where the rule cannot have it."""
    value, wrong = checked(named.path, named.leaf, named.raw)
    if wrong:
        return words.short(scenarios.text_of(named.raw))
    return words.short(values.said(named.path, value, names.rules), _LONGEST)


def _take_back(rows: Sequence[int]) -> None:
    """Without the rulings of one change."""
    kept = [text for row, text in enumerate(address.get_all("decide")) if row not in rows]
    address.put(decide=kept)


def exported(line: Line) -> Mapping[str, str]:
    """A change as a row of the exported scenario."""
    return {"change": line.plain, "now": line.now, "part": line.head, "clause": line.clause}
