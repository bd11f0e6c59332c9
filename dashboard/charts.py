"""Frames → Plotly figures, without Streamlit. Grounds are clear and texts have the ink of the page, so both themes fit.

Colours are Okabe and Ito's, which people with any colour vision tell apart; what is not spoken of is grey. Texts come
from the caller, in the language of the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import plotly.graph_objects as go
import polars as pl

PALETTE: Final = ("#1F7FC4", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
GREY: Final = "rgba(128, 128, 128, 0.45)"
MARKED: Final = 20
"""Evenings up to which each has a point on the line."""
NAMED: Final = 3
"""How many leading teams have a colour and a name where nobody is chosen."""


def figure(traces: Sequence[Any], *, height: int, **layout: Any) -> go.Figure:
    """What all figures share: clear grounds, few lines, room for names at the right."""
    drawn = go.Figure(list(traces))
    drawn.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        showlegend=False,
        hovermode="closest",
        dragmode=False,
        **layout,
    )
    drawn.update_xaxes(showgrid=False, zeroline=False, fixedrange=True, automargin=True)
    drawn.update_yaxes(gridcolor="rgba(128,128,128,0.18)", zeroline=False, fixedrange=True, automargin=True)
    return drawn


def race(frame: pl.DataFrame, labels: Sequence[str], chosen: Sequence[str] = ()) -> go.Figure:
    """Points summed so far, a line a team; `labels` are the evenings, `chosen` the team ids that are spoken of.

    :param frame: as `frames.race` has it, the evenings in order.
    """
    spoken = list(chosen) or frame["team_id"].unique(maintain_order=True).to_list()[:NAMED]
    teams = frame.partition_by("team_id", maintain_order=True)
    ordered = sorted(teams, key=lambda rows: rows["team_id"][0] in spoken)
    lines = [_line(rows, labels, _colour(rows["team_id"][0], spoken)) for rows in ordered]
    drawn = figure(lines, height=340)
    drawn.update_xaxes(type="category", categoryorder="array", categoryarray=list(labels))
    drawn.update_layout(showlegend=True, legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"})
    return drawn


def _line(rows: pl.DataFrame, labels: Sequence[str], colour: str) -> go.Scatter:
    name, points = rows["team"][0], rows["points"].to_list()
    loud = colour != GREY
    return go.Scatter(
        x=list(labels),
        y=points,
        name=name,
        mode="lines+markers" if len(points) <= MARKED else "lines",
        showlegend=loud,
        line={"color": colour, "width": 2.5 if loud else 1.2},
        marker={"size": 6 if loud else 4, "color": colour},
        hovertemplate="%{fullData.name}<br>%{x}: %{y:.10~g}<extra></extra>",
    )


def slope(frame: pl.DataFrame, before: str, after: str) -> go.Figure:
    """Places on two sides, a line a team, level teams below one another; those that move are coloured by direction.

    :param frame: one row per team with `team`, `place_before`, `place_after`, as `frames.series_compared` has it.
    """
    both = frame.filter(pl.col("place_before").is_not_null() & pl.col("place_after").is_not_null()).with_columns(
        pl.struct(f"place_{side}", "team").rank("ordinal").alias(f"line_{side}") for side in ("before", "after")
    )
    lines = [_slope(row, before, after) for row in both.iter_rows(named=True)]
    drawn = figure(lines, height=max(180, 60 + 24 * both.height))
    drawn.update_yaxes(autorange="reversed", visible=False)
    drawn.update_xaxes(type="category", side="top", range=[-0.9, 1.9])
    return drawn


def _slope(row: dict[str, Any], before: str, after: str) -> go.Scatter:
    one, other = row["place_before"], row["place_after"]
    colour = GREY if one == other else PALETTE[0] if other < one else PALETTE[1]
    return go.Scatter(
        x=[before, after],
        y=[row["line_before"], row["line_after"]],
        name=row["team"],
        mode="lines+markers+text",
        text=[f"{row['team']} {one} ", f" {other} {row['team']}"],
        textposition=["middle left", "middle right"],
        textfont={"size": 12, "weight": 400 if colour == GREY else 700},
        cliponaxis=False,
        line={"color": colour, "width": 1.2 if colour == GREY else 2.5},
        marker={"size": 6, "color": colour},
        hovertemplate="%{fullData.name}: " + f"{one} → {other}<extra></extra>",
    )


def _colour(team: str, spoken: Sequence[str]) -> str:
    return PALETTE[spoken.index(team) % len(PALETTE)] if team in spoken else GREY


def distinct(labels: Sequence[str]) -> list[str]:
    """The labels, two alike told apart by signs that nobody sees: a category axis would draw them as one."""
    return [label + "\u200b" * list(labels[:n]).count(label) for n, label in enumerate(labels)]
