"""What is to happen in the sample league berlin-2025-26: teams, evenings, places in both games, ties."""

from __future__ import annotations

from dataclasses import dataclass

TEAMS = {
    "A": "Шпрее наперекосяк",
    "B": "Дер, ди, дас и запятая",
    "C": "Ваш билет, пожалуйста",
    "D": "Медведь без велосипеда",
    "E": "Вторая производная",
    "F": "Кофе на Александерплац",
    "G": "Тихий час с десяти",
    "H": "Пфанд и предубеждение",
    "I": "Ключ от подвала",
    "J": "Опоздавшая эсбана",
    "K": "Три справки и печать",
    "L": "Сдача с пфеннига",
    "Z": "Гости с Эльбы",
}
GUEST = "Z"
COEFFICIENTS = {"C": 0.85, "E": 0.9}
"""Teams with professional players."""
THEMES = 6
VALUES = (10, 20, 30, 40, 50)
THEME_NAMES = (
    "Мосты",
    "Рецепты",
    "Ошибки перевода",
    "Вокзалы",
    "Животные в гербах",
    "Числа",
    "Пьесы",
    "Пустыни",
    "Краски",
    "Календарь",
    "Шахматы",
    "Острова",
    "Опера",
    "Почта",
    "Стекло",
    "Часы",
    "Сказки",
    "Металлы",
    "Дирижёры",
    "Ветер",
    "Карты",
    "Сыры",
    "Этажи",
    "Тени",
    "Реки",
    "Псевдонимы",
    "Азбука",
    "Соль",
    "Кометы",
    "Ключи",
    "Пари",
    "Зонтики",
    "Библиотеки",
    "Колёса",
    "Премии",
    "Узлы",
    "Лестницы",
    "Зеркала",
    "Пословицы",
    "Маяки",
    "Ноты",
    "Грибы",
    "Авиация",
    "Дуэли",
    "Ярмарки",
    "Чай",
    "Фонари",
    "Монеты",
    "Лёд",
    "Антракт",
    "Парусники",
    "Печати",
    "Сады",
    "Шифры",
)


@dataclass(frozen=True)
class Evening:
    """One evening: fixed places in both games, teams level with the next one in the order, how much was played."""

    day: str
    matrix: dict[str, int]
    sixty: dict[str, int]
    absent: str = ""
    matrix_level: str = ""
    sixty_level: str = ""
    top: int = 24
    layout: str = "blocks"
    played: int = 30


EVENINGS = [
    Evening("2025-10-15", {"A": 1, "B": 2, "D": 3}, {"B": 1, "A": 2, "D": 3}, absent="L"),
    Evening(
        "2025-11-12", {"B": 1, "A": 2, "D": 3}, {"A": 1, "F": 2, "B": 4, "D": 5}, absent="J", sixty_level="A", top=23
    ),
    Evening(
        "2025-12-10",
        {"A": 1, "D": 2},
        {"D": 1, "A": 2, "F": 3, "G": 4, "H": 5},
        absent="BK",
        sixty_level="FG",
        layout="lines",
    ),
    Evening(
        "2026-01-14", {"B": 1, "A": 2, "D": 3}, {"A": 1, "D": 2, "B": 3}, absent="I", matrix_level="A", sixty_level="A"
    ),
    Evening(
        "2026-02-11",
        {"B": 1, "F": 2, "A": 3, "D": 5},
        {"B": 1, "F": 2, "A": 3, "D": 6},
        absent="L",
        top=22,
        layout="tidy",
    ),
    Evening("2026-03-11", {"A": 1, "B": 2, "D": 4}, {"B": 1, "D": 2, "A": 5}, absent="G"),
    Evening("2026-04-15", {"D": 1, "B": 2, "A": 4}, {"A": 1, "D": 2, "B": 3}, absent="CE", layout="lines"),
    Evening("2026-05-13", {"D": 1, "A": 3, "B": 5}, {"D": 1, "A": 2, "B": 3}, absent="H"),
    Evening("2026-06-10", {"B": 1, "A": 2, "D": 3}, {"A": 1, "D": 2, "B": 3}, top=17, played=20),
]
GUEST_DAY = "2025-12-10"
CLOSING_DAY = "2026-01-14"
"""A and D are level in both games; A answers the last three questions right, D not the last."""
APPEAL_DAY = "2026-02-11"
APPEALS = {7: ("BG", "Линней"), 23: ("B", "секстант")}
"""Questions of 60 seconds whose other answer was accepted after the evening, and who had given it."""
APPEAL_KEYS = {7: "Бюффон", 23: "астролябия"}
OPEN_APPEAL = ("2026-06-10", 6, 5, "A", "Сен-Мало")
"""A question of the Matrix on the evening that is still going on."""
BAD_CELL = ("2026-03-11", "K", 14, "спорн.")
TOTALS_DAY, WRONG_TOTAL = "2026-04-15", "F"
VOID = ("2026-04-15", 3, 27)
PENALTY = ("2025-12-10", "L")
NOT_RECORDED = ("2026-01-14", "sixty_seconds")
