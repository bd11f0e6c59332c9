"""Rulings not taken: a form whose choosers hold the league's own evenings, questions and teams; open appeals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard import address, controls, loading, rulings, scenarios, words
from dashboard.language import _
from dashboard.loading import Opened
from dashboard.scenarios import Supposed
from dashboard.views.what_if import said
from dashboard.views.what_if.said import Names
from pipelines.folder.scenarios import Decision
from pipelines.tables import Facts


def panel(opened: Opened, supposed: Supposed, names: Names, latest: str) -> None:
    """The open appeals, each to be upheld with one click, and the form for any ruling.

    :param latest: the evening that is offered first.
    """
    facts = loading.whole_facts(opened.source, opened.league.id)
    _appeals(rulings.open_appeals(facts), supposed, names)
    kinds = {code: _(title) for code, title in said.KINDS.items() if code != "revoke" or names.rulings}
    kind = st.selectbox(_("Ruling"), list(kinds), format_func=kinds.__getitem__, key="ruling:kind")
    form = _Form(opened, facts, names, latest, {"kind": str(kind)})
    for part in rulings.ASKS[str(kind)]:
        if not _ASKED[part](form):
            return
    # no callback: it would take what the form said when it was last drawn, and a quick hand clicks before that
    if st.button(_("Suppose it"), key="ruling:add", type="primary"):
        add([scenarios.ruling_text(form.said)])
        st.rerun()


def add(texts: Sequence[str], patch: Mapping[str, object] | None = None) -> None:
    """Rulings more, and rules that they need; those that are supposed already are not repeated."""
    kept = address.get_all("decide")
    address.put(decide=[*kept, *(text for text in texts if text not in kept)])
    if patch:
        controls.write({**controls.scenario(), **patch})


def _appeals(appeals: Sequence[Decision], supposed: Supposed, names: Names) -> None:
    if not appeals:
        return
    st.subheader(_("Open appeals"))
    for n, appeal in enumerate(appeals):
        by = names.teams.get(appeal.get("by", ""), "")
        head = " · ".join(words.plain(part) for part in (names.where(appeal), by, appeal.get("note", "")) if part)
        with st.container(border=True, gap="small", key=f"appeal-{n}"):
            st.markdown(f"{words.plain(said.ruling(appeal, names))}  \n:small[{head}]")
            label = _("Supposed above") if appeal in supposed.rulings else _("What if it is upheld?")
            st.button(
                label,
                key=f"uphold-{n}",
                on_click=add,
                args=([scenarios.ruling_text(appeal)],),
                disabled=appeal in supposed.rulings,
            )
    st.subheader(_("Another ruling"))


@dataclass
class _Form:
    """What is chosen so far; every part below is a chooser that adds to it, and says whether it could."""

    opened: Opened
    facts: Facts
    names: Names
    latest: str
    said: dict[str, str] = field(default_factory=dict)

    @property
    def event(self) -> str:
        return self.said["event"]

    @property
    def game(self) -> str:
        return self.said.get("game") or next(iter(self.names.rules.games))


def choose(label: str, options: Mapping[Any, str], key: str, first: Any = None, **more: Any) -> Any:
    """One of the options, by what they are called; a choice that is no longer there is forgotten."""
    if st.session_state.get(key) not in options:
        st.session_state[key] = first if first in options else next(iter(options))
    return st.selectbox(label, list(options), format_func=options.__getitem__, key=key, **more)


def _nothing(text: str) -> bool:
    st.caption(text)
    return False


def _event(form: _Form) -> bool:
    form.said["event"] = choose(_("Evening"), form.names.events, "ruling:event", form.latest)
    return True


def _game(form: _Form) -> bool:
    played = set(form.opened.scored.standings.filter(event=form.event)["game"])
    games = {name: words.game(form.names.rules, name) for name in form.names.rules.games if name in played}
    if len(form.names.rules.games) > 1:
        form.said["game"] = choose(_("Game"), games, "ruling:game") if len(games) > 1 else next(iter(games))
    return True


def _place(form: _Form) -> bool:
    """Round and question in one chooser; a round alone where a round is ruled on."""
    if "question" in rulings.ASKS[form.said["kind"]]:
        return _question(form)
    return True


def _question(form: _Form) -> bool:
    asked = rulings.questions(form.facts, form.event, form.game)
    if asked.is_empty():
        return _nothing(_("This evening is known by rounds only, so nothing can be ruled on a single question."))
    label = _("Round {round} · question {question}")
    places = {pair: label.format(round=pair[0], question=pair[1]) for pair in asked.iter_rows()}
    round_, question = choose(_("Question"), places, "ruling:question")
    form.said |= {"round": str(round_), "question": str(question)}
    return True


def _team(form: _Form) -> bool:
    teams = rulings.teams(form.facts, form.opened.scored, form.event)
    form.said["team"] = choose(_("Team"), teams, "ruling:team")
    return True if form.said["kind"] != "annul_round" else _round(form)


def _round(form: _Form) -> bool:
    known = rulings.rounds(form.opened.scored, form.event, form.game, form.said["team"])
    if not known:
        return _nothing(_("This team's points are not known by round that evening."))
    numbers = {n: _("Round {n}").format(n=n) for n in known}
    form.said["round"] = str(choose(_("Round"), numbers, "ruling:round"))
    return True


def _verdict(form: _Form) -> bool:
    where = (int(form.said["round"]), int(form.said["question"]))
    graded = rulings.verdicts(form.facts, form.event, form.game, *where).filter(pl.col("team_id") == form.said["team"])
    for verdict, answer in graded.select("verdict", "answer").iter_rows():
        told = _("Graded: {verdict}").format(verdict=_(said.VERDICTS[verdict]))
        st.caption(f"{told} · {words.plain(answer)}" if answer else told)
    verdicts = {code: _(title) for code, title in said.VERDICTS.items()}
    form.said["value"] = choose(_("Verdict"), verdicts, "ruling:verdict")
    return True


def _answer(form: _Form) -> bool:
    where = (int(form.said["round"]), int(form.said["question"]))
    given = rulings.answers(form.facts, form.event, form.game, *where)
    if not given:
        return _nothing(
            _("The answers to this question were not recorded, only their verdicts: change a verdict instead.")
        )
    key = f"ruling:answer:{form.event}:{form.game}:{where}"
    chosen = st.selectbox(_("Answer that becomes right"), given, key=key)
    form.said["value"] = str(chosen)
    return True


def _points(form: _Form) -> bool:
    points = st.number_input(
        _("Points, taken ones with a minus"), value=-1.0, step=1.0, format="%g", key="ruling:points"
    )
    form.said["value"] = plain_number(points)
    return bool(points)


def _ruling(form: _Form) -> bool:
    known = {
        id_: " · ".join(part for part in (said.ruling(row, form.names), form.names.where(row)) if part)
        for id_, row in form.names.rulings.items()
    }
    form.said["value"] = choose(_("Ruling that was taken"), known, "ruling:taken")
    return True


def plain_number(value: float) -> str:
    """A number of a widget as a ruling has it."""
    return scenarios.text_of(controls.exact(value))


_ASKED: Final[Mapping[str, Callable[[_Form], bool]]] = {
    "event": _event,
    "game": _game,
    "round": _place,
    "question": lambda form: True,
    "team": _team,
    "verdict": _verdict,
    "answer": _answer,
    "points": _points,
    "ruling": _ruling,
}
