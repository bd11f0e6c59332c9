"""Golden cases: small leagues with what must come out, each one TOML file `golden/<rule set>/<sentence>.toml`.

A case has a `title`, the `clauses` it covers, `league` (further lines of league.toml), `rule_set` (where one of the
files is its rule set), `as_of`, the `[files]` of its folder, and what must come out: `[[table]]`, `[[finding]]`,
`[[no_finding]]`. A `[[patched]]` holds the same under a scenario (`set`, `decide`), scored as the product does it: from
the league's own scores. Amounts are compared exactly; "85/3" is a fraction. A place without `place_to` is shared with
nobody.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import polars as pl

from pipelines import ingest, scoring
from pipelines.export import shown
from pipelines.ruleset.bound import bind
from pipelines.ruleset.league import League, load_league
from pipelines.ruleset.patch import parse_sets
from pipelines.tables import UNITS, Facts, Scored

GOLDEN: Final = Path(__file__).parent / "golden"
OWN_RULE_SETS: Final = Path(__file__).parent / "rule_sets"
_LONG_AFTER: Final = date(2030, 1, 1)
_KEYS: Final = ("series", "period", "title", "city")

Row = dict[str, Any]
Spec = Mapping[str, Any]


@dataclass(frozen=True)
class Case:
    """One file of `golden/`."""

    path: Path
    spec: Spec

    @property
    def id(self) -> str:
        return f"{self.rule_set}/{self.path.stem}"

    @property
    def rule_set(self) -> str:
        return self.path.parent.name

    @property
    def clauses(self) -> list[str]:
        return list(self.spec["clauses"])

    @property
    def patched_paths(self) -> set[str]:
        """Paths that some scenario of the case sets."""
        return {text.partition("=")[0].strip() for part in self.spec.get("patched", []) for text in part.get("set", [])}

    def write(self, folder: Path) -> None:
        """Lay the case's files out as a league folder."""
        own = OWN_RULE_SETS / f"{self.rule_set}.toml"
        name = self.spec.get("rule_set", str(own) if own.exists() else self.rule_set)
        head = f'rule_set = "{name}"\ntitle = "Golden"\ntimezone = "Europe/Berlin"\nlanguage = "en"\n'
        files = {"league.toml": head + self.spec.get("league", ""), **self.spec["files"]}
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, "utf-8")


def load_cases(root: Path = GOLDEN) -> list[Case]:
    """All cases, in the order of their names."""
    return [Case(path, tomllib.loads(path.read_text("utf-8"))) for path in sorted(root.glob("*/*.toml"))]


@dataclass(frozen=True)
class Played:
    """A case's folder, read; scored under any scenario and on any day."""

    league: League
    facts: Facts
    as_of: date

    @classmethod
    def read(cls, case: Case, folder: Path) -> Played:
        case.write(folder)
        league = load_league(folder)
        return cls(league, ingest.read_league(folder, league), case.spec.get("as_of", _LONG_AFTER))

    def differences(self, spec: Spec) -> list[str]:
        """What does not come out as the case says, under none and all of its scenarios."""
        own = _Scenario(self, spec)
        parts = [own, *(_Scenario(self, part, own) for part in spec.get("patched", []))]
        return [text for part in parts for text in part.differences()]


@dataclass(frozen=True)
class _Scenario:
    played: Played
    part: Spec
    own: _Scenario | None = None
    _made: dict[date, Scored] = field(default_factory=dict)

    def differences(self) -> Iterator[str]:
        head = " ".join([*self.part.get("set", []), *self.part.get("decide", [])])
        label = f"[{head}] " if head else ""
        for table in self.part.get("table", []):
            yield from (label + text for text in self._table(table))
        yield from (label + text for text in _findings_differ(self.part, self._findings))

    def _table(self, table: Spec) -> Iterator[str]:
        rows, said = self._rows(table)
        what = " ".join(str(v) for k, v in table.items() if k not in ("rows", "complete"))
        yield from (f"{what}: {text}" for text in _rows_differ(table, rows))
        if "chooser" in table and sorted(table["chooser"]) != said:
            yield f"{what}: {said} may choose, wanted {table['chooser']}"

    def _rows(self, table: Spec) -> tuple[list[Row], list[str]]:
        """The rows of a table as it is shown, amounts as fractions; and who may choose, where a round is named."""
        facts, scored = self.played.facts, self.scored(table.get("as_of", self.played.as_of))
        said: list[str] = []
        if "through_round" in table:
            scored, said = self._through(scored, table)
        return _exact(_shown(table, facts, scored, self._game(table))), said

    def _game(self, table: Spec) -> str:
        return str(table.get("game") or next(iter(self._rules.latest().games)))

    def _through(self, scored: Scored, table: Spec) -> tuple[Scored, list[str]]:
        standings, round_points, choosers = scoring.through_round(
            self.played.facts,
            self._rules,
            scored,
            table["event"],
            self._game(table),
            table["through_round"],
            self._decisions,
        )
        named = self.played.facts.teams.filter(pl.col("team_id").is_in(choosers or []))
        after = Scored(event_states=scored.event_states, standings=standings, round_points=round_points)
        return after, sorted(named["team"])

    def scored(self, as_of: date) -> Scored:
        if as_of not in self._made:
            facts, before = self.played.facts, self.own.scored(as_of) if self.own else None
            self._made[as_of] = scoring.score(
                facts, self._rules, as_of=as_of, scenario_decisions=self._decisions, reuse=before
            )
        return self._made[as_of]

    @property
    def _findings(self) -> list[Row]:
        given = {"finding", "no_finding"} & set(self.part)
        return self.scored(self.played.as_of).findings.to_dicts() if given else []

    @cached_property
    def _rules(self) -> Any:
        return bind(self.played.league, parse_sets(self.part.get("set", [])))

    @cached_property
    def _decisions(self) -> pl.DataFrame | None:
        texts = list(self.part.get("decide", []))
        return ingest.decisions_from_texts(texts, self.played.facts, self.played.league) if texts else None


