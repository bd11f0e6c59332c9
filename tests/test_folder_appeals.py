"""An appeal decided is a row more, and the appeal is open no longer."""

from __future__ import annotations

import shutil
from datetime import date, datetime
from pathlib import Path

import polars as pl
import pytest

from pipelines.folder import NewLines, check, decided
from pipelines.ingest import read_league
from pipelines.ruleset.league import load_league
from pipelines.tables import Facts

ROOT = Path(__file__).parents[1]
LEAGUE = "berlin-2025-26"
AT = datetime(2026, 6, 12, 12, 0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "data" / "leagues" / LEAGUE, tmp_path / LEAGUE))


def facts(folder: Path) -> Facts:
    return read_league(folder, load_league(folder))


def ruling(known: Facts, verdict: str, note: str = "") -> NewLines:
    appeal = known.decisions.filter(status="open").row(0, named=True)
    names = dict(known.teams.select("team_id", "team").iter_rows())
    taken = known.decisions["id"].drop_nulls().to_list()
    return decided(appeal, verdict, AT, names=names, taken=taken, note=note)  # type: ignore[arg-type]


@pytest.mark.parametrize("verdict", ["upheld", "rejected"])
def test_a_decided_appeal_waits_no_longer(folder: Path, verdict: str) -> None:
    before = facts(folder)
    (first, second) = before.decisions.filter(status="open")["id"].to_list()
    path = ruling(before, verdict, "Seen, twice").put(folder)
    after = facts(folder)
    assert after.decisions.filter(status="open")["id"].to_list() == [second]
    row = after.decisions.filter(id=f"{first}-2").row(0, named=True)
    assert (row["status"], row["decided_at"], row["note"]) == (verdict, AT, "Seen, twice")
    assert row["by"] == before.decisions.filter(id=first)["by"].item()
    assert f"{first}," in path.read_text("utf-8")  # the appeal itself still stands in the file


def test_the_rows_of_the_file_keep_their_number_of_columns(folder: Path) -> None:
    path = ruling(facts(folder), "upheld").put(folder)
    heading, *_, last = path.read_text("utf-8").splitlines()
    assert heading.count(",") == last.count(",")


def test_the_same_appeal_made_again_after_its_decision_is_open(folder: Path) -> None:
    before = facts(folder)
    appeal = before.decisions.filter(status="open").row(0, named=True)
    ruling(before, "rejected").put(folder)
    again = {name: appeal[name] for name in ("by", "event", "game", "round", "question", "kind")}
    NewLines("decisions", [{"id": "again", "status": "open", **again}]).put(folder)
    assert "again" in facts(folder).decisions.filter(status="open")["id"].to_list()


def test_a_decision_on_trial_changes_the_findings_and_not_the_folder(folder: Path) -> None:
    known = facts(folder)
    tried = check(folder, [ruling(known, "rejected")], date(2026, 7, 1))
    assert tried.findings.filter(pl.col("code") == "appeal_open").is_empty()
    assert facts(folder).decisions.equals(known.decisions)
