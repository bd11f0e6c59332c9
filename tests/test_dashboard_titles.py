"""Titles and ranks on the screen: the command's rows, who qualifies, what is owed, who is on which step."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from urllib.parse import urlencode

import polars as pl
import pytest

from dashboard import honours, words
from pipelines import store, tables
from pipelines.export.amounts import as_text
from pipelines.export.shown import ranks_table, titles_table
from pipelines.store import BuiltLeague
from pipelines.tables import UNITS, Facts, Scored
from tests.conftest import rows
from tests.dashboard_samples import LANGUAGES, LEAGUES, grid, page, plain, stored, texts
from tests.sample_leagues import DAY, sample

SOFIA, BERLIN, SHAKER = "sofia-monthly", "berlin-2025-26", "shaker-volga"
SAMARA, SARATOV = "Самара", "Саратов"


def at(league: str, code: str = "en", city: str | None = None) -> dict[str, str]:
    return {"league": league, "lang": code, **({"city": city} if city else {})}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("league", LEAGUES)
def test_the_page_is_drawn_without_raw_values(league: str, code: str) -> None:
    drawn = page("titles", at(league, code))
    kept = stored(league)
    ids = set(kept.facts.teams["team_id"]) | set(kept.scored.series_standings["series"])
    raw = {"won", "leading", "guaranteed", "possible", "overdue", "due", "open"} if code != "en" else set()
    said = texts(drawn)
    assert said
    assert [each for each in said if each in ids | raw or re.search(r"\b(None|nan|null|NaT)\b", each)] == []


@pytest.mark.parametrize(("league", "city"), [(SOFIA, None), (BERLIN, None), (SHAKER, SAMARA), (SHAKER, SARATOV)])
def test_titles_are_those_of_the_command(league: str, city: str | None) -> None:
    kept = stored(league)
    wanted = titles_table(kept.facts, kept.scored).frame.filter(honours.of_city(city))
    drawn = page("titles", at(league, city=city))
    shown = [
        (series, row["period"], title, name, row["status"])
        for series in wanted["series"].unique()
        for row in grid(drawn, f"titles-{series}")
        for title in ("winner", "vice")
        for name in row.get(title, "").split(honours.BETWEEN)
        if name
    ]
    rules = sample(league).rules.latest()
    told = [
        (series, words.period(rules.series[series].period, period), title, team, words.TITLE_STATUSES[status])
        for series, period, title, team, status in wanted.select(
            "series", "period", "title", "team", "status"
        ).iter_rows()
    ]
    assert sorted(shown) == sorted(told)


def test_who_plays_the_champion_quiz_on_what_ground_and_with_which_handicap() -> None:
    shown = {row["team"]: row for row in grid(page("titles", at(SOFIA)), "champions")}
    assert {team for team, row in shown.items() if row["qualification"] == "guaranteed"} == {
        "Шопска логика",
        "Квадратурата на баницата",
        "Третата чаша чай",
        "Двойка по поведение",
    }
    vice = shown["Айрян и Питагор"]
    assert (vice["qualification"], vice["ground"]) == ("possible", "Vice-champion: May 2026")
    assert shown["Шопска логика"]["ground"] == "Winner: March 2026, May 2026"
    assert {row["final_handicap"] for row in shown.values()} == {"0"}


def test_an_assumed_handicap_is_said_to_be_assumed() -> None:
    captions = [each.value for each in page("titles", at(SOFIA)).caption]
    assert [c for c in captions if "assumed" in c and r"3\.3" in c and "leaves its size open" in c]
    captions = [each.value for each in page("titles", at(SOFIA, "bg")).caption]
    assert [c for c in captions if r"3\.3" in c and "текстът обещава хандикап и оставя размера му отворен" in c]


def test_without_a_title_that_qualifies_there_is_no_champion_quiz() -> None:
    assert "Champion quiz" not in [each.value for each in page("titles", at(BERLIN)).subheader]


def test_editions_without_a_cause_stand_first_with_their_day() -> None:
    one = sample(SOFIA)
    for day, state in ((DAY, "open"), (date(2026, 10, 3), "overdue")):
        frame = honours.duties(one.facts, one.scored, one.rules, None, day).frame
        assert frame["state"].to_list() == [state, "named", "donated", "donated"]
        assert frame["due"].to_list() == [date(2026, 10, 2), None, None, None]
    shown = grid(page("titles", at(SOFIA, "bg")), "duties")
    assert shown[0]["due"] == "2 окт 2026"
    assert [row["cause"] for row in shown][1:] == [
        "Приют за бездомни котки",
        "Детски отбор по шахмат",
        "Читалищна библиотека на село",
    ]
    assert (shown[0]["winners"], shown[0]["prize"], shown[0]["donation"]) == ("Шопска логика", "200 €", "200 €")


@pytest.mark.parametrize("city", [SAMARA, SARATOV])
def test_the_ladder_and_the_teams_on_it_are_those_of_the_command(city: str) -> None:
    kept = stored(SHAKER)
    wanted = as_text(ranks_table(kept.facts, kept.scored, city))
    drawn = page("titles", at(SHAKER, "ru", city))
    shown = grid(drawn, "ranks-rating")
    assert [row["team"] for row in shown] == wanted["team"].to_list()
    assert [plain(row["points_to_next"]) for row in shown] == [Decimal(text) for text in wanted["points_to_next"]]
    steps = grid(drawn, "ladder-rating")
    assert [row["rank"] for row in steps][-1] == "КРАСАВЧИК"
    assert plain(steps[-1]["at"]) == 200
    counts = dict(wanted["rank"].value_counts().iter_rows())
    for row in steps:
        held = set(wanted.filter(rank=row["rank"])["team"])
        assert plain(row["teams"]) == counts.get(row["rank"], 0)
        named = [name for name in row["names"].split(honours.BETWEEN) if name]
        assert set(named[: honours.NAMED]) <= held
        assert len(named) == min(len(held), honours.NAMED + 1)


def test_of_many_teams_on_a_step_some_are_named_and_the_rest_counted() -> None:
    teams = [f"t{n}" for n in range(honours.NAMED + 3)]
    rank = {"series": "rating", "city": SAMARA, "unit": UNITS, "rank": "КРАСАВЧИК"}
    given = [{**rank, "team_id": team, "points": (300 + n) * UNITS} for n, team in enumerate(teams)]
    scored = Scored(ranks=rows(tables.Ranks, *given))
    facts = Facts(teams=rows(tables.Teams, *({"team_id": t, "team": t.upper(), "folded": t} for t in teams)))
    (ladder,) = honours.ladder(facts, scored, sample(SHAKER).rules, SAMARA)
    low = ladder.steps.frame.row(-1, named=True)
    assert (low["rank"], low["teams"], low["more"]) == ("КРАСАВЧИК", honours.NAMED + 3, 3)
    assert low["names"].split(honours.BETWEEN) == [t.upper() for t in teams[:2:-1]]
    assert ladder.steps.frame["at"].is_sorted(descending=True)


def test_perks_that_are_due_stand_first() -> None:
    one = sample(SHAKER)
    frame = honours.perks(one.facts, one.scored, SAMARA).frame
    assert frame["state"].to_list() == ["due"] * (frame.height - 1) + ["announced"]
    assert frame.filter(state="due")["reached_on"].is_sorted(descending=True)
    assert frame.height == one.scored.ranks_reached.filter(pl.col("perk").is_not_null(), city=SAMARA).height
    shown = grid(page("titles", at(SHAKER, city=SAMARA)), "perks")
    assert [shown[-1][name] for name in ("team", "rank", "state", "on", "note")] == [
        "Ладья под парусом",
        "ЗНАТОК",
        "rank announced",
        "18 Sep 2025",
        "Специальный приз вручён",
    ]


def test_a_perk_handed_over_stands_last() -> None:
    one = sample(SHAKER)
    award = rows(
        tables.Awards,
        {"award": "perk", "team_id": "s01", "city": SAMARA, "value": "КАРДИНАЛ", "awarded_at": datetime(2026, 6, 20)},
    )
    frame = honours.perks(replace(one.facts, awards=pl.concat([one.facts.awards, award])), one.scored, SAMARA).frame
    assert frame.row(-1, named=True)["state"] == "handed"
    assert frame.row(-1, named=True)["on"] == date(2026, 6, 20)


def test_notes_of_awards_are_not_shown_to_the_public() -> None:
    shown = grid(page("titles", at(SHAKER, city=SAMARA), TABLO_PUBLIC="1"), "perks")
    assert "note" not in shown[0]


def test_a_provisional_period_is_marked() -> None:
    shown = grid(page("titles", at(BERLIN)), "titles-season_matrix")
    assert stored(BERLIN).scored.periods.filter(series="season_matrix")["provisional"].to_list() == [
        row["provisional"] == "It rests on cells that are to be mended" for row in shown
    ]


def test_who_holds_a_title_alone_is_a_way_to_its_page() -> None:
    drawn = page("titles", at(SOFIA))
    told = [json.loads(e.proto.json) for e in drawn.get("bidi_component")]
    (winners,) = [
        column for one in told for column in one["columns"] if column["key"] == "winner" and len(one["columns"]) > 2
    ]
    ids = dict(stored(SOFIA).facts.teams.select("team", "team_id").iter_rows())
    assert winners["texts"]
    for name, tail in zip(winners["texts"], winners["door"]["tails"], strict=True):
        wanted = urlencode({"team": ids[name]}) if name in ids else ""
        assert tail == wanted, name


def test_a_league_without_ranks_says_so() -> None:
    said = "The rules of this league give no ranks."
    assert said in texts(page("titles", at(SOFIA)))
    assert said not in texts(page("titles", at(SHAKER)))


def test_a_title_that_may_still_be_lost_is_leading() -> None:
    one = sample(SHAKER)
    frame = honours.periods_and_titles(one.facts, one.scored, "season", SAMARA).frame
    assert frame["status"].to_list() == ["leading", *["won"] * 7]
    assert frame["period"].to_list()[0] == "2026-06"


def test_a_league_without_titles_says_why(tmp_path: Path) -> None:
    kept = stored(SHAKER)
    db = tmp_path / "new.duckdb"
    store.replace_leagues(db, [BuiltLeague(kept.meta, Facts(), Scored())])
    said = [each.value for each in page("titles", {"lang": "en"}, db).markdown]
    assert any("No title or rank has been reached yet" in each for each in said)


def test_years_of_the_champion_quiz_are_chosen() -> None:
    one = sample(SOFIA)
    older = one.scored.titles.with_columns(period=pl.col("period").str.replace("2026", "2025"))
    periods = one.scored.periods.with_columns(
        period=pl.col("period").str.replace("2026", "2025"), first_date=pl.col("first_date").dt.offset_by("-1y")
    )
    both = replace(
        one.scored,
        titles=pl.concat([one.scored.titles, older]),
        periods=pl.concat([one.scored.periods, periods]),
    )
    frame = honours.qualified(one.facts, both, None).frame
    assert frame["year"].to_list() == [2026] * 5 + [2025] * 5
    assert [g["period"] for g in frame["grounds"][-1]] == ["2025-05"]
