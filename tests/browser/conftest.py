"""The browser, the servers, and pages that fail when the browser complains."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from pipelines.building import build
from tests.browser.served import Served, serving
from tests.dashboard_samples import ROOT, database

ARGUMENTS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NORMAL: Final = re.compile(r"/_stcore/(health|host-config)$")
"""Where Streamlit looks for its own root, from a page that is not the first one; the browser notes each miss."""
PATIENCE: Final = 45_000
"""Milliseconds that a page may take on a machine that is busy with other tests."""

Open = Callable[..., Page]


def chromium_of(found: str | None, environ: Mapping[str, str]) -> str:
    """The browser's path. Where there is none the test is skipped, but where `CI` is true it fails."""
    if found is not None:
        return found
    missing = "there is no chromium on this machine (apt-get install chromium)"
    if environ.get("CI", "").lower() in ("true", "1"):
        pytest.fail(f"{missing}, and where CI is true the pages must be tested")
    pytest.skip(missing)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Ends with the last of these tests: its event loop would be in the way of others."""
    path = chromium_of(shutil.which("chromium"), os.environ)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """All sample leagues."""
    with serving(database(), log=tmp_path_factory.mktemp("server") / "log.txt") as served:
        yield served


@pytest.fixture
def public(tmp_path: Path) -> Iterator[Served]:
    """The read-only face of the sample leagues."""
    with serving(database(), "--public", log=tmp_path / "log.txt") as served:
        yield served


@pytest.fixture
def own(tmp_path: Path) -> Iterator[tuple[Served, Path]]:
    """A league that may be written into: a copy of a sample, and the copy's folder."""
    folder = tmp_path / "shaker-volga"
    shutil.copytree(ROOT / "data" / "leagues" / "shaker-volga", folder)
    db = tmp_path / "own.duckdb"
    build([folder], db, date.today())
    with serving(db, log=tmp_path / "log.txt") as served:
        yield served, folder


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[Open]:
    """Opens an address in a window of its own; at the end no script may have failed and no console have complained."""
    complaints: list[str] = []
    with ExitStack() as windows:

        def opened(url: str, *, width: int = 1440, height: int = 1000, **more: Any) -> Page:
            context: BrowserContext = chromium.new_context(
                viewport={"width": width, "height": height}, **{"locale": "en-US", **more}
            )
            context.set_default_timeout(PATIENCE)
            windows.callback(context.close)
            page = context.new_page()
            page.on("pageerror", lambda error: complaints.append(f"{url}: {error}"))
            page.on("console", lambda message: complaints.extend(_complaint(url, message)))
            page.goto(url)
            return page

        yield opened
    assert complaints == []


def _complaint(url: str, message: ConsoleMessage) -> Iterator[str]:
    if message.type == "error" and not NORMAL.search(message.location["url"]):
        yield f"{url}: {message.text} {message.location['url']}"
