"""A team's page: found by any name it had, its place, the way to the next rank or title, its record and its rivals."""

from __future__ import annotations

import json
import re
from datetime import date
from decimal import Decimal

import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from dashboard import team_charts
from dashboard.charts import PALETTE
from pipelines.insight import team as insight
from pipelines.insight.stand import stands
from pipelines.insight.team import Climb
from pipelines.tables import UNITS
from tests.conftest import tablo
from tests.dashboard_samples import LANGUAGES, LEAGUES, database, grid, page, plain, run, stored, texts
from tests.sample_leagues import sample

BERLIN, SOFIA, SHAKER = "berlin-2025-26", "sofia-monthly", "shaker-volga"
SAYS = team_charts.Words("{:g} points".format, date.isoformat, date.isoformat)


def shown(league: str, team: str, lang: str = "en", **more: str) -> AppTest:
    return page("team", {"league": league, "lang": lang, "team": team, **more})


def said(drawn: AppTest) -> str:
    """All sentences, without the signs that keep a name from steering the page."""
    return re.sub(r"\\(.)", r"\1", " ".join(str(e.value) for e in [*drawn.markdown, *drawn.caption]))


def some_teams(league: str) -> list[str]:
    """The first and the last of the latest table, and one that is outside of all."""
    scored = stored(league).scored
    last = scored.periods.sort("ord").tail(1)
    table = scored.series_standings.join(last, on=["series", "period", "city"], how="semi", nulls_equal=True)
    ordered = table.sort("place")["team_id"]
    outside = stored(league).facts.teams.join(scored.series_standings, on="team_id", how="anti")["team_id"]
    return [ordered[0], ordered[-1], *outside.head(1)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("league", LEAGUES)
def test_every_team_has_a_page(league: str, language: str) -> None:
    for team in some_teams(league):
        drawn = shown(league, team, language)
        told = texts(drawn)
        ids = set(stored(league).facts.teams["team_id"]) | set(stored(league).scored.series_standings["series"])
        assert [text for text in told if text in ids or re.search(r"\b(None|nan|null|NaT)\b", text)] == []
        if language != "en":
            assert not re.search(r"\b(Place|Results|Rank|since|points|ahead)\b", " ".join(told))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("league", LEAGUES)
def test_without_a_team_it_says_how_to_find_one(league: str, language: str) -> None:
    drawn = page("team", {"league": league, "lang": language})
    assert drawn.selectbox(key="at:team").value is None
    assert len(drawn.markdown) == 1
    assert len(drawn.get("bidi_component")) == 1  # all teams to choose from


@pytest.mark.parametrize("league", LEAGUES)
def test_any_name_a_team_ever_had_finds_it(league: str) -> None:
    facts = stored(league).facts
    options = page("team", {"league": league, "lang": "en"}).selectbox(key="at:team").options
    for name in [*facts.team_names["name"], *facts.teams["team"]]:
        found = [option for option in options if option.startswith(name)]
        assert found, name
    assert len(options) == len(set(options))


def test_a_former_name_leads_to_the_team() -> None:
    """s03 was Грушевый чайник until 2025-09-01."""
    drawn = page("team", {"league": SHAKER, "lang": "en"})
    box = drawn.selectbox(key="at:team")
    (former,) = [option for option in box.options if option.startswith("Грушевый чайник")]
    box.set_value(former)
    run(drawn)
    assert drawn.query_params["team"] == "s03"
    assert drawn.title[0].value == "Чайник второго закипания"
    assert "until 1 Sep 2025: Грушевый чайник" in said(drawn)


@pytest.mark.parametrize("league", LEAGUES)
def test_place_and_distance_are_those_of_the_table(league: str) -> None:
    scored = stored(league).scored
    for team in some_teams(league)[:2]:
        told = said(shown(league, team)).replace("**", "").replace(",", "")
        for row in stands(scored, team).iter_rows(named=True):
            place = str(row["place"]) if row["place"] == row["place_to"] else f"{row['place']}–{row['place_to']}"
            points = _two(row["points"], row["unit"])
            assert f"Place {place} of {row['teams']} · points: {points}" in told
            if row["behind"]:
                assert f"To the first place: {_two(row['behind'], row['unit'])} points" in told


def _two(points: int, unit: int) -> str:
    """At most two decimals."""
    return f"{(Decimal(points) / unit).quantize(Decimal('0.01')):f}".rstrip("0").rstrip(".")


def test_the_way_to_the_next_rank_is_that_of_the_command() -> None:
    ran = tablo("ranks", SHAKER, "--format", "json", "--db", database())
    rows = {row["team_id"]: row for row in json.loads(ran.out)}
    for team in ("s01", "s03", "s17"):
        row = rows[team]
        told = said(shown(SHAKER, team)).replace(",", "").replace("**", "")
        assert f"To {row['next_rank']}: {float(row['points_to_next']):g} points" in told
        assert (row["rank"] or "no rank yet") in told


def test_at_the_recent_pace() -> None:
    (row,) = insight.progress(stored(SHAKER).facts, stored(SHAKER).scored, "s01").to_dicts()
    told = said(shown(SHAKER, "s01"))
    assert f"{row['games_to_next']} more games at its recent pace" in told
    assert f"its last 5 games: {_two(row['pace'], row['unit'] * 5)} points each" in told


@pytest.mark.parametrize("league", LEAGUES)
def test_results_are_those_of_the_evenings(league: str) -> None:
    team = some_teams(league)[0]
    drawn = shown(league, team)
    wanted = insight.results(stored(league).facts, stored(league).scored, team).reverse()
    for switch in drawn.toggle:
        if str(switch.key).startswith("all-results"):
            switch.set_value(True)
            run(drawn)
    rows = grid(drawn, "results")
    assert len(rows) == wanted.height
    places = [
        "" if place is None else str(place) if place == to else f"{place}–{to}"
        for place, to in wanted.select("place", "place_to").iter_rows()
    ]
    assert [row["place"] for row in rows] == places
    assert [plain(row["points"]) * UNITS for row in rows] == wanted["points"].to_list()
    assert [row["winner"] for row in rows] == ["●" if won else "" for won in wanted["winner"]]


def test_an_evening_that_is_not_over_has_no_winner_and_decides_nothing_between_two_teams() -> None:
    """2026-06-10 is live."""
    scored = stored(BERLIN).scored
    leads = scored.standings.filter(pl.col("winner"), event="2026-06-10", game="matrix")["team_id"][0]
    drawn = shown(BERLIN, leads)
    (row,) = [row for row in grid(drawn, "results") if row["date"] == "10 Jun 2026" and row["game_title"] == "Матрица"]
    assert (row["place"], row["winner"], row["state"]) == ("1", "", "live")
    assert not [row for row in grid(drawn, "rivals") if row["date"] == "10 Jun 2026"]


@pytest.mark.parametrize("league", LEAGUES)
def test_titles_are_listed(league: str) -> None:
    scored = stored(league).scored
    team = scored.titles["team_id"][0]
    held = scored.titles.filter(team_id=team).height
    assert (
        sum(
            e.value.count("- **Winner**") + e.value.count("- **Vice") + e.value.count("- **Leads for")
            for e in shown(league, team).markdown
        )
        == held
    )


def test_head_to_head_with_the_team_of_the_address() -> None:
    facts, scored = stored(SOFIA).facts, stored(SOFIA).scored
    team, *_others = some_teams(SOFIA)
    opponents = insight.opponents(scored, team)
    rival, games, won = opponents.select("team_id", "games", "won").row(-2)
    drawn = shown(SOFIA, team, rival=rival)
    assert f"{games} games together · ahead: **{won}**" in said(drawn)
    wanted = insight.head_to_head(facts, scored, team, rival).reverse()
    rows = grid(drawn, "rivals")
    assert [plain(row["points_theirs"]) * UNITS for row in rows] == wanted["their_points"].to_list()
    assert [row["result"] for row in rows] == [
        {"won": "ahead", "lost": "behind", "level": "level"}[r] for r in wanted["result"]
    ]


@pytest.mark.parametrize("league", LEAGUES)
def test_why_opens_from_the_page(league: str) -> None:
    """Two clicks from a table: the team's name, then why."""
    team = some_teams(league)[0]
    drawn = shown(league, team)
    first = next(button for button in drawn.button if str(button.key).startswith("why-"))
    first.click()
    run(drawn)
    assert grid(drawn, "why")
    assert "Rules it rests on" in said(drawn)


def test_another_team_forgets_the_rival() -> None:
    drawn = shown(SOFIA, some_teams(SOFIA)[0], rival=some_teams(SOFIA)[1])
    box = drawn.selectbox(key="at:team")
    box.set_value(next(option for option in box.options if option != box.value))
    run(drawn)
    assert "rival" not in drawn.query_params


@pytest.mark.parametrize("league", LEAGUES)
def test_a_name_in_a_table_leads_to_the_page(league: str) -> None:
    drawn = page("standings", {"league": league, "lang": "ru"})
    (table,) = [json.loads(e.proto.json) for e in drawn.get("bidi_component") if e.proto.id.endswith("-standings")]
    (column,) = [column for column in table["columns"] if column["key"] == "team"]
    assert column["door"]["base"] == f"team?league={league}&lang=ru&"
    assert all(tail.startswith("team=") for tail in column["door"]["tails"])


def ladder(*reached: date | None) -> pl.DataFrame:
    steps = [(n * 100 * UNITS, UNITS, f"R{n}", None, on, None) for n, on in enumerate(reached, 1)]
    schema = {"at": pl.Int64, "unit": pl.Int64, "rank": pl.String, "perk": pl.String, "reached_on": pl.Date}
    return pl.DataFrame(steps, schema={**schema, "event": pl.String}, orient="row")


def sums(*values: int) -> pl.DataFrame:
    rows = [(f"e{n}", date(2026, n, 5), n, 0, value * UNITS, UNITS) for n, value in enumerate(values, 1)]
    return pl.DataFrame(rows, schema=["event", "date", "ord", "points", "sum", "unit"], orient="row")


def test_the_ladder_is_drawn_up_to_the_next_step() -> None:
    drawn = team_charts.climb(Climb(sums(60, 120, 180), ladder(date(2026, 2, 5), None, None, None)), SAYS)
    line, reached, names = drawn.data
    assert list(line.y) == [60, 120, 180]
    assert (list(reached.y), list(reached.x)) == ([100], [date(2026, 2, 5)])
    assert [text.strip() for text in names.text] == ["R1", "<b>R2</b>"]
    assert [shape.y0 for shape in drawn.layout.shapes] == [100, 200]
    assert list(drawn.layout.xaxis.ticktext) == ["2026-02-01", "2026-03-01"]


def test_a_ladder_without_results_is_drawn_all_the_same() -> None:
    drawn = team_charts.climb(Climb(sums().clear(), ladder(None, None)), SAYS)
    assert [shape.y0 for shape in drawn.layout.shapes] == [100]


def test_strength_stands_beside_the_field_and_the_best() -> None:
    found = insight.strength(stored(BERLIN).scored, sample(BERLIN).team("Шпрее наперекосяк"), "sixty_seconds")
    drawn = team_charts.strength(found, "<A>", "mean", "best", "{:.1f}".format)
    own, field, best = drawn.data
    assert own.name == "&lt;A&gt;"
    assert own.marker.color == PALETTE[0]
    assert list(own.y) == found["own"].to_list()
    assert all(low <= high for low, high in zip(field.y, best.y, strict=True))
    assert [field.name, best.name] == ["mean", "best"]


@pytest.mark.parametrize("league", LEAGUES)
def test_without_a_team_every_team_is_listed_with_its_record(league: str) -> None:
    rows = grid(page("team", {"league": league, "lang": "en"}), "teams")
    kept = stored(league)
    assert [row["team"] for row in rows] == kept.facts.teams.sort("folded", "team_id")["team"].to_list()
    counts = dict(kept.scored.standings.group_by("team_id").agg(pl.col("event").n_unique()).iter_rows())
    ids = kept.facts.teams.sort("folded", "team_id")["team_id"]
    assert [plain(row["evenings"]) for row in rows] == [counts.get(team, 0) for team in ids]


def test_the_list_of_teams_leads_to_each_and_to_its_last_evening() -> None:
    drawn = page("team", {"league": SOFIA, "lang": "en"})
    (told,) = [json.loads(e.proto.json) for e in drawn.get("bidi_component")]
    doors = {column["key"]: column["door"] for column in told["columns"] if "door" in column}
    at = next(column["texts"] for column in told["columns"] if column["key"] == "team").index("Шопска логика")
    assert "team=" in doors["team"]["tails"][at]
    assert doors["last"]["tails"][at] == "event=2026-06-25"
