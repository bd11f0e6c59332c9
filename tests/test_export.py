"""The contract of the command's tables: headers, order of rows, numbers in every format."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from pipelines import compare, tables
from pipelines.export import amounts, shown
from pipelines.export.formats import as_csv, as_json, as_table
from pipelines.export.shown import Shown
from pipelines.findings import finding, gather
from tests.conftest import points, rows, small_facts, small_scored, standing

FACTS = small_facts()
SCORED = small_scored()


def lines(table: Shown) -> list[str]:
    return as_csv(table).splitlines()


def test_an_event_in_csv() -> None:
    assert lines(shown.event_table(FACTS, SCORED, "e1", "quiz")) == [
        "place,place_to,team,team_id,status,points,handicap,adjustment,coefficient,r1,r2,decided_by,winner,won_by",
        "1,2,Ёлка,t2,in,10.5,0,0,1,6.5,4,shared,1,points",
        "1,2,Чайка,t1,in,10.5,0,0,1,4,6.5,,1,points",
        ",,alpha,t3,out_of_contest,11,0,0,1,5,6,,,",
    ]


def test_an_event_known_by_total_only_has_no_rounds_and_an_unplayed_one_no_rows() -> None:
    assert lines(shown.event_table(FACTS, SCORED, "e2", "quiz")) == [
        "place,place_to,team,team_id,status,points,handicap,adjustment,coefficient,decided_by,winner,won_by",
        "1,1,Чайка,t1,in,3,0,0,1,shootout,1,shootout",
        "2,2,Ёлка,t2,in,3,0,0,1,,,",
    ]
    assert len(lines(shown.event_table(FACTS, SCORED, "e9", "quiz"))) == 1


def test_a_held_event_lists_its_teams_without_places_and_points() -> None:
    table = shown.event_table(FACTS, SCORED, "e3", "quiz")
    assert lines(table)[1:] == [",,Чайка,t1,in,,,,1,,,"]


def test_a_round_that_nobody_has_points_of_still_has_its_column() -> None:
    third = rows(tables.RoundPoints, {"event": "e2", "game": "quiz", "team_id": "t1", "round": 3, "points": points(2)})
    table = shown.event_table(FACTS, replace(SCORED, round_points=third), "e2", "quiz")
    assert lines(table)[0].split(",")[9:12] == ["r1", "r2", "r3"]
    assert [line.split(",")[9:12] for line in lines(table)[1:]] == [["", "", "2"], ["", "", ""]]


def test_the_criterion_stands_in_the_last_row_of_a_shared_place() -> None:
    """Scoring may say it in any row of the place: the order by name is made here."""
    scored = replace(
        SCORED,
        standings=rows(
            tables.Standings,
            standing("e1", 1, 1, 2, 10, decided_by="points"),
            standing("e1", 2, 1, 2, 10, decided_by="shared"),
            standing("e1", 3, 3, 3, 9),
        ),
    )
    table = shown.event_table(FACTS, scored, "e1", "quiz").frame
    assert table.select("team", "decided_by").rows() == [("Ёлка", "shared"), ("Чайка", "points"), ("alpha", None)]


def test_a_series_in_csv() -> None:
    assert lines(shown.series_table(FACTS, SCORED, "month", "2026-03")) == [
        "place,place_to,team,team_id,city,points,played,counted,dropped_events",
        "1,1,Ёлка,t2,,28.666667,2,1,e1|e2",
        "2,3,alpha,t3,,20,1,1,",
        "2,3,Чайка,t1,,20,2,2,",
    ]


def test_a_series_of_cities_is_by_city_then_place() -> None:
    by_city = SCORED.series_standings.with_columns(
        city=pl.when(pl.col("team_id") == "t2").then(pl.lit("Уфа")).otherwise(pl.lit("Казань"))
    )
    scored = replace(SCORED, series_standings=by_city)
    assert shown.series_table(FACTS, scored, "month", "2026-03").frame["team_id"].to_list() == ["t3", "t1", "t2"]
    assert shown.series_table(FACTS, scored, "month", "2026-03", "Уфа").frame["team_id"].to_list() == ["t2"]


def test_titles_in_csv() -> None:
    assert lines(shown.titles_table(FACTS, SCORED)) == [
        "series,period,city,title,team,team_id,status,qualification",
        "month,2026-03,,winner,Ёлка,t2,won,guaranteed",
        "month,2026-03,,vice,Чайка,t1,won,possible",
    ]


def test_ranks_in_csv() -> None:
    assert lines(shown.ranks_table(FACTS, SCORED)) == [
        "team,team_id,city,points,rank,reached_on,next_rank,points_to_next,perk",
        "Ёлка,t2,Пермь,201.5,Второй,2026-03-14,Третий,298.5,значок",
        "Чайка,t1,Пермь,9,,,Первый,91,",
        "alpha,t3,Уфа,100,Первый,2026-03-07,Второй,100,",
    ]
    assert [line.split(",")[0] for line in lines(shown.ranks_table(FACTS, SCORED, "Уфа"))] == ["team", "alpha"]


def test_ranks_of_an_evening_are_those_reached_there() -> None:
    assert lines(shown.ranks_reached_table(FACTS, SCORED, "e1"))[1:] == [
        "Ёлка,t2,Пермь,201.5,Первый,2026-03-07,Третий,298.5,",
        "alpha,t3,Уфа,100,Первый,2026-03-07,Второй,100,",
    ]


def test_findings_in_csv() -> None:
    found = gather(
        finding("total_mismatch", "One.", file="results/b.csv", row=3),
        finding("team_twice", "Two, at once.", file="results/c.csv", row=10, event="e1", column="Team", holds=True),
        finding("team_twice", "Three.", file="results/c.csv", row=2, event="e1"),
    )
    header, *rest = lines(shown.findings_table(found, "berlin"))
    assert header == "league,severity,code,event,file,row,column,holds,message"
    assert rest[0].startswith("berlin,error,team_twice,e1,results/c.csv,2,,,Three. Keep")
    assert rest[1].startswith('berlin,error,team_twice,e1,results/c.csv,10,Team,1,"Two, at once. Keep')
    assert rest[2].startswith("berlin,warning,total_mismatch,,results/b.csv,3,,,One.")


def after() -> tables.Scored:
    """`t2` falls behind `t1`, in points of another unit; `t3` is gone."""
    place = {"t1": 1, "t2": 2}
    return replace(
        SCORED,
        series_standings=SCORED.series_standings.filter(pl.col("team_id") != "t3").with_columns(
            pl.col("team_id").replace_strict(place, return_dtype=pl.UInt32).alias("place"),
            pl.col("team_id").replace_strict(place, return_dtype=pl.UInt32).alias("place_to"),
            points=pl.lit(20 * tables.UNITS),
            unit=pl.lit(tables.UNITS),
        ),
        titles=SCORED.titles.filter(title="winner").with_columns(team_id=pl.lit("t1")),
    )


def test_a_what_if_in_csv() -> None:
    compared = compare.what_if(SCORED, after(), "month", "2026-03")
    assert lines(shown.what_if_table(FACTS, compared)) == [
        "team,team_id,place_before,place_after,points_before,points_after",
        "Чайка,t1,2,1,20,20",
        "Ёлка,t2,1,2,28.666667,20",
        "alpha,t3,2,,20,",
    ]


def test_changes_are_exact_and_opposite_when_swapped() -> None:
    there = compare.with_changes(compare.what_if(SCORED, after(), "month", "2026-03"))
    back = compare.with_changes(compare.what_if(after(), SCORED, "month", "2026-03"))
    exact = {
        row["team_id"]: Fraction(row["points_change"], row["unit_change"])
        for row in there.drop_nulls("points_change").to_dicts()
    }
    assert exact == {"t1": 0, "t2": Fraction(20) - Fraction(86, 3)}
    for column in ("place_change", "points_change"):
        assert there[column].to_list() == [None if v is None else -v for v in back[column]]


def test_only_those_who_moved() -> None:
    assert compare.only_moved(compare.what_if(SCORED, SCORED, "month", "2026-03")).is_empty()
    moved = compare.only_moved(compare.what_if(SCORED, after(), "month", "2026-03"))
    assert moved["team_id"].to_list() == ["t1", "t2", "t3"]


def test_an_evening_side_by_side() -> None:
    shifted = replace(SCORED, standings=SCORED.standings.with_columns(points=pl.col("points") + points(1)))
    changes = compare.with_changes(compare.moved(SCORED, shifted, "e1", "quiz"))
    assert changes["points_change"].to_list() == [points(1)] * 3
    assert changes["place_change"].to_list() == [0, 0, None]


def test_titles_that_change_hands() -> None:
    assert compare.titles_changed(SCORED, after()).select("title", "team_id", "change").rows() == [
        ("vice", "t1", "lost"),
        ("winner", "t1", "gained"),
        ("winner", "t2", "lost"),
    ]
    assert compare.titles_changed(SCORED, SCORED).is_empty()


def test_json_has_numbers_and_the_fraction_where_decimals_cannot_hold_it() -> None:
    read = json.loads(as_json(shown.series_table(FACTS, SCORED, "month", "2026-03")))
    assert read[0] == {
        "place": 1,
        "place_to": 1,
        "team": "Ёлка",
        "team_id": "t2",
        "city": None,
        "points": 28.666667,
        "points_exact": "86/3",
        "played": 2,
        "counted": 1,
        "dropped_events": "e1|e2",
    }
    assert read[1]["points"] == 20
    assert "points_exact" not in read[1]
    evening = json.loads(as_json(shown.event_table(FACTS, SCORED, "e1", "quiz")))
    assert (evening[0]["r1"], evening[0]["winner"], evening[2]["winner"]) == (6.5, 1, None)
    assert json.loads(as_json(shown.event_table(FACTS, SCORED, "e9", "quiz"))) == []
    assert json.loads(as_json(shown.ranks_table(FACTS, SCORED)))[0]["reached_on"] == "2026-03-14"


def test_a_table_for_people_has_shared_places_and_two_decimals() -> None:
    facts = replace(FACTS, teams=FACTS.teams.with_columns(team=pl.col("team") + " [bold]"))
    console = Console(width=200, record=True, file=None, quiet=False)
    with console.capture() as captured:
        console.print(as_table(shown.series_table(facts, SCORED, "month", "2026-03")))
    text = captured.get()
    assert "28.67" in text
    assert "2–3" in text
    assert "place to" not in text
    assert "Ёлка [bold]" in text


@given(st.integers(-(10**18), 10**18), st.sampled_from([1, 3, 7, 10**4, 10**10, 3 * 10**10, 2520 * 10**10]))
def test_decimals_are_the_fraction_rounded_half_up(amount: int, unit: int) -> None:
    frame = pl.DataFrame({"a": [amount], "u": [unit]}, schema={"a": pl.Int64, "u": pl.Int64})
    for decimals in (2, 6):
        exact = Fraction(amount, unit)
        away = abs(exact) * 10**decimals + Fraction(1, 2)
        wanted = Fraction(away.numerator // away.denominator, 10**decimals) * (-1 if amount < 0 else 1)
        text = frame.select(amounts.text("a", "u", decimals)).item()
        assert Fraction(text) == wanted
        assert text == text.rstrip("0").rstrip(".") if "." in text else text.lstrip("-").isdigit()
        assert not text.startswith("-0") or wanted != 0
    assert frame.select(amounts.fits("a", "u")).item() == ((exact * 10**6).denominator == 1)


@pytest.mark.parametrize(
    ("amount", "unit", "decimals", "text"),
    [
        (None, 10, 6, None),
        (-125, 1000, 2, "-0.13"),
        (125, 1000, 2, "0.13"),
        (-4, 1000, 2, "0"),
        (10**10 - 1, 10**10, 6, "1"),
        (-2, 1, 6, "-2"),
        (100, 1, 6, "100"),
    ],
)
def test_decimals_at_the_edges(amount: int | None, unit: int, decimals: int, text: str | None) -> None:
    frame = pl.DataFrame({"a": [amount]}, schema={"a": pl.Int64})
    assert frame.select(amounts.text("a", unit, decimals)).item() == text
