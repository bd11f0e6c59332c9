"""Names in the tables → teams: first those that have results, then everybody who is only referred to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import polars as pl

from pipelines.findings import findings, gather
from pipelines.ingest.dictionary import texts, translate
from pipelines.ingest.fields import TEAM_RESULTS
from pipelines.ingest.names import MENTION, Roster, refer, roster
from pipelines.ingest.said import Said

REFERENCES: Final = {
    # table: (column of the name, column of the id, whether the row means nothing without it)
    "answers": [("copied_team", "copied_team", False)],
    "rounds": [("chosen_by", "chosen_by", False)],
    "entries": [("team", "team_id", True)],
    "declared": [("team", "team_id", True)],
    "adjustments": [("team", "team_id", True)],
    "shootouts": [("team", "team_id", True)],
    "decisions": [("team", "team_id", True), ("by", "by", False)],
    "awards": [("team", "team_id", True)],
}
HOST: Final = "host"
Tables = dict[str, pl.DataFrame]


def make_roster(
    tables: Mapping[str, pl.DataFrame], given: pl.DataFrame, events: pl.DataFrame, said: Said, by_city: bool
) -> Roster:
    """The teams that the results name."""
    mentions = [first_mentions(tables[name]) for name in TEAM_RESULTS]
    return roster(given, first_mentions(pl.concat(mentions)), events, said, by_city)


def first_mentions(rows: pl.DataFrame) -> pl.DataFrame:
    """One row per event and spelling, with the place where it stands first."""
    first = (pl.col(c).first() for c in ("file", "sheet", "row"))
    found = rows.group_by("event", "team", maintain_order=True).agg(*first).select(MENTION)
    return found.with_columns(pl.col("event", "team").cast(pl.String))


def identify(tables: Mapping[str, pl.DataFrame], people: Roster, events: pl.DataFrame) -> tuple[Tables, pl.DataFrame]:
    """The tables with `team_id` for every name; rows and cells that name no team are refused."""
    done, found = dict(tables), []
    ids = people.found.select("event", "team", "team_id").unique(["event", "team"])
    for name in TEAM_RESULTS:
        done[name] = done[name].with_columns(team_id=_ids(done[name], ids)).drop("team")
    for name, columns in REFERENCES.items():
        for said, wanted, whole_row in columns:
            done[name], odd = referred(done[name], said, wanted, whole_row, people, events)
            found.append(odd)
    return done, gather(*found)


def _ids(rows: pl.DataFrame, ids: pl.DataFrame) -> pl.Series:
    """The `team_id` of each row, by its name alone where a name is the same team on all evenings."""
    by_name = ids.select(text="team", value="team_id").unique()
    if by_name.height == by_name["text"].n_unique():
        return translate(rows["team"], by_name)
    keys = ids.cast({k: rows.schema[k] for k in ("event", "team")})
    return rows.select("event", "team").join(keys, on=["event", "team"], how="left", maintain_order="left")["team_id"]


def referred(
    rows: pl.DataFrame, said: str, wanted: str, whole_row: bool, people: Roster, events: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame]:
    keys = [k for k in ("event", "city") if k in rows.columns]
    names = rows.filter(pl.col(said).is_not_null()).select(*keys, team=said).unique()
    rows = rows.with_columns(texts(rows[k]) for k in [*keys, said] if names.height)
    names = names.with_columns(pl.col(*keys, "team").cast(pl.String))
    if not names.height:
        return rows.with_columns(pl.lit(None, dtype=pl.String).alias(wanted)), gather()
    if "event" not in keys:
        names = names.with_columns(event=pl.lit(None, dtype=pl.String))
    ids = (
        refer(people, names, events).select(*keys, **{said: "team", "_id": "team_id"})
        if "city" not in keys
        else (refer(people, names, events).select("event", city="said_city", **{said: "team", "_id": "team_id"}))
    )
    joined = rows.join(ids, on=[*keys, said], how="left", nulls_equal=True, maintain_order="left")
    is_host = (pl.col(said) == HOST) if said == "by" else pl.lit(False)
    joined = joined.with_columns(_id=pl.when(is_host).then(pl.lit(HOST)).otherwise("_id"))
    unknown = pl.col(said).is_not_null() & pl.col("_id").is_null()
    odd = findings(
        "unknown_team",
        joined.filter(unknown),
        "«{name}» is no team that has results in this league.",
        values={"name": pl.col(said)},
        columns={"column": said},
    )
    kept = joined.filter(~unknown) if whole_row else joined
    return kept.with_columns(pl.col("_id").alias(wanted)).drop("_id"), odd
