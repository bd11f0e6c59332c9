"""Open appeals: what upholding each would change, and the decision."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

import polars as pl
import streamlit as st

from dashboard import folder_tables, links, loading, words
from dashboard.language import N_, _, day
from dashboard.loading import Opened
from dashboard.views.files import writing
from pipelines.folder import decided
from pipelines.folder.appeals import Verdict

KINDS: Final = {
    "void_question": N_("the question is removed"),
    "accept_answer": N_("the answer “{value}” is accepted"),
    "set_verdict": N_("the verdict is changed to “{value}”"),
    "adjust": N_("points are given or taken: {value}"),
    "coefficient": N_("the coefficient is set to {value}"),
    "annul_round": N_("the round is annulled"),
    "disqualify": N_("the team is disqualified"),
    "out_of_contest": N_("the team plays out of contest"),
    "reinstate": N_("the team is reinstated"),
    "ban": N_("the team is banned until {value}"),
    "warn": N_("the team is warned"),
    "revoke": N_("the ruling {value} is revoked"),
}
"""What an appeal asks for."""


def count(opened: Opened) -> int:
    return opened.facts.decisions.filter(status="open").height


def draw(opened: Opened) -> None:
    if not count(opened):
        st.markdown(_("No appeal is open."))
        return
    path = writing.folder(opened)
    tried = loading.open_appeals(opened.source, opened.league.id, opened.today)
    events = folder_tables.event_names(opened.facts)
    for appeal in opened.facts.decisions.filter(status="open").sort("ord").iter_rows(named=True):
        with st.container(border=True, key=f"appeal-{appeal['ord']}"):
            effect = tried.filter(ord=appeal["ord"])
            st.markdown(_told(opened, appeal, effect, events))
            if appeal["event"] in set(opened.scored.standings["event"]):
                links.to("event", _("Table of the evening"), event=appeal["event"], game=appeal["game"], part=None)
            note = st.text_input(_("Reason"), key=f"reason-{appeal['ord']}", max_chars=500)
            with st.container(horizontal=True):
                for verdict, label in (("upheld", _("Uphold")), ("rejected", _("Reject"))):
                    asked = st.button(label, key=f"write-{verdict}-{appeal['ord']}", disabled=path is None)
                    if asked and path is not None:
                        _decide(opened, appeal, verdict, note)  # type: ignore[arg-type]


def _decide(opened: Opened, appeal: Mapping[str, Any], verdict: Verdict, note: str) -> None:
    path = writing.folder(opened)
    if path is None:
        return
    names = dict(opened.facts.teams.select("team_id", "team").iter_rows())
    taken = opened.facts.decisions["id"].drop_nulls().to_list()
    now = datetime.now(ZoneInfo(opened.league.timezone)).replace(tzinfo=None, microsecond=0)
    ruling = decided(appeal, verdict, now, names=names, taken=taken, note=note.strip())
    said = _("The appeal is upheld.") if verdict == "upheld" else _("The appeal is rejected.")
    writing.write(opened, path, [ruling], said, appeal["event"])


def _told(opened: Opened, appeal: Mapping[str, Any], effect: pl.DataFrame, events: Mapping[str, str]) -> str:
    names = dict(opened.facts.teams.select("team_id", "team").iter_rows())
    asks = _(KINDS[appeal["kind"]]).format(value=words.plain(str(appeal["value"] or "")))
    who = names.get(appeal["by"], "") if appeal["by"] != "host" else _("the host")
    about = [
        events.get(appeal["event"], ""),
        words.game(opened.rules.latest(), appeal["game"] or ""),
        _("round {n}").format(n=appeal["round"]) if appeal["round"] else "",
        _("question {n}").format(n=appeal["question"]) if appeal["question"] else "",
        names.get(appeal["team_id"], ""),
    ]
    submitted = appeal["submitted_at"]
    when = _("submitted on {day}").format(day=day(submitted.date())) if submitted else ""
    head = _("{team} asks that {what}.").format(team=f"**{words.plain(who)}**", what=asks)
    small = " · ".join(words.plain(part) for part in [*about, when] if part)
    note = words.plain(appeal["note"] or "")
    return "  \n".join(part for part in (head, f":small[{small}]", note, _effect(effect)) if part)


def _effect(effect: pl.DataFrame) -> str:
    """What upholding it would change, in a sentence."""
    if effect.is_empty() or effect["changes_places"].item() is None:
        return _("What upholding it would change cannot be said yet.")
    if effect["changes_winner"].item():
        return _("**Upholding it would change the winner.**")
    if effect["changes_places"].item():
        return _("Upholding it would change places, but not the winner.")
    return _("Upholding it would change no place.")
