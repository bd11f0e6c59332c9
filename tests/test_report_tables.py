"""A table to paste, to send as a picture, to open in a spreadsheet."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from io import BytesIO

import fastexcel
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pipelines.export import fonts, picture, workbook
from pipelines.export.plain import plain_text, width
from pipelines.export.readable import Column, Presented, Readable
from pipelines.export.shown import Shown, event_table
from pipelines.tables import UNITS
from tests.conftest import points, small_facts, small_scored

LABELS = {"place": "Място", "team": "Отбор", "points": "Точки", "r1": "1", "r2": "2"}


def evening() -> Presented:
    return Presented(event_table(small_facts(), small_scored(), "e1", "quiz"), LABELS)


def results() -> Presented:
    """One result dropped, one absence dropped."""
    frame = pl.DataFrame(
        {
            "team": ["Едно", "Две", "Три"],
            "points": [points(28.5), points(28), points(8)],
            "e1": [points(8.125), None, 0],
            "_dropped": [True, False, True],
            "_absent": [False, False, True],
        },
        schema_overrides={"points": pl.Int64, "e1": pl.Int64},
    )
    shown = Shown(frame, {"points": UNITS, "e1": UNITS})
    labels = {"team": "Team", "points": "Points", "e1": "5 Mar"}
    return Presented(
        shown, labels, struck={"e1": "_dropped"}, absent={"e1": "_absent"}, title="Март", notes=["Бележка"]
    )


def test_an_evening_as_plain_text() -> None:
    assert plain_text(evening().readable(",")).splitlines() == [
        "Място  Отбор  Точки    1    2",
        "─────────────────────────────",
        "  1–2  Ёлка    10,5  6,5  4,0",
        "  1–2  Чайка   10,5  4,0  6,5",
        "       alpha   11,0  5,0  6,0",
    ]


def test_dropped_results_stand_in_brackets_and_figures_line_up() -> None:
    assert plain_text(replace(results(), subtitle="Лига").readable()) == (
        "Март\nЛига\n\n"
        "Team  Points   5 Mar\n"
        "────────────────────\n"
        "Едно    28.5  (8.13)\n"
        "Две     28.0\n"
        "Три      8.0     (–)\n"
        "\nБележка\n"
    )


def test_wide_letters_and_marks_are_measured() -> None:
    assert [width(text) for text in ("Ёж", "東京", "е\u0301", "a\u200bb")] == [2, 4, 1, 2]


def table(*texts: str, **more: object) -> Readable:
    columns = [Column("Place", [str(n) for n in range(len(texts))], right=True), Column("Team", texts)]
    return Readable(columns, **more)  # type: ignore[arg-type]


def image(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def edge_is_paper(drawn: Image.Image, paper: str) -> bool:
    """Whether nothing is drawn in the margins."""
    wide, high, rim = drawn.width, drawn.height, 20
    strips = [(0, 0, wide, rim), (0, high - rim, wide, high), (0, 0, rim, high), (wide - rim, 0, wide, high)]
    colour = tuple(bytes.fromhex(paper[1:]))
    return all(drawn.crop(strip).getcolors() == [((_area(strip)), colour)] for strip in strips)


def _area(box: tuple[int, int, int, int]) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


HARD = [
    "Шпрее наперекосяк",
    "Отбор с много, много дълго име, което никой не може да каже на един дъх",
    "Неразделимоединодумавкоятоняманитоединпразенинтервализатоваеширока" * 2,
    "Ура 😀 東京 שלום",
    "е\u0301\u0301 j́ Ä Щ g",
    "",
]


@pytest.mark.parametrize("dark", [False, True])
def test_nothing_is_cut_off_from_a_picture(dark: bool) -> None:
    drawn = image(picture.picture(table(*HARD, title="Заглавие " * 20, notes=["Правило " * 40]), dark=dark))
    assert edge_is_paper(drawn, (picture.DARK if dark else picture.LIGHT).paper)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.text(max_size=60), min_size=1, max_size=3), st.text(max_size=60))
def test_nothing_is_cut_off_whatever_the_texts(texts: list[str], title: str) -> None:
    assert edge_is_paper(image(picture.picture(table(*texts, title=title))), picture.LIGHT.paper)


def test_lines_are_no_wider_than_allowed_and_hold_the_whole_text() -> None:
    face = fonts.face(30)
    for text in HARD:
        lines = picture.broken(text, face, 200)
        assert all(face.width(line) <= 200 for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_every_letter_of_our_languages_is_drawn() -> None:
    letters = "абвгдежзийклмнопрстуфхцчшщъыьэюяёѝ" * 2
    for sign in letters + letters.upper() + "äöüßÄÖÜ«»„“–−":
        assert any(fonts._has(font, sign) for font in fonts.face(30).fonts), sign


def test_a_machine_without_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_installed", dict)
    fonts.face.cache_clear()
    try:
        assert edge_is_paper(image(picture.picture(table("Latin letters", title="Title"))), picture.LIGHT.paper)
    finally:
        fonts.face.cache_clear()


def test_a_dropped_result_is_struck_through() -> None:
    struck = results().readable()
    plain = Readable([replace(column, struck=()) for column in struck.columns], struck.title, notes=struck.notes)
    assert picture.picture(struck) != picture.picture(plain)


def test_a_picture_of_a_long_table_says_how_much_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    notes: list[object] = []
    kept = picture._cut
    monkeypatch.setattr(picture, "_cut", lambda of, rows: notes.append(kept(of, rows)) or notes[-1])
    drawn = image(picture.picture(table(*map(str, range(2000)))))
    assert 10_000 < drawn.height <= picture.TALLEST
    (cut,) = notes
    assert isinstance(cut, Readable)
    assert list(cut.notes) == [f"+ {2000 - cut.height}"]


def test_a_workbook_has_numbers_with_formats_and_texts_as_texts() -> None:
    file = BytesIO()
    with workbook.opened(file) as book:
        for title in ("Март / 2026", "Март   2026", "x" * 40, "X" * 40):
            sheet = book.sheet(title)
            sheet.line("=1+1", bold=True)
            sheet.table(results())
    read = fastexcel.read_excel(file.getvalue())
    assert read.sheet_names[2:] == ["x" * 31, "X" * 27 + " 2"]
    rows = read.load_sheet(0, header_row=None).to_polars().rows()
    assert rows[0][0] == "=1+1"
    assert [row[0] for row in rows[2:]] == ["Едно", "Две", "Три"]
    assert [float(row[1]) for row in rows[2:]] == [28.5, 28, 8]
    assert [row[2] for row in rows[2:]] == ["8.125", None, "(–)"]
    with zipfile.ZipFile(file) as parts:
        styles, page = parts.read("xl/styles.xml").decode(), parts.read("xl/worksheets/sheet1.xml").decode()
    assert 'formatCode="(0.00);(-0.00)"' in styles
    assert "<strike/>" in styles
    assert "<f>" not in page
