"""The criteria of one game gone through as they were when it was ranked, with what each found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import polars as pl

from pipelines.insight.scene import Scene
from pipelines.scoring.criteria import declared, of_game
from pipelines.scoring.games import declared_places
from pipelines.scoring.places import Criterion, split
from pipelines.scoring.regulation import GAME_KEY


@dataclass(frozen=True)
class Tried:
    """A criterion, the teams it was asked for, in groups that were level until then, and what it found."""

    name: str
    found: dict[str, tuple[int, int | None]]
    """Team → the place of its group before, and its key (more is better; None: no data, or none for the group)."""

    def keys_of(self, own: str, other: str) -> tuple[int | None, int | None] | None:
        """Both keys, where both teams were level when the criterion was asked."""
        one, two = self.found.get(own), self.found.get(other)
        return None if one is None or two is None or one[0] != two[0] else (one[1], two[1])


def tried(scene: Scene, first: str, names: Sequence[str]) -> list[Tried]:
    """Every criterion in order, the points of column `first` to begin with."""
    rows = scene.ranked
    if rows.is_empty():
        return []
    points = dict.fromkeys(rows["team_id"], 1)
    begun = Tried("points", {t: (points[t], p) for t, p in rows.select("team_id", first).iter_rows()})
    placed = rows.with_columns(place=pl.col(first).rank("min", descending=True), lacks=pl.lit([], pl.List(pl.String)))
    return [begun, *_refined(placed, _criteria(scene, first, names))]


def _criteria(scene: Scene, first: str, names: Sequence[str]) -> list[Criterion]:
    criteria = of_game(names, scene.rules_of_game, scene.evidence(first))
    said = declared_places(scene.some)
    return [*criteria, declared(said)] if said.height else criteria


def _refined(rows: pl.DataFrame, criteria: Sequence[Criterion]) -> Iterator[Tried]:
    together = [*GAME_KEY, "place"]
    for criterion in criteria:
        level = rows.filter(pl.len().over(together) > 1)
        if level.is_empty():
            return
        yield Tried(criterion.name, _keys(level, criterion, together))
        rows = split(rows, GAME_KEY, criterion)


def _keys(level: pl.DataFrame, criterion: Criterion, together: list[str]) -> dict[str, tuple[int, int | None]]:
    asked = level.with_columns(place_to=pl.col("place") + pl.len().over(together) - 1)
    keyed = criterion.key(asked)
    if "applies" in keyed.columns:
        keyed = keyed.filter("applies")
    known = pl.col("key").is_not_null().all().over(together)
    kept = keyed.with_columns(key=pl.when(known).then("key"))
    return {team: (place, key) for team, place, key in kept.select("team_id", "place", "key").iter_rows()}
