"""What is taken along from under tables and charts: all of what is seen, made when it is asked for."""

from __future__ import annotations

import ast
import json
from datetime import date
from io import BytesIO
from pathlib import Path

import pytest
from babel.dates import format_date
from PIL import Image

import dashboard
from dashboard import downloads
from tests.dashboard_samples import LEAGUES, environment, grid, page, stored

PLACE = {"league": "sofia-monthly", "lang": "bg", "period": "2026-03"}


def seen(key: str) -> dict[str, object]:
    """The description of a table of the page of standings."""
    drawn = page("standings", PLACE)
    (found,) = [json.loads(e.proto.json) for e in drawn.get("bidi_component") if e.proto.id.endswith(f"-{key}")]
    return dict(found)


def test_a_picture_and_a_text_hold_every_row_as_it_is_seen() -> None:
    table = downloads.readable(seen("standings"))
    rows = grid(page("standings", PLACE), "standings")
    assert table.rows == [tuple(row.values()) for row in rows]
    assert table.title
    whole = Image.open(BytesIO(downloads._png(lambda: table)))
    part = Image.open(BytesIO(downloads._png(lambda: table.head(2))))
    assert whole.width >= part.width
    assert whole.height > part.height


def test_results_that_do_not_count_are_struck_out_in_the_picture_too() -> None:
    at = {"league": "berlin-2025-26", "lang": "en", "series": "season_sixty_seconds"}
    drawn = page("standings", at)
    (data,) = [json.loads(e.proto.json) for e in drawn.get("bidi_component") if e.proto.id.endswith("-standings")]
    columns = downloads.readable(data).columns
    struck = [text for of in columns for text, flag in zip(of.texts, of.struck, strict=False) if flag]
    assert struck
    assert all(text.startswith("(") for text in struck)


def test_nothing_is_made_before_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def made(*_args: object) -> bytes:
        raise AssertionError("made unasked")

    for maker in ("_csv", "_xlsx", "_png", "_said", "readable"):
        monkeypatch.setattr(downloads, maker, made)
    drawn = page("standings", PLACE)
    assert [button.label for button in drawn.get("download_button")][:3] == ["CSV", "XLSX", "PNG"]


def test_the_text_stands_there_once_its_place_is_opened() -> None:
    drawn = page("standings", PLACE)
    assert not drawn.code
    drawn.session_state["standings-text"] = True
    with environment():
        drawn.run()
    text = drawn.code[0].value
    assert stored("sofia-monthly").meta.title in text
    assert f"изготвено на {format_date(date.today(), 'd MMM y', 'bg')}" in text
    assert all(row["team"] in text for row in grid(drawn, "standings"))


@pytest.mark.parametrize("league", LEAGUES)
def test_a_chart_can_be_saved_by_the_name_of_its_element(league: str) -> None:
    drawn = page("league", {"league": league, "lang": "ru"})
    found = [json.loads(element.proto.json) for element in drawn.get("bidi_component")]
    (chart,) = [data for data in found if "chart" in data]
    assert (chart["chart"], chart["name"], chart["title"]) == ("race", "Гонка", "Гонка")
    assert chart["help"] == {"png": "Сохранить график как PNG", "svg": "Сохранить график как SVG"}


def test_no_view_draws_a_chart_that_cannot_be_saved() -> None:
    """Charts and downloads stand in one place: a call of Streamlit's own anywhere else has no way to be saved."""
    home = Path(dashboard.__file__).parent
    calls = {
        file.relative_to(home).as_posix()
        for file in home.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("plotly_chart", "download_button")
    }
    assert calls == {"downloads.py"}
