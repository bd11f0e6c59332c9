"""Open appeals: whether upholding one would change the winner, or the places."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from pipelines import scoring
from pipelines.insight.pending import Pending, pending
from pipelines.tables import UNITS, Facts
from tests.sample_leagues import DAY, Sample, sample

BERLIN = "berlin-2025-26"


def of(one: Sample, event: str | None = None, facts: Facts | None = None) -> Pending:
    return pending(facts or one.facts, one.scored, one.rules, event)


def test_an_appeal_that_can_change_the_winner() -> None:
    """2026-06-10, live: upheld, Шпрее наперекосяк has 520 instead of 420 and passes Дер, ди, дас и запятая (460)."""
    one = sample(BERLIN)
    found = of(one, "2026-06-10")
    (appeal,) = found.appeals.to_dicts()
    assert (appeal["id"], appeal["changes_winner"], appeal["changes_places"]) == ("a9", True, True)
    own = found.moves.filter(team_id=one.team("Шпрее наперекосяк"), game="matrix").row(0, named=True)
    assert (own["points"] / UNITS, own["points_after"] / UNITS, own["place_after"]) == (420, 520, 1)
    assert (own["winner"], own["winner_after"]) == (False, True)
    other = found.moves.filter(team_id=one.team("Дер, ди"), game="matrix").row(0, named=True)
    assert (other["place"], other["place_after"]) == (1, 2)


def test_an_announced_winner_is_changed_by_nothing() -> None:
    """2026-04-15: announced and frozen; whatever the appeal does, the winner stays."""
    found = of(sample(BERLIN), "2026-04-15")
    (appeal,) = found.appeals.to_dicts()
    assert (appeal["id"], appeal["changes_winner"]) == ("a8", False)


def test_all_open_appeals_of_a_league_in_order() -> None:
    found = of(sample(BERLIN))
    assert found.appeals["id"].to_list() == ["a8", "a9"]
    assert set(found.moves["ord"]) <= set(found.appeals["ord"])


def test_the_trial_is_what_scoring_would_give() -> None:
    one = sample(BERLIN)
    taken = one.facts.decisions.with_columns(
        status=pl.when(pl.col("id") == "a9").then(pl.lit("upheld")).otherwise(pl.col("status").cast(pl.String))
    ).cast(one.facts.decisions.schema)
    after = scoring.score(replace(one.facts, decisions=taken), one.rules, as_of=DAY, checked=False)
    for game, team, place, points in (
        of(one, "2026-06-10").moves.select("game", "team_id", "place_after", "points_after").iter_rows()
    ):
        row = after.standings.filter(event="2026-06-10", game=game, team_id=team).row(0, named=True)
        assert (row["place"], row["points"]) == (place, points)


@pytest.mark.parametrize(("state", "said"), [("held", None), ("final", True)])
def test_of_a_held_evening_nothing_can_be_said(state: str, said: bool | None) -> None:
    one = sample(BERLIN)
    states = one.scored.event_states.with_columns(state=pl.lit(state).cast(one.scored.event_states.schema["state"]))
    found = of(replace(one, scored=replace(one.scored, event_states=states)), "2026-06-10")
    assert found.appeals["changes_winner"].to_list() == [said]


def test_an_appeal_without_an_event_is_listed() -> None:
    one = sample(BERLIN)
    lost = one.facts.decisions.filter(id="a9").with_columns(event=pl.lit(None, pl.String))
    found = of(one, facts=replace(one.facts, decisions=lost))
    assert found.appeals.select("id", "changes_winner", "changes_places").rows() == [("a9", None, None)]
    assert found.moves.is_empty()


def test_no_appeals() -> None:
    found = of(sample("sofia-monthly"))
    assert found.appeals.is_empty()
    assert "winner_after" in found.moves.columns
