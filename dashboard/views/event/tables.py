"""Tables of an evening that only the screen has; no Streamlit here, and no words of a language.

Columns whose name begins with `_` steer how a cell looks and are never shown or saved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import polars as pl

from pipelines.export.shown import Shown, event_table
from pipelines.insight.questions import Questions
from pipelines.scoring.through import Through
from pipelines.tables import UNITS, Facts, Scored

SIGNS: Final = {"right": "+", "wrong": "−", "partial": "½", "none": "·"}
"""A verdict as it stands in the matrix: readable without any colour."""
REMOVED: Final = "×"
TICKED, JOKER, RULED, LATE = "!", "J", "*", ">"
"""What may stand behind a verdict: a tick, a joker, another verdict than was graded, an answer handed in late."""
QUESTION: Final = "q "
"""`q 3.7` is the seventh question of round 3; `_look q 3.7` how its cells look."""
TIED: Final = "_tied"
LOOKS: Final = {"right": "right-answer", "wrong": "wrong-answer", "partial": "partly-right", "none": "no-answer"}
"""Classes of `assets/grid.css`; `removed` beside them."""


def table(facts: Facts, scored: Scored, event: str, game: str) -> Shown:
    """As `event_table`, with the look of a place (`TIED`), and `rounds` where points are known by total only."""
    shown = event_table(facts, _of_game(scored, event, game), event, game)
    shared = pl.col("place").is_not_null() & (pl.len().over("place") > 1)
    frame = shown.frame.with_columns(pl.when(shared).then(pl.lit("tied")).otherwise(pl.lit("")).alias(TIED))
    if "r1" in frame.columns:
        return Shown(frame, shown.units)
    sums = scored.standings.filter(event=event, game=game).select("team_id", rounds="rounds_points")
    with_sums = frame.join(sums, on="team_id", how="left", maintain_order="left")
    known = pl.when(pl.col("points").is_not_null()).then("rounds").alias("rounds")
    return Shown(with_sums.with_columns(known), {**shown.units, "rounds": UNITS})


def table_after(facts: Facts, scored: Scored, through: Through, event: str, game: str) -> Shown:
    """The same after a round."""
    then = replace(scored, standings=through.standings, round_points=through.round_points)
    return table(facts, then, event, game)


def _of_game(scored: Scored, event: str, game: str) -> Scored:
    """Only what a game's table is made of; a league of years has much besides."""
    return replace(
        scored,
        standings=scored.standings.filter(event=event, game=game),
        round_points=scored.round_points.filter(event=event, game=game),
    )


def race(shown: Shown, after: Sequence[Through]) -> pl.DataFrame:
    """One row per team and round so far, in the order of the table: `team, team_id, round`, `points` behind the first.

    `points` (Float64, for drawing) are 0 for whoever leads after the round, else negative; `so_far` the points had.
    """
    order = shown.frame.select("team_id", "team", at=pl.int_range(pl.len()))
    tables = pl.concat(
        one.standings.select("team_id", round=pl.lit(n, pl.Int32), so_far=pl.col("points") / UNITS, ranked="place")
        for n, one in enumerate(after, 1)
    )
    best = pl.col("so_far").filter(pl.col("ranked").is_not_null()).max().over("round")
    behind = tables.with_columns(points=pl.col("so_far") - best.fill_null(0))
    return order.join(behind, on="team_id").sort("at", "round").select("team", "team_id", "round", "points", "so_far")


def matrix(shown: Shown, found: Questions) -> Shown:
    """One row per team in the order of the table, a column per question (`QUESTION`): its sign and what stands behind.

    Beside each stands how its cells look.
    """
    asked = [f"{r}.{q}" for r, q in found.asked.select("round", "question").iter_rows()]
    cells = found.matrix.select(
        "team_id",
        asked=pl.format("{}.{}", "round", "question"),
        sign=_sign(),
        look=pl.when("void").then(pl.lit("removed")).otherwise(_told("verdict", LOOKS)),
    )
    wide = cells.pivot("asked", on_columns=asked, index="team_id", values=["sign", "look"])
    named = [pl.col(f"sign_{one}").alias(f"{QUESTION}{one}") for one in asked]
    looks = [pl.col(f"look_{one}").alias(f"_look {QUESTION}{one}") for one in asked]
    first = shown.frame.select("place", "place_to", "team", "team_id", "points", TIED)
    return Shown(
        first.join(wide.select("team_id", *named, *looks), on="team_id", how="left", maintain_order="left"),
        {"points": UNITS},
    )


def _sign() -> pl.Expr:
    said = pl.when("void").then(pl.lit(REMOVED)).otherwise(_told("verdict", SIGNS))
    behind: Mapping[str, pl.Expr] = {
        TICKED: pl.col("stake"),
        JOKER: pl.col("joker").is_not_null(),
        LATE: pl.col("late"),
        RULED: pl.col("changed") & ~pl.col("void"),
    }
    marks = [pl.when(where).then(pl.lit(mark)).otherwise(pl.lit("")) for mark, where in behind.items()]
    return pl.concat_str(said, *marks)


def _told(name: str, of: Mapping[str, str]) -> pl.Expr:
    return pl.col(name).cast(pl.String).replace_strict(of)


def marks_used(shown: Shown) -> set[str]:
    """The signs that stand in a matrix, which its legend explains."""
    names = [name for name in shown.frame.columns if name.startswith(QUESTION)]
    texts = shown.frame.select(pl.concat_list(pl.col(names).fill_null("")).list.join("").alias("all"))["all"]
    return set("".join(texts))


def running(found: Questions) -> bool:
    """Whether question numbers run through the game, so that one is named without its round."""
    return bool(found.asked["question"].is_unique().all())


def levels(shown: Shown) -> list[list[int]]:
    """Rows in the order in which a hall sees them: those outside the ranking together, then each place, last first."""
    rows: dict[int | None, list[int]] = {}
    for number, place in enumerate(shown.frame["place"]):
        rows.setdefault(place, []).append(number)
    outside = [rows[None]] if None in rows else []
    return [*outside, *(rows[place] for place in sorted((p for p in rows if p is not None), reverse=True))]
