"""Faults of a page that a person sees, hears or runs into: what does not fit, cannot be read, or was not meant to be seen."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, Final

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
RAW: Final = re.compile(r"\b(?:None|nan|NaN|NaT|null|undefined|True|False)\b|\[object|<[A-Z]\w+\b|\b[a-z]+(?:_[a-z0-9]+)+\b")
"""What a program says where it should have said something else, and names such as `season_sixty_seconds`."""
FILES: Final = re.compile(r"\S*\.(?:csv|xlsx|ods|toml|tsv)\b|\S*/\S*|`[^`]*`")
WIDE: Final = """() => {
  const wide = [];
  const room = document.documentElement.clientWidth;
  for (const box of [document.documentElement, document.querySelector("[data-testid=stMain]")])
    if (box.scrollWidth > box.clientWidth + 1) wide.push(`page ${box.scrollWidth} in ${box.clientWidth}`);
  const scrolls = box => ["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(box).overflowX);
  const walk = (node, inside) => {
    if (node.nodeType !== Node.ELEMENT_NODE || !node.checkVisibility({ visibilityProperty: true })) return;
    const style = getComputedStyle(node), box = node.getBoundingClientRect();
    if (!inside && box.width > 1 && box.right > room + 1)
      wide.push(`${node.tagName} ${node.className?.baseVal ?? node.className} to ${Math.round(box.right)} of ${room}`);
    const own = [...node.childNodes].filter(child => child.nodeType === Node.TEXT_NODE && child.data.trim());
    const cut = ["hidden", "clip"].includes(style.overflowX) && node.scrollWidth > node.clientWidth + 1;
    const heard = box.width <= 1 || /inset/.test(style.clipPath);
    if (cut && own.length && !heard) wide.push(`cut: ${node.textContent.trim().slice(0, 60)}`);
    if (node.tagName === "svg") return;
    for (const child of (node.shadowRoot ?? node).children) walk(child, inside || (node !== document.body && scrolls(node) && node.dataset?.testid !== "stMain"));
  };
  walk(document.body, false);
  return [...new Set(wide)];
}"""
"""What stands out of the page to the right, and texts whose end is cut off."""
FAINT: Final = """() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  const rgba = colour => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((part, n) => part * a + under[n] * (1 - a));
  const light = colour => {
    const [r, g, b] = colour.map(part => part / 255).map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const faint = new Map();
  const judge = (node, ground, shade) => {
    const style = getComputedStyle(node);
    const [r, g, b, a] = rgba(node instanceof SVGElement ? style.fill : style.color);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && parseInt(style.fontWeight) >= 700);
    const found = contrast(over([r, g, b, a * shade], ground), ground);
    if (found < (large ? 3 : 4.5)) faint.set(`${found.toFixed(2)}: ${node.textContent.trim().slice(0, 40)}`, node.className?.baseVal ?? node.className);
  };
  const walk = (node, ground, shade) => {
    if (node.nodeType !== Node.ELEMENT_NODE || !node.checkVisibility({ visibilityProperty: true })) return;
    const style = getComputedStyle(node);
    if (/Material/.test(style.fontFamily) || node.closest("[disabled], [aria-disabled=true]")) return;
    shade *= parseFloat(style.opacity);
    if (shade < 0.05) return;
    if (!(node instanceof SVGElement)) {
      const [r, g, b, a] = rgba(style.backgroundColor);
      ground = over([r, g, b, a * shade], ground);
    }
    if ([...node.childNodes].some(child => child.nodeType === Node.TEXT_NODE && child.data.trim())) judge(node, ground, shade);
    for (const child of (node.shadowRoot ?? node).children) walk(child, ground, shade);
  };
  const [r, g, b] = rgba(getComputedStyle(document.querySelector("[data-testid=stApp]")).backgroundColor);
  walk(document.querySelector("[data-testid=stApp]"), [r, g, b], 1);
  return [...faint].map(([said, where]) => `${said} (${where})`);
}"""
"""Texts whose contrast to what is behind them is below AA: 4.5, large ones 3. What is switched off need not be read."""


def too_wide(page: Page) -> list[str]:
    found: list[str] = page.evaluate(WIDE)
    return found


def too_faint(page: Page) -> list[str]:
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
    return [text for text in texts(page) if text in ids or RAW.search(FILES.sub("", text))]


def charts_without_words(page: Page) -> int:
    """Charts that say nothing to those who hear the page."""
    bare: Any = page.evaluate(
        "() => [...document.querySelectorAll('.stPlotlyChart')].filter(chart => !chart.closest('[aria-label]') && !chart.querySelector('[aria-label]')).length"
    )
    return int(bare)
