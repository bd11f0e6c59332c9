"""What was read from where and as what, what is doubtful in it, and how it is put right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import streamlit as st

from dashboard import address, folder_tables, loading, room
from dashboard.language import N_, _, day, ngettext, number
from dashboard.loading import Opened
from dashboard.views.files import adding, appeals, differences, findings, names, sources, writing

_KEY: Final = "at:part"


@dataclass(frozen=True)
class Part:
    """One of the things this page is for; `writes` where it changes the folder."""

    title: str
    draw: Callable[[Opened], None]
    number: Callable[[Opened], int] = lambda opened: 0
    writes: bool = False


PARTS: Final = {
    "findings": Part(N_("Findings"), findings.draw, lambda opened: loading.findings(opened).height),
    "sources": Part(N_("What was read"), sources.draw),
    "differences": Part(N_("Declared and computed"), differences.draw),
    "add": Part(N_("Add results"), adding.draw, writes=True),
    "appeals": Part(N_("Open appeals"), appeals.draw, appeals.count, writes=True),
    "names": Part(N_("Doubtful names"), names.draw, names.count, writes=True),
}


def page() -> None:
    opened, _bar = room.enter()
    st.title(_("Files and findings"))
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(_told(opened), width="content")
        again = not loading.is_public() and writing.asked_again()
    if not loading.is_public():
        writing.outcome(opened)
    if again:
        writing.read_again(opened)
    PARTS[_part(opened)].draw(opened)


def _told(opened: Opened) -> str:
    """How much was read, when, and how much of it is doubtful."""
    read = opened.facts.sources
    files, rows = read["file"].n_unique(), int(read["rows"].sum() or 0)
    said = [
        ngettext("{n} file", "{n} files", files).format(n=files),
        ngettext("{n} row", "{n} rows", rows).format(n=number(rows)),
        *findings.counted(folder_tables.counts(loading.findings(opened))),
    ]
    built = opened.meta.built_at
    when = _("read on {day} at {time}").format(day=day(built.date()), time=f"{built:%H:%M}")
    return " · ".join([*said, when])


def _part(opened: Opened) -> str:
    """Which part is asked for; it stands in the address."""
    known = {code: part for code, part in PARTS.items() if not (part.writes and loading.is_public())}
    titles = {code: _title(part, part.number(opened)) for code, part in known.items()}
    asked = address.get("part")
    st.session_state[_KEY] = asked if asked in titles else next(iter(titles))
    chosen = st.segmented_control(
        _("Part of the page"),
        list(titles),
        required=True,
        format_func=titles.__getitem__,
        key=_KEY,
        on_change=_take,
        label_visibility="collapsed",
        wrap=True,
    )
    return chosen or next(iter(titles))


def _title(part: Part, count: int) -> str:
    return f"{_(part.title)} ({count})" if count else _(part.title)


def _take() -> None:
    address.put(part=st.session_state[_KEY])
