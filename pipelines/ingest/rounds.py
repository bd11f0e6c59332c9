"""Round scores of rounds that the rules of their game do not have."""

from __future__ import annotations

from datetime import date

import polars as pl

from pipelines.findings import N_, findings
from pipelines.ruleset.bound import LeagueRules
from pipelines.tables import Findings, empty


def unknown_rounds(scores: pl.DataFrame, events: pl.DataFrame, rules: LeagueRules) -> pl.DataFrame:
    """One warning per evening, game, round and file; a game whose rules name no rounds may have any."""
    keys = ["event", "game", "round", "file", "sheet"]
    heading = pl.col("heading") if "heading" in scores.columns else pl.lit(None, dtype=pl.String)
    met = scores.with_columns(column=pl.coalesce(heading, pl.lit("round"))).unique(keys, keep="first")
    days = dict(events.drop_nulls("date").select("event", "date").rows())
    if not met.height:
        return empty(Findings)
    odd = [
        row["event"] in days and _is_odd(rules, row["event"], days[row["event"]], row["game"], row["round"])
        for row in met.iter_rows(named=True)
    ]
    said = N_("The rules of the game have no round {round}; it counts as it stands.")
    unknown = met.filter(pl.Series(odd, dtype=pl.Boolean)).sort(keys, nulls_last=True)
    return findings("unknown_round", unknown, said, severity="warning", columns={"column": pl.col("column")})


def _is_odd(rules: LeagueRules, event: str, day: date, game: str, number: int) -> bool:
    games = rules.of_event(event, day).games
    rounds = games[game].rounds if game in games else {}
    return bool(rounds) and number not in rounds
