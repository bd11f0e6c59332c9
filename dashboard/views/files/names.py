"""Names that look alike or are very near to one another: one team or two?"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import polars as pl
import streamlit as st

from dashboard import folder_tables, letters, words
from dashboard.language import _, day, ngettext
from dashboard.loading import Opened
from dashboard.views.files import writing
from pipelines.folder import NewLines

CODES = ("lookalike_name", "similar_name")


def count(opened: Opened) -> int:
    return len(_asked(opened))


def draw(opened: Opened) -> None:
    asked = _asked(opened)
    if not asked:
        st.markdown(_("No name is doubtful."))
        return
    st.markdown(_("Are these one team, spelled in two ways? Until somebody says so, each is a team of its own."))
    path = writing.folder(opened)
    events = folder_tables.event_names(opened.facts)
    for number, (row, new, known) in enumerate(asked):
        with st.container(border=True, key=f"name-{number}"):
            st.markdown(_told(opened, row, new, known, events.get(row["event"], "")))
            with st.container(horizontal=True):
                for same, label in ((True, _("One team")), (False, _("Two teams"))):
                    pressed = st.button(label, key=f"write-{same}-{number}", disabled=path is None)
                    if pressed and path is not None:
                        said = (
                            _("It is noted that these are one team.") if same else _("It is noted that they are two.")
                        )
                        writing.write(opened, path, [_line(opened, new, known, same=same)], said, row["event"])


def _asked(opened: Opened) -> list[tuple[dict[str, Any], str, str]]:
    """The findings on two names, with the two: the new one and the one known before."""
    rows = opened.scored.findings.filter(pl.col("code").is_in(CODES)).iter_rows(named=True)
    return [(row, *row["values"]) for row in rows]


def _told(opened: Opened, row: dict[str, Any], new: str, known: str, event: str) -> str:
    alike = row["code"] == "lookalike_name"
    how = _("Some letters are of another script and only look the same.") if alike else _("They differ by a letter.")
    which = letters.told(new, known) if alike else []
    where = [event, row["file"] or "", _("row {n}").format(n=row["row"]) if row["row"] else ""]
    small = " · ".join(words.plain(part) for part in where if part)
    both = [f"**{words.plain(letters.marked(name))}**: {_played(opened, name, row['event'])}" for name in (new, known)]
    return "  \n".join([*both, " ".join([how, *map(words.plain, which)]), f":small[{small}]"])


def _played(opened: Opened, name: str, event: str | None) -> str:
    """How many evenings the team of this name has played, the first and the last of them."""
    days = folder_tables.evenings_of(opened.facts, opened.scored, name, event)
    said = ngettext("{n} evening", "{n} evenings", len(days)).format(n=len(days))
    return f"{said} ({' – '.join(dict.fromkeys((day(days[0]), day(days[-1]))))})" if days else said


def _line(opened: Opened, new: str, known: str, *, same: bool) -> NewLines:
    now = datetime.now(ZoneInfo(opened.league.timezone)).replace(tzinfo=None, microsecond=0)
    return NewLines("names", [{"said_at": now, "name_a": known, "name_b": new, "same": same}])
