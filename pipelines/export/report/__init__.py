"""The season report for people, as a workbook or as a page that prints well, in the league's language."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from pipelines.export.files import ExportError
from pipelines.export.report.choice import chosen, known_periods
from pipelines.export.report.contents import Report, Subject, contents
from pipelines.export.report.language import LANGUAGES, Language

SUFFIXES: Final = (".xlsx", ".html")

__all__ = [
    "LANGUAGES",
    "SUFFIXES",
    "Language",
    "Report",
    "Subject",
    "as_bytes",
    "chosen",
    "contents",
    "known_periods",
    "write",
]


def as_bytes(report: Report, suffix: str, language: Language) -> bytes:
    """The report as a file of one of `SUFFIXES`."""
    if suffix == ".xlsx":
        from pipelines.export.report.xlsx import xlsx

        return xlsx(report)
    from pipelines.export.report.html import html

    return html(report, language).encode()


def write(report: Report, to: Path, language: Language) -> None:
    """Write the file: beside, then renamed. Raises ExportError."""
    beside = to.with_name(f".{to.name}.{os.getpid()}")
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(as_bytes(report, to.suffix, language))
        beside.replace(to)
    except OSError as error:
        advice = "Close the file if another program has it open, or name another one with --to."
        raise ExportError(f"{to}: {error.strerror}. {advice}") from error
    finally:
        beside.unlink(missing_ok=True)
