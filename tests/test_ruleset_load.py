"""The rule sets load, their ledgers are complete, and what is assumed says so."""

import re
import tomllib
from decimal import Decimal
from pathlib import Path

import pytest

from pipelines.ruleset import listing
from pipelines.ruleset.dated import RuleSet
from pipelines.ruleset.load import load_rule_set, parse_rule_set, rule_set_names
from pipelines.ruleset.tomltext import read_value

OTHER_SPORTS = sorted((Path(__file__).parent / "rule_sets").glob("*.toml"))
README = Path(__file__).parents[1] / "rules" / "README.md"

# Every clause that the readings of the three regulations cite.
CITED = {
    "bg_monthly": """
        1.2 1.3 2 2.3.1 2.3.2 2.3.3 2.3.4 2.3.5 2.3.5.6 2.4.1.1 2.4.1.2 2.4.1.3 2.4.2 3.1 3.2 3.3 3.4.1 3.4.2 3.4.3""",
    "berlin_60s": "1.2 1.3 2.1 2.2 2.3 2.4 2.4.1 2.5 3.1 3.2 3.3 3.4 3.5 4.1 4.2 4.3 4.4 5",
    "shaker": """
        2.1.1 2.1.3 2.1.4 2.1.5 2.1.6 2.1.7 2.1.9 2.1.10 2.2.4 2.2.5 2.2.6 2.2.8 2.2.9 2.2.10 2.2.11 2.2.13 2.3 2.4""",
}
# How many clauses or paragraphs stand below each heading of a source, counted there.
PARAGRAPHS = {
    "bg_monthly": {"1.": 5, "2.": 4, "2.3.": 5, "2.3.5.": 6, "2.4.": 2, "2.4.1.": 3, "3.": 4, "3.4.": 3},
    "berlin_60s": {"1.": 4, "1.2.": 1, "2.": 5, "2.2.": 1, "2.4.": 1, "3.": 5, "4.": 5, "App. ": 2},
    "shaker": {"1.": 2, "2.1.": 10, "2.2.": 15, "2.3.": 4, "2.3.1.": 7, "2.3.2.": 9, "2.4.": 9},
}
HEADINGS = {"bg_monthly": {"2"}, "berlin_60s": {"5"}, "shaker": {"2.3", "2.4"}}
ASSUMED = {
    "bg_monthly": """
        games.quiz.late games.quiz.winner_frozen games.quiz.tied_places games.quiz.jokers.copy.of_double
        games.quiz.shootout.orders games.quiz.streak_handicap.absence games.quiz.streak_handicap.shared_win
        games.quiz.streak_handicap.across games.quiz.streak_handicap.events series.month.events
        series.month.titles.winner.final_handicap series.month.titles.vice.final_handicap
        series.month.titles.vice.within series.month.titles.vice.level
        series.month.titles.vice.passes_over series.month.titles.vice.with_new_winner""",
    "berlin_60s": """
        games.sixty_seconds.void_question games.sixty_seconds.coefficient_in games.sixty_seconds.coefficient_order
        games.sixty_seconds.place_by games.sixty_seconds.tied_places games.matrix.void_question games.matrix.late
        games.matrix.coefficient_in games.matrix.coefficient_order games.matrix.coefficient_negative
        games.matrix.tied_places
        series.season_sixty_seconds.disqualified series.season_sixty_seconds.place_points
        series.season_sixty_seconds.beyond series.season_sixty_seconds.tie_points series.season_sixty_seconds.drop_from
        series.season_matrix.disqualified series.season_matrix.place_points
        series.season_matrix.beyond series.season_matrix.tie_points series.season_matrix.drop_from""",
    "shaker": """
        games.quiz.tied_places games.quiz.points_step games.quiz.rounds.1.value games.quiz.rounds.2.value
        games.quiz.rounds.3.value games.quiz.rounds.4.value games.quiz.rounds.5.value games.quiz.rounds.6.value
        games.quiz.rounds.7.stake_none games.quiz.shootout.elimination series.rating.scope series.rating.counts
        series.rating.ranks_kept series.season.scope series.season.counts""",
}


@pytest.fixture(params=sorted(CITED))
def rule_set(request: pytest.FixtureRequest) -> RuleSet:
    return load_rule_set(request.param)


