"""The declared winner of a game: computed, recorded, or frozen at the moment it was announced."""

from __future__ import annotations

from dataclasses import dataclass, replace

import polars as pl

from pipelines.findings import findings, gather
from pipelines.scoring import games
from pipelines.scoring.evenings import Evenings, evidence, tables, under
from pipelines.scoring.regulation import ENTRY_KEY, GAME_KEY


@dataclass(frozen=True)
class Declared:
    """Winners, and what was found about them."""

    winners: pl.DataFrame
    """One row per event, game and winner: `won_by`."""
    lacking: pl.DataFrame
    """One row per team of a lead that stayed level for lack of data, as in `places.Placed`."""
    findings: pl.DataFrame


def declared(evening: Evenings, rows: pl.DataFrame) -> Declared:
    """Who counts as winner of each game.

    Where the rules freeze the winner: the one recorded in `awards`; without a record, the one by the decisions up to
    the announcement (or the publication); with no moment given, by all decisions. Elsewhere the one by the rules now.

    :param rows: placed entries, as from `evenings.tables`.
    """
    by_rules = games.winners(rows, evening.regulation, evidence(evening, rows))
    computed = by_rules.rows
    if evening.facts.awards.is_empty() and not any(game.winner_frozen for _, game in evening.regulation.regimes):
        return Declared(computed, by_rules.lacking, gather())
    frozen = _frozen(evening)
    if frozen.height:
        computed = _as_of_announcement(evening, rows, frozen, computed)
    recorded = _recorded(evening)
    kept = recorded.join(frozen.select(GAME_KEY), on=GAME_KEY, how="semi").join(
        rows.select(ENTRY_KEY), on=ENTRY_KEY, how="semi"
    )
    winners = pl.concat(
        [computed.join(kept, on=GAME_KEY, how="anti"), kept.select(*ENTRY_KEY, won_by=pl.lit("declared"))]
    )
    names = evening.facts.teams.select("team_id", "team")
    return Declared(
        winners, by_rules.lacking, gather(_not_recorded(frozen, recorded, rows), _differing(recorded, computed, names))
    )


def _frozen(evening: Evenings) -> pl.DataFrame:
    """One row per event and game whose winner is frozen, with the `moment` (null: none given)."""
    flags = {n: game.winner_frozen for n, (_, game) in enumerate(evening.regulation.regimes)}
    of_games = evening.regulation.per_game("frozen", flags, pl.Boolean()).filter("frozen")
    moment = pl.coalesce("announced_at", "published_at")
    return of_games.join(evening.facts.events.select("event", moment=moment), on="event").select(*GAME_KEY, "moment")


def _as_of_announcement(
    evening: Evenings, rows: pl.DataFrame, frozen: pl.DataFrame, computed: pl.DataFrame
) -> pl.DataFrame:
    """Winners where those of games with later decisions are found without these."""
    moments = frozen.select("event", "moment").drop_nulls().unique("event")
    known = evening.ordered.join(moments, on="event", maintain_order="left")
    later = pl.col("moment").is_not_null() & (
        pl.col("decided_at").is_null() | (pl.col("decided_at") > pl.col("moment"))
    )
    changed = known.filter(later)["event"].unique()
    if changed.is_empty():
        return computed
    of_event = pl.col("event").is_in(changed.implode())
    then = under(evening.facts.only(changed), evening.regulation, known.filter(of_event & ~later).drop("moment"))
    owed = rows.filter(of_event & (pl.col("handicap") != 0)).select(*ENTRY_KEY, "handicap")
    placed = tables(replace(then, net_of=evening.net_of), owed=owed).rows
    winners = games.winners(placed, evening.regulation, evidence(then, placed)).rows
    redone = frozen.filter(of_event).select(GAME_KEY)
    return pl.concat([computed.join(redone, on=GAME_KEY, how="anti"), winners.join(redone, on=GAME_KEY, how="semi")])


def _recorded(evening: Evenings) -> pl.DataFrame:
    """One row per event, game and team announced as winner."""
    said = evening.facts.awards.filter((pl.col("award") == "winner") & pl.col("event").is_not_null())
    return (
        said.select(*ENTRY_KEY, "file", "sheet", "row").drop_nulls(["game", "team_id"]).unique(ENTRY_KEY, keep="first")
    )


def _not_recorded(frozen: pl.DataFrame, recorded: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    played = rows.filter(pl.col("state") == "final").select(GAME_KEY).unique()
    silent = frozen.join(played, on=GAME_KEY, how="semi").join(recorded, on=GAME_KEY, how="anti").sort(GAME_KEY)
    found = gather(
        findings(
            "winner_not_recorded",
            silent.filter(pl.col("moment").is_null()),
            "No winner of {game} is recorded; it is computed from all decisions.",
        ),
        findings(
            "winner_not_recorded",
            silent.filter(pl.col("moment").is_not_null()),
            "No winner of {game} is recorded; it is computed from the decisions up to {until}.",
            values={"until": pl.col("moment").dt.strftime("%Y-%m-%d %H:%M")},
        ),
    )
    return found.sort(GAME_KEY)


def _differing(recorded: pl.DataFrame, computed: pl.DataFrame, names: pl.DataFrame) -> pl.DataFrame:
    """Recorded winners that the rules do not give, and winners by the rules that are not among the recorded ones."""
    if recorded.is_empty():
        return gather()
    wrong = recorded.join(computed, on=ENTRY_KEY, how="anti").join(names, on="team_id", how="left")
    left_out = computed.join(recorded.select(GAME_KEY), on=GAME_KEY, how="semi").join(
        recorded, on=ENTRY_KEY, how="anti"
    )
    by_rules = left_out.join(names, on="team_id", how="left")
    return gather(
        findings(
            "declared_winner_differs",
            wrong,
            "{team} is recorded as winner of {game}; by the rules it is not.",
        ),
        findings(
            "declared_winner_differs",
            by_rules,
            "{team} is winner of {game} by the rules, and is not recorded.",
        ),
    )
