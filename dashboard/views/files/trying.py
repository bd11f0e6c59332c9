"""What the program makes of a file before it is in the folder: how it was read, what is doubtful, the table."""

from __future__ import annotations

import polars as pl
import streamlit as st

from dashboard import doubts, folder_tables, grids, words
from dashboard.grids import Column, Grid, column
from dashboard.language import _, ngettext
from dashboard.loading import Opened
from dashboard.views.files import findings
from pipelines.export.shown import Shown, event_table
from pipelines.folder import Trial
from pipelines.tables import FACT_SCHEMAS


def draw(opened: Opened, trial: Trial, event: str | None) -> bool:
    """Show the trial; whether nothing in it is an error."""
    read = trial.read_as.filter(pl.col("layout") != "events") if trial.read_as.height > 1 else trial.read_as
    columns = {
        "sheet": Column(_("Sheet")),
        "layout": Column(_("Read as"), says=doubts.layout),
        "rows": Column(_("Rows"), "count"),
    }
    st.subheader(_("What was read"))
    grids.show(Grid(Shown(read), columns), "trial-read", alt=_("What was read"))
    errors = _doubts(opened, trial)
    found = event_of(trial, event)
    if found is not None:
        _table(trial, opened, found)
    return not errors


def gives_rows(trial: Trial) -> bool:
    """Whether anything of the file could be read."""
    return bool((trial.read_as["rows"] > 0).any())


def event_of(trial: Trial, event: str | None) -> str | None:
    """The event the file is of: the one that was named, else the last that its rows name."""
    if event is not None:
        return event
    named = [
        frame.filter(pl.col("file").is_in(trial.files))["event"]
        for name in FACT_SCHEMAS
        if name not in ("events", "findings")
        and {"event", "file"} <= set((frame := getattr(trial.facts, name)).columns)
    ]
    known = trial.facts.events.filter(pl.col("event").is_in(pl.concat(named).drop_nulls().unique().implode()))
    return known.sort("ord")["event"][-1] if known.height else None


def _doubts(opened: Opened, trial: Trial) -> int:
    """Findings on the file itself, and how those elsewhere change; the number of errors that are new."""
    before = opened.scored.findings
    keys = [name for name in before.columns if name != "holds"]
    new = trial.findings.join(before, on=keys, how="anti", nulls_equal=True)
    gone = before.join(trial.findings, on=keys, how="anti", nulls_equal=True)
    st.subheader(_("What is doubtful in it"))
    both = pl.concat([trial.about, new]).unique(maintain_order=True)
    if both.is_empty():
        st.markdown(_("Nothing is doubtful in this file."))
    else:
        events = folder_tables.event_names(trial.facts)
        findings.table(folder_tables.findings(both, opened.rules.latest()), events, "trial-findings")
    if gone.height:
        told = ngettext("{n} finding of now goes away.", "{n} findings of now go away.", gone.height)
        st.markdown(told.format(n=gone.height))
    return both.filter(severity="error").height


def _table(trial: Trial, opened: Opened, event: str) -> None:
    """The table of the evening as it would be."""
    rules = opened.rules.latest()
    for game in rules.games:
        shown = event_table(trial.facts, trial.scored, event, game)
        if shown.frame.height:
            title = " · ".join([folder_tables.event_names(trial.facts)[event], words.game(rules, game)])
            st.subheader(title)
            columns = {name: column(name) for name in ("place", "team", "points")}
            grids.show(Grid(shown, columns | grids.round_columns(shown)), f"trial-{game}", alt=title)
