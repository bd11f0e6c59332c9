"""Open appeals: what upholding each would change on its evening; before the awards only some may still be made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.scoring import winners
from pipelines.scoring.contained import contained, without
from pipelines.scoring.evenings import tables, under
from pipelines.scoring.regulation import ENTRY_KEY, Regulation, regulate
from pipelines.scoring.rulings import in_order
from pipelines.tables import Facts, Scored

PENDING: Final = {
    "ord": pl.UInt32(),
    "id": pl.String(),
    "event": pl.String(),
    "game": pl.String(),
    "round": pl.Int32(),
    "question": pl.Int32(),
    "by": pl.String(),
    "team_id": pl.String(),
    "kind": pl.String(),
    "value": pl.String(),
    "note": pl.String(),
    "submitted_at": pl.Datetime(),
    "changes_winner": pl.Boolean(),
    "changes_places": pl.Boolean(),
}
_AFTER: Final = ("place", "place_to", "points", "winner")
MOVES: Final = ("ord", "game", "team_id", *_AFTER, *(f"{name}_after" for name in _AFTER))


@dataclass(frozen=True)
class Pending:
    """The appeals that wait for a decision."""

    appeals: pl.DataFrame
    """One row per open appeal, in the order of the file (`PENDING`).

    `changes_winner` and `changes_places` say what upholding it alone would do, by the rules that hold now: a winner
    that is announced and frozen is changed by nothing. Null where that cannot be said: without an event, or of a held
    one.
    """
    moves: pl.DataFrame
    """One row per appeal (`ord`), game and team whose place, points (units) or victory it would change (`MOVES`)."""


def pending(
    facts: Facts,
    scored: Scored,
    rules: LeagueRules,
    event: str | None = None,
    scenario_decisions: pl.DataFrame | None = None,
) -> Pending:
    """Open appeals of a league, or of one event, each tried on its own evening alone.

    :param facts: with their answers.
    :param scored: the league scored under the same rules and decisions; what is changed is its table.
    """
    is_open = facts.decisions.filter(status="open").sort("ord")
    chosen = is_open if event is None else is_open.filter(event=event)
    contains = contained(facts, rules.baseline) if chosen.height and rules.totals_contain_handicap else None
    found = [
        _tried(own, _Evening(facts, scored, rules, str(name), contains, scenario_decisions))
        for (name,), own in chosen.group_by("event", maintain_order=True)
    ]
    appeals = pl.concat([pl.DataFrame(schema=PENDING), *(one.appeals for one in found)]).sort("ord")
    moves = [one.moves for one in found if one.moves.height]
    return Pending(appeals, pl.concat(moves) if moves else pl.DataFrame(schema=dict.fromkeys(MOVES)))


@dataclass(frozen=True)
class _Evening:
    """One evening that can be ranked with a ruling more."""

    facts: Facts
    scored: Scored
    rules: LeagueRules
    event: str
    contains: pl.DataFrame | None
    supposed: pl.DataFrame | None

    @cached_property
    def some(self) -> Facts:
        return self.facts.only(pl.Series([self.event]))

    @cached_property
    def regulation(self) -> Regulation:
        return regulate(self.some.events, self.rules)

    @property
    def can_be_tried(self) -> bool:
        states = self.scored.event_states.filter(event=self.event)["state"].to_list()
        return bool(states) and states != ["held"]

    @property
    def table(self) -> pl.DataFrame:
        """The event's rows as they are."""
        return self.scored.standings.filter(event=self.event).select("game", "team_id", *_AFTER)

    def under(self, upheld: pl.DataFrame) -> pl.DataFrame:
        """The event's rows with a ruling more."""
        more = upheld if self.supposed is None else pl.concat([self.supposed, upheld])
        evening = under(self.some, self.regulation, in_order(self.facts.decisions, self.some.events, more))
        evening = evening if self.contains is None else without(evening, self.contains)
        owed = self.scored.standings.filter(pl.col("handicap") != 0, event=self.event)
        placed = tables(evening, owed=owed.select(*ENTRY_KEY, "handicap")).rows
        winner = winners.declared(evening, placed).winners
        rows = placed.join(winner, on=ENTRY_KEY, how="left")
        return rows.select("game", "team_id", "place", "place_to", "points", winner=pl.col("won_by").is_not_null())


def _tried(appeals: pl.DataFrame, evening: _Evening) -> Pending:
    """Each appeal of one evening upheld alone."""
    if not evening.can_be_tried:
        return Pending(_told(appeals, None, None), pl.DataFrame())
    before = evening.table
    tries = [_try(appeals[row], before, evening) for row in range(appeals.height)]
    return Pending(pl.concat([one.appeals for one in tries]), pl.concat([one.moves for one in tries]))


def _try(appeal: pl.DataFrame, before: pl.DataFrame, evening: _Evening) -> Pending:
    after = evening.under(appeal.with_columns(status=pl.lit("upheld").cast(appeal.schema["status"])))
    both = before.join(after, on=["game", "team_id"], how="full", coalesce=True, suffix="_after")
    winner, places = (_differing(both, *names).height > 0 for names in (("winner",), ("place", "place_to")))
    moved = _differing(both, *_AFTER).with_columns(ord=pl.lit(appeal["ord"][0], pl.UInt32))
    return Pending(_told(appeal, winner, places), moved.select(MOVES).sort("game", "place_after", "team_id"))


def _told(appeals: pl.DataFrame, winner: bool | None, places: bool | None) -> pl.DataFrame:
    said = appeals.with_columns(changes_winner=pl.lit(winner), changes_places=pl.lit(places))
    return said.select(pl.col(name).cast(dtype) for name, dtype in PENDING.items())


def _differing(both: pl.DataFrame, *names: str) -> pl.DataFrame:
    return both.filter(pl.any_horizontal(pl.col(n).ne_missing(pl.col(f"{n}_after")) for n in names))
