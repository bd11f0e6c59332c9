"""One team: its names, its evenings, its way up the ladder, and how it stands round by round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.scoring import ranks
from pipelines.scoring.regulation import GAME_KEY
from pipelines.tables import UNITS, Facts, Scored

_CAREER: Final = ["series", "city"]
PACE: Final = 5
"""Over how many of its last games a team's pace is taken."""


def names(facts: Facts, team_id: str) -> pl.DataFrame:
    """One row per name the team is found by, oldest first: `name, city, since, until, kind, shown`.

    `until` is the day the next official name counts from; `shown` marks the one it goes by now.
    """
    mine = facts.team_names.filter(team_id=team_id).sort("since", nulls_last=False)
    official = mine.filter(kind="official").with_columns(until=pl.col("since").shift(-1))
    now = facts.teams.filter(team_id=team_id).select("team_id", now="folded")
    dated = mine.join(official.select("name", "since", "until"), on=["name", "since"], how="left", nulls_equal=True)
    known = dated.join(now, on="team_id", how="left")
    shown = (pl.col("folded") == pl.col("now")).fill_null(value=False)
    return known.with_columns(shown=shown).select("name", "city", "since", "until", "kind", "shown")


def results(facts: Facts, scored: Scored, team_id: str) -> pl.DataFrame:
    """One row per event and game that the team took part in, in order.

    Columns: `event, date, city, kind, state, title, game, status, place, place_to, points` (units), `ranked` (teams in
    the ranking), `best` (the most points of a ranked team, units), `winner` (of a final event), `handicap` (units).
    """
    playing = pl.col("place").is_not_null()
    field = scored.standings.group_by(GAME_KEY).agg(ranked=playing.sum(), best=pl.col("points").filter(playing).max())
    mine = scored.standings.filter(team_id=team_id).join(field, on=GAME_KEY)
    states = scored.event_states.select("event", "state")
    said = facts.events.select("event", "ord", "date", "city", "kind", "title").join(states, on="event", how="left")
    rows = mine.join(said, on="event").sort("ord", "game")
    return rows.select(
        *("event", "date", "city", "kind", "state", "title", "game", "status", "place", "place_to"),
        *("points", "ranked", "best"),
        pl.col("winner") & (pl.col("state") == "final"),
        "handicap",
    )


def titles(scored: Scored, team_id: str) -> pl.DataFrame:
    """The team's titles as in `tables.Titles`, with `ord` and `first_date` of their period, oldest first."""
    key = ["series", "period", "city"]
    dated = scored.periods.select(*key, "ord", "first_date")
    held = scored.titles.filter(team_id=team_id)
    return held.join(dated, on=key, how="left", nulls_equal=True).sort("first_date", "series", "title")


def progress(facts: Facts, scored: Scored, team_id: str) -> pl.DataFrame:
    """One row per career series with a ladder and city: where the team is on it, and how far the next step is.

    Columns: as in `tables.Ranks`, and `pace` (points of the last `pace_games` results together, in `unit`s),
    `pace_games` (at most PACE) and `games_to_next`: how many more games at that pace; null where there is no next step,
    and where the pace leads nowhere.
    """
    mine = scored.ranks.filter(team_id=team_id)
    own = scored.series_results.filter(~pl.col("absent"), team_id=team_id, period="all").sort("ord")
    paces = own.group_by(_CAREER).agg(
        pace=pl.col("points").tail(PACE).sum(), pace_games=pl.col("points").tail(PACE).len().cast(pl.Int64)
    )
    known = mine.join(paces, on=_CAREER, how="left", nulls_equal=True)
    needed = -((-pl.col("points_to_next") * pl.col("pace_games")).floordiv(pl.col("pace")))
    return known.with_columns(games_to_next=pl.when(pl.col("pace") > 0).then(needed))


@dataclass(frozen=True)
class Climb:
    """A team's running sum in a career series, and the steps of the ladder beside it."""

    sums: pl.DataFrame
    """One row per result: `event, date, ord, points, sum, unit`."""
    steps: pl.DataFrame
    """One row per step of the ladder now in force: `at` (in `unit`s), `unit`, `rank`, `perk`, `reached_on`, `event`."""


