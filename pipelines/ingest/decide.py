"""`--decide "KIND key=value …"` → rows of the table of decisions, checked as the file's are."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from pipelines.findings import gather
from pipelines.ingest.clean import clean
from pipelines.ingest.fields import FOLDER
from pipelines.ingest.known import Known
from pipelines.ingest.names import MENTION, Roster, roster
from pipelines.ingest.people import referred
from pipelines.ingest.rulings import decisions_table
from pipelines.ingest.said import Said
from pipelines.ingest.shape import shape
from pipelines.ruleset.bound import bind
from pipelines.ruleset.errors import Problem, nearest, raise_any
from pipelines.ruleset.league import League
from pipelines.tables import DECISION_KINDS, Facts

KIND: Final = FOLDER["decisions"]
KEYS: Final = [f.name for f in KIND.fields if f.name != "kind"]
EXAMPLE: Final = 'KIND key=value …, such as "void_question event=e1 round=2 question=5"'


@dataclass(frozen=True)
class Remark(Problem):
    """A finding on one of the texts: `wanted` is its whole message."""

    def __str__(self) -> str:
        return f"{self.path}: {self.wanted}"


def decisions_from_texts(texts: Sequence[str], facts: Facts, league: League) -> pl.DataFrame:
    """One row per text, as `tables.Decisions`; teams by name or id. Raises `RuleErrors` with all problems at once."""
    problems: list[Problem] = []
    rows = [_row(text, problems) for text in texts]
    names = ["kind", *KEYS]
    stack = pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String), orient="row").with_columns(
        file=pl.lit(None, dtype=pl.String),
        sheet=pl.lit(None, dtype=pl.String),
        row=pl.int_range(1, pl.len() + 1, dtype=pl.UInt32),
    )
    known = Known(bind(league).latest(), league.timezone, facts.events)
    if known.only_game:
        stack = stack.with_columns(pl.col("game").fill_null(known.only_game))
    cleaned, found = clean(KIND, stack, known)
    people = _people(facts)
    for said, wanted in (("team", "team_id"), ("by", "by")):
        odd = referred(stack, said, wanted, True, people, facts.events)[1]
        cleaned, _ = referred(cleaned, said, wanted, True, people, facts.events)
        found = gather(found, odd)
    done, odd = decisions_table(cleaned)
    problems += [_problem(texts, f) for f in gather(found, odd).iter_rows(named=True)]
    raise_any(problems)
    return shape("decisions", done.with_columns(row=pl.lit(None, dtype=pl.UInt32)))


def _row(text: str, problems: list[Problem]) -> list[str | None]:
    """The kind, then the values in the order of `KEYS`."""
    where = f'--decide "{text}"'
    try:
        kind, *pairs = shlex.split(text) or [""]
    except ValueError as error:
        problems.append(Problem(where, EXAMPLE, "Close the quotes.", found=str(error)))
        return [DECISION_KINDS[0], *(None for _ in KEYS)]
    values: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or key not in KEYS:
            problems.append(
                Problem(where, f"key=value, the key one of {', '.join(KEYS)}", "Correct it.", pair, nearest(key, KEYS))
            )
        elif key in values:
            problems.append(Problem(where, f"{key} once", "Write it once.", found=pair))
        values[key] = value
    return [kind or "nothing", *(values.get(key) or None for key in KEYS)]


def _people(facts: Facts) -> Roster:
    """Every name by which the league's teams are found."""
    nobody = pl.DataFrame(schema={c: pl.UInt32 if c == "row" else pl.String for c in MENTION})
    return roster(facts.team_names, nobody, facts.events, Said(), by_city=False)


def _problem(texts: Sequence[str], found: dict[str, object]) -> Problem:
    row = found["row"]
    text = texts[row - 1] if isinstance(row, int) else ""
    return Remark(f'--decide "{text}", {found["column"]}', str(found["message"]), "")
