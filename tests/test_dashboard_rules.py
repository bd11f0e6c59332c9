"""The rules page: every clause and every parameter of a rule set is told, in words, with its dates and assumptions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from html import unescape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import language, ledger, values
from dashboard.views import rules as view
from pipelines.ruleset import listing
from pipelines.ruleset.dated import RuleSet
from pipelines.ruleset.league import League, Texts, league_of_texts
from pipelines.ruleset.load import load_rule_set, parse_rule_set, parse_toml
from tests.dashboard_samples import LANGUAGES, LEAGUES, page, run, stored

CHANGED = """
title = "Changing"
[clauses]
"1" = { does = "computes", says = "The worst results are dropped." }
"2" = { does = "outside", says = "Be kind.", why = "conduct" }
"3" = { does = "checks", says = "Names are unique." }
[names]
unique_in = { clause = "3", value = "event" }
[games.quiz]
title = "Quiz"
late = { clause = "1", value = "none", assumed = "the text is <silent> & short" }
[games.quiz.rounds.1-3]
value = { clause = "1", value = 1 }
[series.s]
title = "Season"
game = { clause = "1", value = "quiz" }
value = { clause = "1", value = "points" }
period = { clause = "1", value = "season" }
drop_worst = [{ from = 2025-09-01, clause = "1", value = 1 }, { from = 2026-09-01, clause = "1", value = 2 }]
"""


def league(name: str) -> League:
    meta = stored(name).meta
    return league_of_texts(name, Texts(meta.league_toml, meta.rules_toml))


def ledger_html(drawn: AppTest) -> str:
    return next(e.proto.body for e in drawn.get("html") if 'class="ledger"' in e.proto.body)


def sections(drawn: AppTest) -> dict[str, str]:
    """What the page says of each clause, by its number."""
    found = {}
    for part in ledger_html(drawn).split("<section ")[1:]:
        number = re.search(r'class="number">([^<]*)<', part)
        assert number is not None
        within = re.sub(r"</?code>", "", part.partition(">")[2])
        found[unescape(number.group(1))] = unescape(re.sub(r"<[^>]+>", " ", within))
    return found


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", LEAGUES)
def test_every_clause_of_a_rule_set_is_told(name: str, code: str) -> None:
    rule_set = league(name).rule_set
    say = language.translations(code).gettext
    drawn = page("rules", {"league": name, "lang": code})
    told = sections(drawn)
    assert list(told) == list(rule_set.clauses)
    for number, clause in rule_set.clauses.items():
        for text in (clause.says, clause.why, clause.by, clause.taken):
            assert text is None or say(text) in told[number], number
    assert 'lang="en"' not in ledger_html(drawn)
    written = _written(rule_set)
    assert code == "en" or [text for text in written if text in " ".join(told.values())] == []
    said = _without(map(say, written), " ".join(told.values()))
    ids = {path.split(".")[1] for path in rule_set.parameters if path.startswith(("games.", "series."))}
    raw = ("None", "nan", *(ids if code != "en" else ()))  # in English an id may be a word: quiz, month
    assert [each for each in raw if re.search(rf"\b{each}\b", said)] == []


def _written(rule_set: RuleSet) -> set[str]:
    """The texts of the rule file as they stand there."""
    written = [text for each in rule_set.clauses.values() for text in (each.says, each.why, each.by, each.taken)]
    written += [row.assumed for rows in rule_set.parameters.values() for row in rows]
    return {text for text in written if text}


def _without(texts: Iterable[str], said: str) -> str:
    """What the page says in words of its own."""
    for text in sorted(texts, key=len, reverse=True):
        said = said.replace(text, " ")
    return said


@pytest.mark.parametrize("name", LEAGUES)
def test_every_parameter_stands_under_its_clause_and_every_assumption_has_its_reason(name: str) -> None:
    rule_set = league(name).rule_set
    told = sections(page("rules", {"league": name, "lang": "en"}))
    rows = listing.parameters(rule_set).filter(~listing.parameters(rule_set)["unset"])
    for path, clause, label, assumed in rows.select("path", "clause", "label", "assumed").iter_rows():
        if clause is None:  # names of things
            continue
        assert label in told[clause], path
        assert assumed is None or f"Assumed: {assumed}" in told[clause], path
    count = sum(text.count("Assumed: ") for text in told.values())
    assert count == ledger.assumptions(ledger.entries(rule_set))


def test_values_are_told_in_words() -> None:
    told = sections(page("rules", {"league": "sofia-monthly", "lang": "en"}))
    assert "−2" in told["3.4.2"]
    assert "breaks it" in told["3.4.2"]
    assert "50%" in told["3.4.3"]
    assert "Месечно класиране · Vice-champion" in told["3.3"]
    shaker = sections(page("rules", {"league": "shaker-volga", "lang": "ru"}))
    assert "Шейкер квиз · Раунды 1–6" in shaker["2.2.10"]
    assert "0,5–1,5" in shaker["2.2.10"]
    assert "40\u00a0000: МАНУЛ СИЛЫ" in shaker["2.1.9"]
    berlin = sections(page("rules", {"league": "berlin-2025-26", "lang": "en"}))
    assert "points in “Матрица”" in berlin["2.4"]
    assert "Сезон «60 секунд»; Сезон «Матрицы»" in berlin["App. 2"]


def test_a_text_and_the_switch_leave_what_fits() -> None:
    drawn = page("rules", {"league": "sofia-monthly", "lang": "en"})
    drawn.text_input(key="rules-text").set_value("JOKER copied")
    assert list(sections(run(drawn))) == ["2.4.1.2"]
    drawn.text_input(key="rules-text").set_value("class div")  # what only the markup says is not found
    assert sections(run(drawn)) == {}
    assert any("No clause fits" in each.value for each in drawn.caption)
    drawn.text_input(key="rules-text").set_value("")
    drawn.toggle(key="rules-assumed").set_value(True)
    told = sections(run(drawn))
    assert "3.4.2" in told
    assert "1.1" not in told
    assert "Points for each win" not in told["3.4.2"]  # the source says it


def test_an_evening_with_a_rule_of_its_own_leads_there() -> None:
    drawn = page("rules", {"league": "sofia-monthly", "lang": "en"})
    said = " ".join(each.value for each in drawn.markdown)
    assert re.search(r"Players in a team, from and to: \*\*1–8\*\* \(otherwise: not set\)", said)
    (link,) = [e.proto for e in drawn.get("page_link") if "2026-06-11" in e.proto.query_string]
    assert link.label == "11 Jun 2026 · До осем души на маса"


def test_a_rule_that_changed_shows_both_values_with_their_days(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language._Chosen, "ask", staticmethod(lambda: "en"))
    rule_set = parse_rule_set(parse_toml(CHANGED), "changing", "changing.toml")
    (entry, *_rest) = ledger.entries(rule_set)
    (dropped,) = [rule for rule in entry.rules if rule.label == "Worst results dropped"]
    html = view._rule(dropped, rule_set.rules[-1], date(2026, 11, 1))
    told = [" ".join(re.sub(r"<[^>]+>", " ", part).split()) for part in re.findall(r"<div.*?</div>", html)]
    assert told == ["1 Sep 2025 – 31 Aug 2026 1", "from 1 Sep 2026 2"]
    assert re.findall(r'<div class="past">', html) == ['<div class="past">']
    assert ledger.in_force(dropped.rows, date(2026, 8, 31)) == dropped.rows[0]
    assert ledger.in_force(dropped.rows, date(2025, 8, 31)) is None


def test_texts_of_a_rule_file_are_never_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language._Chosen, "ask", staticmethod(lambda: "en"))
    rule_set = parse_rule_set(parse_toml(CHANGED), "changing", "changing.toml")
    (entry, *_rest) = ledger.entries(rule_set)
    html = view._clause(entry, rule_set.rules[-1], date(2026, 11, 1))
    assert "&lt;silent&gt; &amp; short" in html
    assert view._fits(html, "<silent>")
    assert not view._fits(html, "span")


def test_a_text_without_a_translation_is_told_as_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """English of an own rule set is heard as English; what is in the letters of the page, as the rest of it."""
    monkeypatch.setattr(language._Chosen, "ask", staticmethod(lambda: "bg"))
    own = CHANGED.replace("conduct", "поведение")
    rule_set = parse_rule_set(parse_toml(own), "changing", "changing.toml")
    html = "".join(view._clause(each, rule_set.rules[-1], date(2026, 11, 1)) for each in ledger.entries(rule_set))
    assert '<p class="says"><span lang="en">Be kind.</span></p>' in html
    assert 'Допускане: <span lang="en">the text is &lt;silent&gt; &amp; short</span>' in html
    assert "</b> · поведение</p>" in html


def test_clauses_and_their_parameters() -> None:
    rule_set = parse_rule_set(parse_toml(CHANGED), "changing", "changing.toml")
    found = {entry.number: entry for entry in ledger.entries(rule_set)}
    assert [len(entry.rules) for entry in found.values()] == [6, 0, 1]
    (points,) = [rule for rule in found["1"].rules if rule.label == "Points for a right answer"]
    assert ledger.spans([ledger.group(path) for path in points.paths]) == [("games.quiz", "1–3")]
    (only,) = ledger.assumed_only(list(found.values()))
    assert [rule.label for rule in only.rules] == ["What a late answer is"]


@pytest.mark.parametrize(
    ("groups", "told"),
    [
        (["games.a.rounds.1", "games.a.rounds.2", "games.a.rounds.4"], [("games.a", "1–2"), ("games.a", "4")]),
        (["games.a.rounds.9", "games.a.rounds.10"], [("games.a", "9–10")]),
        (["games.a", "games.b"], [("games.a", ""), ("games.b", "")]),
        (["games.a.rounds.5.variants.v"], [("games.a.rounds.5.variants.v", "")]),
        ([""], [("", "")]),
    ],
)
def test_rounds_that_follow_each_other_are_told_as_one(groups: list[str], told: list[tuple[str, str]]) -> None:
    assert ledger.spans(groups) == told


@pytest.mark.parametrize(
    ("code", "path", "value", "said"),
    [
        ("ru", "games.quiz.team_size", (1, 10), "1–10"),
        ("bg", "games.quiz.rounds.1.value_range", ("0.5", "1.5"), "0,5–1,5"),
        ("bg", "series.month.place_points", ("13.5", "8"), "13,5; 8"),
        ("en", "series.month.place_points", ("13.5", "8"), "13.5, 8"),
        ("en", "series.month.place_points", (), "nothing"),
        ("ru", "series.month.cause.winner_keeps", "0.5", "50\u00a0%"),
        ("en", "games.quiz.winner_frozen", True, "yes"),
        ("en", "games.quiz.points_step", None, "not set"),
    ],
)
def test_a_value_in_the_manner_of_its_language(
    code: str, path: str, value: object, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language._Chosen, "ask", staticmethod(lambda: code))
    exact = tuple(Decimal(str(v)) for v in value) if isinstance(value, tuple) else value
    number = Decimal(value) if isinstance(value, str) else exact
    assert values.said(path, number, None) == said


def test_every_rule_set_of_the_house_can_be_told() -> None:
    for file in (Path(__file__).parents[1] / "rules").glob("*.toml"):
        rule_set = load_rule_set(file.stem)
        for entry in ledger.entries(rule_set):
            assert view._clause(entry, rule_set.rules[-1], date(2026, 1, 1))
