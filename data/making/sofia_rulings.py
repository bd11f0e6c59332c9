"""Appeals, rulings and announcements of the sample league sofia-monthly."""

from __future__ import annotations

from making.files import Row
from making.sofia_plan import ANNULLED, APPEALED, TEAMS

DECISIONS: list[Row] = [
    {
        "id": "r1",
        "decided_at": "2026-05-14T20:40:00",
        "submitted_at": "2026-05-14T20:35:00",
        "by": "host",
        "status": "upheld",
        "event": ANNULLED[0],
        "round": ANNULLED[1],
        "question": ANNULLED[2],
        "team": "",
        "kind": "void_question",
        "value": "",
        "note": "На снимката има два верни отговора",
    },
    {
        "id": "r2",
        "decided_at": "2026-04-29T11:00:00",
        "submitted_at": "2026-04-27T09:30:00",
        "by": TEAMS["J"],
        "status": "rejected",
        "event": "2026-04-23",
        "round": 2,
        "question": 6,
        "team": "",
        "kind": "accept_answer",
        "value": "фиордът",
        "note": "Въпросът пита за залив",
    },
    {
        "id": "r3",
        "decided_at": "2026-05-02T18:00:00",
        "submitted_at": "2026-05-01T10:12:00",
        "by": TEAMS["C"],
        "status": "upheld",
        "event": APPEALED[0],
        "round": APPEALED[1],
        "question": APPEALED[2],
        "team": "",
        "kind": "accept_answer",
        "value": "Европа",
        "note": "Два източника потвърждават и втория отговор",
    },
]


def award(at: str, award: str, team: str, *, event: str = "", period: str = "", value: str = "", note: str = "") -> Row:
    series = "month" if period else ""
    return {
        "awarded_at": at,
        "event": event,
        "series": series,
        "period": period,
        "team": TEAMS[team],
        "award": award,
        "value": value,
        "note": note,
    }


AWARDS: list[Row] = [
    award("2026-03-05T22:10:00", "winner", "B", event="2026-03-05"),
    award("2026-03-09T12:00:00", "cause", "B", event="2026-03-05", value="Читалищна библиотека на село"),
    award("2026-03-20T12:00:00", "donated", "B", event="2026-03-05", value="200 €"),
    award("2026-03-26T22:15:00", "winner", "A", period="2026-03"),
    award("2026-04-02T22:10:00", "winner", "A", event="2026-04-02"),
    award("2026-04-30T22:15:00", "winner", "D", period="2026-04", note="Обявено преди жалбата от 1 май"),
    award("2026-05-07T22:10:00", "winner", "B", event="2026-05-07"),
    award("2026-05-11T09:00:00", "cause", "B", event="2026-05-07", value="Приют за бездомни котки"),
    award("2026-05-28T22:15:00", "winner", "A", period="2026-05"),
    award("2026-05-28T22:15:00", "vice", "B", period="2026-05"),
    award("2026-06-04T22:10:00", "winner", "E", event="2026-06-04"),
    award("2026-06-08T09:00:00", "cause", "E", event="2026-06-04", value="Детски отбор по шахмат"),
    award("2026-06-19T09:00:00", "donated", "E", event="2026-06-04", value="200 €"),
    award("2026-06-25T22:15:00", "winner", "E", period="2026-06"),
]
