"""The sample leagues in a database of their own, and pages drawn from it without a browser."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from unittest.mock import patch

from streamlit.testing.v1 import AppTest

from pipelines import store
from pipelines.cli.building import build
from pipelines.store import StoredLeague

ROOT = Path(__file__).parents[1]
LEAGUES = sorted(folder.name for folder in (ROOT / "data" / "leagues").iterdir() if folder.is_dir())
LANGUAGES = ("en", "bg", "ru")
PAGE = """
from importlib import import_module
import_module("dashboard.views.{view}").page()
"""


@cache
def database() -> Path:
    """All sample leagues, built today."""
    db = Path(tempfile.mkdtemp()) / "samples.duckdb"
    build([ROOT / "data" / "leagues" / name for name in LEAGUES], db, date.today())
    return db


@cache
def stored(league: str) -> StoredLeague:
    return store.read_league(database(), league)


@contextmanager
def environment(db: Path | None = None, **more: str) -> Iterator[None]:
    """The program's surroundings: which database it shows."""
    with patch.dict("os.environ", {"TABLO_DB": str(db or database()), **more}):
        yield


def page(view: str, at: Mapping[str, str | Sequence[str]], db: Path | None = None, **more: str) -> AppTest:
    """A view as it is drawn for an address; no exception reached the screen."""
    drawn = AppTest.from_string(PAGE.format(view=view), default_timeout=60)
    for name, value in at.items():
        drawn.query_params[name] = value  # type: ignore[assignment]
    with environment(db, **more):
        drawn.run()
    assert not drawn.exception, drawn.exception
    return drawn


def run(drawn: AppTest) -> AppTest:
    """Drawn again after something was clicked."""
    with environment():
        drawn.run()
    assert not drawn.exception, drawn.exception
    return drawn


def grid(drawn: AppTest, key: str) -> list[dict[str, str]]:
    """A table of a page as it is read, a row a row."""
    (described,) = [json.loads(e.proto.json) for e in drawn.get("bidi_component") if e.proto.id.endswith(f"-{key}")]
    columns = described["columns"]
    rows = zip(*(column["texts"] for column in columns), strict=True)
    return [dict(zip((column["key"] for column in columns), row, strict=True)) for row in rows]


def texts(drawn: AppTest) -> list[str]:
    """Every text of a page, cells of tables included."""
    said = [
        element.value for kind in ("title", "header", "subheader", "markdown", "caption") for element in drawn.get(kind)
    ]
    drawings = [json.loads(element.proto.json) for element in drawn.get("bidi_component")]
    columns = [column for drawing in drawings for column in drawing.get("columns", ())]
    cells = [text for column in columns for text in [column["label"], *column["texts"]]]
    return [*map(str, said), *cells]


def plain(text: str) -> Decimal:
    """A number as a language writes it, as a number."""
    kept = text.strip("()").replace("−", "-").replace("+", "").replace("\u00a0", "").replace("\u202f", "")
    if "," in kept and "." in kept:
        kept = kept.replace(",", "")
    return Decimal(kept.replace(",", "."))
