"""Graded answers made to fit a result: cells, and the search for verdicts that add up to the points wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random


@dataclass
class Cell:
    """One team's answer to one question. A pinned one keeps its verdict whatever points are wanted."""

    team: str
    round: int
    question: int
    verdict: str = "wrong"
    joker: str = ""
    copied: str = ""
    late: bool = False
    stake: bool = False
    answer: str = ""
    accepted: bool = False
    pinned: bool = False


Worth = Callable[[Cell, str], float]


def fit(cells: Sequence[Cell], wanted: float, worth: Worth, verdicts: Sequence[str], random: Random) -> None:
    """Changes verdicts of cells that are not pinned until all of them together are worth what is wanted."""
    free = [cell for cell in cells if not cell.pinned]
    total = sum(worth(cell, cell.verdict) for cell in cells)
    while total != wanted:
        cell, verdict = random.choice(free), random.choice(verdicts)
        change = worth(cell, verdict) - worth(cell, cell.verdict)
        nearer = abs(total + change - wanted) < abs(total - wanted)
        if nearer or (change and random.random() < 0.02):
            cell.verdict = verdict
            total += change


def blanks(cells: Sequence[Cell], share: float, random: Random) -> None:
    """Turns a share of the wrong answers into none."""
    for cell in cells:
        if cell.verdict == "wrong" and not cell.pinned and random.random() < share:
            cell.verdict = "none"


def ordered(fixed: dict[str, int], others: Sequence[str], strength: dict[str, float], random: Random) -> list[str]:
    """Teams in place order: those with a fixed place on it, the others between them by strength and the day's luck."""
    luck = sorted(others, key=lambda team: -strength[team] - random.gauss(0, 3.5))
    size = len(fixed) + len(luck)
    by_place = {place: team for team, place in fixed.items()}
    return [by_place[place] if place in by_place else luck.pop(0) for place in range(1, size + 1)]
