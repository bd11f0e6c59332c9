"""An evening question by question, after rulings, jokers and lateness."""

from __future__ import annotations

import polars as pl
import pytest

from pipelines import ingest
from pipelines.insight.questions import Questions, questions
from pipelines.scoring.regulation import ENTRY_KEY
from pipelines.tables import UNITS
from tests.sample_leagues import Sample, sample

SOFIA, BERLIN, SHAKER = "sofia-monthly", "berlin-2025-26", "shaker-volga"


def asked(name: str, event: str, game: str = "quiz") -> Questions:
    one = sample(name)
    return questions(one.facts, one.scored, one.rules, event, game)


def test_a_question_credited_to_all_has_no_share() -> None:
    """2026-05-14: round 3, question 7 annulled: 2 points for all."""
    found = asked(SOFIA, "2026-05-14")
    (removed,) = found.asked.filter("void").to_dicts()
    assert (removed["round"], removed["question"], removed["share"]) == (3, 7, None)
    credited = found.matrix.filter(round=3, question=7)
    assert credited["points"].unique().to_list() == [2 * UNITS]
    assert credited.height == sample(SOFIA).scored.standings.filter(event="2026-05-14").height


def test_a_chain_of_copies_is_followed() -> None:
    """2026-03-19, round 2, question 4: two teams copy, in the end, Айрян и Питагор; theirs counts."""
    one = sample(SOFIA)
    found = asked(SOFIA, "2026-03-19").matrix.filter(round=2, question=4)
    copies = found.filter(pl.col("joker").str.contains("copy"))
    end = found.filter(team_id=one.team("Айрян и Питагор"))["verdict"].item()
    assert copies.height >= 2
    assert copies["verdict"].unique().to_list() == [end]


def test_an_accepted_answer_is_a_changed_one() -> None:
    """2026-04-30: the appeal of 1 May, round 6, question 4."""
    changed = asked(SOFIA, "2026-04-30").matrix.filter("changed", round=6, question=4)
    assert changed["verdict"].unique().to_list() == ["right"]
    assert "right" not in changed["graded"].to_list()
    assert sample(SOFIA).team("Квадратурата на баницата") in changed["team_id"].to_list()


def test_ticks_and_shares() -> None:
    found = asked(SHAKER, "sam-2026-02-19")
    counts = found.asked.select("right", "partial", "wrong", "blank").sum_horizontal()
    assert counts.equals(found.asked["teams"].cast(counts.dtype), check_names=False)
    one = found.asked.filter(~pl.col("void")).row(0, named=True)
    assert one["share"] == pytest.approx(one["right"] / one["teams"])
    ticked = found.matrix.filter(~pl.col("void"), pl.col("stake"), round=7)
    assert set(ticked["points"] // UNITS) == {2, -2}
    assert found.asked.filter("void").select("round", "question").rows() == [(7, 4)]


@pytest.mark.parametrize(
    ("name", "event", "game"),
    [(SOFIA, "2026-04-30", "quiz"), (BERLIN, "2026-02-11", "matrix"), (BERLIN, "2026-02-11", "sixty_seconds")],
)
def test_the_matrix_adds_up_to_the_table(name: str, event: str, game: str) -> None:
    table = sample(name).scored.standings.filter(event=event, game=game)
    sums = asked(name, event, game).matrix.group_by("team_id").agg(pl.col("points").sum())
    both = table.select(*ENTRY_KEY, "rounds_points").join(sums, on="team_id", how="full")
    assert both.height == table.height
    assert both["points"].equals(both["rounds_points"], check_names=False)


def test_a_ruling_supposed_counts() -> None:
    one: Sample = sample(BERLIN)
    text = "void_question event=2026-05-13 game=matrix round=1 question=1"
    supposed = ingest.decisions_from_texts([text], one.facts, one.league)
    found = questions(one.facts, one.scored, one.rules, "2026-05-13", "matrix", supposed)
    assert found.asked.filter("void").select("round", "question").rows() == [(1, 1)]
    assert found.matrix.filter(round=1, question=1)["points"].unique().to_list() == [0]


def test_an_evening_known_by_rounds_has_no_questions() -> None:
    found = asked(SHAKER, "sam-2024-10-03")
    assert found.matrix.is_empty()
    assert found.asked.is_empty()
