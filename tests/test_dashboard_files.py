"""Files and findings: what is shown is what the command says; what is sent goes through a check into the tables."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from dashboard import doubts, folder_tables, letters
from dashboard.language import LANGUAGES
from dashboard.views.files import PARTS
from pipelines import store
from pipelines.building import build
from pipelines.export.told import SPOKEN
from pipelines.findings import CATALOGUE, slots
from pipelines.folder.appeals import decided
from pipelines.ingest.fields import KINDS
from pipelines.tables import DECISION_KINDS
from tests.dashboard_samples import LEAGUES, ROOT, environment, grid, page, plain, stored, texts

LEAGUE = "berlin-2025-26"
CODED = {*SPOKEN, "before"}
"""Slots whose values the page gives their titles."""
HEAD = "team,1,2,3\n"
SHEET = HEAD + "Шпрее наперекосяк,8,7,9\nКлюч от подвала,6,{cell},5\n"


@pytest.fixture
def copied(tmp_path: Path) -> tuple[Path, Path]:
    """A league's folder of its own, and its database."""
    folder = Path(shutil.copytree(ROOT / "data" / "leagues" / LEAGUE, tmp_path / LEAGUE))
    db = tmp_path / "t.duckdb"
    build([folder], db, date.today())
    return folder, db


def again(drawn: AppTest, db: Path) -> AppTest:
    with environment(db):
        drawn.run()
    assert not drawn.exception, drawn.exception
    return drawn


def sent(drawn: AppTest, db: Path, cell: str) -> AppTest:
    """A sheet handed in, of which one cell is as told."""
    drawn.file_uploader[0].set_value(("sheet.csv", SHEET.format(cell=cell).encode(), "text/csv"))
    return again(drawn, db)


def pressed(drawn: AppTest, key: str, db: Path) -> AppTest:
    next(button for button in drawn.button if str(button.key).startswith(key)).click()
    return again(drawn, db)


def chosen(drawn: AppTest, key: str, value: str, db: Path) -> AppTest:
    next(box for box in drawn.selectbox if str(box.key).startswith(key)).set_value(value)
    return again(drawn, db)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("league", LEAGUES)
@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_drawn_in_every_league_and_language(part: str, league: str, language: str) -> None:
    drawn = page("files", {"league": league, "lang": language, "part": part})
    assert not [text for text in texts(drawn) if text in ("None", "nan", "null") or text in CATALOGUE]


@pytest.mark.parametrize("league", LEAGUES)
def test_findings_are_those_of_the_command(league: str) -> None:
    """Word for word, but where the command names a kind, a moment or an event by its code."""
    rows = grid(page("files", {"league": league, "lang": "en"}), "findings")
    known = stored(league).scored.findings
    assert len(rows) == known.height
    said = {(row["file"], row["row"], f"{row['found']} {row['advice']}") for row in rows}
    coded = [template for template in known["template"] if CODED & set(slots(template))]
    same = known.filter(~pl.col("template").is_in(coded), pl.col("code") != "lookalike_name")
    assert said >= {
        (file or "", str(row or ""), text) for file, row, text in same.select("file", "row", "message").rows()
    }


@pytest.mark.parametrize("league", LEAGUES)
def test_no_finding_on_screen_names_anything_by_its_code(league: str) -> None:
    rows = grid(page("files", {"league": league, "lang": "en"}), "findings")
    kept = stored(league)
    ids = {*DECISION_KINDS, *kept.scored.standings["game"], *kept.scored.series_standings["series"]} - {
        "quiz",
        "season",
    }
    ids |= set(kept.facts.events["event"]) if league == "shaker-volga" else set()
    left = [(row["found"], one) for row in rows for one in ids if re.search(rf"\b{one}\b", row["found"])]
    assert not left
    assert not [row["found"] for row in rows if re.search(r"\d{4}-\d\d-\d\d", row["found"])]


def test_findings_name_series_period_and_evening_and_show_a_letter_of_another_script() -> None:
    rows = grid(page("files", {"league": "shaker-volga", "lang": "en"}), "findings")
    found = " ".join(row["found"] for row in rows)
    assert "was announced as winner of Сезонный рейтинг winter 2025/26" in found
    assert "played the package 'П-019' before, in 15 May 2025 · Самара." in found
    assert "«Кит н[a] мелководье» looks like «Кит на мелководье»" in found
    assert "“a” (sign 6) is a Latin letter." in found
    assert ("results/sam-2026-05-14.xlsx", "Итоги") in {(row["file"], row["sheet"]) for row in rows}


