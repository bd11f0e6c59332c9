"""What a person sees on a page: its tables, its words, the moment at which it is ready."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from playwright.sync_api import Error, Locator, Page

from tests.browser.conftest import PATIENCE

T = TypeVar("T")
READ_TABLE: Final = """table => {
  const texts = row => [...row.cells].map(cell => cell.innerText.trim());
  return [texts(table.tHead.rows[0]), ...[...table.tBodies[0].rows].map(texts)];
}"""
READY: Final = Path(__file__).with_name("ready.js").read_text("utf-8")
SEEN: Final = Path(__file__).with_name("seen.js").read_text("utf-8")


def ready(page: Page) -> Page:
    """The page, once it is drawn whole."""
    page.wait_for_function(READY)
    return page


def table(page: Page | Locator, name: str | None = None) -> list[dict[str, str]]:
    """The rows of a table, by its name for those who hear it, or of the only one."""
    found = page.get_by_role("table", name=name, exact=True) if name else page.get_by_role("table")
    headings, *rows = found.evaluate(READ_TABLE)
    return [dict(zip(headings, row, strict=True)) for row in rows]


def texts(page: Page, *, code: bool = True) -> list[str]:
    """Every visible text of the page; without `code` those that are marked as written in files are left out."""
    found: list[str] = page.evaluate(SEEN, code)
    return found


def said(page: Page) -> str:
    """All of it, in one line."""
    return " ".join(" ".join(texts(page)).split())


def eventually(read: Callable[[], T], wanted: T) -> None:
    """What is read is what is wanted, now or as soon as the page has caught up."""
    holds(lambda: read() == wanted, read)
    assert read() == wanted


def holds(condition: Callable[[], bool], told: Callable[[], Any], patience: float = PATIENCE / 1000) -> None:
    """The condition is true, now or within so many seconds; `told` says what is there instead."""
    deadline = time.monotonic() + patience
    while not _true(condition):
        assert time.monotonic() < deadline, told()
        time.sleep(0.03)


def _true(condition: Callable[[], bool]) -> bool:
    """A table that is being drawn anew at this moment is no table, and one in the old language has other headings."""
    try:
        return condition()
    except (Error, LookupError):
        return False


def ask(page: Page, name: str, team: str, heading: str) -> None:
    """Click a number of a table."""
    found = page.get_by_role("table", name=name, exact=True)
    headings = found.get_by_role("columnheader").all_inner_texts()
    row = found.get_by_role("row").filter(has=page.get_by_role("link", name=team, exact=True))
    row.get_by_role("cell").nth([text.strip() for text in headings].index(heading)).click()


def choose(page: Page, label: str, option: str) -> None:
    """Choose in a list by typing: of a long one the page holds only what is seen."""
    ready(page)
    field = page.get_by_role("combobox", name=label, exact=True)
    field.click()
    field.fill(option)
    page.get_by_role("option", name=option, exact=True).click()
