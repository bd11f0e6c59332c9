"""Results files added to a league's folder, and what would be said of them, tried on a copy."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import polars as pl
import pytest

from pipelines.folder import MAX_BYTES, FolderError, NewFile, NewLines, add_results_file, check
from tests.test_folder_lines import league, names

SHEET = "Отбор,1,2\nЕдно,1,1\nДве,2,x\n".encode()
TODAY = date(2026, 4, 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return league(tmp_path)


def state(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_a_results_file_is_added_once(folder: Path) -> None:
    assert add_results_file(folder, "Март.csv", SHEET) == folder / "results" / "Март.csv"
    with pytest.raises(FolderError, match="such a file already"):
        add_results_file(folder, "МАРТ.csv", b"other")  # on some systems the same file
    assert (folder / "results" / "Март.csv").read_bytes() == SHEET
    add_results_file(folder, "Март.csv", b"Other", replace=True)
    assert (folder / "results" / "Март.csv").read_bytes() == b"Other"
    assert names(folder / "results") == ["e1.csv", "Март.csv"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("../league.csv", "holds '/'"),
        ("..\\league.csv", r"holds '\\\\'"),
        ("/etc/x.csv", "holds '/'"),
        (".csv", "hidden"),
        (".~lock.a.csv", "hidden"),
        ("~$a.xlsx", "hidden"),
        ("a.exe", "does not end with"),
        ("a", "does not end with"),
        ("", "empty"),
        (" a.csv", "space"),
        ("a\n.csv", "holds"),
        ("a\u202e.csv", "holds"),
        ("CON.csv", "some systems"),
        ("ж" * 100 + ".csv", "too long"),
    ],
)
def test_a_name_that_is_not_safe(folder: Path, name: str, said: str) -> None:
    before = state(folder.parent)
    with pytest.raises(FolderError, match=said):
        add_results_file(folder, name, SHEET)
    assert state(folder.parent) == before


def test_a_file_may_be_neither_empty_nor_enormous(folder: Path) -> None:
    with pytest.raises(FolderError, match="empty"):
        add_results_file(folder, "a.csv", b"")
    with pytest.raises(FolderError, match="more than 64"):
        add_results_file(folder, "a.csv", bytes(MAX_BYTES + 2**20))


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="Check that it is there"):
        add_results_file(tmp_path / "none", "a.csv", SHEET)


def test_a_faulty_sheet_is_seen_before_it_is_saved(folder: Path) -> None:
    before = state(folder)
    evening = NewLines("events", [{"event": "e2", "date": "2026-03-12"}])
    trial = check(folder, [evening, NewFile("e2.csv", SHEET)], TODAY)
    found = trial.about.row(by_predicate=pl.col("severity") == "error", named=True)
    assert (found["file"], found["row"], found["column"]) == ("results/e2.csv", 3, "2")
    assert trial.read_as.filter(file="results/e2.csv")["layout"].to_list() == ["wide"]
    assert trial.scored.standings.filter(event="e2").height == 2
    assert state(folder) == before


def test_the_corrected_sheet_has_no_error(folder: Path) -> None:
    (folder / "results" / "e1.csv").write_bytes(SHEET)
    trial = check(folder, [NewFile("e1.csv", SHEET.replace(b"x", b"2"), replace=True)], TODAY)
    assert trial.about.filter(severity="error").is_empty()
    assert (folder / "results" / "e1.csv").read_bytes() == SHEET


def test_a_change_that_is_not_possible_is_told_by_the_trial(folder: Path) -> None:
    with pytest.raises(FolderError, match="such a file already"):
        check(folder, [NewFile("e1.csv", SHEET)], TODAY)
