"""The contract of every table: one row per what, columns, types, keys.

Amounts are exact. Points are kept as whole numbers of a small unit (`UNITS` to the point), coefficients as whole
numbers of `COEFFICIENT_UNITS`, so that equal on paper is equal in the ranking. A sum of shared-place means has a unit
of its own, which stands in the column `unit` beside it.

Facts are what was read from a league's folder, with the file and the row they came from; scores are what `scoring` made
of them. Null, zero, absent, void and disqualified are different values in all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Final

import dataframely as dy
import polars as pl

UNITS: Final = 10**10
"""Units to one point: six decimals of a result times four of a coefficient."""
COEFFICIENT_UNITS: Final = 10**4
POINTS_DECIMALS: Final = 6
COEFFICIENT_DECIMALS: Final = 4
MAX_POINTS: Final = 10**6
"""Largest result of one row, in points; a larger one is refused rather than overflowing silently."""

VERDICTS: Final = ["right", "wrong", "none", "partial"]
EVENT_KINDS: Final = ["regular", "invitational", "championship"]
EVENT_STATES: Final = ["planned", "live", "final", "cancelled", "held"]
STATUSES: Final = ["in", "out_of_contest", "disqualified"]
DECISION_STATUSES: Final = ["open", "upheld", "rejected"]
DECISION_KINDS: Final = [
    "void_question",
    "accept_answer",
    "set_verdict",
    "adjust",
    "coefficient",
    "annul_round",
    "disqualify",
    "out_of_contest",
    "reinstate",
    "ban",
    "warn",
    "revoke",
]
SEVERITIES: Final = ["error", "warning", "note"]
NAME_KINDS: Final = ["official", "temporary", "alias"]


class Sourced(dy.Schema):
    """Where a row was read: the file's path inside the league folder, its sheet, and the row a spreadsheet shows."""

    file = dy.String(nullable=True)
    sheet = dy.String(nullable=True)
    row = dy.UInt32(nullable=True)


class Events(Sourced):
    """One row per event, `ord` counting them from 0 by date, then by row."""

    event = dy.String(primary_key=True)
    ord = dy.UInt32()
    date = dy.Date()
    kind = dy.Enum(EVENT_KINDS)
    state = dy.Enum(EVENT_STATES)
    city = dy.String(nullable=True)
    season = dy.String(nullable=True)
    title = dy.String(nullable=True)
    package = dy.String(nullable=True)
    prize = dy.String(nullable=True)
    final_round_at = dy.Datetime(nullable=True)
    announced_at = dy.Datetime(nullable=True)
    published_at = dy.Datetime(nullable=True)


class Teams(dy.Schema):
    """One row per team, with the name it is shown by (its latest official one) and that name folded (for sorting)."""

    team_id = dy.String(primary_key=True)
    team = dy.String()
    folded = dy.String()
    city = dy.String(nullable=True)


class TeamNames(Sourced):
    """One row per name a team is found by."""

    team_id = dy.String()
    name = dy.String()
    folded = dy.String()
    city = dy.String(nullable=True)
    since = dy.Date(nullable=True)
    kind = dy.Enum(NAME_KINDS)


class Answers(Sourced):
    """One row per event, game, round, question and team: the verdict as graded on the evening."""

    event = dy.String()
    game = dy.String()
    round = dy.Int32()
    question = dy.Int32()
    team_id = dy.String()
    verdict = dy.Enum(VERDICTS)
    stake = dy.Bool()
    joker = dy.String(nullable=True)
    """`double`, `copy`, `first_letter`, or two of them joined by `+`."""
    copied_team = dy.String(nullable=True)
    """The `team_id` whose verdict counts under the joker `copy`."""
    late = dy.Bool()
    answer = dy.String(nullable=True)


class RoundScores(Sourced):
    """One row per event, game, round and team known by round only; points in units, without the streak handicap."""

    event = dy.String()
    game = dy.String()
    round = dy.Int32()
    team_id = dy.String()
    points = dy.Int64()


class Totals(Sourced):
    """One row per event, game and team known by total only; points in units, without the streak handicap."""

    event = dy.String()
    game = dy.String()
    team_id = dy.String()
    points = dy.Int64()