def test_findings_are_narrowed_down_by_severity_kind_event_and_file() -> None:
    drawn = page("files", {"league": LEAGUE, "lang": "en"})
    drawn.selectbox(key="findings-code").set_value("total_mismatch")
    with environment():
        drawn.run()
    (row,) = grid(drawn, "findings")
    assert (row["row"], row["file"]) == ("5", "results/2026-04-15_sixty_seconds.xlsx")
    assert "Shown: 1 of 11" in texts(drawn)


@pytest.mark.parametrize("league", LEAGUES)
def test_every_file_that_was_met_is_listed_with_what_it_was_read_as(league: str) -> None:
    rows = grid(page("files", {"league": league, "lang": "ru", "part": "sources"}), "sources")
    known = stored(league).facts.sources
    assert {(row["file"], plain(row["rows"])) for row in rows if row["rows"] != "0"} >= {
        (file, number) for file, number in known.filter(pl.col("rows") > 0).select("file", "rows").rows()
    }


def test_a_file_that_is_not_read_is_listed_too(copied: tuple[Path, Path]) -> None:
    folder, db = copied
    (folder / "results" / "notes.pdf").write_bytes(b"%PDF")
    build([folder], db, date.today())
    kept = store.read_league(db, LEAGUE)
    listed = folder_tables.sources(kept.facts, kept.scored).frame
    assert listed.filter(file="results/notes.pdf")["layout"].to_list() == ["unknown"]


def test_declared_and_computed_stand_side_by_side() -> None:
    drawn = page("files", {"league": LEAGUE, "lang": "en", "part": "differences"})
    (row,) = grid(drawn, "declared")
    assert (row["points_declared"], row["points_rounds"], row["row"]) == ("19", "18", "5")
    (apart,) = grid(drawn, "winners")
    assert apart["announced"] == "Кофе на Александерплац"
    assert apart["by_rules"] not in ("", apart["announced"])


def test_every_code_has_its_words() -> None:
    assert set(doubts.FINDINGS) == set(CATALOGUE)
    assert set(KINDS) | {"wide", "unknown"} == set(doubts.LAYOUTS)
    from dashboard.views.files.appeals import KINDS as ASKED

    assert set(ASKED) == set(DECISION_KINDS)


def test_a_faulty_sheet_of_a_new_event_its_correction_and_the_new_table(copied: tuple[Path, Path]) -> None:
    folder, db = copied
    drawn = sent(page("files", {"league": LEAGUE, "lang": "en", "part": "add"}, db), db, "?")
    drawn = chosen(drawn, "which", "new", db)
    drawn.date_input[0].set_value(date(2026, 7, 8))
    drawn = chosen(again(drawn, db), "game", "sixty_seconds", db)
    drawn = pressed(drawn, "check", db)
    assert any(row["row"] == "3" and row["severity"] == "error" for row in grid(drawn, "trial-findings"))
    assert not (folder / "results" / "2026-07-08_sixty_seconds.csv").exists()  # nothing is written by a check
    drawn = pressed(drawn, "write-add", db)
    assert (folder / "results" / "2026-07-08_sixty_seconds.csv").exists()
    kept = store.read_league(db, LEAGUE)
    event = kept.facts.events.filter(event="2026-07-08").row(0, named=True)
    assert (event["date"], event["kind"], event["season"]) == (date(2026, 7, 8), "regular", "2025/26")

    drawn = chosen(sent(drawn, db, "4"), "which", "2026-07-08", db)
    drawn = chosen(drawn, "game", "sixty_seconds", db)
    assert not [button for button in drawn.button if str(button.key).startswith("check")]  # it would replace a file
    drawn.checkbox[0].check()
    drawn = pressed(pressed(again(drawn, db), "check", db), "write-add", db)
    table = store.read_league(db, LEAGUE).scored.standings.filter(event="2026-07-08")
    assert table.sort("place")["points"].to_list() == [24 * 10**10, 15 * 10**10]
    assert "2026-07-08_sixty_seconds.csv is in the folder" in drawn.success[0].value.replace("\\", "")
    rows = grid(page("event", {"league": LEAGUE, "lang": "en", "event": "2026-07-08"}, db), "event")
    assert [row["points"] for row in rows] == ["24", "15"]


