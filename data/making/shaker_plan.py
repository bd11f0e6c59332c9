"""What is to happen in the sample league shaker-volga: teams of two cities, two years of evenings, special results."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

CITIES = {"s": "Самара", "r": "Саратов"}
NAMES = {
    "s01": "Ладья под парусом",
    "s02": "Четыре пятых правды",
    "s03": "Грушевый чайник",
    "s04": "Космос по пятницам",
    "s05": "Рубероид и бархат",
    "s06": "Сырок не плавится",
    "s07": "Красная строка",
    "s08": "Дача показаний",
    "s09": "Набережная необязательных",
    "s10": "Кит на мелководье",
    "s11": "Пломбир раздора",
    "s12": "Квартирный ответ",
    "s13": "Две с половиной версии",
    "s14": "Бункер без номера",
    "s15": "Хор имени паузы",
    "s16": "Весло напрокат",
    "s17": "Ноль градусов по Самаре",
    "s18": "Тётя лошади",
    "r01": "Мост на ту сторону",
    "r02": "Калач в квадрате",
    "r03": "Вишня после дождя",
    "r04": "Ушли за гармошкой",
    "r05": "Красная строка",
    "r06": "Степной экспресс",
    "r07": "Шестой стакан",
    "r08": "Острова и мели",
    "r09": "Профсоюз сомневающихся",
    "r10": "Бабочка на проводе",
    "r11": "Огни второго берега",
    "r12": "Сдвиг по шкале",
    "r13": "Буквально пара слов",
    "r14": "Радио в тишине",
    "r15": "Чемодан без кода",
    "r16": "Полтора землекопа в отпуске",
}
RENAMED = ("s03", "Чайник второго закипания", date(2025, 9, 1))
TEMPORARY = ("s09", "Снегурочка и партнёры", date(2025, 12, 25))
ALIAS = ("s02", "ЧПП")
LOOKALIKE = ("sam-2026-05-14", "s10", "Кит нa мелководье")
"""The name of s10 with a Latin letter, as typed on one evening."""
NEW_YEAR = date(2026, 1, 1)
INVITED = ("s01", "s03", "s05", "s06", "s08", "s10", "s12", "s14")
INVITATIONS = (
    "2024-10-19",
    "2024-12-28",
    "2025-03-22",
    "2025-06-28",
    "2025-10-18",
    "2026-01-10",
    "2026-03-21",
    "2026-06-27",
)
CHAMPIONSHIP = "2026-05-30"


@dataclass(frozen=True)
class Evening:
    """One evening in one city."""

    event: str
    day: date
    city: str
    kind: str = "regular"
    package: str = ""


def evening(city: str, day: date, kind: str, package: str = "") -> Evening:
    prefix = {"s": "sam", "r": "sar"}[city]
    return Evening(f"{prefix}-{day}", day, city, kind, package)


def regular() -> list[Evening]:
    """Every other Thursday in Самара, the same package a week later in Саратов, which rests in July and at times."""
    found = []
    for number in range(52):
        day = date(2024, 9, 5) + timedelta(days=14 * number)
        found.append(evening("s", day, "regular", f"П-{number + 1:03}"))
        later = day + timedelta(days=7)
        if later.month != 7 and number % 9 != 4 and later != NEW_YEAR:
            found.append(evening("r", later, "regular", f"П-{number + 1:03}"))
    return found


def evenings() -> list[Evening]:
    invitational = [evening("s", date.fromisoformat(day), "invitational") for day in INVITATIONS]
    return sorted(
        [*regular(), *invitational, evening("s", date.fromisoformat(CHAMPIONSHIP), "championship")], key=lambda e: e.day
    )


AWAY = {("sam-2025-12-25", "s01"), ("sam-2026-01-22", "s01"), ("sam-2026-02-05", "s01"), ("sam-2025-11-13", "s01")}
"""The veterans miss two evenings of the winter of 2025, which they would have led otherwise."""
REPLAY = ("sar-2025-05-22", "s04")
"""A team of Самара plays in Саратов the package it played a week before at home."""
SCORES = {
    ("sam-2024-10-03", "s01"): (7.0, 8.0, 7.5, 8.0, 6.5, 7.0, 13.0),
    ("sam-2024-10-03", "s02"): (8.0, 8.5, 6.0, 8.0, 6.5, 7.0, 13.0),
    ("sam-2025-11-13", "s02"): (7.0, 6.5, 7.5, 6.0, 7.0, 6.0, 12.0),
    ("sam-2025-11-13", "s03"): (7.0, 6.5, 7.5, 6.0, 7.0, 6.0, 12.0),
    ("sam-2025-11-13", "s05"): (7.0, 6.5, 7.5, 6.0, 7.0, 6.0, 12.0),
    ("sar-2026-03-12", "r01"): (6.5, 7.0, 6.0, 7.0, 7.0, 6.5, 11.0),
    ("sar-2026-03-12", "r02"): (6.5, 6.5, 6.5, 7.0, 7.0, 6.5, 11.0),
}
"""Round scores that are planned: ties which the later round or the shoot-out decides."""
SHOOTOUT = ("sam-2025-11-13", {"s02": "10", "s03": "11", "s05": "0"})
BY_ANSWER = {
    "sam-2026-02-19": (1, 1, 0.5, 1, 1.5, 1),
    "sam-2026-04-16": (1, 1.5, 1, 0.5, 1, 1.5),
    "sar-2026-02-26": (1, 1, 0.5, 1, 1.5, 1),
    "sar-2026-04-23": (1, 1, 2, 1, 1.5, 1),
}
"""Evenings known answer by answer, with the value of rounds 1 to 6; one value is out of range."""
CONFLICT = ("sar-2024-11-21", "r03", 2)
"""A result that a second file gives otherwise: the evening is held."""
UNPAID = ("sam-2025-02-06", "s13")
GUESTS = ("sar-2025-03-27", "r04")
WRONG_TOTAL = ("sam-2025-10-16", 5)
WRONG_PLACE = ("sam-2025-10-30", 6)
ANNULLED = ("sam-2026-01-22", "s08", 4)
REINSTATED = ("sam-2025-04-17", "s06")
DISQUALIFIED = ("sam-2026-06-25", "s15")
BANNED = ("r09", "2025-11-10", "2025-12-20")
PRESENT = {*SCORES, UNPAID, DISQUALIFIED, (f"sam-{TEMPORARY[2]}", TEMPORARY[0])}
"""Who comes whatever the chance says, since something is told of them."""
