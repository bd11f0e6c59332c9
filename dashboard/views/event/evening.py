"""One evening out of an opened league: what its page shows, cached by the file's version."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl
import streamlit as st

from dashboard.loading import Opened
from pipelines import store
from pipelines.insight.last_ruling import LastRuling, before_last_ruling
from pipelines.insight.pending import Pending, pending
from pipelines.insight.questions import Questions, questions
from pipelines.insight.why_event import WhyEvent, why_event
from pipelines.insight.winner import winners_by_rules
from pipelines.ruleset.vocabulary import Game, Rules
from pipelines.scoring.through import Through, through_round
from pipelines.tables import Facts


@dataclass(frozen=True)
class Evening:
    """A game of an event, by the rules of that evening. Two of one key show the same."""

    opened: Opened
    event: str
    game: str
    rules: Rules

    @property
    def of_game(self) -> Game:
        return self.rules.games[self.game]

    @property
    def key(self) -> tuple[object, ...]:
        return self.opened.source, self.opened.league.id, self.opened.today, self.event, self.game

    @property
    def row(self) -> dict[str, object]:
        """As in `tables.Events`."""
        return self.opened.facts.events.row(by_predicate=pl.col("event") == self.event, named=True)

    @property
    def state(self) -> str:
        """After the findings: `held` among them."""
        return str(self.opened.scored.event_states.filter(event=self.event)["state"].item())

    @property
    def facts(self) -> Facts:
        """Those of the evening with its answers; events, decisions and teams of the whole league."""
        return _facts(self.opened, (self.opened.source, self.opened.league.id, self.event))

    @property
    def rounds(self) -> int:
        """The last round known by its points; 0 where none is."""
        return int(self._round_points()["round"].max() or 0)  # type: ignore[arg-type]

    @property
    def has_answers(self) -> bool:
        return not self.facts.answers.filter(game=self.game).is_empty()

    def _round_points(self) -> pl.DataFrame:
        return self.opened.scored.round_points.filter(event=self.event, game=self.game)

    def after(self, number: int) -> Through:
        """The table after a round."""
        return _after(self, (*self.key, number))

    def questions(self) -> Questions:
        return _questions(self, self.key)

    def why(self, team: str) -> WhyEvent:
        return _why(self, (*self.key, team))

    def pending(self) -> Pending:
        """The evening's open appeals, of all its games."""
        return _pending(self, self.key[:-1])

    def winners_by_rules(self) -> pl.DataFrame:
        """Team ids."""
        return _winners(self, self.key)

    def before_last_ruling(self, number: int | None) -> LastRuling | None:
        """The final table, or that after a round, without the evening's last ruling."""
        return _before(self, (*self.key, number))


@st.cache_resource(max_entries=32, show_spinner=False)
def _facts(_opened: Opened, key: tuple[object, ...]) -> Facts:
    whole, event = _opened.facts, str(key[-1])
    read = store.read_league(Path(_opened.source.path), _opened.league.id, ["facts.answers"], event)
    some = whole.only(pl.Series([event]))
    return replace(some, events=whole.events, decisions=whole.decisions, answers=read.facts.answers)


@st.cache_resource(max_entries=256, show_spinner=False)
def _after(_evening: Evening, key: tuple[object, ...]) -> Through:
    opened, number = _evening.opened, int(str(key[-1]))
    return through_round(_evening.facts, opened.rules, opened.scored, _evening.event, _evening.game, number)


@st.cache_resource(max_entries=64, show_spinner=False)
def _questions(_evening: Evening, key: tuple[object, ...]) -> Questions:
    opened = _evening.opened
    return questions(_evening.facts, opened.scored, opened.rules, _evening.event, _evening.game)


@st.cache_resource(max_entries=256, show_spinner=False)
def _why(_evening: Evening, key: tuple[object, ...]) -> WhyEvent:
    opened = _evening.opened
    return why_event(_evening.facts, opened.scored, opened.rules, _evening.event, _evening.game, str(key[-1]))


@st.cache_resource(max_entries=64, show_spinner=False)
def _pending(_evening: Evening, key: tuple[object, ...]) -> Pending:
    return pending(_evening.facts, _evening.opened.scored, _evening.opened.rules, _evening.event)


@st.cache_resource(max_entries=64, show_spinner=False)
def _winners(_evening: Evening, key: tuple[object, ...]) -> pl.DataFrame:
    opened = _evening.opened
    return winners_by_rules(_evening.facts, opened.scored, opened.rules, _evening.event, _evening.game)


@st.cache_resource(max_entries=64, show_spinner=False)
def _before(_evening: Evening, key: tuple[object, ...]) -> LastRuling | None:
    opened, number = _evening.opened, key[-1]
    asked = None if number is None else int(str(number))
    return before_last_ruling(_evening.facts, opened.scored, opened.rules, _evening.event, _evening.game, asked)
