"""`make bench`: what the bare engine, plain pandas and Tablo take for the same work, measured in one run.

A generated league of the Bulgarian monthly quiz, by answer: the whole build beside DuckDB reading the same CSV with one
join and two group-bys; the scoring alone beside pandas; peak memory of each process; and a what-if on a league-season.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Final

import polars as pl

SIZES: Final = {1: 13, 2: 13, 3: 13, 4: 6, 5: 5, 6: 10}
"""Questions by round: sixty together."""
AS_OF: Final = date(2030, 1, 1)
PATCHES: Final = {
    "points by place": {"series.month.beyond": 1},
    "no handicap": {"games.quiz.streak_handicap.step": 0},
    "a round's value": {"games.quiz.rounds.2.value": 3},
}


def generate(folder: Path, editions: int, teams: int) -> None:
    """A league folder of `editions` evenings by answer, sixty questions each, made up and always the same."""
    (folder / "results").mkdir(parents=True)
    (folder / "league.toml").write_text('rule_set = "bg_monthly"\ntitle = "Bench"\n', encoding="utf-8")
    first = date(2026, 1, 5)
    names = [f"e{n:04}" for n in range(editions)]
    days = [first + timedelta(days=7 * n) for n in range(editions)]
    pl.DataFrame({"event": names, "date": days, "state": "final"}).write_csv(folder / "events.csv")
    pl.DataFrame({"event": names, "round": 5, "variant": "open"}).write_csv(folder / "results" / "rounds.csv")
    _answers(names, teams).write_csv(folder / "results" / "answers.csv")


def _answers(names: list[str], teams: int) -> pl.DataFrame:
    questions = pl.DataFrame(
        [(r, q) for r, size in SIZES.items() for q in range(1, size + 1)], schema=["round", "question"], orient="row"
    )
    sheets = pl.DataFrame({"event": names}).join(
        pl.DataFrame({"team": [f"Team {n:04}" for n in range(teams)]}), how="cross"
    )
    strength = pl.col("team").hash(seed=1) % 60 + 20
    luck = (
        pl.concat_str("event", "team", pl.col("round").cast(pl.String), pl.col("question").cast(pl.String)).hash(seed=2)
        % 100
    )
    verdict = pl.when(luck < strength).then(pl.lit("right")).otherwise(pl.lit("wrong"))
    rows = sheets.join(questions, how="cross").with_columns(verdict=verdict)
    return rows.select("event", "round", "question", "team", "verdict")


def spawned(*command: str) -> tuple[float, float, str]:
    """Wall seconds, peak memory in GiB, and the output of a process of its own."""
    began = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert child.stdout is not None
    told = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode > 1:
        sys.exit(told)
    return time.perf_counter() - began, usage.ru_maxrss / 2**20, told


def bare_engine(csv: Path) -> None:
    """DuckDB: read the CSV, join what a round is worth, add up by team and evening, then by team."""
    import duckdb

    from tests.plain_pandas import WORTH

    values = ", ".join(f"({r}, {v})" for r, v in WORTH.items())
    duckdb.sql(f"""
        with worth(round, value) as (values {values}),
        evening as (
            select event, team, sum(case verdict when 'right' then value else 0 end) as points
            from read_csv('{csv}') join worth using (round) group by event, team)
        select team, sum(points) from evening group by team
    """).fetchall()


def by_pandas(folder: Path) -> float:
    """The same tables in plain pandas, from frames in memory. Seconds."""
    import pandas as pd

    from tests.plain_pandas import season

    answers, events = pd.read_csv(folder / "results" / "answers.csv"), pd.read_csv(folder / "events.csv")
    began = time.perf_counter()
    season(answers, events)
    return time.perf_counter() - began


def by_tablo(folder: Path) -> float:
    """Scoring alone, from facts in memory, findings left out. Seconds."""
    from pipelines.ingest import read_league
    from pipelines.ruleset.bound import bind
    from pipelines.ruleset.league import load_league
    from pipelines.scoring import score

    league = load_league(folder)
    facts = read_league(folder, league)
    began = time.perf_counter()
    score(facts, bind(league), as_of=AS_OF, checked=False)
    return time.perf_counter() - began


def what_ifs(folder: Path) -> None:
    """A what-if from a scored league-season: to the table of moves, and to its JSON text."""
    from pipelines.compare import what_if
    from pipelines.export.formats import as_json
    from pipelines.export.shown import Shown, what_if_table
    from pipelines.ingest import read_league
    from pipelines.ruleset.bound import bind
    from pipelines.ruleset.league import load_league
    from pipelines.scoring import score

    league = load_league(folder)
    facts = read_league(folder, league)
    before = score(facts, bind(league), as_of=AS_OF)
    for name, patch in PATCHES.items():

        def once(patch: dict[str, object] = patch) -> Shown:
            after = score(facts, bind(league, patch), as_of=AS_OF, reuse=before, checked=False)
            return what_if_table(facts, what_if(before, after, "month", "2026-01"))

        table = _median(once)
        text = _median(lambda once=once: as_json(once()))  # type: ignore[misc]
        print(f"  what-if, {name:<18} table {table * 1000:6.1f} ms   JSON {text * 1000:6.1f} ms")


def _median(work: Callable[[], object], times: int = 25) -> float:
    work()
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def builds(root: Path, millions: int) -> None:
    """The whole build and the scoring of one size, each in a process of its own."""
    folder = root / f"league-{millions}m"
    teams = 167
    generate(folder, millions * 100, teams)
    csv = folder / "results" / "answers.csv"
    rows = millions * 100 * teams * sum(SIZES.values())
    print(f"{rows:,} answers, {csv.stat().st_size / 2**20:,.0f} MiB of CSV")
    me = (sys.executable, "-m", "tests.bench")
    engine, engine_peak, _ = spawned(*me, "--engine", str(csv))
    whole, peak, _ = spawned(
        str(Path(sys.executable).parent / "tablo"), "build", str(folder), "--db", str(root / f"{millions}.duckdb")
    )
    pandas, pandas_peak, _ = _inner(*me, "--pandas", str(folder))
    tablo, tablo_peak, _ = _inner(*me, "--tablo", str(folder))
    print(f"  bare engine        {engine:7.2f} s   peak {engine_peak:5.2f} GiB")
    print(f"  tablo build        {whole:7.2f} s   peak {peak:5.2f} GiB   {whole / engine:5.2f} × the engine")
    print(f"  plain pandas       {pandas:7.2f} s   peak {pandas_peak:5.2f} GiB")
    print(
        f"  scoring alone      {tablo:7.2f} s   peak {tablo_peak:5.2f} GiB   {pandas / tablo:5.2f} × faster than pandas"
    )


def _inner(*command: str) -> tuple[float, float, str]:
    """As `spawned`, with the seconds that the process measured itself."""
    _, peak, told = spawned(*command)
    return float(told.splitlines()[-1]), peak, told


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--engine", type=Path)
    options.add_argument("--pandas", type=Path)
    options.add_argument("--tablo", type=Path)
    options.add_argument("--millions", type=int, nargs="*", default=[1, 10])
    asked = options.parse_args()
    if asked.engine:
        bare_engine(asked.engine)
    elif asked.pandas:
        print(by_pandas(asked.pandas))
    elif asked.tablo:
        print(by_tablo(asked.tablo))
    else:
        _all(asked.millions)


def _all(sizes: list[int]) -> None:
    with tempfile.TemporaryDirectory() as made:
        root = Path(made)
        for millions in sizes:
            builds(root, millions)
        season = root / "season"
        generate(season, 16, 14)
        print("a league-season of 16 editions × 14 teams × 60 questions")
        what_ifs(season)


if __name__ == "__main__":
    main()
