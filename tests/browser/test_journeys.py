"""What people come for, from the first click to the number, which is each time that of the command."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.seen import ask, choose, eventually, holds, ready, said, table
from tests.browser.served import Served
from tests.dashboard_samples import LEAGUES, ROOT, plain

SOFIA, BERLIN, SHAKER = "sofia-monthly", "berlin-2025-26", "shaker-volga"
BOTH_SIDES, EVENING = "Places and points on both sides", "The evening on both sides"
CENT: Final = Decimal("0.01")
WRITES: Final = re.compile("^(?:Save|Load|Check|Suppose it)$|^(?:Add|Read the folder|Uphold|Reject)")
NAMES_FILES: Final = re.compile(r"\.(csv|xlsx|ods|toml|duckdb)\b|/(tmp|work|home)/")

Rows = list[dict[str, Any]]


def wanted(rows: Rows, place: str = "place", points: str = "points") -> list[tuple[str, str, Decimal | None]]:
    """Place, team and points of the command's rows as people read them."""
    to = place.replace("place", "place_to", 1)
    return [(_span(row[place], row.get(to)), row["team"], _cents(row[points])) for row in rows]


def shown(rows: list[dict[str, str]], place: str = "Place", team: str = "Team", points: str = "Points") -> Any:
    """The same of a table on the page."""
    return [(row[place], row[team], plain(row[points]).quantize(CENT) if row[points] else None) for row in rows]


def _span(first: int | None, last: int | None) -> str:
    return "" if first is None else f"{first}–{last}" if last not in (None, first) else str(first)


def _cents(points: float | None) -> Decimal | None:
    return None if points is None else Decimal(str(points)).quantize(CENT, ROUND_HALF_UP)


def sides(rows: Rows, side: str) -> dict[str, Decimal | None]:
    """Of each team the points on one side of a what-if."""
    return {row["team"]: _cents(row[f"points_{side}"]) for row in rows}


def of_teams(rows: list[dict[str, str]], heading: str) -> dict[str, Decimal | None]:
    return {row["Team"]: plain(row[heading]).quantize(CENT) for row in rows}


def main_table(page: Page) -> str:
    """The name of the first table."""
    return page.get_by_role("table").first.get_attribute("aria-label") or ""


def test_from_the_league_to_an_evening_and_why(samples: Served, open_page: Open) -> None:
    page = ready(open_page(samples.at("", league=SOFIA)))
    month = samples.told("series", SOFIA, "month")
    assert shown(table(page, "Месечно класиране")) == wanted(month)

    page.get_by_role("link", name="25 Jun 2026").click()
    expect(page.get_by_role("heading", level=1, name="Последно преди юли")).to_be_visible()
    choose(page, "Event", "18 Jun 2026")
    evening = samples.told("event", SOFIA, "2026-06-18")
    expect(page.get_by_role("heading", level=1, name="18 June 2026")).to_be_visible()
    name = "Куиз в четвъртък, София · 18 June 2026"
    eventually(lambda: shown(table(page, name)), wanted(evening))
    assert "event=2026-06-18" in page.url

    (held_back,) = [row for row in evening if row["handicap"]]
    ask(page, name, held_back["team"], "Points")
    why = page.get_by_role("dialog", name=held_back["team"])
    sums = "How the points are made"
    expect(why.get_by_role("table", name=sums)).to_be_visible()
    steps = {row["What"].partition(" ·")[0]: plain(row["Points"]) for row in table(why, sums)}
    rounds = {f"Round {n}": held_back[f"r{n}"] for n in range(1, 7)}
    assert steps == {**rounds, "Handicap": held_back["handicap"], "Points": held_back["points"]}
    expect(why.get_by_text("is ahead: points 91 there, 86 here.")).to_be_visible()
    expect(why.get_by_text(re.compile("Clause 3.4.2")).first).to_be_visible()


def test_a_click_on_a_number_of_the_standings_says_how_it_came_about(samples: Served, open_page: Open) -> None:
    page = ready(open_page(samples.at("standings", league=BERLIN, series="season_matrix")))
    season = samples.told("series", BERLIN, "season_matrix")
    name = main_table(page)
    assert shown(table(page, name)) == wanted(season)
    second = season[1]
    ask(page, name, second["team"], "Points")
    why = page.get_by_role("dialog", name=second["team"])
    expect(why.get_by_text(re.compile(r"^Place 2 · points: "))).to_be_visible()
    results = table(why, "All evenings of the period, and what each gave")
    counted = [row for row in results if not row["Points"].startswith("(")]
    assert sum(plain(row["Points"]) for row in counted) == Decimal(str(second["points"]))
    assert len(results) - len(counted) == 1, "one result of the season is dropped"


