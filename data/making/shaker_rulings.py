"""Rulings, entries and announcements of the sample league shaker-volga."""

from __future__ import annotations

from making.files import Row
from making.shaker_plan import ANNULLED, BANNED, BY_ANSWER, DISQUALIFIED, GUESTS, NAMES, REINSTATED, SHOOTOUT, UNPAID

COLUMNS = (
    "id",
    "decided_at",
    "submitted_at",
    "by",
    "status",
    "event",
    "round",
    "question",
    "team",
    "kind",
    "value",
    "note",
)
VOID = ("sam-2026-02-19", 7, 4)
"""A question of the ticked round that was removed for all, ticks too."""
ACCEPTED = ("sar-2026-02-26", 5, 3, "Куинджи", "Левитан")
"""A question with the key, and the other answer that was accepted."""


def ruling(*cells: object) -> Row:
    return dict(zip(COLUMNS, cells, strict=True))


DECISIONS: list[Row] = [
    ruling(
        "p1",
        "2025-04-17T22:10:00",
        "",
        "host",
        "upheld",
        REINSTATED[0],
        "",
        "",
        NAMES[REINSTATED[1]],
        "disqualify",
        "",
        "Игрок замечен за двумя столами",
    ),
    ruling(
        "p2",
        "2025-04-22T15:00:00",
        "2025-04-18T09:00:00",
        NAMES[REINSTATED[1]],
        "upheld",
        REINSTATED[0],
        "",
        "",
        NAMES[REINSTATED[1]],
        "reinstate",
        "",
        "Это были однофамильцы",
    ),
    ruling(
        "p3",
        f"{BANNED[1]}T12:00:00",
        "",
        "host",
        "upheld",
        "",
        "",
        "",
        NAMES[BANNED[0]],
        "ban",
        BANNED[2],
        "Ответы известны заранее",
    ),
    ruling(
        "p4",
        "2026-01-22T21:00:00",
        "",
        "host",
        "upheld",
        ANNULLED[0],
        ANNULLED[2],
        "",
        NAMES[ANNULLED[1]],
        "annul_round",
        "",
        "Телефон на столе в четвёртом туре",
    ),
    ruling(
        "p5",
        "2026-02-19T22:00:00",
        "2026-02-19T21:55:00",
        NAMES["s05"],
        "upheld",
        VOID[0],
        VOID[1],
        VOID[2],
        "",
        "void_question",
        "",
        "Вопрос некорректен: две даты",
    ),
    ruling(
        "p6",
        "2026-02-26T20:45:00",
        "2026-02-26T20:30:00",
        NAMES["r06"],
        "upheld",
        *ACCEPTED[:3],
        "",
        "accept_answer",
        ACCEPTED[4],
        "Картина с таким названием есть у обоих",
    ),
    ruling(
        "p7",
        "2026-04-16T21:20:00",
        "2026-04-16T21:05:00",
        NAMES["s11"],
        "rejected",
        "sam-2026-04-16",
        4,
        6,
        "",
        "void_question",
        "",
        "Вопрос корректен",
    ),
    ruling(
        "p8",
        "2026-06-25T21:40:00",
        "",
        "host",
        "upheld",
        DISQUALIFIED[0],
        "",
        "",
        NAMES[DISQUALIFIED[1]],
        "disqualify",
        "",
        "Пакет уже сыгран в другом составе",
    ),
]

ENTRIES: list[Row] = [
    {"event": UNPAID[0], "team": NAMES[UNPAID[1]], "players": 6, "paid": 0, "reason": "взнос не внесён в перерыве"},
    {
        "event": GUESTS[0],
        "team": NAMES[GUESTS[1]],
        "players": 7,
        "status": "out_of_contest",
        "reason": "участник играл за другую команду",
    },
    {"event": "sam-2026-03-05", "team": NAMES["s02"], "players": 11},
    {"event": "sam-2026-03-05", "team": NAMES["s05"], "players": 9},
]

SHOOTOUTS: list[Row] = [
    {
        "event": SHOOTOUT[0],
        "round": number + 1,
        "team": NAMES[team],
        "shootout": answers[number],
    }
    for number in (0, 1)
    for team, answers in SHOOTOUT[1].items()
    if number < len(answers)
]

ROUNDS: list[Row] = [
    {"event": event, "round": number, "value": value}
    for event, values in BY_ANSWER.items()
    for number, value in enumerate(values, start=1)
]

QUESTIONS: list[Row] = [{"event": ACCEPTED[0], "round": ACCEPTED[1], "question": ACCEPTED[2], "key": ACCEPTED[3]}]

AWARDS: list[Row] = [
    {
        "awarded_at": "2024-12-05T12:00:00",
        "series": "season",
        "period": "2024-09",
        "city": "Самара",
        "team": NAMES["s01"],
        "award": "winner",
        "note": "Кубок сезона",
    },
    {
        "awarded_at": "2025-03-06T12:00:00",
        "series": "season",
        "period": "2024-12",
        "city": "Самара",
        "team": NAMES["s01"],
        "award": "winner",
        "note": "Кубок сезона",
    },
    {
        "awarded_at": "2026-03-05T12:00:00",
        "series": "season",
        "period": "2025-12",
        "city": "Самара",
        "team": NAMES["s06"],
        "award": "winner",
        "note": "Объявлено по общему рейтингу",
    },
    {
        "awarded_at": "2025-09-18T12:00:00",
        "series": "rating",
        "period": "career",
        "city": "Самара",
        "team": NAMES["s01"],
        "award": "ЗНАТОК",
        "note": "Специальный приз вручён",
    },
]
