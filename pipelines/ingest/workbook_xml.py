"""What fastexcel does not say of an XLSX sheet, from its XML: hidden rows and columns, error cells, lost values."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from xml.etree import ElementTree

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
VALUELESS = "="
"""What stands in a cell whose formula has no stored result."""


@dataclass(frozen=True)
class Traits:
    """Of one sheet: columns from 0, rows from 1; `errors` maps (row, column) to the error value, or to `=`."""

    hidden_columns: frozenset[int] = frozenset()
    hidden_rows: frozenset[int] = frozenset()
    errors: dict[tuple[int, int], str] = field(default_factory=dict)


def no_traits() -> Traits:
    return Traits()


def workbook_traits(path: Path) -> dict[str, Traits]:
    """By the sheet's name."""
    with zipfile.ZipFile(path) as book:
        targets = {link.get("Id"): link.get("Target", "") for link in _root(book, "xl/_rels/workbook.xml.rels")}
        sheets = _root(book, "xl/workbook.xml").iter(f"{MAIN}sheet")
        parts = {s.get("name", ""): _part(targets.get(s.get(LINK), "")) for s in sheets}
        return {name: _traits(book, part) for name, part in parts.items() if part in book.namelist()}


def _root(book: zipfile.ZipFile, part: str) -> ElementTree.Element:
    return ElementTree.fromstring(book.read(part))


def _part(target: str) -> str:
    return target.lstrip("/") if target.startswith("/") else f"xl/{target}"


def _traits(book: zipfile.ZipFile, part: str) -> Traits:
    if not re.search(rb'hidden="(1|true)"|t="e"|<f[ >/]', book.read(part)):
        return Traits()
    with book.open(part) as stream:
        return _scan(stream)


def _scan(stream: IO[bytes]) -> Traits:
    columns: set[int] = set()
    rows: set[int] = set()
    errors: dict[tuple[int, int], str] = {}
    for element in _ended(stream):
        if element.tag == f"{MAIN}col" and _hidden(element):
            columns |= set(range(int(element.get("min", 1)) - 1, min(int(element.get("max", 1)), 16384)))
        elif element.tag == f"{MAIN}row":
            if _hidden(element):
                rows.add(int(element.get("r", 0)))
            errors |= {_place(c.get("r", "")): mark for c in element if (mark := _mark(c))}
            element.clear()
    return Traits(frozenset(columns), frozenset(rows), errors)


def _ended(stream: IO[bytes]) -> Iterator[ElementTree.Element]:
    return (element for _, element in ElementTree.iterparse(stream, events=("end",)))


def _hidden(element: ElementTree.Element) -> bool:
    return element.get("hidden") in ("1", "true")


def _mark(cell: ElementTree.Element) -> str | None:
    value = cell.find(f"{MAIN}v")
    if cell.get("t") == "e":
        return value.text if value is not None else "#ERROR!"
    if cell.find(f"{MAIN}f") is not None and (value is None or value.text is None):
        return None if cell.get("t") == "str" and value is not None else VALUELESS
    return None


def _place(reference: str) -> tuple[int, int]:
    """`C5` → (5, 2)."""
    letters = reference.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(reference[len(letters) :] or 0), column - 1