def test_a_rule_is_switched_the_tables_follow_and_a_link_restores_all(samples: Served, open_page: Open) -> None:
    page = ready(open_page(samples.at("what_if", league=SOFIA, period="2026-03")))
    page.get_by_role("radio", name="Standings").click()
    expect(page.get_by_role("combobox", name="Points of teams that share a place")).to_be_visible()
    choose(page, "Points of teams that share a place", "the mean of the shared places")
    tie = ["--set", "series.month.tie_points=mean"]
    compared = samples.told("what-if", SOFIA, "month", "--period", "2026-03", *tie)
    assert any(row["points_before"] != row["points_after"] for row in compared)
    eventually(lambda: of_teams(table(page, BOTH_SIDES), "Points"), sides(compared, "after"))
    assert of_teams(table(page, BOTH_SIDES), "Points now") == sides(compared, "before")

    page.get_by_role("radio", name="Titles").click()
    page.get_by_role("switch", name="The first of a period holds a title").locator("xpath=ancestor::label").click()
    hands = "Titles that change hands"
    holders = {row["team"] for row in samples.told("titles", SOFIA) if row["title"] == "winner"}
    both = [*tie, "--set", "series.month.titles.winner.given=false"]
    assert not [row for row in samples.told("titles", SOFIA, *both) if row["title"] == "winner"]
    holds(lambda: len(table(page, hands)) >= 4, lambda: said(page))
    lost = [row for row in table(page, hands) if row["Title"] == "Winner"]
    assert {name for row in lost for name in row["Now"].split(", ")} == holders
    assert {row["What if"] for row in lost} == {"nobody"}

    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_role("dialog").get_by_role("code").inner_text()
    other = ready(open_page(link))
    for name in (BOTH_SIDES, hands, "What each change does to each team"):
        assert table(other, name) == table(page, name)
    changes = (page.locator(".st-key-changes"), other.locator(".st-key-changes"))
    assert changes[0].inner_text() == changes[1].inner_text()
    assert "the mean of the shared places" in changes[1].inner_text()


def test_on_a_telephone_the_table_stands_above_what_can_be_changed(samples: Served, open_page: Open) -> None:
    page = ready(open_page(samples.at("what_if", league=SOFIA, period="2026-04", decide="revoke value=r3")))

    def tops() -> list[float]:
        parts = (".st-key-sides-above", ".st-key-changes", ".st-key-sides-below")
        return [box["y"] for part in parts if (box := page.locator(part).bounding_box())]

    above, changes, below = tops()
    assert (above, changes < below) == (changes, True)
    page.set_viewport_size({"width": 390, "height": 844})
    holds(lambda: tops() == sorted(tops()) and len(set(tops())) == 3, lambda: str(tops()))


def test_a_question_is_voided_as_a_preview_and_nothing_is_stored(samples: Served, open_page: Open) -> None:
    before = samples.told("event", SOFIA, "2026-05-28")
    kept = samples.db.read_bytes()
    page = ready(open_page(samples.at("what_if", league=SOFIA, period="2026-05")))
    page.get_by_role("radio", name="Rulings").click()
    choose(page, "Evening", "28 May 2026")
    choose(page, "Question", "Round 2 · question 3")
    page.get_by_role("button", name="Suppose it").click()
    ruling = ["--decide", "void_question event=2026-05-28 round=2 question=3"]
    evening = samples.told("event", SOFIA, "2026-05-28", *ruling)
    assert evening != before
    after = {row["team"]: _cents(row["points"]) for row in evening}
    expect(page.get_by_role("table", name=EVENING)).to_be_visible()
    eventually(lambda: of_teams(table(page, EVENING), "Points"), after)
    month = samples.told("what-if", SOFIA, "month", "--period", "2026-05", *ruling)
    assert of_teams(table(page, BOTH_SIDES), "Points") == sides(month, "after")

    page.get_by_role("button", name="Reset").click()
    expect(page.get_by_text("Nothing is changed, so both sides are the same table.")).to_be_visible()
    assert samples.db.read_bytes() == kept
    assert samples.told("event", SOFIA, "2026-05-28") == before


