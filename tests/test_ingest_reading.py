"""Files of every make: the same table in other bytes gives the same facts."""

from __future__ import annotations

import io
from datetime import datetime
from pathlib import Path

import polars as pl
import pytest
import xlsxwriter

from pipelines.ingest import csv_text, folder_hash, read_league
from pipelines.ruleset.league import load_league
from pipelines.tables import FACT_SCHEMAS, Facts
from tests.test_ingest_broken import EXHIBITS, laid_out, told

LEAGUE = 'rule_set = "shaker"\ntimezone = "Europe/Moscow"\nlanguage = "ru"\n'
EVENTS = "event,date,city\ne1,2026-03-05,Уфа\ne2,2026-03-12,Уфа\n"
SHEET = [
    ["Команда", "1 раунд", "2 раунд", "Итого"],
    ["Ёж «на связи»", "5,5", "-2", "3,5"],
    ["Кворум есть", "6", "0", "6"],
]


def league(folder: Path, **files: str | bytes) -> Path:
    """A league folder; `e1_csv` is `results/e1.csv`, and `events_csv` stands at the top."""
    all_files = {"league_toml": LEAGUE, "events_csv": EVENTS, **files}
    for name, content in all_files.items():
        file = name.replace("_csv", ".csv").replace("_toml", ".toml").replace("_xlsx", ".xlsx")
        at_top = file in ("league.toml", "events.csv", "teams.csv", "names.csv", "decisions.csv", "awards.csv")
        path = folder / file if at_top else folder / "results" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def facts_of(folder: Path) -> Facts:
    return read_league(folder, load_league(folder))


def codes(facts: Facts) -> list[tuple[object, ...]]:
    return facts.findings.select("code", "row").rows()


def text(separator: str, end: str = "\n") -> str:
    return end.join(separator.join(f'"{c}"' if separator in c else c for c in row) for row in SHEET) + end


MAKES = {
    "comma": text(",").encode(),
    "semicolon, BOM, CRLF": b"\xef\xbb\xbf" + text(";", "\r\n").encode(),
    "tab, UTF-16 of Windows": text("\t", "\r\n").encode("utf-16"),
    "tab, UTF-16 big-endian without a mark": text("\t").encode("utf-16-be"),
    "semicolon, Windows-1251": text(";", "\r\n").encode("cp1251"),
    "sep line": b"sep=;\r\n" + text(";", "\r\n").encode(),
    "carriage returns alone": text(";", "\r").encode(),
}


@pytest.mark.parametrize("make", MAKES)
@pytest.mark.parametrize("large", [0, 1 << 23], ids=["as large", "as small"])
def test_one_sheet_in_many_makes(make: str, large: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_text, "LARGE", large)
    facts = facts_of(league(tmp_path, e1_csv=MAKES[make]))
    assert facts.round_scores.select("row", "round", "team_id", "points").rows() == [
        (2, 1, "ёж-на-связи@уфа".replace("ё", "е"), 55 * 10**9),
        (3, 1, "кворум-есть@уфа", 6 * 10**10),
        (2, 2, "еж-на-связи@уфа", -2 * 10**10),
        (3, 2, "кворум-есть@уфа", 0),
    ]
    assert codes(facts) == []


def test_rows_are_those_of_a_spreadsheet(tmp_path: Path) -> None:
    quoted = 'event,team,points\ne1,"Трое\nи чайник",5\n\ne1,Кворум,x\n'
    assert codes(facts_of(league(tmp_path, totals_csv=quoted))) == [("not_a_number", 4)]


def test_a_workbook_of_tidy_sheets(tmp_path: Path) -> None:
    data = io.BytesIO()
    book = xlsxwriter.Workbook(data, {"default_date_format": "dd.mm.yyyy"})
    for name, rows in {
        "events": [["event", "date", "city"], ["x1", "2026-04-01", "Уфа"]],
        "totals": [["event", "team", "points"], ["x1", "Кот", 0.1 + 0.2], ["x1", "Пёс", 7]],
    }.items():
        sheet = book.add_worksheet(name)
        for n, row in enumerate(rows):
            sheet.write_row(n, 0, row)
    book.close()
    folder = league(tmp_path, events_csv="event,date,city\n")
    (folder / "league.xlsx").write_bytes(data.getvalue())
    facts = facts_of(folder)
    assert facts.events["event"].to_list() == ["x1"]
    assert facts.totals["points"].to_list() == [3 * 10**9, 7 * 10**10]