class Rounds(Sourced):
    """One row per event, game and round that has something of its own: variant, chooser, value (units), title."""

    event = dy.String()
    game = dy.String()
    round = dy.Int32()
    variant = dy.String(nullable=True)
    chosen_by = dy.String(nullable=True)
    value = dy.Int64(nullable=True)
    title = dy.String(nullable=True)


class Entries(Sourced):
    """One row per event and team with something said of its participation; null `paid` means paid."""

    event = dy.String()
    team_id = dy.String()
    players = dy.Int32(nullable=True)
    coefficient = dy.Int64(nullable=True)
    paid = dy.Bool(nullable=True)
    status = dy.Enum(STATUSES, nullable=True)
    reason = dy.String(nullable=True)


class Declared(Sourced):
    """One row per event, game and team whose file declares a total (units) or a place, with their headings."""

    event = dy.String()
    game = dy.String()
    team_id = dy.String()
    points = dy.Int64(nullable=True)
    place = dy.Int32(nullable=True)
    points_column = dy.String(nullable=True)
    place_column = dy.String(nullable=True)


class Questions(Sourced):
    """One row per event, game, round and question that has something of its own; value in units."""

    event = dy.String()
    game = dy.String()
    round = dy.Int32()
    question = dy.Int32()
    value = dy.Int64(nullable=True)
    bonus = dy.Bool()
    void = dy.Bool()
    key = dy.String(nullable=True)
    theme = dy.String(nullable=True)


class Adjustments(Sourced):
    """One row per adjustment of a team's points in a game, in units, signed; rows add."""

    event = dy.String()
    game = dy.String()
    team_id = dy.String()
    adjustment = dy.Int64()
    round = dy.Int32(nullable=True)
    reason = dy.String(nullable=True)


class Shootouts(Sourced):
    """One row per event, game, shoot-out round and team: the number given (or 1/0) and the right number, in units."""

    event = dy.String()
    game = dy.String()
    round = dy.Int32()
    team_id = dy.String()
    shootout = dy.Int64(nullable=True)
    key = dy.Int64(nullable=True)


class Decisions(Sourced):
    """One row per appeal or ruling, `ord` being its order in the file."""

    ord = dy.UInt32()
    id = dy.String(nullable=True)
    decided_at = dy.Datetime(nullable=True)
    submitted_at = dy.Datetime(nullable=True)
    by = dy.String(nullable=True)
    """The appealing team's `team_id`, or `host`."""
    status = dy.Enum(DECISION_STATUSES)
    event = dy.String(nullable=True)
    game = dy.String(nullable=True)
    round = dy.Int32(nullable=True)
    question = dy.Int32(nullable=True)
    team_id = dy.String(nullable=True)
    kind = dy.Enum(DECISION_KINDS)
    value = dy.String(nullable=True)
    note = dy.String(nullable=True)


class Awards(Sourced):
    """One row per thing announced or handed out; a fact, never computed."""

    awarded_at = dy.Datetime(nullable=True)
    event = dy.String(nullable=True)
    series = dy.String(nullable=True)
    period = dy.String(nullable=True)
    game = dy.String(nullable=True)
    city = dy.String(nullable=True)
    team_id = dy.String(nullable=True)
    award = dy.String()
    value = dy.String(nullable=True)
    note = dy.String(nullable=True)


class Sources(dy.Schema):
    """One row per sheet that was met in the folder: what it was read as, and how many rows it gave."""

    file = dy.String()
    sheet = dy.String(nullable=True)
    layout = dy.String()
    rows = dy.UInt32()
    sha256 = dy.String()


class Findings(dy.Schema):
    """One row per doubtful thing; `holds` where it keeps its event from being ranked."""

    severity = dy.Enum(SEVERITIES)
    code = dy.String()
    event = dy.String(nullable=True)
    game = dy.String(nullable=True)
    file = dy.String(nullable=True)
    sheet = dy.String(nullable=True)
    row = dy.UInt32(nullable=True)
    column = dy.String(nullable=True)
    holds = dy.Bool()
    message = dy.String()
    """What was found, what was wanted, what to do next: the template with its values, and the catalogue's advice."""
    template = dy.String()
    """The sentence with named slots, for those who say it in another language."""
    values = dy.List(dy.String())
    """What fills the slots, in the order in which the template first names them."""


