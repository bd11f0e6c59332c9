"""An evening: its table after any round, what decided every place, questions, rulings, and the screen of the hall."""

from __future__ import annotations

from datetime import date
from typing import Any

import streamlit as st

from dashboard import address, choosers, room, words
from dashboard.language import _, day
from dashboard.loading import Opened
from dashboard.views.event import hall, notes, questions, rulings, standing
from dashboard.views.event.evening import Evening


def page() -> None:
    opened, bar = room.enter()
    if not choosers.has_events(opened):
        st.title(_("Event"))
        st.markdown(_("No evening has results yet. Add a results file to the league's folder and build again."))
        return
    with bar:
        evening = _chosen(opened)
    if hall.is_asked():
        number = standing.asked_round(evening)
        hall.draw(evening, standing.shown(evening, number), number)
        return
    _heading(evening)
    notes.draw(evening)
    standing.draw(evening)
    questions.draw(evening)
    rulings.draw(evening)


def _chosen(opened: Opened) -> Evening:
    event = choosers.event(opened)
    on: date = opened.facts.events.filter(event=event)["date"].item()
    rules = opened.rules.of_event(event, on)
    return Evening(opened, event, choosers.game(opened, event, rules), rules)


def _heading(evening: Evening) -> None:
    row: dict[str, Any] = evening.row
    kind = _(words.EVENT_KINDS[row["kind"]]) if row["kind"] != "regular" else ""
    state = _(words.EVENT_STATES[evening.state]) if evening.state != "final" else ""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom", key="evening"):
        with st.container(width="stretch"):
            st.title(words.plain(row["title"] or day(row["date"], "d MMMM y")))
            on = day(row["date"], "EEEE, d MMMM y" if row["title"] else "EEEE")
            st.caption(words.plain(" · ".join(part for part in (on, row["city"], row["season"], kind, state) if part)))
        _to_the_hall(evening)


def _to_the_hall(evening: Evening) -> None:
    """The way to the screen mode, and how many of the last rows it leaves out."""
    with st.popover(_("Hall screen"), icon=":material/slideshow:"):
        st.markdown(_("Large type for the hall: each key press or tap reveals a place, from the last to the first."))
        rows = evening.opened.scored.standings.filter(event=evening.event, game=evening.game).height
        hide = st.number_input(_("Last rows to leave out"), 0, max(0, rows - 1), 0, key="hide-rows")
        st.button(_("Show on the screen"), type="primary", on_click=_show, args=(int(hide),), key="to-hall")


def _show(hide: int) -> None:
    address.put(screen="1", hide=str(hide) if hide else None)
