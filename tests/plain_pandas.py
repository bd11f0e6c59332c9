"""The regular Bulgarian month in plain pandas, as somebody without Tablo would write it: what `make bench` races.

It knows no more than a generated league of `tests.bench` needs: answers right or wrong, no rulings, no shoot-outs.
`tests/test_bench.py` demands the same tables as Tablo makes, so that both sides of the race do the same work.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pandas as pd

WORTH: Final = {1: 1, 2: 2, 3: 2, 4: 3, 5: 2, 6: 5}
RANKED: Final = 10
FIRST_OF_MONTH: Final = 12


@dataclass(frozen=True)
class Season:
    """Points by round, the evenings' tables, their results in the months, the months' tables, and their titles."""

    rounds: pd.DataFrame
    standings: pd.DataFrame
    results: pd.DataFrame
    months: pd.DataFrame
    titles: pd.DataFrame


def season(answers: pd.DataFrame, events: pd.DataFrame) -> Season:
    """Everything from answers (one row per event, round, question, team) and events (`event`, `date`) in memory."""
    import pandas as pd

    worth = pd.DataFrame({"round": list(WORTH), "value": list(WORTH.values())})
    valued = answers.merge(worth, on="round")
    valued["points"] = valued["value"].where(valued["verdict"] == "right", 0)
    rounds = valued.groupby(["event", "team", "round"], as_index=False)["points"].sum()
    evenings = rounds.groupby(["event", "team"], as_index=False).agg(rounds_points=("points", "sum"))
    standings = _ranked(_with_handicaps(evenings, events), "event")
    results = _results(standings, events)
    months = _ranked(results.groupby(["period", "team"], as_index=False)["points"].sum(), "period")
    return Season(rounds, standings, results, months, _titles(months))


def _with_handicaps(evenings: pd.DataFrame, events: pd.DataFrame) -> pd.DataFrame:
    """Who won two editions in a row starts the next one with -2, after three with -4, and so on."""
    import pandas as pd

    by_event = dict(list(evenings.groupby("event")))
    runs: dict[str, int] = {}
    done = []
    for event in events.sort_values("date")["event"]:
        rows = by_event[event]
        handicap = -2 * (rows["team"].map(runs).fillna(0).astype(int) - 1).clip(lower=0)
        points = rows["rounds_points"] + handicap
        runs = {team: runs.get(team, 0) + 1 for team in rows["team"][points == points.max()]}
        done.append(rows.assign(handicap=handicap, points=points))
    return pd.concat(done)


def _ranked(rows: pd.DataFrame, group: str) -> pd.DataFrame:
    """With places as ranges where shared, in their order, and what puts each ahead of the next."""
    place = rows.groupby(group)["points"].rank(method="min", ascending=False).astype(int)
    ranked = rows.assign(place=place).sort_values([group, "place", "team"], ignore_index=True)
    together = ranked.groupby([group, "place"])["team"].transform("size")
    ranked["place_to"] = ranked["place"] + together - 1
    behind = ranked.groupby(group)["place"].shift(-1)
    decided = (behind == ranked["place"]).map({True: "shared", False: "points"})
    ranked["decided_by"] = decided.where(behind.notna(), None)
    ranked["won_by"] = (together > 1).map({True: "shared", False: "points"}).where(ranked["place"] == 1, None)
    return ranked


def _results(standings: pd.DataFrame, events: pd.DataFrame) -> pd.DataFrame:
    """Place points by edition; the first edition of a month is worth more to its winner."""
    dated = events.assign(period=events["date"].str[:7])
    dated["first"] = dated["date"] == dated.groupby("period")["date"].transform("min")
    rows = standings.merge(dated[["event", "period", "first"]], on="event")
    points = (RANKED + 1 - rows["place"]).clip(lower=0)
    rows["points"] = points.mask(rows["first"] & (rows["place"] == 1), FIRST_OF_MONTH)
    return rows[["period", "event", "team", "place", "place_to", "points"]]


def _titles(months: pd.DataFrame) -> pd.DataFrame:
    """Winners, and where one of them has won in the year before, the next team as vice."""
    import pandas as pd

    before: dict[str, set[str]] = {}
    titles = []
    for period, rows in months.groupby("period"):
        won = before.setdefault(str(period)[:4], set())
        winners = set(rows["team"][rows["place"] == 1])
        next_place = rows["place"][rows["place"] > 1].min()
        vices = set(rows["team"][rows["place"] == next_place]) if winners & won else set()
        titles += [(period, "winner", team) for team in winners] + [(period, "vice", team) for team in vices]
        won |= winners
    return pd.DataFrame(titles, columns=["period", "title", "team"])
