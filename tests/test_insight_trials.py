"""Handicap trials: who starts with what, and that winners and starts fit each other."""

from __future__ import annotations

import polars as pl
import pytest

from pipelines import ingest, scoring
from pipelines.insight import trials
from pipelines.tables import Scored
from tests.sample_leagues import DAY, Sample, sample

LEAGUES = [("sofia-monthly", "quiz"), ("shaker-volga", "quiz"), ("berlin-2025-26", "sixty_seconds")]


def texts(starts: pl.DataFrame, game: str, value: str) -> list[str]:
    return [f"adjust event='{event}' game={game} team='{team}' value={value}" for event, team in starts.rows()]


def under(one: Sample, decides: list[str]) -> Scored:
    decisions = ingest.decisions_from_texts(decides, one.facts, one.league)
    return scoring.score(one.facts, one.rules, as_of=DAY, scenario_decisions=decisions)


@pytest.mark.parametrize(("league", "game"), LEAGUES)
def test_every_winner_of_the_evening_before_starts_with_the_points_and_nobody_else(league: str, game: str) -> None:
    """Checked evening by evening against the scores that the trial itself gives, which change who wins."""
    one = sample(league)
    sequence = trials.evenings(one.facts, one.scored, one.rules, game)
    first = sequence["event"][len(sequence) // 2]
    starts = trials.of_winners(
        one.facts, one.rules, one.scored, as_of=DAY, game=game, first=first, onwards=True, points="-30"
    )
    assert starts.height
    scored = under(one, texts(starts, game, "-30"))
    table = scored.standings.filter(game=game)
    given = {event: set(rows["team_id"]) for (event,), rows in starts.group_by("event")}
    since = sequence.filter(event=first)["ord"].item()
    for event, order, before in sequence.select("event", "ord", "before").iter_rows():
        won = set(table.filter(pl.col("winner"), event=before)["team_id"]) if before else set()
        there = set(table.filter(event=event)["team_id"])
        assert given.get(event, set()) == (won & there if order >= since else set()), event
    if league != "berlin-2025-26":  # there the announced winner stays
        before_it = one.scored.standings.filter(pl.col("winner"), game=game)
        assert set(table.filter("winner").select("event", "team_id").rows()) != set(
            before_it.select("event", "team_id").rows()
        )


def test_at_one_evening_only_its_own_winner_starts_so() -> None:
    one = sample("sofia-monthly")
    sequence = trials.evenings(one.facts, one.scored, one.rules, "quiz")
    event, before = sequence.row(4)[0], sequence.row(4)[2]
    starts = trials.of_winners(
        one.facts, one.rules, one.scored, as_of=DAY, game="quiz", first=event, onwards=False, points="-2"
    )
    won = set(one.scored.standings.filter(pl.col("winner"), event=before)["team_id"])
    assert set(starts["event"]) <= {event}
    assert set(starts["team_id"]) <= won


def test_the_evening_before_is_that_of_the_city_where_tables_are_kept_by_city() -> None:
    one = sample("shaker-volga")
    rows = trials.evenings(one.facts, one.scored, one.rules, "quiz")
    cities = dict(one.facts.events.select("event", "city").iter_rows())
    assert len(set(cities.values())) > 1
    pairs = rows.filter(pl.col("before").is_not_null()).select("event", "before").rows()
    assert all(cities[event] == cities[before] for event, before in pairs)


def test_a_team_s_trial_concerns_the_evenings_it_played() -> None:
    one = sample("sofia-monthly")
    team = one.team("Квадратурата")
    played = one.scored.standings.filter(team_id=team).join(one.facts.events, on="event").sort("ord")["event"].to_list()
    from_third = trials.of_team(one.facts, one.scored, "quiz", team, played[2], onwards=True)
    assert from_third["event"].to_list() == played[2:]
    assert trials.of_team(one.facts, one.scored, None, team, played[2], onwards=False).rows() == [(played[2], team)]
