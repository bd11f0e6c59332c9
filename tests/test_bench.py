"""Both sides of the race that `make bench` runs do the same work."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import polars as pl
from polars.testing import assert_frame_equal

from pipelines.ingest import read_league
from pipelines.ruleset.bound import bind
from pipelines.ruleset.league import load_league
from pipelines.scoring import score
from pipelines.tables import UNITS
from tests.bench import AS_OF, generate
from tests.plain_pandas import season

KEYS = ["event", "period", "team", "round", "title"]


def test_plain_pandas_makes_the_tables_that_tablo_makes(tmp_path: Path) -> None:
    folder = tmp_path / "league"
    generate(folder, editions=40, teams=25)
    league = load_league(folder)
    facts = read_league(folder, league)
    scored = score(facts, bind(league), as_of=AS_OF)
    plain = season(pd.read_csv(folder / "results" / "answers.csv"), pd.read_csv(folder / "events.csv"))
    teams = facts.teams.select("team_id", "team")

    def same(ours: pl.DataFrame, theirs: pd.DataFrame, amounts: tuple[str, ...] = ()) -> None:
        named = ours.join(teams, on="team_id").with_columns(pl.col(amounts) // UNITS)
        theirs = theirs.astype(object).where(theirs.notna(), None)
        other = pl.DataFrame({str(name): theirs[name].to_list() for name in theirs.columns})
        keys = [key for key in KEYS if key in other.columns]
        both = (frame.select(other.columns).sort(keys) for frame in (named, other))
        assert_frame_equal(*both, check_dtypes=False)

    assert set(scored.standings["handicap"] // UNITS) >= {0, -2, -4}
    assert (scored.standings["place"] < scored.standings["place_to"]).any()
    assert set(scored.titles["title"]) == {"winner", "vice"}
    same(scored.round_points, plain.rounds, ("points",))
    same(scored.standings, plain.standings, ("points", "rounds_points", "handicap"))
    same(scored.series_results, plain.results)
    same(scored.series_standings, plain.months.drop(columns="won_by"))
    same(scored.titles, plain.titles)
