"""Words that name nothing: awards and variants that the rules do not know, names, files and events of nobody."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import PurePosixPath
from typing import Final

import polars as pl

from pipelines.findings import N_, findings, gather
from pipelines.folding import folded
from pipelines.ingest.names import Roster
from pipelines.ingest.near import unknown
from pipelines.ruleset.bound import LeagueRules
from pipelines.ruleset.league import League

AWARDS: Final = ("winner", "vice", "perk", "cause", "donated")
"""What may be awarded besides a rank."""


def doubtful_awards(awards: pl.DataFrame, rules: LeagueRules) -> pl.DataFrame:
    """Awards that are compared with nothing: of an unknown word or series, and winners of which game is not said."""
    awards = awards.with_columns(pl.col("award", "series").cast(pl.String))
    known = rules.league.rule_set.rules
    ranks = [step.name for one in known for series in one.series.values() for step in series.ranks]
    names = list(dict.fromkeys([*AWARDS, *ranks]))
    series = list(dict.fromkeys(name for one in known for name in one.series))
    words = awards.with_columns(choices=pl.lit(", ".join(names)))
    other = awards.drop_nulls("series").with_columns(choices=pl.lit(", ".join(series)))
    return gather(
        unknown("unknown_value", _beside(words, "award", names), "award", names, _NO_AWARD, severity="warning"),
        unknown("unknown_value", _beside(other, "series", series), "series", series, _NO_SERIES, severity="warning"),
        _of_no_game(awards),
    )


_NO_AWARD: Final = (
    N_("«{found}» is no award known here, and is compared with nothing; one of {choices} was wanted."),
    N_("«{found}» is no award known here, and is compared with nothing; the nearest of {choices} is {nearest}."),
)
_NO_SERIES: Final = (
    N_("The rules have no series «{found}»; they have {choices}."),
    N_("The rules have no series «{found}»; the nearest of {choices} is {nearest}."),
)


def _of_no_game(awards: pl.DataFrame) -> pl.DataFrame:
    """Winners of an evening, or of nothing: in a rule set of one game the game goes without saying."""
    winners = awards.filter(pl.col("award").is_in(["winner", "vice"]), pl.col("series").is_null())
    of_event = winners.filter(pl.col("event").is_not_null() & pl.col("game").is_null())
    of_nothing = winners.filter(pl.col("event").is_null())
    return gather(
        findings("value_missing", of_event, _NO_GAME, columns={"column": "game"}),
        findings("value_missing", of_nothing, _OF_NOTHING, columns={"column": "event"}),
    )


_NO_GAME: Final = N_("The award '{award}' of an event needs its game, since the rule set has several.")
_OF_NOTHING: Final = N_("The award '{award}' needs an event, or a series and a period.")


def unknown_variants(rounds: pl.DataFrame, events: pl.DataFrame, rules: LeagueRules) -> pl.DataFrame:
    """A finding on each variant that the rules of its round do not have: the round counts as if none were chosen."""
    named = rounds.drop_nulls("variant").with_columns(pl.col("event", "game", "variant").cast(pl.String))
    named = named.join(events.select("event", "date"), on="event").drop_nulls("date")
    said = named.select("event", "date", "game", "round").unique(maintain_order=True)
    known = [_variants(rules, *key) for key in said.rows()]
    return gather(
        *[
            _no_variant(named.join(one, on=one.columns), names)
            for one, names in zip(said.iter_slices(1), known, strict=True)
        ]
    )


def _variants(rules: LeagueRules, event: str, day: date, game: str, number: int) -> list[str]:
    rounds = rules.of_event(event, day).games[game].rounds
    return list(rounds[number].variants) if number in rounds else []


def _no_variant(rounds: pl.DataFrame, known: list[str]) -> pl.DataFrame:
    rows = _beside(rounds, "variant", known).with_columns(choices=pl.lit(", ".join(known)))
    if known:
        return unknown("unknown_value", rows, "variant", known, _NO_VARIANT)
    return unknown("unknown_value", rows, "variant", known, (_NO_VARIANTS, _NO_VARIANTS), severity="warning")


_NO_VARIANT: Final = (
    N_("The rules of round {round} have no variant «{found}»; they have {choices}."),
    N_("The rules of round {round} have no variant «{found}»; the nearest of {choices} is {nearest}."),
)
_NO_VARIANTS: Final = N_("The rules of round {round} have no variants, so «{found}» changes nothing.")


def unused_names(names: pl.DataFrame, people: Roster) -> pl.DataFrame:
    """A note on each name of names.csv that no team of the league has."""
    spellings = [*people.given["name"], *people.nodes["team"]]
    here = [*people.given["folded"], *people.nodes["folded"]]
    return gather(
        *[
            unknown(
                "unknown_team",
                names.filter(~folded(pl.col(column)).is_in(here)),
                column,
                spellings,
                _NOBODY,
                severity="note",
            )
            for column in ("name_a", "name_b")
        ]
    )


_NOBODY: Final = (
    N_("No team of the league is called «{found}»; the row has no effect."),
    N_("No team of the league is called «{found}»; the nearest is «{nearest}». The row has no effect."),
)


def unused_hints(league: League, files: list[str], events: list[str]) -> pl.DataFrame:
    """A warning on each file and event that league.toml describes and that is not there."""
    here = [*files, *(PurePosixPath(file).name for file in files)]
    return gather(
        unknown("hint_unused", _absent(league.files, here), "name", files, _NO_FILE, heading="files"),
        unknown("hint_unused", _absent(league.events, events), "name", events, _NO_EVENT, heading="events"),
    )


_NO_FILE: Final = (
    N_("It says how the file «{found}» is read, and there is no such file."),
    N_("It says how the file «{found}» is read, and there is no such file; the nearest is {nearest}."),
)
_NO_EVENT: Final = (
    N_("It has rules of the event «{found}», which the table of events does not have."),
    N_("It has rules of the event «{found}», which the table of events does not have; the nearest is {nearest}."),
)


def _absent(named: Iterable[str], here: list[str]) -> pl.DataFrame:
    names = [name for name in named if name not in here]
    return pl.DataFrame({"name": names}, schema={"name": pl.String}).with_columns(file=pl.lit("league.toml"))


def _beside(rows: pl.DataFrame, column: str, known: list[str]) -> pl.DataFrame:
    """The rows whose word in a column is none of the known ones."""
    return rows.filter(~pl.col(column).is_in(known))