def test_a_day_a_time_and_a_truth_in_a_workbook_are_no_points(tmp_path: Path) -> None:
    data = io.BytesIO()
    book = xlsxwriter.Workbook(data)
    sheet = book.add_worksheet("e1")
    day, hour = (book.add_format({"num_format": text}) for text in ("d mmm", "hh:mm"))
    for n, row in enumerate([["Команда", "R1", "R2"], ["Кот", 5, 46178], ["Пёс", 0.25, 4], ["Ёж", True, 3]]):
        sheet.write_row(n, 0, row)
    sheet.write_row(4, 0, ["Уж", 6])
    sheet.write_datetime(4, 2, datetime(2026, 6, 5), day)
    sheet.write_number(2, 1, 0.25, hour)
    book.close()
    facts = facts_of(league(tmp_path, e1_xlsx=data.getvalue()))
    assert codes(facts) == [
        ("date_in_points", 2),
        ("date_in_points", 3),
        ("not_a_number", 4),
        ("date_in_points", 5),
    ]
    assert sorted(facts.round_scores["points"] // 10**10) == [3, 4, 5, 6]


def test_an_event_without_state_is_final_where_it_has_results(tmp_path: Path) -> None:
    facts = facts_of(league(tmp_path, totals_csv="event,team,points\ne2,Кот,5\n"))
    assert facts.events["state"].to_list() == ["planned", "final"]


def test_a_matrix_without_round_column_takes_the_rounds_of_the_rules(tmp_path: Path) -> None:
    numbers = ",".join(str(n) for n in range(1, 31))
    marks = ",".join("1" if n % 2 else "" for n in range(1, 31))
    toml = 'rule_set = "berlin_60s"\n[files."вечер.csv"]\nevent = "e1"\ngame = "sixty_seconds"\n'
    events = "event,date,season\ne1,2026-03-05,2025/26\n"
    facts = facts_of(
        league(tmp_path, league_toml=toml, events_csv=events, вечер_csv=f"Команда,{numbers}\nКот,{marks}\n")
    )
    rounds = facts.answers.group_by("round").agg(pl.len(), (pl.col("verdict") == "right").sum()).sort("round")
    assert rounds.rows() == [(1, 10, 5), (2, 10, 5), (3, 10, 5)]


def test_numbers_alone_are_rounds_where_a_cell_is_no_verdict(tmp_path: Path) -> None:
    facts = facts_of(league(tmp_path, e1_csv="Team,1,2\nКот,1,0\nПёс,5,1\n"))
    assert (facts.answers.height, facts.round_scores.height) == (0, 4)


def test_a_column_can_be_named_a_round(tmp_path: Path) -> None:
    toml = LEAGUE + '[files."e1.csv"]\nrounds = { "Музыка" = 2 }\n'
    facts = facts_of(league(tmp_path, league_toml=toml, e1_csv="Team,R1,Музыка,Total\nКот,1,2,3\n"))
    assert facts.round_scores["round"].to_list() == [1, 2]
    assert codes(facts) == []


@pytest.mark.parametrize(
    "headings",
    ["Команда,Раунды,,Итого\n,1,2,\n", ",Раунды,,Итого\nКоманда,1,2,\n", ",Осень,,\nКоманда,R1,R2,Итого\n"],
)
def test_a_heading_merged_over_two_rows_is_one(headings: str, tmp_path: Path) -> None:
    facts = facts_of(league(tmp_path, e1_csv=headings + "Кот,5,2,7\nПёс,3,4,8\n"))
    assert facts.round_scores.select("row", "round", "points").sort("row", "round").rows() == [
        (row, n, points * 10**10) for row, n, points in [(3, 1, 5), (3, 2, 2), (4, 1, 3), (4, 2, 4)]
    ]
    assert facts.declared["points"].to_list() == [7 * 10**10, 8 * 10**10]
    assert codes(facts) == [("rows_passed_over", 1)]


def test_every_frame_has_its_contract(tmp_path: Path) -> None:
    facts = facts_of(league(tmp_path, totals_csv="event,team,points\ne2,Кот,5\n"))
    for name, schema in FACT_SCHEMAS.items():
        schema.validate(getattr(facts, name))


@pytest.mark.parametrize("exhibit", EXHIBITS, ids=lambda folder: folder.name)
def test_a_file_read_as_a_large_one_says_the_same(
    exhibit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv_text, "LARGE", 0)
    folder = laid_out(exhibit, tmp_path / "league")
    assert told(facts_of(folder)) == (exhibit / "findings.txt").read_text(encoding="utf-8")


def test_the_hash_of_a_folder_changes_with_what_is_read(tmp_path: Path) -> None:
    folder = league(tmp_path, totals_csv="event,team,points\n")
    before = folder_hash(folder)
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "a.toml").write_text("title = 'a'")
    assert folder_hash(folder) == before
    (folder / "results" / "totals.csv").rename(folder / "results" / "other.csv")
    renamed = folder_hash(folder)
    (folder / "results" / "other.csv").write_text("event,team,points\n\n")
    assert len({before, renamed, folder_hash(folder)}) == 3


