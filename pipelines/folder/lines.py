"""New lines at the end of a folder's tables: rulings, announcements, what was said of names, an evening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pipelines.folder.errors import FolderError
from pipelines.folder.writing import locked, put, reported
from pipelines.folder.written import Row, Written, cell, heading, written
from pipelines.folding import fold
from pipelines.ingest.fields import FOLDER
from pipelines.ruleset.league import FileHint, load_league

APPENDED: Final = ("decisions", "awards", "names", "events")
KEYS: Final = {"events": "event", "decisions": "id"}
"""What no two rows of a table may have in common."""


@dataclass(frozen=True)
class NewLines:
    """Rows for the end of a table; a row is a mapping of column to value, an empty value as good as none."""

    table: str
    rows: Sequence[Row]

    def put(self, folder: Path) -> Path:
        """Add them to the folder; the file. Raises FolderError: nothing was changed then."""
        self._check()
        path = folder / f"{self.table}.csv"
        with locked(folder):
            hint = hints(folder).get(path.name)
            with reported(path):
                old = path.read_bytes() if path.exists() else b""
                now = written(path, self.table, hint) if old else _new(path)
            self._check_keys(now)
            whole = (old or heading(self.table)) + now.lines(self.rows)
            put(path, whole, lambda new: self._verify(new, now, hint if old else None))
        return path

    def _check(self) -> None:
        if self.table not in APPENDED:
            raise FolderError(self.table, "rows are not added to this table", f"Wanted: {', '.join(APPENDED)}.")
        fields = {field.name: field for field in FOLDER[self.table].fields}
        for row in self.rows:
            unknown = [name for name in row if name not in fields]
            if unknown:
                found = f"there is no column {', '.join(unknown)}"
                raise FolderError(self.table, found, f"Known: {', '.join(fields)}.")
            empty = [name for name, field in fields.items() if field.required and not cell(row.get(name)).strip()]
            if empty:
                raise FolderError(self.table, f"{', '.join(empty)} is empty", "Fill it in.")

    def _check_keys(self, now: Written) -> None:
        key = KEYS.get(self.table)
        if key is None:
            return
        taken = {fold(cell(row.get(key))) for row in now.rows if row.get(key)}
        for row in self.rows:
            said = cell(row.get(key))
            if said and fold(said) in taken:
                raise FolderError(now.path, f"there is a row with {key} {said!r} already", f"Give it another {key}.")
            taken.add(fold(said))

    def _verify(self, new: Path, before: Written, hint: FileHint | None) -> None:
        """Read the new file as the product will: the old rows, then these, and nothing else."""
        after = written(new, self.table, hint)
        if _filled(after.rows) != _filled([*before.rows, *self.rows]):
            advice = "Add the row in your spreadsheet program, and save the file there; nothing was changed."
            raise FolderError(before.path, "the file would not be read as it is written", advice)


def append(folder: Path, table: str, rows: Sequence[Row]) -> Path:
    """Add rows to `decisions`, `awards` or `names`, in the file's own manner; the file. Raises FolderError.

    Where there is no such file yet, it is made, with every column of the table.
    """
    return NewLines(table, rows).put(folder)


def add_event(folder: Path, row: Row) -> Path:
    """Add an evening to events.csv, in the file's own manner; the file. Raises FolderError."""
    return NewLines("events", [row]).put(folder)


def hints(folder: Path) -> Mapping[str, FileHint]:
    """What league.toml says of the folder's files. Raises RuleErrors where it cannot be read."""
    return load_league(folder).files


def _filled(rows: Sequence[Row]) -> list[dict[str, str]]:
    """The cells of the rows that hold anything, as they are read again: without spaces around."""
    texts = [{name: cell(value).strip() for name, value in row.items()} for row in rows]
    return [{name: text for name, text in row.items() if text} for row in texts]


def _new(path: Path) -> Written:
    names = [field.name for field in FOLDER[path.stem].fields]
    return Written(path, "utf-8", ",", "\n", len(names), {name: at for at, name in enumerate(names)})