def test_what_no_folder_takes_is_refused_in_words(copied: tuple[Path, Path]) -> None:
    folder, db = copied
    before = sorted(folder.rglob("*"))
    drawn = sent(page("files", {"league": LEAGUE, "lang": "en", "part": "add"}, db), db, "4")
    drawn.text_input[0].set_value("../outside.csv")
    drawn = pressed(again(drawn, db), "check", db)
    assert drawn.error[0].value == "Nothing was changed:"
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(("verdict", "status"), [("upheld", "upheld"), ("rejected", "rejected")])
def test_an_appeal_is_decided(copied: tuple[Path, Path], verdict: str, status: str) -> None:
    folder, db = copied
    drawn = page("files", {"league": LEAGUE, "lang": "en", "part": "appeals"}, db)
    assert sum("asks that" in each.value for each in drawn.markdown) == 2
    drawn.text_input[0].set_value("Both sources agree")
    drawn = pressed(drawn, f"write-{verdict}", db)
    decisions = store.read_league(db, LEAGUE).facts.decisions
    assert decisions.filter(status="open").height == 1
    assert decisions.filter(id="a8-2").select("status", "note").rows() == [(status, "Both sources agree")]
    assert sum("asks that" in each.value for each in drawn.markdown) == 1
    assert "a8-2" in (folder / "decisions.csv").read_text("utf-8")


def test_a_doubtful_name_shows_its_letter_and_what_each_has_played() -> None:
    drawn = page("files", {"league": "shaker-volga", "lang": "en", "part": "names"})
    (told,) = [str(each.value).replace("\\", "") for each in drawn.markdown if "мелководье" in str(each.value)]
    assert "**Кит н[a] мелководье**: 1 evening (14 May 2026)" in told
    assert "“a” (sign 6) is a Latin letter." in told
    days = stored("shaker-volga").scored.standings.filter(team_id="s10").height
    assert f"**Кит на мелководье**: {days} evenings (" in told


@pytest.mark.parametrize(
    ("names", "marked", "told"),
    [
        (("Кит", "Kит"), ["Кит", "[K]ит"], ["“K” (sign 1) is a Latin letter."]),
        (
            ("АВС", "ABC"),
            ["АВС", "ABC"],
            ["“АВС” is written in Cyrillic letters.", "“ABC” is written in Latin letters."],
        ),
        (("7.5", "Tом и Лео"), ["7.5", "[T]ом и Лео"], ["“T” (sign 1) is a Latin letter."]),
    ],
)
def test_letters_of_another_script_are_marked(names: tuple[str, ...], marked: list[str], told: list[str]) -> None:
    assert [letters.marked(name) for name in names] == marked
    assert letters.told(*names) == told


@pytest.mark.parametrize("same", [True, False])
def test_a_doubtful_name_is_settled(same: bool, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ROOT / "data" / "leagues" / "sofia-monthly", tmp_path / "sofia-monthly"))
    db = tmp_path / "t.duckdb"
    build([folder], db, date.today())
    teams = store.read_league(db, "sofia-monthly").facts.teams.height
    pressed(page("files", {"league": "sofia-monthly", "lang": "bg", "part": "names"}, db), f"write-{same}", db)
    kept = store.read_league(db, "sofia-monthly")
    assert kept.scored.findings.filter(code="lookalike_name").is_empty()
    assert kept.facts.teams.height == teams - same


def test_files_mended_by_hand_are_read_again(copied: tuple[Path, Path]) -> None:
    folder, db = copied
    drawn = page("files", {"league": LEAGUE, "lang": "en"}, db)
    (folder / "results" / "2026-04-15_sixty_seconds.xlsx").unlink()
    drawn = pressed(drawn, "write-again", db)
    assert drawn.success[0].value.startswith("The folder was read again.")
    assert len(grid(drawn, "findings")) == store.read_league(db, LEAGUE).scored.findings.height
    assert "Nothing in the folder has changed." in pressed(drawn, "write-again", db).success[0].value


def test_rules_with_errors_leave_the_tables_as_they_are(copied: tuple[Path, Path]) -> None:
    folder, db = copied
    before = store.version(db)
    (folder / "league.toml").write_text('rule_set = "nowhere"\ntitle = "x"\n', "utf-8")
    drawn = pressed(page("files", {"league": LEAGUE, "lang": "en"}, db), "write-again", db)
    assert "nowhere" in drawn.error[0].value
    assert store.version(db) == before


def test_a_folder_that_is_gone_is_told(copied: tuple[Path, Path]) -> None:
    folder, db = copied
    shutil.rmtree(folder)
    for part in ("add", "appeals"):
        drawn = page("files", {"league": LEAGUE, "lang": "en", "part": part}, db)
        assert "not on this machine" in drawn.warning[0].value
    assert all(button.disabled for button in drawn.button if str(button.key).startswith(("write-up", "write-rej")))


