"""One team: names, ladder, pace, rounds, and other teams."""

from __future__ import annotations

from datetime import date

import polars as pl
import pytest

from pipelines import tables
from pipelines.insight import team
from pipelines.tables import UNITS, Facts, Scored
from tests.conftest import points, rows
from tests.sample_leagues import sample

SOFIA, BERLIN, SHAKER = "sofia-monthly", "berlin-2025-26", "shaker-volga"
SAMARA = "Самара"


def test_names_over_time() -> None:
    """s03 changed its name on 2025-09-01; s02 is found as ЧПП too."""
    found = team.names(sample(SHAKER).facts, "s03")
    official = found.filter(kind="official")
    assert official["since"].to_list()[-1] == date(2025, 9, 1)
    assert official["until"].to_list() == [date(2025, 9, 1), None]
    assert official["shown"].to_list() == [False, True]
    assert "alias" in team.names(sample(SHAKER).facts, "s02")["kind"].to_list()


def test_the_way_to_the_next_rank() -> None:
    """Ладья под парусом stands at 3383.5; ИМПЕРАТОР is at 5000."""
    one = sample(SHAKER)
    (found,) = team.progress(one.facts, one.scored, "s01").to_dicts()
    assert (found["rank"], found["next_rank"]) == ("КАРДИНАЛ", "ИМПЕРАТОР")
    assert found["points"] + found["points_to_next"] == 5000 * UNITS
    last = team.results(one.facts, one.scored, "s01").filter(pl.col("place").is_not_null()).tail(5)
    assert (found["pace"], found["pace_games"]) == (last["points"].sum(), 5)
    games, pace = found["games_to_next"], found["pace"] / 5
    assert games * pace >= found["points_to_next"] > (games - 1) * pace


def test_a_pace_that_leads_nowhere_says_nothing() -> None:
    rank = {"series": "rating", "city": SAMARA, "unit": UNITS, "next_rank": "A", "points_to_next": points(10)}
    scored = Scored(
        ranks=rows(tables.Ranks, *({**rank, "team_id": t} for t in ("t1", "t2", "t3"))),
        series_results=rows(
            tables.SeriesResults,
            *(
                {"series": "rating", "period": "all", "city": SAMARA, "team_id": t, "unit": UNITS, "points": points(p)}
                for t, p in (("t1", -3), ("t2", 4), ("t3", 10))
            ),
        ),
    )
    games = [team.progress(Facts(), scored, t)["games_to_next"].to_list() for t in ("t1", "t2", "t3")]
    assert games == [[None], [3], [1]]


def test_the_running_sum_touches_the_steps() -> None:
    """КРАСАВЧИК on 2024-10-17 with exactly 200."""
    one = sample(SHAKER)
    found = team.climb(one.facts, one.scored, one.rules, "rating", SAMARA, "s01")
    first = found.steps.row(0, named=True)
    assert (first["rank"], first["reached_on"], first["at"]) == ("КРАСАВЧИК", date(2024, 10, 17), 200 * UNITS)
    assert found.sums.filter(event=first["event"])["sum"].to_list() == [200 * UNITS]
    assert found.sums["sum"][-1] == int(3383.5 * UNITS)
    assert found.steps.height == 12
    assert found.steps["reached_on"].is_not_null().sum() == 4


def test_a_team_without_results_has_steps_to_climb_all_the_same() -> None:
    one = sample(SHAKER)
    found = team.climb(one.facts, one.scored, one.rules, "rating", SAMARA, "nobody")
    assert found.sums.is_empty()
    assert found.steps.height == 12


def test_results_of_all_games() -> None:
    one = sample(BERLIN)
    found = team.results(one.facts, one.scored, one.team("Шпрее наперекосяк"))
    shared = found.filter(event="2025-11-12", game="sixty_seconds").row(0, named=True)
    assert (shared["place"], shared["place_to"], shared["points"], shared["best"]) == (1, 2, 23 * UNITS, 23 * UNITS)
    assert found["date"].is_sorted()
    guest = team.results(one.facts, one.scored, one.team("Гости с Эльбы"))
    assert guest["status"].unique().to_list() == ["out_of_contest"]
    assert guest["place"].is_null().all()


def test_titles_of_a_team() -> None:
    """Sofia: Шопска логика won March and May; Айрян и Питагор is vice-champion of May."""
    one = sample(SOFIA)
    held = team.titles(one.scored, one.team("Шопска логика"))
    assert held.select("period", "title").rows() == [("2026-03", "winner"), ("2026-05", "winner")]
    assert team.titles(one.scored, one.team("Айрян и Питагор"))["title"].to_list() == ["vice"]


def test_strength_by_round() -> None:
    one = sample(SHAKER)
    found = team.strength(one.scored, "s01", "quiz")
    assert found["round"].to_list() == [1, 2, 3, 4, 5, 6, 7]
    assert (found["own"] <= found["best"]).all()
    one_evening = team.strength(one.scored, "s01", "quiz", pl.Series(["sam-2024-10-03"]))
    assert one_evening["own"].to_list() == [7, 8, 7.5, 8, 6.5, 7, 13]
    third = one_evening.row(2, named=True)
    assert third["of_best"] == pytest.approx(7.5 / third["best"])
    assert third["games"] == 1


def test_head_to_head() -> None:
    one = sample(BERLIN)
    mine, theirs = one.team("Шпрее наперекосяк"), one.team("Кофе на Александерплац")
    found = team.head_to_head(one.facts, one.scored, mine, theirs)
    assert found.filter(event="2025-11-12", game="sixty_seconds")["result"].to_list() == ["level"]
    (summed,) = team.opponents(one.scored, mine).filter(team_id=theirs).to_dicts()
    counts = found["result"].value_counts()
    assert dict(counts.iter_rows()) == {r: summed[r] for r in ("won", "lost", "level") if summed[r]}
    back = team.head_to_head(one.facts, one.scored, theirs, mine)
    assert back.filter(result="won").height == summed["lost"]
    assert team.opponents(one.scored, one.team("Гости с Эльбы")).is_empty()
    final = one.scored.event_states.filter(state="final")["event"]
    assert set(found["event"]) <= set(final) and "2026-06-10" not in final
