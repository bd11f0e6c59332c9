"""A shown table as a workbook: numbers are numbers, every text is a text, no cell is a formula."""

from __future__ import annotations

import re
from decimal import Decimal
from io import BytesIO
from typing import Any, Final

import polars as pl
import xlsxwriter

from pipelines.export.amounts import as_text
from pipelines.export.shown import Shown

_AS_TEXT: Final = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
_LONGEST_SHEET_NAME: Final = 31


def workbook(shown: Shown, title: str) -> bytes:
    """One sheet called `title`: a header and a line a row; amounts with at most six decimals."""
    file = BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True, "default_date_format": "yyyy-mm-dd", **_AS_TEXT}) as book:
        sheet = book.add_worksheet(_sheet_name(title))
        bold = book.add_format({"bold": True})
        frame = as_text(shown)
        sheet.write_row(0, 0, frame.columns, bold)
        sheet.freeze_panes(1, 0)
        for column, name in enumerate(frame.columns):
            _write_column(sheet, column, frame[name], amount=name in shown.units)
        sheet.autofit(300)
    return file.getvalue()


def _write_column(sheet: Any, column: int, values: pl.Series, *, amount: bool) -> None:
    for row, value in enumerate(values.to_list(), start=1):
        if value is None or value == "":
            continue
        if amount:
            sheet.write_number(row, column, Decimal(value))
        elif isinstance(value, str):
            sheet.write_string(row, column, value)
        else:
            sheet.write(row, column, value)


def _sheet_name(title: str) -> str:
    return re.sub(r"[\[\]:*?/\\]", " ", title).strip("' ")[:_LONGEST_SHEET_NAME] or "Tablo"
