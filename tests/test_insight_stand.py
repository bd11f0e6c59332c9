"""Where a team stands, and what parts teams that are level on points."""

from __future__ import annotations

from fractions import Fraction

import polars as pl
import pytest

from pipelines import tables
from pipelines.insight.level import level_with
from pipelines.insight.stand import stands
from pipelines.tables import Scored
from tests.conftest import rows
from tests.sample_leagues import sample

SOFIA, BERLIN, SHAKER = "sofia-monthly", "berlin-2025-26", "shaker-volga"
MATRIX, SECONDS = "season_matrix", "season_sixty_seconds"
KEY = {"series": "month", "period": "2026-03", "unit": 1}


@pytest.mark.parametrize("league", [SOFIA, BERLIN, SHAKER])
def test_the_gap_to_the_first_is_that_of_its_table(league: str) -> None:
    scored = sample(league).scored
    for team in scored.series_standings["team_id"].unique().sort():
        for row in stands(scored, team).iter_rows(named=True):
            of_city = pl.col("city").eq_missing(pl.lit(row["city"], pl.String))
            table = scored.series_standings.filter(of_city, series=row["series"], period=row["period"])
            first = table.filter(place=1)["points"][0]
            assert first - row["points"] == row["behind"]
            assert table.filter(team_id=team)["place"].to_list() == [row["place"]]
            assert row["teams"] == table.height
            assert (row["ahead"] is not None) == (row["place"] == row["place_to"] == 1)


def test_the_latest_table_that_has_the_team() -> None:
    """t2 was there in March only; t1 leads in April by what t3 has less."""
    one, other = {**KEY, "period": "2026-03"}, {**KEY, "period": "2026-04"}
    scored = Scored(
        periods=rows(tables.Periods, {**one, "ord": 0, "over": True}, {**other, "ord": 1}),
        series_standings=rows(
            tables.SeriesStandings,
            {**one, "team_id": "t2", "place": 1, "place_to": 1, "points": 9},
            {**one, "team_id": "t1", "place": 2, "place_to": 2, "points": 7},
            {**other, "team_id": "t1", "place": 1, "place_to": 1, "points": 12},
            {**other, "team_id": "t3", "place": 2, "place_to": 2, "points": 8},
        ).with_columns(dropped_events=pl.lit([], pl.List(pl.String))),
        titles=rows(tables.Titles, {**other, "team_id": "t1", "title": "winner", "status": "leading"}),
    )
    (gone,) = stands(scored, "t2").to_dicts()
    assert (gone["period"], gone["latest"], gone["over"], gone["ahead"]) == ("2026-03", False, True, 2)
    (leader,) = stands(scored, "t1").to_dicts()
    assert (leader["period"], leader["behind"], leader["ahead"], leader["status"]) == ("2026-04", 0, 4, "leading")
    assert stands(scored, "nobody").is_empty()


def test_the_lead_is_parted_by_the_other_season() -> None:
    """Matrix season of the Berlin sample: two teams of 88 points, 88 to 83 in 60 seconds."""
    one = sample(BERLIN)
    first, second = one.scored.series_standings.filter(series=MATRIX).sort("place")["team_id"][:2]
    (behind,) = level_with(one.scored, one.rules, MATRIX, "2025/26", None, first).to_dicts()
    assert (behind["team_id"], behind["criterion"]) == (second, f"series.{SECONDS}.points")
    there = dict(one.scored.series_standings.filter(series=SECONDS).select("team_id", "points").iter_rows())
    assert (behind["own"], behind["theirs"]) == (there[first], there[second])
    assert Fraction(behind["own"], behind["unit"]) > Fraction(behind["theirs"], behind["unit"])
    (ahead,) = level_with(one.scored, one.rules, MATRIX, "2025/26", None, second).to_dicts()
    assert (ahead["own"], ahead["theirs"]) == (behind["theirs"], behind["own"])


def test_teams_that_share_a_place_are_said_to_share_it() -> None:
    """March of the Sofia sample: two teams of 17 points on 6 to 7."""
    one = sample(SOFIA)
    month = ("month", "2026-03", None)
    team, other = one.scored.series_standings.filter(series="month", period="2026-03", place=6)["team_id"]
    found = level_with(one.scored, one.rules, *month, team)
    assert found.select("team_id", "criterion", "own").rows() == [(other, "shared", None)]
    assert level_with(one.scored, one.rules, *month, "nobody").is_empty()
