"""Writes the sample league berlin-2025-26."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from making.answers import Cell
from making.berlin_game import bonus_of, matrix, sixty, sixty_worth
from making.berlin_plan import (
    APPEAL_DAY,
    APPEAL_KEYS,
    BAD_CELL,
    COEFFICIENTS,
    EVENINGS,
    GUEST,
    TEAMS,
    THEME_NAMES,
    THEMES,
    TOTALS_DAY,
    WRONG_TOTAL,
    Evening,
)
from making.berlin_rulings import AWARDS, DECISIONS
from making.files import Line, Row, write_csv, write_sheet, write_text

LEAGUE = """\
rule_set = "berlin_60s"
title = "«60 секунд», Берлин, сезон 2025/26"
timezone = "Europe/Berlin"
language = "ru"
"""
MARKS: dict[str, object] = {"right": 1, "wrong": 0, "none": None}


def event(number: int, evening: Evening) -> Row:
    live = evening.played < 30
    return {
        "event": evening.day,
        "date": evening.day,
        "kind": "regular",
        "state": "live" if live else "final",
        "season": "2025/26",
        "title": f"Игра {number}",
        "final_round_at": f"{evening.day}T21:20:00" if not live else "",
        "announced_at": f"{evening.day}T22:00:00" if not live else "",
        "published_at": f"{evening.day}T23:30:00" if not live else "",
    }


def entries(evening: Evening, teams: Sequence[str]) -> list[Row]:
    random = Random(f"berlin players {evening.day}")
    return [
        {
            "event": evening.day,
            "team": TEAMS[team],
            "players": random.randint(4, 8),
            "coefficient": COEFFICIENTS.get(team, ""),
            "status": "out_of_contest" if team == GUEST else "",
            "reason": "гости, вне зачёта" if team == GUEST else "",
        }
        for team in teams
    ]


def questions(number: int, evening: Evening) -> list[Row]:
    bonus = bonus_of(evening)
    return [
        {
            "event": evening.day,
            "game": "matrix",
            "round": theme,
            "question": question,
            "theme": THEME_NAMES[THEMES * (number - 1) + theme - 1],
            "bonus": "1" if (theme, question) in bonus else "",
        }
        for theme in range(1, THEMES + 1)
        for question in range(1, 6)
    ]


def sixty_keys() -> list[Row]:
    return [
        {"event": APPEAL_DAY, "game": "sixty_seconds", "round": (q + 9) // 10, "question": q, "key": key}
        for q, key in APPEAL_KEYS.items()
    ]


def answers(evening: Evening, game: str, cells: Sequence[Cell]) -> list[Row]:
    return [
        {
            "event": evening.day,
            "game": game,
            "round": cell.round,
            "question": cell.question,
            "team": TEAMS[cell.team],
            "verdict": cell.verdict,
            "answer": cell.answer,
        }
        for cell in sorted(cells, key=lambda cell: (cell.round, cell.question))
    ]


def mark(evening: Evening, cell: Cell) -> object:
    bad = (evening.day, cell.team, cell.question) == BAD_CELL[:3]
    return BAD_CELL[3] if bad else MARKS[cell.verdict]


def blocks(evening: Evening, cells: Sequence[Cell], teams: Sequence[str]) -> list[Line]:
    """One block a round, each with its header: the shape of a tournament table."""
    lines: list[Line] = [[f"Игра «60 секунд», {evening.day}"], []]
    for round in range(1, evening.played // 10 + 1):
        lines.append(["Team ID", "Название", "Город", "Тур", *range(10 * round - 9, 10 * round + 1)])
        for number, team in enumerate(teams, start=101):
            mine = [mark(evening, cell) for cell in cells if cell.team == team and cell.round == round]
            lines.append([number, TEAMS[team], "Берлин", round, *mine])
        lines.append([])
    return lines


def one_line_each(evening: Evening, cells: Sequence[Cell], teams: Sequence[str]) -> list[Line]:
    """One line a team with all thirty questions, on one evening with a total (one of them wrong)."""
    total = ["Сумма"] if evening.day == TOTALS_DAY else []
    lines: list[Line] = [["Команда", *range(1, evening.played + 1), *total]]
    for team in teams:
        mine = [cell for cell in cells if cell.team == team]
        right = sum(sixty_worth(evening)(cell, cell.verdict) for cell in mine) + (team == WRONG_TOTAL)
        lines.append([TEAMS[team], *(mark(evening, cell) for cell in mine), *([right] if total else [])])
    return lines


def write_sixty(results: Path, evening: Evening, cells: Sequence[Cell], teams: Sequence[str]) -> None:
    path = results / f"{evening.day}_sixty_seconds.xlsx"
    if evening.layout == "tidy":
        write_csv(results / f"60 секунд {evening.day}.csv", answers(evening, "sixty_seconds", cells))
    elif evening.layout == "lines":
        write_sheet(path, one_line_each(evening, cells, teams), sheet="Ответы")
    else:
        write_sheet(path, blocks(evening, cells, teams), sheet="Туры")


def make(folder: Path) -> None:
    results = folder / "results"
    marked: list[Row] = []
    players: list[Row] = []
    for number, evening in enumerate(EVENINGS, start=1):
        in_matrix, in_sixty = matrix(evening), sixty(evening)
        teams = [team for team in TEAMS if any(cell.team == team for cell in in_sixty)]
        write_csv(
            results / f"Матрица {evening.day}.csv",
            answers(evening, "matrix", in_matrix),
            delimiter=";" if number % 2 else ",",
        )
        write_sixty(results, evening, in_sixty, teams)
        marked += questions(number, evening)
        players += entries(evening, teams)
    write_text(folder / "league.toml", LEAGUE)
    write_csv(folder / "events.csv", [event(number, evening) for number, evening in enumerate(EVENINGS, start=1)])
    write_csv(results / "вопросы.csv", marked + sixty_keys())
    write_csv(results / "составы.csv", players)
    write_csv(folder / "decisions.csv", DECISIONS)
    write_csv(folder / "awards.csv", AWARDS)
