"""The frame of every page: which league is open, the choosers above, what is said where there is nothing to show."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from shlex import quote
from typing import Final, NoReturn

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import address, choosers, downloads, language, loading, words
from dashboard.language import _
from dashboard.loading import Opened
from pipelines.ruleset.errors import RuleErrors
from pipelines.store import StoreError

STYLE: Final = Path(__file__).parent / "assets" / "page.css"


def links(pages: Sequence[st.Page]) -> None:
    """The way to the other pages, which takes the address along."""
    st.html(STYLE)
    with st.container(horizontal=True, gap="small", key="pages"):
        for page in pages:
            st.page_link(page, query_params=address.whole())


def enter() -> tuple[Opened, DeltaGenerator]:
    """The league that the address names, or the first, and the place above for the view's own choosers.

    The run ends here where there is nothing to show, saying what to do.
    """
    try:
        source = loading.source()
        known = loading.leagues(source)
    except StoreError as error:
        _closed(_("There is no database to show yet"), error)
    if known.is_empty():
        _closed(_("The database holds no league yet"))
    head = st.container(horizontal=True, horizontal_alignment="distribute", key="head")
    choosers.begin(st.container(key="missed"))
    with head:
        bar = st.container(horizontal=True, width="content", key="choosers")
        with bar:
            titles = dict(known.select("league", "title").iter_rows())
            league = choosers.choose("league", _("League"), titles, width=300)
        choosers.choose("lang", _("Language"), language.LANGUAGES, default=address.chosen_language(), width=130)
    if known.filter(league=league)["outdated"].item():
        folder = known.filter(league=league)["folder"].item()
        _closed(_("This league was built by another version of Tablo"), folder=folder)
    opened = _opened(source, league)
    downloads.of_league(opened.league.title)
    return opened, bar


def _opened(source: loading.Source, league: str) -> Opened:
    try:
        with st.spinner(_("Reading the league …"), show_time=False):
            return loading.opened(source, league, date.today())
    except StoreError as error:
        _closed(_("The league cannot be read at this moment"), error)
    except RuleErrors as error:
        _closed(_("The rules of this league cannot be read"), error)


def _closed(what: str, error: Exception | None = None, folder: str | None = None) -> NoReturn:
    """Say what is missing and what to do, and end the run."""
    st.title(what)
    if loading.is_public():
        st.markdown(_("Come back in a few minutes."))
    else:
        st.markdown(_("Build the league from its folder, then load this page again:"))
        st.code(_command(folder), language="shell")
        if error is not None:
            st.caption(words.plain(str(error)))
    st.stop()


def _command(folder: str | None) -> str:
    """What builds the database that is served, from the league's folder where that is known."""
    served = loading.database()
    if served.resolve() == loading.USUAL.resolve():
        return f"tablo build {quote(folder) if folder else 'data/leagues/*'}"
    return f"tablo build {quote(folder) if folder else 'FOLDER'} --db {quote(str(served))}"


def no_table_yet() -> None:
    """What stands there as long as no series has a period."""
    st.markdown(_("No evening of a series is final yet. Once one is, its table stands here."))
