"""The address of what is shown: the only module that reads or writes the URL.

Everything that a link must restore stands in it: league, period, event, team, language, scenario; what is left out has
its default. Only a person's choice is written, never a default, so that "back" in the browser goes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from dashboard import language

SINGLE: Final = (
    "league",
    "series",
    "period",
    "city",
    "event",
    "game",
    "team",
    "rival",
    "lang",
    "name",
    "swap",
    "round",
    "screen",
    "hide",
    "part",
)
MANY: Final = ("set", "decide")
"""Those that may stand there several times: the scenario's rules and rulings, as the command takes them."""
_OF_BROWSER: Final = "language-of-browser"
OF_LEAGUE: Final = (*(name for name in SINGLE if name not in ("league", "lang")), *MANY)
"""What means nothing in another league."""


def get(name: str) -> str | None:
    """The value of one of `SINGLE`."""
    return next(iter(get_all(name)), None)


def get_all(name: str) -> tuple[str, ...]:
    """The values of a name in order, of one of `MANY` above all."""
    return tuple(st.query_params.get_all(name))


def put(**values: str | Sequence[str] | None) -> None:
    """Change some; None or nothing takes one out. Another league takes out all that belonged to the old one."""
    if "league" in values and values["league"] != get("league"):
        values = {**dict.fromkeys(OF_LEAGUE), **values}
    wanted = {**whole(), **{name: _texts(value) for name, value in values.items()}}
    kept = {name: texts for name, texts in wanted.items() if texts}
    if kept != whole():
        st.query_params.from_dict(kept)


def whole() -> dict[str, list[str]]:
    """All that the address says: what a link to another page takes along."""
    return {name: found for name in (*SINGLE, *MANY) if (found := st.query_params.get_all(name))}


def _texts(value: str | Sequence[str] | None) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


def chosen_language() -> str:
    """The language in the address; left out, the first of the browser's that there is."""
    if get_script_run_ctx(suppress_warning=True) is None:
        return "en"  # outside a page: nobody is there to ask
    named = get("lang")
    return named if named in language.LANGUAGES else _of_browser()


def _of_browser() -> str:
    """Asked once a session: each of a page's thousands of words wants to know it."""
    if _OF_BROWSER not in st.session_state:
        st.session_state[_OF_BROWSER] = language.negotiated(_preferred())
    return str(st.session_state[_OF_BROWSER])


def _preferred() -> list[str]:
    asked = str(st.context.headers.get("Accept-Language", "")).split(",")
    return [text.partition(";")[0].strip() for text in (str(st.context.locale or ""), *asked)]


language.follow(chosen_language)
