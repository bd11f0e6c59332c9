"""What files declare beside what the rules give: the rows that findings doubt, with the figures of the tables."""

from __future__ import annotations

import polars as pl
import pytest

from pipelines.insight.declared import differences, winners
from pipelines.ruleset.bound import bind
from pipelines.ruleset.league import Texts, league_of_texts
from pipelines.tables import UNITS
from tests.dashboard_samples import LEAGUES, stored


@pytest.mark.parametrize("league", LEAGUES)
def test_every_finding_on_a_declared_result_has_its_row(league: str) -> None:
    facts, scored = stored(league).facts, stored(league).scored
    doubted = scored.findings.filter(pl.col("code").is_in(["total_mismatch", "place_mismatch"]))
    rows = differences(facts, scored)
    assert set(rows.select("file", "row").rows()) == set(doubted.select("file", "row").rows())
    wrong = pl.any_horizontal(
        pl.col("points_declared") != pl.col("points_rounds"), pl.col("place_declared") != pl.col("place")
    )
    assert rows.filter(wrong.fill_null(value=False)).height == rows.height


def test_figures_are_those_of_the_finding() -> None:
    rows = differences(stored("berlin-2025-26").facts, stored("berlin-2025-26").scored)
    assert rows.select("points_declared", "points_rounds").row(0) == (19 * UNITS, 18 * UNITS)


def test_an_announced_winner_that_later_rulings_would_have_changed_is_told() -> None:
    kept = stored("berlin-2025-26")
    rules = bind(league_of_texts(kept.meta.league, Texts(kept.meta.league_toml, kept.meta.rules_toml)))
    found = winners(kept.facts, kept.scored, rules)
    assert found.select("event", "game").rows() == [("2026-02-11", "sixty_seconds")]
    assert found["announced"][0].to_list() != found["by_rules"][0].to_list()
    table = kept.scored.standings.filter(pl.col("winner"), event="2026-02-11", game="sixty_seconds")
    assert table["team_id"].to_list() == found["announced"][0].to_list()
