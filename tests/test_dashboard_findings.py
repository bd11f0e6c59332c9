"""Findings in Bulgarian and Russian: the sentence, the closed words that fill it, and the next step."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
import pytest

from dashboard import language, messages, words
from pipelines.building import check
from pipelines.export import told
from pipelines.findings import CATALOGUE, filled, finding, slots
from pipelines.tables import Findings, empty
from tests.dashboard_samples import LEAGUES, stored
from tests.test_cases import CASES
from tests.test_ingest_broken import EXHIBITS, laid_out

NAMES = ("game", "series", "any_of", "any_series", "period")
"""Slots whose words a league may have called anything."""
KEPT = """
    awards csv teams names events decisions id data md league toml utf cp files rounds event game
    right wrong none partial double copy first_letter decided_at Round verdict shootout adjustment points value bonus
    void key theme variant results chosen_by title players coefficient paid status declared_points declared_place
"""
"""What is typed in files as it is: their names, headings, and words of cells."""
CLOSED = {
    "kind": "set_verdict",
    "joker": "first_letter",
    "award": "vice",
    "needs": "event, team, value, decided_at",
    "allowed": "cyrillic, digits",
    "table": "round scores",
    "tables": "answers (verdict), round scores (points)",
    "criterion": "closing_run",
    "any_of": "quiz or matrix",
    "any_series": "spring or autumn",
    "period": "all",
    **dict.fromkeys(("submitted", "taken_until", "decided", "decided_before", "until"), "2026-03-05 19:30"),
}
"""One value of each slot that is filled from a closed list or with a moment."""


@pytest.fixture(params=["bg", "ru"])
def spoken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(language._Chosen, "ask", staticmethod(lambda: request.param))
    return str(request.param)


@cache
def everything() -> pl.DataFrame:
    """The findings of the sample leagues, of the museum of broken files, and of the leagues that people sent."""
    return pl.concat([*(stored(league).scored.findings for league in LEAGUES), *_checked()])


def _checked() -> Iterator[pl.DataFrame]:
    with TemporaryDirectory() as somewhere:
        home = Path(somewhere)
        for exhibit in EXHIBITS:
            yield check(laid_out(exhibit, home / "museum" / exhibit.name), date(2030, 1, 1)).findings
        for case in sorted(folder for folder in CASES.iterdir() if folder.is_dir()):
            folder = home / case.name
            shutil.copytree(case, folder, ignore=shutil.ignore_patterns("expect.toml", "then"))
            yield check(folder, date(2030, 1, 1)).findings
            if (case / "then").exists():
                shutil.copytree(case / "then", folder, dirs_exist_ok=True)
                yield check(folder, date(2030, 1, 1)).findings


def left_in_english(said: str, template: str, values: list[str]) -> set[str]:
    """Words in Latin letters that are neither a name out of the files nor anything typed in them."""
    for name, value in sorted(zip(slots(template), values, strict=True), key=lambda pair: -len(pair[1])):
        if name not in told.SPOKEN or name in NAMES:
            for part in value.split(" or ") if name.startswith("any_") else [value]:
                said = said.replace(part, "")
        if name == "criterion" and "." in value:
            said = said.replace(value.split(".")[1], "")
    said = re.sub(r"\b[A-Z]+\b", "", said)  # formats, such as XLSX
    return set(re.findall(r"[A-Za-z_]{2,}", said)) - set(KEPT.split())


def test_every_finding_is_told_wholly_in_the_language(spoken: str) -> None:
    rows = everything()
    assert "rules_broken" not in rows["code"]
    english = {}
    for row, said in zip(rows.iter_rows(named=True), words.finding_texts(rows), strict=True):
        assert re.search("[а-я]", said), row["message"]
        if left := left_in_english(said, row["template"], row["values"]):
            english[said] = left
    assert english == {}


def test_every_sentence_that_may_be_found_is_told_wholly(spoken: str) -> None:
    """Also those that no sample shows, with a word for each slot of closed words."""
    for template in sentences():
        values = [CLOSED.get(name, "5") for name in slots(template)]
        rows = pl.DataFrame(
            {"code": ["team_size"], "message": [""], "template": [template], "values": [values]},
            schema_overrides={"values": pl.List(pl.String)},
        )
        said = words.found(rows)[0]
        assert said != template and not left_in_english(said, template, values), said
        for name, value in zip(slots(template), values, strict=True):
            assert name not in CLOSED or value not in said, (name, said)


def sentences() -> list[str]:
    closed = {word for words_ in (told.RULINGS, told.TABLES, told.NEEDS) for word in words_.values()}
    wanted = [str(message) for message in messages.wanted()["findings"]]
    advice = {said for _, said in CATALOGUE.values()}
    return [text for text in wanted if text.endswith(".") and text not in advice | closed]


def test_every_sentence_is_written_out_where_the_catalogues_find_it() -> None:
    """A template is a literal, or a name for one that was marked: never put together, never an f-string."""
    for file in messages.findings_modules():
        for argument in messages.saying(ast.parse(file.read_text("utf-8"))):
            assert not isinstance(argument, ast.JoinedStr | ast.BinOp | ast.Call), f"{file}: {ast.unparse(argument)}"
    known = set(map(str, messages.wanted()["findings"]))
    assert set(everything()["template"]) <= known


def test_the_english_message_is_the_sentence_with_its_values_and_the_advice() -> None:
    for row in everything().iter_rows(named=True):
        filling = {n: pl.lit(v) for n, v in zip(slots(row["template"]), row["values"], strict=True)}
        said = pl.select(filled(row["template"], filling)).item()
        assert row["message"] == f"{said} {CATALOGUE[row['code']][1]}"
    assert words.found(everything())[0] + " " + words.advice(everything()["code"][0]) == everything()["message"][0]


def test_a_sentence_may_name_its_slots_in_another_order_and_hold_braces(spoken: str) -> None:
    needed = "This column is no known round, but without it the declared totals do not add up; if it is one, write "
    needed += '[files."{name}"] rounds = {{ "{column}" = {free} }} in league.toml.'
    one = finding("column_unknown", needed, values={"name": "a {b}.csv", "free": 4}, column="Финал")
    assert one["message"][0].startswith(needed[:60])
    assert '[files."a {b}.csv"] rounds = { "Финал" = 4 }' in words.found(one)[0]
    turned = finding("decision_without_effect", "'{kind}': nobody has an answer to round {round}, question {question}.",
                     values={"kind": "void_question", "round": 2, "question": 7})  # fmt: skip
    said = {"bg": "„отпадане на въпрос“: никой няма отговор на кръг 2, въпрос 7.",
            "ru": "«снятие вопроса»: ни у кого нет ответа на вопрос 7 раунда 2."}  # fmt: skip
    assert words.found(turned)[0] == said[spoken]


def test_no_findings_say_nothing(spoken: str) -> None:
    assert words.finding_texts(empty(Findings)).to_list() == []
