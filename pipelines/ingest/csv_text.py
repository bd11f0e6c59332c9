"""Bytes of a CSV file → a frame of text: encodings, delimiters, line ends, quoted line breaks."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import polars as pl

from pipelines.findings import N_
from pipelines.ingest.dictionary import is_coded, stripped
from pipelines.ingest.sheet import tidy_cells

SNIFFED = 1 << 16
"""How many bytes at the start say what kind of file it is."""
COUNTED_WHOLE = 1 << 24
"""In files up to this size every line is looked at for its number of columns."""
LARGE = 1 << 23
"""From this size on a file is read without being copied, and its columns of few distinct texts as dictionaries."""
SAMPLED = 20_000
MANY = 5_000
"""Columns with more distinct texts than this among the sampled rows are free text."""
_UNPAIRED = N_("The quotes of this row do not pair up: one is never closed, or text follows a closing one.")
_SWALLOWED = N_("A quote that opens in this row is closed in a later one, so that whole rows stand in one cell.")
_OTHER_ALPHABET = N_(
    "It was read as cp1251, and has words such as «{word}»: it is perhaps in another encoding, such as cp1252."
)
_ODD_BYTES = N_("In this row are bytes that are no text in {encoding}.")
ODD = "\ufffd"
"""What stands for bytes that are no text."""
DELIMITERS = ";\t,"


_OPTIONS: Final[dict[str, Any]] = {
    "has_header": False,
    "missing_columns": "insert",
    "row_index_name": "row",
    "row_index_offset": 1,
}


class Unreadable(Exception):
    """A file that cannot be read: why (a template and what fills it), and the row if it is known."""

    code = "file_unreadable"

    def __init__(self, template: str, row: int | None = None, **values: object) -> None:
        super().__init__(template.format(**values))
        self.template = template
        self.row = row
        self.values = values


class RowUnreadable(Unreadable):
    """A row that cannot be read, of a file that can."""

    code = "row_unreadable"


class Doubtful(Unreadable):
    """A file that was read, perhaps in a wrong encoding."""

    code = "encoding_doubtful"


def read_csv(
    path: Path, encoding: str | None = None, delimiter: str | None = None
) -> tuple[pl.DataFrame, list[Unreadable]]:
    """One row per line (an empty line is one, a line break inside quotes is none); columns `0`, `1`, …, and `row`.

    Also what is odd: rows that cannot be read, which are left out, or letters that make no words. Raises `Unreadable`
    where most rows cannot be read.
    """
    if path.stat().st_size > LARGE and not encoding and (cells := _read_large(path, delimiter)) is not None:
        return cells, []
    data = path.read_bytes()
    if not data[:SNIFFED].strip(b"\x00\xff\xfe\xef\xbb\xbf \t\r\n"):
        raise Unreadable(N_("The file is empty; a table with a heading was wanted."))
    text, found, whole = _utf8(data, encoding)
    doubts = _other_alphabet(text) if found == "cp1251" and not encoding else []
    text, named = _without_sep_line(_unix_lines(text))
    separator = delimiter or named or _delimiter(text)
    cells, unpaired = _parse(text, separator)
    cells, odd = (cells, []) if whole else _without_odd_bytes(cells, found)
    return tidy_cells(cells), [*doubts, *unpaired, *odd]


def _read_large(path: Path, delimiter: str | None) -> pl.DataFrame | None:
    """A large file in plain UTF-8 with a delimiter; None where it is anything else, or is not of one width."""
    with path.open("rb") as stream:
        start = stream.read(SNIFFED)
    rest, named = _without_sep_line(start.removeprefix(codecs.BOM_UTF8))
    if b"\0" in start or b"\n" not in start or not rest.strip():
        return None
    separator = delimiter or named or _delimiter(rest)
    options = {"separator": separator, "skip_lines": 1 if named else 0, "extra_columns": "raise"}
    names = [str(i) for i in range(_width(rest[: rest.rindex(b"\n")], separator))]
    try:
        sample = pl.read_csv(path, schema=dict.fromkeys(names, pl.String), n_rows=SAMPLED, **_OPTIONS | options)
        coded = {n: pl.Categorical if sample[n].n_unique() < MANY else pl.String for n in names}
        cells = pl.read_csv(path, schema=coded, **_OPTIONS | options)
    except pl.exceptions.PolarsError:
        return None
    if any(_has_breaks(cells[n]) for n in names):
        return None  # perhaps a quote that took rows into its cell
    tidy = [stripped(cells[n]) if is_coded(cells[n]) else cells[n] for n in names]
    return tidy_cells(pl.DataFrame([*tidy, cells["row"].cast(pl.UInt32)]))


def _has_breaks(column: pl.Series) -> bool:
    texts = column.unique().cast(pl.String) if is_coded(column) else column
    return bool(texts.str.contains("\n", literal=True).any())


def _utf8(data: bytes, encoding: str | None) -> tuple[bytes, str, bool]:
    """The same text in UTF-8 without a mark, from what league.toml says it is, or what it seems to be.

    With that encoding, and whether all of it is text in it (`ODD` stands for what is none).
    """
    found = encoding or _seeming(data)
    if found == "utf-8" and _is_utf8(data):
        return data.removeprefix(codecs.BOM_UTF8), found, True
    try:
        return _decode(data, found).encode(), found, True
    except Unreadable:
        return _decode_mostly(data, found).encode(), found, False


def _seeming(data: bytes) -> str:
    """As `encoding_of`, but a few lines that are no UTF-8 do not make the others another encoding."""
    try:
        return encoding_of(data).removesuffix("-sig")
    except Unreadable:
        return "utf-8"


def _decode_mostly(data: bytes, encoding: str) -> str:
    """The text with `ODD` for what is none; raises `Unreadable` as `_decode` does, where that is in most lines."""
    try:
        text = data.decode(encoding, "replace").lstrip("\ufeff")
    except LookupError:
        return _decode(data, encoding)
    lines = [line for line in text.splitlines() if not line.isascii()]
    return text if 2 * sum(ODD in line for line in lines) < len(lines) else _decode(data, encoding)


def _without_odd_bytes(cells: pl.DataFrame, encoding: str) -> tuple[pl.DataFrame, list[Unreadable]]:
    odd = pl.any_horizontal(pl.col(pl.String).str.contains(ODD, literal=True)).fill_null(value=False)
    rows = cells.filter(odd)["row"]
    return cells.filter(~odd), [RowUnreadable(_ODD_BYTES, row, encoding=encoding) for row in rows]


def _other_alphabet(text: bytes) -> list[Unreadable]:
    """A doubt where most Cyrillic letters stand inside words of Latin ones, as when «Müller» is read as «Mьller»."""
    words = re.findall(r"[^\W\d_]+", text[:SNIFFED].decode("utf-8", "ignore"))
    cyrillic = [word for word in words if re.search("[а-яё]", word, re.IGNORECASE)]
    mixed = [word for word in cyrillic if re.search("[a-z]", word, re.IGNORECASE)]
    return [Doubtful(_OTHER_ALPHABET, word=mixed[0])] if 2 * len(mixed) > len(cyrillic) else []


def encoding_of(data: bytes) -> str:
    """What the bytes are a text in, as Python names it: by the mark, then UTF-16, UTF-8, Windows-1251."""
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if data[:SNIFFED].count(b"\0") > len(data[:SNIFFED]) // 8:
        big = data[0:SNIFFED:2].count(b"\0") > data[1:SNIFFED:2].count(b"\0")
        return "utf-16-be" if big else "utf-16-le"
    if _is_utf8(data):
        return "utf-8"
    _refuse_mixture(data)
    return "cp1251"


def delimiter_of(data: bytes) -> str:
    """The delimiter of a text in UTF-8 without a mark: as its first line `sep=;` names it, or as it seems to be."""
    rest, named = _without_sep_line(_unix_lines(data))
    return named or _delimiter(rest)


def _decode(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding).lstrip("\ufeff")
    except LookupError:
        said = N_("There is no encoding {encoding}; utf-8, utf-16 or cp1251 was wanted.")
        raise Unreadable(said, encoding=encoding) from None
    except UnicodeDecodeError as error:
        row = data[: error.start].count(b"\n") + 1
        said = N_("Byte {byte} is no text in {encoding}.")
        raise Unreadable(said, row, byte=f"{data[error.start]:#04x}", encoding=encoding) from None


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        codecs.utf_8_decode(data, "strict", True)
    except UnicodeDecodeError:
        return False
    return True


def _refuse_mixture(data: bytes) -> None:
    """Lines in UTF-8 beside lines in another encoding: two files were pasted together, and one of them is garbled."""
    lines = [(n, line) for n, line in enumerate(data.splitlines(), 1) if not line.isascii()]
    odd = [n for n, line in lines if not _is_utf8(line)]
    if len(odd) < len(lines):
        said = N_("UTF-8 and another encoding are mixed; {lines} of its lines are not UTF-8, the first is this one.")
        raise Unreadable(said, odd[0], lines=len(odd))


def _unix_lines(data: bytes) -> bytes:
    """Older Mac programs end lines with a lone carriage return."""
    if b"\n" not in data[:SNIFFED] and b"\r" in data[:SNIFFED]:
        return data.replace(b"\r", b"\n")
    return data


def _without_sep_line(data: bytes) -> tuple[bytes, str | None]:
    """A first line `sep=;` names the delimiter; spreadsheets do not show it, so it is no row."""
    named = re.match(rb'"?sep=(.)"?[^\S\r\n]*\r?\n', data, re.IGNORECASE)
    return (data[named.end() :], named[1].decode("latin-1")) if named else (data, None)


def _delimiter(data: bytes) -> str:
    """The delimiter that makes most lines at the beginning equally wide; `;` and tab before the decimals' comma."""
    lines = _unquoted(data[:SNIFFED]).splitlines()[:200]
    if len(data) > SNIFFED:
        lines = lines[:-1]
    return max(DELIMITERS, key=lambda mark: (_agreement(lines, mark), -DELIMITERS.index(mark)))


