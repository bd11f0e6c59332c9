"""Why a result counts or is dropped.

| reason | it … |
|---|---|
| `worst` | is dropped: among the worst |
| `earliest` | is dropped: the earliest of equal ones (`equal_to`: those that count) |
| `best` | counts: better than what is dropped, or later than an equal one |
| `one_counts` | counts: at least one always does |
| `kept` | counts: it may not be dropped |
| `not_yet` | counts: nothing is dropped so far |
| `all` | counts: nothing is ever dropped here |
| none | is no result |
"""

from __future__ import annotations

import polars as pl

from pipelines.ruleset.vocabulary import Series


def drop_rule(series: Series) -> str:
    """The parameter that says how many results are dropped."""
    if series.keep_best is not None:
        return "keep_best"
    return "drop_by_events" if series.drop_by_events else "drop_worst"


def reasons(own: pl.DataFrame, series: Series, *, over: bool) -> dict[str, tuple[str | None, list[str]]]:
    """Of each event of a period the reason, and the events of equal results on the other side.

    :param own: one row per event: `event`, and `points`, `dropped`, `kept` of the team (null where it has no result).
    :param over: whether the period is.
    """
    results = own.filter(pl.col("points").is_not_null())
    gone, rest = results.filter("dropped"), results.filter(~pl.col("dropped"))
    wanted = _wanted(series, own.height, over=over)
    found: dict[str, tuple[str | None, list[str]]] = {event: (None, []) for event in own["event"]}
    for event, points in gone.select("event", "points").iter_rows():
        equal = rest.filter(pl.col("points") == points, ~pl.col("kept"))["event"].to_list()
        found[event] = ("earliest" if equal else "worst", equal)
    for event, points, kept in rest.select("event", "points", "kept").iter_rows():
        equal = gone.filter(points=points)["event"].to_list()
        found[event] = ("kept" if kept else _counted(series, wanted, gone.height, rest.height), equal)
    return found


def _counted(series: Series, wanted: int, dropped: int, counted: int) -> str:
    if counted == 1 and dropped < wanted:
        return "one_counts"
    if dropped:
        return "best"
    return "not_yet" if _ever_drops(series) else "all"


def _wanted(series: Series, events: int, *, over: bool) -> int:
    """How many would be dropped, did not one always count. Where dropping waits for a second result it never does."""
    by_events = series.drop_by_events
    if drop_rule(series) == "drop_by_events":
        return by_events[min(events, len(by_events)) - 1]
    waits = drop_rule(series) == "keep_best" or series.drop_from == "second" or not over
    return 0 if waits else series.drop_worst


def _ever_drops(series: Series) -> bool:
    return bool(series.drop_worst or series.keep_best is not None or any(series.drop_by_events))
