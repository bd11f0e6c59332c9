"""The frame of every page: which league is open, the choosers above, and what is said where there is nothing to show."""

from __future__ import annotations

from datetime import date

import streamlit as st

from dashboard import address, choosers, language, loading
from dashboard.language import _
from dashboard.loading import Opened
from pipelines.ruleset.errors import RuleErrors
from pipelines.store import StoreError

STYLE = """<style>
.stMain .block-container { max-width: 80rem; }
.stMain { font-variant-numeric: tabular-nums; }
.stApp h1 { padding: 0.4rem 0 0.1rem; letter-spacing: -0.01em; }
.stApp h2 { padding: 0.9rem 0 0.1rem; }
.stApp h3 { padding: 0.5rem 0 0; }
@media (max-width: 640px) { .stMain .block-container { padding-left: 0.9rem; padding-right: 0.9rem; } }
@media print { header, .stButton, .stDownloadButton, .stSelectbox, .stButtonGroup { display: none !important; } }
</style>"""


def enter() -> Opened:
    """The league that the address names, or the first; the run ends here where there is none, saying what to do."""
    st.html(STYLE)
    try:
        source = loading.source()
        known = loading.leagues(source)
    except StoreError as error:
        _closed(_("There is no database to show yet"), error)
    if known.is_empty():
        _closed(_("The database holds no league yet"))
    with st.container(horizontal=True, vertical_alignment="bottom", horizontal_alignment="distribute", key="head"):
        league = choosers.choose("league", _("League"), dict(known.select("league", "title").iter_rows()), width=340)
        _language()
    if known.filter(league=league)["outdated"].item():
        _closed(_("This league was built by another version of Tablo"))
    return _opened(source, league)


def _opened(source: loading.Source, league: str) -> Opened:
    try:
        with st.spinner(_("Reading the league …"), show_time=False):
            return loading.opened(source, league, date.today())
    except StoreError as error:
        _closed(_("The league cannot be read at this moment"), error)
    except RuleErrors as error:
        _closed(_("The rules of this league cannot be read"), error)


def _language() -> None:
    address.put(lang=address.chosen_language())
    choosers.choose(
        "lang", _("Language"), language.LANGUAGES, width=140, label_visibility="collapsed"
    )


def _closed(what: str, error: Exception | None = None) -> None:
    """Say what is missing and what to do, and end the run."""
    st.title(what)
    if loading.is_public():
        st.markdown(_("Come back in a few minutes."))
    else:
        st.markdown(_("Build the league from its folder, then load this page again:"))
        st.code("tablo build data/leagues/*\ntablo dashboard", language="shell")
        if error is not None:
            st.caption(str(error))
    st.stop()
