"""What first editions owe to a cause: how much, by when, and whether it was done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any, Final

import polars as pl

from pipelines.insight.exact import plain
from pipelines.ruleset.bound import LeagueRules
from pipelines.ruleset.vocabulary import Cause
from pipelines.tables import Facts, Scored

DUTIES: Final = {
    "series": pl.String(),
    "period": pl.String(),
    "city": pl.String(),
    "event": pl.String(),
    "date": pl.Date(),
    "teams": pl.List(pl.String()),
    "prize": pl.String(),
    "winner_keeps": pl.String(),
    "donation": pl.String(),
    "due": pl.Date(),
    "cause": pl.String(),
    "donated": pl.String(),
    "donated_on": pl.Date(),
    "state": pl.String(),
    "path": pl.String(),
}
_NUMBER: Final = re.compile(r"\d+(?:[ \u00a0\u202f]\d{3})*(?:[.,]\d+)?")


def duties(facts: Facts, scored: Scored, rules: LeagueRules, as_of: date) -> pl.DataFrame:
    """One row per first event of a period whose prize goes in part to a cause, in order (`DUTIES`).

    `teams` won it; `winner_keeps` and `donation` are amounts as the prize was written (`100 €`), null where it names no
    one amount. `cause` was named by the winner, or, by `due`, by the organiser. `state`: `donated`; `named` (a cause,
    no donation yet); `open` (no cause yet); `overdue` (no cause, and `due` is over). `path`: the rule.
    """
    rows = [row for found in scored.periods.sort("first_date").iter_rows(named=True) for row in _duty(found, rules)]
    frame = [_done(row, facts, scored, as_of) for row in rows]
    return pl.DataFrame(frame, schema=DUTIES, orient="row")


def _duty(found: dict[str, Any], rules: LeagueRules) -> Iterator[tuple[dict[str, Any], str, Cause]]:
    series = rules.of_period(found["first_date"]).series[found["series"]]
    if series.cause is not None:
        yield found, series.game, series.cause


def _done(duty: tuple[dict[str, Any], str, Cause], facts: Facts, scored: Scored, as_of: date) -> dict[str, Any]:
    found, game, cause = duty
    event = found["first_event"]
    prize = facts.events.filter(event=event)["prize"].item()
    named, donated = (_last(facts.awards.filter(event=event, award=kind)) for kind in ("cause", "donated"))
    due = None if cause.months is None else _months_after(found["first_date"], cause.months)
    return {
        **{name: found[name] for name in ("series", "period", "city")},
        "event": event,
        "date": found["first_date"],
        "prize": prize,
        "due": due,
        "teams": scored.standings.filter("winner", event=event, game=game)["team_id"].sort().to_list(),
        "winner_keeps": _share(prize, cause.winner_keeps),
        "donation": _share(prize, 1 - cause.winner_keeps + cause.organiser_adds),
        "cause": named.get("value"),
        "donated": donated.get("value") or ("" if donated else None),
        "donated_on": donated["awarded_at"].date() if donated.get("awarded_at") else None,
        "state": "donated" if donated else "named" if named else _open(due, as_of),
        "path": f"series.{found['series']}.cause",
    }


def _open(due: date | None, as_of: date) -> str:
    return "overdue" if due is not None and due < as_of else "open"


def _last(awards: pl.DataFrame) -> dict[str, Any]:
    return awards.row(-1, named=True) if awards.height else {}


def _months_after(day: date, months: int) -> date:
    return pl.select(pl.lit(day).dt.offset_by(f"{months}mo")).item()  # type: ignore[no-any-return]


def _share(prize: str | None, share: Decimal) -> str | None:
    """A part of a prize, in the words of the prize: of `200 €` a half is `100 €`."""
    numbers = _NUMBER.findall(prize or "")
    if prize is None or len(numbers) != 1:
        return None
    whole = Decimal(re.sub(r"\s", "", numbers[0]).replace(",", "."))
    return prize.replace(numbers[0], plain(whole * share))
