"""Which change of a scenario did what: each alone, and what only all of them together do. Exact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import lcm
from typing import Final

import polars as pl

from pipelines.ruleset.bound import bind
from pipelines.ruleset.errors import RuleErrors
from pipelines.ruleset.league import League
from pipelines.scoring import score
from pipelines.tables import Facts, Scored

_TEAM: Final = ["series", "period", "city", "team_id"]
_EFFECT: Final = (*_TEAM, "change", "points_change", "unit", "place_change")


@dataclass(frozen=True)
class Change:
    """One change of a scenario: a rule (`path`), or a ruling (`decision`, its row among the scenario's).

    `more` are the rows of further rulings that make one trial with it.
    """

    path: str | None = None
    decision: int | None = None
    more: tuple[int, ...] = ()

    @property
    def rows(self) -> tuple[int, ...]:
        return () if self.decision is None else (self.decision, *self.more)


@dataclass(frozen=True)
class Attribution:
    """What each change of a scenario does by itself, and what only all of them do together."""

    changes: tuple[Change, ...]
    teams: pl.DataFrame
    """One row per series, period, city, team and change that moves the team's place or points.

    `change` is an index into `changes`, null for what comes about only together: the whole less the sum of the singles.
    `points_change` is in `unit`s to the point (Int128), `place_change` negative where the team moves up, null where a
    side lacks the team.
    """
    alone: tuple[bool, ...]
    """Of each change whether it can stand without the others; one that cannot does all it does together."""
    whole: Scored
    """The league under the whole scenario."""


def attribution(
    facts: Facts,
    league: League,
    patch: Mapping[str, object],
    decisions: pl.DataFrame | None,
    as_of: date,
    baseline: Scored,
    *,
    trials: Sequence[Sequence[int]] = (),
    whole: Scored | None = None,
    singles: Sequence[Scored | None] | None = None,
) -> Attribution:
    """Which change of a scenario did what. Raises `RuleErrors` where the whole scenario is not allowed.

    :param decisions: rulings supposed, as in `tables.Decisions`; each is a change.
    :param baseline: the league without the scenario.
    :param trials: rows of `decisions` that are one change together, such as a handicap from an event on.
    :param whole: the league under the whole scenario, where that is known already.
    :param singles: likewise under each change alone, in order: rules, then rulings; None where it is not allowed.
    """
    scenario = _Scenario(facts, league, dict(patch), decisions, as_of, baseline)
    changes = scenario.changes(trials)
    whole = whole or scenario.under(*changes)
    if singles is None:
        singles = [whole] if len(changes) == 1 else [scenario.alone(change) for change in changes]
    units = _units(baseline, whole, *singles)
    effects = [_effect(baseline, one, n, units) for n, one in enumerate(singles) if one is not None]
    teams = _attributed(_effect(baseline, whole, None, units), effects)
    return Attribution(changes, teams, tuple(one is not None for one in singles), whole)


@dataclass(frozen=True)
class _Scenario:
    facts: Facts
    league: League
    patch: Mapping[str, object]
    decisions: pl.DataFrame | None
    as_of: date
    baseline: Scored

    def changes(self, trials: Sequence[Sequence[int]]) -> tuple[Change, ...]:
        rulings = 0 if self.decisions is None else self.decisions.height
        more = {min(rows): tuple(sorted(rows)[1:]) for rows in trials if rows}
        taken = {row for rows in more.values() for row in rows}
        single = (Change(decision=n, more=more.get(n, ())) for n in range(rulings) if n not in taken)
        return (*(Change(path=path) for path in self.patch), *single)

    def under(self, *changes: Change) -> Scored:
        rules = bind(self.league, {c.path: self.patch[c.path] for c in changes if c.path is not None})
        rows = sorted(row for c in changes for row in c.rows)
        rulings = self.decisions[rows] if self.decisions is not None and rows else None
        return score(
            self.facts, rules, as_of=self.as_of, scenario_decisions=rulings, reuse=self.baseline, checked=False
        )

    def alone(self, change: Change) -> Scored | None:
        """None where the rest of the scenario is what makes the change possible."""
        try:
            return self.under(change)
        except RuleErrors:
            return None


def _units(*sides: Scored | None) -> pl.DataFrame:
    """One row per series: `unit`, in which the points of all sides are whole."""
    found: dict[str, int] = {}
    for side in sides:
        if side is not None:
            for series, unit in side.series_standings.select("series", "unit").unique().iter_rows():
                found[series] = lcm(found.get(series, 1), unit)
    return pl.DataFrame(list(found.items()), schema={"series": pl.String, "common": pl.Int64}, orient="row")


def _effect(before: Scored, after: Scored, change: int | None, units: pl.DataFrame) -> pl.DataFrame:
    """One row per series, period, city and team on either side, with the changes of points and place."""
    one, other = (
        scored.series_standings.join(units, on="series").select(
            *_TEAM, "common", place=pl.col("place").cast(pl.Int64), points=_in_common()
        )
        for scored in (before, after)
    )
    both = one.join(other, on=[*_TEAM, "common"], how="full", coalesce=True, nulls_equal=True, suffix="_after")
    return both.select(
        *_TEAM,
        unit="common",
        change=pl.lit(change, pl.Int64),
        points_change=pl.col("points_after").fill_null(0) - pl.col("points").fill_null(0),
        place_change=pl.col("place_after") - pl.col("place"),
    )


def _in_common() -> pl.Expr:
    """Points in the common unit; a sum of means in a fine unit leaves Int64."""
    return pl.col("points").cast(pl.Int128) * (pl.col("common") // pl.col("unit"))


def _attributed(whole: pl.DataFrame, singles: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """The singles, and the whole less their sum."""
    each = pl.concat([whole.clear(), *singles])
    taken = each.with_columns(points_change=0 - pl.col("points_change"), place_change=0 - pl.col("place_change"))
    unknown = pl.col("place_change").is_null().any()
    together = (
        pl.concat([whole, taken])
        .group_by(*_TEAM, "unit")
        .agg(
            change=pl.lit(None, pl.Int64),
            points_change=pl.col("points_change").sum(),
            place_change=pl.when(~unknown).then(pl.col("place_change").sum()),
        )
    )
    rows = pl.concat([each, together.select(each.columns)])
    moved = (pl.col("points_change") != 0) | pl.col("place_change").ne_missing(0)
    return rows.filter(moved).select(_EFFECT).sort(*_TEAM, "change", nulls_last=True)
