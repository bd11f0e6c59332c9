"""The catalogues are complete in every language, and every code that reaches the screen has words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import get_args

import pytest

from dashboard import language, messages, words
from dashboard.language import LANGUAGES, LOCALES
from pipelines import tables
from pipelines.findings import CATALOGUE
from pipelines.ruleset.paths import ROOT, leaves_below
from pipelines.ruleset.vocabulary import Stage
from tests.dashboard_samples import LEAGUES, stored

WANTED = messages.wanted()
HERE = Path(messages.__file__).parent
NAMES = {"games": ["G"], "games.G.rounds": ["N"], "games.G.rounds.N.variants": ["V"], "series": ["S"]}


def forms(message: messages.Message) -> tuple[str, ...]:
    return message if isinstance(message, tuple) else (message,)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_message_is_translated_and_none_is_stale(code: str) -> None:
    """After a change of messages: `python -m dashboard.messages`, then translate what is empty."""
    for name, wanted in WANTED.items():
        catalog = messages.read(code, name)
        there = {
            message.id[0] if isinstance(message.id, tuple | list) else message.id for message in catalog if message.id
        }
        assert there == {forms(message)[0] for message in wanted}, f"{code}/{name}.po"
        for message in wanted:
            said = catalog[forms(message)[0]].string
            parts = said if isinstance(said, tuple) else (said,)
            assert all(parts), f"{code}/{name}.po: {message!r} is not translated"
            assert len(parts) == (catalog.num_plurals if isinstance(message, tuple) else 1)
    assert {file.stem for file in language.files(code)} == set(WANTED)


@pytest.mark.parametrize("code", LANGUAGES)
def test_translations_keep_what_is_filled_in(code: str) -> None:
    """All but the reason a library gives for not reading a workbook: it is English, and nothing to act on."""
    for name, wanted in WANTED.items():
        catalog = messages.read(code, name)
        for message in wanted:
            said = catalog[forms(message)[0]].string
            for translated in said if isinstance(said, tuple) else (said,):
                allowed = [set(re.findall(r"\{\w+\}", form)) - {"{reason}"} for form in forms(message)]
                translated = translated.replace("{reason}", "")
                assert set(re.findall(r"\{\w+\}", translated)) in allowed or len(allowed) > 1, (code, message)
                assert set(re.findall(r"\{\w+\}", translated)) <= allowed[-1], (code, message)


@pytest.mark.parametrize("code", ["bg", "ru"])
def test_translations_are_in_their_language(code: str) -> None:
    """A message left in English would show as one without a Cyrillic letter; names of files may stand alone."""
    for name, wanted in WANTED.items():
        catalog = messages.read(code, name)
        for message in wanted:
            said = catalog[forms(message)[0]].string
            for translated in said if isinstance(said, tuple) else (said,):
                assert re.search(r"[а-яё]", translated, re.IGNORECASE), (code, message)


def test_a_message_of_two_files_says_the_same_in_both() -> None:
    for code in LANGUAGES:
        said: dict[messages.Message, set[object]] = {}
        for name, wanted in WANTED.items():
            for message in wanted:
                said.setdefault(message, set()).add(messages.read(code, name)[forms(message)[0]].string)
        assert {message: each for message, each in said.items() if len(each) > 1} == {}


def test_every_call_can_be_extracted() -> None:
    """A message inside an f-string, or one put together, is found by no extractor: none is written so."""
    found = {form for wanted in WANTED.values() for message in wanted for form in forms(message)}
    for file in sorted(HERE.rglob("*.py")):
        for said in _marked(ast.parse(file.read_text("utf-8"))):
            assert said is None or said in found, f"{file.name}: {said!r}"


def _marked(tree: ast.AST) -> Iterator[str | None]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in messages.KEYWORDS:
            for argument in node.args[: 2 if node.func.id == "ngettext" else 1]:
                assert not isinstance(argument, ast.JoinedStr | ast.BinOp), ast.unparse(node)
                yield argument.value if isinstance(argument, ast.Constant) else None


def test_every_word_of_the_vocabulary_has_a_name() -> None:
    for path, leaf in leaves_below("", ROOT, NAMES):
        for option in leaf.options:
            if option not in ("games.H.points", "games.H.place", "series.X.points"):
                key = path.rpartition(".")[2]
                assert words.option(path, option) != option or _same_in_english(key, option), (path, option)


def _same_in_english(key: str, option: str) -> bool:
    known = {**words.OPTIONS, **words.CRITERIA, **words.QUALIFICATIONS, **words.STATUSES, **words.EVENT_KINDS}
    return words.OPTIONS_OF.get(f"{key}.{option}", known.get(option)) == option


def test_every_code_of_the_tables_has_a_name() -> None:
    assert set(words.STATUSES) == set(tables.STATUSES)
    assert set(words.EVENT_STATES) == set(tables.EVENT_STATES)
    assert set(words.EVENT_KINDS) == set(tables.EVENT_KINDS)
    assert set(words.SEVERITIES) == set(tables.SEVERITIES)
    assert set(words.STAGES) == set(get_args(Stage))
    assert all(words.advice(code) for code in CATALOGUE)
    for league in LEAGUES:
        scored = stored(league).scored
        codes = [*scored.standings["decided_by"], *scored.standings["won_by"], *scored.series_standings["decided_by"]]
        assert all(words.criterion(code) != code or code in ("points", "shared") for code in codes if code)
        assert set(scored.titles["title"]) <= set(words.TITLES)
        assert set(scored.titles["status"]) <= set(words.TITLE_STATUSES)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", ["1,234.50", "−2", "+1", "5 Mar 2026", "March 2026", "winter 2025/26", "2 errors", "5 errors"]),
        ("bg", ["1\u00a0234,50", "−2", "+1", "5 март 2026", "Март 2026", "зима 2025/26", "2 грешки", "5 грешки"]),
        ("ru", ["1\u00a0234,50", "−2", "+1", "5 мар. 2026", "Март 2026", "зима 2025/26", "2 ошибки", "5 ошибок"]),
    ],
)
def test_numbers_dates_and_plurals_follow_the_language(
    code: str, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language._Chosen, "ask", staticmethod(lambda: code))
    told = [
        language.number("1234.5", 2),
        language.number(-2),
        language.signed(1),
        language.day(date(2026, 3, 5)),
        words.period("month", "2026-03"),
        words.period("quarter", "2025-12"),
        *(language.ngettext("{n} error", "{n} errors", n).format(n=n) for n in (2, 5)),
    ]
    assert told == said


def test_the_browser_chooses_where_the_address_does_not() -> None:
    assert language.negotiated(["de-DE", "bg-BG", "ru"]) == "bg"
    assert language.negotiated(["fr"]) == "en"
    assert language.negotiated([]) == "en"


def test_no_catalogue_stands_outside_the_languages() -> None:
    assert {folder.name for folder in LOCALES.iterdir() if folder.is_dir()} == set(LANGUAGES)
