"""A scenario's name, its two sides swapped, and what is kept of it: a link, a file, a place in the league's folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from textwrap import shorten
from typing import Final
from urllib.parse import urlencode

import streamlit as st

from dashboard import address, controls, loading, rules_of, scenarios, words
from dashboard.language import _
from dashboard.loading import Opened
from dashboard.scenarios import Supposed
from dashboard.views.what_if import changes, rule_widgets
from dashboard.views.what_if.changes import Line
from dashboard.views.what_if.result import Along, Period
from pipelines.export.shown import Shown
from pipelines.export.supposed import SCENARIO, scenario_table
from pipelines.folder import FolderError, saved
from pipelines.folder.saved import Saved
from pipelines.ruleset.errors import RuleErrors

_NAME: Final = "scenario-name"
_LONGEST: Final = 80
_TITLE: Final = 120
"""Signs of the changes above a picture; all of them stand below."""


@dataclass(frozen=True)
class Told:
    """A scenario with its changes in words."""

    supposed: Supposed
    lines: Sequence[Line]


def bar(opened: Opened, told: Told, at: Period) -> None:
    """The name, and what can be done with the whole scenario."""
    there = bool(told.supposed)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="scenario"):
        st.session_state[_NAME] = address.get("name") or ""
        st.text_input(
            _("Name of this what-if"),
            key=_NAME,
            max_chars=_LONGEST,
            placeholder=_("Give it a name"),
            on_change=_rename,
            width=320,
        )
        swapped = address.get("swap") == "1"
        tip = _("The league as it is becomes the other side")
        st.button(
            _("Swap sides"), key="swap", on_click=_swap, help=tip, disabled=not there, icon=":material/swap_horiz:"
        )
        st.button(
            _("Reset"), key="reset", on_click=controls.reset, disabled=not (there or swapped), icon=":material/undo:"
        )
        _open(_("Share"), "share", ":material/link:", partial(_share, opened, at), disabled=not there)
        if not loading.is_public():
            _open(_("Save"), "save", ":material/save:", partial(_save, opened, told.supposed), disabled=not there)
            _open(_("Load"), "load", ":material/folder_open:", partial(_load, opened))


def _open(label: str, key: str, icon: str, draw: Callable[[], None], *, disabled: bool = False) -> None:
    """A button that opens a box; what stands in it is made when it is open."""
    box = st.popover(label, icon=icon, key=f"box-{key}", on_change="rerun", disabled=disabled)
    if box.open:
        with box:
            draw()


def _rename() -> None:
    address.put(name=st.session_state[_NAME].strip() or None)


def _swap() -> None:
    address.put(swap=None if address.get("swap") == "1" else "1")


def _share(opened: Opened, at: Period) -> None:
    """The address with all that it leaves to its defaults, which may be others tomorrow."""
    here = (st.context.url or "").partition("?")[0]
    shown = {"league": opened.league.id, "series": at.series, "period": at.period, "city": at.city}
    whole = {**{name: value for name, value in shown.items() if value}, **address.whole()}
    st.caption(_("Whoever opens this link sees this league, this table and these changes."))
    st.code(f"{here}?{urlencode(whole, doseq=True)}", language=None, wrap_lines=True)


def _save(opened: Opened, supposed: Supposed) -> None:
    """Into the league's folder, under the name it has."""
    name = address.get("name")
    if not name:
        st.caption(_("Give it a name first; the file is called by it."))
        return
    folder = Path(opened.meta.folder)
    taken = saved.file_name(name) in {each.name for each in saved.listed(folder)}
    if taken:
        st.caption(_("A what-if of this name is saved already."))
    label = _("Replace it") if taken else _("Save into the league's folder")
    if st.button(label, key="save-now", type="primary"):
        try:
            saved.save(folder, scenarios.written(name, supposed), replace=taken)
        except FolderError as error:
            st.error(_("It could not be saved."))
            st.caption(words.plain(str(error)))
        else:
            st.success(_("Saved."))


def _load(opened: Opened) -> None:
    known = saved.listed(Path(opened.meta.folder))
    if not known:
        st.caption(_("No what-if is saved in this league's folder yet."))
    for each in known:
        if each.problem is None:
            st.button(
                words.plain(each.title), key=f"load-{each.name}", on_click=_take, args=(opened, each), width="stretch"
            )
        else:
            st.caption(
                _("{file} cannot be read: {why}").format(file=words.plain(each.name), why=words.plain(each.problem))
            )


def _take(opened: Opened, one: Saved) -> None:
    """The saved scenario in place of the one that is shown."""
    try:
        scenario = saved.load(one.path, opened.league.rule_set)
    except (FolderError, RuleErrors) as error:
        st.session_state["not-loaded"] = (one.title, str(error))
        return
    st.session_state["box-load"] = False
    rule_widgets.turn_to(Supposed(scenario.patch, scenario.decisions), rules_of.controls(opened.league.rule_set))
    rulings = [scenarios.ruling_text(ruling) for ruling in scenario.decisions]
    address.put(set=scenarios.texts_of(scenario.patch), decide=rulings, name=scenario.title, swap=None)


def not_loaded() -> None:
    """After a saved scenario could not be read, why."""
    if "not-loaded" in st.session_state:
        title, why = st.session_state.pop("not-loaded")
        st.error(_("“{title}” does not fit the rules any more.").format(title=words.plain(title)))
        st.caption(words.plain(why))


def along(told: Told) -> Along:
    """What every table of the page takes along: the scenario's name and changes."""
    if not told.supposed:
        return Along()
    name = address.get("name") or ""
    notes = [*([name] if name else []), *(line.whole for line in told.lines)]
    what = shorten(name or "; ".join(line.plain for line in told.lines), _TITLE, placeholder=" …")
    title = _("What if: {changes}").format(changes=what)
    return Along(tuple(notes), {SCENARIO: _scenario(told, name)}, saved.file_name(name) if name else "", title)


def _scenario(told: Told, name: str) -> Shown:
    """A row for each rule and each ruling; the rulings of a trial share its words."""
    rules = len(told.supposed.patch)
    by_row = {row: line for rows, line in zip(told.supposed.trials, told.lines[rules:], strict=True) for row in rows}
    lines = [*told.lines[:rules], *(by_row[row] for row in range(len(told.supposed.rulings)))]
    sets = scenarios.texts_of(told.supposed.patch)
    decides = [scenarios.ruling_text(ruling) for ruling in told.supposed.rulings]
    return scenario_table(name, sets, decides, [changes.exported(line) for line in lines])
