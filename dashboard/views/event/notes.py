"""What must be known before the table is read: its state, the winner and what settled it, the evening's own rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard import controls, loading, values, words
from dashboard.language import N_, _
from dashboard.views.event import doubts
from dashboard.views.event.evening import Evening
from pipelines.findings import CATALOGUE
from pipelines.insight.cited import cited
from pipelines.ruleset.paths import leaf_at

TOLD: Final = {
    "shootout_missing": N_("A shoot-out is missing: the place stays shared until its result is recorded."),
    "criterion_unknown": N_("A tie could be split if its data were there: the place stays shared until then."),
    "declared_place_used": N_("A tie was split as the file declares, for lack of the criterion's own data."),
    "declared_winner_differs": N_("The announced winner is not the one that the rules give."),
    "winner_not_recorded": N_("No announcement is recorded, so the winner is computed as of the evening."),
    "chooser_not_last": N_("The theme was chosen by a team that was not last."),
}
"""Findings on places and winner, which stand over the table; what else was found stands on the page of findings."""


def draw(evening: Evening) -> None:
    _state(evening)
    if evening.state != "held":
        _winner(evening)
        _findings(evening)
    _own_rules(evening)


def found(evening: Evening) -> pl.DataFrame:
    """The findings on this game of the evening, or on the evening as a whole."""
    of_game = pl.col("game").is_null() | (pl.col("game") == evening.game)
    return evening.opened.scored.findings.filter(of_game, event=evening.event)


def _state(evening: Evening) -> None:
    """A held evening says why it has no places; a provisional one, which cells it waits for."""
    about = evening.opened.scored.findings.filter(event=evening.event)
    provisional = evening.opened.scored.event_states.filter(event=evening.event)["provisional"].item()
    if evening.state == "held":
        _held(evening, about.filter("holds"))
    elif provisional:
        told = _("This table is provisional: a cell of it waits to be mended; until then it counts as nothing.")
        st.warning(doubts.told(evening, told, about.filter(pl.col("row").is_not_null(), severity="error")))
    if evening.state == "live":
        st.info(_("This evening is not over: its table counts in no series yet."))


def _held(evening: Evening, holding: pl.DataFrame) -> None:
    """Those who can mend it are told what holds it; everybody else, that it is being looked into."""
    if loading.is_public():
        st.warning(_("The organiser is checking the results of this evening. Until then nobody has a place in it."))
    else:
        told = _("This evening is held: its results cannot be ranked before this is mended.")
        st.warning(doubts.told(evening, told, holding))


def _findings(evening: Evening) -> None:
    own = found(evening)
    for code, said in TOLD.items():
        rows = own.filter(code=code)
        if rows.height:
            loud = CATALOGUE[code][0] != "note"
            (st.warning if loud else st.info)(doubts.told(evening, _(said), rows))


def _winner(evening: Evening) -> None:
    winners = _winners(evening)["team_id"].to_list()
    if not winners:
        return
    label = _("Winner") if len(winners) == 1 else _("Joint winners")
    label = _("In the lead") if evening.state == "live" else label
    by = _won_by(evening, winners, _winners(evening)["won_by"][0])
    said = ", ".join(part for part in (f"{label}: **{', '.join(_named(evening, winners))}**", by) if part)
    st.markdown(" ".join([f"{said}.", *_on_top(evening, winners)]))
    _stays(evening)


def _won_by(evening: Evening, winners: list[str], code: str | None) -> str:
    if code == "declared":
        by_rules = evening.winners_by_rules()
        same = by_rules["team_id"].to_list() == sorted(winners)
        grounds = _won_by(evening, winners, by_rules["won_by"][0]) if same else ""
        return ", ".join(part for part in (grounds, _("as announced in the hall")) if part)
    if code in (None, "shared"):
        return ""  # several of them: that they are joint winners says it
    return _("by {criterion}").format(criterion=words.plain(words.criterion(code, evening.rules)))


def _on_top(evening: Evening, winners: Sequence[str]) -> Iterator[str]:
    """Whom the table has first, where that is not the winner alone."""
    first = evening.opened.scored.standings.filter(event=evening.event, game=evening.game, place=1)["team_id"].to_list()
    if sorted(first) == sorted(winners):
        return
    said = _("First in the table: {teams}.") if len(first) == 1 else _("The first place is shared: {teams}.")
    yield said.format(teams=", ".join(_named(evening, first)))


def _winners(evening: Evening) -> pl.DataFrame:
    return evening.opened.scored.standings.filter(pl.col("winner"), event=evening.event, game=evening.game)


def _named(evening: Evening, teams: list[str]) -> list[str]:
    rows = evening.opened.facts.teams.filter(pl.col("team_id").is_in(teams)).sort("folded")
    return [words.plain(team) for team in rows["team"]]


def _stays(evening: Evening) -> None:
    """A winner that later rulings would have changed, and the clause by which it stays."""
    if not evening.of_game.winner_frozen:
        return
    now = evening.winners_by_rules()["team_id"].to_list()
    if not now or sorted(now) == sorted(_winners(evening)["team_id"]):
        return
    on: Any = evening.row["date"]
    rule = cited(evening.opened.rules, f"games.{evening.game}.winner_frozen", on, evening.event)
    clause = _("clause {number}").format(number=rule.clause) if rule.clause else ""
    said = _(
        "What was announced stays, though later rulings moved the points: by the table of today it would be {teams}."
    )
    told = said.format(teams=f"**{', '.join(_named(evening, now))}**")
    st.info(f"{told} ({clause})" if clause else told)


def _own_rules(evening: Evening) -> None:
    """Values announced for this evening alone, with those that hold otherwise."""
    own = evening.opened.league.events.get(evening.event, {})
    here = {path: value for path, value in own.items() if not _of_another_game(path, evening)}
    if here:
        st.markdown(_("Rules of this evening alone:"))
        st.markdown("\n".join(f"- {_own_rule(evening, path, value)}" for path, value in here.items()))


def _of_another_game(path: str, evening: Evening) -> bool:
    return path.startswith("games.") and path.split(".")[1] != evening.game


def _own_rule(evening: Evening, path: str, value: object) -> str:
    on: Any = evening.row["date"]
    usual = cited(evening.opened.rules, path, on)
    then, now = (words.plain(values.said(path, one, evening.rules)) for one in (value, usual.value))
    label = _(leaf_at(path).about.label)
    said = _("{rule}: **{then}** (otherwise: {now})").format(rule=label, then=then, now=now)
    where = controls.group_title(path.rpartition(".")[0], evening.rules)
    where = "" if where == words.game(evening.rules, evening.game) else where
    clause = _("clause {number}").format(number=usual.clause) if usual.clause else ""
    below = words.plain(" · ".join(part for part in (where, clause) if part))
    return f"{said}  \n  :small[{below}]" if below else said
