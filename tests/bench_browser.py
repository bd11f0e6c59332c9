"""`make bench`, second part: what a person waits for, measured in the real browser; printed, not asserted.

The first page after the server is up, the tables after a click of a what-if, and every view on a league of 5,000
evenings and 2,000 teams.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Final

import polars as pl
from playwright.sync_api import Browser, Page, sync_playwright

from pipelines.building import build
from tests.browser.conftest import ARGUMENTS
from tests.browser.seen import choose, ready
from tests.browser.served import serving

LEAGUES: Final = Path(__file__).parents[1] / "data" / "leagues"
EVENTS: Final = 5_000
TEAMS: Final = 2_000
AN_EVENING: Final = 20
"""Teams on an evening."""
CLICKS: Final = 6
UNTIL_REDRAWN: Final = (Path(__file__).parent / "browser" / "redrawn.js").read_text("utf-8")
GIVEN: Final = ("Titles", None, "The first of a period holds a title")
"""The stage, the part where it is not the first, and the toggle that is clicked."""
STEPS: Final = {
    "sofia-monthly": ("Handicap", None, "Points for each win from there on"),
    "berlin-2025-26": ("Standings", None, "Worst results dropped"),
    "shaker-volga": ("Answers", "Шейкер квиз · Round 7", "Points for a right answer"),
}
"""By league the number that is raised by one, so that each click is a rule never scored before."""
VIEWS: Final = {
    "league": "",
    "an evening": "event",
    "standings": "standings",
    "standings of all time": "standings?series=rating",
    "a team": "team?team={team}",
    "what if, a rule changed": "what_if?set=series.season.drop_worst=1",
    "titles and ranks": "titles",
    "rules": "rules",
    "files and findings": "files",
}


def generate(folder: Path) -> None:
    """A league folder of totals alone, made up and always the same."""
    (folder / "results").mkdir(parents=True)
    (folder / "league.toml").write_text('rule_set = "shaker"\ntitle = "Bench"\n', encoding="utf-8")
    first = date(2015, 1, 1)
    evenings = pl.DataFrame({"ord": range(EVENTS)}).with_columns(
        event=pl.format("e{}", "ord"),
        date=pl.lit(first) + pl.duration(days=pl.col("ord") * 4 // 5),
        city=pl.when(pl.col("ord") % 2 == 0).then(pl.lit("North")).otherwise(pl.lit("South")),
        state=pl.lit("final"),
    )
    evenings.select("event", "date", "city", "state").write_csv(folder / "events.csv")
    entries = evenings.join(pl.DataFrame({"seat": range(AN_EVENING)}), how="cross").with_columns(
        number=(pl.col("ord") * 31 + pl.col("seat") * (TEAMS // AN_EVENING)) % TEAMS
    )
    totals = entries.select(
        "event", team=pl.format("Team {}", "number"), points=20 + pl.struct("ord", "seat").hash(seed=1) % 160 / 2
    )
    totals.write_csv(folder / "results" / "totals.csv")


def main() -> None:
    found = shutil.which("chromium")
    if found is None:
        print("no chromium on this machine, so nothing is measured in a browser")
        return
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        _samples(browser, Path(made))
        _large(browser, Path(made))
        browser.close()


def _samples(browser: Browser, made: Path) -> None:
    db = made / "samples.duckdb"
    build([LEAGUES / name for name in STEPS], db, date.today())
    taken = []
    for n in range(3):
        with serving(db, log=made / f"log-{n}.txt") as served, _window(browser) as page:
            taken.append(_opened(page, served.at("")))
    print(f"first page after the server is up                    {statistics.median(taken):6.0f} ms   (wanted: 2000)")
    with serving(db, log=made / "log.txt") as served:
        for league in STEPS:
            for what, (stage, part, label) in {"toggle": GIVEN, "new number": STEPS[league]}.items():
                with _window(browser) as page:
                    ready_at(page, served.at("what_if", league=league))
                    taken = _clicks(page, stage, part, label)
                name = f"{league}, {what}"
                print(f"click to redrawn tables, {name:<28} {statistics.median(taken):6.0f} ms   (wanted: 300)")


def _clicks(page: Page, stage: str, part: str | None, label: str) -> list[float]:
    """Milliseconds of each click."""
    page.get_by_role("radio", name=stage, exact=True).click()
    if part is not None:
        choose(page, "Part", part)
    control = page.get_by_label(label, exact=True).or_(page.get_by_label(f"{label} · assumed", exact=True)).first
    control.wait_for()
    taken = []
    for _ in range(CLICKS):
        ready(page)
        taken.append(float(control.evaluate(UNTIL_REDRAWN)))
    return taken


def _large(browser: Browser, made: Path) -> None:
    folder, db = made / "large", made / "bench.duckdb"
    generate(folder)
    began = time.perf_counter()
    build([folder], db, date.today())
    print(
        f"{EVENTS:,} evenings × {TEAMS:,} teams, {AN_EVENING} an evening: built in {time.perf_counter() - began:.1f} s"
    )
    with serving(db, log=made / "log-large.txt") as served:
        team = served.told("series", "large", "rating", "--city", "North")[0]["team_id"]
        for name, view in VIEWS.items():
            with _window(browser) as page:
                url = f"{served.url}/{view.format(team=team)}"
                first, again = _opened(page, url), _opened(page, url)
            print(f"  {name:<38} {first:8.0f} ms   again {again:6.0f} ms   (wanted: 2000)")


@contextmanager
def _window(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 1000}, locale="en-US")
    yield context.new_page()
    context.close()


def _opened(page: Page, url: str) -> float:
    """Milliseconds from asking for an address to the page being drawn whole."""
    began = time.perf_counter()
    ready_at(page, url)
    return (time.perf_counter() - began) * 1000


def ready_at(page: Page, url: str) -> None:
    page.goto(url)
    ready(page)


if __name__ == "__main__":
    main()