def _unquoted(data: bytes) -> str:
    return re.sub(r'"(?:[^"]|"")*"', '""', data.decode("utf-8", "ignore"))


def _agreement(lines: list[str], mark: str) -> int:
    """How many lines have the commonest number of this delimiter above none."""
    counts = [n for n in (line.count(mark) for line in lines) if n]
    return max((counts.count(n) for n in set(counts)), default=0)


def _width(data: bytes, separator: str) -> int:
    """At least the number of columns of the widest line."""
    mark, start = separator.encode(), data if len(data) <= COUNTED_WHOLE else data[:SNIFFED]
    return max(line.count(mark) for line in start.splitlines()) + 1


def _parse(data: bytes, separator: str) -> tuple[pl.DataFrame, list[Unreadable]]:
    width = _width(data, separator)
    try:
        cells = pl.read_csv(
            io.BytesIO(data),
            separator=separator,
            schema={str(i): pl.String for i in range(width)},
            extra_columns="ignore",
            **_OPTIONS,
        )
    except pl.exceptions.PolarsError:
        return _parse_each(data, separator, width)
    if b'"' in data and cells.height < len(data.splitlines()) and (read := _parse_each(data, separator, width))[1]:
        return read
    return cells.select(*[str(i) for i in range(width)], pl.col("row").cast(pl.UInt32)), []


