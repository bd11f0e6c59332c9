"""Two scores of one league side by side: who moved and by how much, exactly. Swapped, all changes change their sign."""

from __future__ import annotations

import polars as pl

from pipelines.tables import Scored


def what_if(before: Scored, after: Scored, series: str, period: str, city: str | None = None) -> pl.DataFrame:
    """One row per city and team that has a place on either side of a period: places and points, before and after.

    Points in `unit_before`s and `unit_after`s to the point; null where a side does not have the team.
    """
    chosen = pl.lit(value=True) if city is None else pl.col("city") == city
    one, other = (
        scored.series_standings.filter(chosen, series=series, period=period).select(
            "city",
            "team_id",
            *(pl.col(name).alias(f"{name}_{side}") for name in ("place", "place_to", "points", "unit")),
        )
        for side, scored in (("before", before), ("after", after))
    )
    return _both(one, other, on=["city", "team_id"])


def moved(before: Scored, after: Scored, event: str, game: str) -> pl.DataFrame:
    """One row per team of a game on either side: places and points (in units), before and after."""
    one, other = (
        scored.standings.filter(event=event, game=game).select(
            "team_id", *(pl.col(name).alias(f"{name}_{side}") for name in ("place", "place_to", "points", "winner"))
        )
        for side, scored in (("before", before), ("after", after))
    )
    return _both(one, other, on=["team_id"])


def with_changes(compared: pl.DataFrame) -> pl.DataFrame:
    """What `what_if` or `moved` gives, with the change of place (negative: up) and of points.

    `points_change` is in `unit_change`s to the point (Int128) where the sides have units of their own. Null where a
    side lacks the team.
    """
    place = pl.col("place_after").cast(pl.Int64) - pl.col("place_before").cast(pl.Int64)
    if "unit_before" not in compared.columns:
        return compared.with_columns(place_change=place, points_change=pl.col("points_after") - pl.col("points_before"))
    before, after = _wide("points_before"), _wide("points_after")
    same = pl.col("unit_before") == pl.col("unit_after")
    crossed = after * _wide("unit_before") - before * _wide("unit_after")
    return compared.with_columns(
        place_change=place,
        points_change=pl.when(same).then(after - before).otherwise(crossed),
        unit_change=pl.when(same).then(_wide("unit_before")).otherwise(_wide("unit_before") * _wide("unit_after")),
    )


def only_moved(compared: pl.DataFrame) -> pl.DataFrame:
    """The rows of `what_if` or `moved` whose places or points are not the same on both sides, with their changes."""
    same_place = pl.all_horizontal(
        pl.col(f"{name}_before").eq_missing(pl.col(f"{name}_after")) for name in ("place", "place_to")
    )
    stayed = same_place & (pl.col("points_change") == 0)
    return with_changes(compared).filter(~stayed.fill_null(value=False))


def _both(before: pl.DataFrame, after: pl.DataFrame, *, on: list[str]) -> pl.DataFrame:
    return before.join(after, on=on, how="full", coalesce=True, nulls_equal=True).sort(on)


def _wide(name: str) -> pl.Expr:
    """A product of two units leaves Int64."""
    return pl.col(name).cast(pl.Int128)
