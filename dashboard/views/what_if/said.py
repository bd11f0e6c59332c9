"""Rulings and handicap trials in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import Final

from dashboard import choosers, rulings, scenarios, words
from dashboard.language import N_, _, day, number, signed
from dashboard.loading import Opened
from dashboard.scenarios import Supposed, Trial
from pipelines.folder.scenarios import Decision
from pipelines.ruleset.vocabulary import Rules

KINDS: Final = {
    "void_question": N_("Remove a question"),
    "set_verdict": N_("Change a verdict"),
    "accept_answer": N_("Accept an answer"),
    "adjust": N_("Give or take points"),
    "annul_round": N_("Annul a team's round"),
    "disqualify": N_("Disqualify a team"),
    "out_of_contest": N_("Put a team out of contest"),
    "reinstate": N_("Put a team back into the ranking"),
    "revoke": N_("Take back a ruling"),
}
"""The kinds of rulings that can be supposed on the page."""
VERDICTS: Final = {
    "right": N_("right"),
    "wrong": N_("wrong"),
    "none": N_("no answer"),
    "partial": N_("partly right"),
}
_SAID: Final = {
    "void_question": N_("Round {round}, question {question} is removed"),
    "set_verdict": N_("{team}: round {round}, question {question} is {value}"),
    "accept_answer": N_("Round {round}, question {question}: “{value}” is accepted"),
    "adjust": N_("{team}: {value} points"),
    "coefficient": N_("{team}: coefficient {value}"),
    "annul_round": N_("{team}: round {round} is annulled"),
    "disqualify": N_("{team} is disqualified"),
    "out_of_contest": N_("{team} is out of contest"),
    "reinstate": N_("{team} is back in the ranking"),
    "ban": N_("{team} is banned until {value}"),
    "warn": N_("{team} is warned"),
    "revoke": N_("Taken back: {value}"),
}

_FARTHEST: Final = 100
"""Digits of a number that is written out."""


@dataclass(frozen=True)
class Names:
    """What events, teams, games and rulings of a league are called; each looked up when it is first asked for."""

    opened: Opened

    @property
    def rules(self) -> Rules:
        return self.opened.rules.latest()

    @cached_property
    def events(self) -> Mapping[str, str]:
        """Events that have a table, the latest first."""
        return choosers.event_titles(self.opened)

    @cached_property
    def teams(self) -> Mapping[str, str]:
        return dict(self.opened.facts.teams.select("team_id", "team").iter_rows())

    @cached_property
    def rulings(self) -> Mapping[str, Decision]:
        """Rulings that were taken, by their id."""
        return {each["id"]: each for each in rulings.taken(self.opened.facts)}

    def day(self, event: str) -> str:
        """The date of an event."""
        on = self.opened.facts.events.filter(event=event)["date"].to_list()
        return day(on[0]) if on else event

    def where(self, ruling: Decision) -> str:
        """The evening, and the game where there are several."""
        event, game = ruling.get("event", ""), ruling.get("game", "")
        several = words.game(self.rules, game) if game and len(self.rules.games) > 1 else ""
        return " · ".join(part for part in (self.events.get(event, event), several) if part)


def ruling(row: Decision, names: Names) -> str:
    """What is ruled; where is said beside it."""
    team = row.get("team", "")
    filled = {
        "team": names.teams.get(team, team),
        "round": row.get("round", "?"),
        "question": row.get("question", "?"),
        "value": _value(row, names),
    }
    template = _SAID.get(row["kind"])
    return _(template).format(**filled) if template else row["kind"]


def trial(rows: Sequence[Decision], of: Trial, names: Names) -> str:
    """What a handicap trial of several rulings is."""
    first = rows[0]
    said = _("Every winner of the evening before: {value} points") if of.winners else ""
    what = said.format(value=_value(first, names)) if said else ruling(first, names)
    when = _("from {evening} on") if of.onwards else _("on {evening}")
    return f"{what}, {when.format(evening=names.day(of.event))}"


def change(supposed: Supposed, rows: Sequence[int], names: Names) -> tuple[str, str]:
    """What the rulings of one change are, and where."""
    chosen = [supposed.rulings[row] for row in rows]
    of = scenarios.trial_of(chosen[0])
    if of is not None and (of.winners or of.onwards) and of.event in names.events:
        game = {**chosen[0], "event": ""} if chosen[0]["kind"] != "coefficient" else {"kind": ""}
        return trial(chosen, of, names), names.where(game)
    return ruling(chosen[0], names), names.where(chosen[0])


def _value(row: Decision, names: Names) -> str:
    value = row.get("value", "")
    match row["kind"]:
        case "set_verdict":
            return _(VERDICTS[value]) if value in VERDICTS else value
        case "adjust" | "coefficient":
            return _number(value, signed if row["kind"] == "adjust" else number)
        case "ban":
            return day(_day(value)) or value
        case "revoke":
            known = names.rulings.get(value)
            return f"{ruling(known, names)} ({names.where(known) or value})" if known else value
    return value


def _number(text: str, write: object) -> str:
    try:
        value = Decimal(text.replace(",", ".").replace("−", "-"))
    except InvalidOperation:
        return text
    if not value.is_finite() or abs(value.adjusted()) > _FARTHEST:
        return text
    plain = f"{value:f}"
    return write(plain, len(plain.partition(".")[2]))  # type: ignore[operator,no-any-return]


def _day(text: str) -> date | None:
    try:
        return datetime.fromisoformat(text).date()
    except ValueError:
        return None
