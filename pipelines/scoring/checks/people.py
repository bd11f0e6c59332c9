"""Entries and choices: players, packages, who chose the theme."""

from __future__ import annotations

import polars as pl

from pipelines.findings import N_, findings, gather
from pipelines.scoring.checks.scene import Scene
from pipelines.scoring.regulation import GAME_KEY
from pipelines.scoring.through import last_after


def people(scene: Scene) -> pl.DataFrame:
    """`team_size`, `package_replayed`, `chooser_not_last`."""
    return gather(_team_size(scene), _packages(scene), _choosers(scene))


def _team_size(scene: Scene) -> pl.DataFrame:
    sizes = scene.games_with(
        least=lambda game: game.team_size and game.team_size[0], most=lambda game: game.team_size and game.team_size[1]
    )
    one = sizes.group_by("event").agg(pl.col("least").min(), pl.col("most").max())
    rows = scene.facts.entries.drop_nulls("players").join(one, on="event")
    off = scene.named(rows.filter(~pl.col("players").is_between("least", "most")))
    message = N_("{team} has {players} players; allowed are {least} to {most}.")
    return findings("team_size", off, message, columns={"column": "players"})


def _packages(scene: Scene) -> pl.DataFrame:
    """Teams that played a package in more than one event: the later ones."""
    if not scene.rules.latest().packages_once:
        return gather()
    events = scene.facts.events.select("event", "package", "ord").drop_nulls("package")
    played = scene.scored.standings.select("event", "team_id").unique().join(events, on="event").sort("ord")
    first = pl.col("event").first().over("team_id", "package")
    again = scene.named(played.with_columns(before=first).filter(pl.col("event") != pl.col("before")))
    message = N_("{team} played the package '{package}' before, in {before}.")
    return findings("package_replayed", again, message)


def _choosers(scene: Scene) -> pl.DataFrame:
    """Themes chosen by a team that was not last in the table after the round before."""
    choosing = [
        (name, number)
        for name, game in scene.evening.regulation.regimes
        for number, r in game.rounds.items()
        if r.chosen_by == "last"
    ]
    rows = scene.facts.rounds.drop_nulls("chosen_by")
    found = [
        _not_last(scene, rows.filter((pl.col("game") == game) & (pl.col("round") == number)), number)
        for game, number in dict.fromkeys(choosing)
    ]
    return gather(*found)


def _not_last(scene: Scene, rows: pl.DataFrame, number: int) -> pl.DataFrame:
    last = last_after(scene.evening, scene.scored.standings, rows.select(GAME_KEY).unique(), number - 1)
    known = rows.join(last.select(GAME_KEY).unique(), on=GAME_KEY, how="semi")
    wrong = known.join(last, left_on=[*GAME_KEY, "chosen_by"], right_on=[*GAME_KEY, "team_id"], how="anti")
    return findings(
        "chooser_not_last",
        scene.named(wrong, "chosen_by"),
        "{team} chose the theme of round {round}; it was not last in the table after round {round_before}.",
        values={"round_before": pl.col("round") - 1},
        columns={"column": "chosen_by"},
    )