def test_a_faulty_sheet_is_doubted_its_mended_one_becomes_a_table(own: tuple[Served, Path], open_page: Open) -> None:
    served, folder = own
    before = served.told("event", SHAKER, "sam-2026-08-20")
    files = _bytes(folder)
    page = ready(open_page(served.at("files", league=SHAKER, part="add")))
    _send(page, _sheet("7о"))
    choose(page, "Which event are these results of?", "A new event")
    page.get_by_role("group", name="Date").get_by_role("spinbutton").first.click()
    page.keyboard.type("03092026")
    choose(page, "City", "Самара")
    page.get_by_role("button", name="Check", exact=True).click()
    (doubt,) = _once(page, "Findings")
    assert (doubt["Severity"], doubt["File"], doubt["Row"], doubt["Column"]) == (
        "error",
        "results/2026-09-03.csv",
        "4",
        "Тур 3",
    )
    assert "7о" in doubt["Found"]
    assert _bytes(folder) == files, "a check writes nothing"

    _send(page, _sheet("7"))
    # A file arrives by a way of its own: what was said of the one before goes when this one is there.
    expect(page.get_by_role("table", name="Findings", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_text("Nothing is doubtful in this file.")).to_be_visible()
    page.get_by_role("button", name="Add and build").click()
    page.get_by_role("link", name="Table of the evening").click()
    expect(page.get_by_role("heading", level=1, name="3 September 2026")).to_be_visible()
    evening = served.told("event", SHAKER, "2026-09-03")
    assert [row["points"] for row in evening] == [49.5, 45, 42, 7]
    eventually(lambda: shown(table(page, main_table(page))), wanted(evening))
    assert {name: data for name, data in _bytes(folder).items() if files.get(name) != data}.keys() == {
        "events.csv",
        "results/2026-09-03.csv",
    }
    assert served.told("event", SHAKER, "sam-2026-08-20") == before


def _sheet(cell: str) -> str:
    """A score sheet of four teams, one of whose cells is as it is."""
    rows = [
        ("Ладья под парусом", 7, 6, "7.5", 7, 8, 6, 8),
        ("Сырок не плавится", 6, 6, 6, 7, 7, 6, 7),
        ("Космос по пятницам", 5, 6, cell, 6, 6, 6, 6),
        ("Рубероид и бархат", 1, 1, 1, 1, 1, 1, 1),
    ]
    head = ("Команда", *(f"Тур {n}" for n in range(1, 8)))
    return "".join(";".join(map(str, row)) + "\n" for row in (head, *rows))


def _send(page: Page, sheet: str) -> None:
    field = page.locator("input[type=file]")
    field.set_input_files({"name": "итоги.csv", "mimeType": "text/csv", "buffer": sheet.encode("utf-8-sig")})


def _once(page: Page, name: str) -> list[dict[str, str]]:
    """A table, as soon as it is there."""
    expect(page.get_by_role("table", name=name, exact=True)).to_be_visible()
    return table(page, name)


def _bytes(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_public_face_reads_and_refuses_to_write(public: Served, open_page: Open) -> None:
    kept, folders = public.db.read_bytes(), {name: _bytes(ROOT / "data" / "leagues" / name) for name in LEAGUES}
    page = ready(open_page(public.at("", league=SOFIA)))
    assert shown(table(page, "Месечно класиране")) == wanted(public.told("series", SOFIA, "month"))
    page.get_by_role("link", name="Files", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Files and findings")).to_be_visible()
    parts = page.get_by_role("radiogroup", name="Part of the page").get_by_role("radio")
    expect(parts).to_have_text(["Findings (7)", "What was read", "Declared and computed"])
    for part in ("add", "appeals", "names", "sources"):
        asked = ready(open_page(public.at("files", league=SOFIA, part=part)))
        expect(asked.locator("input[type=file]")).to_have_count(0)
        expect(asked.get_by_role("button", name=WRITES)).to_have_count(0)
        assert not NAMES_FILES.search(said(asked))

    page = ready(open_page(public.at("what_if", league=SOFIA, set="series.month.tie_points=mean")))
    panels = page.get_by_role("radiogroup", name="What is changed").get_by_role("radio")
    expect(panels).to_have_text(["Rules", "Handicap trials"])
    expect(page.get_by_role("button", name="Share", exact=True)).to_be_enabled()
    expect(page.get_by_role("button", name=WRITES)).to_have_count(0)
    assert public.db.read_bytes() == kept
    assert {name: _bytes(ROOT / "data" / "leagues" / name) for name in LEAGUES} == folders


def test_a_team_on_a_phone(samples: Served, open_page: Open) -> None:
    page = ready(open_page(samples.at("", league=SHAKER), width=390, height=844, has_touch=True, is_mobile=True))
    page.get_by_role("link", name="Team", exact=True).tap()
    finder = page.get_by_role("combobox", name="Team", exact=True)
    finder.tap()
    finder.fill("ЧПП")
    page.get_by_role("option", name=re.compile("ЧПП")).tap()
    expect(page.get_by_role("heading", level=1, name="Четыре пятых правды")).to_be_visible()
    (row,) = [each for each in samples.told("ranks", SHAKER, "--city", "Самара") if each["team_id"] == "s02"]
    left = f"To {row['next_rank']}: {row['points_to_next']:,g} points"
    expect(page.get_by_text(left).first).to_be_visible()
    (place,) = [
        each for each in samples.told("series", SHAKER, "rating", "--city", "Самара") if each["team_id"] == "s02"
    ]
    expect(
        page.get_by_text(re.compile(rf"^Place {place['place']} of \d+ · points: {place['points']:,g}")).first
    ).to_be_visible()
    page.get_by_role("button", name="Why?").first.tap()
    why = page.get_by_role("dialog", name="Четыре пятых правды")
    expect(why).to_be_in_viewport()
    expect(why.get_by_text(f"Place {place['place']} · points: {place['points']:,g}")).to_be_visible()


def test_the_screen_of_the_hall_reveals_a_place_with_each_key(samples: Served, open_page: Open) -> None:
    rows = samples.told("event", SOFIA, "2026-06-11")
    page = ready(open_page(samples.at("event", league=SOFIA, event="2026-06-11", screen="1", hide="2")))
    revealed = page.locator(".hall .row[aria-hidden=false]")
    expect(page.locator(".hall .row")).to_have_count(len(rows) - 2)
    expect(revealed).to_have_count(0)
    expect(page.get_by_role("link", name="Standings")).to_be_hidden()

    page.keyboard.press("Space")
    assert _hall(revealed) == wanted(rows)[-3:-2]
    page.keyboard.press("End")
    assert _hall(revealed) == wanted(rows)[:-2]
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")  # second and third are one step: they share their places
    assert _hall(revealed) == wanted(rows)[3:-2]
    page.keyboard.press("ArrowRight")
    assert [place for place, *_ in _hall(revealed)[:2]] == ["2–3", "2–3"]
    page.keyboard.press("Enter")
    assert _hall(revealed) == wanted(rows)[:-2]

    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Standings")).to_be_visible()
    expect(page.locator(".hall")).to_have_count(0)
    assert "screen" not in page.url


def _hall(rows: Any) -> list[tuple[str, str, Decimal]]:
    parts = rows.evaluate_all(
        "rows => rows.map(row => ['.place', '.name', '.points'].map(part => row.querySelector(part).textContent))"
    )
    return [(place, team, plain(points).quantize(CENT)) for place, team, points in parts]


def test_the_language_is_the_browsers_until_another_is_chosen(samples: Served, open_page: Open) -> None:
    page = ready(open_page(samples.at("standings", league=BERLIN), locale="ru-RU"))
    season = samples.told("series", BERLIN, "season_sixty_seconds")
    name = main_table(page)
    rows = table(page, name)
    assert shown(rows, "Место", "Команда", "Очки") == wanted(season)
    assert any("," in row["Очки"] for row in rows)

    choose(page, "Язык", "English")
    expect(page.get_by_role("link", name="Titles and ranks")).to_be_visible()
    eventually(lambda: shown(table(page, name)), wanted(season))
    assert any("." in row["Points"] for row in table(page, name))
    page.get_by_role("link", name="Titles and ranks").click()
    expect(page.get_by_role("heading", level=1, name="Titles and ranks")).to_be_visible()
    choose(page, "Language", "Български")
    expect(page.get_by_role("heading", level=1, name="Титли и рангове")).to_be_visible()
    assert "lang=bg" in page.url
    assert ready(open_page(page.url)).locator("h1").inner_text() == "Титли и рангове"
