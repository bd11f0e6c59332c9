"""Every fault that pages are searched for is found where it is, and nothing is found where all is well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import faults
from tests.browser.conftest import chromium_of

PAGE = """<body style="margin: 0; background: #fff"><div class="stApp" style="background: {ground}; color: {ink}">
<div data-testid="stMain" style="overflow: auto">{body}</div></div></body>"""


@pytest.fixture
def page(chromium: Browser) -> Any:
    context = chromium.new_context(viewport={"width": 390, "height": 800})
    yield context.new_page()
    context.close()


def shown(page: Page, body: str, ground: str = "#fff", ink: str = "#222") -> Page:
    page.set_content(PAGE.format(body=body, ground=ground, ink=ink))
    return page


def raw(page: Page) -> list[str]:
    return faults.raw(page, {"team-7"})


@pytest.mark.parametrize(
    ("of", "body"),
    [
        (faults.too_wide, "<div style='width: 900px'>A table that is wider than the page</div>"),
        (faults.too_wide, "<p style='width: 90px; overflow: hidden; white-space: nowrap'>A name that is cut off</p>"),
        (faults.too_faint, "<p style='color: #999'>Small print</p>"),
        (faults.too_faint, "<p style='opacity: 0.5'>Small print</p>"),
        (faults.too_faint, "<table><tr><td style='background: #222'>12.5</td></tr></table>"),
        (faults.too_faint, "<svg height='20'><text y='15' fill='#aaa'>Axis</text></svg>"),
        (faults.nameless, "<button></button>"),
        (faults.nameless, "<input type='text'>"),
        (faults.nameless, "<table><tr><td>12.5</td></tr></table>"),
        (faults.nameless, "<button aria-label='Late :gray-badge[assumed]'>?</button>"),
        (faults.twins, "<table aria-label='A'><tr><td>1</td></tr></table>" * 2),
        (raw, "<p>None</p>"),
        (raw, "<p>nan points</p>"),
        (raw, "<p>Season: season_sixty_seconds</p>"),
        (raw, "<p>team-7</p>"),
    ],
)
def test_a_fault_is_found(page: Page, of: Callable[[Page], list[str]], body: str) -> None:
    assert of(shown(page, body))


@pytest.mark.parametrize("of", [faults.too_wide, faults.too_faint, faults.nameless, faults.twins, raw])
def test_where_all_is_well_nothing_is_found(page: Page, of: Callable[[Page], list[str]]) -> None:
    body = """<h1>Standings</h1><p style="color: #595959">results/2026-01-14_sixty_seconds.xlsx is read</p>
      <div style="overflow-x: auto"><table style="width: 900px" aria-label="A"><tr><td>12.5</td></tr></table></div>
      <button disabled style="color: #ccc">Nothing to save</button><label>Name <input></label>
      <p style="position: relative; background: #070; width: 9px">
      <span style="position: absolute; top: 3em">Above it</span></p>"""
    assert of(shown(page, body)) == []


def test_light_ink_on_a_dark_page_is_no_fault(page: Page) -> None:
    assert faults.too_faint(shown(page, "<p>Small print</p>", ground="#14181b", ink="#e8e6e1")) == []
    assert faults.too_faint(shown(page, "<p>Small print</p>", ground="#14181b", ink="#444")) != []


def test_without_a_browser_a_test_is_skipped_but_fails_where_ci_is_true() -> None:
    assert chromium_of("/usr/bin/chromium", {"CI": "true"}) == "/usr/bin/chromium"
    with pytest.raises(pytest.skip.Exception, match="apt-get install chromium"):
        chromium_of(None, {})
    with pytest.raises(pytest.fail.Exception, match="no chromium"):
        chromium_of(None, {"CI": "true"})
