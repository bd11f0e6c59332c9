"""Which figures rest on an assumed rule."""

from __future__ import annotations

from datetime import date

import polars as pl
import pytest

from pipelines.insight import assumptions
from pipelines.ruleset import listing
from tests.sample_leagues import DAY, sample

SOFIA, BERLIN, SHAKER = "sofia-monthly", "berlin-2025-26", "shaker-volga"


def test_an_evening_rests_on_its_own_game_and_the_one_its_winner_asks() -> None:
    found = assumptions.of_event(sample(BERLIN).rules, "2025-11-12", date(2025, 11, 12), "sixty_seconds")
    paths = found["path"].to_list()
    assert "games.sixty_seconds.coefficient_in" in paths
    assert "games.matrix.coefficient_negative" in paths
    assert not any(path.startswith("series.") for path in paths)
    assert found["assumed"].is_not_null().all()


def test_a_series_rests_on_what_it_adds_up_and_whom_it_asks() -> None:
    """The Matrix season asks the season in 60 seconds for the lead, so that one's assumptions touch it too."""
    rules = sample(BERLIN).rules
    matrix = assumptions.of_series(rules, "season_matrix", date(2025, 10, 15))["path"].to_list()
    sixty = assumptions.of_series(rules, "season_sixty_seconds", date(2025, 10, 15))["path"].to_list()
    assert {"series.season_matrix.place_points", "series.season_sixty_seconds.place_points"} <= set(matrix)
    assert "games.matrix.late" in matrix
    assert not any("season_matrix" in path or path.startswith("games.matrix") for path in sixty)


def test_points_assumed_for_places_bear_no_clause_less_reason() -> None:
    found = assumptions.of_series(sample(BERLIN).rules, "season_sixty_seconds", date(2025, 10, 15))
    table = found.filter(path="series.season_sixty_seconds.place_points").row(0, named=True)
    assert table["clause"] == "App. 2"
    assert "missing in the source" in table["assumed"]
    assert table["value"].startswith("[15, 12, 10")


@pytest.mark.parametrize("name", [SOFIA, BERLIN, SHAKER])
def test_a_league_rests_on_every_assumption_that_moves_a_figure(name: str) -> None:
    one = sample(name)
    listed = listing.parameters(one.league.rule_set).filter(
        pl.col("assumed").is_not_null(), pl.col("stage") != "checks"
    )
    assert assumptions.of_league(one.rules, DAY)["path"].sort().to_list() == listed["path"].sort().to_list()
    assert listed.height > 3


def test_what_a_scenario_sets_is_assumed_no_more() -> None:
    path = "series.season_sixty_seconds.tie_points"
    one = sample(BERLIN)
    before = assumptions.of_league(one.rules, DAY)
    after = assumptions.of_league(one.under([f"{path}=best"]).rules, DAY)
    assert set(before["path"]) - set(after["path"]) == {path}
