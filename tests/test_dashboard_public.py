"""The public face: every view as anybody may see it names no path and no file, and writes nothing."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from google.protobuf.json_format import MessageToDict
from streamlit.testing.v1 import AppTest

from dashboard import loading
from dashboard.views import VIEWS
from pipelines import store
from pipelines.building import build
from tests.dashboard_samples import LEAGUES, ROOT, database, environment, grid, page, stored

FILE = re.compile(r"[\w)]\.(csv|tsv|xlsx|xlsm|ods|toml|duckdb|py)\b", re.IGNORECASE)
UNSEEN = {"url", "id", "deferredFileId", "formId", "pageScriptHash", "fragmentId", "jsContent", "cssContent"}
"""Parts of an element that nobody reads."""
WRITING = ("file_uploader", "chat_input", "camera_input", "audio_input", "data_editor", "text_area", "form")
ADDRESSES = [
    *((view.module, {}) for view in VIEWS),
    *(("files", {"part": part}) for part in ("sources", "differences", "add", "appeals", "names")),
    ("what_if", {"set": ["games.quiz.late=wrong"]}),
]


def said(proto: Any) -> Iterator[str]:
    """Every text of an element, and of the data that a component draws."""

    def texts(value: object, name: str = "") -> Iterator[str]:
        if isinstance(value, dict):
            for key, each in value.items():
                yield from texts(each, key)
        elif isinstance(value, list):
            for each in value:
                yield from texts(each, name)
        elif isinstance(value, str) and name not in UNSEEN:
            yield value

    return texts(MessageToDict(proto))


def elements(drawn: AppTest) -> Iterator[Any]:
    """Every element and container of the page."""
    yield from (node for node in drawn._tree if getattr(node, "proto", None) is not None)


def public(view: str, at: dict[str, Any], db: Path | None = None) -> AppTest:
    return page(view, at, db, TABLO_PUBLIC="1")


@pytest.mark.parametrize("league", LEAGUES)
@pytest.mark.parametrize(("view", "more"), ADDRESSES)
def test_no_view_names_a_file_or_a_path(view: str, more: dict[str, Any], league: str) -> None:
    drawn = public(view, {"league": league, "lang": "en", **more})
    meta, sources = stored(league).meta, stored(league).facts.sources
    names = {name for file in sources["file"] for name in (file, Path(file).name)}
    names |= {meta.folder, str(database()), str(ROOT)}
    told = [text for element in elements(drawn) for text in said(element.proto)]
    assert len(told) > 5
    assert [text for text in told if FILE.search(text) or any(name in text for name in names)] == []


@pytest.mark.parametrize("league", LEAGUES)
@pytest.mark.parametrize(("view", "more"), ADDRESSES)
def test_no_view_has_a_way_to_write(view: str, more: dict[str, Any], league: str) -> None:
    drawn = public(view, {"league": league, "lang": "en", **more})
    assert [kind for kind in WRITING if drawn.get(kind)] == []
    assert [button.key for button in drawn.button if str(button.key).startswith(("write", "save"))] == []


def test_the_private_face_has_them() -> None:
    """What the test above looks for is there where it may be."""
    assert page("files", {"league": LEAGUES[0], "part": "add"}).get("file_uploader")
    appeals = page("files", {"league": "berlin-2025-26", "part": "appeals"})
    assert [button for button in appeals.button if str(button.key).startswith("write-upheld")]
    told = [text for element in elements(page("files", {"league": LEAGUES[0]})) for text in said(element.proto)]
    assert any(FILE.search(text) for text in told)


@pytest.mark.parametrize("view", [view.module for view in VIEWS])
def test_every_button_leaves_folder_and_database_as_they_are(view: str, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ROOT / "data" / "leagues" / "berlin-2025-26", tmp_path / "berlin-2025-26"))
    db = tmp_path / "t.duckdb"
    build([folder], db, date.today())
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}, store.version(db)
    drawn = public(view, {"lang": "en"}, db)
    for number in range(min(len(drawn.button), 12)):
        with environment(db, TABLO_PUBLIC="1"):
            again = public(view, {"lang": "en"}, db)
            if number < len(again.button) and not again.button[number].disabled:
                again.button[number].click().run()
                assert not again.exception
    assert ({path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}, store.version(db)) == before


def test_in_public_no_finding_is_about_how_a_file_is_written() -> None:
    found = stored("shaker-volga").scored.findings
    assert found.filter(code="rows_passed_over").height
    seen = found.filter(~pl.col("code").is_in(loading.OF_FILES)).height
    rows = grid(public("files", {"league": "shaker-volga", "lang": "en"}), "findings")
    assert len(rows) == seen < found.height
    assert not {row["code"] for row in rows} & {"Rows passed over", "Unknown column", "A hidden row"}
    for drawn, notes in ((page, True), (public, False)):
        (counted,) = [
            str(each.value)
            for each in drawn("league", {"league": "shaker-volga", "lang": "en"}).markdown
            if re.search(r"\d+ warnings", str(each.value))
        ]
        assert ("29 notes" in counted) is notes
