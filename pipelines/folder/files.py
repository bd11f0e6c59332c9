"""New files of a folder: results as somebody sent them."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pipelines.folder.errors import FolderError
from pipelines.folder.writing import locked, put, reported
from pipelines.ingest.read import BOOK_SUFFIXES, CSV_SUFFIXES

MAX_BYTES: Final = 64 * 2**20
"""Larger results are not a sheet that somebody filled in."""
_LONGEST_NAME: Final = 180
"""Bytes; file systems take 255, and a hidden name beside it is longer."""
_FORBIDDEN: Final = set('/\\:*?"<>|')
_RESERVED: Final = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


@dataclass(frozen=True)
class NewFile:
    """A file for `results/`; with `replace` it may take the place of one that is there."""

    name: str
    data: bytes
    replace: bool = False

    def put(self, folder: Path) -> Path:
        """Write it; the file. Raises FolderError: nothing was changed then."""
        self._check()
        name = unicodedata.normalize("NFC", self.name)
        with locked(folder), reported(folder):
            results = folder / "results"
            results.mkdir(exist_ok=True)
            there = next((path for path in sorted(results.iterdir()) if _same(path.name, name)), None)
            if there and not (self.replace and there.is_file()):
                advice = "Give it another name, or say that it replaces that file."
                raise FolderError(there, "there is such a file already", advice)
            path = there or results / name
            put(path, self.data)
        return path

    def _check(self) -> None:
        wrong = file_name_problem(self.name, (*CSV_SUFFIXES, *BOOK_SUFFIXES))
        if wrong:
            raise FolderError(repr(self.name), wrong, "Rename the file, such as 2026-03-05.xlsx, and try again.")
        if not self.data:
            raise FolderError(self.name, "the file is empty", "Save it again, and try once more.")
        if len(self.data) > MAX_BYTES:
            size = f"the file has {len(self.data) // 2**20} MB, more than {MAX_BYTES // 2**20}"
            raise FolderError(self.name, size, "Split it by event or season.")


def add_results_file(folder: Path, name: str, data: bytes, *, replace: bool = False) -> Path:
    """Add a file under `results/`; the file. Raises FolderError: unfit name, too large, there already."""
    return NewFile(name, data, replace).put(folder)


def file_name_problem(name: str, suffixes: tuple[str, ...]) -> str | None:
    """Why a name is no safe name for a file in a folder that people share, or None."""
    stem, dot, suffix = name.rpartition(".")
    if not name.strip() or name != name.strip():
        return "the name is empty, or begins or ends with a space"
    odd = sorted({sign for sign in name if sign in _FORBIDDEN or unicodedata.category(sign)[0] == "C"})
    if odd:
        return f"the name holds {', '.join(map(repr, odd))}"
    if name.startswith((".", "~")):
        return "a name with such a beginning is hidden, and is not read"
    if not dot or f".{suffix.lower()}" not in suffixes:
        return f"the name does not end with one of {', '.join(suffixes)}"
    if stem.split(".")[0].strip().casefold() in _RESERVED:
        return "some systems keep this name for themselves"
    return "the name is too long" if len(name.encode()) > _LONGEST_NAME else None


def _same(one: str, other: str) -> bool:
    """Whether some system would take the two for one file."""
    first, second = (unicodedata.normalize("NFC", name).casefold() for name in (one, other))
    return first == second
