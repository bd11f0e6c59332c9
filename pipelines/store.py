"""The only module that opens DuckDB: one file, built from the leagues' folders, that can be deleted at any time.

The file itself is never written to. A build writes a new one beside it and swaps it in with one rename, under a lock
that makes builds queue; readers open, read into frames and close. So a reader sees the old build or the new one, and a
build killed at any instant leaves the old one whole.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Final

import dataframely as dy
import duckdb
import polars as pl

from pipelines.tables import FACT_SCHEMAS, SCORE_SCHEMAS, Facts, Scored

FORMAT: Final = 1
"""Of the list of leagues, one more with every change of LeagueMeta; what tables a league has, its `contracts` say."""
SCHEMAS: Final[dict[str, type[dy.Schema]]] = {
    **{f"facts.{name}": schema for name, schema in FACT_SCHEMAS.items()},
    **{f"scored.{name}": schema for name, schema in SCORE_SCHEMAS.items()},
}


class StoreError(Exception):
    """A database that cannot be used: where, what was found, what to do next."""

    def __init__(self, where: object, found: str, advice: str) -> None:
        super().__init__(f"{where}: {found}. {advice}")


@dataclass(frozen=True)
class LeagueMeta:
    """What the database says of a league beside its tables; the two texts suffice to have its rules."""

    league: str
    """The folder's name."""
    folder: str
    title: str
    rule_set: str
    """As league.toml names it."""
    hash: str
    """Of everything the league was built from."""
    built_at: datetime
    as_of: date
    """The day for which `scored` holds."""
    league_toml: str
    rules_toml: str


@dataclass(frozen=True)
class BuiltLeague:
    """A league that was read and scored, ready to be stored."""

    meta: LeagueMeta
    facts: Facts
    scored: Scored


@dataclass(frozen=True)
class StoredLeague(BuiltLeague):
    """A league as the database has it; frames that were not asked for are empty."""


def contracts() -> str:
    """A short text that changes with the columns or types of any table."""
    told = [(name, list(schema.create_empty().schema.items())) for name, schema in SCHEMAS.items()]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def version(db: Path) -> tuple[int, int, int]:
    """Changes with every build: what readers cache by. Raises StoreError where there is no database."""
    _must_be_there(db)
    with _reported(db):
        stat = db.stat()
    return stat.st_ino, stat.st_mtime_ns, stat.st_size


def leagues(db: Path) -> pl.DataFrame:
    """One row per league: the columns of LeagueMeta, and `contracts`. Raises StoreError."""
    with _opened(db) as con:
        return _frame(con, "SELECT * FROM store.main.leagues ORDER BY league")


def read_league(db: Path, league: str, frames: Collection[str] | None = None, event: str | None = None) -> StoredLeague:
    """A league's tables, cast to their contracts; with `frames` (`facts.events`, `scored.titles` …) only those, with
    `event` only the rows of that event, where a table names one.

    Raises StoreError: no database, not one of ours, in use, of another version, or without that league.
    """
    wanted = SCHEMAS if frames is None else {name: SCHEMAS[name] for name in frames}
    with _opened(db) as con:
        meta = _meta(con, db, league)
        read = {name: _table(con, _name(league, name), schema, event) for name, schema in wanted.items()}
    return StoredLeague(meta, Facts(**_of("facts", read)), Scored(**_of("scored", read)))


def replace_leagues(db: Path, built: Sequence[BuiltLeague], waiting: Callable[[], None] = lambda: None) -> None:
    """Put these leagues in the place of those of the same names; all others stay as they are.

    `waiting` is called once where another build has the lock. Raises StoreError.
    """
    with _reported(db):
        db.parent.mkdir(parents=True, exist_ok=True)
        with _locked(db, waiting):
            new = _beside(db)
            try:
                with _writable(new) as con:
                    for league in built:
                        _write(con, league)
                _swap(new, db)
            finally:
                _discard(new)


