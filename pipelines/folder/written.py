"""A CSV file as its owner writes it: encoding, delimiter, line ends, and which column stands where."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from pipelines.folder.errors import FolderError
from pipelines.ingest.csv_text import Unreadable, delimiter_of, encoding_of, read_csv
from pipelines.ingest.fields import FOLDER
from pipelines.ingest.layouts import Layout, recognise
from pipelines.ingest.sheet import Sheet
from pipelines.ruleset.league import FileHint

NAMES: Final = {"cp1251": "Windows-1251", "utf-16": "UTF-16", "utf-8": "UTF-8", "utf-8-sig": "UTF-8"}
Row = Mapping[str, object]


@dataclass(frozen=True)
class Written:
    """How a file is written; `columns` gives the number of each field's column, of `width` in all."""

    path: Path
    encoding: str
    delimiter: str
    line_end: str
    width: int
    columns: Mapping[str, int]
    ends_open: bool = False
    """Whether the last line has no end yet."""
    rows: Sequence[Row] = ()
    """What stands there: the filled cells of every row below the headings, by field."""

    def lines(self, rows: Sequence[Row]) -> bytes:
        """These rows as they are added to the file. Raises FolderError where a column or a letter is missing."""
        self._check(rows)
        text = self.line_end if self.ends_open else ""
        for row in rows:
            cells = [""] * self.width
            for name, value in row.items():
                if name in self.columns:
                    cells[self.columns[name]] = cell(value)
            text += _line(cells, self.delimiter, self.line_end)
        try:
            return text.encode(self.encoding)
        except UnicodeEncodeError as error:
            sign = error.object[error.start : error.end]
            found = f"the file is in {NAMES.get(self.encoding, self.encoding)}, which has no letter {sign!r}"
            raise FolderError(self.path, found, "Write it without that letter, or save the file in UTF-8.") from None

    def _check(self, rows: Sequence[Row]) -> None:
        filled = dict.fromkeys(name for row in rows for name, value in row.items() if cell(value))
        lacking = [name for name in filled if name not in self.columns]
        if lacking:
            columns = ", ".join(lacking)
            found = f"the file has no column {columns}" if len(lacking) == 1 else f"the file lacks columns: {columns}"
            raise FolderError(self.path, found, "Add it as a heading at the end of the first line, and try again.")


def written(path: Path, table: str, hint: FileHint | None) -> Written:
    """The file as it is. Raises FolderError where it is not such a table, or cannot be read."""
    data = path.read_bytes()
    try:
        encoding = (hint.encoding if hint else None) or encoding_of(data)
        text = data.decode(encoding)
        delimiter = (hint.delimiter if hint else None) or delimiter_of(text.encode())
        cells, odd = read_csv(path, encoding if hint and hint.encoding else None, delimiter)
        if odd:
            raise odd[0]
        sheet = Sheet(f"{table}.csv", None, cells)
    except (Unreadable, UnicodeDecodeError, LookupError) as error:
        raise FolderError(path, str(error).rstrip("."), "Mend the file first; nothing was changed.") from None
    layout, _ = recognise(sheet, hint, {})
    if layout is None or layout.kind != table:
        found = f"its headings are not those of {table}"
        raise FolderError(path, found, f"Wanted: {', '.join(f.name for f in FOLDER[table].fields)}.")
    return Written(
        path,
        _to_append(encoding, data),
        delimiter,
        _line_end(text),
        _width(sheet, text, delimiter),
        layout.columns,
        ends_open=not text.endswith(("\n", "\r")),
        rows=_rows(sheet, layout),
    )


def cell(value: object) -> str:
    """A value as these files have it: flags as 1 and 0, days and moments as ISO writes them."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(int(value))
    return value.isoformat() if isinstance(value, date) else str(value)


def heading(table: str) -> bytes:
    """The first line of a new file: every column of the table."""
    return _line([field.name for field in FOLDER[table].fields], ",", "\n").encode()


def _rows(sheet: Sheet, layout: Layout) -> list[Row]:
    below = sheet.cells.slice(layout.header + 1).drop("row").iter_rows()
    found = [{name: cells[at] for name, at in layout.columns.items() if cells[at] is not None} for cells in below]
    return [row for row in found if row]


def _width(sheet: Sheet, text: str, delimiter: str) -> int:
    """The columns of the fullest row. A sheet may have more: signs in quotes are counted as delimiters there."""
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    return min(sheet.width, max(map(len, rows), default=sheet.width))


def _line(cells: Sequence[str], delimiter: str, line_end: str) -> str:
    line = io.StringIO()
    csv.writer(line, delimiter=delimiter, lineterminator=line_end).writerow(cells)
    return line.getvalue()


def _line_end(text: str) -> str:
    """The commonest."""
    pairs = text.count("\r\n")
    counts = {"\n": text.count("\n") - pairs, "\r\n": pairs, "\r": text.count("\r") - pairs}
    return max(counts, key=lambda end: counts[end])


def _to_append(encoding: str, data: bytes) -> str:
    """The encoding without the mark, which stands at the beginning of a file alone."""
    if encoding == "utf-16":
        return "utf-16-le" if data.startswith(codecs.BOM_UTF16_LE) else "utf-16-be"
    return "utf-8" if encoding == "utf-8-sig" else encoding
