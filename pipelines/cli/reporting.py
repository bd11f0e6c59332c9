"""The command `report`: a season for people, as a workbook or a page."""

from __future__ import annotations

from pathlib import Path

from pipelines.cli.guard import WrongCall, pick
from pipelines.cli.opening import open_league
from pipelines.cli.options import Asked
from pipelines.cli.output import say, working
from pipelines.export import report as reports
from pipelines.tables import Scored


def report(asked: Asked, period: str | None, to: Path) -> None:
    if to.suffix not in reports.SUFFIXES:
        raise WrongCall(f"A report is one of {', '.join(reports.SUFFIXES)}; --to names {to.name!r}.")
    opened = open_league(asked, ("facts.events", "facts.teams", *(f"scored.{n}" for n in Scored.__dataclass_fields__)))
    chosen = None if period is None else pick("period", period, reports.known_periods(opened.scored))
    language = reports.Language(opened.league.language)
    subject = reports.Subject(
        opened.league, opened.rules, opened.facts, opened.scored, asked.as_of, asked.sets, asked.decides
    )
    with working(f"Writing {to.name}"):
        made = reports.contents(subject, reports.chosen(opened.scored, chosen), language)
        reports.write(made, to, language)
    say(f"Wrote {to}.")
