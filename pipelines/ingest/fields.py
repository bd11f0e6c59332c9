"""What the tidy tables are made of: their columns, which must be filled, and by which a table is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import polars as pl

from pipelines.tables import DECISION_KINDS, DECISION_STATUSES, EVENT_KINDS, NAME_KINDS, STATUSES

Type = Literal[
    "text",
    "event",
    "game",
    "team",
    "whole",
    "ordinal",
    "points",
    "coefficient",
    "flag",
    "verdict",
    "joker",
    "choice",
    "date",
    "moment",
    "place",
]


@dataclass(frozen=True)
class Field:
    """A column: `required` where a row means nothing without it; `choices` for words of a closed list.

    `decides`: it may be empty, but a bad cell in it refuses the row.
    """

    name: str
    type: Type = "text"
    required: bool = False
    choices: Sequence[str] = ()
    decides: bool = False


@dataclass(frozen=True)
class Kind:
    """A tidy table. A sheet is one where any of `marks` and all of `needs` stand in its heading, none of `without`."""

    name: str
    fields: tuple[Field, ...]
    marks: tuple[str, ...]
    needs: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    all_or_nothing: bool = False
    """One bad cell refuses the whole row: half a ruling is another ruling."""

    def empty(self) -> pl.DataFrame:
        """No rows, as they come out of a sheet: text, and where it stands."""
        text = [f.name for f in self.fields] + ["file", "sheet"]
        return pl.DataFrame(schema={**dict.fromkeys(text, pl.String), "row": pl.UInt32})

    def field(self, name: str) -> Field:
        return next(f for f in self.fields if f.name == name)


EVENT = Field("event", "event", required=True)
GAME = Field("game", "game", required=True)
ROUND = Field("round", "ordinal", required=True)
QUESTION = Field("question", "ordinal", required=True)
TEAM = Field("team", "team", required=True)

RESULTS: Final = {
    kind.name: kind
    for kind in (
        Kind(
            "answers",
            (
                EVENT,
                GAME,
                ROUND,
                QUESTION,
                TEAM,
                Field("verdict", "verdict", decides=True),
                Field("stake", "flag"),
                Field("joker", "joker"),
                Field("copied_team", "team"),
                Field("late", "flag"),
                Field("answer"),
            ),
            marks=("verdict",),
            needs=("team",),
        ),
        Kind(
            "shootouts",
            (EVENT, GAME, ROUND, TEAM, Field("shootout", "points"), Field("key", "points")),
            marks=("shootout",),
            needs=("team",),
        ),
        Kind(
            "adjustments",
            (EVENT, GAME, TEAM, Field("adjustment", "points", True), Field("round", "ordinal"), Field("reason")),
            marks=("adjustment",),
            needs=("team",),
        ),
        Kind(
            "round_scores",
            (EVENT, GAME, ROUND, TEAM, Field("points", "points", True)),
            marks=("points",),
            needs=("team", "round"),
        ),
        Kind("totals", (EVENT, GAME, TEAM, Field("points", "points", True)), marks=("points",), needs=("team",)),
        Kind(
            "questions",
            (
                EVENT,
                GAME,
                ROUND,
                QUESTION,
                Field("value", "points"),
                Field("bonus", "flag"),
                Field("void", "flag"),
                Field("key"),
                Field("theme"),
            ),
            marks=("value", "bonus", "void", "key", "theme"),
            needs=("question",),
            without=("team",),
        ),
        Kind(
            "rounds",
            (
                EVENT,
                GAME,
                ROUND,
                Field("variant"),
                Field("chosen_by", "team"),
                Field("value", "points"),
                Field("title"),
            ),
            marks=("variant", "chosen_by", "value", "title"),
            needs=("round",),
            without=("team", "question"),
        ),
        Kind(
            "entries",
            (
                EVENT,
                TEAM,
                Field("players", "whole"),
                Field("coefficient", "coefficient"),
                Field("paid", "flag"),
                Field("status", "choice", choices=STATUSES),
                Field("reason"),
                Field("declared_points", "points"),
                Field("declared_place", "place"),
                Field("game", "game"),
            ),
            marks=("players", "coefficient", "paid", "status", "declared_points", "declared_place"),
            needs=("team",),
            without=("kind", "award"),
        ),
    )
}

FOLDER: Final = {
    kind.name: kind
    for kind in (
        Kind(
            "events",
            (
                Field("event", required=True),
                Field("date", "date", True),
                Field("kind", "choice", choices=EVENT_KINDS),
                Field("state", "choice", choices=("planned", "live", "final", "cancelled")),
                Field("city"),
                Field("season"),
                Field("title"),
                Field("package"),
                Field("prize"),
                Field("final_round_at", "moment"),
                Field("announced_at", "moment"),
                Field("published_at", "moment"),
            ),
            marks=("date",),
            needs=("event",),
            without=("team",),
        ),
        Kind(
            "teams",
            (
                Field("team_id", required=True),
                Field("name", required=True),
                Field("city"),
                Field("from", "date"),
                Field("kind", "choice", choices=NAME_KINDS),
            ),
            marks=("name",),
            needs=("team_id",),
        ),
        Kind(
            "decisions",
            (
                Field("id"),
                Field("decided_at", "moment"),
                Field("submitted_at", "moment"),
                Field("by", "team"),
                Field("status", "choice", choices=DECISION_STATUSES),
                Field("event", "event"),
                Field("game", "game"),
                Field("round", "ordinal"),
                Field("question", "ordinal"),
                Field("team", "team"),
                Field("kind", "choice", True, DECISION_KINDS),
                Field("value"),
                Field("note"),
            ),
            marks=("decided_at", "submitted_at", "value"),
            needs=("kind",),
            all_or_nothing=True,
        ),
        Kind(
            "awards",
            (
                Field("awarded_at", "moment"),
                Field("event", "event"),
                Field("series"),
                Field("period"),
                Field("game", "game"),
                Field("city"),
                Field("team", "team"),
                Field("award", required=True),
                Field("value"),
                Field("note"),
            ),
            marks=("award",),
            all_or_nothing=True,
        ),
        Kind(
            "names",
            (
                Field("said_at", "moment"),
                Field("name_a", required=True),
                Field("name_b", required=True),
                Field("city"),
                Field("same", "flag", True),
                Field("from", "date"),
                Field("note"),
            ),
            marks=("same",),
            needs=("name_a", "name_b"),
            all_or_nothing=True,
        ),
    )
}

KINDS: Final = {**FOLDER, **RESULTS}
TEAM_RESULTS: Final = ("answers", "round_scores", "totals")
"""The tables in which a team has results: whoever is named in one takes part."""