def test_a_database_that_another_program_holds_is_no_traceback(
    copied: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_args: object) -> Iterator[None]:
        raise store.StoreError("t.duckdb", "another program has the database open", "Close it there.")

    folder, db = copied
    monkeypatch.setattr(store, "replace_leagues", busy)
    (folder / "results" / "2026-04-15_sixty_seconds.xlsx").unlink()
    drawn = pressed(page("files", {"league": LEAGUE, "lang": "en"}, db), "write-again", db)
    assert any("another program has the database open" in each.value for each in drawn.markdown)


def test_an_id_that_is_taken_is_not_taken_again() -> None:
    appeal = dict.fromkeys(("by", "team_id", "submitted_at", "event", "game", "round", "question", "value"))
    lines = decided({**appeal, "id": "a1", "kind": "warn"}, "upheld", date.today(), names={}, taken={"a1", "a1-2"})  # type: ignore[arg-type]
    assert lines.rows[0]["id"] == "a1-3"


@pytest.fixture
def sofia(tmp_path: Path) -> Path:
    """The database of a copy of the league whose next evening has a handicap."""
    folder = Path(shutil.copytree(ROOT / "data" / "leagues" / "sofia-monthly", tmp_path / "sofia-monthly"))
    build([folder], tmp_path / "t.duckdb", date.today())
    return tmp_path / "t.duckdb"


def checked(db: Path, name: str, data: bytes, event: str | None = None) -> AppTest:
    """The preview of a file."""
    drawn = page("files", {"league": "sofia-monthly", "lang": "en", "part": "add"}, db)
    drawn.file_uploader[0].set_value((name, data, "text/csv"))
    drawn = again(drawn, db)
    return pressed(chosen(drawn, "which", event, db) if event else drawn, "check", db)


NEXT = "Отбор,1,2,3,4,5,6\nТретата чаша чай,7,12,14,9,8,25\n{team}\n"


def test_a_row_of_the_preview_adds_up(sofia: Path) -> None:
    drawn = checked(sofia, "x.csv", NEXT.format(team="Шопска логика,1,2,2,3,2,5").encode(), "2026-07-02")
    row = next(row for row in grid(drawn, "trial-quiz") if row["team"] == "Третата чаша чай")
    assert (row["points"], row["handicap"]) == ("73", "−2")
    assert sum(int(row[f"r{n}"]) for n in range(1, 7)) == 75
    assert "Nothing is doubtful in this file." in texts(drawn)
    assert not drawn.warning


def test_the_preview_names_teams_that_are_new_and_points_that_cannot_be(sofia: Path) -> None:
    drawn = checked(sofia, "x.csv", NEXT.format(team="Шопска логикка!,999999,-5,2,3,2,5").encode(), "2026-07-02")
    (said,) = [str(each.value).replace("\\", "") for each in drawn.warning]
    assert said == "1 team is new here: Шопска логикка! (perhaps Шопска логика?)"
    odd = [row["found"] for row in grid(drawn, "trial-findings") if row["code"] == "An unusual value"]
    assert len(odd) == 2
    assert any("999999 points in round 1" in text and "0 to 10" in text for text in odd)
    assert any("-5 points in round 2" in text for text in odd)
    assert "Nothing is doubtful in this file." not in texts(drawn)
    (near,) = [row["advice"] for row in grid(drawn, "trial-findings") if row["code"] == "A similar name"]
    assert "names.csv" not in near


@pytest.mark.parametrize(
    ("name", "data", "found", "advice"),
    [
        (
            "x.csv",
            NEXT.format(team="").encode(),
            "Neither the name of the file nor a column",
            "Choose the evening above",
        ),
        ("x.csv", b"event,team,points\nnope,A,5\n", "nope", "choose the evening above"),
        ("x.xlsx", b"PK\x03\x04 cut", "This is no workbook that can be opened", "Save it again as XLSX or as CSV"),
        ("x.csv", b"a,b\nc,d\n", "", "Give the columns a row of headings"),
    ],
)
def test_the_remedy_of_a_file_handed_in_is_on_the_page(
    name: str, data: bytes, found: str, advice: str, sofia: Path
) -> None:
    rows = grid(checked(sofia, name, data), "trial-findings")
    assert [row for row in rows if found in row["found"] and advice in row["advice"]], rows
    assert not [row for row in rows for text in row.values() if ".toml" in text or "events.csv" in text], rows
