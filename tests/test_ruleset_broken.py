"""The museum of broken rule files: each gives exactly the message that stands beside it."""

from pathlib import Path

import pytest

from pipelines.ruleset.errors import RuleErrors
from pipelines.ruleset.league import load_league
from pipelines.ruleset.load import load_rule_set

MUSEUM = Path(__file__).parent / "broken_rules"


@pytest.mark.parametrize("file", sorted(MUSEUM.glob("*.toml")), ids=lambda file: file.stem)
def test_a_broken_rule_file_says_everything_that_is_wrong(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(MUSEUM.parents[1])
    with pytest.raises(RuleErrors) as caught:
        load_rule_set(file)
    assert str(caught.value) + "\n" == file.with_suffix(".txt").read_text(encoding="utf-8")


def test_every_message_has_its_file() -> None:
    assert {f.stem for f in MUSEUM.glob("*.txt")} == {f.stem for f in MUSEUM.glob("*.toml")}


@pytest.mark.parametrize("text", ["title = " + "[" * 9000, "a" + ".a" * 9000 + " = 1", "a = " + "{a = " * 9000])
def test_levels_without_end_are_a_problem_of_the_file(text: str, tmp_path: Path) -> None:
    (tmp_path / "deep.toml").write_text(text)
    with pytest.raises(RuleErrors):
        load_rule_set(tmp_path / "deep.toml")


def test_an_unknown_rule_set_names_the_nearest() -> None:
    with pytest.raises(RuleErrors) as caught:
        load_rule_set("berlin60")
    assert str(caught.value) == (
        "1 problem:\n"
        '  rule_set: found "berlin60"; wanted a rule set of rules/ (berlin_60s, bg_monthly, shaker) or the path of a '
        "TOML file. The nearest is berlin_60s. Correct the name."
    )


LEAGUES = {
    "an unknown key": (
        'rule_set = "shaker"\ntimezon = "Europe/Samara"\n[files."a.csv"]\nevnt = "e1"\nheader_row = 0\n',
        [
            "files.a.csv.header_row: found 0; wanted a whole number, 1 or more. Correct the value.",
            "files.a.csv.evnt: wanted one of event, game, layout, sheet, header_row, team, total, place, rounds,"
            " encoding, delimiter. The nearest is event. Correct the key.",
            "timezon: wanted one of rule_set, title, timezone, language, closed, totals_contain_handicap, files,"
            " events. The nearest is timezone. Correct the key.",
        ],
    ),
    "no rule set": (
        'title = "A"\nlanguage = "Bulgarian"\n',
        [
            'rule_set: wanted a text. Add it, for example rule_set = "berlin_60s".',
            'language: found "Bulgarian"; wanted two small letters, such as "bg". Correct the value.',
        ],
    ),
    "a time zone and a rule set that are none": (
        'rule_set = "shakr"\ntimezone = "Europe/Samarra"\n',
        [
            'timezone: found "Europe/Samarra"; wanted a time zone such as Europe/Sofia. The nearest is Europe/Samara.'
            " Correct the name.",
            'rule_set: found "shakr"; wanted a rule set of rules/ (berlin_60s, bg_monthly, shaker) or the path of a'
            " TOML file. The nearest is shaker. Correct the name.",
        ],
    ),
    "evenings with rules that are none": (
        'rule_set = "bg_monthly"\n[events."e1"]\ngames.quiz.rounds.2.valu = 3\ngames.quiz.late = "late"\n'
        '[events."e2"]\n"series.month.drop_worst" = 1\n',
        [
            'events."e1": games.quiz.rounds.2.valu: wanted a parameter of this rule set. The nearest is'
            " games.quiz.rounds.2.value. Correct the path; `tablo rules` lists them all.",
            'events."e1": games.quiz.late: found "late"; wanted "wrong" or "none". Correct the value.',
            'events."e2": series.month.drop_worst: wanted a rule that one evening may have of its own. Change it in the'
            " rule set.",
        ],
    ),
}


@pytest.mark.parametrize("case", LEAGUES)
def test_a_broken_league_file_says_everything_that_is_wrong(case: str, tmp_path: Path) -> None:
    text, messages = LEAGUES[case]
    (tmp_path / "league.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RuleErrors) as caught:
        load_league(tmp_path)
    assert str(caught.value).splitlines()[1:] == [f"  {message}" for message in messages]
    assert all(problem.file.endswith("league.toml") for problem in caught.value.problems)


def test_a_folder_without_a_league_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(RuleErrors, match=r"league\.toml:\n  found no such file; wanted this file"):
        load_league(tmp_path)