def climb(facts: Facts, scored: Scored, rules: LeagueRules, series: str, city: str | None, team_id: str) -> Climb:
    """The rank timeline of a team. Without rows where it has no result in the series."""
    of_city = pl.col("city").eq_missing(pl.lit(city, pl.String))
    own = scored.series_results.filter(of_city, series=series, team_id=team_id)
    dates = facts.events.select("event", "date")
    sums = ranks.running(own).join(dates, on="event", how="left", maintain_order="left")
    unit = own["unit"][0] if own.height else UNITS
    ladder = [(int(step.at * unit), unit, step.name, step.perk) for step in rules.latest().series[series].ranks]
    schema = {"at": pl.Int64, "unit": pl.Int64, "rank": pl.String, "perk": pl.String}
    reached = scored.ranks_reached.filter(of_city, series=series, team_id=team_id)
    steps = pl.DataFrame(ladder, schema=schema, orient="row").join(
        reached.select("at", "reached_on", "event"), on="at", how="left"
    )
    return Climb(sums.select("event", "date", "ord", "points", "sum", "unit"), steps.sort("at"))


def strength(scored: Scored, team_id: str, game: str, events: pl.Series | None = None) -> pl.DataFrame:
    """One row per round of a game: the team against the ranked teams of the same evenings.

    Columns: `round, games, own, field, best` (mean points a game, Float64, for show), `of_best` (the team's points as a
    share of the best ones' of each evening) and `of_field` (of the mean team's); null where there is nothing to share.

    :param events: only these; otherwise all final ones.
    """
    final = scored.event_states.filter(state="final")["event"]
    ranked = scored.standings.filter(pl.col("place").is_not_null(), game=game).select(*GAME_KEY, "team_id")
    chosen = ranked.filter(pl.col("event").is_in((final if events is None else events).implode()))
    rounds = scored.round_points.join(chosen, on=[*GAME_KEY, "team_id"], how="semi")
    value = pl.col("points") / UNITS
    field = rounds.group_by("event", "round").agg(
        own=value.filter(pl.col("team_id") == team_id).first(), field=value.mean(), best=value.max()
    )
    means = (
        field.drop_nulls("own").group_by("round").agg(pl.len().alias("games"), pl.col("own", "field", "best").mean())
    )
    shares = {
        f"of_{other}": pl.when(pl.col(other) > 0).then(pl.col("own") / pl.col(other)) for other in ("best", "field")
    }
    return means.with_columns(**shares).sort("round")


def head_to_head(facts: Facts, scored: Scored, team_id: str, other: str) -> pl.DataFrame:
    """One row per final event and game in which both teams are ranked, in order.

    Columns: `event, date, game, place, place_to, points, their_place, their_place_to, their_points` (units) and
    `result`: `won`, `lost` or `level`, by place.
    """
    ranked = _ranked(scored)
    shown = ("place", "place_to", "points")
    own = ranked.filter(team_id=team_id).select(*GAME_KEY, *shown)
    theirs = ranked.filter(team_id=other).select(*GAME_KEY, *(pl.col(name).alias(f"their_{name}") for name in shown))
    both = own.join(theirs, on=GAME_KEY).with_columns(result=_result())
    dated = both.join(facts.events.select("event", "ord", "date"), on="event").sort("ord", "game")
    return dated.select("event", "date", "game", *shown, *(f"their_{name}" for name in shown), "result")


def opponents(scored: Scored, team_id: str) -> pl.DataFrame:
    """One row per team that was ranked beside this one in a final event, most games first.

    Columns: `team_id, games, won, lost, level`.
    """
    ranked = _ranked(scored).select(*GAME_KEY, "team_id", "place")
    own = ranked.filter(team_id=team_id).drop("team_id")
    theirs = ranked.filter(pl.col("team_id") != team_id).rename({"place": "their_place"})
    both = own.join(theirs, on=GAME_KEY).with_columns(result=_result())
    counts = {name: (pl.col("result") == name).sum() for name in ("won", "lost", "level")}
    return both.group_by("team_id").agg(games=pl.len(), **counts).sort("games", "team_id", descending=[True, False])


def _ranked(scored: Scored) -> pl.DataFrame:
    """The places of final events: as long as one is live nobody is ahead for good."""
    final = scored.event_states.filter(state="final")
    return scored.standings.filter(pl.col("place").is_not_null()).join(final, on="event", how="semi")


def _result() -> pl.Expr:
    own, theirs = pl.col("place"), pl.col("their_place")
    ahead = pl.when(own < theirs).then(pl.lit("won")).when(own > theirs).then(pl.lit("lost"))
    return ahead.otherwise(pl.lit("level"))
