"""Writing into the league's folder and building it again, with progress; what came of it is told after the redraw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

import streamlit as st

from dashboard import folder_tables, links, loading, words
from dashboard.language import N_, _
from dashboard.loading import Opened
from dashboard.views.files import findings
from pipelines.building import Done, Step, build
from pipelines.folder import FolderError
from pipelines.folder.trial import Change
from pipelines.ruleset.errors import RuleErrors
from pipelines.store import StoreError

STEPS: Final[dict[Step, str]] = {
    "reading": N_("Reading the files …"),
    "scoring": N_("Computing the tables …"),
    "waiting": N_("Another build is writing; waiting for it to end …"),
    "writing": N_("Writing the database …"),
}
_OUTCOME: Final = "files-outcome"


@dataclass(frozen=True)
class Outcome:
    """What was done last: in words, how much of it is doubtful, and the event it was about."""

    league: str
    said: str
    counts: dict[str, int]
    event: str | None = None
    failed: bool = False


def folder(opened: Opened) -> Path | None:
    """The league's folder; None, and a sentence about it, where it is not there."""
    path = Path(opened.meta.folder)
    if path.is_dir():
        return path
    st.warning(_("The league's folder is not on this machine, so nothing can be written into it."))
    st.caption(words.plain(str(path)))
    return None


def asked_again() -> bool:
    """Whether the folder is to be read once more, its files having been mended by hand."""
    return st.button(_("Read the folder again"), icon=":material/refresh:", key="write-again", type="tertiary")


def read_again(opened: Opened) -> None:
    """Read the folder once more."""
    path = folder(opened)
    if path is not None:
        write(opened, path, [], _("The folder was read again."))


def write(opened: Opened, path: Path, changes: Sequence[Change], said: str, event: str | None = None) -> None:
    """Put the changes into the folder, build the league, and draw the page anew; else say what is in the way."""
    if loading.is_public():
        return
    with st.status(_("Writing into the folder …"), expanded=True) as status:

        def tell(step: Step, league: str) -> None:
            status.update(label=_(STEPS[step]))

        written = 0
        try:
            for change in changes:
                change.put(path)
                written += 1
            (done,) = build([path.resolve()], loading.database(), date.today(), tell)
        except (FolderError, RuleErrors, StoreError) as error:
            status.update(label=_("This could not be done"), state="error")
            refused(error, begun=written > 0)
            return
    st.session_state[_OUTCOME] = _outcome(opened, done, said, event)
    st.rerun()


def _outcome(opened: Opened, done: Done, said: str, event: str | None) -> Outcome:
    if done.refused:
        said = _("The rules of the league have errors, so its tables stay as they were: {problems}")
        told = said.format(problems=" ".join(words.finding_texts(done.findings)))
        return Outcome(opened.league.id, told, {}, failed=True)
    if done.unchanged:
        return Outcome(opened.league.id, _("Nothing in the folder has changed."), folder_tables.counts(done.findings))
    return Outcome(opened.league.id, said, folder_tables.counts(done.findings), event)


def outcome(opened: Opened) -> None:
    """What was done last, and the ways to the new table."""
    done: Outcome | None = st.session_state.get(_OUTCOME)
    if done is None or done.league != opened.league.id:
        return
    with st.container(border=True, key="files-outcome"):
        counts = " · ".join(findings.counted(done.counts))
        say = st.error if done.failed else st.success
        say(" ".join(part for part in (done.said, counts) if part))
        with st.container(horizontal=True, vertical_alignment="center"):
            if done.event in set(opened.scored.standings["event"]):
                links.to("event", _("Table of the evening"), event=done.event, game=None, part=None)
            if not done.failed:
                links.to("standings", _("Standings"), period=None, part=None)
            st.button(_("Close"), key="close-outcome", type="tertiary", on_click=forget)


def forget() -> None:
    """The outcome has been seen."""
    st.session_state.pop(_OUTCOME, None)


def refused(error: Exception, *, begun: bool = False) -> None:
    """Why something was not written or not built: where, what was found, what to do."""
    st.error(_("A part of it stands in the folder, but not in the tables:") if begun else _("Nothing was changed:"))
    st.markdown("\n".join(f"- `{line}`" for line in str(error).splitlines() if line.strip()))
