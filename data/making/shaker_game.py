"""Evenings of shaker-volga: round scores by strength and luck, and on some evenings every answer with its ticks."""

from __future__ import annotations

from random import Random

from making.answers import Cell
from making.shaker_plan import AWAY, BY_ANSWER, INVITED, NAMES, PRESENT, REPLAY, SCORES, Evening

Scores = tuple[float, ...]
SHARES = (0.12, 0.13, 0.13, 0.13, 0.14, 0.13, 0.22)


def strength(team: str) -> float:
    """Points a team makes on a usual evening."""
    number = int(team[1:])
    return 51.0 if team == "s01" else (47.5 if team[0] == "s" else 46.0) - 1.15 * (number - 1)


def attending(evening: Evening) -> list[str]:
    random = Random(f"shaker teams {evening.event}")
    special = evening.kind == "invitational"
    teams = INVITED if special else [team for team in NAMES if team[0] == evening.city]
    chance = {team: 1.0 if int(team[1:]) == 1 or special else 0.93 - 0.022 * int(team[1:]) for team in teams}
    here = [team for team in teams if random.random() < chance[team] or (evening.event, team) in PRESENT]
    here += [REPLAY[1]] if evening.event == REPLAY[0] else []
    return [team for team in here if (evening.event, team) not in AWAY]


def half(points: float) -> float:
    return max(0.0, round(2 * points) / 2)


def scores_of(evening: Evening) -> dict[str, Scores]:
    """Points by round of every team that came."""
    random = Random(f"shaker scores {evening.event}")
    size = 1.9 if evening.kind == "invitational" else 1.0
    day = random.gauss(0, 1.5)
    return {
        team: SCORES.get((evening.event, team)) or drawn(size * (strength(team) + day + random.gauss(0, 2.5)), random)
        for team in attending(evening)
    }


def drawn(total: float, random: Random) -> Scores:
    """Rounds 1 to 6 in halves; round 7, with its ticks, in whole points, sometimes below zero for the weak."""
    rounds = [half(share * total + random.gauss(0, 0.9)) for share in SHARES[:6]]
    return (*rounds, float(round(SHARES[6] * total + random.gauss(0, 2.5))))


def answers_of(evening: Evening) -> list[Cell]:
    """Eight questions a round, ten in the last, where a team ticks what it is sure of."""
    random = Random(f"shaker answers {evening.event}")
    cells = []
    for team in attending(evening):
        chance = strength(team) / 58
        for round, question in [(r, q) for r in range(1, 8) for q in range(1, 11 if r == 7 else 9)]:
            cells.append(answer(team, round, question, chance, random))
    return cells


def answer(team: str, round: int, question: int, chance: float, random: Random) -> Cell:
    right = random.random() < chance
    verdict = "right" if right else random.choice(("wrong", "wrong", "none"))
    sure = round == 7 and random.random() < (0.7 if right else 0.25)
    late = random.random() < 0.004
    return Cell(team, round, question, verdict, stake=sure, late=late)


def known_by_answer(evening: Evening) -> bool:
    return evening.event in BY_ANSWER
