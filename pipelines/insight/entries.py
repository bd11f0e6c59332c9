"""What a place earns in a series: the entries of the list, and the mean over a shared range, as they are written."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from pipelines.insight.exact import mean, plain
from pipelines.ruleset.vocabulary import Series


@dataclass(frozen=True)
class Entries:
    """The entries behind a result, the sum they make, and the parameters of the series they stand in."""

    entries: tuple[str, ...]
    formula: str | None
    paths: tuple[str, ...]


def entries_of(series: Series, place: int, place_to: int, *, first: bool) -> Entries:
    """The points of a place shared down to `place_to`; `first`: in the period's first event."""
    shared = range(place, place_to + 1) if series.tie_points == "mean" else range(place, place + 1)
    found = [_entry(series, p, first=first) for p in shared]
    texts = tuple(plain(value) for value, _ in found)
    paths = dict.fromkeys(path for _, path in found)
    tied = ("tie_points",) if place_to > place else ()
    return Entries(texts, mean(texts), (*paths, *tied))


def _entry(series: Series, place: int, *, first: bool) -> tuple[Decimal, str]:
    own = series.first_event_place_points if first else ()
    if place <= len(own):
        return own[place - 1], "first_event_place_points"
    if place <= len(series.place_points):
        return series.place_points[place - 1], "place_points"
    return series.beyond, "beyond"
