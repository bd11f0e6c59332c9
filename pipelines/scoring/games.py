"""A game's table: points with handicap, adjustments and coefficient, then places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import polars as pl

from pipelines.ruleset.vocabulary import Game
from pipelines.scoring.criteria import Evidence, declared, of_game
from pipelines.scoring.places import SHARED, dense, rank
from pipelines.scoring.regulation import ENTRY_KEY, GAME_KEY, Regulation
from pipelines.scoring.rulings import Rulings, adjusted, coefficients, statuses
from pipelines.tables import COEFFICIENT_UNITS, Facts

_PLACES = {"place": pl.UInt32, "place_to": pl.UInt32, "decided_by": pl.String}


@dataclass(frozen=True)
class Tables:
    """Entries with their places, and the ties that stayed for lack of data."""

    rows: pl.DataFrame
    lacking: pl.DataFrame


def entries(totals: pl.DataFrame, facts: Facts, regulation: Regulation, rulings: Rulings) -> pl.DataFrame:
    """One row per event, game and team that took part and paid: status, rounds' points, adjustment, coefficient.

    :param totals: one row per event, game and team with `rounds_points` in units.
    """
    said = facts.entries.group_by("event", "team_id").agg(
        pl.col("coefficient").drop_nulls().last(), unpaid=(~pl.col("paid")).any()
    )
    of_games = regulation.event_games.select(*GAME_KEY, "ord", "date", "kind", "state", "regime")
    rows = (
        totals.join(of_games, on=GAME_KEY)
        .join(said, on=["event", "team_id"], how="left")
        .filter(~pl.col("unpaid").fill_null(False))
        .join(statuses(rulings, facts.entries), on=["event", "team_id"], how="left")
        .join(coefficients(rulings), on=["event", "team_id"], how="left")
        .join(_adjustments(facts, rulings), on=ENTRY_KEY, how="left")
        .join(facts.teams.select("team_id", "folded"), on="team_id", how="left")
    )
    return rows.select(
        *ENTRY_KEY,
        "ord",
        "date",
        "kind",
        "state",
        "regime",
        "rounds_points",
        pl.col("folded").fill_null(pl.col("team_id")),
        pl.col("status").fill_null("in"),
        pl.col("adjustment").fill_null(0),
        pl.coalesce("ruled", "coefficient", pl.lit(COEFFICIENT_UNITS)).alias("coefficient"),
    )


def _adjustments(facts: Facts, rulings: Rulings) -> pl.DataFrame:
    written = facts.adjustments.select(*ENTRY_KEY, "round", "adjustment")
    if written.is_empty() and rulings.standing.is_empty():
        return written.select(*ENTRY_KEY, "adjustment")
    both = pl.concat([written, adjusted(rulings).select(written.columns)])
    return both.group_by(ENTRY_KEY).agg(pl.col("adjustment").sum())


def with_points(rows: pl.DataFrame, handicaps: pl.DataFrame, regulation: Regulation) -> pl.DataFrame:
    """Entries with `handicap`, `points` and `winner_points`, in units.

    The coefficient counts for places, for the winner, for both or for neither, as the rules have it.

    :param handicaps: one row per event, game and team that starts with one.
    """
    started = rows.join(handicaps, on=ENTRY_KEY, how="left").with_columns(pl.col("handicap").fill_null(0))
    joined = started.join(_coefficient_rules(regulation), on="regime")
    plain = pl.col("rounds_points") + pl.col("handicap") + pl.col("adjustment")
    multiplied = _multiplied(pl.when("multiplies_all").then(plain).otherwise("rounds_points"))
    full = pl.when("multiplies_all").then(multiplied).otherwise(multiplied + pl.col("handicap") + pl.col("adjustment"))
    return joined.with_columns(
        points=pl.when("for_places").then(full).otherwise(plain),
        winner_points=pl.when("for_winner").then(full).otherwise(plain),
    ).drop("multiplies_all", "negative", "for_places", "for_winner")


def _multiplied(amount: pl.Expr) -> pl.Expr:
    # exact: an amount has six decimals at most, a unit ten
    product = amount // COEFFICIENT_UNITS * pl.col("coefficient")
    return pl.when((amount < 0) & ~pl.col("negative")).then(amount).otherwise(product)


def _coefficient_rules(regulation: Regulation) -> pl.DataFrame:
    rows = [
        (
            n,
            g.coefficient_order == "all",
            g.coefficient_negative,
            "places" in g.coefficient_in,
            "winner" in g.coefficient_in,
        )
        for n, (_, g) in enumerate(regulation.regimes)
    ]
    flags = ("multiplies_all", "negative", "for_places", "for_winner")
    return pl.DataFrame(rows, schema={"regime": pl.UInt32, **dict.fromkeys(flags, pl.Boolean)}, orient="row")


def places(rows: pl.DataFrame, regulation: Regulation, evidence: Evidence, *, through: bool = False) -> Tables:
    """Entries with `place`, `place_to` and `decided_by`; those out of the ranking have none and move nobody.

    Games are ranked in an order in which a game whose places another game asks for comes first.

    :param through: a table after some round: no shoot-out has been played.
    """
    done: list[pl.DataFrame] = []
    lacking: list[pl.DataFrame] = []
    for _, sets in _in_order(rows, regulation):
        for game, own in sets:
            known = _with_places(evidence, rows, done)
            ranked = _ranked(own, "points", _names(game.place_by, through), game, known)
            done.append(ranked.rows)
            lacking.append(ranked.lacking)
    if not done:
        return Tables(rows.with_columns(pl.lit(None, t).alias(n) for n, t in _PLACES.items()), rows.clear())
    return Tables(pl.concat(done, how="diagonal"), pl.concat(lacking, how="diagonal"))


def _names(names: Sequence[str], through: bool) -> list[str]:
    return [name for name in names if not (through and name == "shootout")]


def _with_places(evidence: Evidence, rows: pl.DataFrame, done: list[pl.DataFrame]) -> Evidence:
    """Evidence with the places of the games ranked so far."""
    placed = pl.concat(done, how="diagonal").select(*ENTRY_KEY, "place") if done else None
    if placed is None:
        other = rows.select(*ENTRY_KEY, "points", place=pl.lit(None, pl.UInt32))
    else:
        other = rows.select(*ENTRY_KEY, "points").join(placed, on=ENTRY_KEY, how="left")
    return replace(evidence, other_games=other)


def _ranked(own: pl.DataFrame, first: str, names: Sequence[str], game: Game, evidence: Evidence) -> Tables:
    inside = own.filter(pl.col("status") == "in")
    criteria = of_game(names, game, evidence)
    if evidence.facts.declared.height:
        criteria.append(declared(declared_places(evidence.facts)))
    ranked = rank(inside, GAME_KEY, first, criteria)
    placed = dense(ranked.rows, GAME_KEY) if game.tied_places == "dense" else ranked.rows
    outside = own.filter(pl.col("status") != "in")
    return Tables(pl.concat([placed, outside], how="diagonal"), ranked.lacking)


def declared_places(facts: Facts) -> pl.DataFrame:
    """One row per event, game and team for which exactly one place is declared."""
    said = facts.declared.filter(pl.col("place").is_not_null())
    one = said.group_by(ENTRY_KEY).agg(declared_place=pl.col("place").first(), told=pl.col("place").n_unique())
    return one.filter(pl.col("told") == 1).drop("told")


def _in_order(rows: pl.DataFrame, regulation: Regulation) -> Iterator[tuple[str, list[tuple[Game, pl.DataFrame]]]]:
    """Per game name, the rows by the rules that rank them; a game asked for its places before the one that asks."""
    by_name: dict[str, dict[tuple[object, ...], tuple[Game, list[int]]]] = {}
    for regime, (name, game) in enumerate(regulation.regimes):
        key = (game.place_by, game.shootout, game.tied_places)
        by_name.setdefault(name, {}).setdefault(key, (game, []))[1].append(regime)
    for name in _games_first(regulation):
        sets = by_name[name].values()
        yield name, [(game, rows.filter(pl.col("regime").is_in(regimes))) for game, regimes in sets]


def _games_first(regulation: Regulation) -> list[str]:
    asks: dict[str, set[str]] = {}
    for name, game in regulation.regimes:
        wanted = {c.split(".")[1] for c in game.place_by if c.startswith("games.") and c.endswith(".place")}
        asks.setdefault(name, set()).update(wanted)
    ordered: list[str] = []
    while rest := [n for n in asks if n not in ordered]:
        # rule sets in which two games wait for each other are refused when they are read
        ordered.append(next((n for n in rest if asks[n] <= set(ordered)), rest[0]))
    return ordered


def winners(rows: pl.DataFrame, regulation: Regulation, evidence: Evidence) -> Tables:
    """One row per event, game and winner, with the criterion that settled it (`won_by`); and undecided leads.

    :param rows: placed entries, as from `places`.
    """
    known = replace(evidence, other_games=rows.select(*ENTRY_KEY, points="winner_points", place="place"))
    found = [_winners_of(own, game, known) for game, own in _by_winner_rules(rows, regulation)]
    empty = pl.DataFrame(schema={**dict.fromkeys(ENTRY_KEY, pl.String), "won_by": pl.String})
    lacking = [f.lacking for f in found if f.lacking.height]
    return Tables(
        pl.concat([empty, *(f.rows for f in found)]), pl.concat(lacking, how="diagonal") if lacking else empty.clear()
    )


def _by_winner_rules(rows: pl.DataFrame, regulation: Regulation) -> Iterator[tuple[Game, pl.DataFrame]]:
    sets: dict[tuple[object, ...], tuple[Game, list[int]]] = {}
    for regime, (name, game) in enumerate(regulation.regimes):
        key = (name, game.place_by, game.winner_by, game.shootout, game.coefficient_in)
        sets.setdefault(key, (game, []))[1].append(regime)
    for game, regimes in sets.values():
        yield game, rows.filter(pl.col("regime").is_in(regimes))


def _winners_of(own: pl.DataFrame, game: Game, evidence: Evidence) -> Tables:
    inside = own.filter(pl.col("status") == "in")
    if game.winner_by in (None, game.place_by) and len(game.coefficient_in) != 1:
        # the table itself says who won, and what it lacked is said of the table
        return Tables(_first(inside), inside.clear())
    # only a team level for the lead can win, so the others need not be compared
    best = inside.filter(pl.col("winner_points") == pl.col("winner_points").max().over(GAME_KEY))
    ranked = _ranked(_bare(best), "winner_points", game.winner_by or game.place_by, game, evidence)
    return Tables(_first(ranked.rows), ranked.lacking.filter(pl.col("place") == 1))


def _first(ranked: pl.DataFrame) -> pl.DataFrame:
    first = ranked.filter(pl.col("place") == 1)
    joint = pl.len().over(GAME_KEY) > 1
    won_by = pl.when(joint).then(pl.lit(SHARED)).otherwise(pl.col("decided_by").fill_null("points"))
    return first.select(*ENTRY_KEY, won_by=won_by)


def _bare(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.drop(*_PLACES)
