"""The season report: what it covers, that its numbers are those of the command, and that it runs nothing."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import fastexcel
import polars as pl
import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from pipelines.export.catalogues import LOCALES
from pipelines.export.report import LANGUAGES, Language
from tests.conftest import tablo

HERE = Path(__file__).parent
LEAGUES = HERE.parent / "data" / "leagues"
SOURCE = HERE.parent / "pipelines" / "export" / "report"
MEANS, HELD, WINTER = "13-means-for-shared-places", "12-sent-twice-and-corrected", "19-staked-blank-and-winter"
CASES = (MEANS, HELD, WINTER)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    room = tmp_path_factory.mktemp("reports")
    for name in CASES:
        shutil.copytree(HERE / "cases" / name, room / name, ignore=shutil.ignore_patterns("expect.toml", "then"))
    assert (
        tablo("build", *(room / name for name in CASES), LEAGUES / "sofia-monthly", "--db", room / "t.duckdb").status
        == 1
    )
    return room / "t.duckdb"


class Page(HTMLParser):
    """The tables of a page by their headings, and everything that could fetch or run something."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.active: list[str] = []
        self.struck: list[str] = []
        self.title, self.tag = "", ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tag = tag
        named = dict(attrs)
        link = named.get("href") or named.get("src") or ""
        if tag in ("script", "link", "img", "iframe", "form") or (link and not link.startswith("#")):
            self.active.append(tag)
        self.active += [name for name in named if name.startswith("on") or name == "style"]
        if tag in ("h2", "h3"):
            self.title = ""
        if tag == "table":
            self.tables[self.title] = []
        if tag == "tr":
            self.tables[self.title].append([])
        if tag in ("td", "th"):
            self.tables[self.title][-1].append("")

    def handle_data(self, data: str) -> None:
        if self.tag in ("h2", "h3"):
            self.title += data.strip()
        if self.tag in ("td", "th", "s") and data.strip():
            self.tables[self.title][-1][-1] += data
        if self.tag == "s":
            self.struck.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == self.tag:
            self.tag = ""


def page(db: Path, league: str, tmp_path: Path, *options: str) -> Page:
    to = tmp_path / "r.html"
    ran = tablo("report", league, "--db", db, "--to", to, "--as-of", "2026-07-01", *options)
    assert (ran.status, ran.err) == (0, f"Wrote {to}.\n")
    return Page(to.read_text("utf-8"))


def test_the_standings_are_those_of_the_command(db: Path, tmp_path: Path) -> None:
    wanted = json.loads(tablo("series", MEANS, "season_sixty_seconds", "--db", db, "--format", "json").out)
    table = {title: rows for title, rows in page(db, MEANS, tmp_path).tables.items() if "60" in title}
    rows = next(iter(table.values()))[1:]
    assert [row[1] for row in rows] == [row["team"] for row in wanted]
    assert [float(row[2].replace(",", ".")) for row in rows] == [round(row["points"], 2) for row in wanted]
    assert [row[0] for row in rows][3] == "4–6"


def test_dropped_results_are_struck_through_and_in_brackets(db: Path, tmp_path: Path) -> None:
    found = page(db, MEANS, tmp_path)
    assert found.struck
    assert all(re.fullmatch(r"\([\d.,−–]+\)", text) for text in found.struck)


def test_a_workbook_holds_the_same_numbers_as_numbers(db: Path, tmp_path: Path) -> None:
    to = tmp_path / "r.xlsx"
    assert tablo("report", "sofia-monthly", "--db", db, "--to", to, "--as-of", "2026-07-01").status == 0
    book = fastexcel.read_excel(to)
    assert book.sheet_names == [
        "Куиз в четвъртък, София",
        "Класиране",
        "Титли",
        "Издания",
        "Отворени забележки",
        "Приети правила",
    ]
    sheet = book.load_sheet("Класиране", header_row=None, dtypes="string").to_polars()
    sheet.columns = [f"c{n}" for n in range(sheet.width)]
    wanted = json.loads(tablo("series", "sofia-monthly", "month", "--db", db, "--format", "json").out)
    at = sheet["c1"].to_list().index("Отбор") + 1
    rows = sheet.slice(at, len(wanted))
    assert rows["c1"].to_list() == [row["team"] for row in wanted]
    assert rows["c2"].cast(pl.Float64).to_list() == [row["points"] for row in wanted]
    with zipfile.ZipFile(to) as parts:
        pages = [parts.read(name).decode() for name in parts.namelist() if name.startswith("xl/worksheets/")]
    assert not any("<f>" in text or "<hyperlink" in text for text in pages)
    assert any('<c r="C6" ' in text and "<v>39</v>" in text for text in pages)


def test_a_held_evening_says_why_and_a_period_may_be_chosen(db: Path, tmp_path: Path) -> None:
    page(db, HELD, tmp_path)
    assert "Задържано: " in (tmp_path / "r.html").read_text("utf-8")
    march = page(db, "sofia-monthly", tmp_path, "--period", "2026-03")
    year = page(db, "sofia-monthly", tmp_path, "--period", "2026")
    latest = page(db, "sofia-monthly", tmp_path)
    assert [t for t in march.tables if t.startswith("Месечно")] == ["Месечно класиране, март 2026"]
    assert [t for t in latest.tables if t.startswith("Месечно")] == ["Месечно класиране, юни 2026"]
    assert len([t for t in year.tables if t.startswith("Месечно")]) == 4
    assert len(year.tables["Всички издания"]) - 1 == 17  # the cancelled one is listed, the coming one is not yet


