"""Results that somebody sent: into the league's folder after a check that touches nothing, then into the tables."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

import streamlit as st

from dashboard import folder_tables, words
from dashboard.language import _
from dashboard.loading import Opened
from dashboard.views.files import trying, writing
from pipelines.folder import MAX_BYTES, FolderError, NewFile, NewLines, check
from pipelines.folder.trial import Change
from pipelines.ingest.read import BOOK_SUFFIXES, CSV_SUFFIXES
from pipelines.ruleset.errors import RuleErrors
from pipelines.tables import EVENT_KINDS

SUFFIXES: Final = [suffix.removeprefix(".") for suffix in (*BOOK_SUFFIXES, *CSV_SUFFIXES)]
ITSELF, NEW = "itself", "new"
_ROUND: Final = "files-round"
"""Counts the files that were taken, so that each begins with an empty form."""


@dataclass(frozen=True)
class Asked:
    """What is to be added: a file, its name in the folder, perhaps an event of its own."""

    file: NewFile
    row: Mapping[str, Any] | None
    event: str | None

    @property
    def changes(self) -> list[Change]:
        """The event first: a file of an unknown event would be an error."""
        return [*([NewLines("events", [self.row])] if self.row else []), self.file]


def draw(opened: Opened) -> None:
    path = writing.folder(opened)
    if path is None:
        return
    st.markdown(_("Nothing is written before you have seen what the program makes of the file."))
    number = st.session_state.setdefault(_ROUND, 0)
    sent = st.file_uploader(
        _("Results file (CSV, XLSX or ODS)"), SUFFIXES, key=f"write-file-{number}", max_upload_size=MAX_BYTES // 2**20
    )
    if sent is not None:
        st.session_state[f"sent-{number}"] = sent.name
    # While a file takes the place of another there is none for a moment; the form stays, and what it says with it.
    called = st.session_state.get(f"sent-{number}")
    asked = _asked(opened, path, called, sent.getvalue() if sent else b"", number) if called else None
    if sent is not None and asked is not None:
        _tried(opened, path, asked, number)


def _asked(opened: Opened, path: Path, sent: str, data: bytes, number: int) -> Asked | None:
    """What the form says; None as long as something is missing, which it says."""
    which = _which(opened, number)
    row = _new_event(opened, number) if which == NEW else None
    if which == NEW and row is None:
        return None
    event = str(row["event"]) if row else None if which == ITSELF else which
    suggested = _name(opened, sent, event, number)
    name = st.text_input(_("Name of the file in the folder"), suggested, key=f"name-{number}-{suggested}", width=420)
    there = _there(path, name)
    replace = bool(there) and st.checkbox(
        _("Replace the file of this name that is there (a correction)"), key=f"replace-{number}-{there}"
    )
    if there and not replace:
        st.warning(_("There is a file of this name already. Replace it, or give this one another name."))
        return None
    return Asked(NewFile(name, data, replace=replace), row, event)


def _which(opened: Opened, number: int) -> str:
    """The event the file is of, if it does not say so itself."""
    known = folder_tables.event_names(opened.facts)
    options = {
        ITSELF: _("The file says it, by its name or in a column"),
        NEW: _("A new event"),
        **{event: known[event] for event in reversed(known)},
    }
    chosen: str = st.selectbox(
        _("Which event are these results of?"),
        list(options),
        format_func=lambda key: options.get(key, key),
        key=f"which-{number}",
        width=420,
    )
    return chosen


def _new_event(opened: Opened, number: int) -> dict[str, Any] | None:
    """The row of a new event; None as long as its day is missing or its id is taken."""
    events = opened.facts.events.sort("ord")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        on = st.date_input(_("Date"), None, key=f"date-{number}", format="DD.MM.YYYY", width=150)
        kinds = {kind: _(words.EVENT_KINDS[kind]) for kind in EVENT_KINDS}
        kind = st.selectbox(_("Kind"), list(kinds), format_func=kinds.__getitem__, key=f"kind-{number}", width=170)
        city = _label(events["city"].drop_nulls().to_list(), _("City"), f"city-{number}")
        season = _label(events["season"].drop_nulls().to_list(), _("Season"), f"season-{number}")
        title = st.text_input(_("Title, if it has one"), key=f"title-{number}", width=240)
    if not isinstance(on, date):
        st.caption(_("Choose the day of the event."))
        return None
    taken = set(events["event"])
    usual = next(name for n in range(1, len(taken) + 2) if (name := f"{on}-{n}" if n > 1 else f"{on}") not in taken)
    event = st.text_input(_("Short name of the event"), usual, key=f"id-{number}-{usual}", width=240).strip()
    if not event or event in taken:
        st.warning(_("Another event has this short name. Choose one of its own."))
        return None
    return {"event": event, "date": on, "kind": kind, "city": city, "season": season, "title": title.strip()}


def _label(known: list[str], label: str, key: str) -> str:
    """One of those used before, the latest of them first, or a new one."""
    options = list(dict.fromkeys(reversed(known)))
    chosen = st.selectbox(
        label, options, index=0 if options else None, key=key, accept_new_options=True, placeholder="", width=170
    )
    return (chosen or "").strip()


def _name(opened: Opened, sent: str, event: str | None, number: int) -> str:
    """What the file is to be called: as it was sent, or by the event and the game it is of."""
    if event is None:
        return sent
    rules = opened.rules.latest()
    games = {name: words.game(rules, name) for name in rules.games}
    game = ""
    if len(games) > 1:
        options = {"": _("the file says it"), **games}
        game = st.selectbox(_("Game"), list(options), format_func=options.__getitem__, key=f"game-{number}", width=240)
    return f"{event}{f'_{game}' if game else ''}{Path(sent).suffix.lower()}"


def _there(path: Path, name: str) -> str | None:
    """The file of the results that has this name, however it is spelled."""
    results = path / "results"
    known = [each.name for each in results.iterdir()] if results.is_dir() else []
    return next((each for each in known if _folded(each) == _folded(name)), None)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _tried(opened: Opened, path: Path, asked: Asked, number: int) -> None:
    """The check, and after it the way into the folder."""
    key = f"files-trial-{number}"
    told = (asked, opened.source)
    if st.button(_("Check"), key=f"check-{number}", type="primary" if _stale(key, told) else "secondary"):
        try:
            with st.spinner(_("Reading the league with this file …")):
                st.session_state[key] = (told, check(path, asked.changes, opened.today))
        except (FolderError, RuleErrors) as error:
            st.session_state.pop(key, None)
            writing.refused(error)
    if _stale(key, told):
        return
    trial = st.session_state[key][1]
    fits = trying.draw(opened, trial, asked.event)
    add = _("Add and build") if fits else _("Add all the same, and build")
    if st.button(add, key=f"write-add-{number}", type="primary", disabled=not trying.gives_rows(trial)):
        st.session_state[_ROUND] = number + 1
        said = _("{file} is in the folder, and the tables are new.").format(file=words.plain(asked.file.name))
        writing.write(opened, path, asked.changes, said, trying.event_of(trial, asked.event))


def _stale(key: str, told: object) -> bool:
    """Whether what was checked is not what the form says now."""
    kept = st.session_state.get(key)
    return kept is None or kept[0] != told