def _of(part: str, frames: Mapping[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    return {name.removeprefix(f"{part}."): frame for name, frame in frames.items() if name.startswith(f"{part}.")}


@contextmanager
def _opened(db: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """The database attached to an empty one: `duckdb.connect` hands out the old file while a thread still has it."""
    _must_be_there(db)
    with _reported(db), duckdb.connect() as con:
        _attach(con, db)
        _check_format(con, db)
        yield con


def _must_be_there(db: Path) -> None:
    if not db.is_file():
        raise StoreError(db, "there is no database", "Build one with `tablo build FOLDER…`, or name one with --db.")


def _attach(con: duckdb.DuckDBPyConnection, db: Path) -> None:
    """DuckDB opens the file more than once while it attaches it; where a build replaces it in between, begin again."""
    while True:
        before = _identity(db)
        try:
            con.execute(f"ATTACH {_literal(str(db))} AS store (READ_ONLY)")
        except duckdb.Error:
            if _identity(db) == before:
                raise
        else:
            if _identity(db) == before:
                return
            con.execute("DETACH store")


def _identity(db: Path) -> tuple[int, int, int]:
    """Of the file that has this name now; an inode's number alone comes back after its file is gone."""
    found = db.stat()
    return found.st_ino, found.st_mtime_ns, found.st_size


def _check_format(con: duckdb.DuckDBPyConnection, db: Path) -> None:
    known = _frame(con, "SELECT table_name FROM duckdb_tables() WHERE database_name = 'store' AND schema_name = 'main'")
    if "format" not in known["table_name"]:
        raise StoreError(db, "this database was not made by Tablo", "Name another file with --db.")
    found = _frame(con, "SELECT version FROM store.main.format")["version"][0]
    if found != FORMAT:
        raise _OtherFormat(db, f"its format is {found}, wanted {FORMAT}", "Delete it and build the leagues again.")


class _OtherFormat(StoreError):
    pass


def _meta(con: duckdb.DuckDBPyConnection, db: Path, league: str) -> LeagueMeta:
    known = _frame(con, "SELECT * FROM store.main.leagues")
    rows = known.filter(league=league).to_dicts()
    if not rows:
        raise StoreError(db, f"there is no league {league!r}", _nearest(league, known["league"].to_list()))
    found = rows[0]
    if found.pop("contracts") != contracts():
        advice = f"Build it again: `tablo build {found['folder']}`."
        raise StoreError(db, f"the league {league!r} was built by another version of Tablo", advice)
    return LeagueMeta(**found)


def _nearest(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, n=3, cutoff=0.5) or sorted(known)[:10]
    return f"Known: {', '.join(near)}." if near else "It holds none yet: build one with `tablo build FOLDER…`."


def _table(con: duckdb.DuckDBPyConnection, table: str, schema: type[dy.Schema], event: str | None) -> pl.DataFrame:
    chosen = f" WHERE event = {_literal(event)}" if event is not None and "event" in schema.columns() else ""
    frame = _frame(con, f"SELECT * FROM {table}{chosen}")
    return frame.cast(schema.create_empty().schema)  # enumerations come back as text


def _frame(con: duckdb.DuckDBPyConnection, query: str) -> pl.DataFrame:
    return pl.DataFrame(con.sql(query))


# Writing


@contextmanager
def _locked(db: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """The lock lies in a file of its own, which stays: a lock on a file that is renamed away would hold nothing."""
    with db.with_name(db.name + ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waiting()
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _beside(db: Path) -> Path:
    """A copy of the current database to write into; under the lock, so what is there already is a killed build's."""
    new = db.with_name(db.name + ".new")
    _discard(new)
    if not db.exists():
        return new
    with suppress(_OtherFormat), _opened(db):
        shutil.copyfile(db, new)
    return new


def _discard(database: Path) -> None:
    for path in (database, database.with_name(database.name + ".wal")):
        path.unlink(missing_ok=True)


@contextmanager
def _writable(new: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Attached under a name of our own: that of the file could be that of a league too."""
    with duckdb.connect() as con:
        con.execute(f"ATTACH {_literal(str(new))} AS store")
        con.execute("BEGIN")
        con.execute(f"CREATE TABLE IF NOT EXISTS store.main.format AS SELECT {FORMAT} AS version")
        yield con
        con.execute("COMMIT")
        con.execute("CHECKPOINT store")


def _write(con: duckdb.DuckDBPyConnection, built: BuiltLeague) -> None:
    league = built.meta.league
    con.register("frame", _Arrow(pl.DataFrame([{**asdict(built.meta), "contracts": contracts()}])))
    con.execute("CREATE TABLE IF NOT EXISTS store.main.leagues AS SELECT * FROM frame LIMIT 0")
    con.execute("DELETE FROM store.main.leagues WHERE league = ?", [league])
    con.execute("INSERT INTO store.main.leagues BY NAME SELECT * FROM frame")
    con.execute(f"DROP SCHEMA IF EXISTS {_schema(league)} CASCADE")
    con.execute(f"CREATE SCHEMA {_schema(league)}")
    for name in SCHEMAS:
        part, table = name.split(".")
        # answers have no order of their own, and are written by all cores where none is kept
        con.execute(f"SET preserve_insertion_order = {name != 'facts.answers'}")
        con.register("frame", _Arrow(getattr(getattr(built, part), table)))
        con.execute(f"CREATE TABLE {_name(league, name)} AS SELECT * FROM frame")


@dataclass(frozen=True)
class _Arrow:
    """A frame handed over by the Arrow interface alone; DuckDB's own way with polars needs pyarrow."""

    frame: pl.DataFrame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.frame.__arrow_c_stream__(requested_schema)


def _swap(new: Path, db: Path) -> None:
    """One rename; both the file and its folder are on the disk before and after it."""
    _sync(new)
    db.with_name(db.name + ".wal").unlink(missing_ok=True)  # left by someone's shell: it belongs to the old file
    new.replace(db)
    _sync(db.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _name(league: str, frame: str) -> str:
    """`facts.findings` and `scored.findings` are two tables: `store."berlin".facts_findings`."""
    return f"{_schema(league)}.{frame.replace('.', '_')}"


_RESERVED: Final = ("main", "temp", "system", "store", "pg_catalog", "information_schema")


def _schema(league: str) -> str:
    """The league's own name where SQL can tell it from all others: DuckDB's names know no case."""
    plain = re.fullmatch(r"[a-z0-9][a-z0-9_-]*", league) and league not in _RESERVED
    return f'store."{league}"' if plain else f'store."League {hashlib.sha256(league.encode()).hexdigest()[:16]}"'


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


@contextmanager
def _reported(db: Path) -> Iterator[None]:
    """What can go wrong outside the program, in words."""
    try:
        yield
    except duckdb.ProgrammingError:
        raise
    except duckdb.Error as error:
        raise _unreadable(db, str(error)) from error
    except OSError as error:
        advice = "Check that the folder exists, is writable, and that the disk is not full."
        raise StoreError(error.filename or db, error.strerror or str(error), advice) from error


def _unreadable(db: Path, text: str) -> StoreError:
    if "Could not set lock" in text:
        return StoreError(db, "another program has the database open for writing", "Close it there, then try again.")
    if "not a valid DuckDB" in text:
        return StoreError(db, "this is no DuckDB database", "Name another file with --db, or move this one away.")
    return StoreError(db, text.splitlines()[0], "Delete the file and build the leagues again.")
