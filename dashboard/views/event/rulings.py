"""Appeals and rulings of an evening: what is open and whether it can change the winner, and what was decided."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard import loading, words
from dashboard.language import N_, _, day
from dashboard.views.event.evening import Evening

KINDS: Final = {
    "void_question": N_("removal of a question"),
    "accept_answer": N_("acceptance of the answer “{value}”"),
    "set_verdict": N_("verdict of an answer: {value}"),
    "adjust": N_("points given or taken: {value}"),
    "coefficient": N_("coefficient: {value}"),
    "annul_round": N_("annulment of a round"),
    "disqualify": N_("disqualification"),
    "out_of_contest": N_("out of contest"),
    "reinstate": N_("reinstatement"),
    "ban": N_("ban until {value}"),
    "warn": N_("warning"),
    "revoke": N_("revocation of ruling {value}"),
}
STATUSES: Final = {"open": N_("open"), "upheld": N_("upheld"), "rejected": N_("rejected")}
VERDICTS: Final = {"right": N_("right"), "partial": N_("partly right"), "wrong": N_("wrong"), "none": N_("no answer")}


def draw(evening: Evening) -> None:
    rows = decisions(evening)
    if rows.is_empty():
        return
    st.subheader(_("Appeals and rulings"))
    names = dict(evening.facts.teams.select("team_id", "team").iter_rows())
    effects = _effects(evening) if (rows["status"] == "open").any() else {}
    st.markdown("\n".join(f"- {_told(row, names, effects)}" for row in rows.iter_rows(named=True)))


def decisions(evening: Evening) -> pl.DataFrame:
    """Those on this game of the evening, or on the evening; open ones first, then by time."""
    of_game = pl.col("game").is_null() | (pl.col("game") == evening.game)
    own = evening.facts.decisions.filter(of_game, event=evening.event)
    return own.sort(pl.col("status") != "open", "decided_at", "ord", nulls_last=True)


def _effects(evening: Evening) -> dict[int, str]:
    """Of each open appeal, whether it can change the winner."""
    found = evening.pending().appeals.select("ord", "changes_winner", "changes_places")
    return {ord_: words.appeal_effect(winner, places) for ord_, winner, places in found.iter_rows()}


def _told(row: Mapping[str, Any], names: Mapping[str, str], effects: Mapping[int, str]) -> str:
    head = f"**{_(STATUSES[row['status']])}** · {what(row)}"
    team = words.plain(names.get(row["team_id"], row["team_id"] or ""))
    parts = [
        head,
        _("round {n}").format(n=row["round"]) if row["round"] is not None else "",
        _("question {n}").format(n=row["question"]) if row["question"] is not None else "",
        _("for {team}").format(team=team) if team else "",
        _by(row["by"], names),
        moment(row["decided_at"] or row["submitted_at"]),
    ]
    line = " · ".join(part for part in parts if part)
    below = [effects.get(row["ord"], ""), "" if loading.is_public() else words.plain(row["note"] or "")]
    return "  \n  ".join([line, *(f":small[{part}]" for part in below if part)])


def what(row: Mapping[str, Any]) -> str:
    value = row["value"] or ""
    said = _(VERDICTS[value]) if value in VERDICTS else value
    return _(KINDS[row["kind"]]).format(value=words.plain(said))


def _by(who: str | None, names: Mapping[str, str]) -> str:
    if not who:
        return ""
    return _("by the host") if who == "host" else _("appeal of {team}").format(team=words.plain(names.get(who, who)))


def moment(at: datetime | None) -> str:
    return f"{day(at.date())} {at:%H:%M}" if at else ""
