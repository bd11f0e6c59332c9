"""Commands that show tables of a built league: event, series, titles, ranks, what-if, export."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import polars as pl

from pipelines import compare
from pipelines.cli.guard import WrongCall, pick
from pipelines.cli.opening import Opened, open_league
from pipelines.cli.options import Asked, FileFormat, Format
from pipelines.cli.output import say, show
from pipelines.export import shown
from pipelines.tables import Scored


def event(asked: Asked, event: str, game: str | None, through_round: int | None, shape: Format) -> None:
    frames = ("facts.events", "facts.teams", "scored.event_states", "scored.standings", "scored.round_points")
    asked = asked.on(event, game)
    opened = open_league(asked, (*frames, "scored.findings"), whole=through_round is not None, by_day=False)
    event = pick("event", event, opened.facts.events["event"].to_list())
    game = _game(opened, event, game)
    scored, choosers = _through(opened, event, game, through_round)
    show(shown.event_table(opened.facts, scored, event, game), shape)
    for message in _held_because(opened.scored, event):
        say(f"{event} is held: {message}")
    if opened.scored.event_states.filter(pl.col("provisional") & (pl.col("state") != "held"), event=event).height:
        say(f"{event} is provisional: it has cells that are to be mended; `tablo check` lists them.")
    if choosers:
        say(_chooser(opened, choosers))


def series(asked: Asked, series: str, period: str | None, city: str | None, shape: Format) -> None:
    opened = open_league(asked, ("facts.teams", "scored.series_standings", "scored.periods"))
    period, city = _period(opened, [opened.scored], series, period, city)
    show(shown.series_table(opened.facts, opened.scored, series, period, city), shape)
    if opened.scored.periods.filter(pl.col("provisional"), series=series, period=period).height:
        say(f"{series} {period} is provisional: some of its events have cells that are to be mended.")


def titles(asked: Asked, shape: Format) -> None:
    opened = open_league(asked, ("facts.teams", "scored.titles"))
    show(shown.titles_table(opened.facts, opened.scored), shape)


def ranks(asked: Asked, city: str | None, event: str | None, shape: Format) -> None:
    frames = ("facts.events", "facts.teams", "scored.ranks", "scored.ranks_reached")
    opened = open_league(asked, frames, by_day=False)
    city = None if city is None else pick("city", city, _cities(opened.scored.ranks))
    if event is None:
        show(shown.ranks_table(opened.facts, opened.scored, city), shape)
        return
    event = pick("event", event, opened.facts.events["event"].to_list())
    show(shown.ranks_reached_table(opened.facts, opened.scored, event, city), shape)


def what_if(asked: Asked, series: str, period: str | None, city: str | None, shape: Format) -> None:
    if not asked.scenario:
        trials = '--set PATH=VALUE, --decide "KIND key=value …" or --scenario NAME'
        raise WrongCall(f"Say what would be different: {trials}.")
    opened = open_league(asked, ())
    period, city = _period(opened, [opened.baseline, opened.scored], series, period, city)
    compared = compare.what_if(opened.baseline, opened.scored, series, period, city)
    show(shown.what_if_table(opened.facts, compared), shape)


def export(asked: Asked, to: Path, shape: FileFormat) -> None:
    from pipelines.export.files import export_league

    frames = [f"scored.{name}" for name in Scored.__dataclass_fields__ if name != "round_points"]
    opened = open_league(asked, ("facts.events", "facts.teams", *frames))
    written = export_league(
        to, shape.value, asked.league, opened.facts, opened.scored, sets=asked.sets, decides=asked.decides
    )
    say(f"Wrote {', '.join(path.name for path in written)} to {to}.")


def _game(opened: Opened, event: str, asked: str | None) -> str:
    """The game asked for; left out, the only one the evening has, or the only one of the rules."""
    day = opened.facts.events.row(by_predicate=pl.col("event") == event, named=True)["date"]
    known = list(opened.rules.of_event(event, day).games)
    if asked is not None:
        return pick("game", asked, known)
    played = opened.scored.standings.filter(event=event)["game"].unique().to_list()
    possible = played or known
    if len(possible) > 1:
        raise WrongCall(f"The evening {event} has several games. Say --game {' or --game '.join(sorted(possible))}.")
    return str(possible[0])


def _through(opened: Opened, event: str, game: str, last: int | None) -> tuple[Scored, list[str]]:
    """The scores as they stood after a round, and who chooses the next theme."""
    if last is None:
        return opened.scored, []
    from pipelines.scoring import through_round

    found = through_round(opened.facts, opened.rules, opened.scored, event, game, last, opened.decisions)
    return replace(opened.scored, standings=found.standings, round_points=found.round_points), found.choosers


def _chooser(opened: Opened, choosers: list[str]) -> str:
    names = opened.facts.teams.filter(pl.col("team_id").is_in(choosers)).sort("folded")["team"].to_list()
    if len(names) > 1:
        return f"Last are {', '.join(names)}: they draw who chooses the next round's variant."
    return f"Last is {names[0]}: it chooses the next round's variant."


def _held_because(scored: Scored, event: str) -> list[str]:
    return scored.findings.filter(pl.col("holds"), event=event)["message"].unique(maintain_order=True).to_list()


def _period(
    opened: Opened, sides: list[Scored], series: str, period: str | None, city: str | None
) -> tuple[str, str | None]:
    """The period asked for, or the latest; and the city, where the series has cities."""
    pick_exactly("series", series, opened.rules.latest().series)
    periods = pl.concat([side.periods for side in sides]).filter(series=series).sort("first_date")
    known = periods["period"].unique(maintain_order=True).to_list()
    if period is None and not known:
        raise WrongCall(f"The series {series} has no period yet: none of its events is final.")
    chosen = known[-1] if period is None else pick(f"period of {series}", period, known)
    return chosen, None if city is None else pick(f"city of {series}", city, _cities(periods))


def pick_exactly(what: str, asked: str, known: object) -> None:
    pick(what, asked, list(known))  # type: ignore[call-overload]


def _cities(frame: pl.DataFrame) -> list[str]:
    return frame["city"].drop_nulls().unique().sort().to_list()