def _shown(table: Spec, facts: Facts, scored: Scored, game: str) -> shown.Shown:
    match table["of"]:
        case "event":
            return shown.event_table(facts, scored, table["event"], game)
        case "series":
            return shown.series_table(facts, scored, table["series"], table["period"], table.get("city"))
        case "titles":
            return _with_final_handicap(shown.titles_table(facts, scored), scored)
        case "ranks" if "event" in table:
            return shown.ranks_reached_table(facts, scored, table["event"], table.get("city"))
        case "ranks":
            return shown.ranks_table(facts, scored, table.get("city"))
    raise ValueError(table["of"])


def _with_final_handicap(titles: shown.Shown, scored: Scored) -> shown.Shown:
    """The titles with their handicap in the champion quiz, which the command's table does not show."""
    key = ["series", "period", "city", "title", "team_id"]
    joined = titles.frame.join(scored.titles.select(*key, "final_handicap"), on=key, how="left", nulls_equal=True)
    return shown.Shown(joined, {**titles.units, "final_handicap": UNITS})


def _exact(table: shown.Shown) -> list[Row]:
    return [{name: _cell(row, name, table.units) for name in table.columns} for row in table.frame.to_dicts()]


def _cell(row: Row, name: str, units: Mapping[str, int | str]) -> object:
    value, unit = row[name], units.get(name)
    if value is None:
        return ""
    if unit is None:
        return value
    return Fraction(value, row[unit] if isinstance(unit, str) else unit)


def _rows_differ(table: Spec, rows: list[Row]) -> Iterator[str]:
    wanted = table["rows"]
    if table.get("complete", True) and len(rows) != len(wanted):
        yield f"{len(rows)} rows, wanted {len(wanted)}"
    left = list(rows)
    for want in wanted:
        found = [row for row in left if _found(want, row)]
        hit = next((row for row in found if not _off(want, row)), found[0] if found else None)
        if hit is None:
            yield f"no row {want} among {[r.get('team') for r in rows]}"
            continue
        left.remove(hit)
        if off := _off(want, hit):
            yield f"{want.get('team', want.get('team_id'))}: {', '.join(off)}"
    if not _in_place_order(rows, by_city="city" not in table):
        yield "rows are not in place order"


def _off(want: Row, row: Row) -> list[str]:
    full = {"place_to": want["place"], **want} if "place" in want else want
    return [f"{k} is {_text(row.get(k))}, wanted {v}" for k, v in full.items() if not _same(v, row.get(k), k)]


def _found(want: Row, row: Row) -> bool:
    name = "team_id" if "team_id" in want else "team"
    return all(_same(want[key], row.get(key), key) for key in (name, *_KEYS) if key in want)


def _in_place_order(rows: list[Row], *, by_city: bool) -> bool:
    if not rows or "place" not in rows[0]:
        return True
    places = [(row.get("city") or "" if by_city else "", row["place"] or float("inf")) for row in rows]
    return places == sorted(places)


def _same(want: object, have: object, column: str) -> bool:
    if column == "team":
        return str(want).casefold() == str(have).casefold()
    if isinstance(have, Fraction):
        return want != "" and Fraction(str(want)) == have
    return str(want) == str(have) if have != "" else want == ""


def _text(value: object) -> str:
    return str(value) if value != "" else "empty"


def _findings_differ(part: Spec, found: list[Row]) -> Iterator[str]:
    for want in part.get("finding", []):
        times = sum(_fits(want, row) for row in found)
        if times == 0 or times != want.get("times", times):
            yield f"finding {want}: {times} times among {_brief(found)}"
    for unwanted in part.get("no_finding", []):
        hits = [row for row in found if _fits(unwanted, row)]
        if hits:
            yield f"unwanted {_brief(hits)}"


def _brief(found: Iterable[Row]) -> list[tuple[object, ...]]:
    return [(row["code"], row["event"], row["file"], row["row"]) for row in found]


def _fits(want: Row, row: Row) -> bool:
    keys = ("severity", "code", "event", "file", "row", "column")
    located = all(row[key] in _many(want[key]) for key in keys if key in want)
    said = all(text in row["message"] for text in _many(want.get("says", [])))
    return located and said and (not want.get("held") or bool(row["holds"]))


def _many(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]
