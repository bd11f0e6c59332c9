"""The first page: the table with its moves, the last evening, titles, ranks reached and near, what is doubtful."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from dashboard import course, glance, room
from pipelines import store
from pipelines.export.amounts import as_text
from pipelines.export.shown import event_table, series_table, titles_table
from pipelines.insight.cited import SCHEMA
from pipelines.insight.pending import pending
from pipelines.store import BuiltLeague
from pipelines.tables import Facts, Scored
from tests.dashboard_samples import LANGUAGES, LEAGUES, grid, page, plain, stored, texts
from tests.sample_leagues import sample

SOFIA, BERLIN, SHAKER = "sofia-monthly", "berlin-2025-26", "shaker-volga"
SAMARA, SARATOV = "Самара", "Саратов"
CENT = Decimal("0.01")


def at(league: str, code: str = "en", **more: str) -> dict[str, str]:
    return {"league": league, "lang": code, **more}


def markdown(drawn: AppTest) -> str:
    return "\n".join(each.value for each in drawn.markdown).replace("\\", "")


def links(drawn: AppTest) -> dict[str, str]:
    """Ways to other pages: what they are called, and what stands in their address."""
    return {e.proto.label.replace("\\", ""): e.proto.query_string for e in drawn.get("page_link")}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("league", LEAGUES)
def test_the_page_is_drawn_without_raw_values(league: str, code: str) -> None:
    drawn = page("league", at(league, code))
    kept = stored(league)
    ids = set(kept.facts.teams["team_id"]) | set(kept.scored.series_standings["series"])
    assert [each for each in texts(drawn) if each in ids or re.search(r"\b(None|nan|null|NaT)\b", each)] == []


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("league", LEAGUES)
def test_the_table_at_a_glance_is_the_beginning_of_the_commands(league: str, code: str) -> None:
    kept = stored(league)
    series = kept.scored.periods["series"][-1]
    period, city = kept.scored.periods.filter(series=series).sort("first_date").select("period", "city").row(-1)
    where = at(league, code, series=series, period=period, **({"city": city} if city else {}))
    wanted = series_table(kept.facts, kept.scored, series, period, city)
    shown = grid(page("league", where), "glance")
    assert [row["team"] for row in shown] == wanted.frame["team"].head(glance.ROWS).to_list()
    points = [Decimal(text).quantize(CENT, ROUND_HALF_UP) for text in as_text(wanted)["points"].head(glance.ROWS)]
    assert [plain(row["points"]).quantize(CENT) for row in shown] == points


def test_moves_are_those_between_the_last_two_tables() -> None:
    """By the command's own tables: the period as it was before its last evening, and as it is."""
    one = sample(SOFIA)
    last = one.scored.periods.filter(series="month", period="2026-06")["last_event"].item()
    states = one.scored.event_states.filter(event=last)
    assert states["state"].item() == "final"
    rows = course.course(one.facts, one.scored, one.rules, "month", "2026-06", None)
    before = {t: p for e, t, p in rows.select("event", "team_id", "place").iter_rows() if e == "2026-06-18"}
    shown = grid(page("league", at(SOFIA, series="month", period="2026-06")), "glance")
    names = dict(one.facts.teams.select("team", "team_id").iter_rows())
    for row in shown:
        place, then = int(row["place"].split("–")[0]), before[names[row["team"]]]
        told = "=" if place == then else f"▲ {then - place}" if place < then else f"▼ {place - then}"
        assert row["place_change"] == told


@pytest.mark.parametrize("league", LEAGUES)
def test_the_podium_is_that_of_the_last_final_evening(league: str) -> None:
    kept = stored(league)
    city = kept.scored.periods["city"].drop_nulls().sort().to_list()[:1]
    last = glance.last_final(kept.facts, kept.scored, city[0] if city else None)
    assert last is not None
    assert kept.scored.event_states.filter(event=last)["state"].item() == "final"
    drawn = page("league", at(league))
    for game in kept.scored.standings.filter(event=last)["game"].unique():
        wanted = event_table(kept.facts, kept.scored, last, game).frame.filter(pl.col("place") <= 3)
        assert [row["team"] for row in grid(drawn, f"podium-{game}")] == wanted["team"].to_list()
    assert any(f"event={last}" in asked for asked in links(drawn).values())


def test_titles_of_the_latest_period_and_the_last_one_won() -> None:
    one = sample(SHAKER)  # before the summer season is over
    found = glance.titles_now(one.facts, one.scored, SAMARA)
    assert found.select("period", "status").rows() == [("2026-06", "leading"), ("2026-03", "won")]
    said = markdown(page("league", at(SOFIA)))
    kept = stored(SOFIA)
    latest = titles_table(kept.facts, kept.scored).frame.filter(period="2026-06")
    assert latest.height
    assert all(f"**{team}**" in said for team in latest["team"])


def test_titles_stand_in_the_order_of_the_tables_and_say_when_provisional() -> None:
    one = sample(BERLIN)
    found = glance.titles_now(one.facts, one.scored, None)
    assert found["series"].to_list() == ["season_sixty_seconds", "season_matrix"]
    assert "Leads for the title · 2025/26 · provisional" in markdown(page("league", at(BERLIN)))