def test_an_evening_has_its_rounds_its_criteria_and_its_winner(db: Path, tmp_path: Path) -> None:
    to = tmp_path / "r.html"
    tablo("report", "sofia-monthly", "--db", db, "--to", to, "--period", "2026-06")
    table = next(rows for title, rows in Page(to.read_text("utf-8")).tables.items() if title.startswith("4 юни 2026"))
    assert table[0] == ["Място", "Отбор", "Точки", "1", "2", "3", "4", "5", "6", "Напред с"]
    assert table[1][:3] == ["1", "Двойка по поведение", "87"]
    assert table[1][-1] == "допълнителен рунд"
    assert "Победител на вечерта: Двойка по поведение (допълнителен рунд)." in to.read_text("utf-8")


def test_a_scenario_says_that_it_is_one(db: Path, tmp_path: Path) -> None:
    to = tmp_path / "r.html"
    tablo("report", "sofia-monthly", "--db", db, "--to", to, "--set", "games.quiz.tied_places=dense")
    text = to.read_text("utf-8")
    assert "Проба с други правила" in text
    assert "games.quiz.tied_places=dense" in text


@pytest.mark.parametrize("league", [*CASES, "sofia-monthly"])
def test_a_page_fetches_and_runs_nothing(db: Path, tmp_path: Path, league: str) -> None:
    assert page(db, league, tmp_path, "--period", "all").active == []


def test_names_are_text_in_a_page(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    (folder / "results").mkdir(parents=True)
    (folder / "league.toml").write_text('rule_set = "bg_monthly"\ntitle = "<b>A & B</b>"\n', "utf-8")
    (folder / "events.csv").write_text('event,date,title\ne1,2026-03-05,"<img src=x onerror=1>"\n', "utf-8")
    (folder / "results" / "e1.csv").write_text("Отбор,1,2\n<script>alert(1)</script>,3,4\nДве,5,3\n", "utf-8")
    tablo("build", folder, "--db", tmp_path / "t.duckdb")
    found = page(tmp_path / "t.duckdb", "cup", tmp_path)
    assert found.active == []
    assert "<script>alert(1)</script>" in {row[1] for rows in found.tables.values() for row in rows if len(row) > 1}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--to", "r.pdf"), "one of .xlsx, .html"),
        (("--to", "r.html", "--period", "2026-33"), "The nearest: 2026, 2026-03"),
        (("--to", "/proc/none/r.html"), "name another one with --to"),
    ],
)
def test_what_cannot_be_written_is_said(db: Path, options: tuple[str, ...], said: str) -> None:
    ran = tablo("report", "sofia-monthly", "--db", db, *options)
    assert (ran.status, said in ran.err) == (2, True), ran.err


def messages() -> Iterator[str | tuple[str, ...]]:
    keywords = {"t": None, "N_": None, "many": (1, 2)}
    for _file, _line, message, _comments, _context in extract_from_dir(
        SOURCE, method_map=[("**.py", "python")], keywords=keywords
    ):
        yield str(message) if isinstance(message, str) else tuple(map(str, message))


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_every_message_has_its_translation(code: str) -> None:
    with (LOCALES / f"{code}.po").open("rb") as file:
        catalogue = {m.id if isinstance(m.id, str) else tuple(m.id): m for m in read_po(file, locale=code) if m.id}
    wanted = {message for message in messages() if message}
    assert wanted == set(catalogue)
    for message in catalogue.values():
        forms = [message.string] if isinstance(message.string, str) else list(message.string)
        told = message.id if isinstance(message.id, str) else message.id[1]
        assert all(forms), message.id
        assert all(set(re.findall(r"\{\w+\}", form)) <= set(re.findall(r"\{\w+\}", told)) for form in forms), message.id


def test_findings_are_told_in_the_leagues_language(db: Path, tmp_path: Path) -> None:
    tables = page(db, "sofia-monthly", tmp_path).tables
    told = [row[-1] for row in tables["Отворени забележки"][1:]]
    assert "Енциклопедия без корици: играчи 9; позволени са от 1 до 8. Проверете броя на играчите." in told
    assert not any(re.search("[A-Za-z]{2,}", text) for text in told)


def test_assumed_rules_have_their_reasons_in_the_leagues_language(db: Path, tmp_path: Path) -> None:
    reasons = [row[-1] for row in page(db, "sofia-monthly", tmp_path).tables["Приети правила"][1:]]
    assert "поделеното първо място е първо място" in reasons
    assert not any(re.search("[A-Za-z]{2,}", text) for text in reasons)


def test_plurals_and_dates_by_language() -> None:
    ru = Language("ru")
    assert [ru.many("{n} final event", "{n} final events", n)[:8] for n in (1, 2, 5)] == [
        "1 заверш",
        "2 заверш",
        "5 заверш",
    ]
    assert len({ru.many("{n} final event", "{n} final events", n)[2:] for n in (1, 2, 5)}) == 3
    assert Language("de").many("{n} final event", "{n} final events", 1) == "1 final event"
