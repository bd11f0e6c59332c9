"""The screen mode for the hall: places revealed from the last to the first, one key press at a time.

`?screen=1` shows it, `?hide=3` leaves the last three rows out, `?round=6` shows the table after round 6. All that
happens while it is shown happens in the browser (`assets/hall.js`), so a lost connection does not stop the show.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard import address, choosers, grids, words
from dashboard.grids import Grid, column
from dashboard.language import _, current, day
from dashboard.views.event import tables
from dashboard.views.event.evening import Evening
from pipelines.export.shown import Shown

ASSETS: Final = Path(__file__).parents[2] / "assets"
ALONE: Final = "<style>.stAppHeader, .stSidebar, .st-key-pages, .st-key-head { display: none !important; }</style>"
"""Nothing of the page may be reached behind the screen, with the Tab key neither."""


def is_asked() -> bool:
    return address.get("screen") not in (None, "0")


def hidden() -> int:
    """How many of the last rows are left out; what is no number hides nothing."""
    asked = address.get("hide") or ""
    return int(asked) if asked.isdecimal() else 0


def draw(evening: Evening, shown: Shown, number: int | None) -> None:
    """The screen; `number` is the round after which the table stands, None for the final one."""
    st.html(ALONE)
    key = "/".join(map(str, (evening.opened.league.id, evening.event, evening.game, number)))
    below = " · ".join([subheading(evening, number), *choosers.missed()])
    data = described(shown, heading(evening), below, hidden(), final=evening.state == "final")
    left = _component()(data={**data, "key": key}, key="hall", on_left_change=lambda: None).left
    if left:
        address.put(screen=None, hide=None)
        st.rerun()


def heading(evening: Evening) -> str:
    row = evening.row
    return str(row["title"] or evening.opened.league.title)


def subheading(evening: Evening, number: int | None) -> str:
    """The day, the game where there are several, and how far the table goes."""
    played = evening.opened.scored.standings.filter(event=evening.event)["game"].n_unique()
    game = words.game(evening.rules, evening.game) if played > 1 else ""
    after = _("after round {n}").format(n=number) if number else ""
    state = _(words.EVENT_STATES[evening.state]) if evening.state != "final" else ""
    on: Any = evening.row["date"]
    return " · ".join(part for part in (day(on, "d MMMM y"), game, after, state) if part)


def described(shown: Shown, title: str, below: str, hide: int = 0, *, final: bool = True) -> dict[str, Any]:
    """What `assets/hall.js` shows: the rows in the order of the table, and in `steps` those that each key reveals.

    The last `hide` rows are not in it at all. Where no row has a place (a held evening) there is nothing to reveal.
    """
    kept = Shown(shown.frame.head(max(0, shown.frame.height - hide)), shown.units)
    columns = {name: column(name) for name in ("place", "team", "points")}
    texts = grids.texts(Grid(kept, columns))
    status = [_(words.STATUSES[code]) if code != "in" else "" for code in kept.frame["status"]]
    marks = zip(texts, status, kept.frame[tables.TIED], kept.frame["winner"].fill_null(0), strict=True)
    rows = [{**text, "note": note, "tied": bool(tied), "winner": bool(winner)} for text, note, tied, winner in marks]
    ranked = bool(kept.frame.select(pl.col("place").is_not_null().any()).item()) if kept.frame.height else False
    said = {"title": title, "below": below, "language": current(), "words": _words(final=final)}
    return {**said, "rows": rows, "steps": tables.levels(kept) if ranked else [], "empty": not ranked}


def _words(*, final: bool) -> dict[str, str]:
    return {
        "winner": _("Winner") if final else _("In the lead"),
        "hint": _("Space: the next place · Backspace: one back · Home, End: none, all · F: full screen · Esc: leave"),
        "tap": _("Tap: the next place"),
        "leave": _("Leave the screen"),
        "unranked": _("The places are not settled yet."),
    }


def _component() -> Any:
    """Registered anew each time, as the tables of `grids` are."""
    css, js = _assets()
    return st.components.v2.component("tablo_hall", html='<div class="hall"></div>', css=css, js=js)


@cache
def _assets() -> tuple[str, str]:
    return (ASSETS / "hall.css").read_text("utf-8"), (ASSETS / "hall.js").read_text("utf-8")
