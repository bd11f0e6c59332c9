"""The command `rules`: parameters with their clauses, and what is done about every clause."""

from __future__ import annotations

import polars as pl

from pipelines.cli.options import Format
from pipelines.cli.output import show
from pipelines.export.shown import Shown
from pipelines.ruleset.dated import RuleSet
from pipelines.ruleset.listing import clauses, parameters
from pipelines.ruleset.load import load_rule_set, rule_set_names

COLUMNS = ("path", "value", "clause", "assumed", "allowed", "from", "does", "says", "rule_set")


def rules(name: str | None, shape: Format) -> None:
    """In CSV and JSON one table: a row per parameter, then a row per clause without `path`."""
    chosen = [load_rule_set(each) for each in ([name] if name else rule_set_names())]
    if shape is not Format.table:
        show(Shown(pl.concat([_rows(rule_set) for rule_set in chosen])), shape)
        return
    for rule_set in chosen:
        rows = _rows(rule_set)
        of_rules = rows.filter(pl.col("path").is_not_null())
        show(Shown(of_rules.select(COLUMNS[:6])), shape, f"{rule_set.title} ({rule_set.name})")
        of_clauses = rows.filter(pl.col("path").is_null())
        show(Shown(of_clauses.select("clause", "does", "says")), shape, "Clauses")


def _rows(rule_set: RuleSet) -> pl.DataFrame:
    """`assumed` is 1 where the source is silent or ambiguous; `says` then tells why."""
    of_rules = (
        parameters(rule_set)
        .filter(~pl.col("unset"))
        .with_columns(says=pl.col("assumed"), assumed=pl.when(pl.col("assumed").is_not_null()).then(1))
    )
    why = pl.concat_str("says", pl.format("({})", "why"), separator=" ", ignore_nulls=True)
    of_clauses = clauses(rule_set).with_columns(says=why)
    both = pl.concat([of_rules, of_clauses], how="diagonal")
    return both.with_columns(rule_set=pl.lit(rule_set.name)).select(COLUMNS)
