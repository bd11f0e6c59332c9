"""The museum of broken files: each folder, laid over `_base`, gives exactly the findings of its `findings.txt`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pipelines.ingest import read_league
from pipelines.ruleset.league import load_league
from pipelines.tables import Facts

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


def test_what_was_good_still_counts(tmp_path: Path) -> None:
    folder = laid_out(MUSEUM / "no_number", tmp_path / "league")
    facts = read_league(folder, load_league(folder))
    assert facts.totals.filter(event="e2")["points"].to_list() == [55 * 10**9]
