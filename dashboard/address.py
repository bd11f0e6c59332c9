"""The address of what is shown: the only module that reads or writes the URL.

Everything that a link must restore stands in it: league, period, event, team, language, scenario. Streamlit empties the
URL when another page is chosen, so a session keeps a copy and writes it back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from dashboard import language

SINGLE: Final = ("league", "series", "period", "city", "event", "game", "team", "lang", "name")
MANY: Final = ("set", "decide")
"""Those that may stand there several times: the scenario's rules and rulings, as the command takes them."""
OF_LEAGUE: Final = (*(name for name in SINGLE if name not in ("league", "lang")), *MANY)
"""What means nothing in another league."""
_COPY: Final = "address"


def adopt() -> None:
    """At the start of every run: what the URL says counts, the session's copy fills what it does not say."""
    kept = _copy()
    for name in (*SINGLE, *MANY):
        if found := st.query_params.get_all(name):
            kept[name] = found
    _write()


def get(name: str) -> str | None:
    """The value of one of `SINGLE`."""
    return next(iter(_copy().get(name, ())), None)


def get_all(name: str) -> tuple[str, ...]:
    """The values of one of `MANY`, in order."""
    return tuple(_copy().get(name, ()))


def put(**values: str | Sequence[str] | None) -> None:
    """Change some; None or nothing takes one out. Another league takes out all that belonged to the old one."""
    kept = _copy()
    if "league" in values and values["league"] != get("league"):
        values = {**dict.fromkeys(OF_LEAGUE), **values}
    for name, value in values.items():
        texts = [value] if isinstance(value, str) else list(value or ())
        if texts:
            kept[name] = texts
        else:
            kept.pop(name, None)
    _write()


def chosen_language() -> str:
    """The language in the address; left out, the first of the browser's that there is."""
    if get_script_run_ctx(suppress_warning=True) is None:
        return "en"  # outside a page: nobody is there to ask
    named = get("lang")
    return named if named in language.LANGUAGES else language.negotiated(_preferred())


def _preferred() -> list[str]:
    asked = str(st.context.headers.get("Accept-Language", "")).split(",")
    return [text.partition(";")[0].strip() for text in (str(st.context.locale or ""), *asked)]


def _copy() -> dict[str, list[str]]:
    kept: dict[str, list[str]] = st.session_state.setdefault(_COPY, {})
    return kept


def _write() -> None:
    wanted = {name: texts for name, texts in _copy().items() if texts}
    if {name: st.query_params.get_all(name) for name in st.query_params} != wanted:
        st.query_params.from_dict(wanted)


language.follow(chosen_language)
