"""Days that a spreadsheet shows as numbers: 46178 is 5 June 2026, once the cell is no longer formatted as a date."""

from __future__ import annotations

from datetime import date
from typing import Final

import polars as pl

from pipelines.findings import N_, findings
from pipelines.tables import UNITS

ZERO: Final = date(1899, 12, 30)
"""The day from which spreadsheets count."""
FIRST, LAST = ((day - ZERO).days for day in (date(2000, 1, 1), date(2049, 12, 31)))
FAR: Final = 20
"""So many times the middle of the evening's points, a number is none of them; leagues that count in tens of thousands
are left alone."""


def without_serials(rows: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Rows with points (units) less those whose points are a day's number far from all others of the evening.

    One error for each of these. Nothing but the greatest number is looked at where it is no day.
    """
    most = rows["points"].max()
    if not isinstance(most, int) or most < FIRST * UNITS:
        return rows, findings("date_in_points", rows.clear(), _DAY)
    points, days = pl.col("points"), pl.col("points") // UNITS
    is_day = (points % UNITS == 0) & days.is_between(FIRST, LAST)
    odd = (is_day & (points > FAR * points.quantile(0.5, "lower").over("event", "game"))).fill_null(value=False)
    told = rows.filter(odd).with_columns(found=days, day=pl.lit(ZERO) + pl.duration(days=days))
    heading = pl.col("heading") if "heading" in rows.columns else pl.lit(None, dtype=pl.String)
    found = findings("date_in_points", told, _DAY, columns={"column": pl.coalesce(heading, pl.lit("points"))})
    return rows.filter(~odd), found


_DAY: Final = N_("The cell has «{found}», which is how a spreadsheet counts the day {day}; points were wanted.")
