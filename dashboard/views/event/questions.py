"""An evening question by question: how many teams had each, and who had which; only where answers are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import streamlit as st
from babel.numbers import format_percent

from dashboard import charts, downloads, grids, spoken, words
from dashboard.grids import Column, Grid, column
from dashboard.language import N_, _, current
from dashboard.views.event import hall, standing, tables
from dashboard.views.event.evening import Evening
from pipelines.export.shown import Shown
from pipelines.insight.questions import Questions
from pipelines.tables import UNITS

LEGEND: Final = {
    tables.SIGNS["right"]: N_("right"),
    tables.SIGNS["partial"]: N_("partly right"),
    tables.SIGNS["wrong"]: N_("wrong"),
    tables.SIGNS["none"]: N_("no answer"),
    tables.REMOVED: N_("removed question"),
    tables.TICKED: N_("ticked"),
    tables.JOKER: N_("with a joker"),
    tables.LATE: N_("handed in late"),
    tables.RULED: N_("changed by a ruling, a joker or lateness"),
}


@st.fragment
def draw(evening: Evening) -> None:
    if evening.state == "held" or not evening.has_answers:
        return
    found = evening.questions()
    st.subheader(_("Right answers by question"))
    labels = labelled(found)
    figure = charts.shares(found.asked, labels, [_about(row) for row in found.asked.iter_rows(named=True)])
    figure.update_yaxes(title=_("Teams that had it"))
    figure.update_xaxes(title=_("Question") if tables.running(found) else _("Round and question"))
    alt = " · ".join([_("Right answers by question"), hall.heading(evening), hall.subheading(evening, None)])
    downloads.chart(figure, "shares", save_as=f"{evening.event} {evening.game} shares", alt=alt)
    st.subheader(_("Teams and questions"))
    table = tables.matrix(standing.shown(evening, None), found)
    name = f"{evening.event} {evening.game} questions"
    grids.show(matrix(table, found), "matrix", alt=_("Verdict of every answer, as it counts"), save_as=name)
    used = tables.marks_used(table)
    st.caption(" · ".join(f"**{words.plain(sign)}** {_(said)}" for sign, said in LEGEND.items() if sign in used))


def matrix(table: Shown, found: Questions) -> Grid:
    """The table ready for the screen: a column per question, headed by its number."""
    names = [name for name in table.frame.columns if name.startswith(tables.QUESTION)]
    rows = zip(names, labelled(found), found.asked.iter_rows(named=True), strict=True)
    columns = {
        **{name: column(name) for name in ("place", "team", "points")},
        **{name: Column(label, "mark", _about(row), says=str) for name, label, row in rows},
    }
    looks = {"place": tables.TIED, **{name: f"_look {name}" for name in names}}
    return Grid(table, columns, looks=looks)


def labelled(found: Questions) -> list[str]:
    """What the questions are called: their numbers, with the round's where they begin anew in each."""
    asked = found.asked.select("round", "question").iter_rows()
    alone = tables.running(found)
    return [str(question) if alone else f"{round_}.{question}" for round_, question in asked]


def _about(row: Mapping[str, Any]) -> str:
    worth = row["value"] / UNITS if row["value"] is not None else None
    parts = [
        _("Round {n}, question {question}").format(n=row["round"], question=row["question"]),
        row["theme"] or "",
        _("worth {points}").format(points=spoken.plain(f"{worth:g}")) if worth is not None else "",
        _("bonus") if row["bonus"] else "",
        _("removed question") if row["void"] else _share(row),
    ]
    return " · ".join(part for part in parts if part)


def _share(row: Mapping[str, Any]) -> str:
    if row["share"] is None:
        return ""
    share = format_percent(row["share"], locale=current())
    return _("{right} of {teams} teams ({share})").format(right=row["right"], teams=row["teams"], share=share)
