"""Rule sets and the vocabulary as tables for people: `tablo rules`, the rules page, rules/README.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import polars as pl

from pipelines.ruleset.dated import Row, RuleSet
from pipelines.ruleset.paths import ROOT, Leaf, groups_above, leaves_below, members_of
from pipelines.ruleset.tomltext import toml_text

_PARAMETERS: Final = {
    "path": pl.String(),
    "from": pl.Date(),
    "value": pl.String(),
    "clause": pl.String(),
    "assumed": pl.String(),
    "allowed": pl.String(),
    "stage": pl.String(),
    "label": pl.String(),
    "unset": pl.Boolean(),
}
_CLAUSES: Final = ("clause", "does", "says", "taken", "why", "by")
_VOCABULARY: Final = ("path", "label", "allowed", "neutral", "stage", "evening")
_PATTERN: Final = {
    "games": ["G"],
    "games.G.rounds": ["N"],
    "series": ["S"],
}


def parameters(rule_set: RuleSet) -> pl.DataFrame:
    """One row per parameter and start: `path, from, value` (as TOML), `clause, assumed, allowed, stage, label, unset`.

    `assumed` is the reason where the source is silent. Parameters that the rule set leaves out stand there with their
    neutral value and `unset`, as far as its games, rounds and series could have them; the value is null where the rule
    is not there. What a variant leaves out is its round's.
    """
    paths = [*rule_set.parameters, *(p for p in rule_set.patch if p not in rule_set.parameters)]
    order = dict(leaves_below("", ROOT, members_of(paths)))
    rows = [row for path, leaf in order.items() for row in _rows(rule_set, path, leaf)]
    return pl.DataFrame(rows, schema=_PARAMETERS, orient="row")


def clauses(rule_set: RuleSet) -> pl.DataFrame:
    """One row per clause of the source: `clause, does, says, taken, why, by`."""
    rows = [(number, c.does, c.says, c.taken, c.why, c.by) for number, c in rule_set.clauses.items()]
    return pl.DataFrame(rows, schema=dict.fromkeys(_CLAUSES, pl.String()), orient="row")


def vocabulary() -> pl.DataFrame:
    """One row per parameter there is: `path` (G, N, S stand for names), `label, allowed, neutral, stage, evening`."""
    rows = [
        (path, leaf.about.label, leaf.wanted, _neutral(leaf), leaf.about.stage, "yes" if leaf.about.per_event else "")
        for path, leaf in leaves_below("", ROOT, _PATTERN)
    ]
    return pl.DataFrame(rows, schema=dict.fromkeys(_VOCABULARY, pl.String()), orient="row")


def vocabulary_markdown() -> str:
    """The vocabulary as a table of Markdown."""
    lines = ["| parameter | meaning | allowed | neutral | one evening |", "|---|---|---|---|---|"]
    for path, label, allowed, neutral, _, evening in vocabulary().iter_rows():
        lines.append(f"| `{path}` | {label} | {allowed} | {f'`{neutral}`' if neutral else ''} | {evening} |")
    return "\n".join(lines)


def _rows(rule_set: RuleSet, path: str, leaf: Leaf) -> Iterator[tuple[Any, ...]]:
    tail = (leaf.wanted, leaf.about.stage, leaf.about.label)
    for row in _in_file(rule_set, path):
        yield path, row.since, toml_text(row.value), row.clause, row.assumed, *tail, False
    left_out = path not in rule_set.parameters and path not in rule_set.patch
    if left_out and ".variants." not in path:
        yield path, None, _neutral(leaf) if _group_is_there(rule_set, path) else None, None, None, *tail, True


def _in_file(rule_set: RuleSet, path: str) -> tuple[Row, ...]:
    """The rows of a parameter; one alone where a patch stands over them, citing the clause that it changes."""
    rows = rule_set.parameters.get(path, ())
    if path not in rule_set.patch:
        return rows
    return (Row(None, rule_set.patch[path], rows[-1].clause if rows else None),)


def _group_is_there(rule_set: RuleSet, path: str) -> bool:
    optional = [above for above, group in groups_above(path) if group.optional]
    return all(any(p.startswith(f"{above}.") for values in rule_set.in_force for p in values) for above in optional)


def _neutral(leaf: Leaf) -> str | None:
    return None if leaf.default is None else toml_text(leaf.default)