def test_a_file_that_may_not_be_opened_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = league(tmp_path, e1_csv=text(","), e2_csv=text(";"))
    whole, opened = folder_hash(folder), io.open

    def refusing(file: object, *more: object, **named: object) -> object:
        if str(file).endswith("e2.csv"):
            raise PermissionError(13, "Permission denied", str(file))
        return opened(file, *more, **named)  # type: ignore[call-overload]

    monkeypatch.setattr(io, "open", refusing)
    facts = facts_of(folder)
    refused = facts.findings.filter(code="file_unreadable")
    assert refused.select("file", "severity").rows() == [("results/e2.csv", "error")]
    assert "Permission denied" in refused["message"][0]
    assert facts.round_scores["event"].unique().to_list() == ["e1"]
    assert folder_hash(folder) != whole


def test_a_folder_without_results_says_so(tmp_path: Path) -> None:
    assert codes(facts_of(league(tmp_path))) == [("no_results", None)]


def test_what_is_named_like_a_table_and_is_none_is_told(tmp_path: Path) -> None:
    folder = league(tmp_path, e1_csv=text(","), e2_csv="Команда,1 раунд,Итого\n", **{"old.xls": b"\xd0\xcf\x11\xe0"})
    (folder / "results" / "folder.csv").mkdir()
    (folder / "results" / "gone.xlsx").symlink_to("nowhere.xlsx")
    found = facts_of(folder).findings.select("code", "severity", "file").rows()
    assert found == [
        ("file_without_rows", "note", "results/e2.csv"),
        ("file_ignored", "note", "results/folder.csv"),
        ("file_ignored", "note", "results/gone.xlsx"),
        ("file_unreadable", "error", "results/old.xls"),
    ]


def test_a_heading_that_stands_twice_is_named(tmp_path: Path) -> None:
    sheet = "Команда,1 раунд,2 раунд,2 раунд\nКворум есть,6,0,5\nЁж,3,1,1\n"
    facts = facts_of(league(tmp_path, e1_csv=sheet))
    found = facts.findings.select("code", "event", "row", "column", "holds").rows()
    assert found == [("column_twice", "e1", 1, "2 раунд", True)]
    assert facts.round_scores.height == 4


def test_a_round_that_the_rules_do_not_have_is_a_warning(tmp_path: Path) -> None:
    sheet = "Команда,1 раунд,2 раунд,77 раунд\nКворум есть,6,0,5\nЁж,3,1,1\n"
    facts = facts_of(league(tmp_path, e1_csv=sheet))
    found = facts.findings.select("code", "severity", "event", "column").rows()
    assert found == [("unknown_round", "warning", "e1", "77 раунд")]
    assert facts.round_scores.height == 6
