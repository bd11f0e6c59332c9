"""Rulings supposed on the command line mean the evening asked for; one that says too little is a wrong call."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import tablo


@pytest.fixture
def db(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    (folder / "results").mkdir(parents=True)
    (folder / "league.toml").write_text('rule_set = "bg_monthly"\n')
    (folder / "events.csv").write_text("event,date\ne1,2026-03-05\n")
    (folder / "results" / "a.csv").write_text("event,round,question,team,verdict\ne1,2,1,A,1\ne1,2,1,B,0\n")
    assert tablo("build", folder, "--db", tmp_path / "t.duckdb").status == 0
    return tmp_path / "t.duckdb"


def test_a_ruling_without_an_event_means_the_one_asked_for(db: Path) -> None:
    ran = tablo("event", "small", "e1", "--db", db, "--format", "csv", "--decide", "void_question round=2 question=1")
    assert [line.split(",")[5] for line in ran.out.splitlines()] == ["points", "2", "2"]


def test_a_ruling_that_meets_nothing_is_said(db: Path) -> None:
    ran = tablo("event", "small", "e1", "--db", db, "--decide", "void_question round=33 question=1")
    assert ran.status == 0
    assert "nobody has an answer to round 33, question 1" in ran.err


@pytest.mark.parametrize("ruling", ["adjust team=A value=1", "ban team=A value=2026-04-01"])
def test_a_ruling_that_lacks_something_is_a_wrong_call(db: Path, ruling: str) -> None:
    ran = tablo("what-if", "small", "month", "--db", db, "--decide", ruling)
    assert ran.status == 2
    assert "needs" in ran.err


def test_a_league_of_no_usable_event_is_checked(tmp_path: Path) -> None:
    folder = tmp_path / "none"
    folder.mkdir()
    (folder / "league.toml").write_text('rule_set = "shaker"\n')
    (folder / "events.csv").write_text("event,date\ne1,05.03.26\n")
    ran = tablo("check", folder, "--format", "csv")
    assert ran.status == 1
    assert "not_a_date" in ran.out
