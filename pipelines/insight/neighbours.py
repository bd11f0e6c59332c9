"""Who is next to a team in a game's table, and what split them: every criterion that was tried, with both values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import polars as pl

from pipelines.insight.scene import Scene
from pipelines.insight.tries import Tried, tried
from pipelines.scoring.places import SHARED
from pipelines.tables import UNITS

COLUMNS: Final = {
    "side": pl.String(),
    "team_id": pl.String(),
    "place": pl.UInt32(),
    "place_to": pl.UInt32(),
    "criterion": pl.String(),
    "part": pl.Int32(),
    "own": pl.Int64(),
    "theirs": pl.Int64(),
    "right": pl.Int64(),
    "unit": pl.Int64(),
    "decides": pl.Boolean(),
}
_POINTS: Final = ("points",)


def neighbours(scene: Scene, row: dict[str, Any]) -> pl.DataFrame:
    """One row per team beside this one and value compared, in the order in which the criteria were asked.

    `side`: `ahead` (the next better place), `level` (the same), `behind` (the next worse), and `lead` (the others level
    in what the winner is found by, where the winner has criteria of its own). `part` is the round, of the game or of
    the shoot-out; `own` and `theirs` are in `unit`s, null where there is no data; `right` the right number of a
    shoot-out. `decides` is the value that put one ahead of the other. Nothing for a team outside the ranking.
    """
    rows = [*_beside(scene, row), *_lead(scene, row)] if row["place"] is not None else []
    return pl.DataFrame(rows, schema=COLUMNS, orient="row")


def _beside(scene: Scene, row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    found = tried(scene, "points", scene.rules_of_game.place_by)
    for side, others in _sides(scene.table, row).items():
        for other in others.iter_rows(named=True):
            yield from _compared(scene, side, row, other, found)


def _sides(table: pl.DataFrame, row: dict[str, Any]) -> dict[str, pl.DataFrame]:
    place = row["place"]
    better, worse = table.filter(pl.col("place") < place), table.filter(pl.col("place") > place)
    return {
        "ahead": better.filter(pl.col("place") == pl.col("place").max()),
        "level": table.filter(pl.col("team_id") != row["team_id"], place=place),
        "behind": worse.filter(pl.col("place") == pl.col("place").min()),
    }


def _lead(scene: Scene, row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    game = scene.rules_of_game
    if game.winner_by in (None, game.place_by) and len(game.coefficient_in) != 1:
        return
    best = scene.ranked.filter(pl.col("winner_points") == pl.col("winner_points").max())["team_id"]
    others = scene.table.filter(pl.col("team_id").is_in(best.implode()), pl.col("team_id") != row["team_id"])
    if row["team_id"] not in best or others.is_empty():
        return
    found = tried(scene, "winner_points", game.winner_by or game.place_by)
    for other in others.iter_rows(named=True):
        yield from _compared(scene, "lead", row, other, found)


def _compared(
    scene: Scene, side: str, row: dict[str, Any], other: dict[str, Any], found: Sequence[Tried]
) -> Iterator[dict[str, Any]]:
    """The values of every criterion until one differs; of two that stay level the last line says `shared`."""
    beside = {"side": side, **{name: other[name] for name in ("team_id", "place", "place_to")}}
    for one in found:
        keys = one.keys_of(row["team_id"], other["team_id"])
        if keys is None:
            continue
        differs = keys[0] is not None and keys[1] is not None and keys[0] != keys[1]
        values = list(_values(scene, one, row["team_id"], other["team_id"], keys))
        for n, value in enumerate(values, 1):
            yield {**beside, "criterion": one.name, **value, "decides": differs and n == len(values)}
        if differs:
            return
    yield {**beside, **_value(None, None, 1), "criterion": SHARED, "decides": False}


def _values(
    scene: Scene, one: Tried, own: str, other: str, keys: tuple[int | None, int | None]
) -> Iterator[dict[str, Any]]:
    if one.name == "later_rounds":
        yield from _by_round(scene.round_points, own, other)
    elif one.name == "shootout":
        yield from _shot(scene, own, other)
        if (shootout := scene.rules_of_game.shootout) and shootout.kind == "closest_number":
            yield _value(*keys, 1)
    elif one.name.endswith(".place") or one.name == "declared":
        own_place, their_place = (None if key is None else -key for key in keys)  # compared negated: fewer is better
        yield _value(own_place, their_place, 1)
    else:
        yield _value(*keys, UNITS if one.name.rpartition(".")[2] in _POINTS else 1)


def _value(own: int | None, theirs: int | None, unit: int, part: int | None = None, right: int | None = None) -> Any:
    return {"part": part, "own": own, "theirs": theirs, "right": right, "unit": unit}


def _by_round(points: pl.DataFrame, own: str, other: str) -> Iterator[dict[str, Any]]:
    """From the last round down to the one that differs."""
    both = _pair(points, own, other, "points").sort("round", descending=True)
    for number, mine, theirs in both.select("round", "own", "theirs").iter_rows():
        yield _value(mine, theirs, UNITS, number)
        if mine != theirs:
            return


def _shot(scene: Scene, own: str, other: str) -> Iterator[dict[str, Any]]:
    shots = scene.some.shootouts.filter(game=scene.game)
    right = shots.select("round", "key").drop_nulls().unique("round", keep="first")
    both = _pair(shots, own, other, "shootout").join(right, on="round", how="left").sort("round")
    for number, mine, theirs, key in both.select("round", "own", "theirs", "key").iter_rows():
        yield _value(mine, theirs, UNITS, number, key)


def _pair(rows: pl.DataFrame, own: str, other: str, value: str) -> pl.DataFrame:
    one, two = (
        rows.filter(team_id=t).select("round", pl.col(value).alias(n)) for t, n in ((own, "own"), (other, "theirs"))
    )
    return one.join(two, on="round", how="full", coalesce=True)
