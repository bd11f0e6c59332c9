"""The champion quiz, the causes of first editions, the ladders and their perks."""

from __future__ import annotations

from datetime import date, datetime

import polars as pl
import pytest

from pipelines import tables
from pipelines.insight.causes import duties
from pipelines.insight.champions import champions
from pipelines.insight.ladders import ladder, perks
from pipelines.tables import UNITS, Facts, Scored
from tests.conftest import points, rows
from tests.sample_leagues import DAY, Sample, sample

SOFIA, BERLIN, SHAKER = "sofia-monthly", "berlin-2025-26", "shaker-volga"
SAMARA = "Самара"


def test_who_qualifies_and_on_what_ground() -> None:
    """Sofia 2026: the winners of four months are guaranteed; a vice-champion's place is possible."""
    one = sample(SOFIA)
    found = champions(one.scored)
    by_kind = {
        kind: set(found.teams.filter(year=2026, qualification=kind)["team_id"]) for kind in ("guaranteed", "possible")
    }
    winners = ("Шопска логика", "Квадратурата", "Третата чаша", "Двойка по поведение")
    assert by_kind["guaranteed"] == {one.team(name) for name in winners}
    assert by_kind["possible"] == {one.team("Айрян и Питагор")}
    twice = found.teams.filter(team_id=one.team("Шопска логика")).row(0, named=True)
    assert (twice["titles"], twice["final_handicap"], twice["won"]) == (2, 0, True)
    months = found.grounds.filter(team_id=one.team("Шопска логика"))["period"].to_list()
    assert months == ["2026-03", "2026-05"]


def test_a_guaranteed_place_is_better_than_a_possible_one() -> None:
    title = {"series": "month", "status": "won", "team_id": "t1"}
    scored = Scored(
        periods=rows(
            tables.Periods,
            *({"series": "month", "period": f"2026-0{n}", "first_date": date(2026, n, 5)} for n in (3, 4)),
        ),
        titles=rows(
            tables.Titles,
            {**title, "period": "2026-03", "title": "vice", "qualification": "possible", "final_handicap": points(-4)},
            {**title, "period": "2026-04", "title": "winner", "qualification": "guaranteed", "status": "leading"},
        ),
    )
    found = champions(scored)
    (team,) = found.teams.to_dicts()
    assert (team["qualification"], team["titles"], team["final_handicap"], team["won"]) == (
        "guaranteed",
        1,
        None,
        False,
    )
    assert found.grounds["title"].to_list() == ["vice", "winner"]


def test_titles_that_qualify_for_nothing_are_left_out() -> None:
    assert champions(sample(BERLIN).scored).teams.is_empty()


def owed(one: Sample, as_of: date) -> dict[str, dict[str, object]]:
    return {row["period"]: row for row in duties(one.facts, one.scored, one.rules, as_of).to_dicts()}


def test_what_first_editions_owe_to_a_cause() -> None:
    """April has a winner but no cause (by 2026-10-02); March and June cause and donation, May a cause only."""
    found = owed(sample(SOFIA), DAY)
    states = {period: row["state"] for period, row in found.items()}
    assert states == {"2026-03": "donated", "2026-04": "open", "2026-05": "named", "2026-06": "donated"}
    april, march = found["2026-04"], found["2026-03"]
    assert (april["due"], april["cause"], april["event"]) == (date(2026, 10, 2), None, "2026-04-02")
    assert april["teams"] == [sample(SOFIA).team("Шопска логика")]
    assert (march["prize"], march["winner_keeps"], march["donation"]) == ("200 €", "100 €", "200 €")
    assert (march["donated"], march["donated_on"]) == ("200 €", date(2026, 3, 20))
    assert owed(sample(SOFIA), date(2026, 10, 3))["2026-04"]["state"] == "overdue"
    assert owed(sample(SOFIA), date(2026, 10, 2))["2026-04"]["state"] == "open"


@pytest.mark.parametrize(
    ("prize", "keeps"),
    [("1 500 лв.", "750 лв."), ("75,50 €", "37.75 €"), ("книги", None), (None, None), ("2 × 50 €", None)],
)
def test_a_prize_is_shared_in_its_own_words(prize: str | None, keeps: str | None) -> None:
    one = sample(SOFIA)
    events = one.facts.events.with_columns(prize=pl.lit(prize, pl.String))
    facts = Facts(events=events, teams=one.facts.teams, awards=one.facts.awards)
    assert duties(facts, one.scored, one.rules, DAY)["winner_keeps"].unique().to_list() == [keeps]


def test_a_rule_set_without_causes_owes_nothing() -> None:
    one = sample(BERLIN)
    assert duties(one.facts, one.scored, one.rules, DAY).is_empty()


def test_the_ladder_with_the_teams_on_it() -> None:
    one = sample(SHAKER)
    found = ladder(one.scored, one.rules).filter(city=SAMARA)
    assert found["rank"].to_list()[:4] == ["КРАСАВЧИК", "КРУТОЙ", "ЗНАТОК", "КАРДИНАЛ"]
    assert found["at"].to_list()[0] == 200 * UNITS
    assert "s01" in found.filter(rank="КАРДИНАЛ")["teams"].item().to_list()
    on_ladder = found["teams"].explode().drop_nulls()
    assert on_ladder.len() == one.scored.ranks.filter(pl.col("rank").is_not_null(), city=SAMARA).height


def test_perks_due_and_announced() -> None:
    """ЗНАТОК of Ладья под парусом was announced on 2025-09-18; its other ranks' perks are due."""
    one = sample(SHAKER)
    own = perks(one.facts, one.scored).filter(team_id="s01", city=SAMARA)
    states = dict(own.select("rank", "state").iter_rows())
    assert states == {"КРАСАВЧИК": "due", "КРУТОЙ": "due", "ЗНАТОК": "announced", "КАРДИНАЛ": "due"}
    assert own.filter(rank="ЗНАТОК")["announced_on"].item() == date(2025, 9, 18)
    assert own["reached_on"].is_sorted()


@pytest.mark.parametrize(
    ("value", "day", "states"),
    [
        ("Drink", 20, ["handed", "due"]),
        ("B", 20, ["due", "handed"]),
        (None, 20, ["due", "handed"]),
        (None, 10, ["handed", "due"]),
        (None, 1, ["due", "due"]),
        ("Other", 20, ["due", "due"]),
    ],
)
def test_a_perk_handed_over(value: str | None, day: int, states: list[str]) -> None:
    step = {"series": "rating", "city": None, "team_id": "t1", "unit": UNITS}
    scored = Scored(
        ranks_reached=rows(
            tables.RanksReached,
            {**step, "rank": "A", "perk": "Drink", "at": points(10), "reached_on": date(2026, 3, 5)},
            {**step, "rank": "B", "perk": "Cake", "at": points(20), "reached_on": date(2026, 3, 15)},
        )
    )
    award = {"award": "perk", "team_id": "t1", "value": value, "awarded_at": datetime(2026, 3, day, 20)}
    facts = Facts(awards=rows(tables.Awards, award))
    assert perks(facts, scored)["state"].to_list() == states


def test_an_award_of_another_city_is_another_perk() -> None:
    step = {"series": "rating", "city": SAMARA, "team_id": "t1", "unit": UNITS, "rank": "A", "perk": "Drink"}
    scored = Scored(ranks_reached=rows(tables.RanksReached, {**step, "reached_on": date(2026, 3, 5)}))
    award = {"award": "A", "team_id": "t1", "city": "Саратов", "awarded_at": datetime(2026, 3, 6)}
    assert perks(Facts(awards=rows(tables.Awards, award)), scored)["state"].to_list() == ["due"]
