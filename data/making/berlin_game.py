"""One evening of berlin-2025-26: every team's answers in both games, so that the points come out as planned."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from making.answers import Cell, blanks, fit, ordered
from making.berlin_plan import (
    APPEAL_DAY,
    APPEAL_KEYS,
    APPEALS,
    BAD_CELL,
    CLOSING_DAY,
    COEFFICIENTS,
    GUEST,
    GUEST_DAY,
    OPEN_APPEAL,
    TEAMS,
    THEMES,
    VALUES,
    VOID,
    Evening,
)

STRENGTH = {team: float(20 - place) for place, team in enumerate(TEAMS)}
MATRIX_VERDICTS, SIXTY_VERDICTS = ("right", "wrong", "none"), ("right", "wrong")


def per_cent(team: str) -> int:
    return round(100 * COEFFICIENTS.get(team, 1.0))


def raw_points(order: list[str], level: str, top: int, unit: int, drop: Callable[[], int]) -> dict[str, int]:
    """Points before the coefficient, so that after it the teams stand in this order (level ones level)."""
    points, last = {}, top * 100
    for team in order:
        points[team] = last // (unit * per_cent(team)) * unit
        last = points[team] * per_cent(team)
        last = last if team in level else last - (100 * drop() if per_cent(team) == 100 else 1)
    return points


def order_of(evening: Evening, fixed: dict[str, int], random: Random) -> list[str]:
    away = set(evening.absent) | set(fixed) | {GUEST}
    return ordered(fixed, [team for team in TEAMS if team not in away], STRENGTH, random)


def bonus_of(evening: Evening) -> set[tuple[int, int]]:
    """The two bonus questions of the evening's Matrix."""
    random = Random(f"berlin bonus {evening.day}")
    return {(theme, random.randint(2, 5)) for theme in random.sample(range(1, THEMES), 2)}


def matrix_worth(evening: Evening) -> Callable[[Cell, str], float]:
    bonus = bonus_of(evening)

    def worth(cell: Cell, verdict: str) -> float:
        value = VALUES[cell.question - 1]
        loss = 0 if (cell.round, cell.question) in bonus else -value
        return {"right": value, "wrong": loss}.get(verdict, 0)

    return worth


def sixty_worth(evening: Evening) -> Callable[[Cell, str], float]:
    def worth(cell: Cell, verdict: str) -> float:
        void = (evening.day, cell.round, cell.question) == VOID
        return 0 if void else float(verdict == "right" or cell.accepted)

    return worth


def matrix(evening: Evening) -> list[Cell]:
    random = Random(f"berlin matrix {evening.day}")
    order = order_of(evening, evening.matrix, random)
    wanted = raw_points(
        order, evening.matrix_level, 10 * random.randint(44, 52), 10, lambda: random.choice((30, 40, 50, 60, 80))
    )
    wanted |= {GUEST: 230} if evening.day == GUEST_DAY else {}
    cells = []
    for place, team in enumerate(wanted):
        mine = [
            Cell(team, theme, q, draw(0.62 - 0.03 * place, random))
            for theme in range(1, THEMES + 1)
            for q in range(1, 6)
        ]
        pin_open_appeal(evening, mine)
        fit(mine, wanted[team], matrix_worth(evening), MATRIX_VERDICTS, random)
        cells += mine
    return cells


def draw(chance: float, random: Random) -> str:
    """Right with this chance; otherwise as often not answered as answered wrong."""
    return "right" if random.random() < chance else random.choice(("wrong", "none"))


def pin_open_appeal(evening: Evening, cells: list[Cell]) -> None:
    day, theme, question, team, answer = OPEN_APPEAL
    for cell in cells:
        if (evening.day, cell.team, cell.round, cell.question) == (day, team, theme, question):
            cell.verdict, cell.answer, cell.pinned = "wrong", answer, True


def sixty(evening: Evening) -> list[Cell]:
    """Questions are numbered through the game, ten a round."""
    random = Random(f"berlin sixty {evening.day}")
    order = order_of(evening, evening.sixty, random)
    wanted = raw_points(
        order,
        evening.sixty_level,
        evening.top,
        1,
        lambda: 1 if evening.layout == "tidy" else random.choice((1, 1, 1, 2)),
    )
    wanted |= {GUEST: 19} if evening.day == GUEST_DAY else {}
    cells = []
    for team, points in wanted.items():
        chance = points / evening.played
        mine = [sixty_cell(evening, team, q, random.random() < chance) for q in range(1, evening.played + 1)]
        fit(mine, points, sixty_worth(evening), SIXTY_VERDICTS, random)
        blanks(mine, 0.2 if evening.layout == "tidy" else 0.0, random)
        cells += mine
    return cells


def sixty_cell(evening: Evening, team: str, question: int, right: bool) -> Cell:
    cell = Cell(team, (question + 9) // 10, question, "right" if right else "wrong")
    if evening.day == APPEAL_DAY and question in APPEALS:
        pin_appealed(cell)
    if evening.day == CLOSING_DAY and team in "AD" and question > 27:
        cell.verdict, cell.pinned = "right" if team == "A" or question < 30 else "wrong", True
    if (evening.day, team, question) == BAD_CELL[:3]:
        cell.verdict, cell.pinned = "none", True
    return cell


def pin_appealed(cell: Cell) -> None:
    teams, answer = APPEALS[cell.question]
    cell.accepted = cell.team in teams
    cell.verdict = "wrong" if cell.accepted else cell.verdict
    cell.answer = answer if cell.accepted else APPEAL_KEYS[cell.question] if cell.verdict == "right" else ""
    cell.pinned = True
