"""A place in a series taken apart: what each evening earned, what was dropped, which clause says so."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import polars as pl
import pytest

from pipelines.insight import drops
from pipelines.insight.entries import entries_of
from pipelines.insight.exact import mean, plain, total
from pipelines.insight.why import WhySeries, why_series
from pipelines.ruleset.vocabulary import Series
from pipelines.tables import Scored
from tests.sample_leagues import Sample, sample

SOFIA, BERLIN, SHAKER = "sofia-monthly", "berlin-2025-26", "shaker-volga"


def why(one: Sample, series: str, period: str, team: str, city: str | None = None) -> WhySeries:
    return why_series(one.facts, one.scored, one.rules, series, period, city, one.team(team, city))


def series(**values: Any) -> Series:
    return Series.model_validate({"game": "quiz", "value": "place_points", "period": "month", **values})


def value_of(formula: str) -> Fraction:
    """What a formula comes to; its texts are made of numbers, signs and brackets alone."""
    assert set(formula) <= set("0123456789.+-/() ")
    exact = "".join(f"Fraction('{p}')" if p[0].isdigit() else p for p in _parts(formula))
    return Fraction(eval(exact, {"Fraction": Fraction}))


def _parts(formula: str) -> list[str]:
    spaced = formula
    for sign in "()+-/":
        spaced = spaced.replace(sign, f" {sign} ")
    return spaced.split()


def test_the_first_edition_of_a_month_earns_twelve() -> None:
    """2026-03: Айрян и Питагор won the first edition; Шопска логика, third in it, won the other three: 38 to 37."""
    first = why(sample(SOFIA), "month", "2026-03", "Айрян и Питагор")
    assert first.total["formula"].startswith("12 + ")
    assert first.total["exact"] == "37"
    assert first.rows.row(0, named=True)["paths"] == ["first_event_place_points"]
    second = why(sample(SOFIA), "month", "2026-03", "Шопска логика")
    assert second.total["formula"] == "8 + 10 + 10 + 10"
    assert second.rows["reason"].unique().to_list() == ["all"]
    clause = second.rules.row(0, named=True)
    assert (clause["path"], clause["clause"], clause["assumed"]) == ("series.month.place_points", "3.4.1", None)


def test_a_shared_place_earns_the_mean_and_says_so() -> None:
    """2025-11-12: level on 23 for first in «60 секунд»: 13.5 each, by an assumed rule."""
    found = why(sample(BERLIN), "season_sixty_seconds", "2025/26", "Шпрее наперекосяк")
    shared = found.rows.filter(event="2025-11-12").row(0, named=True)
    assert (shared["place"], shared["place_to"], shared["formula"], shared["exact"]) == (1, 2, "(15 + 12) / 2", "13.5")
    rule = found.rules.filter(path="series.season_sixty_seconds.tie_points").row(0, named=True)
    assert rule["clause"] == "App. 2"
    assert "missing in the source" in rule["assumed"]


def test_an_absence_is_the_result_that_is_dropped() -> None:
    """Дер, ди, дас и запятая was away on 2025-12-10, and that 0 is dropped; Шпрее наперекосяк drops an 8."""
    away = why(sample(BERLIN), "season_matrix", "2025/26", "Дер, ди, дас и запятая")
    gone = away.rows.filter(event="2025-12-10").row(0, named=True)
    assert (gone["result"], gone["counts"], gone["reason"], gone["exact"]) == ("absent", False, "worst", "0")
    assert gone["paths"] == ["absent", "drop_worst"]
    there = why(sample(BERLIN), "season_matrix", "2025/26", "Шпрее наперекосяк")
    assert there.rows.filter(~pl.col("counts"))["exact"].to_list() == ["8"]
    assert (away.total["exact"], there.total["exact"], there.total["place"], away.total["place"]) == ("88", "88", 1, 2)
    assert there.total["decided_by"] == "series.season_sixty_seconds.points"


def test_by_points_an_evening_is_worth_what_was_earned() -> None:
    found = why(sample(SHAKER), "season", "2025-12", "Четыре пятых правды", "Самара")
    assert found.total["exact"] == "279.5"
    assert found.rules["path"].to_list() == ["series.season.value"]


def test_an_evening_that_is_no_result_says_why() -> None:
    """sam-2026-06-25: Хор имени паузы is disqualified; it earns nothing and there is nothing to drop."""
    found = why(sample(SHAKER), "season", "2026-06", "Хор имени паузы", "Самара")
    out = found.rows.filter(event="sam-2026-06-25").row(0, named=True)
    assert (out["result"], out["points"], out["counts"], out["reason"]) == ("disqualified", None, None, None)
    assert out["paths"] == ["counts"]


@pytest.mark.parametrize("name", [SOFIA, BERLIN, SHAKER])
def test_every_sum_adds_up_to_the_table(name: str) -> None:
    one = sample(name)
    places = one.scored.series_standings.filter(pl.col("place") <= 4)
    assert places.height > 5
    for row in places.iter_rows(named=True):
        found = why_series(one.facts, one.scored, one.rules, row["series"], row["period"], row["city"], row["team_id"])
        assert value_of(found.total["formula"]) == Fraction(row["points"], row["unit"])
        for formula, exact in found.rows.drop_nulls("formula").select("formula", "exact").iter_rows():
            assert value_of(formula) == Fraction(exact)
        assert found.rows.filter(pl.col("counts") == False).height == len(row["dropped_events"])  # noqa: E712


def test_a_scenario_is_cited_as_one() -> None:
    one = sample(BERLIN).under(["series.season_matrix.drop_worst=2"])
    found = why(one, "season_matrix", "2025/26", "Шпрее наперекосяк")
    rule = found.rules.filter(path="series.season_matrix.drop_worst").row(0, named=True)
    assert (rule["value"], rule["origin"], rule["clause"], rule["assumed"]) == ("2", "scenario", "3.5", None)
    assert found.total["exact"] == "78"


def test_a_team_without_a_place_is_a_key_error() -> None:
    one = replace(sample(SOFIA), scored=Scored())
    with pytest.raises(KeyError, match="no place in month 2026-03"):
        why(one, "month", "2026-03", "Шопска логика")


def own(*results: tuple[int | None, bool, bool]) -> pl.DataFrame:
    rows = [(f"e{n}", date(2026, 3, n), *r) for n, r in enumerate(results, 1)]
    schema = {"event": pl.String, "date": pl.Date, "points": pl.Int64, "dropped": pl.Boolean, "kept": pl.Boolean}
    return pl.DataFrame(rows, schema=schema, orient="row")


def reasons(results: pl.DataFrame, under: Series, *, over: bool = False) -> dict[str, tuple[str | None, list[str]]]:
    return drops.reasons(results, under, over=over)


def test_why_a_result_counts_or_not() -> None:
    one = series(drop_worst=1)
    found = reasons(own((5, True, False), (5, False, False), (9, False, False), (None, False, False)), one)
    assert found["e1"] == ("earliest", ["e2"])
    assert found["e2"] == ("best", ["e1"])
    assert found["e3"] == ("best", [])
    assert found["e4"] == (None, [])
    assert reasons(own((5, True, False), (9, False, False)), one)["e1"] == ("worst", [])
    assert reasons(own((5, False, False)), one)["e1"] == ("not_yet", [])
    assert reasons(own((5, False, False)), series())["e1"] == ("all", [])
    assert reasons(own((0, False, True), (9, True, False)), one)["e1"] == ("kept", [])


def test_at_least_one_result_always_counts() -> None:
    two = series(drop_worst=2, drop_from="season_end")
    assert reasons(own((5, True, False), (9, False, False)), two, over=True)["e2"] == ("one_counts", [])
    by_events = series(drop_by_events=[0, 2])
    assert reasons(own((5, True, False), (9, False, False)), by_events)["e2"] == ("one_counts", [])
    assert drops.drop_rule(by_events) == "drop_by_events"
    assert drops.drop_rule(series(keep_best=3)) == "keep_best"


def test_entries_of_a_place() -> None:
    table = series(place_points=[15, 12, 10], tie_points="mean", beyond=1, first_event_place_points=[20])
    assert entries_of(table, 3, 4, first=False).formula == "(10 + 1) / 2"
    assert entries_of(table, 3, 4, first=False).paths == ("place_points", "beyond", "tie_points")
    assert entries_of(table, 1, 2, first=True).formula == "(20 + 12) / 2"
    assert entries_of(series(place_points=[10, 9]), 1, 2, first=False).formula == "10"


def test_exact_amounts_as_texts() -> None:
    assert [plain(Fraction(n, d)) for n, d in ((25, 3), (27, 2), (-2, 1), (-5, 1000), (0, 7))] == [
        *("25/3", "13.5", "-2", "-0.005", "0")
    ]
    assert total(["7", "-2", "0.5"]) == "7 - 2 + 0.5"
    assert mean(["8"]) == "8"
    assert mean(["-1", "-2"]) == "(-1 - 2) / 2"
