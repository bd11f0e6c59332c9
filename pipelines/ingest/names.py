"""Spelling → team: by teams.csv, by what a person said (names.csv), and else every folded name is a team of its own."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Final

import polars as pl

from pipelines.findings import N_, findings, gather
from pipelines.folding import fold, shown
from pipelines.ingest.said import Said
from pipelines.tables import NAME_KINDS, TeamNames

MENTION: Final = ("event", "team", "file", "sheet", "row")
NODE: Final = {
    "folded": pl.String,
    "scope": pl.String,
    "team_id": pl.String,
    "team": pl.String,
    "event": pl.String,
    "ord": pl.UInt32,
    "file": pl.String,
    "sheet": pl.String,
    "row": pl.UInt32,
    "listed": pl.Boolean,
}


@dataclass(frozen=True)
class Roster:
    """The league's teams.

    `given`: names of teams.csv. `found`: one row per event and spelling of the results, with its `team_id`.
    `nodes`: one row per folded name, scope (the city, where the rules keep cities apart) and team, with the place
    where it was first seen.
    """

    given: pl.DataFrame
    found: pl.DataFrame
    nodes: pl.DataFrame
    said: Said
    by_city: bool

    @property
    def rank(self) -> dict[str, int]:
        return _rank(self.given, self.nodes["folded"].to_list())


def folded(names: pl.Series) -> pl.DataFrame:
    """One row per distinct spelling: `team`, `folded`, `shown`."""
    distinct = names.drop_nulls().unique().to_list()
    rows = [(n, fold(n), shown(n)) for n in distinct]
    return pl.DataFrame(rows, schema={"team": pl.String, "folded": pl.String, "shown": pl.String}, orient="row")


def roster(given: pl.DataFrame, mentions: pl.DataFrame, events: pl.DataFrame, said: Said, by_city: bool) -> Roster:
    """Teams of the results. `mentions`: one row per event and spelling, with the place it was first seen."""
    seen = _in_context(mentions, events, by_city).sort("ord", "file", "row", maintain_order=True)
    rank = _rank(given, seen["folded"].unique(maintain_order=True).to_list())
    seen = seen.with_columns(root=said.root(pl.col("folded"), pl.col("city"), pl.col("date"), rank))
    seen = _with_given(seen, given)
    seen = seen.join(_ids(seen, given), on=["root", "scope"], how="left", nulls_equal=True)
    seen = seen.with_columns(listed=pl.col("given_id").is_not_null(), team_id=pl.coalesce("given_id", "derived_id"))
    nodes = seen.unique(["folded", "scope", "team_id"], keep="first", maintain_order=True)
    nodes = nodes.with_columns(team=pl.col("shown")).select(NODE.keys()).cast(NODE)  # type: ignore[arg-type]
    return Roster(given, seen, nodes, said, by_city)


def refer(roster: Roster, mentions: pl.DataFrame, events: pl.DataFrame) -> pl.DataFrame:
    """`team_id` of names that do not make a team (entries, rulings, copies): null where there is no such team.

    `mentions` has `event` and `team`, and may have `city` (else the event's is meant).
    """
    seen = _in_context(mentions, events, roster.by_city)
    seen = seen.with_columns(root=roster.said.root(pl.col("folded"), pl.col("city"), pl.col("date"), roster.rank))
    seen = _with_given(seen, roster.given)
    made = roster.found.filter(pl.col("given_id").is_null()).select("root", "scope", made="derived_id").unique()
    anywhere = made.filter(pl.len().over("root") == 1).select("root", anywhere="made")
    seen = seen.join(made, on=["root", "scope"], how="left", nulls_equal=True).join(anywhere, on="root", how="left")
    ids = pl.concat([roster.given["team_id"], made["made"]]).unique()
    as_id = pl.when(pl.col("team").is_in(ids.implode())).then("team")
    return seen.with_columns(team_id=pl.coalesce("given_id", "made", "anywhere", as_id))


def ambiguous(roster: Roster) -> pl.DataFrame:
    """Names that several teams of teams.csv bear, and neither city nor date tells which is meant."""
    rows = roster.found.filter(pl.col("bearers") > 1)
    return findings(
        "name_ambiguous",
        rows,
        "«{shown}» is a name of {bearers} teams; the one of the latest date was taken.",
        columns={"column": "team"},
    )


def unlisted(roster: Roster) -> pl.DataFrame:
    """With a teams.csv: names in the results that it does not have."""
    if not roster.given.height:
        return gather()
    rows = roster.nodes.filter(~pl.col("listed"))
    said = N_("«{team}» is not in the table of teams; it counts as a team of its own.")
    return findings("team_not_listed", rows, said, columns={"column": "team"})


def teams(roster: Roster) -> pl.DataFrame:
    """One row per team, as it is shown: by its latest official name, or as it was last spelled."""
    official = pl.col("kind") == "official"
    given = roster.given.sort(official, pl.col("since"), nulls_last=False, maintain_order=True)
    given = given.group_by("team_id", maintain_order=True).last().select("team_id", team="name", city="city")
    made = roster.found.filter(pl.col("given_id").is_null()).group_by("team_id", maintain_order=True).last()
    made = made.select("team_id", team="shown", city="scope")
    both = pl.concat([given, made])
    known = both.join(folded(both["team"]).select("team", "folded"), on="team")
    return known.select("team_id", "team", "folded", "city").sort("team_id")


def team_names(roster: Roster) -> pl.DataFrame:
    """One row per name a team is found by."""
    made = roster.nodes.filter(~pl.col("listed")).select(
        "file",
        "sheet",
        "row",
        "team_id",
        "folded",
        name="team",
        city="scope",
        kind=pl.lit("official", dtype=pl.Enum(NAME_KINDS)),
    )
    frames = [f.select(c for c in TeamNames.columns() if c in f.columns) for f in (roster.given, made)]
    return pl.concat(frames, how="diagonal")


def _in_context(mentions: pl.DataFrame, events: pl.DataFrame, by_city: bool) -> pl.DataFrame:
    own_city = mentions.rename({"city": "said_city"}) if "city" in mentions.columns else mentions
    seen = own_city.join(events.select("event", "ord", "date", "city"), on="event", how="left")
    if "said_city" in seen.columns:
        seen = seen.with_columns(city=pl.coalesce("said_city", "city"))
    seen = seen.join(folded(mentions["team"]), on="team", how="left")
    return seen.with_columns(scope=pl.col("city") if by_city else pl.lit(None, dtype=pl.String))


def _rank(given: pl.DataFrame, seen: list[str]) -> dict[str, int]:
    """Folded names in the order in which they became known: those of teams.csv first."""
    return {name: n for n, name in enumerate(dict.fromkeys([*given["folded"].to_list(), *seen]))}


def _with_given(seen: pl.DataFrame, given: pl.DataFrame) -> pl.DataFrame:
    """Adds `given_id` and `bearers` (how many teams it may be): by name, the event's city, `from`, or an id."""
    seen = seen.with_row_index("_mention")
    own = pl.col("folded").is_in(given["folded"].implode())
    keyed = seen.select("_mention", "city", "date", key=pl.when(own).then("folded").otherwise("root"))
    fits = keyed.join(
        given.select("team_id", "since", key="folded", home="city").with_row_index("_order"), on="key", how="inner"
    )
    fits = _best(fits, (pl.col("home") == pl.col("city")).fill_null(False))
    fits = _best(fits, (pl.col("since") <= pl.col("date")).fill_null(True))
    fits = _best(fits, pl.col("since").dt.epoch("d").fill_null(-(10**6)))
    chosen = (
        fits.sort("_order")
        .group_by("_mention")
        .agg(given_id=pl.col("team_id").last(), bearers=pl.col("team_id").n_unique())
    )
    by_id = pl.when(pl.col("team").is_in(given["team_id"].implode())).then("team")
    joined = seen.join(chosen, on="_mention", how="left", maintain_order="left").drop("_mention")
    return joined.with_columns(given_id=pl.coalesce("given_id", by_id), bearers=pl.col("bearers").fill_null(0))


def _best(fits: pl.DataFrame, merit: pl.Expr) -> pl.DataFrame:
    return fits.filter(merit == merit.max().over("_mention"))


def _ids(seen: pl.DataFrame, given: pl.DataFrame) -> pl.DataFrame:
    """`derived_id` of every root that teams.csv does not know."""
    taken = set(given["team_id"].to_list())
    keys = seen.filter(pl.col("given_id").is_null()).select("root", "scope").unique(maintain_order=True)
    ids = [team_id(root, scope, taken) for root, scope in keys.rows()]
    return keys.with_columns(derived_id=pl.Series(ids, dtype=pl.String))


def team_id(folded_name: str, city: str | None, taken: set[str] = frozenset()) -> str:  # type: ignore[assignment]
    """An id that can be read and depends on nothing but the name and the city: `кофе-с-запятыми@пермь`.

    Where the readable form loses something of the name (a dot, a plus), a short hash of all of it is added.
    """
    slug = _slug(folded_name) or "team"
    if slug.replace("-", " ") != folded_name:
        slug += "-" + hashlib.sha256(folded_name.encode()).hexdigest()[:6]
    made = f"{slug}@{_slug(fold(city))}" if city else slug
    return f"{made}-{hashlib.sha256(made.encode()).hexdigest()[:6]}" if made in taken else made


def _slug(text: str) -> str:
    return re.sub(r"[\W_]+", "-", text).strip("-")
