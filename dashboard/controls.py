"""A parameter of the vocabulary → a widget; widgets → a scenario; a scenario ↔ the address."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from functools import partial
from typing import Any, Final

import streamlit as st

from dashboard import address, rules_of, scenarios, values, words
from dashboard.language import _
from dashboard.rules_of import Control
from pipelines.ruleset.dated import RuleSet
from pipelines.ruleset.errors import RuleErrors
from pipelines.ruleset.vocabulary import Rules
from pipelines.ruleset.walk import checked

_PREFIX: Final = "rule:"
_UNREAD: Final = "unread"
_LARGEST: Final = 2**53 - 1
"""A browser knows no larger whole number."""
_NUMBER: Final = re.compile(r"[-+−]?\d{1,30}(?:[.,]\d{1,30})?")


def scenario() -> dict[str, object]:
    """The rules that the address changes; none where it cannot be read, so that the next change begins anew."""
    with suppress(RuleErrors):
        return scenarios.patch_of(address.get_all("set"))
    return {}


def write(patch: Mapping[str, object]) -> None:
    """Let the address say this scenario."""
    address.put(set=scenarios.texts_of(patch))


def reset() -> None:
    """By the league's own rules again."""
    address.put(set=None, decide=None, name=None, swap=None)


def take_back(path: str) -> None:
    """One change less."""
    write({other: value for other, value in scenario().items() if other != path})


def widget(control: Control, patch: Mapping[str, object], rule_set: RuleSet) -> None:
    """The widget of a parameter, showing the scenario's value where it may be one, else the one in force."""
    draw = _WIDGETS[control.kind]
    value, wrong = checked(control.path, control.leaf, patch.get(control.path, control.value))
    draw(control, control.value if wrong else value, rule_set)
    path, text = st.session_state.get(_UNREAD, ("", ""))
    if path == control.path:
        del st.session_state[_UNREAD]
        told = _("“{text}” cannot be read here, so the rule stands as it was.")
        st.warning(told.format(text=words.plain(str(text))))


def label(control: Control) -> str:
    """What it is called; assumed readings are marked, in words alone: signs of a look would be read aloud."""
    said, assumed = _(control.leaf.about.label), _("assumed")
    return f"{said} · {assumed}" if control.assumed else said


def about(control: Control, rule_set: RuleSet) -> str:
    """Its clause in words, the value in force, and why it is assumed."""
    clause = rule_set.clauses.get(control.clause or "")
    parts = [
        _("Clause {number}: {says}").format(number=control.clause, says=_(clause.says)) if clause else "",
        _("Now: {value}").format(value=values.said(control.path, control.value, rule_set.rules[-1])),
        _("Assumed: {why}").format(why=_(control.assumed)) if control.assumed else "",
        f"`{control.path}`",
    ]
    return "\n\n".join(part for part in parts if part)


def group_title(group: str, rules: Rules) -> str:
    """What a game, round, variant or series is called."""
    parts = group.split(".")
    if parts[0] == "series":
        return words.series(rules, parts[1])
    if parts[0] != "games":
        return _("The league")
    titles = [words.game(rules, parts[1])]
    if len(parts) > 3:
        titles.append(_("Round {n}").format(n=parts[3]))
    return " · ".join([*titles, *parts[5:6]])


def shown(control: Control, value: object) -> Any:
    """A value as its widget has it; `entered` reads it back."""
    many: Sequence[Any] = value if isinstance(value, list | tuple) else ()
    match control.kind:
        case "flag":
            return bool(value)
        case "choice" | "text":
            return str(value or "")
        case "choices":
            return [str(word) for word in many]
        case "whole":
            return value if isinstance(value, int) and value <= _LARGEST else None
        case "number":
            return None if value is None else float(str(value))
        case "numbers":
            return " ".join(scenarios.text_of(item) for item in many)
        case "ladder":
            return "\n".join(_step(step) for step in many)
    return value


def entered(control: Control, value: Any) -> object | None:
    """What a widget holds as the rules have it; None is no value. Raises ValueError where it cannot be read."""
    match control.kind:
        case "number":
            return exact(value)
        case "numbers":
            return numbers_in(value)
        case "ladder":
            return ladder_in(value)
        case "choice" | "text":
            return value or None
        case "choices":
            return list(value)
    return value  # type: ignore[no-any-return]


def _take(control: Control) -> None:
    """After a change of a widget: its value into the address."""
    held = st.session_state[_PREFIX + control.path]
    try:
        value = entered(control, held)
    except ValueError:
        st.session_state[_UNREAD] = (control.path, held)
        return  # what cannot be read is shown again as it was
    write(scenarios.changed(scenario(), control.path, value, control.value))


