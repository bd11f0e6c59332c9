"""The coming edition: what `tablo next` says, and that its handicaps are those the evening then starts with."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import polars as pl
import pytest

from pipelines.ingest import read_league
from pipelines.insight.coming import coming, starting
from pipelines.ruleset.bound import LeagueRules, bind
from pipelines.ruleset.league import load_league
from pipelines.scoring import score
from pipelines.tables import Facts, Scored
from tests.conftest import tablo

LEAGUES = Path(__file__).parents[1] / "data" / "leagues"
DAY = date(2026, 7, 1)
HEADER = "event,date,city,about,game,series,period,first,place,place_to,team,team_id,points,gap,rank"
Read = tuple[Facts, LeagueRules, Scored]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("next") / "t.duckdb"
    folders = [LEAGUES / name for name in ("sofia-monthly", "shaker-volga", "berlin-2025-26")]
    tablo("build", *folders, "--db", found, "--as-of", DAY)
    return found


@pytest.fixture(scope="module")
def sofia() -> Read:
    folder = LEAGUES / "sofia-monthly"
    league = load_league(folder)
    facts, rules = read_league(folder, league), bind(league)
    return facts, rules, score(facts, rules, as_of=DAY)


def rows(db: Path, *call: str) -> list[dict[str, str]]:
    ran = tablo("next", *call, "--db", db, "--as-of", DAY, "--format", "csv")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[0] == HEADER
    return list(csv.DictReader(io.StringIO(ran.out)))


def test_the_first_edition_of_a_month(db: Path) -> None:
    edition, handicap = rows(db, "sofia-monthly")
    assert (edition["event"], edition["about"], edition["series"]) == ("2026-07-02", "edition", "month")
    assert (edition["period"], edition["first"]) == ("2026-07", "1")
    assert (handicap["about"], handicap["game"], handicap["team"]) == ("handicap", "quiz", "Третата чаша чай")
    assert handicap["points"] == "-2"


def test_what_is_at_stake_in_a_season(db: Path) -> None:
    found = [row for row in rows(db, "berlin-2025-26") if row["series"] == "season_sixty_seconds"]
    assert [row["about"] for row in found] == ["edition", "stake", "stake", "stake"]
    assert found[0]["first"] == "0"
    table = json.loads(tablo("series", "berlin-2025-26", "season_sixty_seconds", "--db", db, "--format", "json").out)
    assert [(row["team"], float(row["points"])) for row in found[1:]] == [(r["team"], r["points"]) for r in table[:3]]
    assert [float(row["gap"]) for row in found[1:]] == [table[0]["points"] - r["points"] for r in table[:3]]


def test_ranks_within_reach_of_a_usual_result_by_city(db: Path) -> None:
    found = rows(db, "shaker-volga")
    assert list(dict.fromkeys((row["event"], row["city"]) for row in found)) == [
        ("sam-2026-09-03", "Самара"),
        ("sar-2026-09-10", "Саратов"),
    ]
    near = {row["team"]: row for row in found if row["about"] == "rank"}
    table = json.loads(tablo("ranks", "shaker-volga", "--city", "Самара", "--db", db, "--format", "json").out)
    wanted = {r["team"]: r for r in table if r["points_to_next"] is not None and r["points_to_next"] <= 40}
    assert wanted
    assert wanted.keys() <= near.keys()
    assert all(float(near[team]["gap"]) == row["points_to_next"] for team, row in wanted.items())
    assert all(near[team]["rank"] == row["next_rank"] for team, row in wanted.items())
    assert all(float(row["gap"]) < 60 for row in near.values())
    assert {row["event"] for row in rows(db, "shaker-volga", "--city", "Саратов")} == {"sar-2026-09-10"}


def test_other_rules_give_other_handicaps(db: Path) -> None:
    without = rows(db, "sofia-monthly", "--set", "games.quiz.streak_handicap.step=0")
    assert [row["about"] for row in without] == ["edition"]
    scenario = rows(db, "sofia-monthly", "--scenario", "без-наказателни-точки-за-серия-победи")
    assert scenario == without


def test_for_people(db: Path) -> None:
    out = tablo("next", "sofia-monthly", "--db", db, "--as-of", DAY).out
    assert out.startswith("2026-07-02 · Юлско начало · planned · (2026-07-02)\n")
    assert "Starting handicaps" in out
    assert "At stake" not in out


def test_a_wrong_city_names_the_nearest(db: Path) -> None:
    ran = tablo("next", "shaker-volga", "--city", "Самра", "--db", db)
    assert (ran.status, "The nearest: Самара" in ran.err) == (2, True)


def test_nothing_is_planned(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    (folder / "results").mkdir(parents=True)
    (folder / "league.toml").write_text('rule_set = "bg_monthly"\n', "utf-8")
    (folder / "events.csv").write_text("event,date\ne1,2026-03-05\n", "utf-8")
    (folder / "results" / "e1.csv").write_text("Отбор,1,2\nЕдно,3,4\nДве,5,3\n", "utf-8")
    tablo("build", folder, "--db", tmp_path / "t.duckdb")
    ran = tablo("next", "cup", "--db", tmp_path / "t.duckdb", "--format", "csv")
    assert (ran.status, ran.out.strip(), "No event is planned" in ran.err) == (0, HEADER, True)


def before(facts: Facts, event: str) -> Facts:
    """The league as it was before an evening, which is planned."""
    ord_of = facts.events.filter(event=event)["ord"][0]
    state = pl.when(pl.col("event") == event).then(pl.lit("planned")).otherwise(pl.col("state").cast(pl.String))
    kept = facts.events.filter(pl.col("ord") < ord_of)["event"]
    past = facts.only(kept)
    events = facts.events.filter(pl.col("ord") <= ord_of).with_columns(state=state.cast(facts.events.schema["state"]))
    return replace(past, events=events)


@pytest.mark.parametrize("event", ["2026-03-12", "2026-03-26", "2026-04-16", "2026-05-07", "2026-06-25"])
def test_the_handicaps_foretold_are_those_the_evening_starts_with(sofia: Read, event: str) -> None:
    facts, rules, scored = sofia
    then = before(facts, event)
    past = score(then, rules, as_of=DAY)
    foretold = coming(then, rules, past)
    assert foretold.events["event"].to_list() == [event]
    real = scored.standings.filter(pl.col("handicap") != 0, event=event).select("team_id", "handicap")
    there = scored.standings.filter(event=event)["team_id"]
    mine = foretold.handicaps.filter(pl.col("team_id").is_in(there.implode())).select("team_id", "handicap")
    assert mine.sort("team_id").equals(real.sort("team_id"))


def test_a_team_that_stays_away_has_its_handicap_too(sofia: Read) -> None:
    """Whoever has won twice running starts the next evening so, whether it has ever been entered for it or not."""
    facts, rules, _ = sofia
    then = before(facts, "2026-04-16")
    past = score(then, rules, as_of=DAY)
    owed = starting(then, rules, past, pl.Series(["2026-04-16"]))
    assert owed["team_id"].to_list() == ["шопска-логика"]
    assert owed["handicap"].to_list() == [-6 * 10**10]
