"""Titles, the champion quiz, causes, ranks and perks as tables for the screen; no Streamlit here and no words.

Codes stay codes (`won`, `guaranteed`, `due`), which the view puts into words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Final

import polars as pl

from pipelines.export.shown import Shown, ranks_table
from pipelines.insight import causes, ladders
from pipelines.insight.champions import champions
from pipelines.ruleset.bound import LeagueRules
from pipelines.tables import UNITS, Facts, Scored

BETWEEN: Final = " · "
"""Between the names of teams that share a cell."""
NAMED: Final = 12
"""How many teams on one step of a ladder are named."""
DUTY_STATES: Final = ("overdue", "open", "named", "donated")
PERK_STATES: Final = ("due", "announced", "handed")
ALONE: Final = pl.when(pl.len() == 1).then(pl.col("team_id").first())
"""The team that a cell names, where it names one alone: it can be a way to its page."""
_PERIOD: Final = ["series", "period", "city"]


def of_city(city: str | None) -> pl.Expr:
    """Rows of a city, and those of the whole league."""
    return pl.col("city").is_null() | (pl.col("city") == city) if city else pl.col("city").is_null()


def cities(scored: Scored) -> list[str]:
    """The cities that have tables of their own."""
    return scored.periods["city"].drop_nulls().unique().sort().to_list()


def series_with_titles(scored: Scored, city: str | None) -> list[str]:
    """The series that have given a title, in the order of the tables."""
    return scored.titles.filter(of_city(city))["series"].unique(maintain_order=True).to_list()


def periods_and_titles(facts: Facts, scored: Scored, series: str, city: str | None) -> Shown:
    """One row per period of a series, the latest first: `period`, a column for each title given, `status`.

    Those who hold a title together are joined by `BETWEEN`, one who holds it alone has its id in `_winner` or `_vice`;
    `status` is `won` or `leading`, `provisional` whether the period rests on cells that are to be mended.
    """
    held = scored.titles.filter(of_city(city), series=series).join(_names(facts), on="team_id").sort("folded")
    together = held.group_by(*_PERIOD, "title", maintain_order=True).agg(pl.col("team").str.join(BETWEEN), alone=ALONE)
    order = sorted(set(together["title"]), key=lambda title: (title != "winner", title))
    alone = [f"_{title}" for title in order]
    wide = together.pivot("title", index=_PERIOD, values=["team", "alone"])
    wide = wide.rename({f"team_{title}": title for title in order} | {f"alone_{title}": f"_{title}" for title in order})
    periods = scored.periods.filter(of_city(city), series=series).sort("ord", descending=True)
    rows = periods.join(wide, on=_PERIOD, how="left", nulls_equal=True, maintain_order="left")
    status = pl.when("over").then(pl.lit("won")).otherwise(pl.lit("leading"))
    return Shown(rows.select("period", *order, *alone, status=status, provisional="provisional"))


def qualified(facts: Facts, scored: Scored, city: str | None) -> Shown:
    """One row per year and team that qualifies for the champion quiz: the latest year first, the guaranteed first.

    Columns: `year, team, team_id, qualification, grounds` (the titles that give it: `title`, `series`, `period`),
    `final_handicap` (units), `status` (`won`, or `leading` where it may still be lost), `provisional`.
    """
    found = champions(scored)
    teams, grounds = (frame.filter(of_city(city)) for frame in (found.teams, found.grounds))
    said = pl.struct("title", "series", "period")
    ground = grounds.group_by("year", "city", "team_id", maintain_order=True).agg(grounds=said)
    key = ["year", "city", "team_id"]
    rows = teams.join(ground, on=key, how="left", nulls_equal=True, maintain_order="left")
    named = rows.join(_names(facts), on="team_id", how="left", maintain_order="left")
    status = pl.when("won").then(pl.lit("won")).otherwise(pl.lit("leading"))
    columns = ("year", "team", "team_id", "qualification", "grounds", "final_handicap")
    return Shown(
        named.sort("year", descending=True, maintain_order=True).select(
            *columns, status=status, provisional="provisional"
        ),
        {"final_handicap": UNITS},
    )


def duties(facts: Facts, scored: Scored, rules: LeagueRules, city: str | None, as_of: date) -> Shown:
    """One row per first edition whose prize goes in part to a cause, those that still owe one first, by due date.

    Columns: `state` (of `DUTY_STATES`), `due` (while no cause is named), `date, event, winners, prize, winner_keeps,
    donation, cause, donated_on`.
    """
    found = causes.duties(facts, scored, rules, as_of).filter(of_city(city))
    by_team = found.select("event", team_id="teams").explode("team_id").join(_names(facts), on="team_id").sort("folded")
    winners = by_team.group_by("event", maintain_order=True).agg(
        winners=pl.col("team").str.join(BETWEEN), _winner=ALONE
    )
    rows = found.join(winners, on="event", how="left")
    waits = pl.col("state").is_in(["open", "overdue"])
    ordered = rows.with_columns(due=pl.when(waits).then("due"), _order=_rank("state", DUTY_STATES)).sort(
        "_order", pl.when(waits).then("due"), "date", descending=[False, False, True], nulls_last=True
    )
    columns = ("state", "due", "date", "event", "winners", "prize", "winner_keeps", "donation", "cause", "donated_on")
    return Shown(ordered.select(*columns, "_winner"))


@dataclass(frozen=True)
class Ladder:
    """A ladder of ranks of one city, or of the league."""

    series: str
    steps: Shown
    """One row per step, the highest first: `rank, at` (in `unit`s), `perk, teams` (how many have it now), `names` (of
    the first NAMED), `more` (how many others)."""
    teams: Shown
    """One row per team, as in `tablo ranks`."""


def ladder(facts: Facts, scored: Scored, rules: LeagueRules, city: str | None) -> list[Ladder]:
    """The ladders that anybody is on or below, one a career series."""
    steps = ladders.ladder(scored, rules).filter(of_city(city))
    return [
        Ladder(series, _steps(facts, steps.filter(series=series)), _on_it(facts, scored, series, city))
        for series in steps["series"].unique(maintain_order=True)
    ]


def _steps(facts: Facts, steps: pl.DataFrame) -> Shown:
    named = steps.select("at", team_id=pl.col("teams").list.head(NAMED)).explode("team_id")
    names = named.join(_names(facts), on="team_id", maintain_order="left")
    together = names.group_by("at").agg(names=pl.col("team").str.join(BETWEEN))
    rows = steps.join(together, on="at", how="left").sort("at", descending=True)
    count = pl.col("teams").list.len().cast(pl.Int64)
    return Shown(
        rows.select("rank", "at", "unit", "perk", "names", teams=count, more=(count - NAMED).clip(0)), {"at": "unit"}
    )


def _on_it(facts: Facts, scored: Scored, series: str, city: str | None) -> Shown:
    return ranks_table(facts, replace(scored, ranks=scored.ranks.filter(of_city(city), series=series)))


def perks(facts: Facts, scored: Scored, city: str | None) -> Shown:
    """One row per rank reached that brings a perk: what is due first, of these the latest reached first.

    Columns: `team, team_id, rank, perk, reached_on, event, state` (of `PERK_STATES`), `on` (announced or handed out),
    `note`.
    """
    found = ladders.perks(facts, scored).filter(of_city(city)).join(_names(facts), on="team_id", how="left")
    ordered = found.with_columns(_order=_rank("state", PERK_STATES), on=pl.coalesce("handed_on", "announced_on")).sort(
        "_order", "reached_on", "folded", "rank", descending=[False, True, False, False]
    )
    return Shown(ordered.select("team", "team_id", "rank", "perk", "reached_on", "event", "state", "on", "note"))


def _rank(column: str, order: tuple[str, ...]) -> pl.Expr:
    return pl.col(column).replace_strict({code: n for n, code in enumerate(order)}, return_dtype=pl.Int8)


def _names(facts: Facts) -> pl.DataFrame:
    return facts.teams.select("team_id", "team", "folded")
