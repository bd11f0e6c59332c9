"""What was read from where and as what; in public only how much of which kind."""

from __future__ import annotations

import streamlit as st

from dashboard import doubts, folder_tables, grids, loading, words
from dashboard.grids import Column, Grid
from dashboard.language import _
from dashboard.loading import Opened


def draw(opened: Opened) -> None:
    if opened.facts.sources.is_empty():
        st.markdown(_("Nothing was read."))
        return
    read_as, rows = Column(_("Read as"), says=doubts.layout), Column(_("Rows"), "count")
    if loading.is_public():
        columns = {"layout": read_as, "sheets": Column(_("Sheets"), "count"), "rows": rows}
        grid = Grid(folder_tables.kinds(opened.facts), columns)
        grids.show(grid, "kinds", alt=_("What was read"), save_as=f"{opened.league.id} read")
        return
    st.caption(words.plain(opened.meta.folder))
    columns = {
        "file": Column(_("File"), bold=True),
        "sheet": Column(_("Sheet")),
        "layout": read_as,
        "rows": rows,
        "errors": Column(_("Errors"), "count"),
        "doubts": Column(_("Warnings"), "count"),
    }
    grid = Grid(folder_tables.sources(opened.facts, opened.scored), columns)
    grids.show(grid, "sources", alt=_("What was read"), save_as=f"{opened.league.id} files")
