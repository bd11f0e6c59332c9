"""What a person said about two spellings (names.csv): which names are one team, and from when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import polars as pl

from pipelines.folding import fold


@dataclass(frozen=True)
class Edge:
    """Two folded names of one team, in a city or anywhere, from a day or always."""

    a: str
    b: str
    city: str | None
    since: date | None


@dataclass(frozen=True)
class Said:
    """`joined` are one team, `apart` are two and need no finding."""

    joined: tuple[Edge, ...] = ()
    apart: frozenset[frozenset[str]] = frozenset()

    def root(self, folded: pl.Expr, city: pl.Expr, day: pl.Expr, rank: dict[str, int]) -> pl.Expr:
        """The name that stands for a name: of those said to be one team the one of the lowest rank (seen first)."""
        result = folded
        for place in sorted({e.city for e in self.joined}, key=lambda c: c or ""):
            for since in sorted({e.since or date.min for e in self.joined}):
                edges = [e for e in self.joined if e.city in (None, place) and (e.since or date.min) <= since]
                stands = _representatives(edges, rank)
                here = pl.lit(True) if place is None else city.eq_missing(pl.lit(place))
                then = here & (day.fill_null(date.max) >= since)
                result = pl.when(then).then(folded.replace(stands)).otherwise(result)
        return result


def said(names: pl.DataFrame) -> Said:
    """From the rows of names.csv; the last word on two names counts."""
    last: dict[tuple[frozenset[str], str | None], tuple[bool, Edge]] = {}
    for row in names.iter_rows(named=True):
        a, b = fold(row["name_a"]), fold(row["name_b"])
        last[frozenset((a, b)), row["city"]] = (row["same"], Edge(a, b, row["city"], row["from"]))
    joined = tuple(edge for same, edge in last.values() if same)
    return Said(joined, frozenset(pair for (pair, _), (same, _) in last.items() if not same))


def _representatives(edges: list[Edge], rank: dict[str, int]) -> dict[str, str]:
    """Name → the first of its group. Groups grow by joining names pair by pair."""
    group: dict[str, set[str]] = {}
    for edge in edges:
        merged = group.get(edge.a, {edge.a}) | group.get(edge.b, {edge.b})
        group.update(dict.fromkeys(merged, merged))
    return {name: min(members, key=lambda n: (rank.get(n, len(rank)), n)) for name, members in group.items()}
