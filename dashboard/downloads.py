"""What can be taken along from under every table, in one place: files now, a picture and plain text beside them."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard.language import _
from pipelines.export.files import spreadsheet_csv
from pipelines.export.shown import Shown
from pipelines.export.workbook import workbook

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def offer(shown: Shown, name: str, key: str) -> None:
    """The buttons under a table; a file is made when it is asked for."""
    with st.container(horizontal=True, gap="small", key=f"take-{key}"):
        _button("CSV", partial(_csv, shown), f"{name}.csv", "text/csv", f"{key}-csv")
        _button("XLSX", partial(workbook, shown, name), f"{name}.xlsx", XLSX, f"{key}-xlsx")


def _button(label: str, data: partial[bytes], file: str, mime: str, key: str) -> None:
    st.download_button(
        label,
        data,
        file,
        mime,
        key=key,
        on_click="ignore",
        type="tertiary",
        icon=":material/download:",
        help=_("Save the table as {kind}").format(kind=label),
    )


def _csv(shown: Shown) -> bytes:
    return spreadsheet_csv(shown).encode("utf-8-sig")
