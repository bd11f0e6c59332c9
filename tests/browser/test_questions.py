"""What a reader who sees this for the first time is asked, and answers from the screen alone.

Each answer is read from the visible page and compared with what the program computes.
"""

from __future__ import annotations

import json
import re
import tomllib

import pytest
from playwright.sync_api import Page, expect

from dashboard import words
from tests.browser.conftest import Open
from tests.browser.seen import ask, ready, said, table
from tests.browser.served import Served
from tests.conftest import tablo
from tests.dashboard_samples import ROOT, plain

SOFIA, BERLIN, SHAKER = "sofia-monthly", "berlin-2025-26", "shaker-volga"


@pytest.mark.parametrize("team_id", ["s05", "r03"])
def test_how_many_points_does_a_team_lack_to_its_next_rank(samples: Served, open_page: Open, team_id: str) -> None:
    ranks = [row for row in samples.told("ranks", SHAKER) if row["team_id"] == team_id and row["next_rank"]]
    row = max(ranks, key=lambda each: each["points"])
    page = ready(open_page(samples.at("team", league=SHAKER, team=team_id)))
    (left,) = {plain(found) for found in re.findall(rf"To {row['next_rank']}: ([\d,.]+) points", said(page))}
    assert float(left) == row["points_to_next"]
    assert float(left) + row["points"] == _starts_at(row["next_rank"])


def _starts_at(rank: str) -> float:
    """The points from which a rank is held, by the rule set."""
    (row,) = [each for each in _ladder() if each["name"] == rank]
    return float(row["at"])


def _ladder() -> list[dict[str, str]]:
    rules = tomllib.loads((ROOT / "rules" / "shaker.toml").read_text("utf-8"))
    found: list[dict[str, str]] = rules["series"]["rating"]["ranks"]["value"]
    return found


def test_the_ladder_says_it_of_every_team(samples: Served, open_page: Open) -> None:
    page = ready(open_page(samples.at("titles", league=SHAKER, city="Саратов")))
    rows = table(page, "Рейтинг · Саратов · Every team on its way")
    wanted = samples.told("ranks", SHAKER, "--city", "Саратов")
    left = {row["Team"]: float(plain(row["To the next"])) for row in rows if row["To the next"]}
    assert left == {row["team"]: row["points_to_next"] for row in wanted if row["next_rank"]}


def _tables(page: Page) -> list[str]:
    return [str(each.get_attribute("aria-label")) for each in page.get_by_role("table").all()]


@pytest.mark.parametrize(
    ("league", "event", "game", "first", "second"),
    [
        (SOFIA, "2026-05-07", "quiz", "Айрян и Питагор", "Шопска логика"),
        (SHAKER, "sam-2024-10-03", "quiz", "Ладья под парусом", None),
        (SHAKER, "sar-2026-03-12", "quiz", "Калач в квадрате", None),
        (SHAKER, "sam-2025-11-13", "quiz", "Чайник второго закипания", "Четыре пятых правды"),
    ],
)
def test_why_is_a_tied_team_ahead_of_another(
    samples: Served, open_page: Open, league: str, event: str, game: str, first: str, second: str | None
) -> None:
    rows = samples.told("event", league, event)
    at = next(n for n, row in enumerate(rows) if row["team"] == first)
    ahead, behind = rows[at], rows[at + 1]
    assert ahead["points"] == behind["points"] and ahead["place"] < behind["place"]
    assert second in (None, behind["team"])
    page = ready(open_page(samples.at("event", league=league, event=event)))
    (name,) = [
        each
        for each in _tables(page)
        if "Points" in _headings(page, each) and "Ahead of the next by" in _headings(page, each)
    ]
    told = words.criterion(ahead["decided_by"])
    assert told and told != words.criterion("points")
    (row,) = [row for row in table(page, name) if row["Team"] == first]
    assert row["Ahead of the next by"] == told
    ask(page, name, first, "Points")
    why = page.get_by_role("dialog", name=first)
    expect(why.get_by_text(f"{behind['team']} (place {behind['place']}) is behind: {told}")).to_be_visible()


def _headings(page: Page, name: str) -> list[str]:
    return [
        text.strip()
        for text in page.get_by_role("table", name=name, exact=True).get_by_role("columnheader").all_inner_texts()
    ]


def test_who_would_be_month_winner_without_the_handicap(samples: Served, open_page: Open) -> None:
    page = ready(open_page(samples.at("what_if", league=SOFIA, period="2026-04")))
    page.get_by_role("radio", name="Handicap", exact=True).click()
    step = page.get_by_role("spinbutton", name="Points for each win from there on")
    step.fill("0")
    step.press("Enter")
    hands = page.get_by_role("table", name="Titles that change hands")
    expect(hands).to_be_visible()
    (april,) = [row for row in table(page, "Titles that change hands") if row["Period"] == "April 2026"]
    without = samples.told("titles", SOFIA, "--set", "games.quiz.streak_handicap.step=0")
    for rows, side in ((samples.told("titles", SOFIA), "Now"), (without, "What if")):
        winners = [row["team"] for row in rows if (row["period"], row["title"]) == ("2026-04", "winner")]
        assert april[side] == ", ".join(winners)
    first = table(page, "Places and points on both sides")[0]
    assert (first["Place"], first["Team"]) == ("1", april["What if"])


@pytest.mark.parametrize("league", [BERLIN, SHAKER, SOFIA])
def test_which_cell_of_which_file_is_doubted(samples: Served, open_page: Open, league: str) -> None:
    found = json.loads(tablo("check", ROOT / "data" / "leagues" / league, "--format", "json").out)
    page = ready(open_page(samples.at("files", league=league)))
    rows = table(page, "Findings")
    cells = [(row["Severity"], row.get("File", ""), row.get("Row", ""), row.get("Column", "")) for row in rows]
    assert sorted(cells) == sorted(
        (row["severity"], row["file"] or "", str(row["row"] or ""), row["column"] or "") for row in found
    )
    if league == BERLIN:
        (error,) = [row for row in rows if row["Severity"] == "error"]
        assert error["File"] == "results/2026-03-11_sixty_seconds.xlsx"
        assert "спорн." in error["Found"]
        assert error["What to do"]


def test_which_teams_qualify_for_the_champion_quiz_and_on_what_ground(samples: Served, open_page: Open) -> None:
    page = ready(open_page(samples.at("titles", league=SOFIA)))
    grounds: dict[str, set[str]] = {}
    for row in samples.told("titles", SOFIA):
        month = words.period("month", row["period"])
        title = words.TITLES[row["title"]]
        grounds.setdefault(row["team"], set()).add(f"{title}: {month}")
    best = {
        row["team"]: row["qualification"] for row in sorted(samples.told("titles", SOFIA), key=_grade, reverse=True)
    }
    shown = {row["Team"]: row for row in table(page, "Teams of the champion quiz of 2026")}
    assert {team: row["Place in the quiz"] for team, row in shown.items()} == best
    assert {team: _grounds(row["Ground"]) for team, row in shown.items()} == grounds


def _grade(row: dict[str, str]) -> int:
    return ["guaranteed", "possible"].index(row["qualification"])


def _grounds(text: str) -> set[str]:
    """`Winner: March 2026, May 2026` → each alone."""
    parts = [part.partition(": ") for part in text.split("; ")]
    return {f"{title}: {month}" for title, _, months in parts for month in months.split(", ")}
