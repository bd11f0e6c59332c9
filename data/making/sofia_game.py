"""One edition of sofia-monthly: every team's answers, so that the points come out as planned."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from making.answers import Cell, blanks, fit, ordered
from making.sofia_plan import (
    ANNULLED,
    APPEALED,
    APPEALED_BY,
    CHAIN,
    CHAIN_DAY,
    LATE,
    QUESTIONS,
    TEAMS,
    VALUES,
    VARIANTS,
    Edition,
)

VERDICTS = ("right", "wrong")
STRENGTH = {team: float(20 - place) for place, team in enumerate(TEAMS)}
DOUBLE_ROUNDS, COPY_ROUNDS, LETTER_ROUNDS = (2, 3), (1, 2, 3, 4), (2, 3, 4)
Grid = dict[tuple[str, int, int], Cell]


def order_of(edition: Edition, random: Random) -> list[str]:
    others = [team for team in TEAMS if team not in edition.places and team not in edition.absent]
    return ordered(edition.places, others, STRENGTH, random)


def points_of(edition: Edition, order: list[str], random: Random) -> dict[str, int]:
    """The points each team is to end with, its handicap included."""
    points, last = {}, random.randint(86, 92)
    for place, team in enumerate(order, start=1):
        points[team] = last
        if team not in edition.level:
            last -= edition.gaps.get(place, random.randint(1, 5))
    return points


class Worth:
    """What an answer is worth under the rules of the edition, its rulings included."""

    def __init__(self, edition: Edition, grid: Grid) -> None:
        self.day, self.variant, self.grid = edition.day, edition.variant, grid

    def value(self, round: int) -> int:
        return VARIANTS[self.variant][1] if round == 5 else VALUES[round]

    def __call__(self, cell: Cell, verdict: str) -> int:
        if (self.day, cell.round, cell.question) == ANNULLED:
            return self.value(cell.round)
        if cell.joker == "copy":
            verdict = self.copied(cell)
        if cell.late or not (verdict == "right" or cell.accepted):
            return 1 if verdict == "partial" and not cell.late else 0
        return 1 if cell.joker == "double" else self.value(cell.round)

    def copied(self, cell: Cell) -> str:
        other = self.grid[cell.copied, cell.round, cell.question]
        return self.copied(other) if other.joker == "copy" else other.verdict


def first_grid(edition: Edition, wanted: dict[str, int], random: Random) -> Grid:
    """Answers near the points wanted, before jokers and rulings; the last round is harder."""
    grid: Grid = {}
    for team, points in wanted.items():
        for round, question in questions(edition):
            chance = 0.0095 * points + {1: 0.15, 6: -0.25}.get(round, 0)
            verdict = "right" if random.random() < chance else "wrong"
            grid[team, round, question] = Cell(team, round, question, verdict)
    return grid


def questions(edition: Edition) -> Iterator[tuple[int, int]]:
    counts = {**QUESTIONS, 5: VARIANTS[edition.variant][0]}
    for round in sorted(counts):
        yield from ((round, question) for question in range(1, counts[round] + 1))


def pin_special(edition: Edition, grid: Grid, random: Random) -> None:
    """Late answers, the accepted answer, partly right songs, the chain of copies."""
    for day, team, round, question in sorted(LATE):
        if day == edition.day:
            cell = grid[team, round, question]
            cell.verdict, cell.late, cell.pinned = "right", True, True
    if edition.day == APPEALED[0]:
        pin_appealed(grid)
    for cell in grid.values():
        if cell.round == 4 and cell.question <= 3 and random.random() < 0.15:
            cell.verdict, cell.pinned = "partial", True
    if edition.day == CHAIN_DAY:
        for team, other in pairwise(CHAIN):
            play(grid, grid[team, 2, 4], "copy", other)
        grid[CHAIN[-1], 2, 4].verdict = "right"


def pin_appealed(grid: Grid) -> None:
    """The key was the seventh moon; some answered otherwise, and that is accepted later."""
    for (team, round, question), cell in grid.items():
        if (round, question) == APPEALED[1:]:
            cell.accepted = team in APPEALED_BY
            cell.verdict = "wrong" if cell.accepted else cell.verdict
            cell.answer = "Европа" if cell.accepted else "Йо" if cell.verdict == "right" else "Титан"
            cell.pinned = True


def play(grid: Grid, cell: Cell, joker: str, other: str = "") -> None:
    cell.joker, cell.copied, cell.pinned = joker, other, True
    if other:
        cell.verdict = "none"
        grid[other, cell.round, cell.question].pinned = True


def play_jokers(edition: Edition, grid: Grid, order: list[str], random: Random) -> None:
    """Most teams use most jokers, each once, on questions that have nothing special about them."""
    for team in order:
        for joker, rounds in (("double", DOUBLE_ROUNDS), ("copy", COPY_ROUNDS), ("first_letter", LETTER_ROUNDS)):
            used = joker == "copy" and edition.day == CHAIN_DAY and team in CHAIN
            free = [cell for cell in grid.values() if cell.team == team and cell.round in rounds and not cell.pinned]
            if not used and random.random() < 0.65:
                cell = random.choice(free)
                play(grid, cell, joker, copied_by(grid, order, cell, random) if joker == "copy" else "")


def copied_by(grid: Grid, order: list[str], cell: Cell, random: Random) -> str:
    """One of the better teams, whose own answer is no joker."""
    better = [team for team in order[:6] if team != cell.team and not grid[team, cell.round, cell.question].joker]
    return random.choice(better)


def played(edition: Edition) -> tuple[list[str], Grid, Worth]:
    """Teams in place order, their answers, and what an answer is worth."""
    random = Random(f"sofia {edition.day}")
    order = order_of(edition, random)
    wanted = points_of(edition, order, random)
    grid = first_grid(edition, wanted, random)
    worth = Worth(edition, grid)
    pin_special(edition, grid, random)
    play_jokers(edition, grid, order, random)
    for team in order:
        cells = [cell for cell in grid.values() if cell.team == team]
        fit(cells, wanted[team] - edition.handicap.get(team, 0), worth, VERDICTS, random)
        blanks(cells, 0.25, random)
    return order, grid, worth


def last_after_four(edition: Edition, order: list[str], grid: Grid, worth: Worth) -> list[str]:
    """The teams last in the table after round 4, where the handicap counts."""
    points = {
        team: edition.handicap.get(team, 0)
        + sum(worth(cell, cell.verdict) for cell in grid.values() if cell.team == team and cell.round <= 4)
        for team in order
    }
    return [team for team in order if points[team] == min(points.values())]