def _parse_each(data: bytes, separator: str, width: int) -> tuple[pl.DataFrame, list[Unreadable]]:
    """Row by row, where quotes do not pair up: such a row ends with its line, so that it takes no other with it."""
    rows: list[list[str | int | None]] = []
    refused: list[Unreadable] = []
    for number, (record, wrong) in enumerate(_records(data.decode(), separator, width), 1):
        if wrong:
            refused.append(RowUnreadable(wrong, number))
        else:
            rows.append([*_cells(record, separator, width), number])
    if 2 * len(refused) > len(rows):
        raise Unreadable(_UNPAIRED, refused[0].row)
    schema = {**{str(i): pl.String for i in range(width)}, "row": pl.UInt32}
    return pl.DataFrame(rows, schema=schema, orient="row"), refused


def _records(text: str, separator: str, width: int) -> Iterator[tuple[str, str | None]]:
    """Each record without its end, and what is wrong with it, if anything; a wrong one is a line."""
    whole, line = _record(separator), re.compile(r"([^\r\n]*)(?:\r\n|\n|\r|\Z)")
    start = 0
    while start < len(text):
        found = whole.match(text, start)
        wrong = _UNPAIRED if found is None else _SWALLOWED if _swallows(found[1], separator, width) else None
        met = line.match(text, start) if found is None or wrong else found
        assert met is not None
        yield met[1], wrong
        start = met.end()


def _cells(record: str, separator: str, width: int) -> list[str | None]:
    """The cells of a record that is right, as many as the table is wide."""
    cells = next(csv.reader(io.StringIO(record, newline=""), delimiter=separator), [])
    return [*cells, *([None] * (width - len(cells)))][:width]


def _record(separator: str) -> re.Pattern[str]:
    mark = re.escape(separator)
    cell = rf'(?:"(?:[^"]|"")*+"|[^"{mark}\r\n][^{mark}\r\n]*+)?+'
    return re.compile(rf"({cell}(?:{mark}{cell})*+)(?:\r\n|\n|\r|\Z)")


def _swallows(record: str, separator: str, width: int) -> bool:
    """Whether each line of a record has as many delimiters as a whole row: a quote is open that should not be."""
    lines = record.splitlines()
    return width > 1 and len(lines) > 1 and all(line.count(separator) >= width - 1 for line in lines)
