"""What a finger does, and what stays readable where there is little room."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.seen import ready
from tests.browser.served import Served

SOFIA, SHAKER = "sofia-monthly", "shaker-volga"
PHONE: Final[dict[str, Any]] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
BROKEN_WORDS: Final = """cells => cells.flatMap(cell => {
  const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
  const found = [...text.data.matchAll(/\\S+/g)].map(word => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1 ? word[0] : "";
  });
  return found.filter(Boolean);
})"""
"""Words of cells that stand on more than one line."""
EDGES: Final = """rows => rows.map(row => {
  const [place, team] = [...row.querySelectorAll(".pin")].map(cell => cell.getBoundingClientRect());
  return team.left - place.right;
})"""
"""The space between the two pinned columns of each row."""


def test_the_screen_of_the_hall_is_led_by_a_finger(samples: Served, open_page: Open) -> None:
    page = ready(open_page(samples.at("event", league=SOFIA, event="2026-06-11", screen="1"), **PHONE))
    expect(page.get_by_text("Tap: the next place")).to_be_visible()
    expect(page.get_by_text("Backspace")).to_be_hidden()
    page.locator(".hall .list").tap()
    expect(page.locator(".hall .row[aria-hidden=false]")).to_have_count(1)
    page.get_by_role("button", name="Leave the screen").tap()
    expect(page.get_by_role("link", name="Standings")).to_be_visible()
    expect(page.locator(".hall")).to_have_count(0)


def test_a_keyboard_is_told_its_keys(samples: Served, open_page: Open) -> None:
    page = ready(open_page(samples.at("event", league=SOFIA, event="2026-06-11", screen="1")))
    expect(page.get_by_text("Backspace")).to_be_visible()
    expect(page.get_by_text("Tap: the next place")).to_be_hidden()


def test_that_places_are_not_settled_stands_below_the_last_team(samples: Served, open_page: Open) -> None:
    page = ready(open_page(samples.at("event", league=SHAKER, event="sar-2024-11-21", screen="1")))
    hint = page.get_by_text("The places are not settled yet.").bounding_box()
    last = page.locator(".hall .row").last.bounding_box()
    assert hint and last and last["y"] + last["height"] <= hint["y"]
    assert hint["y"] + hint["height"] <= 1000


@pytest.mark.parametrize("scale", [1, 2, 2.625])
def test_nothing_shows_between_the_pinned_columns(samples: Served, open_page: Open, scale: float) -> None:
    page = ready(open_page(samples.at("standings", league=SHAKER, lang="ru"), device_scale_factor=scale, **PHONE))
    page.locator(".scroll").first.evaluate("scroll => scroll.scrollLeft = 137")
    edges = page.locator(".scroll").first.locator("tr").evaluate_all(EDGES)
    assert len(edges) > 10 and max(edges) <= 0
    assert min(edges) > -1


@pytest.mark.parametrize(("view", "more"), [("standings", {}), ("event", {"event": "sam-2026-02-19"})])
def test_no_name_breaks_within_a_word(samples: Served, open_page: Open, view: str, more: dict[str, str]) -> None:
    page = ready(open_page(samples.at(view, league=SHAKER, lang="ru", **more), **PHONE))
    assert page.locator("td.team").evaluate_all(BROKEN_WORDS) == []
