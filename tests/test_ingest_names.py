"""Who is who: teams.csv, names.csv, cities, and the doubts about spellings."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.ingest import decisions_from_texts
from pipelines.ruleset.errors import RuleErrors
from pipelines.ruleset.league import load_league
from tests.test_ingest_reading import codes, facts_of, league

BG = 'rule_set = "bg_monthly"\n'
THREE = "event,date,city\ne1,2026-03-05,Уфа\ne2,2026-03-12,Омск\ne3,2026-03-19,Уфа\n"


def ids(facts: object) -> list[tuple[str, str]]:
    return facts.totals.select("event", "team_id").rows()  # type: ignore[attr-defined, no-any-return]


def test_a_name_is_a_team_in_each_city_where_the_rules_go_by_city(tmp_path: Path) -> None:
    facts = facts_of(league(tmp_path, events_csv=THREE, t_csv="event,team,points\ne1,Кот,1\ne2,КОТ,1\ne3,«кот»,1\n"))
    assert ids(facts) == [("e1", "кот@уфа"), ("e2", "кот@омск"), ("e3", "кот@уфа")]
    assert facts.teams.select("team_id", "team", "city").rows() == [
        ("кот@омск", "КОТ", "Омск"),
        ("кот@уфа", "«кот»", "Уфа"),
    ]


def test_elsewhere_a_name_is_one_team(tmp_path: Path) -> None:
    folder = league(tmp_path, league_toml=BG, events_csv=THREE, t_csv="event,team,points\ne1,Кот,1\ne2,КОТ,1\n")
    assert ids(facts_of(folder)) == [("e1", "кот"), ("e2", "кот")]


def test_names_of_teams_csv_are_told_apart_by_city_then_by_date(tmp_path: Path) -> None:
    teams = (
        "team_id,name,city,from,kind\na,Кот,Уфа,,official\nb,Кот,Омск,,official\n"
        "c,Пёс,Уфа,2026-01-01,official\nd,Пёс,Уфа,2026-03-10,official\n"
        "a,Новый Кот,Уфа,2026-03-01,official\na,Котик,Уфа,2026-05-01,alias\n"
    )
    rows = "event,team,points\ne1,Кот,1\ne2,кот,1\ne1,Пёс,2\ne3,Пёс,2\ne3,котик,3\n"
    facts = facts_of(league(tmp_path, events_csv=THREE, teams_csv=teams, t_csv=rows))
    assert ids(facts) == [("e1", "a"), ("e2", "b"), ("e1", "c"), ("e3", "d"), ("e3", "a")]
    assert facts.teams.filter(team_id="a")["team"].to_list() == ["Новый Кот"]


def test_a_name_of_two_teams_of_one_city_is_asked_about(tmp_path: Path) -> None:
    teams = "team_id,name,city\na,Кот,Уфа\nb,Кот,Уфа\n"
    facts = facts_of(league(tmp_path, teams_csv=teams, t_csv="event,team,points\ne1,Кот,1\n"))
    assert codes(facts) == [("name_ambiguous", 2), ("name_taken", 3)]


def test_a_person_says_that_two_spellings_are_one_team(tmp_path: Path) -> None:
    rows = "event,team,points\ne1,Красный кот,1\ne2,Красный кит,1\ne3,Красный кит,1\n"
    names = "said_at,name_a,name_b,city,same,from\n2026-04-01,Красный кот,красный  КИТ,,1,2026-03-15\n"
    asked = facts_of(league(tmp_path / "asked", league_toml=BG, events_csv=THREE, t_csv=rows))
    said = facts_of(league(tmp_path / "said", league_toml=BG, events_csv=THREE, t_csv=rows, names_csv=names))
    assert codes(asked) == [("similar_name", 3)]
    assert ids(said) == [("e1", "красный-кот"), ("e2", "красный-кит"), ("e3", "красный-кот")]


def test_a_person_says_that_two_spellings_are_two_teams(tmp_path: Path) -> None:
    rows = "event,team,points\ne1,Красный кот,1\ne2,Красный кит,1\ne2,Красный kот,1\n"
    names = "name_a,name_b,same\nКрасный кот,Красный кит,0\nКрасный кот,Красный kот,0\nКрасный кит,Красный kот,0\n"
    facts = facts_of(league(tmp_path, league_toml=BG, events_csv=THREE, t_csv=rows, names_csv=names))
    assert codes(facts) == []
    assert len({team for _, team in ids(facts)}) == 3


def test_names_that_differ_by_a_number_are_meant_to(tmp_path: Path) -> None:
    rows = "event,team,points\ne1,Команда 1,1\ne2,Команда 2,1\n"
    assert codes(facts_of(league(tmp_path, league_toml=BG, events_csv=THREE, t_csv=rows))) == []


def test_a_copy_and_a_chooser_become_ids(tmp_path: Path) -> None:
    answers = "event,round,question,team,verdict,joker,copied_team\ne1,1,1,Кот,,copy,ПЁС\ne1,1,1,Пёс,1,,\n"
    rounds = "event,round,variant,chosen_by\ne1,5,open,пес\n"
    facts = facts_of(league(tmp_path, league_toml=BG, events_csv=THREE, a_csv=answers, r_csv=rounds))
    assert facts.answers["copied_team"].to_list() == ["пес", None]
    assert facts.rounds["chosen_by"].to_list() == ["пес"]


def test_rulings_by_text(tmp_path: Path) -> None:
    folder = league(tmp_path, t_csv="event,team,points\ne1,Кот,1\ne1,Пёс,2\n")
    facts, read = facts_of(folder), load_league(folder)
    made = decisions_from_texts(
        ['adjust event=e1 team="КОТ" value=-1,5', "ban team=пес@уфа value=01.04.2026"], facts, read
    )
    assert made.select("ord", "kind", "event", "game", "team_id", "value", "status").rows() == [
        (0, "adjust", "e1", "quiz", "кот@уфа", "-1.5", "upheld"),
        (1, "ban", None, "quiz", "пес@уфа", "2026-04-01", "upheld"),
    ]


def test_all_that_is_wrong_with_rulings_is_said_at_once(tmp_path: Path) -> None:
    folder = league(tmp_path, t_csv="event,team,points\ne1,Кот,1\n")
    texts = ["fine event=e1", "adjust evnt=e1", "disqualify event=e7 team=Никто", 'warn "']
    with pytest.raises(RuleErrors) as caught:
        decisions_from_texts(texts, facts_of(folder), load_league(folder))
    said = str(caught.value)
    assert len(caught.value.problems) == 5
    assert all(part in said for part in ("«fine»", "nearest is event", "«e7»", "«Никто»", "No closing quotation"))
