"""Small leagues made by hand, for tests that need tables and no folder."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import date

import dataframely as dy
import polars as pl
from hypothesis import HealthCheck, settings

from pipelines import tables
from pipelines.cli import app
from pipelines.cli.guard import guarded
from pipelines.tables import Facts, Scored

# a timing never decides a test; on a clean machine the same examples are tried each time
settings.register_profile(
    "tablo", deadline=None, derandomize="CI" in os.environ, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tablo")


@dataclass(frozen=True)
class Ran:
    """What a call of the command ended with."""

    status: int
    out: str
    err: str


def tablo(*args: object) -> Ran:
    """The command in this process; the first second of a process of its own goes into imports."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = guarded(lambda: app(list(map(str, args))))
    return Ran(status, out.getvalue(), err.getvalue())


def rows(schema: type[dy.Schema], *given: Mapping[str, object]) -> pl.DataFrame:
    """A frame of a contract; what a row leaves out is null, or the plainest value where null is not allowed."""
    plain: dict[type, object] = {dy.Bool: False, dy.String: "", dy.Int64: 0, dy.Int32: 0, dy.UInt32: 0}
    columns = schema.columns()
    full = [
        {name: row.get(name, None if column.nullable else plain.get(type(column))) for name, column in columns.items()}
        for row in given
    ]
    return pl.DataFrame(full, schema=schema.create_empty().schema)


def points(value: float) -> int:
    return round(value * tables.UNITS)


def small_facts(teams: Sequence[str] = ("Чайка", "Ёлка", "alpha")) -> Facts:
    """Two final evenings and a held one, of teams `t1`, `t2` … named as given."""
    return Facts(
        events=rows(
            tables.Events,
            *(
                {"event": f"e{n}", "ord": n - 1, "date": date(2026, 3, 7 * n), "kind": "regular", "state": "final"}
                for n in (1, 2, 3)
            ),
        ),
        teams=rows(
            tables.Teams,
            *(
                {"team_id": f"t{n}", "team": name, "folded": name.casefold().replace("ё", "е"), "city": None}
                for n, name in enumerate(teams, start=1)
            ),
        ),
    )


def standing(
    event: str, team: int, place: int | None, place_to: int | None, value: float, **more: object
) -> dict[str, object]:
    return {
        "event": event,
        "game": "quiz",
        "team_id": f"t{team}",
        "status": "in",
        "place": place,
        "place_to": place_to,
        "points": points(value),
        "rounds_points": points(value),
        "coefficient": tables.COEFFICIENT_UNITS,
        **more,
    }


def small_scored() -> Scored:
    """`t1` and `t2` share the first place of `e1`, `t3` plays out of contest; `e3` is held; a month in thirds."""
    series = {"series": "month", "period": "2026-03", "unit": 3 * tables.UNITS}
    return Scored(
        event_states=rows(
            tables.EventStates,
            {"event": "e1", "state": "final"},
            {"event": "e2", "state": "final"},
            {"event": "e3", "state": "held", "provisional": True},
        ),
        standings=rows(
            tables.Standings,
            standing("e1", 1, 1, 2, 10.5, decided_by="shared", winner=True, won_by="points"),
            standing("e1", 2, 1, 2, 10.5, decided_by="points", winner=True, won_by="points"),
            standing("e1", 3, None, None, 11, status="out_of_contest"),
            standing("e2", 1, 1, 1, 3, decided_by="shootout", winner=True, won_by="shootout"),
            standing("e2", 2, 2, 2, 3),
            standing("e3", 1, None, None, 7),
        ),
        round_points=rows(
            tables.RoundPoints,
            *(
                {"event": "e1", "game": "quiz", "team_id": f"t{team}", "round": n, "points": points(value)}
                for team, values in ((1, (4, 6.5)), (2, (6.5, 4)), (3, (5, 6)))
                for n, value in enumerate(values, start=1)
            ),
        ),
        periods=rows(
            tables.Periods,
            {
                **{k: v for k, v in series.items() if k != "unit"},
                "first_event": "e1",
                "last_event": "e2",
                "first_date": date(2026, 3, 7),
                "events": 2,
                "ends": date(2026, 3, 31),
                "over": True,
            },
        ),
        series_standings=rows(
            tables.SeriesStandings,
            {
                **series,
                "team_id": "t2",
                "place": 1,
                "place_to": 1,
                "points": 86 * tables.UNITS,
                "played": 2,
                "counted": 1,
                "dropped_events": ["e1", "e2"],
            },
            {
                **series,
                "team_id": "t1",
                "place": 2,
                "place_to": 3,
                "points": 60 * tables.UNITS,
                "played": 2,
                "counted": 2,
                "dropped_events": [],
            },
            {
                **series,
                "team_id": "t3",
                "place": 2,
                "place_to": 3,
                "points": 60 * tables.UNITS,
                "played": 1,
                "counted": 1,
                "dropped_events": [],
            },
        ),
        titles=rows(
            tables.Titles,
            {
                "series": "month",
                "period": "2026-03",
                "title": "vice",
                "team_id": "t1",
                "status": "won",
                "qualification": "possible",
            },
            {
                "series": "month",
                "period": "2026-03",
                "title": "winner",
                "team_id": "t2",
                "status": "won",
                "qualification": "guaranteed",
            },
        ),
        ranks=rows(
            tables.Ranks,
            _rank("t1", "Пермь", 9, next_rank="Первый", points_to_next=points(91)),
            _rank("t2", "Пермь", 201.5, "Второй", date(2026, 3, 14), "Третий", points(298.5), "значок"),
            _rank("t3", "Уфа", 100, "Первый", date(2026, 3, 7), "Второй", points(100)),
        ),
        ranks_reached=rows(
            tables.RanksReached,
            _reached("t2", "Пермь", "Первый", 100, 1),
            _reached("t2", "Пермь", "Второй", 200, 2, perk="значок"),
            _reached("t3", "Уфа", "Первый", 100, 1),
        ),
    )


def _rank(
    team: str,
    city: str,
    value: float,
    rank: str | None = None,
    reached_on: date | None = None,
    next_rank: str | None = None,
    points_to_next: int | None = None,
    perk: str | None = None,
) -> dict[str, object]:
    return {
        "series": "rating",
        "city": city,
        "team_id": team,
        "points": points(value),
        "unit": tables.UNITS,
        "rank": rank,
        "reached_on": reached_on,
        "next_rank": next_rank,
        "points_to_next": points_to_next,
        "perk": perk,
    }


def _reached(team: str, city: str, rank: str, at: float, evening: int, perk: str | None = None) -> dict[str, object]:
    return {
        "series": "rating",
        "city": city,
        "team_id": team,
        "at": points(at),
        "unit": tables.UNITS,
        "rank": rank,
        "perk": perk,
        "reached_on": date(2026, 3, 7 * evening),
        "event": f"e{evening}",
    }
