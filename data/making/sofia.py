"""Writes the sample league sofia-monthly."""

from __future__ import annotations

from pathlib import Path
from random import Random

from making.answers import Cell
from making.files import Row, write_csv, write_text
from making.sofia_game import Grid, Worth, last_after_four, played
from making.sofia_plan import (
    APPEALED,
    DECLARED_DAY,
    EDITIONS,
    EIGHT_PLAYERS,
    LOOKALIKE,
    TEAMS,
    TEXTS_DAY,
    WRONG_CHOOSER,
    Edition,
)
from making.sofia_rulings import AWARDS, DECISIONS
from making.sofia_texts import KEYS

LEAGUE = """\
rule_set = "bg_monthly"
title = "Куиз в четвъртък, София"
timezone = "Europe/Sofia"
language = "bg"

# Обявено предварително за едно издание: най-много осем души в отбор.
[events."2026-06-11"]
"games.quiz.team_size" = [1, 8]
"""
MARKS = {"04": {"right": "1", "wrong": "0", "none": ""}, "06": {"right": "+", "wrong": "-", "none": ""}}
"""How verdicts are written in a month, where not in words."""
MONTHS = {"03": "март", "04": "април", "05": "май", "06": "юни"}
TITLES = {
    "2026-03-05": "Откриване на сезона",
    "2026-03-26": "Пролетно издание",
    "2026-04-09": "Велики четвъртък",
    "2026-06-11": "До осем души на маса",
    "2026-06-25": "Последно преди юли",
    "2026-07-02": "Юлско начало",
}
FIRSTS = {"2026-03-05", "2026-04-02", "2026-05-07", "2026-06-04", "2026-07-02"}


def event(day: str, state: str = "") -> Row:
    prize = "200 €" if day in FIRSTS else "100 €"
    moment = "" if state else f"{day}T22:05:00"
    return {
        "event": day,
        "date": day,
        "kind": "regular",
        "state": state,
        "title": TITLES.get(day, ""),
        "prize": prize,
        "announced_at": moment,
    }


def events() -> list[Row]:
    rows = [event(edition.day) for edition in EDITIONS]
    rows += [event("2026-04-09", "cancelled"), event("2026-07-02", "planned")]
    return sorted(rows, key=lambda row: str(row["date"]))


def name(day: str, team: str) -> str:
    """The name as typed that evening: once with a letter of another script, in May in quotes, else as usual."""
    if (day, team) == (WRONG_CHOOSER[0], "M"):
        return LOOKALIKE
    return f"„{TEAMS[team]}“" if day[5:7] == "05" and team in "AC" else TEAMS[team]


def answer_row(edition: Edition, cell: Cell, random: Random) -> Row:
    marks = MARKS.get(edition.day[5:7], {})
    return {
        "event": edition.day,
        "round": cell.round,
        "question": cell.question,
        "team": name(edition.day, cell.team),
        "verdict": "" if cell.joker == "copy" else marks.get(cell.verdict, cell.verdict),
        "joker": cell.joker,
        "copied_team": name(edition.day, cell.copied) if cell.copied else "",
        "late": "1" if cell.late else "",
        "answer": text(cell, random) if edition.day == TEXTS_DAY else cell.answer,
    }


def text(cell: Cell, random: Random) -> str:
    """What the team wrote: the key, sometimes with a spelling error, or one of the usual wrong answers."""
    if (cell.round, cell.question) not in KEYS or cell.verdict == "none" or cell.joker == "copy":
        return ""
    key, *wrong = KEYS[cell.round, cell.question]
    if cell.joker == "double":
        return f"{random.choice(key.split('|') if cell.verdict == 'right' else wrong)} / {wrong[0]}"
    if cell.verdict != "right":
        return random.choice(wrong)
    return misspelt(random.choice(key.split("|")), random)