class Standings(dy.Schema):
    """One row per event, game and team that took part.

    `points` (units) = (rounds + handicap + adjustment) × coefficient, as the rule set orders it. `place` to `place_to`
    is the shared range, null outside the ranking or where the event is held. `decided_by` is the criterion that puts
    the team ahead of the next row; `won_by` the one that settled the winner.
    """

    event = dy.String()
    game = dy.String()
    team_id = dy.String()
    status = dy.Enum(STATUSES)
    place = dy.UInt32(nullable=True)
    place_to = dy.UInt32(nullable=True)
    points = dy.Int64()
    rounds_points = dy.Int64()
    handicap = dy.Int64()
    adjustment = dy.Int64()
    coefficient = dy.Int64()
    decided_by = dy.String(nullable=True)
    winner = dy.Bool()
    won_by = dy.String(nullable=True)


class RoundPoints(dy.Schema):
    """One row per event, game, team and round known by round, points in units."""

    event = dy.String()
    game = dy.String()
    team_id = dy.String()
    round = dy.Int32()
    points = dy.Int64()


class EventStates(dy.Schema):
    """One row per event: its state after the findings (`held` among them), and whether it rests on unmended cells."""

    event = dy.String(primary_key=True)
    state = dy.Enum(EVENT_STATES)
    provisional = dy.Bool()


class Periods(dy.Schema):
    """One row per series, period and city (null where the series is the league's) with at least one final event.

    `ends` is the last day by the calendar (null for a season's label and a career); `over` as FORMATS says of `won`.
    """

    series = dy.String()
    period = dy.String()
    city = dy.String(nullable=True)
    ord = dy.UInt32()
    first_event = dy.String()
    last_event = dy.String()
    first_date = dy.Date()
    events = dy.UInt32()
    ends = dy.Date(nullable=True)
    over = dy.Bool()
    provisional = dy.Bool()


class SeriesResults(dy.Schema):
    """One row per series, period, city, team and event: what the evening was worth (in `unit`s to the point).

    `absent` where the team has no ranked result and the rules make it one; `dropped` where it does not count; `kept`
    where it may not be dropped.
    """

    series = dy.String()
    period = dy.String()
    city = dy.String(nullable=True)
    team_id = dy.String()
    event = dy.String()
    ord = dy.UInt32()
    status = dy.Enum(STATUSES, nullable=True)
    place = dy.UInt32(nullable=True)
    place_to = dy.UInt32(nullable=True)
    points = dy.Int64()
    unit = dy.Int64()
    absent = dy.Bool()
    kept = dy.Bool()
    dropped = dy.Bool()


class SeriesStandings(dy.Schema):
    """One row per series, period, city and team; points in `unit`s to the point, exact."""

    series = dy.String()
    period = dy.String()
    city = dy.String(nullable=True)
    team_id = dy.String()
    place = dy.UInt32()
    place_to = dy.UInt32()
    points = dy.Int64()
    unit = dy.Int64()
    played = dy.UInt32()
    counted = dy.UInt32()
    dropped_events = dy.List(dy.String())
    decided_by = dy.String(nullable=True)


class Titles(dy.Schema):
    """One row per series, period, city, title and holder."""

    series = dy.String()
    period = dy.String()
    city = dy.String(nullable=True)
    title = dy.String()
    team_id = dy.String()
    status = dy.String()
    qualification = dy.String(nullable=True)
    final_handicap = dy.Int64(nullable=True)
    provisional = dy.Bool()


class Ranks(dy.Schema):
    """One row per career series with a ladder, city and team; points and distances in `unit`s to the point."""

    series = dy.String()
    city = dy.String(nullable=True)
    team_id = dy.String()
    points = dy.Int64()
    unit = dy.Int64()
    rank = dy.String(nullable=True)
    reached_on = dy.Date(nullable=True)
    reached_event = dy.String(nullable=True)
    next_rank = dy.String(nullable=True)
    points_to_next = dy.Int64(nullable=True)
    perk = dy.String(nullable=True)


class RanksReached(dy.Schema):
    """One row per career series, city, team and step of the ladder it has reached, with the evening it did."""

    series = dy.String()
    city = dy.String(nullable=True)
    team_id = dy.String()
    at = dy.Int64()
    unit = dy.Int64()
    rank = dy.String()
    perk = dy.String(nullable=True)
    reached_on = dy.Date()
    event = dy.String()


