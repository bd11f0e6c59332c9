"""What a person sees on a page: its tables, its words, the moment at which it is ready."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.conftest import PATIENCE

T = TypeVar("T")
READ_TABLE: Final = """table => {
  const texts = row => [...row.cells].map(cell => cell.innerText.trim());
  return [texts(table.tHead.rows[0]), ...[...table.tBodies[0].rows].map(texts)];
}"""
READY: Final = """() => {
  const app = document.querySelector("[data-testid=stApp]");
  const all = selector => [...document.querySelectorAll(selector)];
  const parts = all("[data-testid^=stBidiComponent]").map(part => part.shadowRoot ?? part);
  return app?.dataset.testScriptState === "notRunning"
    && (all("h1").length || parts.some(part => part.querySelector(".hall")))
    && !all("[data-stale=true], [data-testid=stSkeleton], [data-testid=stAppSkeleton]").length
    && parts.every(part => part.querySelector("table, .take, .hall .head"))
    && all(".stPlotlyChart").every(chart => chart.querySelector(".main-svg"));
}"""
"""Whether the server has said all and the browser has drawn all of it: text, tables, charts."""
SEEN: Final = """() => {
  const said = [];
  const walk = node => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.trim() && said.push(node.data.trim());
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (["STYLE", "SCRIPT", "NOSCRIPT", "TITLE"].includes(node.tagName)) return;
      if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
      if (/Material/.test(getComputedStyle(node).fontFamily)) return;
      if (node.value && ["INPUT", "TEXTAREA"].includes(node.tagName)) said.push(node.value);
    }
    for (const child of (node.shadowRoot ?? node).childNodes) walk(child);
  };
  walk(document.body);
  return said;
}"""
"""Every visible text, those of tables in their shadow too, without the names of icons."""


def ready(page: Page) -> Page:
    """The page, once it is drawn whole."""
    page.wait_for_function(READY)
    return page


def table(page: Page | Locator, name: str | None = None) -> list[dict[str, str]]:
    """The rows of a table, by its name for those who hear it, or of the only one."""
    found = page.get_by_role("table", name=name, exact=True) if name else page.get_by_role("table")
    headings, *rows = found.evaluate(READ_TABLE)
    return [dict(zip(headings, row, strict=True)) for row in rows]


def texts(page: Page) -> list[str]:
    """Every visible text of the page."""
    found: list[str] = page.evaluate(SEEN)
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
    """Choose in a list, by typing what is wanted and taking it: a long list has only those in the page that are seen."""
    ready(page)
    field = page.get_by_role("combobox", name=label, exact=True)
    field.click()
    field.fill(option)
    page.get_by_role("option", name=option, exact=True).click()
