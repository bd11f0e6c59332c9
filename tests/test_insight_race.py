"""The table after each evening of a period is the one that scoring gives a league that ends there."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from pipelines import scoring
from pipelines.insight.race import COLUMNS, race
from pipelines.tables import Facts, Scored
from tests.sample_leagues import DAY, Sample, sample

SOFIA, BERLIN, SHAKER = "sofia-monthly", "berlin-2025-26", "shaker-volga"


def run(one: Sample, series: str, period: str, city: str | None = None, last: int | None = None) -> pl.DataFrame:
    return race(one.facts, one.scored, one.rules, series, period, city, last)


def only_until(facts: Facts, ord_: int) -> Facts:
    """A league that has not played the evenings after this one."""
    later = pl.col("ord") > ord_
    state = pl.when(later).then(pl.lit("planned")).otherwise(pl.col("state").cast(pl.String))
    return replace(facts, events=facts.events.with_columns(state=state.cast(facts.events.schema["state"])))


@pytest.mark.parametrize(
    ("name", "series", "period", "city", "sets"),
    [
        (SOFIA, "month", "2026-05", None, []),
        (BERLIN, "season_sixty_seconds", "2025/26", None, []),
        (BERLIN, "season_matrix", "2025/26", None, []),
        (BERLIN, "season_matrix", "2025/26", None, ["series.season_matrix.drop_worst=2"]),
        (BERLIN, "season_matrix", "2025/26", None, ["series.season_matrix.absent=entries_plus_one"]),
        (BERLIN, "season_matrix", "2025/26", None, ["series.season_matrix.drop_from=season_end"]),
        (SHAKER, "season", "2025-12", "Самара", []),
    ],
)
def test_a_prefix_is_the_season_that_ends_there(
    name: str, series: str, period: str, city: str | None, sets: list[str]
) -> None:
    one = sample(name).under(sets) if sets else sample(name)
    found = run(one, series, period, city)
    evenings = found.select("event", "ord").unique().sort("ord")
    assert evenings.height > 3
    for event, ord_ in evenings.rows():
        then = scoring.score(only_until(one.facts, ord_), one.rules, as_of=DAY.replace(year=2020), checked=False)
        here = then.series_standings.filter(pl.col("city").eq_missing(pl.lit(city)), series=series, period=period)
        assert told(found.filter(event=event)) == told(here)


def told(rows: pl.DataFrame) -> list[tuple[object, ...]]:
    share = pl.col("points") / pl.col("unit")
    return rows.select("team_id", "place", "place_to", share, "counted").sort("team_id").rows()


def test_the_last_table_is_that_of_the_period() -> None:
    one = sample(SHAKER)
    found = run(one, "rating", "all", "Самара")
    final = one.scored.series_standings.filter(series="rating", city="Самара")
    assert told(found.filter(pl.col("ord") == pl.col("ord").max())) == told(final)


def test_changes_of_place_since_the_evening_before() -> None:
    found = run(sample(SOFIA), "month", "2026-03")
    first = found.filter(event="2026-03-05")
    assert first["place_change"].is_null().all()
    team = sample(SOFIA).team("Шопска логика")
    own = found.filter(team_id=team)
    assert own["place"].to_list()[0] == 3
    assert own["place"].to_list()[-1] == 1
    assert own["place_change"].sum() == -2


def test_only_the_last_tables() -> None:
    whole, some = (run(sample(SHAKER), "rating", "all", "Самара", last) for last in (None, 5))
    assert some["event"].n_unique() == 5
    assert some["place_before"].is_not_null().any()
    assert whole.join(some, on="event", how="semi").equals(some)


def test_a_period_that_is_not_there_has_no_race() -> None:
    one = sample(SOFIA)
    found = race(one.facts, Scored(), one.rules, "month", "2030-01", None)
    assert found.is_empty()
    assert found.columns == list(COLUMNS)