def test_all_rule_sets_of_the_folder_load() -> None:
    assert set(rule_set_names()) >= set(CITED)
    for name in rule_set_names():
        assert load_rule_set(name).rules[-1].games


def test_the_ledger_has_every_cited_clause_and_every_clause_of_the_source(rule_set: RuleSet) -> None:
    name = rule_set.name
    counted = {f"{head}{n + 1}" for head, count in PARAGRAPHS[name].items() for n in range(count)}
    assert set(rule_set.clauses) == counted | HEADINGS[name]
    assert set(CITED[name].split()) <= set(rule_set.clauses)


def test_the_assumed_parameters_are_those_of_the_readings(rule_set: RuleSet) -> None:
    assumed = {path for path, rows in rule_set.parameters.items() for row in rows if row.assumed}
    assert assumed == set(ASSUMED[rule_set.name].split())


@pytest.mark.parametrize("file", OTHER_SPORTS, ids=lambda file: file.stem)
def test_the_vocabulary_holds_other_sports(file: Path) -> None:
    (series,) = load_rule_set(file).rules[-1].series.values()
    assert series.keep_best == 11 or series.drop_by_events == (0, 0, 0, 1, 1, 2)


def test_numbers_are_as_they_are_written() -> None:
    rules = load_rule_set("shaker").rules[-1]
    assert rules.games["quiz"].rounds[1].value_range == (Decimal("0.5"), Decimal("1.5"))
    assert [step.at for step in rules.series["rating"].ranks] == [
        200, 500, 1500, 3000, 5000, 7000, 10000, 13000, 16000, 20000, 30000, 40000
    ]  # fmt: skip


def test_a_value_that_several_share_stands_once_and_reaches_all() -> None:
    berlin = load_rule_set("berlin_60s").rules[-1]
    values = {number: rules.values for number, rules in berlin.games["matrix"].rounds.items()}
    assert values == dict.fromkeys(range(1, 13), tuple(map(Decimal, (10, 20, 30, 40, 50))))
    assert len({series.place_points for series in berlin.series.values()}) == 1


def test_equal_files_are_equal_rule_sets_and_a_changed_one_differs() -> None:
    one, same = load_rule_set("shaker"), load_rule_set("shaker")
    assert one == same
    assert one.fingerprint == same.fingerprint
    assert one.fingerprint != load_rule_set("bg_monthly").fingerprint
    assert one.rules[-1] is same.rules[-1]


def test_the_listing_shows_what_the_file_says_and_what_it_leaves_out() -> None:
    rows = {row["path"]: row for row in listing.parameters(load_rule_set("bg_monthly")).to_dicts()}
    assert rows["games.quiz.jokers.double.points"] | {"label": "", "allowed": ""} == {
        "path": "games.quiz.jokers.double.points", "from": None, "value": "1", "clause": "2.4.1.1", "assumed": None,
        "allowed": "", "stage": "answers", "label": "", "unset": False,
    }  # fmt: skip
    assert rows["games.quiz.streak_handicap.across"]["assumed"].startswith("the text does not say")
    assert (rows["series.month.drop_worst"]["value"], rows["series.month.drop_worst"]["unset"]) == ("0", True)
    assert rows["games.quiz.coefficient_order"]["allowed"] == '"all" or "rounds"'


def test_the_listing_can_be_read_back() -> None:
    for path, value, unset in listing.parameters(load_rule_set("shaker")).select("path", "value", "unset").iter_rows():
        if not unset:
            read_value(value)
            assert value, path


def test_the_clauses_are_listed_with_what_is_done() -> None:
    clauses = listing.clauses(load_rule_set("berlin_60s"))
    assert clauses.filter(clause="1.4").to_dicts() == [{
        "clause": "1.4", "does": "outside", "says": "No quarrels with the host, no shouting from the table.",
        "taken": None, "why": "conduct without a sanction", "by": None,
    }]  # fmt: skip


def test_the_readme_explains_every_parameter() -> None:
    assert listing.vocabulary_markdown() in README.read_text(encoding="utf-8")


def test_the_example_of_the_readme_loads() -> None:
    (example,) = re.findall(r"```toml\n(title.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    rules = parse_rule_set(tomllib.loads(example, parse_float=Decimal), "example").rules[-1]
    assert rules.series["season"].drop_worst == 2
