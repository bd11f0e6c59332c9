"""The frame of every page: which league is open, the choosers above, what is said where there is nothing to show."""

from __future__ import annotations

from datetime import date
from typing import NoReturn

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import address, choosers, language, loading
from dashboard.language import _
from dashboard.loading import Opened
from pipelines.ruleset.errors import RuleErrors
from pipelines.store import StoreError

STYLE = """<style>
.stMain .block-container { max-width: 84rem; margin: 0 auto; padding-left: 1.25rem; padding-right: 1.25rem; }
.stAppHeader > div { max-width: 84rem; margin: 0 auto; padding-left: 0.6rem; }
.stMain { font-variant-numeric: tabular-nums; }
.stApp h1 { padding: 0.4rem 0 0.1rem; letter-spacing: -0.01em; }
.stApp h2 { padding: 0.9rem 0 0.1rem; }
.stApp h3 { padding: 0.6rem 0 0.35rem; }
@media (max-width: 640px) {
  .stMain .block-container { padding-left: 0.9rem; padding-right: 0.9rem; }
  .st-key-head, .st-key-choosers { gap: 0.5rem; }
  .st-key-choosers { width: 100%; }
  .st-key-choosers > div { flex: 1 1 44% !important; min-width: 0; }
  .st-key-choosers .stSelectbox { width: 100% !important; }
}
@media print { header, .stButton, .stDownloadButton, .stSelectbox, .stButtonGroup { display: none !important; } }
</style>"""


def enter() -> tuple[Opened, DeltaGenerator]:
    """The league that the address names, or the first, and the place above for the view's own choosers.

    The run ends here where there is nothing to show, saying what to do.
    """
    st.html(STYLE)
    try:
        source = loading.source()
        known = loading.leagues(source)
    except StoreError as error:
        _closed(_("There is no database to show yet"), error)
    if known.is_empty():
        _closed(_("The database holds no league yet"))
    with st.container(horizontal=True, horizontal_alignment="distribute", key="head"):
        bar = st.container(horizontal=True, width="content", key="choosers")
        with bar:
            titles = dict(known.select("league", "title").iter_rows())
            league = choosers.choose("league", _("League"), titles, width=300)
        choosers.choose("lang", _("Language"), language.LANGUAGES, default=address.chosen_language(), width=130)
    if known.filter(league=league)["outdated"].item():
        _closed(_("This league was built by another version of Tablo"))
    return _opened(source, league), bar


def _opened(source: loading.Source, league: str) -> Opened:
    try:
        with st.spinner(_("Reading the league …"), show_time=False):
            return loading.opened(source, league, date.today())
    except StoreError as error:
        _closed(_("The league cannot be read at this moment"), error)
    except RuleErrors as error:
        _closed(_("The rules of this league cannot be read"), error)


def _closed(what: str, error: Exception | None = None) -> NoReturn:
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


def no_table_yet() -> None:
    """What stands there as long as no series has a period."""
    st.markdown(_("No evening of a series is final yet. Once one is, its table stands here."))
