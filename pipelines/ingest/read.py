"""The files of a league's folder: which are there, which are the same bytes again, and their sheets."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from pipelines.findings import finding, gather
from pipelines.ingest.csv_text import Unreadable, read_csv
from pipelines.ingest.sheet import Sheet
from pipelines.ingest.workbook import read_workbook

CSV_SUFFIXES = (".csv", ".tsv", ".txt")
BOOK_SUFFIXES = (".xlsx", ".xlsm", ".ods")
OLD_BOOK = ".xls"
OWN_FILES = ("league.toml", "expect.toml")


@dataclass(frozen=True)
class Source:
    """A file of the folder: its path, its name inside the folder (with `/`), and the hash of its bytes ("": denied)."""

    path: Path
    file: str
    sha256: str

    @property
    def empty(self) -> bool:
        return self.path.stat().st_size == 0


def folder_hash(folder: Path) -> str:
    """A hash over the names and bytes of everything in the folder that is read (saved scenarios are not)."""
    whole = hashlib.sha256()
    for path in _paths(folder):
        name = path.relative_to(folder).as_posix()
        whole.update(f"{name}\0{_sha256(path) or 'not readable'}\n".encode())
    return whole.hexdigest()


def file_names(folder: Path) -> list[str]:
    """The names inside the folder of all its files, whether they are read or not."""
    return [path.relative_to(folder).as_posix() for path in _paths(folder)]


def sources(folder: Path) -> tuple[list[Source], pl.DataFrame]:
    """The files to read, and findings: those that are passed over, and those that are the same bytes again."""
    found = [Source(p, p.relative_to(folder).as_posix(), _sha256(p)) for p in _paths(folder)]
    tables = [s for s in found if s.path.suffix.lower() in CSV_SUFFIXES + BOOK_SUFFIXES]
    others = [s for s in found if s not in tables and s.file not in OWN_FILES and s.path.suffix.lower() != ".toml"]
    kept, repeated = _first_of_equal(tables)
    return kept, gather(*map(_ignored, others), *map(_no_file, _named_like_tables(folder)), repeated)


def read_sheets(source: Source, encoding: str | None, delimiter: str | None) -> tuple[list[Sheet], pl.DataFrame]:
    """The visible sheets of a file (a CSV file has one, without a name) and what was odd about them."""
    try:
        if source.path.suffix.lower() in BOOK_SUFFIXES:
            return read_workbook(source.path, source.file)
        cells, odd = read_csv(source.path, encoding, delimiter)
        return [Sheet(source.file, None, cells)], gather(*(_unreadable(source, one) for one in odd))
    except Unreadable as refused:
        return [], _unreadable(source, refused)
    except OSError as denied:
        values = {"reason": denied.strerror or type(denied).__name__}
        said = finding("file_unreadable", "It cannot be opened: {reason}.", values=values, file=source.file)
        return [], said


def _unreadable(source: Source, refused: Unreadable) -> pl.DataFrame:
    return finding(refused.code, refused.template, values=refused.values, file=source.file, row=refused.row)


def _paths(folder: Path) -> list[Path]:
    """Files at the top of the folder and, at any depth, in `results`; editors' lock and hidden files are not meant."""
    inside = [*folder.glob("*"), *(folder / "results").rglob("*")]
    return sorted(p for p in inside if p.is_file() and not p.name.startswith((".", "~$")))


def _sha256(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""


def _named_like_tables(folder: Path) -> list[str]:
    """Folders, and links to nothing, of `results` that are named as files are."""
    inside = (folder / "results").rglob("*")
    like = (p for p in inside if not p.is_file() and p.suffix.lower() in (*CSV_SUFFIXES, *BOOK_SUFFIXES, OLD_BOOK))
    return sorted(p.relative_to(folder).as_posix() for p in like)


def _no_file(name: str) -> pl.DataFrame:
    return finding("file_ignored", "This is a folder, or a link to nothing, and is not read.", file=name)


def _ignored(source: Source) -> pl.DataFrame:
    if source.path.suffix.lower() == OLD_BOOK:
        return finding("file_unreadable", "Workbooks of the old format XLS are not read.", file=source.file)
    return finding("file_ignored", "This is neither CSV nor XLSX nor ODS, and is not read.", file=source.file)


def _first_of_equal(files: Iterable[Source]) -> tuple[list[Source], pl.DataFrame]:
    """Of equal files the one with the shortest name is read: copies are called `name (1)`, `copy of name`."""
    first: dict[str, Source] = {}
    repeated = []
    for source in sorted(files, key=lambda s: (len(s.file), s.file)):
        told = bool(source.sha256) and not source.empty
        known = first.setdefault(source.sha256, source) if told else source
        if known is not source:
            said = {"other": known.file}
            repeated.append(
                finding("duplicate_file", "The same bytes as {other}, which is read.", values=said, file=source.file)
            )
    again = set(first.values())
    return sorted((s for s in files if s in again or s.empty or not s.sha256), key=lambda s: s.file), gather(*repeated)
