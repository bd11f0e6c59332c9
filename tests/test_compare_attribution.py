"""Which change of a scenario did what, and which titles and ranks change hands."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import polars as pl
import pytest

from pipelines import compare, ingest, tables
from pipelines.compare import Attribution, Change, attribution
from pipelines.ruleset.errors import RuleErrors
from pipelines.ruleset.patch import parse_sets
from pipelines.tables import Scored
from tests.conftest import rows
from tests.sample_leagues import DAY, sample

SOFIA, BERLIN, SHAKER = "sofia-monthly", "berlin-2025-26", "shaker-volga"
KEY = ["series", "period", "city", "team_id"]


def of(name: str, *sets: str, decides: tuple[str, ...] = ()) -> Attribution:
    one = sample(name)
    rulings = ingest.decisions_from_texts(list(decides), one.facts, one.league) if decides else None
    return attribution(one.facts, one.league, parse_sets(sets), rulings, DAY, one.scored)


def points_of(found: Attribution, **where: object) -> Mapping[int | None, Fraction]:
    own = found.teams.filter(**where).select("change", "points_change", "unit")
    return {change: Fraction(points, unit) for change, points, unit in own.iter_rows()}


def test_one_change_does_all_of_it() -> None:
    """Without a dropped game Шпрее наперекосяк has 8 more."""
    found = of(BERLIN, "series.season_matrix.drop_worst=0")
    assert found.changes == (Change(path="series.season_matrix.drop_worst"),)
    team = sample(BERLIN).team("Шпрее наперекосяк")
    assert points_of(found, series="season_matrix", team_id=team) == {0: 8}


def test_what_only_both_do_is_the_whole_less_the_singles() -> None:
    """Twice the points, and nothing dropped: what was dropped counts twice only where both are."""
    found = of(
        BERLIN,
        "series.season_sixty_seconds.drop_worst=0",
        "series.season_sixty_seconds.place_points=[30, 24, 20, 16, 14, 12, 10, 8, 6, 4, 2]",
    )
    base = sample(BERLIN).scored
    for row in found.whole.series_standings.filter(series="season_sixty_seconds").iter_rows(named=True):
        team = {"series": "season_sixty_seconds", "team_id": row["team_id"]}
        before = base.series_standings.filter(**team).row(0, named=True)
        gained = Fraction(row["points"], row["unit"]) - Fraction(before["points"], before["unit"])
        assert sum(points_of(found, **team).values()) == gained
        places = found.teams.filter(**team)["place_change"]
        assert places.sum() == row["place"] - before["place"]
        by_change = points_of(found, **team)
        assert by_change.get(None, 0) == by_change.get(0, 0)
    assert found.teams.filter(pl.col("change").is_null(), pl.col("points_change") > 0).height
    assert found.teams.filter(series="season_matrix").is_empty()


def test_rulings_are_changes_too() -> None:
    """April: without the appeal of 1 May Квадратурата на баницата has 35; the handicaps are another change."""
    found = of(SOFIA, "games.quiz.streak_handicap.step=0", decides=("revoke value=r3",))
    assert found.changes == (Change(path="games.quiz.streak_handicap.step"), Change(decision=0))
    team = sample(SOFIA).team("Квадратурата")
    april = points_of(found, period="2026-04", team_id=team)
    alone = sample(SOFIA).under(decides=["revoke value=r3"]).scored.series_standings
    assert alone.filter(period="2026-04", team_id=team)["points"].item() == 35
    assert april[1] == 35 - 36


def test_a_change_that_cannot_stand_alone_acts_together() -> None:
    found = of(BERLIN, "games.matrix.shootout.kind=closest_number", "games.matrix.shootout.places=[1]")
    assert found.alone == (False, False)
    assert found.teams.is_empty()


def test_a_scenario_that_is_not_allowed_is_refused_whole() -> None:
    with pytest.raises(RuleErrors):
        of(BERLIN, "series.season_matrix.drop_worst=-1")


def test_no_change_attributes_nothing() -> None:
    found = of(SOFIA)
    assert found.changes == ()
    assert found.teams.is_empty()


def test_titles_change_hands_over_all_periods() -> None:
    """Without the appeal of 1 May Третата чаша чай is April's winner alone."""
    one = sample(SOFIA)
    changed = compare.handovers(one.scored, one.under(decides=["revoke value=r3"]).scored)
    (april,) = changed.filter(what="title", period="2026-04", name="winner").to_dicts()
    assert (april["lost"], april["gained"]) == ([one.team("Квадратурата")], [])
    assert compare.handovers(one.scored, one.scored).is_empty()


def test_ranks_change_hands() -> None:
    step = {"series": "rating", "city": "Самара", "team_id": "t1"}
    before, after = (Scored(ranks=rows(tables.Ranks, {**step, "rank": rank})) for rank in ("A", "B"))
    changed = compare.handovers(before, after).select("what", "period", "name", "lost", "gained").rows()
    assert changed == [("rank", None, "A", ["t1"], []), ("rank", None, "B", [], ["t1"])]


def test_swapped_handovers_are_the_other_way_round() -> None:
    one = sample(SOFIA)
    other = one.under(["games.quiz.streak_handicap.step=0"]).scored
    there, back = compare.handovers(one.scored, other), compare.handovers(other, one.scored)
    assert there.rename({"lost": "gained", "gained": "lost"}).select(back.columns).equals(back)


def test_attribution_is_the_same_in_any_order_of_changes() -> None:
    sets = ("series.season_sixty_seconds.drop_worst=0", "series.season_sixty_seconds.place_points=[30, 20, 10]")
    one, other = of(BERLIN, *sets), of(BERLIN, *reversed(sets))
    swapped = other.teams.with_columns(change=1 - pl.col("change")).sort(*KEY, "change", nulls_last=True)
    assert swapped.equals(one.teams)


def test_rulings_of_one_trial_are_one_change() -> None:
    """Two rulings that only together make a trial do what both do, and nothing is left over between them."""
    one = sample(SOFIA)
    evenings = one.scored.standings.filter(pl.col("place") == 1).sort("event").tail(2)
    texts = [f"adjust event={event} team={team} value=-9" for event, team in evenings.select("event", "team_id").rows()]
    rulings = ingest.decisions_from_texts([*texts, "revoke value=r3"], one.facts, one.league)
    known = one.under(decides=[*texts, "revoke value=r3"]).scored
    found = attribution(one.facts, one.league, {}, rulings, DAY, one.scored, trials=[[0, 1]], whole=known)
    assert found.changes == (Change(decision=0, more=(1,)), Change(decision=2))
    assert found.whole is known
    both = of(SOFIA, decides=tuple(texts)).whole.series_standings
    moved = found.teams.filter(change=0, series="month")
    assert moved.height
    for row in moved.iter_rows(named=True):
        where = {key: row[key] for key in ("series", "period", "team_id")}
        now, then = (side.filter(**where)["points"].item() for side in (one.scored.series_standings, both))
        assert Fraction(row["points_change"], row["unit"]) == then - now
