"""Files for spreadsheets and programs: texts stay texts, types stay types, and no half of a file is ever seen."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest

from pipelines.export import files, shown
from pipelines.export.files import ExportError, export_league, spreadsheet_csv
from tests.conftest import small_facts, small_scored

NAMES = ["event_standings", "series_standings", "titles", "ranks", "findings"]
DANGEROUS = ["=1+1", "+3 бири", "-Минус", "@SUM(1)", "\tтаб", "\rвръщане", "＝1"]


def export(to: Path, kind: str = "csv", sets: tuple[str, ...] = (), decides: tuple[str, ...] = ()) -> list[str]:
    written = export_league(to, kind, "лига", small_facts(), small_scored(), sets=sets, decides=decides)
    return [path.name for path in written]


def test_every_table_with_its_header(tmp_path: Path) -> None:
    assert export(tmp_path / "new" / "folder") == [f"{name}.csv" for name in NAMES]
    headers = {
        path.stem: path.read_text("utf-8-sig").splitlines()[0] for path in (tmp_path / "new" / "folder").iterdir()
    }
    assert headers == {
        "event_standings": "event,game,state,place,place_to,team,team_id,status,points,handicap,adjustment,coefficient,"
        "decided_by,winner,won_by",
        "series_standings": "series,period,place,place_to,team,team_id,city,points,played,counted,dropped_events",
        "titles": "series,period,city,title,team,team_id,status,qualification",
        "ranks": "team,team_id,city,points,rank,reached_on,next_rank,points_to_next,perk",
        "findings": "league,severity,code,event,file,row,column,holds,message",
    }


def test_csv_begins_with_a_bom_and_has_the_rows_in_order(tmp_path: Path) -> None:
    export(tmp_path)
    raw = (tmp_path / "event_standings.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"))))
    assert [(row["event"], row["state"], row["place"], row["team_id"], row["points"]) for row in rows] == [
        ("e1", "final", "1", "t2", "10.5"),
        ("e1", "final", "1", "t1", "10.5"),
        ("e1", "final", "", "t3", "11"),
        ("e2", "final", "1", "t1", "3"),
        ("e2", "final", "2", "t2", "3"),
        ("e3", "held", "", "t1", ""),
    ]


@pytest.mark.parametrize("name", DANGEROUS)
def test_a_text_that_would_run_gets_one_apostrophe(name: str) -> None:
    facts = small_facts((name, "Ёлка", "a=b"))
    text = spreadsheet_csv(shown.series_table(facts, small_scored(), "month", "2026-03"))
    teams = {row["team_id"]: row["team"] for row in csv.DictReader(io.StringIO(text, newline=""))}
    assert teams == {"t1": f"'{name}", "t2": "Ёлка", "t3": "a=b"}


def test_a_negative_number_is_a_number() -> None:
    scored = small_scored()
    standings = scored.standings.with_columns(points=-pl.col("points"), handicap=pl.lit(-20_000_000_000))
    table = shown.event_table(small_facts(), replace(scored, standings=standings), "e2", "quiz")
    assert spreadsheet_csv(table).splitlines()[1].startswith("1,1,Чайка,t1,in,-3,-2,0,1,")


def test_parquet_keeps_types(tmp_path: Path) -> None:
    assert export(tmp_path, "parquet") == [f"{name}.parquet" for name in NAMES]
    series = pl.read_parquet(tmp_path / "series_standings.parquet")
    assert series["points"].to_list()[:2] == [Decimal("28.666667"), Decimal(20)]
    assert series.schema["place"].is_integer()
    assert "unit" not in series.columns
    assert pl.read_parquet(tmp_path / "ranks.parquet").schema["reached_on"] == pl.Date


def test_a_scenario_stands_beside_its_tables_and_goes_with_it(tmp_path: Path) -> None:
    assert export(tmp_path, sets=("a.b=1",), decides=("adjust team=t1 value=2",))[-1] == "scenario.csv"
    text = (tmp_path / "scenario.csv").read_text("utf-8-sig")
    assert text == "kind,value\nset,a.b=1\ndecide,adjust team=t1 value=2\n"
    export(tmp_path)
    assert not (tmp_path / "scenario.csv").exists()


def test_a_file_that_cannot_be_written_is_named_and_the_old_one_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export(tmp_path)
    before = (tmp_path / "event_standings.csv").read_bytes()

    def full(_: object, path: Path) -> None:
        path.write_text("half")
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setitem(files._WRITERS, "csv", full)
    with pytest.raises(ExportError, match="No space left"):
        export(tmp_path)
    assert (tmp_path / "event_standings.csv").read_bytes() == before
    assert not list(tmp_path.glob(".*"))
