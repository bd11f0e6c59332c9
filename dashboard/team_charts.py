"""One team → Plotly figures, without Streamlit: its way up the ladder of ranks, and its strength by round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import plotly.graph_objects as go
import polars as pl

from dashboard.charts import GREY, MARKED, PALETTE, figure, literal
from dashboard.race_charts import LETTER
from pipelines.insight.team import Climb

TICKS: Final = 5
RULE: Final = "rgba(128, 128, 128, 0.55)"


@dataclass(frozen=True)
class Words:
    """What a figure says, in the language of the page."""

    points: Callable[[float], str]
    day: Callable[[date], str]
    month: Callable[[date], str]


def climb(found: Climb, words: Words) -> go.Figure:
    """The running sum of a team, and the steps of the ladder that it has reached, with the next one above.

    Nothing is drawn of the steps beyond: they would press the line to the ground.
    """
    sums = found.sums.with_columns(value=pl.col("sum") / pl.col("unit"))
    steps = found.steps.with_columns(value=pl.col("at") / pl.col("unit"))
    shown = pl.concat([steps.filter(pl.col("reached_on").is_not_null()), steps.filter(_ahead(steps, sums)).head(1)])
    drawn = figure([_sum(sums, words), _reached(shown, words), *_names(shown, sums)], height=360)
    for value in shown["value"]:
        drawn.add_hline(y=value, line={"color": RULE, "width": 1, "dash": "dot"})
    drawn.update_layout(margin={"r": 20 + LETTER * int(str(shown["rank"].str.len_chars().max() or 0))})
    drawn.update_yaxes(showgrid=False, rangemode="tozero")
    months = _months(sums["date"])
    drawn.update_xaxes(tickvals=months, ticktext=[words.month(on) for on in months])
    return drawn


def _months(days: pl.Series) -> list[date]:
    """At most TICKS beginnings of months, evenly apart: a date axis of its own would speak English."""
    months = [on.year * 12 + on.month - 1 for on in days]
    if not months:
        return []
    begun = range(months[0] + 1, months[-1] + 1) or range(months[0], months[0] + 1)
    return [date(month // 12, month % 12 + 1, 1) for month in begun[:: -(-len(begun) // TICKS)]]


def _ahead(steps: pl.DataFrame, sums: pl.DataFrame) -> pl.Expr:
    """The steps above both the sum and those reached."""
    reached = steps.filter(pl.col("reached_on").is_not_null())["value"].max() or 0
    now = sums["value"][-1] if sums.height else 0
    return pl.col("reached_on").is_null() & (pl.col("value") > max(float(str(reached)), float(now)))


def _sum(sums: pl.DataFrame, words: Words) -> go.Scatter:
    return go.Scatter(
        x=sums["date"].to_list(),
        y=sums["value"].to_list(),
        mode="lines+markers" if sums.height <= MARKED else "lines",
        line={"color": PALETTE[0], "width": 2.5, "shape": "hv"},
        marker={"size": 5},
        text=[f"{words.day(on)}: {words.points(value)}" for on, value in sums.select("date", "value").iter_rows()],
        hovertemplate="%{text}<extra></extra>",
    )


def _reached(steps: pl.DataFrame, words: Words) -> go.Scatter:
    """A point for the evening on which each rank was reached."""
    reached = steps.filter(pl.col("reached_on").is_not_null())
    said = [f"{literal(rank)}<br>{words.day(on)}" for rank, on in reached.select("rank", "reached_on").iter_rows()]
    return go.Scatter(
        x=reached["reached_on"].to_list(),
        y=reached["value"].to_list(),
        mode="markers",
        marker={"size": 10, "color": PALETTE[1]},
        text=said,
        hovertemplate="%{text}<extra></extra>",
    )


def _names(steps: pl.DataFrame, sums: pl.DataFrame) -> list[go.Scatter]:
    """The names of the steps at the right; the next one, not yet reached, stands out."""
    if sums.is_empty():
        return []
    texts = [
        f"  {literal(rank)}" if reached else f"  <b>{literal(rank)}</b>"
        for rank, reached in steps.select("rank", "reached_on").iter_rows()
    ]
    return [
        go.Scatter(
            x=[sums["date"][-1]] * steps.height,
            y=steps["value"].to_list(),
            mode="text",
            text=texts,
            textposition="middle right",
            textfont={"size": 12},
            cliponaxis=False,
            hoverinfo="skip",
        )
    ]


def strength(frame: pl.DataFrame, own: str, field: str, best: str, say: Callable[[float], str]) -> go.Figure:
    """Mean points a game by round: the team's as bars, those of the ranked teams and of the best one as marks.

    :param frame: as `insight.team.strength` has it.
    :param own: what the team is called; `field` and `best` likewise the teams and the best of them.
    """
    rounds = [str(number) for number in frame["round"]]
    bars = go.Bar(
        x=rounds,
        y=frame["own"].to_list(),
        name=literal(own),
        marker={"color": PALETTE[0]},
        width=0.55,
        text=[say(value) for value in frame["own"]],
        hovertemplate="%{fullData.name}: %{text}<extra></extra>",
        textposition="none",
    )
    marks = [
        _marks(
            rounds,
            frame["field"],
            field,
            {"symbol": "line-ew-open", "size": 26, "color": PALETTE[1], "line": {"width": 3}},
            say,
        ),
        _marks(
            rounds, frame["best"], best, {"symbol": "circle-open", "size": 9, "color": GREY, "line": {"width": 2}}, say
        ),
    ]
    drawn = figure([bars, *marks], height=320)
    drawn.update_xaxes(type="category", categoryorder="array", categoryarray=rounds)
    drawn.update_layout(showlegend=True, legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"})
    return drawn


def _marks(
    rounds: list[str], values: pl.Series, name: str, marker: dict[str, Any], say: Callable[[float], str]
) -> go.Scatter:
    return go.Scatter(
        x=rounds,
        y=values.to_list(),
        name=name,
        mode="markers",
        marker=marker,
        text=[say(value) for value in values],
        hovertemplate="%{fullData.name}: %{text}<extra></extra>",
    )