@cache
def empty(schema: type[dy.Schema]) -> pl.DataFrame:
    """No rows of a contract (made once: to ask dataframely each time costs more than a small join)."""
    return schema.create_empty()


@cache
def dtypes(schema: type[dy.Schema]) -> pl.Schema:
    """The columns of a contract with their types."""
    return empty(schema).schema


@dataclass(frozen=True)
class Facts:
    """What a league's folder says, good rows only; what was refused stands in `findings`."""

    events: pl.DataFrame = field(default_factory=lambda: empty(Events))
    teams: pl.DataFrame = field(default_factory=lambda: empty(Teams))
    team_names: pl.DataFrame = field(default_factory=lambda: empty(TeamNames))
    answers: pl.DataFrame = field(default_factory=lambda: empty(Answers))
    round_scores: pl.DataFrame = field(default_factory=lambda: empty(RoundScores))
    totals: pl.DataFrame = field(default_factory=lambda: empty(Totals))
    rounds: pl.DataFrame = field(default_factory=lambda: empty(Rounds))
    entries: pl.DataFrame = field(default_factory=lambda: empty(Entries))
    declared: pl.DataFrame = field(default_factory=lambda: empty(Declared))
    questions: pl.DataFrame = field(default_factory=lambda: empty(Questions))
    adjustments: pl.DataFrame = field(default_factory=lambda: empty(Adjustments))
    shootouts: pl.DataFrame = field(default_factory=lambda: empty(Shootouts))
    decisions: pl.DataFrame = field(default_factory=lambda: empty(Decisions))
    awards: pl.DataFrame = field(default_factory=lambda: empty(Awards))
    sources: pl.DataFrame = field(default_factory=lambda: empty(Sources))
    findings: pl.DataFrame = field(default_factory=lambda: empty(Findings))

    def only(self, events: pl.Series) -> Facts:
        """The same facts, of these events alone (teams, names and sources stay)."""
        kept = {
            f.name: getattr(self, f.name).filter(pl.col("event").is_in(events.implode()))
            for f in fields(self)
            if "event" in getattr(self, f.name).columns
        }
        return replace(self, **kept)


@dataclass(frozen=True)
class Scored:
    """What the rules make of the facts."""

    event_states: pl.DataFrame = field(default_factory=lambda: empty(EventStates))
    standings: pl.DataFrame = field(default_factory=lambda: empty(Standings))
    round_points: pl.DataFrame = field(default_factory=lambda: empty(RoundPoints))
    periods: pl.DataFrame = field(default_factory=lambda: empty(Periods))
    series_results: pl.DataFrame = field(default_factory=lambda: empty(SeriesResults))
    series_standings: pl.DataFrame = field(default_factory=lambda: empty(SeriesStandings))
    titles: pl.DataFrame = field(default_factory=lambda: empty(Titles))
    ranks: pl.DataFrame = field(default_factory=lambda: empty(Ranks))
    ranks_reached: pl.DataFrame = field(default_factory=lambda: empty(RanksReached))
    findings: pl.DataFrame = field(default_factory=lambda: empty(Findings))
    """Those of the facts, and those that only the rules show."""


FACT_SCHEMAS: Final[dict[str, type[dy.Schema]]] = {
    "events": Events,
    "teams": Teams,
    "team_names": TeamNames,
    "answers": Answers,
    "round_scores": RoundScores,
    "totals": Totals,
    "rounds": Rounds,
    "entries": Entries,
    "declared": Declared,
    "questions": Questions,
    "adjustments": Adjustments,
    "shootouts": Shootouts,
    "decisions": Decisions,
    "awards": Awards,
    "sources": Sources,
    "findings": Findings,
}
SCORE_SCHEMAS: Final[dict[str, type[dy.Schema]]] = {
    "event_states": EventStates,
    "standings": Standings,
    "round_points": RoundPoints,
    "periods": Periods,
    "series_results": SeriesResults,
    "series_standings": SeriesStandings,
    "titles": Titles,
    "ranks": Ranks,
    "ranks_reached": RanksReached,
    "findings": Findings,
}
