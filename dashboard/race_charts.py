"""The course of a period → Plotly figures, without Streamlit: places and points by evening."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import plotly.graph_objects as go
import polars as pl

from dashboard.charts import GREY, MARKED, PALETTE, figure, literal

LINE: Final = 23
"""Pixels that a name at the end of its line needs."""
LETTER: Final = 6.6
"""Pixels of one of its letters."""


def places(
    rows: pl.DataFrame, labels: Mapping[str, str], chosen: Sequence[str], say: Callable[[str], str]
) -> go.Figure:
    """The bump chart: places by evening, a line a team; each ends in its place and its name.

    :param rows: as `course.course` has them.
    :param labels: what the evenings are called.
    :param chosen: the team ids that have a colour.
    :param say: a place or a range in words: `place 2–3`.
    """
    lines = [_line(one, labels, _colour(one["team_id"][0], chosen), _places(one, say)) for one in _teams(rows, chosen)]
    last = rows.filter(pl.col("ord") == pl.col("ord").max()).sort("slot")
    slots = int(str(rows["slot"].max() or 1))
    drawn = figure([*lines, _ends(last, labels, chosen)], height=70 + LINE * min(slots, 40))
    _evenings(drawn, rows, labels)
    drawn.update_layout(margin={"r": 24 + LETTER * (4 + int(str(last["team"].str.len_chars().max() or 0)))})
    drawn.update_yaxes(range=[slots + 0.6, 0.4], visible=False)
    return drawn


def points(
    rows: pl.DataFrame, labels: Mapping[str, str], chosen: Sequence[str], say: Callable[[float], str]
) -> go.Figure:
    """The race: the points that each team had in the table after each evening, with the drops and absences of then.

    :param say: so many points in words.
    """
    lines = [_line(one, labels, _colour(one["team_id"][0], chosen), _sums(one, say)) for one in _teams(rows, chosen)]
    drawn = figure(lines, height=360)
    _evenings(drawn, rows, labels)
    drawn.update_layout(showlegend=True, legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"})
    return drawn


def _teams(rows: pl.DataFrame, chosen: Sequence[str]) -> list[pl.DataFrame]:
    """The lines that are spoken of lie over the others."""
    lines = rows.partition_by("team_id", maintain_order=True)
    order = {team: n for n, team in enumerate(chosen)}
    return sorted(lines, key=lambda one: order.get(one["team_id"][0], -1))


def _evenings(drawn: go.Figure, rows: pl.DataFrame, labels: Mapping[str, str]) -> None:
    order = [labels[event] for event in rows["event"].unique(maintain_order=True)]
    drawn.update_xaxes(type="category", categoryorder="array", categoryarray=order)


def _line(rows: pl.DataFrame, labels: Mapping[str, str], colour: str, values: tuple[Any, list[str]]) -> go.Scatter:
    heights, said = values
    loud = colour != GREY
    return go.Scatter(
        x=[labels[event] for event in rows["event"]],
        y=heights,
        name=literal(rows["team"][0]),
        text=said,
        mode="lines+markers" if rows.height <= MARKED else "lines",
        showlegend=loud,
        line={"color": colour, "width": 2.5 if loud else 1.2},
        marker={"size": 7 if loud else 4, "color": colour},
        hovertemplate="%{fullData.name}<br>%{x}: %{text}<extra></extra>",
    )


def _places(rows: pl.DataFrame, say: Callable[[str], str]) -> tuple[list[int], list[str]]:
    said = [say(_range(one, to)) for one, to in rows.select("place", "place_to").iter_rows()]
    return rows["slot"].to_list(), said


def _sums(rows: pl.DataFrame, say: Callable[[float], str]) -> tuple[list[float], list[str]]:
    sums = (rows["points"] / rows["unit"]).to_list()
    return sums, [say(value) for value in sums]


def _ends(last: pl.DataFrame, labels: Mapping[str, str], chosen: Sequence[str]) -> go.Scatter:
    """Place and name at the end of every line, in the ink of the page."""
    return go.Scatter(
        x=[labels[event] for event in last["event"]],
        y=last["slot"].to_list(),
        mode="text",
        text=[_end(row, chosen) for row in last.iter_rows(named=True)],
        textposition="middle right",
        textfont={"size": 12},
        cliponaxis=False,
        hoverinfo="skip",
        showlegend=False,
    )


def _end(row: Mapping[str, Any], chosen: Sequence[str]) -> str:
    said = f"  {_range(row['place'], row['place_to'])}  {literal(row['team'])}"
    return f"<b>{said}</b>" if row["team_id"] in chosen else said


def _range(place: int, place_to: int) -> str:
    return str(place) if place == place_to else f"{place}–{place_to}"


def _colour(team: str, chosen: Sequence[str]) -> str:
    return PALETTE[list(chosen).index(team) % len(PALETTE)] if team in chosen else GREY
