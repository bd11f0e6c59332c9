"""The command as people call it: what it prints, with which exit status, and what it says to a wrong call."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from pipelines import building, store
from pipelines.cli import reading
from tests.conftest import Ran, tablo
from tests.test_ingest_broken import MUSEUM, laid_out

CASES = Path(__file__).parent / "cases"
MEANS = "13-means-for-shared-places"
HELD = "12-sent-twice-and-corrected"
CITY = "19-staked-blank-and-winter"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("leagues")
    found = folder / "t.duckdb"
    folders = [copied(name, folder) for name in (MEANS, HELD, CITY)]
    assert tablo("build", *folders, "--db", found, "--as-of", "2026-01-15").status == 1  # one holds errors
    for each in folders:  # a built league needs its folder no more
        shutil.rmtree(each)
    return found


def copied(name: str, into: Path) -> Path:
    shutil.copytree(CASES / name, into / name, ignore=shutil.ignore_patterns("expect.toml", "then"))
    return into / name


def good(ran: Ran) -> str:
    assert (ran.status, ran.err) == (0, "")
    return ran.out


# What is printed


def test_a_series_in_all_formats(db: Path) -> None:
    call = ("series", MEANS, "season_sixty_seconds", "--db", db)
    assert good(tablo(*call, "--format", "csv")).splitlines()[:4] == [
        "place,place_to,team,team_id,city,points,played,counted,dropped_events",
        "1,1,Абсолютный нуль,абсолютный-нуль,,43.5,4,3,g3",
        "2,2,Без вариантов,без-вариантов,,40.5,4,3,g4",
        "3,3,Если честно,если-честно,,28.666667,4,3,g1",
    ]
    assert json.loads(good(tablo(*call, "--format", "json")))[2]["points_exact"] == "86/3"
    assert "4–6  Долгая пауза" in good(tablo(*call))


def test_a_league_without_its_folder_can_be_scored_under_other_rules(db: Path) -> None:
    call = (MEANS, "season_sixty_seconds", "--db", db, "--format", "csv", "--set")
    under = good(tablo("series", *call, "series.season_sixty_seconds.drop_worst=0")).splitlines()
    assert under[1:3] == [
        "1,1,Без вариантов,без-вариантов,,50.5,4,4,",
        "2,2,Абсолютный нуль,абсолютный-нуль,,49.5,4,4,",
    ]
    compared = good(tablo("what-if", *call, "series.season_sixty_seconds.drop_worst=0")).splitlines()
    assert compared[0] == "team,team_id,place_before,place_after,points_before,points_after"
    assert compared[1:3] == [
        "Без вариантов,без-вариантов,2,1,40.5,50.5",
        "Абсолютный нуль,абсолютный-нуль,1,2,43.5,49.5",
    ]
    assert good(tablo("series", *call[:-1])).splitlines()[1].startswith("1,1,Абсолютный нуль,абсолютный-нуль,,43.5")


def test_a_what_if_that_changes_nothing_moves_nobody(db: Path) -> None:
    out = good(
        tablo(
            *("what-if", MEANS, "season_sixty_seconds", "--db", db, "--format", "json"),
            *("--set", "series.season_sixty_seconds.drop_worst=1"),
        )
    )
    rows = json.loads(out)
    assert rows
    assert all(row["place_before"] == row["place_after"] for row in rows)
    assert all(row["points_before"] == row["points_after"] for row in rows)


def test_a_ruling_on_trial(db: Path) -> None:
    """An appeal that would give the last of g3 the points of the first: means and dropped games follow."""
    ruling = 'adjust event=g3 game=sixty_seconds team="Абсолютный нуль" value=10'
    call = (MEANS, "season_sixty_seconds", "--db", db, "--format", "csv", "--decide", ruling)
    assert good(tablo("what-if", *call)).splitlines()[1:3] == [
        "Абсолютный нуль,абсолютный-нуль,1,1,43.5,43.5",
        "Без вариантов,без-вариантов,2,2,40.5,39",
    ]
    evening = good(tablo("event", MEANS, "g3", "--game", "sixty_seconds", *call[2:])).splitlines()
    assert [line.split(",")[:4:3] for line in evening[1:3]] == [["1", "абсолютный-нуль"], ["1", "без-вариантов"]]


def test_a_ruling_that_cannot_be(db: Path) -> None:
    ran = tablo("event", MEANS, "g1", "--db", db, "--decide", "adjst event=g9")
    assert ran.status == 2
    assert "g9" in ran.err
    assert "adjst" in ran.err


def test_an_export_under_a_scenario(db: Path, tmp_path: Path) -> None:
    change = "series.season_sixty_seconds.drop_worst=0"
    ran = tablo("export", MEANS, "--db", db, "--to", tmp_path, "--set", change)
    assert ran.status == 0
    assert "scenario.csv" in ran.err
    assert (tmp_path / "scenario.csv").read_text("utf-8-sig") == f"kind,value\nset,{change}\n"
    series = pl.read_csv(tmp_path / "series_standings.csv", infer_schema=False)
    assert series.filter(team_id="без-вариантов", series="season_sixty_seconds")["points"].to_list() == ["50.5"]


def test_a_held_event_says_why(db: Path) -> None:
    ran = tablo("event", HELD, "e3", "--db", db, "--format", "csv")
    assert ran.status == 0
    assert {tuple(line.split(",")[:2]) for line in ran.out.splitlines()[1:]} == {("", "")}
    assert "e3 is held: This team stands in two rows" in ran.err


def test_a_table_after_a_round(db: Path) -> None:
    """Only the rounds so far, and their sum."""
    line = tablo("event", CITY, "w2", "--db", db, "--through-round", "1", "--format", "csv").out.splitlines()
    assert [name for name in line[0].split(",") if name.startswith("r")] == ["r1"]
    row = dict(zip(line[0].split(","), line[1].split(","), strict=True))
    assert row["points"] == row["r1"] != ""


def test_titles_are_won_by_the_calendar(db: Path) -> None:
    """The database was built on an earlier day than both; nothing after March has been played."""
    call = ("titles", HELD, "--db", db, "--format", "csv", "--as-of")
    header = "series,period,city,title,team,team_id,status,qualification"
    row = "month,2026-03,,winner,Кисело мляко,кисело-мляко,{},guaranteed"
    assert good(tablo(*call, "2026-03-31")).splitlines() == [header, row.format("leading")]
    assert good(tablo(*call, "01.04.2026")).splitlines() == [header, row.format("won")]


def test_ranks(db: Path) -> None:
    header, *rows = good(tablo("ranks", CITY, "--db", db, "--format", "csv")).splitlines()
    assert header == "team,team_id,city,points,rank,reached_on,next_rank,points_to_next,perk"
    points = [float(row.split(",")[3]) for row in rows]
    assert points == sorted(points, reverse=True)
    assert tablo("ranks", CITY, "--db", db, "--event", "w2", "--format", "csv").out.splitlines() == [header]


@pytest.mark.parametrize("rule_set", ["berlin_60s", "bg_monthly", "shaker"])
def test_rules_tell_every_parameter_and_clause(rule_set: str) -> None:
    rows = pl.read_csv(good(tablo("rules", rule_set, "--format", "csv")).encode(), infer_schema=False)
    assert rows.columns[:5] == ["path", "value", "clause", "assumed", "allowed"]
    assert set(rows["assumed"].drop_nulls()) == {"1"}
    of_clauses = rows.filter(pl.col("path").is_null())
    cited = rows.filter(pl.col("path").is_not_null())["clause"].drop_nulls()
    assert set(cited) <= set(of_clauses["clause"])
    assert set(of_clauses["does"]) <= {"computes", "checks", "reports", "outside"}
    assert "Clauses" in good(tablo("rules", rule_set))


def test_all_rule_sets_at_once() -> None:
    rows = json.loads(good(tablo("rules", "--format", "json")))
    assert {row["rule_set"] for row in rows} == {"berlin_60s", "bg_monthly", "shaker"}


# Check and build


def test_check_stores_nothing_and_lists_everything(tmp_path: Path) -> None:
    folders = [copied(name, tmp_path) for name in (HELD, MEANS)]
    ran = tablo("check", *folders, "--format", "csv")
    assert ran.status == 1
    rows = pl.read_csv(ran.out.encode(), infer_schema=False)
    assert rows.columns == ["league", "severity", "code", "event", "file", "row", "column", "holds", "message"]
    assert set(rows["league"]) == {HELD, MEANS}
    assert rows.filter(code="team_twice")["holds"].to_list() == ["1", "1"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([HELD, MEANS])
    told = tablo("check", *folders)
    assert "results/e3.csv, row 2, «Отбор», event e3: This team stands in two rows" in told.out
    assert f"{HELD}: 2 errors, 1 warning" in told.err
    assert tablo("check", folders[1]).status == 0


def test_a_finding_in_a_workbook_names_its_sheet(tmp_path: Path) -> None:
    folder = laid_out(MUSEUM / "hidden_parts", tmp_path / "league")
    told = tablo("check", folder)
    assert "results/e2.xlsx!Лист1, row 3, event e2: Hidden rows: 3." in told.out


def test_a_folder_named_twice_is_read_once(tmp_path: Path) -> None:
    folder = copied(MEANS, tmp_path)
    ran = tablo("build", folder, folder, "--db", tmp_path / "t.duckdb")
    assert ran.out.count("read 2 files") == 1
    assert f"{folder} was named 2 times; it is read once." in ran.err


def test_a_build_reads_again_only_what_changed(tmp_path: Path) -> None:
    folder, found = copied(MEANS, tmp_path), tmp_path / "t.duckdb"
    assert "read 2 files, 28 rows, 5 events, 6 teams" in good(tablo("build", folder, "--db", found))
    before = store.version(found)
    assert good(tablo("build", folder, "--db", found)).startswith(f"{MEANS}: unchanged (")
    assert store.version(found) == before

    league = folder / "league.toml"
    league.write_text(league.read_text("utf-8").replace("title =", "closed = ['2025/26']\ntitle ="), "utf-8")
    assert "read 2 files" in good(tablo("build", folder, "--db", found))
    (folder / "results" / "more.csv").write_text("event,game,team,points\n", "utf-8")
    assert "read 3 files" in tablo("build", folder, "--db", found).out


def test_an_unchanged_league_with_errors_still_ends_with_1(tmp_path: Path) -> None:
    folder, found = copied(HELD, tmp_path), tmp_path / "t.duckdb"
    assert tablo("build", folder, "--db", found).status == 1
    ran = tablo("build", folder, "--db", found)
    assert (ran.status, ran.out) == (1, f"{HELD}: unchanged (2 errors, 1 warning)\n")


def test_another_program_reads_everything_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, found = copied(MEANS, tmp_path), tmp_path / "t.duckdb"
    tablo("build", folder, "--db", found)
    monkeypatch.setattr(building, "_program_hash", lambda: "another")
    assert "read 2 files" in good(tablo("build", folder, "--db", found))


def test_broken_rules_are_findings_and_keep_no_other_league_back(tmp_path: Path) -> None:
    bad, fine, found = copied(HELD, tmp_path), copied(MEANS, tmp_path), tmp_path / "t.duckdb"
    (bad / "league.toml").write_text('rule_set = "bg_montly"\nlanguage = 3\n', "utf-8")
    checked = tablo("check", bad, "--format", "csv")
    rows = pl.read_csv(checked.out.encode(), infer_schema=False)
    assert checked.status == 1
    assert set(rows["code"]) == {"rules_broken"}
    assert set(rows["file"]) == {"league.toml"}
    built = tablo("build", bad, fine, "--db", found)
    assert built.status == 1
    assert f"{HELD}: not built, its rules have errors" in built.out
    assert store.leagues(found)["league"].to_list() == [MEANS]


# Wrong calls


def test_wrong_calls_end_with_2_and_say_what_is_there(db: Path, tmp_path: Path) -> None:
    at = ("--db", db)
    file = tmp_path / "file.txt"
    file.write_text("")
    (tmp_path / "empty").mkdir()
    one, two = copied(HELD, tmp_path), copied(HELD, tmp_path / "empty")
    calls = {
        "there is no league '13-means-for'. Known: 13-means-for-shared-places.": ("titles", "13-means-for", *at),
        "There is no event 'e9'. The nearest: e1, e2, e3.": ("event", HELD, "e9", *at),
        "There is no series 'moth'. The nearest: month.": ("series", HELD, "moth", *at),
        "There is no period of month '2026-4'. The nearest: 2026-03.": (
            "series",
            HELD,
            "month",
            "--period",
            "2026-4",
            *at,
        ),
        "There is no city of month 'X'. There are none.": ("series", HELD, "month", "--city", "X", *at),
        "There is no city 'Уфф'. The nearest: Уфа.": ("ranks", CITY, "--city", "Уфф", *at),
        "There is no game 'sixty'. The nearest: sixty_seconds.": ("event", MEANS, "g1", "--game", "sixty", *at),
        "games.quiz.tied_place: wanted": ("event", HELD, "e1", "--set", "games.quiz.tied_place=dense", *at),
        "PATH=VALUE": ("event", HELD, "e1", "--set", "games.quiz.tied_places", *at),
        "Say what would be different": ("what-if", HELD, "month", *at),
        "there is no database. Build one": ("titles", HELD, "--db", tmp_path / "none.duckdb"),
        "no DuckDB database": ("titles", HELD, "--db", file),
        "is no folder": ("check", tmp_path / "nowhere"),
        "holds no league.toml": ("build", tmp_path / "empty", *at),
        "Two folders are called": ("build", one, two, *at),
        "is not a day": ("titles", HELD, "--as-of", "soon", *at),
        "No such command": ("tabel",),
        "Missing argument": ("event", HELD),
        "wanted a rule set of rules": ("rules", "berlin"),
        "no such file": ("rules", tmp_path / "own.toml"),
        "--to": ("export", HELD, "--to", file, *at),
    }
    for said, call in calls.items():
        ran = tablo(*call)
        assert ran.status == 2, (call, ran)
        assert said in ran.err, (call, ran.err)
        assert "Traceback" not in ran.err
        assert len(ran.err.splitlines()) < 25
        assert ran.out == ""


def test_several_mistakes_are_told_at_once(db: Path) -> None:
    ran = tablo("titles", HELD, "--db", db, "--set", "games.quiz.no=1", "--set", "series.month.absent=often")
    assert ran.status == 2
    assert "2 problems:" in ran.err


def test_a_name_in_another_case_is_found(db: Path) -> None:
    assert good(tablo("event", HELD, "E1", "--db", db, "--format", "csv")).count("\n") == 4


def test_a_fault_of_the_program_is_admitted(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object) -> None:
        raise KeyError("here")

    monkeypatch.setattr(reading, "titles", fails)
    ran = tablo("titles", HELD, "--db", db)
    assert ran.status == 3
    assert "fault of the program, not of your files" in ran.err
    assert "Traceback" not in ran.err
    monkeypatch.setenv("TABLO_DEBUG", "1")
    with pytest.raises(KeyError):
        tablo("titles", HELD, "--db", db)


# As a process


def test_the_command_as_a_process(db: Path) -> None:
    script = Path(sys.executable).with_name("tablo")
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    done = subprocess.run(
        [script, "event", HELD, "e1", "--db", db, "--format", "csv"], env={**plain, "LC_ALL": "C"}, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Кисело мляко" in done.stdout.decode("utf-8")
    assert subprocess.run([script, "event", HELD, "e9", "--db", db], capture_output=True).returncode == 2
    piped = subprocess.run(f"'{script}' rules | head -1", shell=True, capture_output=True)
    assert piped.stderr == b""


@pytest.mark.parametrize("port", ["", "0", "65536", "-1", "web", "٣", "taken"])
def test_a_port_that_cannot_be_served_on_is_said_before_anything_is(
    db: Path, monkeypatch: pytest.MonkeyPatch, port: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = str(other.getsockname()[1])
        monkeypatch.setenv("PORT", taken if port == "taken" else port)
        ran = tablo("dashboard", "--db", db)
    said = f"Another program serves on port {taken}" if port == "taken" else f"PORT is {port!r}; wanted a number"
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err


def test_help_does_not_wait_for_tables() -> None:
    code = "import sys, pipelines.cli; sys.exit(any(m in sys.modules for m in ('polars', 'duckdb', 'pydantic')))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_reading_needs_neither_ingest_nor_a_browser(db: Path) -> None:
    code = (
        "import sys\nfrom tests.conftest import tablo\n"
        f"ran = tablo('event', {HELD!r}, 'e1', '--db', {str(db)!r})\n"
        "heavy = ('streamlit', 'plotly', 'pandas', 'pyarrow', 'fastexcel', 'pipelines.ingest')\n"
        "sys.exit(ran.status or ' '.join(m for m in heavy if m in sys.modules) or None)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=CASES.parents[1], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("wait", [0.3, 0.6, 0.9])
def test_a_killed_build_leaves_what_was_there(tmp_path: Path, wait: float) -> None:
    folder, found = copied(MEANS, tmp_path), tmp_path / "t.duckdb"
    tablo("build", folder, "--db", found)
    before = good(tablo("series", MEANS, "season_sixty_seconds", "--db", found, "--format", "csv"))
    (folder / "results" / "more.csv").write_text("event,game,team,points\ng1,matrix,Новые,10\n", "utf-8")
    running = subprocess.Popen([Path(sys.executable).with_name("tablo"), "build", folder, "--db", found])
    time.sleep(wait)
    running.kill()
    running.wait()
    assert good(tablo("series", MEANS, "season_sixty_seconds", "--db", found, "--format", "csv")) == before
