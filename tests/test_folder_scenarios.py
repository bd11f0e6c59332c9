"""Saved scenarios: a text that gives the same scenario again, all that is wrong with one, and --scenario."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.folder import FolderError, Scenario, saved
from pipelines.folder.scenarios import KEYS, parsed
from pipelines.ruleset.errors import RuleErrors
from pipelines.ruleset.load import load_rule_set
from tests.conftest import tablo
from tests.test_folder_lines import league

LEAGUES = Path(__file__).parents[1] / "data" / "leagues"
TEXTS = st.text(st.characters(codec="utf-8"), max_size=10)
FILLED = TEXTS.filter(bool)
WORDS = st.from_regex(r"[a-z_]+(\.[a-z0-9_]+){0,3}", fullmatch=True)
DECIMALS = st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**6), max_value=10**6, places=3)
PLAIN = st.booleans() | st.integers(-(10**9), 10**9) | DECIMALS | TEXTS
VALUES = (
    PLAIN | st.lists(PLAIN, max_size=3) | st.lists(st.fixed_dictionaries({"at": DECIMALS, "name": TEXTS}), max_size=2)
)
RULINGS = st.dictionaries(st.sampled_from([key for key in KEYS if key != "kind"]), FILLED, max_size=4)


@given(
    title=TEXTS.filter(str.strip),
    patch=st.dictionaries(WORDS, VALUES, max_size=3),
    rulings=st.lists(RULINGS, max_size=3),
)
def test_a_scenario_is_read_as_it_was_saved(
    title: str, patch: dict[str, object], rulings: list[dict[str, str]]
) -> None:
    scenario = Scenario(title, patch, tuple({"kind": "warn", **row} for row in rulings))
    again = parsed(scenario.text)
    assert again == scenario
    assert again.text == scenario.text
    assert Scenario.of_texts(title, [], scenario.decides).decisions == scenario.decisions


def test_the_texts_of_the_command_make_the_same_scenario() -> None:
    sets = ("games.quiz.tied_places=dense", "series.month.drop_worst=1", 'games.quiz.place_by=["points"]')
    scenario = Scenario.of_texts("Опит", sets, ["adjust event=e1 team='Два пъти «не»' value=-1.5"])
    assert scenario.patch == {
        "games.quiz.tied_places": "dense",
        "series.month.drop_worst": 1,
        "games.quiz.place_by": ["points"],
    }
    assert scenario.decisions == ({"kind": "adjust", "event": "e1", "team": "Два пъти «не»", "value": "-1.5"},)
    assert Scenario.of_texts("Опит", scenario.sets, scenario.decides) == scenario


def test_rules_may_be_nested_and_rulings_hold_numbers_and_moments() -> None:
    text = """
        title = "x"
        [patch.games.quiz]
        tied_places = "dense"
        rounds.1.value = 1.5
        [[decisions]]
        kind = "adjust"
        decided_at = 2026-03-05T22:00:00
        round = 2
        value = -0.5
    """
    scenario = parsed(text)
    assert scenario.patch == {"games.quiz.tied_places": "dense", "games.quiz.rounds.1.value": Decimal("1.5")}
    assert scenario.decisions == (
        {"kind": "adjust", "decided_at": "2026-03-05T22:00:00", "round": "2", "value": "-0.5"},
    )


def test_all_that_is_wrong_is_said_at_once() -> None:
    text = """
        titel = "x"
        [patch]
        "games.quiz.tied_place" = "dense"
        "games.quiz.coefficient_negative" = 3
        [[decisions]]
        event = "e1"
        teem = "a"
        round = [1]
    """
    with pytest.raises(RuleErrors) as raised:
        parsed(text, "опит.toml", load_rule_set("bg_monthly"))
    said = str(raised.value)
    assert said.startswith("7 problems in опит.toml:"), said
    for part in ("nearest is title", "title: wanted a text", "games.quiz.tied_places", "coefficient_negative"):
        assert part in said
    for part in ("decisions 1, teem", "nearest is team", "decisions 1, round", "decisions 1: wanted a kind"):
        assert part in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('title = "x', "wanted TOML"),
        ('title = "x"\npatch = 1', r"wanted a table \[patch\]"),
        ('title = "x"\ndecisions = 1', "wanted tables"),
        ('title = "x"\n[patch]\n"a.b" = 1\na.b = 2', "a.b: found two"),
    ],
)
def test_a_text_that_is_no_scenario(text: str, said: str) -> None:
    with pytest.raises(RuleErrors, match=said):
        parsed(text)


@pytest.mark.parametrize(
    ("pair", "said"),
    [("event", "found"), ("kind=ban", "found"), ("event=a event=b", "each key once"), ("note='", "quot")],
)
def test_a_ruling_that_is_none(pair: str, said: str) -> None:
    with pytest.raises(RuleErrors, match=said):
        Scenario.of_texts("x", [], [f"warn {pair}"])


def test_saving_finding_and_deleting(tmp_path: Path) -> None:
    folder = league(tmp_path)
    one = Scenario("Без серия / „опит“", {"games.quiz.streak_handicap.step": 0})
    path = saved.save(folder, one)
    assert path == folder / "scenarios" / "без-серия-опит.toml"
    saved.save(folder, one)  # the same again is no other one
    other = Scenario("БЕЗ СЕРИЯ (опит)")
    with pytest.raises(FolderError, match="such a scenario already"):
        saved.save(folder, other)
    saved.save(folder, other, replace=True)
    saved.save(folder, one, "../../b")
    (folder / "scenarios" / "broken.toml").write_text("title = 1", "utf-8")
    listed = saved.listed(folder)
    assert [one.name for one in listed] == ["b", "broken", "без-серия-опит"]
    assert [one.problem is None for one in listed] == [True, False, True]
    assert saved.load(saved.find(folder, "без серия (ОПИТ)")) == other
    saved.delete(folder, "b")
    with pytest.raises(FolderError, match="no scenario 'b'"):
        saved.find(folder, "b")
    assert not list(tmp_path.parent.glob("*.toml"))


@pytest.mark.parametrize("path", sorted(LEAGUES.glob("*/scenarios/*.toml")), ids=lambda path: path.stem)
def test_the_scenarios_of_the_samples_stand_as_they_would_be_saved(path: Path) -> None:
    rules = {"sofia-monthly": "bg_monthly", "berlin-2025-26": "berlin_60s", "shaker-volga": "shaker"}
    scenario = saved.load(path, load_rule_set(rules[path.parents[1].name]))
    assert path.read_text("utf-8") == scenario.text
    assert saved.file_name(scenario.title) == path.stem


def test_the_command_takes_a_scenario_by_name_title_or_file(tmp_path: Path) -> None:
    folder, db = league(tmp_path / "cup"), tmp_path / "t.duckdb"
    ruling = "adjust event=e1 team=Едно value=-3"
    path = saved.save(folder, Scenario.of_texts("Наказание", ["games.quiz.tied_places=dense"], [ruling]))
    assert tablo("build", folder, "--db", db).status == 0
    call = ("event", "cup", "e1", "--db", db, "--format", "csv")
    before, after = tablo(*call).out, tablo(*call, "--decide", ruling).out
    assert before != after
    for name in ("наказание", "Наказание", path):
        assert tablo(*call, "--scenario", name).out == after
    unknown = tablo(*call, "--scenario", "наказания")
    assert (unknown.status, "The nearest is наказание" in unknown.err) == (2, True)


def test_what_is_said_beside_a_scenario_stands_over_it(tmp_path: Path) -> None:
    folder, db = league(tmp_path / "cup"), tmp_path / "t.duckdb"
    saved.save(folder, Scenario("s", {"series.month.first_event_place_points": [50], "series.month.beyond": 1}))
    tablo("build", folder, "--db", db)
    call = ("series", "cup", "month", "--db", db, "--format", "csv", "--scenario", "s")
    assert ",50,1,1," in tablo(*call).out
    assert ",20,1,1," in tablo(*call, "--set", "series.month.first_event_place_points=[20]").out


def test_levels_without_end_are_a_problem_of_the_file() -> None:
    with pytest.raises(RuleErrors, match="too many of them"):
        parsed("title = " + "[" * 3000 + "]" * 3000)
