"""Whether scores that were made for one day hold for another."""

from __future__ import annotations

from datetime import date

import polars as pl

from pipelines.store import StoredLeague


def day_matters(stored: StoredLeague, day: date) -> bool:
    """Whether a period has ended, or an open appeal may have come of age, between the day of the build and this one.

    :param stored: with `facts.decisions` and `scored.periods`.
    """
    built = stored.meta.as_of
    if day == built:
        return False
    ended = stored.scored.periods.filter((pl.col("ends") < built) != (pl.col("ends") < day))
    return bool(ended.height or stored.facts.decisions.filter(status="open").height)
