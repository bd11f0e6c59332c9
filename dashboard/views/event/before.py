"""A table before the evening's last ruling and after it, side by side: where an appeal changes one, both are shown."""

from __future__ import annotations

import polars as pl
import streamlit as st

from dashboard import grids
from dashboard.grids import Column, Grid, column
from dashboard.language import _
from dashboard.views.event import rulings
from dashboard.views.event.evening import Evening
from pipelines import compare
from pipelines.export.shown import Shown
from pipelines.tables import UNITS

_TABLE = ("place", "place_to", "points")


def draw(evening: Evening, table: Shown, number: int | None) -> None:
    """On demand; nothing where no ruling on this game was upheld."""
    if (rulings.decisions(evening)["status"] != "upheld").all():
        return
    if not st.toggle(_("Places and points before the last ruling"), key="before-ruling"):
        return
    found = evening.before_last_ruling(number)
    if found is None:
        return
    st.caption(f"{rulings.what(found.ruling)} · {rulings.moment(found.ruling['decided_at'])}")
    both = compared(table, found.before)
    if both.frame.select(pl.all_horizontal(pl.col("place_change", "points_change").eq_missing(0)).all()).item():
        st.markdown(_("The last ruling changes nothing in this table."))
        return
    name = " ".join([evening.event, evening.game, *([f"r{number}"] if number else []), "before the last ruling"])
    grids.show(Grid(both, columns()), "before", alt=_("Places and points before the last ruling"), save_as=name)


def columns() -> dict[str, Column]:
    return {
        "place": column("place"),
        "team": column("team"),
        "place_before": Column(_("Before"), "range", _("Place before the last ruling")),
        "place_change": Column(_("Move"), "move"),
        "points": column("points"),
        "points_before": Column(_("Before"), "amount", _("Points before the last ruling")),
        "points_change": Column(_("Change"), "change"),
    }


def compared(table: Shown, before: pl.DataFrame) -> Shown:
    """One row per team of the table: place and points, before the last ruling and now; points in units."""
    now = table.frame.select("team_id", "team", pl.col(_TABLE).name.suffix("_after"))
    then = before.select("team_id", pl.col(_TABLE).name.suffix("_before"))
    both = compare.with_changes(now.join(then, on="team_id", how="left", maintain_order="left"))
    frame = both.rename({f"{name}_after": name for name in _TABLE})
    return Shown(frame, dict.fromkeys(("points", "points_before", "points_change"), UNITS))
