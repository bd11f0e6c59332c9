"""Frames → Plotly figures, without Streamlit. Grounds are clear and texts have the ink of the page, so both themes fit.

Colours are Okabe and Ito's, which people with any colour vision tell apart; what is not spoken of is grey. Texts come
from the caller, in the language of the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import wrap
from typing import Any, Final

import plotly.graph_objects as go
import polars as pl

PALETTE: Final = ("#1F7FC4", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
GREY: Final = "rgba(128, 128, 128, 0.45)"
MARKED: Final = 20
"""Evenings up to which each has a point on the line."""
_TOLD: Final = "%{fullData.name}<br>%{x}: %{y:.10~g}<extra></extra>"
WRAPPED: Final = 22
"""Signs of a name on one line of a slope."""
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


def literal(text: str) -> str:
    """A text as it is, where Plotly reads HTML; it has no entity for a quotation mark."""
    return escape(text, quote=False)


def race(frame: pl.DataFrame, labels: Sequence[str], chosen: Sequence[str] = ()) -> go.Figure:
    """Points summed so far, a line a team; `labels` are the evenings, `chosen` the team ids that are spoken of.

    :param frame: as `frames.race` has it, the evenings in order; with `said`, what is told of each point.
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
    name, points = literal(rows["team"][0]), rows["points"].to_list()
    loud = colour != GREY
    return go.Scatter(
        x=list(labels),
        y=points,
        name=name,
        mode="lines+markers" if len(points) <= MARKED else "lines",
        showlegend=loud,
        line={"color": colour, "width": 2.5 if loud else 1.2},
        marker={"size": 6 if loud else 4, "color": colour},
        customdata=list(map(literal, rows["said"])) if "said" in rows.columns else None,
        hovertemplate="%{customdata}<extra></extra>" if "said" in rows.columns else _TOLD,
    )


def slope(frame: pl.DataFrame, before: str, after: str) -> go.Figure:
    """Places on two sides, a line a team; those that move are coloured by direction.

    Level teams stand below one another, on the right in the order that they come in, so that their lines do not cross.

    :param frame: one row per team with `team`, and `place`, `place_to` on both sides, as `frames.series_compared` has.
    """
    known = frame.filter(pl.col("place_before").is_not_null() & pl.col("place_after").is_not_null())
    lined = known.with_columns(line_before=pl.struct("place_before", "team").rank("ordinal"))
    both = lined.with_columns(line_after=pl.struct("place_after", "line_before").rank("ordinal"))
    rows = both.sort("line_after").to_dicts()
    lines = [_slopes(colour, rows, before, after) for colour in (GREY, PALETTE[0], PALETTE[1])]
    drawn = figure(lines, height=max(180, 60 + 26 * both.height))
    drawn.update_yaxes(autorange="reversed", visible=False)
    # places stand on both sides, names on one: so they have room on a telephone, too
    drawn.update_xaxes(type="category", side="top", range=[-0.3, 2.8])
    return drawn


def _slopes(colour: str, rows: Sequence[dict[str, Any]], before: str, after: str) -> go.Scatter:
    """All lines of one colour as one trace, with gaps between them: a trace for each team takes long to draw."""
    own = [row for row in rows if _direction(row) == colour]
    loud = colour != GREY
    said = [(literal(row["team"]), f"{row['place_before']} → {row['place_after']}") for row in own for _ in range(3)]
    return go.Scatter(
        x=[before, after, None] * len(own),
        y=[line for row in own for line in (row["line_before"], row["line_after"], None)],
        mode="lines+markers+text",
        text=[text for row in own for text in (*_ends(row), "")],
        textposition=["middle left", "middle right", "middle right"] * len(own),
        textfont={"size": [_size(row) for row in own for _ in range(3)], "weight": 700 if loud else 400},
        cliponaxis=False,
        line={"color": colour, "width": 2.5 if loud else 1.2},
        marker={"size": 6, "color": colour},
        customdata=said,
        hovertemplate="%{customdata[0]}: %{customdata[1]}<extra></extra>",
    )


def _direction(row: dict[str, Any]) -> str:
    """The colour of a line: up, down or neither."""
    one, other = row["place_before"], row["place_after"]
    return GREY if one == other else PALETTE[0] if other < one else PALETTE[1]


def _ends(row: dict[str, Any]) -> tuple[str, str]:
    """What stands at the ends of a line: a place at the left, place and team at the right."""
    name = "<br>".join(map(literal, wrap(row["team"], WRAPPED)))
    return f"{_range(row, 'before')} ", f" {_range(row, 'after')}  {name}"


def _size(row: dict[str, Any]) -> int:
    return 12 if len(row["team"]) <= WRAPPED else 11


def _range(row: dict[str, Any], side: str) -> str:
    """A place, or the range that teams share."""
    place, last = row[f"place_{side}"], row.get(f"place_to_{side}")
    return str(place) if last in (None, place) else f"{place}–{last}"


def _colour(team: str, spoken: Sequence[str]) -> str:
    return PALETTE[spoken.index(team) % len(PALETTE)] if team in spoken else GREY


def distinct(labels: Sequence[str]) -> list[str]:
    """The labels, two alike told apart by signs that nobody sees: a category axis would draw them as one."""
    return [label + "\u200b" * list(labels[:n]).count(label) for n, label in enumerate(labels)]


def shares(asked: pl.DataFrame, labels: Sequence[str], about: Sequence[str]) -> go.Figure:
    """A bar per question: which part of the teams had it. Rounds take turns in two tones; a removed question has none.

    :param asked: one row per question in order, with `round` and `share` (null: removed), as from
        `insight.questions`; `labels` are their names, `about` what is told of each.
    """
    rounds = asked["round"].rank("dense").to_list()
    tones = [PALETTE[0] if number % 2 else PALETTE[5] for number in rounds]
    bars = go.Bar(
        x=distinct(labels),
        y=asked["share"].to_list(),
        marker={"color": tones, "line": {"width": 0}},
        customdata=list(map(literal, about)),
        hovertemplate="%{customdata}<extra></extra>",
    )
    removed = [label for label, share in zip(distinct(labels), asked["share"], strict=True) if share is None]
    crosses = go.Scatter(
        x=removed,
        y=[0.03] * len(removed),
        mode="text",
        text=["×"] * len(removed),
        hoverinfo="skip",
    )
    drawn = figure([bars, crosses], height=260)
    drawn.update_xaxes(type="category", categoryorder="array", categoryarray=distinct(labels))
    drawn.update_yaxes(range=[0, 1], tickformat=".0%")
    return drawn
