"""A report as a workbook: a title page, then a sheet per section, its tables one below the other."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from pipelines.export.report.contents import Report, Section
from pipelines.export.workbook import MUTED, Book, Sheet, opened

LARGE: Final = {"bold": True, "font_size": 18}
HEADING: Final = {"bold": True, "font_size": 13}
REMARK: Final = {"font_color": MUTED}


def xlsx(report: Report) -> bytes:
    """The file's bytes."""
    file = BytesIO()
    with opened(file) as book:
        _title_page(book.sheet(report.title), report)
        for section in report.sections:
            _section(book, section)
    return file.getvalue()


def _title_page(sheet: Sheet, report: Report) -> None:
    sheet.line(report.title, **LARGE)
    for name, texts in report.about:
        sheet.gap()
        sheet.line(name, **REMARK)
        for text in texts:
            sheet.line(text)
    sheet.printed(landscape=False)


def _section(book: Book, section: Section) -> None:
    sheet = book.sheet(section.title)
    sheet.line(section.title, **LARGE)
    for text in section.texts:
        sheet.line(text, **REMARK)
    for table in section.tables:
        sheet.gap()
        if table.title:
            sheet.line(table.title, **HEADING)
        if table.subtitle:
            sheet.line(table.subtitle, **REMARK)
        sheet.table(table)
        for note in table.notes:
            sheet.line(note, **REMARK)
    sheet.printed(landscape=True)
