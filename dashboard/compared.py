"""Tables of a scenario beside the league as it is, made from two scores; no Streamlit here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from pipelines import compare
from pipelines.compare import Attribution
from pipelines.export.shown import Shown
from pipelines.tables import Facts, Scored

TOGETHER: Final = "together"
WHOLE: Final = "whole"
_EFFECTS: Final = {"points_change": "points", "place_change": "places"}


def causes(facts: Facts, found: Attribution, series: str, period: str, city: str | None) -> Shown:
    """One row per team that a scenario moves in a period: what each change does to it alone, and what only together.

    Columns `points 1`, `places 1` … by the change's number, `points together` (the whole less the sum of the singles)
    and `points whole`; places likewise, negative where the team moves up. Zero where a change does nothing, null where
    it cannot be said. Those that gain most come first.
    """
    chosen = pl.lit(value=True) if city is None else pl.col("city") == city
    rows = found.teams.filter(chosen, series=series, period=period)
    columns = [*(str(n + 1) for n in range(len(found.changes))), TOGETHER, WHOLE]
    effects = _filled(_with_whole(rows), columns)
    wide = effects.pivot("name", index=["team_id", "unit"], on_columns=columns, values=list(_EFFECTS))
    renamed = {f"{old}_{n}": f"{new} {n}" for old, new in _EFFECTS.items() for n in columns}
    named = wide.rename(renamed).join(facts.teams.select("team_id", "team", "folded"), on="team_id", how="left")
    ordered = named.sort(
        f"points {WHOLE}", f"places {WHOLE}", "folded", descending=[True, False, False], nulls_last=True
    )
    return Shown(ordered.select("team", pl.exclude("team", "folded")), {f"points {n}": "unit" for n in columns})


def _with_whole(rows: pl.DataFrame) -> pl.DataFrame:
    """Effects by team and `name` of the change, what all of them do among them."""
    named = rows.with_columns(name=pl.coalesce((pl.col("change") + 1).cast(pl.String), pl.lit(TOGETHER)))
    unknown = pl.col("place_change").is_null().any()
    whole = named.group_by("team_id", "unit").agg(
        pl.col("points_change").sum(), pl.when(~unknown).then(pl.col("place_change").sum()), name=pl.lit(WHOLE)
    )
    return pl.concat([named.select(whole.columns), whole])


def _filled(effects: pl.DataFrame, names: Sequence[str]) -> pl.DataFrame:
    """A row for each team and name; what a change does not do is 0."""
    every = effects.select("team_id", "unit").unique().join(pl.DataFrame({"name": names}), how="cross")
    there = effects.with_columns(there=pl.lit(value=True))
    both = every.join(there, on=["team_id", "unit", "name"], how="left")
    return both.with_columns(pl.when("there").then(name).otherwise(0) for name in _EFFECTS).drop("there")


def titles(facts: Facts, before: Scored, after: Scored) -> pl.DataFrame:
    """One row per title that changes hands, over all periods: `series, period, city, title, before, after, over`.

    `before` and `after` are the names of all that hold it on that side, joined by commas; the latest periods first.
    """
    key = ["series", "period", "city", "title"]
    changed = compare.handovers(before, after).filter(what="title").select(*key[:3], title="name")
    for name, side in (("before", before), ("after", after)):
        changed = changed.join(_holders(facts, side, name), on=key, how="left", nulls_equal=True)
    periods = pl.concat([after.periods, before.periods]).unique(key[:3], keep="first")
    rows = changed.join(periods.select(*key[:3], "first_date", "over"), on=key[:3], how="left", nulls_equal=True)
    ordered = rows.sort("first_date", "series", "city", pl.col("title") != "winner", descending=[True, *[False] * 3])
    return ordered.select(*key, pl.col("before", "after").fill_null(""), "over")


def _holders(facts: Facts, scored: Scored, name: str) -> pl.DataFrame:
    """One row per title: its holders' names, joined by commas, as the column `name`."""
    held = scored.titles.join(facts.teams.select("team_id", "team", "folded"), on="team_id").sort("folded")
    by_title = held.group_by("series", "period", "city", "title", maintain_order=True)
    return by_title.agg(pl.col("team").str.join(", ").alias(name))


def ranks(facts: Facts, before: Scored, after: Scored) -> pl.DataFrame:
    """One row per team whose rank differs: `series, city, team, team_id, before, after` (null: none yet)."""
    key = ["series", "city", "team_id"]
    one, other = (
        scored.ranks.select(*key, pl.col("rank").alias(name), pl.col("points").alias(f"points_{name}"))
        for name, scored in (("before", before), ("after", after))
    )
    both = one.join(other, on=key, how="full", coalesce=True, nulls_equal=True)
    moved = both.filter(pl.col("before").ne_missing(pl.col("after")))
    named = moved.join(facts.teams.select("team_id", "team", "folded"), on="team_id", how="left")
    return named.sort("series", "city", "folded").select("series", "city", "team", "team_id", "before", "after")
