"""Every page, width, language, light and dark: it fits, can be read and heard, and shows no raw value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.browser import faults
from tests.browser.conftest import Open
from tests.browser.seen import holds, ready
from tests.browser.served import Served
from tests.dashboard_samples import LANGUAGES, stored

SOFIA, BERLIN, SHAKER = "sofia-monthly", "berlin-2025-26", "shaker-volga"
WIDTHS: Final = (390, 1440, 2560)
SCHEMES: Final = ("light", "dark")
TRIED: Final = ("games.quiz.streak_handicap.step=0", "series.month.tie_points=mean")

At = tuple[str, dict[str, str | Sequence[str]]]
PAGES: Final[dict[str, Sequence[At]]] = {
    "league": [("", {"league": name}) for name in (SOFIA, BERLIN, SHAKER)],
    "event": [
        ("event", {"league": SOFIA, "event": "2026-06-18"}),
        ("event", {"league": BERLIN, "event": "2026-02-11", "game": "sixty_seconds"}),
        ("event", {"league": SHAKER, "event": "sar-2024-11-21"}),
    ],
    "round": [
        ("event", {"league": SOFIA, "event": "2026-06-11", "round": "4"}),
        ("event", {"league": BERLIN, "event": "2026-06-10", "game": "matrix"}),
        ("event", {"league": SHAKER, "event": "sar-2026-02-26", "round": "6"}),
    ],
    "hall": [
        ("event", {"league": SOFIA, "event": "2026-06-11", "screen": "1"}),
        ("event", {"league": BERLIN, "event": "2025-12-10", "game": "sixty_seconds", "screen": "1"}),
        ("event", {"league": SHAKER, "event": "sam-2025-11-13", "screen": "1"}),
    ],
    "standings": [
        ("standings", {"league": SOFIA, "period": "2026-04"}),
        ("standings", {"league": BERLIN, "series": "season_matrix"}),
        ("standings", {"league": SHAKER, "series": "rating", "city": "Самара"}),
    ],
    "team": [
        ("team", {"league": SHAKER, "team": "s03", "rival": "s01"}),
        ("team", {"league": SOFIA, "team": "шопска-логика"}),
        ("team", {"league": BERLIN, "team": "шпрее-наперекосяк"}),
    ],
    "no team": [("team", {"league": name}) for name in (SOFIA, BERLIN, SHAKER)],
    "what if": [
        ("what_if", {"league": SOFIA, "period": "2026-04", "set": TRIED}),
        ("what_if", {"league": BERLIN, "set": ["series.season_matrix.drop_worst=0"]}),
        ("what_if", {"league": SHAKER, "series": "season", "set": ["series.season.events=[regular]"]}),
    ],
    "titles": [("titles", {"league": name}) for name in (SOFIA, SHAKER, BERLIN)],
    "rules": [("rules", {"league": name}) for name in (SOFIA, BERLIN, SHAKER)],
    "findings": [("files", {"league": name}) for name in (SOFIA, BERLIN, SHAKER)],
    "sources": [("files", {"league": name, "part": "sources"}) for name in (BERLIN, SHAKER, SOFIA)],
    "differences": [("files", {"league": name, "part": "differences"}) for name in (SHAKER, SOFIA, BERLIN)],
    "add": [("files", {"league": name, "part": "add"}) for name in (BERLIN, SHAKER, SOFIA)],
    "appeals": [("files", {"league": name, "part": "appeals"}) for name in (BERLIN, SOFIA, SHAKER)],
    "names": [("files", {"league": name, "part": "names"}) for name in (SHAKER, BERLIN, SOFIA)],
}
"""Each page in three leagues, of which each language has one: every page meets every width, scheme and language."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_and_can_be_read_and_heard(samples: Served, open_page: Open, name: str, language: str) -> None:
    number = list(PAGES).index(name) + LANGUAGES.index(language)
    view, asked = PAGES[name][LANGUAGES.index(language)]
    width, scheme = WIDTHS[number % len(WIDTHS)], SCHEMES[number % len(SCHEMES)]
    url = samples.at(view, lang=language, **asked)
    page = ready(open_page(url, width=width, height=1000, color_scheme=scheme))
    none(page, faults.too_wide)
    none(page, faults.too_faint)
    none(page, faults.nameless)
    none(page, faults.twins)
    none(page, lambda shown: faults.raw(shown, _ids(str(asked["league"]), language)))
    for other in WIDTHS:
        page.set_viewport_size({"width": other, "height": 1000})
        none(page, faults.too_wide)
    page.emulate_media(color_scheme=next(each for each in SCHEMES if each != scheme))
    none(page, faults.too_faint)


def none(page: Page, of: Callable[[Page], Any]) -> None:
    """No fault of a kind, once the page has come to rest."""
    holds(lambda: of(page) == [], lambda: f"{page.url} at {page.viewport_size}: {of(page)}", patience=4)


def _ids(league: str, language: str) -> set[str]:
    """What teams, series and games are called in tables; some are called by words that an English page has, too."""
    kept = stored(league)
    teams = set(kept.facts.teams["team_id"])
    named = set(kept.scored.series_standings["series"]) | set(kept.scored.standings["game"])
    return teams if language == "en" else teams | named


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_the_ways_and_choosers_are_seen_whole(samples: Served, open_page: Open, language: str) -> None:
    """Nothing lies beyond the edge, where no one looks for it; the rows of choosers are as wide as the page."""
    page = ready(open_page(samples.at("files", league=SHAKER, lang=language), width=390, height=844))
    for selector in (".st-key-pages a", ".st-key-findings-severity button", ".st-key-head .stSelectbox"):
        boxes = [each.bounding_box() for each in page.locator(selector).all()]
        assert len(boxes) > 1
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes), (selector, boxes)
    league, lang = (page.locator(f".st-key-at-{name}").bounding_box() for name in ("league", "lang"))
    assert league and lang and league["y"] == lang["y"]
    assert lang["x"] + lang["width"] - league["x"] > 350
