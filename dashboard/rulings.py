"""What could be ruled in a league: its events, games, rounds, questions, teams and rulings, for choosers.

Facts come with their answers; no Streamlit here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import polars as pl

from pipelines.folder.scenarios import Decision
from pipelines.tables import Facts, Scored

ASKS: Final[Mapping[str, tuple[str, ...]]] = {
    "void_question": ("event", "game", "round", "question"),
    "set_verdict": ("event", "game", "round", "question", "team", "verdict"),
    "accept_answer": ("event", "game", "round", "question", "answer"),
    "adjust": ("event", "game", "team", "points"),
    "annul_round": ("event", "game", "round", "team"),
    "disqualify": ("event", "team"),
    "out_of_contest": ("event", "team"),
    "reinstate": ("event", "team"),
    "revoke": ("ruling",),
}
"""The kinds of rulings that can be supposed, with what each wants to be told."""
VALUES: Final = ("verdict", "answer", "points", "ruling")
"""Of these, what becomes the ruling's value."""
_KEPT: Final = ("event", "game", "round", "question", "kind", "value", "by", "note")


def rounds(scored: Scored, event: str, game: str, team: str | None = None) -> list[int]:
    """The rounds of a game that are known, of one team where it is named."""
    mine = pl.lit(value=True) if team is None else pl.col("team_id") == team
    played = scored.round_points.filter(mine, event=event, game=game)["round"]
    return played.unique().sort().to_list()


def questions(facts: Facts, event: str, game: str) -> pl.DataFrame:
    """One row per question asked: `round`, `question`, in order; none where the game is known by round only."""
    asked = facts.answers.filter(event=event, game=game)
    return asked.select("round", "question").unique().sort("round", "question")


def teams(facts: Facts, scored: Scored, event: str) -> dict[str, str]:
    """The teams that took part in an event, with their names, by name."""
    there = scored.standings.filter(event=event).select("team_id").unique()
    named = there.join(facts.teams, on="team_id", how="left").sort("folded", "team_id")
    return dict(named.select("team_id", pl.coalesce("team", "team_id")).iter_rows())


def answers(facts: Facts, event: str, game: str, round_: int, question: int) -> list[str]:
    """The answers that teams gave to a question, those graded otherwise than right first."""
    given = facts.answers.filter(event=event, game=game, round=round_, question=question)
    told = given.filter(pl.col("answer").str.strip_chars() != "")
    order = told.sort(pl.col("verdict") == "right", "answer")
    return order["answer"].unique(maintain_order=True).to_list()


def verdicts(facts: Facts, event: str, game: str, round_: int, question: int) -> pl.DataFrame:
    """One row per team at a question: `team_id`, `verdict` as graded, `answer`."""
    given = facts.answers.filter(event=event, game=game, round=round_, question=question)
    return given.select("team_id", pl.col("verdict").cast(pl.String), "answer")


def taken(facts: Facts) -> list[Decision]:
    """The rulings that count and can be taken back: those with an id, in order of their file."""
    known = facts.decisions.filter(pl.col("id").is_not_null(), pl.col("kind") != "revoke", status="upheld")
    return [{"id": row["id"], **_ruling(row)} for row in known.sort("ord").iter_rows(named=True)]


def open_appeals(facts: Facts) -> list[Decision]:
    """The appeals that are not decided yet, each as the ruling that upholding it would be."""
    known = facts.decisions.filter(status="open").sort("ord")
    return [_ruling(row) for row in known.iter_rows(named=True)]


def _ruling(row: Mapping[str, object]) -> Decision:
    """A row of `tables.Decisions` as decisions.csv has it."""
    said = {**{name: row[name] for name in _KEPT}, "team": row["team_id"]}
    return {name: str(value) for name, value in said.items() if value is not None}