def test_ranks_within_reach_of_a_usual_game() -> None:
    """By hand: the mean of the team's last five games against what it lacks."""
    one = sample(SHAKER)
    found = glance.within_reach(one.facts, one.scored, SAMARA).frame
    near = {}
    for row in one.scored.ranks.filter(city=SAMARA).iter_rows(named=True):
        own = one.scored.series_results.filter(series="rating", city=SAMARA, team_id=row["team_id"]).sort("ord")
        last = own["points"].to_list()[-5:]
        if row["points_to_next"] is not None and Fraction(sum(last), len(last)) >= row["points_to_next"]:
            near[row["team_id"]] = row["points_to_next"]
    assert near
    assert dict(found.select("team_id", "points_to_next").iter_rows()) == near
    assert found["points_to_next"].is_sorted()
    said = markdown(page("league", at(SHAKER, "ru", city=SAMARA)))
    assert "**Набережная необязательных**: 12 до ЗНАТОК" in said


def test_a_team_that_comes_no_more_is_near_to_nothing() -> None:
    one = sample(SHAKER)
    near = glance.within_reach(one.facts, one.scored, SAMARA).frame["team_id"][0]
    own = one.scored.series_results.filter(series="rating", city=SAMARA)
    kept = own.filter((pl.col("team_id") != near) | (pl.col("ord") < 40))
    assert kept.filter(team_id=near).height
    fewer = replace(one.scored, series_results=kept)
    assert near not in glance.within_reach(one.facts, fewer, SAMARA).frame["team_id"]


def test_ranks_just_reached() -> None:
    one = sample(SHAKER)
    event = "sam-2026-06-11"
    found = glance.reached(one.facts, one.scored, event, SAMARA)
    wanted = one.scored.ranks_reached.filter(event=event)
    assert found["team_id"].to_list() == wanted["team_id"].to_list()
    assert "КАРДИНАЛ" in found["rank"].to_list()
    assert glance.reached(one.facts, one.scored, event, SARATOV).is_empty()


@pytest.mark.parametrize("league", LEAGUES)
def test_findings_are_counted_by_severity(league: str) -> None:
    counts = dict(stored(league).scored.findings["severity"].cast(pl.String).value_counts().iter_rows())
    said = markdown(page("league", at(league)))
    for severity, n in counts.items():
        assert f"{n} {severity}{'' if n == 1 else 's'}" in said


def test_evenings_in_no_table_yet_are_told() -> None:
    held = links(page("league", at(SHAKER)))
    live = links(page("league", at(BERLIN)))
    assert "21 Nov 2024: held" in held
    assert "event=2026-06-10" in live["10 Jun 2026: live"]


def test_open_appeals_say_whether_they_can_change_the_winner() -> None:
    one = sample(BERLIN)
    found = pending(one.facts, one.scored, one.rules).appeals
    drawn = page("league", at(BERLIN))
    asked = links(drawn)
    assert "event=2026-04-15" in asked["15 Apr 2026 · 60 секунд · round 2 · question 18"]
    effects = [each.value for each in drawn.caption if each.value.startswith("It can")]
    told = {
        (True, True): "It can change the winner.",
        (True, False): "It can change the winner.",
        (False, True): "It cannot change the winner, but places.",
        (False, False): "It can change neither winner nor places.",
    }
    assert effects == [told[pair] for pair in found.select("changes_winner", "changes_places").iter_rows()]


def test_a_rule_that_several_figures_rest_on_is_told_once_with_all_of_them() -> None:
    def rules(*paths: str) -> pl.DataFrame:
        return pl.DataFrame({"path": list(paths)}, schema_overrides=SCHEMA).select("path")

    found = glance.assumed({"Table": rules("a", "b"), "Podium": rules("b", "c")})
    assert [(row["path"].item(), names) for row, names in found] == [
        ("b", ["Table", "Podium"]),
        ("a", ["Table"]),
        ("c", ["Podium"]),
    ]


@pytest.mark.parametrize("league", LEAGUES)
def test_every_assumed_rule_of_the_table_is_named(league: str) -> None:
    drawn = page("league", at(league))
    (head,) = [each.label for each in drawn.expander if "assumed" in each.label]
    reasons = [line for line in markdown(drawn).splitlines() if "Assumed: " in line]
    assert head == f"What rests on {len(reasons)} assumed rules"
    assert markdown(drawn).count("It touches: ") == len(reasons)


def test_a_long_table_is_cut_and_leads_to_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glance, "ROWS", 5)
    drawn = page("league", at(SOFIA, series="month", period="2026-06"))
    assert len(grid(drawn, "glance")) == 5
    assert "The whole table: 14 teams" in links(drawn)


def test_a_league_without_results_has_its_first_page(tmp_path: Path) -> None:
    kept = stored(SOFIA)
    db = tmp_path / "new.duckdb"
    store.replace_leagues(db, [BuiltLeague(kept.meta, Facts(), Scored())])
    said = markdown(page("league", {"lang": "en"}, db))
    assert "No evening of a series is final yet" in said
    assert "Nothing is doubtful." in said


@pytest.mark.parametrize(("day", "public", "told"), [(2, "0", False), (3, "0", True), (3, "1", False)])
def test_a_planned_evening_whose_day_is_past_is_told_to_those_who_can_add_it(
    day: int, public: str, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Then(date):
        @classmethod
        def today(cls) -> date:  # type: ignore[override]
            return date(2026, 7, day)

    monkeypatch.setattr(room, "date", Then)
    found = links(page("league", at(SOFIA), TABLO_PUBLIC=public))
    way = found.get("Results of 1 planned evening are missing: 2 Jul 2026")
    assert (way is not None) is told
    assert not told or "part=add" in str(way)
