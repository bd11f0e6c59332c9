"""Controls ↔ scenario ↔ address: what a widget says is what the rules get, and what a link restores."""

from __future__ import annotations

from decimal import Decimal

import pytest

from dashboard import controls, language, rules_of, scenarios, words
from dashboard.rules_of import Control
from pipelines.ruleset.bound import bind
from pipelines.ruleset.league import League, load_league
from pipelines.ruleset.patch import check_patch
from tests.dashboard_samples import LEAGUES, ROOT, grid, page, run


def league(name: str) -> League:
    return load_league(ROOT / "data" / "leagues" / name)


def each() -> list[tuple[str, Control]]:
    return [(name, control) for name in LEAGUES for control in rules_of.controls(league(name).rule_set)]


def test_every_value_in_force_survives_the_address() -> None:
    for name, control in each():
        if control.value is None:
            continue
        patch = scenarios.patch_of(scenarios.texts_of({control.path: control.value}))
        assert scenarios.same(patch[control.path], control.value), (name, control.path)
        named = ".rounds." in control.path and control.path.endswith((".value", ".values"))
        assert bind(league(name), patch).forced <= ({control.path} if named else set()), (name, control.path)


def test_every_control_has_a_value_that_the_rules_take() -> None:
    """Of a flag the other one, of a choice each, of a number another within its bounds."""
    tried = 0
    for name, control in each():
        rule_set = league(name).rule_set
        for value in _others(control, rules_of.options(control, rule_set)):
            check_patch(rule_set, {control.path: value})
            tried += 1
    assert tried > 100


def _others(control: Control, options: tuple[str, ...]) -> list[object]:
    if control.kind == "flag":
        return [not control.value]
    if control.kind == "choice":
        return list(options) if control.path.rpartition(".")[2] in ("late", "void_question", "tied_places") else []
    if control.kind in ("whole", "number") and control.value is not None:
        _low, high = rules_of.bounds(control.leaf.annotation)
        more = Decimal(str(control.value)) + (1 if high is None or high > 1 else Decimal(0))
        return [int(more) if control.kind == "whole" else more]
    return []


def test_assumed_readings_are_all_there_and_marked() -> None:
    for name in LEAGUES:
        rule_set = league(name).rule_set
        shown = {control.path: control for control in rules_of.controls(rule_set)}
        assumed = [path for path, rows in rule_set.parameters.items() if rows[-1].assumed]
        assert assumed
        for path in assumed:
            assert controls.label(shown[path]).endswith(" · assumed")
            assert rule_set.parameters[path][-1].assumed in controls.about(shown[path], rule_set)


def test_help_is_in_the_language_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language._Chosen, "ask", staticmethod(lambda: "bg"))
    rule_set = league("sofia-monthly").rule_set
    (shared,) = [each for each in rules_of.controls(rule_set) if each.path.endswith("streak_handicap.shared_win")]
    told = controls.about(shared, rule_set)
    assert "Точка 3.4.2: Отбор, спечелил две издания подред, започва следващото" in told
    assert "Допускане: поделеното първо място е първо място" in told


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("10 9 8", [10, 9, 8]),
        ("10, 9, 8", [10, 9, 8]),
        ("10,9,8", [10, 9, 8]),
        ("13,5; 8.25", [Decimal("13.5"), Decimal("8.25")]),
        ("−2 0.5", [-2, Decimal("0.5")]),
        ("", []),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, numbers: list[object]) -> None:
    assert controls.numbers_in(text) == numbers


@pytest.mark.parametrize("text", ["ten", "1 2 x", "1..2"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        controls.numbers_in(text)


def test_a_ladder_is_read_back_from_its_lines() -> None:
    control = next(c for _, c in each() if c.path == "series.rating.ranks")
    lines = "\n".join(controls._step(step) for step in control.value)  # type: ignore[attr-defined]
    assert scenarios.same(controls.ladder_in(lines), control.value)
    with pytest.raises(ValueError, match=r"."):
        controls.ladder_in("200")


def test_the_value_in_force_is_no_change() -> None:
    assert scenarios.changed({}, "a", [1, 2], (Decimal(1), Decimal(2))) == {}
    assert scenarios.changed({"a": 5}, "a", Decimal("2.0"), 2) == {}
    assert scenarios.changed({}, "a", True, 1) == {"a": True}  # a flag is no number


KINDS = ("toggle", "selectbox", "multiselect", "number_input", "text_input", "text_area")
WHERE = {"league": "sofia-monthly", "lang": "en", "period": "2026-04"}


def test_a_widget_writes_the_address_and_moves_the_table() -> None:
    drawn = page("what_if", WHERE)
    before = grid(drawn, "what-if")
    drawn.session_state["stage"] = "series"
    run(drawn)
    drawn.text_input(key="rule:series.month.place_points").set_value("100 1")
    run(drawn)
    assert drawn.query_params["set"] == "series.month.place_points=[100,1]"
    after = grid(drawn, "what-if")
    assert [row["points"] for row in before if "points" in row] != [row["points_after"] for row in after]
    drawn.button(key="reset").click()
    run(drawn)
    assert "set" not in drawn.query_params
    assert drawn.text_input(key="rule:series.month.place_points").value == "10 9 8 7 6 5 4 3 2 1"


def test_a_link_restores_the_widgets() -> None:
    drawn = page("what_if", {**WHERE, "set": ["games.quiz.late=wrong", "games.quiz.void_question=credit_none"]})
    assert drawn.selectbox(key="rule:games.quiz.late").value == "wrong"
    assert drawn.selectbox(key="rule:games.quiz.void_question").value == "credit_none"
    drawn.button(key="back-1").click()
    run(drawn)
    assert drawn.query_params["set"] == "games.quiz.void_question=credit_none"
    assert drawn.selectbox(key="rule:games.quiz.late").value == "none"


@pytest.mark.parametrize(("name", "unused"), [(LEAGUES[0], False), (LEAGUES[1], False), (LEAGUES[2], True)])
def test_every_rule_of_a_league_has_a_widget(name: str, unused: bool) -> None:
    """Stage by stage and part by part, all parameters come by, and none breaks the page."""
    drawn = page("what_if", {"league": name, "lang": "ru"})
    drawn.toggle(key="unused").set_value(unused)
    seen: set[str] = set()
    for stage in words.STAGES:
        drawn.session_state["stage"] = stage
        run(drawn)
        parts = next((box for box in drawn.selectbox if str(box.key).startswith("part-")), None)
        for part in range(len(parts.options) if parts else 0):
            drawn.selectbox(key=parts.key).select_index(part)
            run(drawn)
            seen |= {str(widget.key) for kind in KINDS for widget in drawn.get(kind)}
    known = rules_of.controls(league(name).rule_set)
    assert {key for key in seen if key.startswith("rule:")} == {
        f"rule:{control.path}" for control in known if unused or not control.unset
    }
