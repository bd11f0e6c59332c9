"""What is stored comes back as it was; a killed, raced or doubted build loses nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import fields, replace
from datetime import date, datetime
from pathlib import Path

import duckdb
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from pipelines import store
from pipelines.store import BuiltLeague, LeagueMeta, StoreError
from pipelines.tables import Facts, Scored
from tests.conftest import small_facts, small_scored


def built(league: str = "berlin", first: str = "Чайка") -> BuiltLeague:
    meta = LeagueMeta(
        league=league,
        folder=f"data/leagues/{league}",
        title="Лига",
        rule_set="own",
        hash="abc",
        built_at=datetime(2026, 3, 31, 12),
        as_of=date(2026, 3, 31),
        league_toml='title = "Лига"\n',
        rules_toml="",
    )
    return BuiltLeague(meta, small_facts((first, "Ёлка", "alpha")), small_scored())


def first_team(db: Path, league: str) -> str:
    return str(store.read_league(db, league, ["facts.teams"]).facts.teams["team"][0])


def test_a_league_comes_back_with_every_type_row_and_order(tmp_path: Path) -> None:
    league = built()
    store.replace_leagues(tmp_path / "t.duckdb", [league])
    back = store.read_league(tmp_path / "t.duckdb", "berlin")
    assert back.meta == league.meta
    for part in ("facts", "scored"):
        for f in fields(Facts if part == "facts" else Scored):
            assert_frame_equal(getattr(getattr(back, part), f.name), getattr(getattr(league, part), f.name))


@pytest.mark.parametrize("name", ["t", "t.duckdb", "memory", "store", "temp", "main", "frame", "leagues"])
def test_a_league_may_be_named_as_the_database_or_anything_in_it(tmp_path: Path, name: str) -> None:
    db = tmp_path / "t.duckdb"
    for first in ("Чайка", "Ёлка"):
        store.replace_leagues(db, [built(name, first), built("other")])
        assert first_team(db, name) == first
    assert store.leagues(db)["league"].to_list() == sorted([name, "other"])


def test_a_large_table_keeps_its_order_of_rows(tmp_path: Path) -> None:
    league = built()
    many = pl.concat([league.facts.teams] * 200_000).with_columns(team_id=pl.int_range(pl.len()).cast(pl.String))
    store.replace_leagues(tmp_path / "t.duckdb", [replace(league, facts=replace(league.facts, teams=many))])
    assert_frame_equal(store.read_league(tmp_path / "t.duckdb", "berlin", ["facts.teams"]).facts.teams, many)


def test_only_the_frames_asked_for_are_read(tmp_path: Path) -> None:
    store.replace_leagues(tmp_path / "t.duckdb", [built()])
    back = store.read_league(tmp_path / "t.duckdb", "berlin", ["scored.titles"])
    assert back.scored.titles.height == 2
    assert back.scored.standings.height == 0
    assert back.facts.events.height == 0


def test_only_the_rows_of_an_event_are_read(tmp_path: Path) -> None:
    store.replace_leagues(tmp_path / "t.duckdb", [built()])
    db, frames = tmp_path / "t.duckdb", ["scored.standings", "facts.teams"]
    back = store.read_league(db, "berlin", frames, event="e1")
    assert back.scored.standings["event"].unique().to_list() == ["e1"]
    assert back.facts.teams.height == built().facts.teams.height
    assert store.read_league(db, "berlin", frames, event="e1' OR 'a'='a").scored.standings.is_empty()


def test_a_build_replaces_its_leagues_and_keeps_the_others(tmp_path: Path) -> None:
    db = tmp_path / "t.duckdb"
    store.replace_leagues(db, [built("berlin"), built("sofia")])
    store.replace_leagues(db, [built("berlin", "Новая")])
    assert store.leagues(db)["league"].to_list() == ["berlin", "sofia"]
    assert (first_team(db, "berlin"), first_team(db, "sofia")) == ("Новая", "Чайка")


@pytest.mark.parametrize(
    "name", ["Berlin", "main", "store", "шейкер", 'a"b', "12-names", "it's", "pg_catalog", "a b.c"]
)
def test_a_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    db = tmp_path / "t.duckdb"
    store.replace_leagues(db, [built("berlin", "Другая"), built(name)])
    assert first_team(db, name) == "Чайка"
    assert first_team(db, "berlin") == "Другая"


def test_the_version_changes_with_a_build_alone(tmp_path: Path) -> None:
    db = tmp_path / "t.duckdb"
    store.replace_leagues(db, [built()])
    first = store.version(db)
    store.read_league(db, "berlin")
    assert store.version(db) == first
    store.replace_leagues(db, [built()])
    assert store.version(db) != first


BUILD = """
import sys, time
from pathlib import Path
from pipelines import store
from tests.test_store import built
{hook}
store.replace_leagues(Path(sys.argv[1]), [built(sys.argv[2], sys.argv[3])])
"""
KILL = "import os, signal\ndie = lambda *a, **k: os.kill(os.getpid(), signal.SIGKILL)\n"


def run_build(db: Path, league: str, first: str, hook: str = "") -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", BUILD.format(hook=hook), str(db), league, first], cwd=Path(__file__).parents[1]
    )


@pytest.mark.parametrize(
    "instant",
    [
        "store.shutil.copyfile = die",
        "store.shutil.copyfile = lambda a, b: (b.write_bytes(a.read_bytes()[:5000]), die())",
        "store._schema = die",
        "whole = store._write\nstore._write = lambda con, league: (whole(con, league), die())",
        "whole = store._write\nstore._write = lambda con, league: (whole(con, league), con.execute('COMMIT'), die())",
        "store._swap = die",
        "store.os.fsync = die",
        "Path.replace = die",
    ],
)
def test_a_build_killed_at_any_instant_leaves_the_old_database_whole(tmp_path: Path, instant: str) -> None:
    db = tmp_path / "t.duckdb"
    store.replace_leagues(db, [built("berlin"), built("sofia")])
    before = db.read_bytes()
    assert run_build(db, "berlin", "Новая", KILL + instant).wait(60) == -signal.SIGKILL
    assert db.read_bytes() == before
    assert first_team(db, "berlin") == "Чайка"

    store.replace_leagues(db, [built("berlin", "Третья")])
    assert (first_team(db, "berlin"), first_team(db, "sofia")) == ("Третья", "Чайка")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t.duckdb", "t.duckdb.lock"]


def test_a_build_killed_after_the_rename_has_happened(tmp_path: Path) -> None:
    db = tmp_path / "t.duckdb"
    store.replace_leagues(db, [built()])
    hook = KILL + "whole = Path.replace\nPath.replace = lambda a, b: (whole(a, b), die())"
    assert run_build(db, "berlin", "Новая", hook).wait(60) == -signal.SIGKILL
    assert first_team(db, "berlin") == "Новая"


def test_two_builds_at_once_both_count(tmp_path: Path) -> None:
    db = tmp_path / "t.duckdb"
    slow = "whole = store._swap\nstore._swap = lambda *a: (time.sleep(0.5), whole(*a))"
    running = [run_build(db, league, league, slow) for league in ("berlin", "sofia", "kazan")]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    assert store.leagues(db)["league"].to_list() == ["berlin", "kazan", "sofia"]
    assert first_team(db, "kazan") == "kazan"


def test_a_build_says_that_it_waits_for_another(tmp_path: Path) -> None:
    db, said = tmp_path / "t.duckdb", []
    store.replace_leagues(db, [built()], lambda: said.append("too early"))
    with store._locked(db, lambda: None):
        waiting = threading.Thread(target=store.replace_leagues, args=(db, [built()], lambda: said.append("waits")))
        waiting.start()
        time.sleep(0.2)
        assert said == ["waits"]
    waiting.join(30)
    assert not waiting.is_alive()


def test_readers_see_the_old_build_or_the_new_one(tmp_path: Path) -> None:
    """A reader that still has the old file open keeps it, and one that opens after the swap sees the new one."""
    db = tmp_path / "t.duckdb"
    store.replace_leagues(db, [built("berlin", "0")])
    with store._opened(db) as held:
        store.replace_leagues(db, [built("berlin", "1")])
        assert first_team(db, "berlin") == "1"
        assert held.sql("SELECT team FROM store.berlin.facts_teams LIMIT 1").fetchall() == [("0",)]


def test_many_readers_and_a_builder(tmp_path: Path) -> None:
    db, seen, stop = tmp_path / "t.duckdb", [], threading.Event()
    store.replace_leagues(db, [built("berlin", "0")])

    def read() -> None:
        while not stop.is_set():
            seen.append(first_team(db, "berlin"))

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for n in range(1, 6):
        store.replace_leagues(db, [built("berlin", str(n))])
    stop.set()
    for reader in readers:
        reader.join(30)
    assert set(seen) <= {str(n) for n in range(6)}
    assert len(seen) > 3


def test_a_build_that_swaps_while_a_reader_attaches_is_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db, other = tmp_path / "t.duckdb", tmp_path / "other.duckdb"
    store.replace_leagues(db, [built("berlin", "old")])
    store.replace_leagues(other, [built("berlin", "new")])
    identity, calls = store._identity, []

    def swapping(path: Path) -> tuple[int, int, int]:
        calls.append(path)
        if len(calls) == 2:  # after it was attached, before that is believed
            other.replace(db)
        return identity(path)

    monkeypatch.setattr(store, "_identity", swapping)
    assert first_team(db, "berlin") == "new"
    assert len(calls) == 4


def test_no_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"none\.duckdb: there is no database\. Build one"):
        store.read_league(tmp_path / "none.duckdb", "berlin")


@pytest.mark.parametrize("content", [b"", b"team,points\n" * 5000])
def test_a_file_that_is_no_database_is_neither_read_nor_overwritten(tmp_path: Path, content: bytes) -> None:
    db = tmp_path / "t.duckdb"
    db.write_bytes(content)
    with pytest.raises(StoreError, match="no DuckDB database"):
        store.leagues(db)
    with pytest.raises(StoreError, match="no DuckDB database"):
        store.replace_leagues(db, [built()])
    assert db.read_bytes() == content


def test_a_database_of_another_program_is_neither_read_nor_overwritten(tmp_path: Path) -> None:
    db = tmp_path / "t.duckdb"
    with duckdb.connect(str(db)) as con:
        con.execute("CREATE TABLE mine AS SELECT 1 AS a")
    for use in (lambda: store.leagues(db), lambda: store.replace_leagues(db, [built()])):
        with pytest.raises(StoreError, match="not made by Tablo"):
            use()


def test_half_a_database_is_reported(tmp_path: Path) -> None:
    db = tmp_path / "t.duckdb"
    store.replace_leagues(db, [built()])
    db.write_bytes(db.read_bytes()[: db.stat().st_size // 2])
    with pytest.raises(StoreError, match="Delete the file and build the leagues again"):
        store.read_league(db, "berlin")


def test_the_list_of_leagues_changes_with_its_format_alone() -> None:
    columns = ["league", "folder", "title", "rule_set", "hash", "built_at", "as_of", "league_toml", "rules_toml"]
    assert (store.FORMAT, [f.name for f in fields(LeagueMeta)]) == (1, columns)


def test_a_damaged_block_is_reported(tmp_path: Path) -> None:
    db = tmp_path / "t.duckdb"
    store.replace_leagues(db, [built()])
    content = bytearray(db.read_bytes())
    content[5000 : len(content) // 2] = b"x" * (len(content) // 2 - 5000)
    db.write_bytes(content)
    with pytest.raises(StoreError, match="Delete the file and build the leagues again"):
        store.read_league(db, "berlin")


def test_another_format_is_reported_and_built_anew(tmp_path: Path) -> None:
    db = tmp_path / "t.duckdb"
    store.replace_leagues(db, [built()])
    with duckdb.connect(str(db)) as con:
        con.execute("UPDATE format SET version = 0")
    with pytest.raises(StoreError, match="its format is 0, wanted 1"):
        store.leagues(db)
    store.replace_leagues(db, [built("sofia")])
    assert store.leagues(db)["league"].to_list() == ["sofia"]


def test_a_league_of_other_contracts_is_to_be_built_again(tmp_path: Path) -> None:
    db = tmp_path / "t.duckdb"
    store.replace_leagues(db, [built()])
    with duckdb.connect(str(db)) as con:
        con.execute("UPDATE leagues SET contracts = 'older'")
    with pytest.raises(StoreError, match=r"another version of Tablo\. Build it again: `tablo build data/"):
        store.read_league(db, "berlin")


def test_an_unknown_league_is_answered_with_the_nearest(tmp_path: Path) -> None:
    db = tmp_path / "t.duckdb"
    store.replace_leagues(db, [built("berlin"), built("sofia")])
    with pytest.raises(StoreError, match=r"no league 'berln'. Known: berlin\."):
        store.read_league(db, "berln")


def test_a_database_that_another_program_writes_to(tmp_path: Path) -> None:
    db = tmp_path / "t.duckdb"
    store.replace_leagues(db, [built()])
    code = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(db)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout
        other.stdout.readline()
        with pytest.raises(StoreError, match="another program has the database open"):
            store.read_league(db, "berlin")
        with pytest.raises(StoreError, match="another program has the database open"):
            store.replace_leagues(db, [built()])
        other.communicate()
    assert first_team(db, "berlin") == "Чайка"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError, match="Permission denied"):
        store.replace_leagues(tmp_path / "t.duckdb", [built()])


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="Check that the folder exists"):
        store.replace_leagues(tmp_path / "file" / "t.duckdb", [built()])
