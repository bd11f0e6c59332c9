"""Faults that a person sees, hears or runs into: what does not fit, cannot be read, or was not meant to be seen."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from tests.browser.seen import texts

CONTROLS: Final = (
    "button",
    "checkbox",
    "combobox",
    "link",
    "radio",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "table",
    "textbox",
)
NAMELESS: Final = re.compile(rf"- '?({'|'.join(CONTROLS)})(?! \")(?: \[[^]]*\])*:?(?: .*)?$")
MARKED: Final = re.compile(rf"- '?({'|'.join(CONTROLS)}) \"[^\"]*(?::\w+(?:-\w+)?\[|\*\*)")
"""A name in which signs that steer the look are read aloud."""
RAW: Final = re.compile(
    r"\b(?:None|nan|NaN|NaT|null|undefined|True|False)\b|\[object|<[A-Z]\w+\b|\b[a-z]+(?:_[a-z0-9]+)+\b"
)
"""What a program says where it should have said something else, and names such as `season_sixty_seconds`."""
FILES: Final = re.compile(r"\S*\.(?:csv|xlsx|ods|toml|tsv)\b|\S*/\S*|`[^`]*`")
WIDE: Final = Path(__file__).with_name("wide.js").read_text("utf-8")
FAINT: Final = Path(__file__).with_name("faint.js").read_text("utf-8")


def too_wide(page: Page) -> list[str]:
    """What stands out of the page to the right, and texts whose end is cut off."""
    found: list[str] = page.evaluate(WIDE)
    return found


def too_faint(page: Page) -> list[str]:
    """Texts whose contrast to what is behind them is below AA, of those that are not switched off."""
    found: list[str] = page.evaluate(FAINT)
    return found


def nameless(page: Page) -> list[str]:
    """Controls and tables that have no name for those who hear the page, or one that is no words."""
    lines = page.locator("body").aria_snapshot().splitlines()
    return [line.strip() for line in lines if NAMELESS.search(line.rstrip("'")) or MARKED.search(line)]


def twins(page: Page) -> list[str]:
    """Names that two tables have."""
    named = [str(each.get_attribute("aria-label")) for each in page.get_by_role("table").all()]
    return sorted({name for name in named if named.count(name) > 1})


def raw(page: Page, ids: Collection[str]) -> list[str]:
    """Texts that hold what no person wrote: values of the program, names with underscores, ids of teams."""
    return [text for text in texts(page, code=False) if text in ids or RAW.search(FILES.sub("", text))]
