"""Patches: checked as files are, applied to nothing unless all is well, and the baseline stays as it was."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.ruleset import listing
from pipelines.ruleset.dated import RuleSet
from pipelines.ruleset.errors import RuleErrors
from pipelines.ruleset.load import load_rule_set
from pipelines.ruleset.patch import apply_patch, changing, check_patch, parse_set, parse_sets
from pipelines.ruleset.paths import leaf_at
from pipelines.ruleset.tomltext import read_value, toml_text
from pipelines.ruleset.vocabulary import Rules

SETS = {name: load_rule_set(name) for name in ("bg_monthly", "berlin_60s", "shaker")}
plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
anything = st.recursive(plain, lambda below: st.lists(below) | st.dictionaries(st.text(), below))
sets = st.sampled_from(sorted(SETS)).map(SETS.__getitem__)


def now(rule_set: RuleSet) -> Rules:
    return rule_set.rules[-1]


@st.composite
def good_patches(draw: st.DrawFn) -> tuple[RuleSet, dict[str, Any]]:
    """A rule set, and values for some of its parameters that are allowed for each of them."""
    rule_set = draw(sets)
    words = [p for p in rule_set.parameters if leaf_at(p).options and not leaf_at(p).wanted.startswith("a list")]
    counted = ("value", "typos", "questions", "beyond", "drop_worst")
    numbers = [p for p in rule_set.parameters if p.rpartition(".")[2] in counted and not leaf_at(p).options]
    chosen = draw(st.dictionaries(st.sampled_from(words), st.integers(0, 9), max_size=4))
    patch: dict[str, Any] = {p: leaf_at(p).options[n % len(leaf_at(p).options)] for p, n in chosen.items()}
    patch = {p: v for p, v in patch.items() if not p.endswith((".value", ".period"))}
    return rule_set, patch | draw(st.dictionaries(st.sampled_from(numbers), st.integers(0, 99), max_size=4))


@settings(deadline=None)
@given(sets)
def test_an_empty_patch_changes_nothing(rule_set: RuleSet) -> None:
    assert apply_patch(rule_set, {}) is rule_set


@settings(deadline=None)
@given(good_patches())
def test_a_patch_is_in_force_and_the_baseline_as_it_was(case: tuple[RuleSet, dict[str, Any]]) -> None:
    rule_set, patch = case
    before = rule_set.fingerprint
    patched = apply_patch(rule_set, patch)
    assert all(patched.in_force[-1][path] == value for path, value in patch.items())
    others = set(rule_set.parameters) - set(patch)
    assert all(patched.in_force[-1][path] == rule_set.in_force[-1][path] for path in others)
    assert rule_set.fingerprint == before == load_rule_set(rule_set.name).fingerprint


@settings(deadline=None)
@given(good_patches())
def test_a_patch_over_itself_changes_nothing_more(case: tuple[RuleSet, dict[str, Any]]) -> None:
    rule_set, patch = case
    patched = apply_patch(rule_set, patch)
    assert apply_patch(patched, patch) is patched
    assert changing(check_patch(patched, patch), patched.in_force) == {}


@settings(deadline=None)
@given(good_patches())
def test_the_rules_that_are_taken_back_are_the_identical_ones(case: tuple[RuleSet, dict[str, Any]]) -> None:
    rule_set, patch = case
    back = {path: rule_set.in_force[-1][path] for path in patch}
    assert now(apply_patch(apply_patch(rule_set, patch), back)) is now(rule_set)


@settings(deadline=None)
@given(good_patches(), st.sampled_from(["games.quiz.lat", "series", "games..late", "", "games.nobody.late"]))
def test_one_bad_value_among_good_ones_applies_nothing(case: tuple[RuleSet, dict[str, Any]], bad: str) -> None:
    rule_set, patch = case
    with pytest.raises(RuleErrors) as caught:
        apply_patch(rule_set, {**patch, bad: "none"})
    assert len(caught.value.problems) == 1
    assert rule_set.patch == {}


@settings(deadline=None)
@given(good_patches())
def test_values_as_text_are_read_back_as_they_were(case: tuple[RuleSet, dict[str, Any]]) -> None:
    rule_set, patch = case
    written = [f"{path}={toml_text(value)}" for path, value in apply_patch(rule_set, patch).patch.items()]
    assert apply_patch(rule_set, parse_sets(written)) == apply_patch(rule_set, patch)


@settings(deadline=None)
@given(st.text())
def test_any_text_for_set_gives_a_value_or_says_what_is_wrong(text: str) -> None:
    try:
        path, _ = parse_set(text)
    except RuleErrors as errors:
        assert len(errors.problems) == 1
    else:
        assert path == text.partition("=")[0].strip() != ""


@settings(deadline=None)
@given(anything)
def test_any_value_is_taken_or_refused_but_never_a_crash(value: object) -> None:
    for path in (
        "games.quiz.team_size",
        "games.quiz.late",
        "series.month.ranks",
        "games.quiz.shootout",
        "games",
        value,
    ):
        try:
            apply_patch(SETS["bg_monthly"], {str(path): value})
        except RuleErrors as errors:
            assert str(errors)


@pytest.mark.parametrize("text", ["1e999999999", "-1e-999999999", "0e999999999", "1e99999999999999999999"])
def test_a_number_beyond_all_measure_is_refused_before_it_is_written_out(text: str) -> None:
    with pytest.raises(RuleErrors) as refused:
        apply_patch(SETS["bg_monthly"], parse_sets([f"games.quiz.streak_handicap.step={text}"]))
    assert len(str(refused.value)) < 1000


def test_lists_and_tables_are_values_too() -> None:
    shaker = apply_patch(
        SETS["shaker"],
        {
            "series.rating.ranks": [{"at": 100, "name": "НОВИЧОК"}],
            "games.quiz.shootout": {"places": [1], "elimination": "single_last"},
            "games.quiz.streak_handicap": {"from_wins": 3, "step": Decimal("-0.5")},
        },
    )
    quiz = now(shaker).games["quiz"]
    assert now(shaker).series["rating"].ranks[0].name == "НОВИЧОК"
    assert quiz.shootout is not None
    assert (quiz.shootout.kind, quiz.shootout.places, quiz.shootout.elimination) == (
        "sudden_death",
        (1,),
        "single_last",
    )
    assert quiz.streak_handicap is not None
    assert (quiz.streak_handicap.from_wins, quiz.streak_handicap.step) == (3, Decimal("-0.5"))


def test_a_part_of_a_rule_that_is_not_there_says_what_else_it_needs() -> None:
    with pytest.raises(
        RuleErrors, match=r"streak_handicap\.step: .* beside it games\.quiz\.streak_handicap\.from_wins"
    ):
        apply_patch(SETS["shaker"], {"games.quiz.streak_handicap.step": -2})


@pytest.mark.parametrize(
    ("switch", "path", "off"),
    [
        ("series.month.titles.winner", "series.month.titles.winner.given", False),
        ("series.month.titles.vice", "series.month.titles.vice.when", "never"),
        ("games.quiz.streak_handicap", "games.quiz.streak_handicap.step", 0),
        ("games.quiz.shootout", "games.quiz.shootout.places", ()),
        ("games.quiz.jokers.copy", "games.quiz.jokers.copy.uses", 0),
    ],
)
def test_false_switches_a_whole_rule_off(switch: str, path: str, off: object) -> None:
    assert apply_patch(SETS["bg_monthly"], {switch: False}).patch == {path: off}


def test_switching_off_what_is_not_there_changes_nothing() -> None:
    assert (
        apply_patch(SETS["shaker"], {"games.quiz.streak_handicap": False, "games.quiz.jokers.double": False})
        is SETS["shaker"]
    )


def test_a_patch_may_give_a_title_and_name_the_next_round() -> None:
    shaker = apply_patch(
        SETS["shaker"], parse_sets(["series.rating.titles.winner=true", "games.quiz.rounds.8.value=3"])
    )
    assert now(shaker).series["rating"].titles.winner is not None
    assert list(now(shaker).games["quiz"].rounds) == [1, 2, 3, 4, 5, 6, 7, 8]
    with pytest.raises(RuleErrors, match=r"games\.quiz\.rounds\.9\.value: wanted a parameter of this rule set"):
        apply_patch(SETS["shaker"], {"games.quiz.rounds.9.value": 3})


def test_what_does_not_fit_together_is_refused() -> None:
    with pytest.raises(RuleErrors, match="places that do not wait for themselves"):
        apply_patch(
            SETS["berlin_60s"],
            {
                "games.matrix.place_by": ["games.sixty_seconds.place"],
                "games.sixty_seconds.place_by": ["games.matrix.place"],
            },
        )


def test_the_listing_of_a_patched_rule_set_shows_the_patch() -> None:
    patched = apply_patch(SETS["bg_monthly"], {"games.quiz.late": "wrong"})
    row = listing.parameters(patched).filter(path="games.quiz.late")
    assert row.select("value", "clause", "assumed").rows() == [('"wrong"', "2.4.2", None)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("dense", "dense"), ('"dense"', "dense"), ("3", 3), ("-0.5", Decimal("-0.5")), ("0,5", Decimal("0.5")),
        ("true", True),
        ('["points", "shootout"]', ["points", "shootout"]), ("{ at = 5 }", {"at": 5}), ("МУДРЕЦ", "МУДРЕЦ"),
    ],
)  # fmt: skip
def test_set_reads_values_as_toml_and_a_bare_word_as_text(text: str, value: object) -> None:
    assert parse_set(f" games.quiz.x = {text} ") == ("games.quiz.x", value)


def test_set_says_all_that_is_wrong() -> None:
    with pytest.raises(RuleErrors) as caught:
        parse_sets(["games.quiz.late", "a=[points]", "b=1", "b=2", "=3", "c="])
    assert [(p.path, p.found) for p in caught.value.problems] == [
        ("--set", '"games.quiz.late"'), ("a", '"[points]"'), ("b", "1 and 2"), ("--set", '"=3"'), ("--set", '"c="'),
    ]  # fmt: skip


def test_text_of_values_is_toml() -> None:
    values = [True, 3, Decimal("0.50"), Decimal("1E+2"), '„Я“ "x"\n', ("a", 1), {"at": 5, "name": "Б"}]
    assert [toml_text(v) for v in values] == [
        "true", "3", "0.5", "100", '"„Я“ \\"x\\"\\n"', '["a", 1]', '{ at = 5, name = "Б" }'
    ]  # fmt: skip
    assert [read_value(toml_text(v)) for v in values[:5]] == values[:5]


def test_a_value_of_levels_without_end_is_a_problem_and_no_crash() -> None:
    with pytest.raises(RuleErrors, match="too many of them"):
        parse_set("games.quiz.place_by=" + "[" * 3000 + "]" * 3000)