def misspelt(word: str, random: Random) -> str:
    """One answer in five is written with a letter too few."""
    at = random.randrange(1, len(word))
    return word[:at] + word[at + 1 :] if random.random() < 0.2 and len(word) > 4 else word


def write_answers(folder: Path, edition: Edition, order: list[str], grid: Grid) -> None:
    random = Random(f"sofia texts {edition.day}")
    cells = sorted(grid.values(), key=lambda cell: (cell.round, cell.question, order.index(cell.team)))
    path = folder / "results" / f"{MONTHS[edition.day[5:7]]} {edition.day[8:]} отговори.csv"
    april = edition.day[5:7] == "04"
    rows = [answer_row(edition, cell, random) for cell in cells]
    if april:
        write_csv(path, rows, delimiter=";", encoding="cp1251", ends="\r\n")
    else:
        write_csv(path, rows, encoding="utf-8-sig" if edition.day[5:7] == "05" else "utf-8")


def interim(edition: Edition, order: list[str], grid: Grid, worth: Worth) -> Row:
    last = Random(f"sofia draw {edition.day}").choice(last_after_four(edition, order, grid, worth))
    chooser = WRONG_CHOOSER[1] if edition.day == WRONG_CHOOSER[0] else last
    return {"event": edition.day, "round": 5, "variant": edition.variant, "chosen_by": name(edition.day, chooser)}


def entries(edition: Edition, order: list[str], grid: Grid, worth: Worth) -> list[Row]:
    random = Random(f"sofia players {edition.day}")
    rows: list[Row] = []
    for place, team in enumerate(order, start=1):
        most = 8 if edition.day == EIGHT_PLAYERS[0] else 10
        players = 9 if (edition.day, team) == EIGHT_PLAYERS else random.randint(4, most)
        row: dict[str, object] = {"event": edition.day, "team": name(edition.day, team), "players": players}
        rows.append(row | declared(edition, team, place, grid, worth))
    return rows


def declared(edition: Edition, team: str, place: int, grid: Grid, worth: Worth) -> dict[str, object]:
    """What the host's slide showed on one evening: a total that is one too high, and two places exchanged."""
    if edition.day != DECLARED_DAY:
        return {"declared_points": "", "declared_place": ""}
    total = sum(worth(cell, cell.verdict) for cell in grid.values() if cell.team == team)
    shown = {7: 8, 8: 7}.get(place, place)
    return {"declared_points": total + (1 if place == 8 else 0), "declared_place": shown}


def shootout(edition: Edition) -> list[Row]:
    return [
        {"event": edition.day, "round": number, "team": name(edition.day, team), "shootout": given, "key": key}
        for number, key in enumerate(edition.keys, start=1)
        for team, numbers in edition.shootout.items()
        for given in [numbers[number - 1]]
    ]


def questions() -> list[Row]:
    rows: list[Row] = [
        {"event": TEXTS_DAY, "round": r, "question": q, "key": texts[0]} for (r, q), texts in KEYS.items()
    ]
    return [{"event": APPEALED[0], "round": APPEALED[1], "question": APPEALED[2], "key": "Йо"}, *rows]


def make(folder: Path) -> None:
    results = folder / "results"
    rounds: list[Row] = []
    players: list[Row] = []
    for edition in EDITIONS:
        order, grid, worth = played(edition)
        write_answers(folder, edition, order, grid)
        rounds.append(interim(edition, order, grid, worth))
        players += entries(edition, order, grid, worth)
    write_text(folder / "league.toml", LEAGUE)
    write_csv(folder / "events.csv", events())
    write_csv(results / "междинен кръг.csv", rounds)
    write_csv(results / "играчи.csv", players)
    write_csv(results / "дузпи.csv", [row for edition in EDITIONS for row in shootout(edition)])
    write_csv(results / "ключове.csv", questions())
    write_csv(folder / "decisions.csv", DECISIONS)
    write_csv(folder / "awards.csv", AWARDS)
