"""Which change did what: each alone, and what only all of them together do."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard import compared, words
from dashboard.grids import Column, Grid, column
from dashboard.language import _
from dashboard.loading import Opened
from dashboard.views.what_if.changes import Line
from dashboard.views.what_if.result import Along, Period, title
from pipelines.compare import Attribution


def panel(opened: Opened, found: Attribution, told: Sequence[Line], at: Period, along: Along) -> None:
    """For each team that moves in the period, a column for each change."""
    st.subheader(_("Which change did what"))
    shown = compared.causes(opened.facts, found, at.series, at.period, at.city)
    _legend(found, told)
    if shown.frame.is_empty():
        st.markdown(_("No change does anything in this table."))
        return
    by = {"points": _("Points"), "places": _("Places")}
    kind = st.segmented_control(
        _("Measured by"),
        list(by),
        default="points",
        required=True,
        format_func=by.__getitem__,
        key="causes-by",
        label_visibility="collapsed",
    )
    look = "change" if kind == "points" else "move"
    columns = {"team": column("team")}
    for n, line in enumerate(told, start=1):
        columns[f"{kind} {n}"] = Column(str(n), look, line.plain)  # type: ignore[arg-type]
    together = _("What the changes do together and none of them alone: the whole minus the sum of the singles")
    columns[f"{kind} {compared.TOGETHER}"] = Column(_("Only together"), look, together)  # type: ignore[arg-type]
    columns[f"{kind} {compared.WHOLE}"] = Column(_("All"), look, bold=True)  # type: ignore[arg-type]
    alt = _("What each change does to each team")
    above = f"{title(opened, at)} · {alt}"
    along.show(Grid(shown, columns), "causes", alt, "causes", at.series, at.period, title=above)


def _legend(found: Attribution, told: Sequence[Line]) -> None:
    """The changes by their number; one that cannot stand without the others is told."""
    needs = _("does nothing without the others")
    lines = [
        f"{n}\\. {words.plain(line.plain)}" + ("" if alone else f" ({needs})")
        for n, (line, alone) in enumerate(zip(told, found.alone, strict=True), start=1)
    ]
    st.caption("  \n".join(lines))
