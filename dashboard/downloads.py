"""What can be taken along from under every table and every chart, in one place.

A table as CSV and XLSX, as a picture and as plain text to paste; a chart as PNG or SVG. Nothing is made before it is
asked for, and then on another thread, which knows no language: whatever is said in it comes along as a text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import streamlit as st

from dashboard.language import _, day
from pipelines.export.files import spreadsheet_csv
from pipelines.export.readable import Column, Readable
from pipelines.export.shown import Shown

XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ASSETS: Final = Path(__file__).parent / "assets"
ALONE: Final[Mapping[str, Shown]] = MappingProxyType({})
_LEAGUE: Final = "downloads-league"


def of_league(title: str) -> None:
    """From here on pictures and texts of this page say that they are of this league."""
    st.session_state[_LEAGUE] = title


def offer(
    shown: Shown,
    name: str,
    key: str,
    readable: Callable[[], Readable] | None = None,
    notes: Sequence[str] = (),
    beside: Mapping[str, Shown] = ALONE,
) -> None:
    """The buttons under a table.

    :param readable: the table as it is read, in the language of the page; without it there is no picture and no text.
    :param notes: what is to stand below the picture and the text, such as the changes of a scenario.
    :param beside: the scenario that it goes with, by name: a further sheet, and a further CSV file in one ZIP file.
    """
    tables = {name: shown, **beside}
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key=f"take-{key}"):
        if beside:
            several = _("CSV + scenario (ZIP)")
            _button(several, partial(_archive, tables), f"{name}.zip", "application/zip", f"{key}-csv")
        else:
            _button("CSV", partial(_csv, shown), f"{name}.csv", "text/csv", f"{key}-csv")
        _button("XLSX", partial(_xlsx, tables), f"{name}.xlsx", XLSX, f"{key}-xlsx")
        if readable is not None:
            said = partial(_said, readable, _where(), tuple(notes))
            _button("PNG", partial(_png, said), f"{name}.png", "image/png", f"{key}-png")
            _text(said, key)


def readable(data: Mapping[str, Any]) -> Readable:
    """A table as `grids.described` has it, as pictures and plain texts want it."""
    columns = [
        Column(
            of["label"],
            of["texts"],
            right="right" in of["look"].split(),
            bold="bold" in of["look"].split(),
            struck=[mark == "dropped" for mark in of.get("marks", ())],
            heat=of.get("heat", ()),
        )
        for of in data["columns"]
    ]
    return Readable(columns, data["alt"], marked=[row == "mark" for row in data["rows"]])


def chart(figure: Any, key: str, *, save_as: str, alt: str, title: str = "") -> None:
    """A chart, and below it the ways to save it.

    :param alt: what it shows, for those who hear it.
    :param title: what stands over it once it is saved, if something else.
    """
    st.plotly_chart(figure, config={"displayModeBar": False}, key=key, alt=alt)
    data = {
        "chart": re.sub(r"[^a-zA-Z0-9_-]", "-", key),  # as the page names its element
        "name": save_as,
        "title": title or alt,
        "help": {kind.lower(): _("Save the chart as {kind}").format(kind=kind) for kind in ("PNG", "SVG")},
    }
    _component()(data=data, key=f"take-{key}")


def _button(label: str, data: Callable[[], bytes], file: str, mime: str, key: str) -> None:
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


def _text(said: Callable[[], Readable], key: str) -> None:
    """The table as text, which a click copies; made when the place for it is opened."""
    help_ = _("The table as plain text, to copy into a chat")
    icon = ":material/content_copy:"
    opened = st.popover(_("Text"), type="tertiary", icon=icon, help=help_, key=f"{key}-text", on_change="rerun")
    if opened.open:
        from pipelines.export.plain import plain_text

        with opened:
            st.code(plain_text(said()), language=None)


def _where() -> str:
    """The league and the day of the download, over a table that leaves the page and has days of its own."""
    parts = (st.session_state.get(_LEAGUE, ""), _("made on {day}").format(day=day(date.today())))
    return " · ".join(part for part in parts if part)


def _said(readable: Callable[[], Readable], where: str, notes: tuple[str, ...]) -> Readable:
    table = readable()
    return replace(table, subtitle=table.subtitle or where, notes=[*table.notes, *notes])


def _csv(shown: Shown) -> bytes:
    return spreadsheet_csv(shown).encode("utf-8-sig")


def _archive(tables: Mapping[str, Shown]) -> bytes:
    from pipelines.export.supposed import as_archive

    return as_archive(tables)


def _xlsx(tables: Mapping[str, Shown]) -> bytes:
    from pipelines.export.supposed import as_workbook  # a large library, needed by a click

    return as_workbook(tables)


def _png(said: Callable[[], Readable]) -> bytes:
    from pipelines.export.picture import picture

    return picture(said())


def _component() -> Any:
    """Registered anew each time, as the tables' one is."""
    css, js = _assets()
    html = '<div class="take"><button data-kind="png">PNG</button><button data-kind="svg">SVG</button></div>'
    return st.components.v2.component("tablo_take_chart", html=html, css=css, js=js)


@cache
def _assets() -> tuple[str, str]:
    css, js = ((ASSETS / f"take_chart.{kind}").read_text("utf-8") for kind in ("css", "js"))
    return css, js
