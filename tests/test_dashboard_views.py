"""Every view in every sample league and language: nothing breaks, and the numbers are those of the command's tables."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal

import polars as pl
import pytest

from pipelines import compare
from pipelines.export.amounts import as_text
from pipelines.export.shown import Shown, event_table, series_table
from pipelines.ruleset.bound import bind
from pipelines.ruleset.league import Texts, league_of_texts
from pipelines.scoring import score
from tests.dashboard_samples import LANGUAGES, LEAGUES, grid, page, plain, run, stored, texts

VIEWS = ("league", "event", "standings", "team", "what_if")
CENT = Decimal("0.01")


def numbers(shown: Shown, name: str) -> list[Decimal | None]:
    """A column of the command's table, as people get it: two decimals, half up."""
    column = as_text(shown)[name].to_list()
    return [None if text is None else Decimal(text).quantize(CENT, ROUND_HALF_UP) for text in column]


def read(rows: list[dict[str, str]], name: str) -> list[Decimal | None]:
    return [plain(row[name]).quantize(CENT) if row[name] else None for row in rows]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("league", LEAGUES)
@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_drawn_without_raw_values(view: str, league: str, language: str) -> None:
    drawn = page(view, {"league": league, "lang": language})
    said = texts(drawn)
    assert drawn.title
    ids = set(stored(league).facts.teams["team_id"]) | set(stored(league).scored.series_standings["series"])
    assert [text for text in said if text in ids or re.search(r"\b(None|nan|null|NaT)\b", text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("league", LEAGUES)
def test_the_table_of_an_evening_is_that_of_the_command(league: str, language: str) -> None:
    facts, scored = stored(league).facts, stored(league).scored
    event = scored.event_states.filter(state="final")["event"][-1]
    game = scored.standings.filter(event=event)["game"].sort()[0]
    shown = event_table(facts, scored, event, game)
    rows = grid(page("event", {"league": league, "lang": language, "event": event, "game": game}), "event")
    assert [row["team"] for row in rows] == shown.frame["team"].to_list()
    assert read(rows, "points") == numbers(shown, "points")
    rounds = [name for name in shown.columns if re.fullmatch(r"r\d+", name)]
    assert {name: read(rows, name) for name in rounds} == {name: numbers(shown, name) for name in rounds}
    ranges = [
        "" if place is None else str(place) if place == to else f"{place}–{to}"
        for place, to in shown.frame.select("place", "place_to").iter_rows()
    ]
    assert [row["place"] for row in rows] == ranges


def test_a_row_of_an_evening_adds_up_on_the_screen() -> None:
    """Rounds, handicap and adjustment make the points wherever no coefficient stands."""
    scored = stored("sofia-monthly").scored
    with_handicap = scored.standings.filter((pl.col("handicap") != 0) & pl.col("place").is_not_null())
    event = with_handicap["event"][0]
    rows = grid(page("event", {"league": "sofia-monthly", "event": event, "lang": "bg"}), "event")
    parts = [name for name in rows[0] if re.fullmatch(r"r\d+|handicap|adjustment", name)]
    assert "handicap" in parts
    for row in rows:
        assert sum(plain(row[name]) for name in parts if row[name]) == plain(row["points"]), row


@pytest.mark.parametrize("league", LEAGUES)
def test_standings_are_those_of_the_command_in_every_period(league: str) -> None:
    facts, scored = stored(league).facts, stored(league).scored
    for series, period, city in (
        scored.periods.group_by("series").agg(pl.all().first()).select("series", "period", "city").iter_rows()
    ):
        where = {"league": league, "lang": "ru", "series": series, "period": period, **({"city": city} if city else {})}
        rows = grid(page("standings", where), "standings")
        shown = series_table(facts, scored, series, period, city)
        assert [row["team"] for row in rows] == shown.frame["team"].to_list()
        assert read(rows, "points") == numbers(shown, "points")


@pytest.mark.parametrize("league", LEAGUES)
def test_results_by_event_sum_to_the_points_and_dropped_ones_stand_in_brackets(league: str) -> None:
    scored = stored(league).scored
    # a career is leafed through; what is shown of it is a part
    series = scored.periods.filter(pl.col("period") != "all")["series"][0]
    rows = grid(page("standings", {"league": league, "lang": "en", "series": series}), "standings")
    for row in rows:
        results = [text for name, text in row.items() if name.startswith("result ") and text not in ("", "–", "(–)")]
        counted = sum((plain(text) for text in results if not text.startswith("(")), Decimal(0))
        assert abs(counted - plain(row["points"])) <= Decimal("0.05"), row
    if scored.series_results.filter(pl.col("dropped") & ~pl.col("absent"), series=series).height:
        assert any(re.fullmatch(r"\(\d.*\)", text) for row in rows for text in row.values())


def test_the_winner_and_what_settled_it_stand_over_the_table() -> None:
    facts, scored = stored("berlin-2025-26").facts, stored("berlin-2025-26").scored
    won = scored.standings.filter(pl.col("winner")).join(facts.teams, on="team_id").row(0, named=True)
    where = {"league": "berlin-2025-26", "lang": "en", "event": won["event"], "game": won["game"]}
    said = " ".join(element.value for element in page("event", where).markdown)
    assert won["team"].replace("-", r"\-") in said.replace(r"\,", ",").replace(r"\.", ".")


def test_a_held_evening_says_why() -> None:
    held = [(league, event) for league in LEAGUES for event in _held(league)]
    for league, event in held:
        drawn = page("event", {"league": league, "event": event, "lang": "en"})
        assert drawn.warning
        assert all(row["points"] == "" for row in grid(drawn, "event"))


def _held(league: str) -> list[str]:
    scored = stored(league).scored
    states = scored.event_states.filter(state="held").join(scored.standings, on="event", how="semi")
    return states["event"].to_list()


def test_what_if_shows_both_sides_as_the_command_compares_them() -> None:
    league, change = "sofia-monthly", "series.month.place_points=[20,9,8]"
    kept = stored(league)
    rules = league_of_texts(league, Texts(kept.meta.league_toml, kept.meta.rules_toml))
    patched = bind(rules, {"series.month.place_points": [20, 9, 8]})
    after = score(kept.facts, patched, as_of=kept.meta.as_of, reuse=kept.scored)
    period = kept.scored.periods["period"][0]
    wanted = compare.what_if(kept.scored, after, "month", period).join(kept.facts.teams, on="team_id")
    drawn = page("what_if", {"league": league, "lang": "en", "period": period, "set": [change]})
    rows = {row["team"]: row for row in grid(drawn, "what-if")}
    assert len(rows) == wanted.height
    for team, before, then, unit in wanted.select("team", "points_before", "points_after", "unit_after").iter_rows():
        assert plain(rows[team]["points_after"]) == Decimal(then) / unit
        assert plain(rows[team]["points_before"]) * unit == before


def test_no_change_is_said_to_be_none() -> None:
    drawn = page("what_if", {"league": "sofia-monthly", "lang": "en", "set": ["games.quiz.tied_places=skip"]})
    said = [element.value for element in drawn.markdown]
    assert "Nothing changes in this table." in said
    assert "Nothing changes in any table: this makes no difference here." in said


def test_a_change_that_does_not_fit_is_told_and_leaves_the_tables_as_they_are() -> None:
    drawn = page("what_if", {"league": "sofia-monthly", "lang": "en", "set": ["games.quiz.latte=wrong"]})
    assert drawn.warning
    assert any("games.quiz.late" in element.value.replace("\\", "") for element in drawn.markdown)
    drawn.button(key="reset-refused").click()
    assert "set" not in run(drawn).query_params


def test_another_league_forgets_what_belonged_to_the_first() -> None:
    drawn = page(
        "standings",
        {"league": "sofia-monthly", "lang": "en", "series": "month", "set": ["games.quiz.tied_places=dense"]},
    )
    drawn.selectbox(key="at:league").set_value("shaker-volga")
    run(drawn)
    assert drawn.query_params["league"] == "shaker-volga"
    assert {"series", "set"} & set(drawn.query_params) == set()


def test_the_language_is_chosen_in_the_page_and_stands_in_the_address() -> None:
    drawn = page("standings", {"league": "sofia-monthly", "lang": "en"})
    drawn.selectbox(key="at:lang").set_value("ru")
    run(drawn)
    assert drawn.query_params["lang"] == "ru"
    assert any(column == "Команда" for column in texts(drawn))


def test_what_nobody_chose_is_not_written_into_the_address() -> None:
    """Else "back" in the browser would be answered by writing it again."""
    assert dict(page("event", {"league": "berlin-2025-26"}).query_params) == {"league": "berlin-2025-26"}
