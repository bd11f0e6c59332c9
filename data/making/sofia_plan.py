"""What is to happen in the sample league sofia-monthly: teams, editions, places, ties and their shoot-outs."""

from __future__ import annotations

from dataclasses import dataclass, field

TEAMS = {
    "A": "Шопска логика",
    "B": "Айрян и Питагор",
    "C": "Квадратурата на баницата",
    "D": "Третата чаша чай",
    "E": "Двойка по поведение",
    "F": "Енциклопедия без корици",
    "G": "Верният отговор е В",
    "H": "Разсеяни по принцип",
    "I": "Дядовата гатанка",
    "J": "Утре имам изпит",
    "K": "Таралежи на паркета",
    "L": "Половин акордеон",
    "M": "Бързи, но грешни",
    "N": "Дърпай, не бутай",
}
LOOKALIKE = "Бързи, но грeшни"
"""The name of M with a Latin letter, as typed on one evening."""

QUESTIONS = {1: 10, 2: 10, 3: 10, 4: 6, 6: 8}
VALUES = {1: 1, 2: 2, 3: 2, 4: 3, 6: 5}
VARIANTS = {"open": (5, 2), "visual": (5, 2), "media": (5, 2), "one_to_ten": (10, 1), "all_in": (1, 5)}
"""Number of questions of the interim round, and the value of each."""

Numbers = dict[str, tuple[float, float, float]]


@dataclass(frozen=True)
class Edition:
    """One evening: fixed places, teams level with the next one in the order, points between neighbours, handicaps."""

    day: str
    variant: str
    places: dict[str, int]
    absent: str = ""
    level: str = ""
    gaps: dict[int, int] = field(default_factory=dict)
    handicap: dict[str, int] = field(default_factory=dict)
    keys: tuple[float, float, float] = (0, 0, 0)
    shootout: Numbers = field(default_factory=dict)


EDITIONS = [
    Edition("2026-03-05", "open", {"B": 1, "C": 2, "A": 3}, absent="N"),
    Edition("2026-03-12", "all_in", {"A": 1, "B": 2, "C": 3, "F": 5, "G": 6}, level="F"),
    Edition("2026-03-19", "visual", {"A": 1, "B": 2, "C": 3}, absent="K"),
    Edition("2026-03-26", "one_to_ten", {"A": 1, "C": 2, "B": 4}, absent="JM", handicap={"A": -2}),
    Edition("2026-04-02", "media", {"A": 1, "C": 2, "D": 3, "B": 4}, handicap={"A": -4}),
    Edition("2026-04-16", "open", {"C": 1, "A": 2, "D": 3, "B": 5}, absent="L", gaps={1: 3, 2: 4}, handicap={"A": -6}),
    Edition("2026-04-23", "one_to_ten", {"D": 1, "C": 2, "B": 3}, absent="A"),
    Edition("2026-04-30", "visual", {"D": 1, "B": 2, "C": 3, "E": 4, "A": 5, "G": 9}, gaps={2: 4, 3: 3, 4: 4, 9: 2}),
    Edition(
        "2026-05-07",
        "open",
        {"B": 1, "A": 2, "C": 3, "D": 4},
        absent="I",
        level="B",
        handicap={"D": -2},
        keys=(1876, 2925, 14),
        shootout={"B": (1878, 2914, 12), "A": (1879, 2900, 13)},
    ),
    Edition("2026-05-14", "media", {"A": 1, "C": 2, "B": 3}, absent="EN"),
    Edition("2026-05-21", "all_in", {"A": 1, "C": 2, "B": 4, "M": 12}),
    Edition(
        "2026-05-28",
        "visual",
        {"B": 1, "A": 2, "D": 3, "C": 5},
        absent="F",
        level="A",
        gaps={1: 5},
        handicap={"A": -2},
        keys=(681, 88, 552),
        shootout={"A": (681, 80, 560), "D": (679, 90, 500)},
    ),
    Edition(
        "2026-06-04",
        "one_to_ten",
        {"E": 1, "A": 2, "C": 3, "D": 4},
        absent="H",
        level="EA",
        keys=(1396, 27, 206),
        shootout={"E": (1396, 25, 200), "A": (1393, 28, 180), "C": (1400, 40, 230)},
    ),
    Edition("2026-06-11", "open", {"E": 1, "A": 2, "B": 3, "D": 5}, absent="CK", level="A"),
    Edition("2026-06-18", "media", {"D": 1, "E": 2, "A": 3}, absent="G", gaps={1: 5}, handicap={"E": -2}),
    Edition("2026-06-25", "visual", {"D": 1, "A": 2, "E": 3}, absent="BL"),
]
ANNULLED = ("2026-05-14", 3, 7)
"""A question that the host annulled: every team is credited with it."""
APPEALED = ("2026-04-30", 6, 4)
"""A question whose second answer was accepted two days later."""
APPEALED_BY = "CG"
CHAIN_DAY, CHAIN = "2026-03-19", ("F", "G", "B")
"""F copies G, who copies B, on the fourth question of round 2."""
LATE = {("2026-03-26", "H", 1, 9), ("2026-05-21", "K", 6, 2)}
DECLARED_DAY = "2026-03-19"
WRONG_CHOOSER = ("2026-05-21", "I")
TEXTS_DAY = "2026-06-18"
EIGHT_PLAYERS = ("2026-06-11", "F")
