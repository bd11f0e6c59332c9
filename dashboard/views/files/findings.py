"""Everything doubtful, to be narrowed down: what, where, what was found, what to do."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from dashboard import doubts, folder_tables, grids, loading, words
from dashboard.grids import Column, Grid
from dashboard.language import _, ngettext
from dashboard.loading import Opened
from pipelines.export.shown import Shown
from pipelines.tables import SEVERITIES


def draw(opened: Opened) -> None:
    events = folder_tables.event_names(opened.facts)
    rules, public = opened.rules.latest(), loading.is_public()
    shown = folder_tables.findings(loading.findings(opened), rules, events, public=public)
    if shown.frame.is_empty():
        st.markdown(_("Nothing is doubtful."))
        return
    _narrowed(shown, events, opened.league.id)


@st.fragment
def _narrowed(shown: Shown, events: Mapping[str, str], league: str) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="findings-filter"):
        severities = _severities(shown)
        code = _one_of(shown, "code", _("What"), {code: doubts.finding(code) for code in shown.frame["code"].unique()})
        event = _one_of(shown, "event", _("Event"), events)
        wanted = {"code": code, "event": event}
        if "file" in shown.columns:
            files = shown.frame["file"].drop_nulls().unique().sort().to_list()
            wanted["file"] = _one_of(shown, "file", _("File"), dict(zip(files, files, strict=True)))
    kept = folder_tables.chosen(shown, severities, **wanted)
    if kept.frame.is_empty():
        st.markdown(_("No finding fits. Choose less narrowly."))
        return
    if kept.frame.height < shown.frame.height:
        st.caption(_("Shown: {n} of {all}").format(n=kept.frame.height, all=shown.frame.height))
    table(kept, events, "findings", save_as=f"{league} findings")


def table(shown: Shown, events: Mapping[str, str], key: str, *, save_as: str | None = None) -> None:
    """Findings as a table: what was found stands first, since a phone shows no more."""
    columns = {
        "code": Column(_("What"), "long", says=doubts.finding, bold=True),
        "found": Column(_("Found"), "long"),
        "severity": Column(_("Severity"), "word", says=lambda code: _(words.SEVERITIES[code])),
        "file": Column(_("File")),
        "sheet": Column(_("Sheet")),
        "row": Column(_("Row"), "count"),
        "column": Column(_("Column")),
        "advice": Column(_("What to do"), "long"),
        "event": Column(_("Event"), "long", says=lambda event: events.get(event, event)),
        "holds": Column(_("Holds the event"), "mark", _("The event has no places until this is mended")),
    }
    filled = {name: of for name, of in columns.items() if name in shown.columns and _says(shown, name)}
    grids.show(Grid(shown, filled), key, alt=_("Findings"), save_as=save_as)


def counted(counts: Mapping[str, int]) -> list[str]:
    """`1 error`, `3 warnings`, `7 notes`: those that there are."""
    errors, warnings, notes = (counts.get(name, 0) for name in SEVERITIES)
    said = [
        (errors, ngettext("{n} error", "{n} errors", errors)),
        (warnings, ngettext("{n} warning", "{n} warnings", warnings)),
        (notes, ngettext("{n} note", "{n} notes", notes)),
    ]
    return [text.format(n=n) for n, text in said if n]


def _says(shown: Shown, name: str) -> bool:
    column = shown.frame[name]
    return bool(column.any() if name == "holds" else column.is_not_null().any())


def _severities(shown: Shown) -> list[str]:
    there = set(shown.frame["severity"])
    known = {code: _(words.SEVERITIES[code]) for code in SEVERITIES if code in there}
    chosen = st.pills(
        _("Severity"), list(known), selection_mode="multi", format_func=known.__getitem__, key="findings-severity"
    )
    return list(chosen)


def _one_of(shown: Shown, name: str, label: str, titles: Mapping[str, str]) -> str | None:
    """A value of a column to narrow down to; None for all."""
    there = set(shown.frame[name].drop_nulls())
    options = sorted(there, key=lambda value: titles.get(value, value).casefold())
    said = {value: titles.get(value, value) for value in options}
    chosen: str | None = st.selectbox(
        label,
        options,
        index=None,
        format_func=lambda value: said.get(value, value),
        placeholder=_("all"),
        key=f"findings-{name}",
        width=240,
    )
    return chosen
