"""The museum of broken files: each folder, laid over `_base`, gives exactly the findings of its `findings.txt`."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.ingest import read_league
from pipelines.ingest.fields import KINDS
from pipelines.ruleset.league import load_league
from pipelines.tables import FACT_SCHEMAS, Facts

MUSEUM = Path(__file__).parent / "broken_files"
EXHIBITS = sorted(folder for folder in MUSEUM.iterdir() if folder.name != "_base")


def laid_out(exhibit: Path, to: Path) -> Path:
    """The exhibit as a whole league folder."""
    shutil.copytree(MUSEUM / "_base", to)
    shutil.copytree(exhibit, to, dirs_exist_ok=True, ignore=shutil.ignore_patterns("findings.txt"))
    return to


def told(facts: Facts) -> str:
    """The findings, as they are written in the museum."""
    lines = []
    for f in facts.findings.iter_rows(named=True):
        where = " ".join(f"{key}={f[key]}" for key in ("event", "file", "sheet", "row", "column") if f[key] is not None)
        held = " holds" if f["holds"] else ""
        lines.append(f"{f['severity']} {f['code']}{held} {where}\n    {f['message']}\n")
    return "".join(lines)


@pytest.mark.parametrize("exhibit", EXHIBITS, ids=lambda folder: folder.name)
def test_a_broken_file_gives_its_findings_and_no_others(exhibit: Path, tmp_path: Path) -> None:
    folder = laid_out(exhibit, tmp_path / "league")
    facts = read_league(folder, load_league(folder))
    assert told(facts) == (exhibit / "findings.txt").read_text(encoding="utf-8")


WORDS = """
    |event|e1|e2|game|round|question|team|verdict|points|Отбор|Кръг 1|1|2|3|Общо|Място|Средно|5,5|-|+|#REF!|=|01.май
    |Кисело мляко|кисело  мляко|status|in|kind|value|adjust|ban|award|winner|"|'|date|05.03.2026
    |\u00ad|\x00|name_a|copy|t1
"""
CELLS = st.sampled_from([word.strip() for word in WORDS.split("|")])
WIDE = [
    ["Отбор", "Кръг 1", "Кръг 2", "Общо", "Място"],
    ["Команда", "Тур", "1", "2", "3"],
    ["Игра", "Дата", "Команда", "Сумма"],
]
HEADINGS = st.sampled_from([[f.name for f in kind.fields] for kind in KINDS.values()] + WIDE)
TABLE = st.lists(st.lists(CELLS, min_size=1, max_size=9), max_size=6)
FILES = ["results/e2.csv", "results/any.csv", "decisions.csv", "teams.csv", "events.csv", "awards.csv", "names.csv"]


@settings(max_examples=100, deadline=None)
@given(
    HEADINGS,
    st.lists(st.lists(CELLS, min_size=1, max_size=9), max_size=6),
    st.sampled_from(",;\t"),
    st.sampled_from(FILES),
)
def test_no_content_whatever_raises(heading: list[str], rows: list[list[str]], separator: str, file: str) -> None:
    with tempfile.TemporaryDirectory() as somewhere:
        folder = laid_out(MUSEUM / "unknown_event", Path(somewhere) / "league")
        (folder / file).write_text("\n".join(separator.join(row) for row in [heading, *rows]), encoding="utf-8")
        facts = read_league(folder, load_league(folder))
    for name, schema in FACT_SCHEMAS.items():
        schema.validate(getattr(facts, name))


def test_what_was_good_still_counts(tmp_path: Path) -> None:
    folder = laid_out(MUSEUM / "no_number", tmp_path / "league")
    facts = read_league(folder, load_league(folder))
    assert facts.totals.filter(event="e2")["points"].to_list() == [55 * 10**9]


@pytest.mark.parametrize(
    ("exhibit", "kept"),
    [("one_bad_byte", [5, 7]), ("rows_in_one_cell", [6, 7, 8]), ("unclosed_quote", [6]), ("mixed_encodings", [5])],
)
def test_a_row_that_cannot_be_read_takes_no_other_with_it(exhibit: str, kept: list[int], tmp_path: Path) -> None:
    folder = laid_out(MUSEUM / exhibit, tmp_path / "league")
    facts = read_league(folder, load_league(folder))
    of_rounds, of_totals = facts.round_scores.filter(event="e2"), facts.totals.filter(event="e2")
    assert sorted([*of_rounds["points"], *of_totals["points"]]) == [n * 10**10 for n in kept]


def test_a_winner_of_an_evening_of_two_games_needs_its_game(tmp_path: Path) -> None:
    folder = laid_out(MUSEUM / "unknown_game", tmp_path / "league")
    (folder / "awards.csv").write_text("awarded_at,event,game,team,award\n2026-03-05T22:00,e1,,Пета ракета,winner\n")
    facts = read_league(folder, load_league(folder))
    found = facts.findings.filter(file="awards.csv", code="value_missing").select("event", "row", "column")
    assert found.rows() == [("e1", 2, "game")]
