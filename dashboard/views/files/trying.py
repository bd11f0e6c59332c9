"""What the program makes of a file before it is in the folder: how it was read, what is doubtful, the table."""

from __future__ import annotations

import polars as pl
import streamlit as st

from dashboard import doubts, folder_tables, grids, words
from dashboard.grids import Column, Grid, column
from dashboard.language import _, ngettext
from dashboard.loading import Opened
from dashboard.views.event import standing, tables
from dashboard.views.files import findings, remedies
from pipelines.export.shown import Shown
from pipelines.folder import Trial


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
    named = [rows["event"] for rows in folder_tables.of_files(trial) if "event" in rows.columns]
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
    strangers = _new_teams(opened, trial)
    if both.is_empty():
        if not strangers:
            st.markdown(_("Nothing is doubtful in this file."))
    else:
        events = folder_tables.event_names(trial.facts)
        shown = remedies.told(folder_tables.findings(both, opened.rules.latest(), events), trial)
        findings.table(shown, events, "trial-findings")
    if gone.height:
        told = ngettext("{n} finding of now goes away.", "{n} findings of now go away.", gone.height)
        st.markdown(told.format(n=gone.height))
    return both.filter(severity="error").height


def _new_teams(opened: Opened, trial: Trial) -> bool:
    """Name the teams that the league has not met yet: a slip of the pen makes one, too."""
    found = folder_tables.new_teams(opened.facts, trial) if opened.facts.teams.height else []
    if found:
        near = _("{team} (perhaps {known}?)")
        teams = [near.format(team=team, known=known) if known else team for team, known in found]
        said = ngettext("{n} team is new here: {teams}", "{n} teams are new here: {teams}", len(found))
        st.warning(words.plain(said.format(n=len(found), teams=", ".join(teams))))
    return bool(found)


def _table(trial: Trial, opened: Opened, event: str) -> None:
    """The table of the evening as it would be, with all that its rows are made of."""
    rules = opened.rules.latest()
    for game in rules.games:
        shown = tables.table(trial.facts, trial.scored, event, game)
        if shown.frame.height:
            title = " · ".join([folder_tables.event_names(trial.facts)[event], words.game(rules, game)])
            st.subheader(words.plain(title))
            first = {name: column(name) for name in ("place", "team", "points")}
            columns = first | grids.round_columns(shown) | standing.makes(shown)
            grids.show(Grid(shown, columns), f"trial-{game}", alt=title)
