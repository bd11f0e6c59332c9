"""Writes the sample league shaker-volga."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from random import Random

from making.answers import Cell
from making.files import Line, Row, write_csv, write_sheet, write_text
from making.shaker_game import Scores, answers_of, known_by_answer, scores_of
from making.shaker_plan import (
    ALIAS,
    ANNULLED,
    CITIES,
    CONFLICT,
    DISQUALIFIED,
    LOOKALIKE,
    NAMES,
    RENAMED,
    SHOOTOUT,
    TEMPORARY,
    WRONG_PLACE,
    WRONG_TOTAL,
    Evening,
    evenings,
)
from making.shaker_rulings import ACCEPTED, AWARDS, DECISIONS, ENTRIES, QUESTIONS, ROUNDS, SHOOTOUTS

LEAGUE = """\
rule_set = "shaker"
title = "Шейкер на Волге"
timezone = "Europe/Samara"
language = "ru"
"""
SECOND_YEAR = date(2025, 9, 1)
Played = tuple[Evening, dict[str, Scores]]


def teams() -> list[Row]:
    rows: list[Row] = [name_row(team, name, date(2024, 9, 1), "official") for team, name in NAMES.items()]
    rows.append(name_row(*RENAMED, "official"))
    rows.append(name_row(*TEMPORARY, "temporary"))
    rows.append(name_row(*ALIAS, date(2024, 9, 1), "alias"))
    return rows


def name_row(team: str, name: str, since: date, kind: str) -> Row:
    return {"team_id": team, "name": name, "city": CITIES[team[0]], "from": since.isoformat(), "kind": kind}


def name(evening: Evening, team: str) -> str:
    """The name under which a team stood on the sheet of that evening."""
    if (evening.event, team) == LOOKALIKE[:2]:
        return LOOKALIKE[2]
    if team == TEMPORARY[0] and evening.day == TEMPORARY[2]:
        return TEMPORARY[1]
    if team == RENAMED[0] and evening.day >= RENAMED[2]:
        return RENAMED[1]
    return ALIAS[1] if team == ALIAS[0] and evening.day.month == 10 else NAMES[team]


def event(evening: Evening) -> Row:
    known = known_by_answer(evening)
    return {
        "event": evening.event,
        "date": evening.day.isoformat(),
        "kind": evening.kind,
        "state": "planned" if evening.day > date(2026, 9, 1) else "final",
        "city": CITIES[evening.city],
        "package": evening.package,
        "title": {"invitational": "Игра по приглашениям", "championship": "Чемпионат города"}.get(evening.kind, ""),
        "final_round_at": f"{evening.day}T21:30:00" if known else "",
        "announced_at": f"{evening.day}T22:30:00" if known else "",
    }


def planned() -> list[Evening]:
    return [
        Evening("sam-2026-09-03", date(2026, 9, 3), "s", package="П-053"),
        Evening("sar-2026-09-10", date(2026, 9, 10), "r", package="П-053"),
    ]


def tidy(played: Sequence[Played]) -> list[Row]:
    """One row per event, round and team."""
    return [
        {"event": evening.event, "round": number, "team": name(evening, team), "points": points}
        for evening, scores in played
        for team, rounds in scores.items()
        for number, points in enumerate(rounds, start=1)
    ]


def ranked(evening: Evening, scores: dict[str, Scores]) -> list[str]:
    """Teams by points, level ones by the later round, then by the shoot-out."""
    shot = SHOOTOUT[1] if evening.event == SHOOTOUT[0] else {}

    def by(team: str) -> tuple[object, ...]:
        return (-sum(scores[team]), *(-points for points in reversed(scores[team])), -int(shot.get(team, "0")))

    return sorted(scores, key=by)


def long_sheet(played: Sequence[Played]) -> list[Row]:
    """One row per event and team, with its rounds, total and place; decimal comma."""
    return [
        {
            "Игра": evening.event,
            "Дата": evening.day.strftime("%d.%m.%Y"),
            "Команда": name(evening, team),
            **{f"{number} тур": comma(points) for number, points in enumerate(scores[team], start=1)},
            "Итого": comma(sum(scores[team])),
        }
        for evening, scores in played
        for team in ranked(evening, scores)
    ]


def comma(points: float) -> str:
    return f"{points:g}".replace(".", ",")


def score_sheet(evening: Evening, scores: dict[str, Scores]) -> list[Line]:
    """The sheet of one evening with total and place (neither where a ruling changed the evening later)."""
    bare = evening.event in (ANNULLED[0], DISQUALIFIED[0])
    lines: list[Line] = [[f"Шейкер, {CITIES[evening.city]}, {evening.day.strftime('%d.%m.%Y')}"], []]
    lines.append(
        ["Место", "Команда", *(f"Тур {number}" for number in range(1, 8)), "Итого"]
        if not bare
        else ["Команда", *(f"Тур {n}" for n in range(1, 8))]
    )
    for place, team in enumerate(ranked(evening, scores), start=1):
        row = [name(evening, team), *scores[team]]
        lines.append(
            row if bare else [shown_place(evening, place), *row, shown_total(evening, place, sum(scores[team]))]
        )
    return [*lines, [], ["Диплом получают команды с первого по третье место"]]


def shown_place(evening: Evening, place: int) -> int:
    """As announced: on one evening two neighbours stand exchanged."""
    first = WRONG_PLACE[1] if evening.event == WRONG_PLACE[0] else 0
    return {first: first + 1, first + 1: first}.get(place, place) if first else place


def shown_total(evening: Evening, place: int, total: float) -> float:
    """As announced: on one evening one total is a point too high."""
    return total + ((evening.event, place) == WRONG_TOTAL)


def answers(evening: Evening) -> list[Row]:
    random = Random(f"shaker texts {evening.event}")
    return [
        {
            "event": evening.event,
            "round": cell.round,
            "question": cell.question,
            "team": name(evening, cell.team),
            "verdict": cell.verdict,
            "stake": "1" if cell.stake else "",
            "late": "1" if cell.late else "",
            "answer": text(evening, cell, random),
        }
        for cell in sorted(answers_of(evening), key=lambda cell: (cell.round, cell.question))
    ]


def text(evening: Evening, cell: Cell, random: Random) -> str:
    if (evening.event, cell.round, cell.question) != ACCEPTED[:3] or cell.verdict == "none":
        return ""
    return ACCEPTED[3] if cell.verdict == "right" else random.choice((ACCEPTED[4], ACCEPTED[4], "Шишкин"))


def correction(played: Sequence[Played]) -> list[Row]:
    """A second file with another value of one result."""
    event, team, number = CONFLICT
    return [
        {"event": event, "round": number, "team": NAMES[team], "points": scores[team][number - 1] + 0.5}
        for evening, scores in played
        if evening.event == event
    ]


def make(folder: Path) -> None:
    results = folder / "results"
    played = [(evening, scores_of(evening)) for evening in evenings() if not known_by_answer(evening)]
    first = [one for one in played if one[0].day < SECOND_YEAR]
    second = [one for one in played if one[0].day >= SECOND_YEAR]
    write_csv(results / "Самара 2024-25.csv", tidy([one for one in first if one[0].city == "s"]))
    write_csv(
        results / "Саратов 2024-25.csv",
        long_sheet([one for one in first if one[0].city == "r"]),
        delimiter=";",
        encoding="cp1251",
        ends="\r\n",
    )
    write_csv(results / "Саратов 2025-26.csv", tidy([one for one in second if one[0].city == "r"]), delimiter="\t")
    write_csv(results / "уточнение.csv", correction(first))
    for evening, scores in second:
        if evening.city == "s":
            write_sheet(results / f"{evening.event}.xlsx", score_sheet(evening, scores), sheet="Итоги")
    write_about(folder)


def write_about(folder: Path) -> None:
    """Everything but the round scores."""
    results = folder / "results"
    for evening in evenings():
        if known_by_answer(evening):
            write_csv(results / f"ответы {evening.event}.csv", answers(evening))
    write_text(folder / "league.toml", LEAGUE)
    write_csv(folder / "events.csv", [event(evening) for evening in [*evenings(), *planned()]])
    write_csv(folder / "teams.csv", teams())
    for title, rows in {"составы": ENTRIES, "перестрелки": SHOOTOUTS, "туры": ROUNDS, "вопросы": QUESTIONS}.items():
        write_csv(results / f"{title}.csv", rows)
    write_csv(folder / "decisions.csv", DECISIONS)
    write_csv(folder / "awards.csv", AWARDS)
