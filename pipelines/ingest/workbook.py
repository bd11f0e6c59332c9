"""Workbooks (XLSX, ODS) → frames of text, with what a spreadsheet hides and what its formulas failed to give."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import fastexcel
import polars as pl

from pipelines.findings import N_, finding, gather
from pipelines.ingest.cells import without_float_noise
from pipelines.ingest.csv_text import Unreadable
from pipelines.ingest.sheet import Sheet, tidy_cells
from pipelines.ingest.workbook_xml import Traits, no_traits, workbook_traits


def read_workbook(path: Path, file: str) -> tuple[list[Sheet], pl.DataFrame]:
    """The visible sheets; an error value stands in its cell as `#REF!`, a formula without a value as `=`."""
    try:
        reader = fastexcel.read_excel(path)
        traits = workbook_traits(path) if path.suffix.lower() != ".ods" else {}
        loaded = [reader.load_sheet(n, header_row=None, skip_rows=0, dtypes="string") for n in reader.sheet_names]
    except Exception as error:  # noqa: BLE001 - whatever a broken file makes the readers raise is one finding
        raise Unreadable(_NO_WORKBOOK, reason=_reason(error)) from None
    sheets: list[Sheet] = []
    found: list[pl.DataFrame] = []
    for sheet in loaded:
        if sheet.visible != "visible":
            found.append(
                finding("hidden_sheet", "The sheet «{sheet}» is hidden; not read.", file=file, sheet=sheet.name)
            )
            continue
        seen = traits.get(sheet.name, no_traits())
        cells = _cells(sheet, seen)
        if cells.height:
            sheets.append(Sheet(file, sheet.name, cells, seen.hidden_columns))
            found.append(_hidden_rows(file, sheet.name, seen))
    if not sheets and not found:
        raise Unreadable(N_("The workbook is empty; a table with a heading was wanted."))
    return sheets, gather(*found)


def _reason(error: Exception) -> str:
    said = str(error).strip() or type(error).__name__
    return said.splitlines()[0].rstrip(".")


_NO_WORKBOOK: Final = N_(
    "This is no workbook that can be opened: it is damaged, or of another format. The reader says: {reason}."
)


def _cells(sheet: fastexcel.ExcelSheet, traits: Traits) -> pl.DataFrame:
    frame: pl.DataFrame = sheet.to_polars()
    frame = frame.rename(dict(zip(frame.columns, map(str, range(frame.width)), strict=True))).cast(pl.String)
    frame = frame.with_columns(row=pl.int_range(1, pl.len() + 1, dtype=pl.UInt32))
    noisy = [c for c in frame.columns if c != "row"]
    frame = frame.with_columns(without_float_noise(pl.col(c)).alias(c) for c in noisy)
    for column in {str(c) for _, c in traits.errors} & set(frame.columns):
        marks = {r: mark for (r, c), mark in traits.errors.items() if str(c) == column}
        marked = pl.col("row").replace_strict(marks, default=None, return_dtype=pl.String)
        frame = frame.with_columns(pl.coalesce(marked, column).alias(column))
    return tidy_cells(frame)


def _hidden_rows(file: str, sheet: str, traits: Traits) -> pl.DataFrame:
    if not traits.hidden_rows:
        return gather()
    rows = sorted(traits.hidden_rows)
    text = ", ".join(map(str, rows[:10])) + (" …" if len(rows) > 10 else "")
    return finding("hidden_row", "Hidden rows: {rows}.", values={"rows": text}, file=file, sheet=sheet, row=rows[0])
