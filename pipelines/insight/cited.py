"""The rule behind a shown figure: its value in force, the clause it cites, and whether it is only assumed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.ruleset.dated import Row
from pipelines.ruleset.paths import leaf_at
from pipelines.ruleset.tomltext import toml_text

Origin = Literal["rules", "evening", "scenario", "unset"]
"""Where the value comes from: the rule set, the evening's own patch, a scenario; `unset`: the rule set is silent."""

SCHEMA: Final = {
    "path": pl.String(),
    "label": pl.String(),
    "stage": pl.String(),
    "value": pl.String(),
    "clause": pl.String(),
    "says": pl.String(),
    "assumed": pl.String(),
    "origin": pl.String(),
    "since": pl.Date(),
}


@dataclass(frozen=True)
class Cited:
    """A parameter as it holds on a day. `assumed` is the reason where the source is silent."""

    path: str
    value: object
    clause: str | None
    says: str | None
    assumed: str | None
    origin: Origin
    since: date | None


def cited(rules: LeagueRules, path: str, day: date, event: str | None = None) -> Cited:
    """A parameter in force on a day (that of the evening, or of the period's first one), and on an evening if named.

    What a scenario or an evening changes cites the clause that it changes, and is not assumed.
    """
    row = _row(rules, path, day)
    value, origin = _value(rules, path, row, event)
    clause = row.clause if row else None
    known = rules.league.rule_set.clauses.get(clause) if clause else None
    assumed = row.assumed if row and origin == "rules" else None
    return Cited(path, value, clause, known.says if known else None, assumed, origin, row.since if row else None)


def frame(found: Iterable[Cited]) -> pl.DataFrame:
    """One row per parameter, each once: `path, label, stage, value` (as TOML), `clause, says, assumed, origin,
    since`."""
    rows = [
        (c.path, *_about(c.path), toml_text(c.value), c.clause, c.says, c.assumed, c.origin, c.since)
        for c in {(c.path, toml_text(c.value)): c for c in found}.values()
    ]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _about(path: str) -> tuple[str, str]:
    about = leaf_at(path).about
    return about.label, about.stage


def _row(rules: LeagueRules, path: str, day: date) -> Row | None:
    rows = rules.league.rule_set.parameters.get(path, ())
    return next((row for row in reversed(rows) if (row.since or date.min) <= day), None)


def _value(rules: LeagueRules, path: str, row: Row | None, event: str | None) -> tuple[object, Origin]:
    """The scenario stands over everything, the evening's patch over the rule set."""
    evening = rules.league.events.get(event, {}) if event else {}
    if path in rules.changes:
        return rules.changes[path], "scenario"
    if path in evening:
        return evening[path], "evening"
    if path in rules.league.rule_set.patch:
        return rules.league.rule_set.patch[path], "scenario"
    if row is None:
        return leaf_at(path).default, "unset"
    return row.value, "rules"
