"""What the files declare beside what the rules give: totals, places, winners."""

from __future__ import annotations

from typing import Final

import polars as pl

from pipelines.insight.winner import winners_by_rules
from pipelines.ruleset.bound import LeagueRules
from pipelines.scoring.regulation import ENTRY_KEY, GAME_KEY
from pipelines.tables import Facts, Scored

CODES: Final = ("total_mismatch", "place_mismatch")
DIFFERENCES: Final = (
    *ENTRY_KEY,
    *("points_declared", "points_rounds", "points", "place_declared", "place", "place_to"),
    *("file", "sheet", "row"),
)
WINNERS: Final = {
    "event": pl.String(),
    "game": pl.String(),
    "announced": pl.List(pl.String()),
    "by_rules": pl.List(pl.String()),
}


def differences(facts: Facts, scored: Scored) -> pl.DataFrame:
    """One row per declared result that is doubted (`DIFFERENCES`), in the order of events and places.

    Points in units: `points_rounds` is what rounds and questions give, `points` what stands in the table. What is not
    declared is null.
    """
    place = ["file", "sheet", "row"]
    doubted = scored.findings.filter(pl.col("code").is_in(CODES)).select(place).unique()
    said = facts.declared.rename({"points": "points_declared", "place": "place_declared"})
    rows = said.join(doubted, on=place, how="semi", nulls_equal=True)
    given = scored.standings.select(*ENTRY_KEY, "points", "place", "place_to", points_rounds="rounds_points")
    order = facts.events.select("event", "ord")
    both = rows.join(given, on=ENTRY_KEY, how="left").join(order, on="event", how="left")
    return both.sort("ord", "game", "place", "row", nulls_last=True).select(DIFFERENCES)


def winners(facts: Facts, scored: Scored, rules: LeagueRules) -> pl.DataFrame:
    """One row per event and game whose announced winners are not those of the rules (`WINNERS`, team ids, sorted).

    Where an announcement stays whatever follows, the rules are asked with every ruling that came after it.

    :param facts: with their answers.
    """
    said = facts.awards.filter((pl.col("award") == "winner") & pl.col("event").is_not_null())
    announced = said.drop_nulls([*GAME_KEY, "team_id"]).group_by(GAME_KEY).agg(pl.col("team_id").unique().sort())
    doubted = scored.event_states.filter(state="final").join(_candidates(facts, scored), on="event", how="semi")
    order = facts.events.select("event", "ord", "date")
    known = announced.join(doubted, on="event", how="semi").join(order, on="event")
    rows = [
        (event, game, teams, by_rules)
        for event, game, teams, on in known.sort("ord", "game").select(*GAME_KEY, "team_id", "date").iter_rows()
        if (by_rules := _by_rules(facts, scored, rules, event, game, frozen=_frozen(rules, event, game, on))) != teams
    ]
    return pl.DataFrame(rows, schema=WINNERS, orient="row")


def _candidates(facts: Facts, scored: Scored) -> pl.DataFrame:
    """Events on which it may be so: where a finding says it, or something was ruled, maybe after the announcement."""
    told = scored.findings.filter(code="declared_winner_differs").select("event")
    ruled = facts.decisions.filter(status="upheld").select("event")
    return pl.concat([told, ruled]).drop_nulls().unique()


def _frozen(rules: LeagueRules, event: str, game: str, on: object) -> bool:
    found = rules.of_event(event, on).games.get(game)  # type: ignore[arg-type]
    return bool(found and found.winner_frozen)


def _by_rules(facts: Facts, scored: Scored, rules: LeagueRules, event: str, game: str, *, frozen: bool) -> list[str]:
    if frozen:
        return winners_by_rules(facts, scored, rules, event, game)["team_id"].to_list()
    return scored.standings.filter(pl.col("winner"), event=event, game=game)["team_id"].sort().to_list()
