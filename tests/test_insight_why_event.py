"""A row of one evening adds up, and what split two teams is shown with both their values."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import polars as pl
import pytest

from pipelines import ingest, scoring
from pipelines.insight.why_event import WhyEvent, why_event
from pipelines.tables import COEFFICIENT_UNITS, UNITS
from tests.sample_leagues import DAY, Sample, sample

SOFIA, BERLIN, SHAKER = "sofia-monthly", "berlin-2025-26", "shaker-volga"
SIXTY = "sixty_seconds"


def why(name: str, event: str, game: str, team: str, city: str | None = None) -> WhyEvent:
    one = sample(name)
    return why_event(one.facts, one.scored, one.rules, event, game, one.team(team, city))


def steps(found: WhyEvent, step: str) -> list[float]:
    return [amount / unit for amount, unit in found.steps.filter(step=step).select("amount", "unit").iter_rows()]


def compared(found: WhyEvent, side: str, criterion: str) -> list[dict[str, Any]]:
    return found.neighbours.filter(side=side, criterion=criterion).to_dicts()


def test_a_handicap_names_the_wins_it_is_for() -> None:
    """Four in a row (03-12, 03-19, 03-26, 04-02): 04-16 starts from −6, and 94 becomes 88, behind 91."""
    found = why(SOFIA, "2026-04-16", "quiz", "Шопска логика")
    (handicap,) = found.steps.filter(step="handicap").to_dicts()
    assert handicap["amount"] == -6 * UNITS
    assert handicap["events"] == ["2026-03-12", "2026-03-19", "2026-03-26", "2026-04-02"]
    assert sum(steps(found, "round")) == 94
    assert steps(found, "points") == [88]
    (ahead,) = compared(found, "ahead", "points")
    assert (ahead["own"] / UNITS, ahead["theirs"] / UNITS, ahead["decides"]) == (88, 91, True)
    assert {"games.quiz.streak_handicap.step", "games.quiz.place_by"} <= set(found.rules["path"])


def test_a_shootout_is_shown_number_by_number() -> None:
    """2026-06-04: three level on 87; the numbers order them 2, 1, 0."""
    found = why(SOFIA, "2026-06-04", "quiz", "Шопска логика")
    *numbers, ahead = compared(found, "ahead", "shootout")
    assert [n["part"] for n in numbers] == [1, 2, 3]
    assert all(n["right"] is not None for n in numbers)
    assert (ahead["own"], ahead["theirs"], ahead["unit"], ahead["decides"]) == (1, 2, 1, True)
    *_, behind = compared(found, "behind", "shootout")
    assert (behind["own"], behind["theirs"]) == (1, 0)


def test_later_rounds_are_shown_down_to_the_one_that_decides() -> None:
    """sam-2024-10-03: level on 57; rounds 7 to 4 equal, round 3 is 7.5 against 6."""
    found = why(SHAKER, "sam-2024-10-03", "quiz", "Ладья под парусом")
    rounds = compared(found, "behind", "later_rounds")
    assert [r["part"] for r in rounds] == [7, 6, 5, 4, 3]
    assert [r["decides"] for r in rounds] == [False] * 4 + [True]
    assert (rounds[-1]["own"] / UNITS, rounds[-1]["theirs"] / UNITS) == (7.5, 6)


def test_sudden_death_is_shown_round_by_round() -> None:
    """sam-2025-11-13: three level on 52: s05 out in round one, s03 ahead of s02 in round two."""
    one = sample(SHAKER)
    found = why_event(one.facts, one.scored, one.rules, "sam-2025-11-13", "quiz", "s03")
    shots = compared(found, "behind", "shootout")
    assert [(s["part"], s["own"] / UNITS, s["theirs"] / UNITS, s["decides"]) for s in shots] == [
        (1, 1, 1, False),
        (2, 1, 0, True),
    ]
    third = why_event(one.facts, one.scored, one.rules, "sam-2025-11-13", "quiz", "s02")
    assert [s["theirs"] for s in compared(third, "behind", "shootout")] == [0, None]


def test_a_winner_with_criteria_of_its_own() -> None:
    """2025-11-12: the place is shared, the winner has more Matrix points (460 against 340)."""
    found = why(BERLIN, "2025-11-12", SIXTY, "Шпрее наперекосяк")
    assert compared(found, "level", "shared")
    (lead,) = compared(found, "lead", "games.matrix.points")
    assert (lead["own"] / UNITS, lead["theirs"] / UNITS, lead["decides"]) == (460, 340, True)
    assert "games.sixty_seconds.winner_by" in found.rules["path"].to_list()


def test_a_closing_run_settles_a_winner() -> None:
    """2026-01-14: level on 24 and in the Matrix (440): the closing run."""
    found = why(BERLIN, "2026-01-14", SIXTY, "Шпрее наперекосяк")
    (run,) = compared(found, "lead", "closing_run")
    assert run["decides"]
    assert run["own"] > run["theirs"]
    assert found.standing["won_by"] == "closing_run"


def test_a_coefficient_and_a_ruling_are_steps() -> None:
    found = why(BERLIN, "2025-10-15", SIXTY, "Ваш билет, пожалуйста")
    assert (steps(found, "coefficient"), steps(found, "points")) == ([0.85], [19.55])
    assert "games.sixty_seconds.coefficient_in" in found.rules.filter(pl.col("assumed").is_not_null())["path"].to_list()
    punished = why(BERLIN, "2025-12-10", SIXTY, "Сдача с пфеннига")
    (ruling,) = punished.steps.filter(step="ruling").to_dicts()
    assert (ruling["amount"], ruling["decision"]) == (-UNITS, "a3")
    assert [level["own"] / UNITS for level in compared(punished, "level", "points")] == [17]


def test_a_coefficient_by_a_ruling_names_it() -> None:
    one = sample(BERLIN)
    team = one.team("Шпрее наперекосяк")
    text = 'coefficient id=c1 event=2025-10-15 team="Шпрее наперекосяк" value=0.5'
    supposed = ingest.decisions_from_texts([text], one.facts, one.league)
    scored = scoring.score(one.facts, one.rules, as_of=DAY, scenario_decisions=supposed, reuse=one.scored)
    found = why_event(one.facts, scored, one.rules, "2025-10-15", SIXTY, team, supposed)
    (step,) = found.steps.filter(step="coefficient").to_dicts()
    assert (step["amount"], step["decision"]) == (5000, "c1")


def test_a_team_outside_the_ranking_has_no_neighbours() -> None:
    found = why(BERLIN, "2025-12-10", SIXTY, "Гости с Эльбы")
    assert found.neighbours.is_empty()
    assert steps(found, "points") == [19]


@pytest.mark.parametrize("name", [SOFIA, BERLIN, SHAKER])
def test_rows_add_up_and_neighbours_agree_with_the_table(name: str) -> None:
    one = sample(name)
    ranked = one.scored.standings.filter(pl.col("place").is_not_null(), pl.col("decided_by").is_not_null())
    telling = ranked.filter(pl.col("decided_by") != "points")
    some = pl.concat([telling, ranked.filter(decided_by="points").gather_every(25)])
    assert telling.height
    for row in some.iter_rows(named=True):
        _agrees(one, row)


def _agrees(one: Sample, row: dict[str, Any]) -> None:
    found = why_event(one.facts, one.scored, one.rules, row["event"], row["game"], row["team_id"])
    amounts = {kind: sum(steps(found, kind)) for kind in ("round", "total", "handicap", "adjustment", "ruling")}
    coefficient = steps(found, "coefficient") or [1.0]
    assert sum(amounts.values()) * coefficient[0] == pytest.approx(row["points"] / UNITS)
    behind = found.neighbours.filter("decides", side="behind")["criterion"].unique().to_list()
    level = found.neighbours.filter(side="level", criterion="shared").height
    assert (row["decided_by"] == "shared") <= (level > 0)
    if row["decided_by"] != "shared":
        assert behind == [row["decided_by"]]


def test_who_took_no_part_is_a_key_error() -> None:
    one = sample(BERLIN)
    absent = replace(one.scored, standings=one.scored.standings.clear())
    with pytest.raises(KeyError, match="took no part"):
        why_event(one.facts, absent, one.rules, "2025-10-15", SIXTY, one.team("Шпрее"))


def test_a_coefficient_is_in_its_own_units() -> None:
    found = why(BERLIN, "2025-10-15", SIXTY, "Ваш билет, пожалуйста")
    assert found.steps.filter(step="coefficient")["unit"].to_list() == [COEFFICIENT_UNITS]
