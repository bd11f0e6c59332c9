"""The winner by the rules beside an announced one, and tables as they were before the evening's last ruling."""

from __future__ import annotations

import polars as pl
import pytest

from pipelines.insight.last_ruling import before_last_ruling
from pipelines.insight.winner import winners_by_rules
from pipelines.scoring.through import through_round
from tests.sample_leagues import Sample, sample

SOFIA, BERLIN, SHAKER = "sofia-monthly", "berlin-2025-26", "shaker-volga"


@pytest.mark.parametrize("name", [SOFIA, BERLIN, SHAKER])
def test_the_rules_give_the_winner_of_the_table_wherever_no_ruling_came_later(name: str) -> None:
    one = sample(name)
    differ: list[object] = []
    for (event, game), rows in one.scored.standings.group_by("event", "game", maintain_order=True):
        held = one.scored.event_states.filter(event=event)["state"].item() == "held"
        winners = rows.filter("winner").sort("team_id")
        shown = winners["team_id"].to_list()
        found = winners_by_rules(one.facts, one.scored, one.rules, str(event), str(game))
        by_rules = found["team_id"].to_list()
        if not held and by_rules == shown and "declared" not in winners["won_by"]:
            assert found["won_by"].to_list() == winners["won_by"].to_list()
        if not held and by_rules != shown:
            differ.append((event, game, by_rules, shown))
    assert differ == (_moved_by_rulings(one) if name == BERLIN else [])


def _moved_by_rulings(one: Sample) -> list[object]:
    return [("2026-02-11", "sixty_seconds", [one.team("Дер, ди, дас и запятая")], [_announced(one)])]


def _announced(one: Sample) -> str:
    said = one.facts.awards.filter(event="2026-02-11", game="sixty_seconds", award="winner")
    return str(said["team_id"].item())


def test_a_table_before_the_last_ruling() -> None:
    """Shaker 2026-02-26, Saratov: an accepted answer of round 5 gives one team 1.5 points, there and after round 6."""
    one = sample(SHAKER)
    for number in (5, 6, None):
        found = before_last_ruling(one.facts, one.scored, one.rules, "sar-2026-02-26", "quiz", number)
        assert found is not None
        assert found.ruling["id"] == "p6"
        now = _now(one, number).select("team_id", "points")
        moved = found.before.join(now, on="team_id", suffix="_now").filter(pl.col("points") != pl.col("points_now"))
        assert (moved["points_now"] - moved["points"]).unique().to_list() == [15 * 10**9]
    untouched = before_last_ruling(one.facts, one.scored, one.rules, "sar-2026-02-26", "quiz", 4)
    assert untouched is not None
    key = ["team_id", "place", "points"]
    assert untouched.before.select(key).sort("team_id").equals(_now(one, 4).select(key).sort("team_id"))


def _now(one: Sample, number: int | None) -> pl.DataFrame:
    if number is None:
        return one.scored.standings.filter(event="sar-2026-02-26")
    return through_round(one.facts, one.rules, one.scored, "sar-2026-02-26", "quiz", number).standings


def test_an_evening_without_rulings_has_no_table_before() -> None:
    one = sample(SOFIA)
    assert before_last_ruling(one.facts, one.scored, one.rules, "2026-06-11", "quiz") is None