def _options(control: Control, value: object, rule_set: RuleSet) -> dict[str, Any]:
    """What all widgets have in common; the state says what is shown, whoever changed it."""
    key = _PREFIX + control.path
    st.session_state[key] = shown(control, value)
    return {"label": label(control), "key": key, "on_change": partial(_take, control), "help": about(control, rule_set)}


def _flag(control: Control, value: object, rule_set: RuleSet) -> None:
    st.toggle(**_options(control, value, rule_set))


def _choice(control: Control, value: object, rule_set: RuleSet) -> None:
    known = rules_of.options(control, rule_set)
    optional = () if control.leaf.default is not None or control.leaf.required or not control.unset else ("",)
    offered = list(dict.fromkeys([*optional, *known, shown(control, value)]))
    named = _named(control, offered, rule_set)
    st.selectbox(options=offered, format_func=named, **_options(control, value, rule_set))


def _choices(control: Control, value: object, rule_set: RuleSet) -> None:
    known = rules_of.options(control, rule_set)
    offered = [*known, *(word for word in shown(control, value) if word not in known)]
    st.multiselect(
        options=offered,
        format_func=_named(control, offered, rule_set),
        placeholder=_("Choose, in order"),
        **_options(control, value, rule_set),
    )


def _named(control: Control, offered: Sequence[str], rule_set: RuleSet) -> Callable[[str], str]:
    """What the options are called, said once: a widget asks again after the run, when no page has a language."""
    rules = rule_set.rules[-1]
    return {each: values.word(control.path, each, rules) if each else _("not set") for each in offered}.__getitem__


def _whole(control: Control, value: object, rule_set: RuleSet) -> None:
    low, high = rules_of.bounds(control.leaf.annotation)
    limits: dict[str, Any] = {
        "min_value": None if low is None else int(low),
        "max_value": None if high is None else int(high),
    }
    st.number_input(step=1, **limits, **_options(control, value, rule_set))


def _number(control: Control, value: object, rule_set: RuleSet) -> None:
    low, high = rules_of.bounds(control.leaf.annotation)
    step = 0.1 if high is not None and high <= 1 else 1.0
    st.number_input(step=step, format="%g", min_value=low, max_value=high, **_options(control, value, rule_set))


def _numbers(control: Control, value: object, rule_set: RuleSet) -> None:
    st.text_input(placeholder="10 9 8", **_options(control, value, rule_set))


def _ladder(control: Control, value: object, rule_set: RuleSet) -> None:
    st.text_area(height=220, **_options(control, value, rule_set))


def _text(control: Control, value: object, rule_set: RuleSet) -> None:
    if rules_of.options(control, rule_set):
        _choice(control, value, rule_set)
    else:
        st.text_input(**_options(control, value, rule_set))


_WIDGETS: Final[Mapping[str, Callable[[Control, object, RuleSet], None]]] = {
    "flag": _flag,
    "choice": _choice,
    "choices": _choices,
    "whole": _whole,
    "number": _number,
    "numbers": _numbers,
    "ladder": _ladder,
    "text": _text,
}


def numbers_in(text: str) -> list[int | Decimal]:
    """`10 9 8`, `10, 9, 8`, `13,5; 8` → the numbers. Raises ValueError where something else stands there."""
    spaced = text if re.search(r"[\s;]", text.strip()) else text.replace(",", " ")
    found = [part.strip(",") for part in re.split(r"[\s;]+", spaced) if part.strip(",")]
    if not all(_NUMBER.fullmatch(part) for part in found):
        raise ValueError(text)
    return [_plain(Decimal(part.replace(",", ".").replace("−", "-"))) for part in found]


def ladder_in(text: str) -> list[dict[str, object]]:
    """Lines `200; NAME; perk` → the steps. Raises ValueError where a line has no number or no name."""
    return [_step_in(line) for line in text.splitlines() if line.strip()]


def _step_in(line: str) -> dict[str, object]:
    at, name, *perk = [part.strip() for part in line.split(";", 2)]
    (points,) = numbers_in(at)
    if not name:
        raise ValueError(line)
    return {"at": points, "name": name, **({"perk": perk[0]} if perk and perk[0] else {})}


def _step(step: Any) -> str:
    at, name, perk = (step.get(k) if isinstance(step, Mapping) else getattr(step, k) for k in ("at", "name", "perk"))
    return "; ".join(str(part) for part in (scenarios.text_of(at), name, perk) if part)


def exact(value: float | None) -> int | Decimal | None:
    """A number of a widget as it was written."""
    return None if value is None else _plain(Decimal(repr(value)))


def _plain(value: Decimal) -> int | Decimal:
    return int(value) if value == value.to_integral_value() else value


def in_stage(controls: Sequence[Control], stage: str) -> list[Control]:
    """Those that act at a stage."""
    return [each for each in controls if each.leaf.about.stage == stage]
