"""How a table is read: exact numbers in the language's signs, shared places, dropped and absent results."""

from __future__ import annotations

import ast
import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import fastexcel
import polars as pl
import pytest

from dashboard import charts, downloads, frames, grids, language
from dashboard.grids import Column, Grid, column
from pipelines import tables
from pipelines.export.shown import Shown, event_table
from pipelines.export.workbook import workbook
from pipelines.tables import UNITS
from tests.conftest import points, rows, small_facts, small_scored


@pytest.fixture
def russian(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language._Chosen, "ask", staticmethod(lambda: "ru"))


def amounts(*values: int | None, unit: int = UNITS) -> Shown:
    return Shown(pl.DataFrame({"points": values}, schema={"points": pl.Int64}), {"points": unit})


@pytest.mark.usefixtures("russian")
def test_amounts_are_rounded_half_up_from_the_exact_value_and_line_up() -> None:
    shown = amounts(points(1.005), points(12), None, -points(0.125))
    assert [row["points"] for row in grids.texts(Grid(shown, {"points": column("points")}))] == [
        "1,01",
        "12,00",
        "",
        "−0,13",
    ]
    thirds = amounts(85, 86, unit=3)
    assert [row["points"] for row in grids.texts(Grid(thirds, {"points": column("points")}))] == ["28,33", "28,67"]


def test_a_shared_place_is_a_range_and_none_is_empty() -> None:
    frame = pl.DataFrame({"place": [1, 2, 2, None], "place_to": [1, 3, 3, None]})
    said = grids.texts(Grid(Shown(frame), {"place": column("place")}))
    assert [row["place"] for row in said] == ["1", "2–3", "2–3", ""]


def test_a_dropped_result_stands_in_brackets_and_an_absence_is_a_dash() -> None:
    frame = amounts(points(8), points(0), points(0), points(3)).frame.with_columns(
        off=pl.Series([True, False, True, False]), away=pl.Series([False, True, True, False])
    )
    grid = Grid(Shown(frame, {"points": UNITS}), {"points": column("points")}, {"points": "off"}, {"points": "away"})
    (described,) = grids.described(grid, "")["columns"]
    assert described["texts"] == ["(8)", "–", "(–)", "3"]
    assert described["marks"] == ["dropped", "absent", "absent", ""]


def test_columns_that_steer_are_neither_shown_nor_saved() -> None:
    frame = pl.DataFrame({"team": ["a"], "_dropped e1": [True]})
    assert grids.plain(Shown(frame)).columns == ["team"]


def test_heat_is_nothing_for_the_smallest_and_most_for_the_largest() -> None:
    (described,) = grids.described(
        Grid(amounts(points(1), points(5), None, points(3)), {"points": Column("P", "amount", heat=True)}), ""
    )["columns"]
    assert described["heat"] == [0.0, grids.HOTTEST, 0.0, grids.HOTTEST / 2]


def test_the_event_table_of_a_held_evening_has_no_number() -> None:
    shown = event_table(small_facts(), small_scored(), "e3", "quiz")
    (row,) = grids.texts(Grid(shown, {name: column(name) for name in ("place", "team", "points")}))
    assert (row["place"], row["points"], row["team"]) == ("", "", "Чайка")


def test_a_workbook_holds_numbers_as_numbers_and_every_text_as_text() -> None:
    frame = pl.DataFrame(
        {"team": ["=1+1", "@x"], "points": [points(13.5), None]}, schema_overrides={"points": pl.Int64}
    )
    book = fastexcel.read_excel(workbook(Shown(frame, {"points": UNITS}), "a: very [long] name of a sheet, really"))
    read = book.load_sheet(0).to_polars()
    assert read["team"].to_list() == ["=1+1", "@x"]
    assert read["points"].to_list() == [13.5, None]
    with zipfile.ZipFile(BytesIO(workbook(Shown(frame, {"points": UNITS}), "x"))) as parts:
        assert b"<f>" not in parts.read("xl/worksheets/sheet1.xml")


def test_a_csv_opens_in_a_spreadsheet_without_running_anything() -> None:
    said = downloads._csv(Shown(pl.DataFrame({"team": ["=1+1"]})))
    assert said.startswith("\ufeff".encode())
    assert "'=1+1" in said.decode("utf-8-sig")


def test_results_by_event_say_what_was_dropped() -> None:
    scored = small_scored()
    key = {"series": "month", "period": "2026-03", "unit": 3 * UNITS, "team_id": "t2"}
    results = rows(
        tables.SeriesResults,
        {**key, "event": "e1", "points": 86 * UNITS, "ord": 0},
        {**key, "event": "e2", "points": 0, "absent": True, "dropped": True, "ord": 1},
    )
    shown = frames.results_by_event(small_facts(), replace(scored, series_results=results), "month", "2026-03", None)
    first = shown.frame.filter(team_id="t2").row(0, named=True)
    assert (first["result e1"], first["_dropped e1"], first["_absent e1"]) == (86 * UNITS, False, False)
    assert (first["result e2"], first["_dropped e2"], first["_absent e2"]) == (0, True, True)
    other = shown.frame.filter(team_id="t1").row(0, named=True)
    assert (other["result e1"], other["_dropped e1"]) == (None, False)


def race() -> pl.DataFrame:
    return pl.DataFrame(
        [("A", "a", 1, "e1", 3.0), ("A", "a", 1, "e2", 7.0), ("B", "b", 2, "e1", 4.0), ("B", "b", 2, "e2", 5.0)],
        schema=["team", "team_id", "place", "event", "points"],
        orient="row",
    )


def test_the_race_draws_every_team_and_names_those_spoken_of() -> None:
    drawn = charts.race(race(), ["1", "2"], chosen=["b"])
    lines = {line.name: line for line in drawn.data}
    assert list(lines["A"].y) == [3.0, 7.0]
    assert (lines["A"].line.color, lines["A"].showlegend) == (charts.GREY, False)
    assert lines["B"].showlegend
    assert drawn.data[-1].name == "B"  # over the grey ones


def test_two_evenings_of_one_label_are_two_places_on_the_axis() -> None:
    assert len(set(charts.distinct(["5 Mar", "5 Mar", "6 Mar"]))) == 3


def test_the_slope_keeps_level_teams_apart_and_colours_by_direction() -> None:
    frame = pl.DataFrame({"team": ["A", "B", "C", "D"], "place_before": [1, 1, 3, None], "place_after": [2, 1, 2, 4]})
    drawn = charts.slope(frame, "now", "then")
    colours = {line.customdata[0][0]: line.line.color for line in drawn.data}
    assert colours == {"A": charts.PALETTE[1], "B": charts.GREY, "C": charts.PALETTE[0]}
    assert len({line.y[1] for line in drawn.data}) == 3


def test_figures_have_clear_grounds() -> None:
    for drawn in (charts.race(race(), ["1", "2"]), charts.slope(pl.DataFrame(schema=_SLOPE), "a", "b")):
        assert drawn.layout.paper_bgcolor == drawn.layout.plot_bgcolor == "rgba(0,0,0,0)"


_SLOPE = {"team": pl.String, "place_before": pl.Int64, "place_after": pl.Int64}


def test_what_makes_words_frames_and_figures_knows_no_streamlit() -> None:
    for name in ("charts", "frames", "language", "words", "telling", "rules_of", "scenarios", "messages"):
        tree = ast.parse((Path(charts.__file__).parent / f"{name}.py").read_text("utf-8"))
        imported = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
        imported += [str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        assert not {part.split(".")[0] for part in imported} & {"streamlit"}, name
