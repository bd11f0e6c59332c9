"""Why does a team have these points and this place? The row adds up; its neighbours say what split them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from pipelines.insight import cited
from pipelines.insight.neighbours import neighbours
from pipelines.insight.scene import Scene, scene_of
from pipelines.ruleset.bound import LeagueRules
from pipelines.ruleset.vocabulary import Game
from pipelines.scoring.rulings import adjusted
from pipelines.tables import COEFFICIENT_UNITS, UNITS, Facts, Scored

STEPS: Final = {
    "step": pl.String(),
    "round": pl.Int32(),
    "amount": pl.Int64(),
    "unit": pl.Int64(),
    "note": pl.String(),
    "decision": pl.String(),
    "events": pl.List(pl.String()),
}


@dataclass(frozen=True)
class WhyEvent:
    """A team's row of one game, taken apart."""

    steps: pl.DataFrame
    """One row per step of the sum, in order: the last one, `points`, is what the table shows.

    `step`: `round` (by `round`), `total` (rounds unknown), `handicap` (`events`: the wins it is for), `adjustment` (a
    row of a file), `ruling` (`decision`: its id), `coefficient` (in COEFFICIENT_UNITS, by a `decision` or the entry;
    not where it changes nothing), `points`. `amount` is in `unit`s; `note` the reason that was written.
    """
    standing: dict[str, Any]
    """The row of `tables.Standings`."""
    neighbours: pl.DataFrame
    """Who is ahead, who is level, who is behind, and by what: as from `neighbours.neighbours`."""
    rules: pl.DataFrame
    """One row per rule used, as from `cited.frame`."""


def why_event(
    facts: Facts,
    scored: Scored,
    rules: LeagueRules,
    event: str,
    game: str,
    team_id: str,
    scenario_decisions: pl.DataFrame | None = None,
) -> WhyEvent:
    """Why a team has its points and its place in a game. Raises KeyError where it did not take part.

    :param facts: with their answers.
    """
    found = scored.standings.filter(event=event, game=game, team_id=team_id).to_dicts()
    if not found:
        raise KeyError(f"{team_id} took no part in {game} of {event}")
    scene = scene_of(facts, scored, rules, event, game, scenario_decisions)
    steps = pl.DataFrame(list(_steps(scene, found[0])), schema=STEPS, orient="row")
    beside = neighbours(scene, found[0])
    paths = [*_paths_of(steps, found[0]), *_criteria_paths(beside, scene.rules_of_game)]
    used = (cited.cited(rules, f"games.{game}.{path}", scene.day, event) for path in paths)
    return WhyEvent(steps, found[0], beside, cited.frame(used))


def _steps(scene: Scene, row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    team = row["team_id"]
    yield from _rounds(scene, row)
    if row["handicap"]:
        yield _step("handicap", row["handicap"], events=_wins(scene, row))
    for sums in scene.some.adjustments.filter(game=scene.game, team_id=team).iter_rows(named=True):
        yield _step("adjustment", sums["adjustment"], round=sums["round"], note=sums["reason"])
    yield from _rulings(scene, team)
    if _multiplied(row, scene.rules_of_game):
        yield _step("coefficient", row["coefficient"], unit=COEFFICIENT_UNITS, **_coefficient(scene, team))
    yield _step("points", row["points"])


def _step(step: str, amount: int, *, unit: int = UNITS, **more: Any) -> dict[str, Any]:
    nothing: dict[str, Any] = {"round": None, "note": None, "decision": None, "events": []}
    return {**nothing, **more, "step": step, "amount": amount, "unit": unit}


def _rounds(scene: Scene, row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    known = scene.round_points.filter(team_id=row["team_id"]).sort("round")
    if known.is_empty():
        yield _step("total", row["rounds_points"])
    for number, points in known.select("round", "points").iter_rows():
        yield _step("round", points, round=number)


def _rulings(scene: Scene, team: str) -> Iterator[dict[str, Any]]:
    """Points given and taken by rulings that stand."""
    ruled = scene.evening.rulings.of_kind("adjust").select("id", "note")
    given = pl.concat([adjusted(scene.evening.rulings), ruled], how="horizontal")
    for one in given.filter(event=scene.event, game=scene.game, team_id=team).iter_rows(named=True):
        yield _step("ruling", one["adjustment"], round=one["round"], note=one["note"], decision=one["id"])


def _coefficient(scene: Scene, team: str) -> dict[str, Any]:
    """Where the coefficient comes from: the last ruling on it, else the entry."""
    ruled = scene.evening.rulings.of_kind("coefficient").filter(event=scene.event, team_id=team).sort("time")
    if ruled.height:
        return {"note": ruled["note"][-1], "decision": ruled["id"][-1]}
    said = scene.some.entries.filter(pl.col("coefficient").is_not_null(), team_id=team)
    return {"note": said["reason"][-1] if said.height else None}


def _multiplied(row: dict[str, Any], game: Game) -> bool:
    """A coefficient that changes the points of the table."""
    plain = row["rounds_points"] + row["handicap"] + row["adjustment"]
    return "places" in game.coefficient_in and row["coefficient"] != COEFFICIENT_UNITS and plain != row["points"]


def _wins(scene: Scene, row: dict[str, Any]) -> list[str]:
    """The wins in a row that the handicap is for: the latest before the evening, as many as make it."""
    streak = scene.rules_of_game.streak_handicap
    if streak is None or not streak.step:
        return []
    before = round(row["handicap"] / UNITS / float(streak.step)) + streak.from_wins - 1
    alone = pl.lit(streak.shared_win) | (pl.col("place") == pl.col("place_to"))
    won = scene.scored.standings.filter(alone, game=scene.game, team_id=row["team_id"], place=1)
    final = scene.scored.event_states.filter(state="final").select("event")
    events = scene.all_events.filter(pl.col("ord") < scene.ord, pl.col("kind").is_in(streak.events))
    of_streak = events.join(won, on="event", how="semi").join(final, on="event", how="semi").sort("ord")
    return of_streak["event"].tail(before).to_list()


def _paths_of(steps: pl.DataFrame, row: dict[str, Any]) -> Iterator[str]:
    kinds = set(steps["step"])
    if "handicap" in kinds:
        yield from ("streak_handicap.from_wins", "streak_handicap.step")
    if "coefficient" in kinds:
        yield from ("coefficient_in", "coefficient_order")
        yield from ("coefficient_negative",) if row["rounds_points"] < 0 else ()


def _criteria_paths(beside: pl.DataFrame, game: Game) -> Iterator[str]:
    sides = set(beside["side"])
    if sides & {"ahead", "behind", "level"}:
        yield "place_by"
    if "level" in sides:
        yield "tied_places"
    if "shootout" in set(beside["criterion"]):
        yield "shootout.kind"
    if "lead" in sides:
        yield "winner_by" if game.winner_by else "place_by"
