"""Appeals, rulings and announcements of the sample league berlin-2025-26."""

from __future__ import annotations

from making.berlin_plan import APPEAL_DAY, APPEALS, EVENINGS, NOT_RECORDED, OPEN_APPEAL, PENALTY, TEAMS, VOID
from making.files import Row

COLUMNS = (
    "id",
    "decided_at",
    "submitted_at",
    "by",
    "status",
    "event",
    "game",
    "round",
    "question",
    "team",
    "kind",
    "value",
    "note",
)
SIXTY, MATRIX = "sixty_seconds", "matrix"


def ruling(*cells: object) -> Row:
    return dict(zip(COLUMNS, cells, strict=True))


def accepted(number: str, question: int, team: str, submitted: str) -> Row:
    round = (question + 9) // 10
    return ruling(
        number,
        "2026-02-15T12:00:00",
        submitted,
        TEAMS[team],
        "upheld",
        APPEAL_DAY,
        SIXTY,
        round,
        question,
        "",
        "accept_answer",
        APPEALS[question][1],
        "Принято после публикации, победитель вечера остаётся",
    )


DECISIONS: list[Row] = [
    ruling(
        "a1",
        "2025-11-20T10:00:00",
        "2025-11-13T21:00:00",
        TEAMS["F"],
        "rejected",
        "2025-11-12",
        SIXTY,
        2,
        15,
        "",
        "void_question",
        "",
        "Вопрос корректен, источник приложен",
    ),
    ruling(
        "a2",
        "2025-12-10T20:15:00",
        "",
        "host",
        "upheld",
        PENALTY[0],
        SIXTY,
        "",
        "",
        TEAMS[PENALTY[1]],
        "warn",
        "",
        "Телефон на столе",
    ),
    ruling(
        "a3",
        "2025-12-10T21:05:00",
        "",
        "host",
        "upheld",
        PENALTY[0],
        SIXTY,
        "",
        "",
        TEAMS[PENALTY[1]],
        "adjust",
        "-1",
        "Телефон на столе, второй раз",
    ),
    accepted("a4", 7, "G", "2026-02-12T09:40:00"),
    accepted("a5", 23, "B", "2026-02-13T20:10:00"),
    ruling(
        "a6",
        "2026-03-20T10:00:00",
        "2026-03-16T12:00:00",
        TEAMS["J"],
        "rejected",
        "2026-03-11",
        SIXTY,
        1,
        4,
        "",
        "accept_answer",
        "Бремен",
        "Подано на пятый день",
    ),
    ruling(
        "a7",
        "2026-04-15T21:50:00",
        "2026-04-15T21:40:00",
        TEAMS["D"],
        "upheld",
        VOID[0],
        SIXTY,
        VOID[1],
        VOID[2],
        "",
        "void_question",
        "",
        "Два верных ответа, вопрос снят",
    ),
    ruling(
        "a8",
        "",
        "2026-04-16T18:00:00",
        TEAMS["K"],
        "open",
        "2026-04-15",
        SIXTY,
        2,
        18,
        "",
        "void_question",
        "",
        "Источники расходятся",
    ),
    ruling(
        "a9",
        "",
        "2026-06-10T20:30:00",
        TEAMS[OPEN_APPEAL[3]],
        "open",
        OPEN_APPEAL[0],
        MATRIX,
        OPEN_APPEAL[1],
        OPEN_APPEAL[2],
        "",
        "accept_answer",
        OPEN_APPEAL[4],
        "Решить до награждения",
    ),
]

WINNERS = {
    SIXTY: dict(zip((evening.day for evening in EVENINGS), "BADAFBAD", strict=False)),
    MATRIX: dict(zip((evening.day for evening in EVENINGS), "ABABBADD", strict=False)),
}
"""Who was announced in the hall, by game and evening."""

AWARDS: list[Row] = [
    {"awarded_at": f"{day}T22:00:00", "event": day, "game": game, "team": TEAMS[team], "award": "winner"}
    for day in WINNERS[SIXTY]
    for game in (MATRIX, SIXTY)
    for team in [WINNERS[game][day]]
    if (day, game) != NOT_RECORDED
]
