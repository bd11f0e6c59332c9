"""A rule that changes on a day: evenings, periods, and what is now in force."""

from datetime import date
from pathlib import Path

import pytest

from pipelines.ruleset.bound import bind
from pipelines.ruleset.errors import RuleErrors
from pipelines.ruleset.league import League, load_league

RULES = """
title = "A league that changed its mind"
[clauses]
"1" = { does = "computes", says = "Places by points." }
"2" = { does = "computes", says = "Bad evenings do not count." }
"3" = { does = "computes", says = "Winners start behind." }
[games.quiz]
place_by = { clause = "1", value = ["points"] }
tied_places = [{ clause = "1", value = "skip" }, { from = 2026-09-01, clause = "1", value = "dense" }]
[games.quiz.streak_handicap] # there is none before that day
from_wins = [{ from = 2026-09-01, clause = "3", value = 2 }]
step = [{ from = 2026-09-01, clause = "3", value = -2 }]
[series.season]
game = { clause = "2", value = "quiz" }
value = { clause = "2", value = "points" }
period = { clause = "2", value = "season" }
drop_worst = [{ from = 2023-09-01, clause = "2", value = 1 }, { from = 2026-09-01, clause = "2", value = 2 }]
"""
LEAGUE = """
rule_set = "rules.toml"
title = "Changing"
closed = ["2024/25"]
[events."gala"]
games.quiz.tied_places = "skip"
games.quiz.late = "wrong"
"""
BEFORE, ON, AFTER = date(2026, 8, 31), date(2026, 9, 1), date(2026, 9, 2)


@pytest.fixture
def league(tmp_path: Path) -> League:
    (tmp_path / "rules.toml").write_text(RULES, encoding="utf-8")
    (tmp_path / "league.toml").write_text(LEAGUE, encoding="utf-8")
    return load_league(tmp_path)


def test_an_evening_has_the_rules_of_its_day(league: League) -> None:
    rules = bind(league)
    assert [rules.of_event("e", day).games["quiz"].tied_places for day in (BEFORE, ON, AFTER)] == [
        "skip",
        "dense",
        "dense",
    ]
    assert rules.of_event("e", ON) is rules.of_event("another", AFTER)


def test_a_period_has_the_rules_of_its_first_event(league: League) -> None:
    rules = bind(league)
    days = (date(2023, 8, 31), date(2023, 9, 1), BEFORE, ON)
    assert [rules.of_period(day).series["season"].drop_worst for day in days] == [0, 1, 1, 2]


def test_the_latest_rules_are_the_last_ones(league: League) -> None:
    assert bind(league).latest() is bind(league).of_period(date(2099, 1, 1))
    assert bind(league).latest().series["season"].drop_worst == 2


def test_one_evening_may_differ(league: League) -> None:
    rules = bind(league)
    gala = rules.of_event("gala", AFTER).games["quiz"]
    assert (gala.tied_places, gala.late) == ("skip", "wrong")
    assert rules.of_period(AFTER).games["quiz"].tied_places == "dense"
    assert rules.of_event("gala", AFTER).series["season"] is rules.of_event("e", AFTER).series["season"]


def test_a_scenario_holds_on_all_days_and_over_an_evening(league: League) -> None:
    rules = bind(league, {"games.quiz.tied_places": "dense"})
    assert {rules.of_event(e, d).games["quiz"].tied_places for e in ("e", "gala") for d in (BEFORE, AFTER)} == {"dense"}
    assert rules.forced == {"games.quiz.tied_places"}
    assert rules.baseline is bind(league)


def test_a_part_of_a_rule_acts_only_where_the_rule_is_there(league: League) -> None:
    rules = bind(league, {"games.quiz.streak_handicap.step": -3})
    assert rules.of_event("e", BEFORE).games["quiz"].streak_handicap is None
    handicap = rules.of_event("e", AFTER).games["quiz"].streak_handicap
    assert handicap is not None
    assert handicap.step == -3


def test_what_is_in_force_everywhere_is_no_change(league: League) -> None:
    rules = bind(league, {"games.quiz.place_by": ["points"], "series.season.drop_from": "second"})
    assert rules is bind(league)
    assert rules.forced == frozenset()


def test_what_is_in_force_on_all_days_but_not_on_the_gala_is_a_change(league: League) -> None:
    assert bind(league, {"games.quiz.late": "none"}).forced == {"games.quiz.late"}


def test_equal_scenarios_give_the_identical_rules(league: League) -> None:
    one, same = (bind(league, {"games.quiz.late": "wrong", "series.season.drop_worst": 3}) for _ in range(2))
    assert one is same
    assert one.of_event("e", AFTER) is same.of_event("e", AFTER)
    assert one.of_event("e", AFTER).games["quiz"] is bind(league, {"games.quiz.late": "wrong"}).latest().games["quiz"]


def test_a_wrong_scenario_says_everything(league: League) -> None:
    with pytest.raises(RuleErrors) as caught:
        bind(
            league,
            {"games.quiz.lat": "wrong", "series.season.drop_worst": -1, "games.quiz.shootout.kind": "sudden_death"},
        )
    assert [p.path for p in caught.value.problems] == [
        "games.quiz.lat",
        "series.season.drop_worst",
        "games.quiz.shootout.kind",
    ]


def test_the_league_says_what_its_file_says(league: League) -> None:
    rules = bind(league)
    assert (league.title, rules.closed, rules.totals_contain_handicap) == ("Changing", frozenset({"2024/25"}), False)
    assert league.events == {"gala": {"games.quiz.tied_places": "skip", "games.quiz.late": "wrong"}}


def test_a_league_is_known_by_what_it_says(league: League, tmp_path: Path) -> None:
    assert load_league(tmp_path).fingerprint == league.fingerprint
    (tmp_path / "league.toml").write_text(LEAGUE + "games.quiz.void_question = 'credit_all'\n", encoding="utf-8")
    assert load_league(tmp_path).fingerprint != league.fingerprint
