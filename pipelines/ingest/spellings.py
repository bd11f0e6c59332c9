"""Doubts about names: letters of two scripts, one letter off, taken, not allowed. Nothing is merged here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import polars as pl
from rapidfuzz import process
from rapidfuzz.distance import OSA

from pipelines.findings import N_, findings, gather
from pipelines.ingest.names import Roster
from pipelines.ruleset.vocabulary import Names

LOOKALIKES: Final = str.maketrans("аеорсухіјѕԁһӏкмтвнгьαοντρυχικημβ", "aeopcyxijsdhlkmtbhrbaovtpyxikhmb")
"""Small letters of three scripts that look alike, small or in capitals, as one letter each."""
SHORTEST: Final = 5
"""Names of fewer letters are too short for one letter to be a slip."""
LONG: Final = 15
"""From this length on two letters may be a slip."""
CLASSES: Final = {
    "cyrillic": r"\p{Cyrillic}",
    "latin": r"\p{Latin}",
    "digits": r"\p{Nd}",
    "punctuation": r"\p{P}",
    "spaces": r"\p{Zs}",
}
ALIKE: Final = N_("«{team}» looks like «{known}», which is another team here.")
NEAR: Final = N_("«{team}» is very near to «{known}», which is another team here.")
PAIR: Final = ("folded", "scope", "team_id", "team", "ord", "listed")


def lookalikes(people: Roster) -> pl.DataFrame:
    """Names that differ only by letters of another script; said of the one seen later."""
    nodes = _numbered(people)
    nodes = nodes.with_columns(skeleton=pl.Series([_skeleton(name) for name in nodes["folded"]], dtype=pl.String))
    nodes = nodes.filter(pl.len().over("skeleton", "scope") > 1)
    pairs = nodes.join(
        nodes.select("skeleton", "_n", *PAIR), on=["skeleton", "scope"], nulls_equal=True, suffix="_known"
    )
    return _doubt("lookalike_name", pairs, people, ALIKE)


def similar(people: Roster) -> pl.DataFrame:
    """New names very near to one that was known from an earlier evening."""
    nodes = _numbered(people)
    names = nodes["folded"].to_list()
    near = [(a, b) for a, b in _near(names) if _skeleton(names[a]) != _skeleton(names[b])]
    pairs = pl.DataFrame(near, schema={"_n": pl.UInt32, "_n_known": pl.UInt32}, orient="row")
    known = nodes.select("_n", *PAIR).rename(lambda c: f"{c}_known")
    pairs = pairs.join(nodes, on="_n").join(known, on="_n_known")
    pairs = pairs.filter(pl.col("ord_known") < pl.col("ord"), pl.col("scope").eq_missing(pl.col("scope_known")))
    nearest = pairs.sort("_n", "ord_known").unique("_n", keep="first", maintain_order=True)
    return _doubt("similar_name", nearest, people, NEAR)


def not_allowed(people: Roster, rules: Names) -> pl.DataFrame:
    """Names with characters that the rules do not allow, each once."""
    if rules.allowed is None:
        return gather()
    outside = rf"[^{''.join(CLASSES[c] for c in rules.allowed)}]"
    rows = people.nodes.with_columns(_odd=pl.col("team").str.extract(f"({outside})", 1)).filter(
        pl.col("_odd").is_not_null()
    )
    return findings(
        "name_not_allowed",
        rows,
        "«{team}» has the character «{character}»; wanted: {allowed}.",
        values={"character": pl.col("_odd"), "allowed": pl.lit(", ".join(rules.allowed))},
        columns={"column": "team"},
    )


def taken(people: Roster, rules: Names, events: pl.DataFrame) -> pl.DataFrame:
    """Two teams of one name in one event, or in one city, as the rules have it; said of the later one."""
    official = people.given.filter(pl.col("kind") == "official").sort("since", nulls_last=False, maintain_order=True)
    if rules.unique_in == "city":
        return _taken(official.with_columns(event=pl.lit(None, dtype=pl.String)), ["city"], people)
    if rules.unique_in == "event":
        playing = people.found.select("event", "team_id").unique(maintain_order=True)
        current = playing.join(events.select("event", "date"), on="event").join(official, on="team_id")
        current = current.filter((pl.col("since") <= pl.col("date")).fill_null(True))
        latest = current.group_by("event", "team_id", maintain_order=True).last()
        return _taken(latest.sort("since", nulls_last=False, maintain_order=True), ["event"], people)
    return gather()


def _taken(names: pl.DataFrame, where: list[str], people: Roster) -> pl.DataFrame:
    key = [*where, "folded"]
    names = names.drop_nulls(where).with_columns(
        _first=pl.col("team_id").first().over(key), _first_name=pl.col("name").first().over(key)
    )
    apart = [next(iter(pair)) for pair in people.said.apart if len(pair) == 1]
    later = names.filter(pl.col("team_id") != pl.col("_first"), ~pl.col("folded").is_in(apart))
    return findings(
        "name_taken",
        later.unique([*key, "team_id"], maintain_order=True),
        "The name «{name}» of the team {team_id} is that of the team {first} already.",
        values={"first": pl.col("_first")},
        columns={"column": "name"},
    )


def _numbered(people: Roster) -> pl.DataFrame:
    """One row per name, in the order in which they were seen; those of teams.csv that never played have no row."""
    return people.nodes.sort("ord", "file", "row", maintain_order=True).with_row_index("_n")


def _doubt(code: str, pairs: pl.DataFrame, people: Roster, said: str) -> pl.DataFrame:
    """A finding on the later name of each pair of two teams, unless a person has said that they are two."""
    both_listed = pl.col("listed") & pl.col("listed_known")
    pairs = pairs.filter(pl.col("_n_known") < pl.col("_n"), pl.col("team_id") != pl.col("team_id_known"), ~both_listed)
    silenced = [frozenset(pair) in people.said.apart for pair in pairs.select("folded", "folded_known").rows()]
    pairs = pairs.filter(~pl.Series(silenced, dtype=pl.Boolean)).unique(["_n"], keep="first", maintain_order=True)
    return findings(code, pairs, said, values={"known": pl.col("team_known")}, columns={"column": "team"})


def _near(names: list[str]) -> Iterator[tuple[int, int]]:
    """Pairs (later, earlier) of names a slip apart: a letter or two, the order of words, or marks and spaces."""
    plain = [_letters(name) for name in names]
    yield from _equal([" ".join(sorted(re.findall(r"\w+", name))) for name in names])
    yield from _equal(plain)
    long_enough = [n for n, text in enumerate(plain) if len(text) >= SHORTEST]
    texts = [plain[n] for n in long_enough]
    for start in range(0, len(texts), 1000):
        block = process.cdist(texts[start : start + 1000], texts, scorer=OSA.distance, score_cutoff=2, workers=-1)
        for a, b in zip(*((block <= 2).nonzero()), strict=True):
            one, other = long_enough[start + int(a)], long_enough[int(b)]
            if other < one and _is_slip(names[one], names[other], int(block[a, b]), len(texts[start + int(a)])):
                yield one, other


def _skeleton(name: str) -> str:
    return name.translate(LOOKALIKES)


def _is_slip(name: str, other: str, distance: int, length: int) -> bool:
    """Names that differ by a number are meant to: «Team 1» and «Team 2»."""
    return re.findall(r"\d+", name) == re.findall(r"\d+", other) and (distance <= 1 or length >= LONG)


def _letters(name: str) -> str:
    return re.sub(r"[\W_]+", "", name)


def _equal(texts: list[str]) -> Iterator[tuple[int, int]]:
    first: dict[str, int] = {}
    for n, text in enumerate(texts):
        if text and first.setdefault(text, n) != n:
            yield n, first[text]


def doubts(people: Roster, rules: Names, events: pl.DataFrame) -> list[pl.DataFrame]:
    """All findings on how teams are called."""
    return [lookalikes(people), similar(people), not_allowed(people, rules), taken(people, rules, events)]
