"""Text → types: good rows, and a finding for every cell or row that is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import polars as pl

from pipelines.findings import N_, findings, gather
from pipelines.folding import folded
from pipelines.ingest import cells
from pipelines.ingest.dictionary import is_coded, parse
from pipelines.ingest.fields import Field, Kind
from pipelines.ingest.known import Known
from pipelines.ingest.near import with_nearest

SOURCE: Final = ("file", "sheet", "row")
Parser = Callable[[pl.Expr], pl.Expr]

CODES: Final = {
    "event": "unknown_event",
    "game": "unknown_game",
    "whole": "not_whole",
    "ordinal": "not_whole",
    "team": "team_missing",
    "place": "not_whole",
    "points": "not_a_number",
    "coefficient": "not_a_number",
    "flag": "unknown_value",
    "verdict": "cell_not_a_verdict",
    "joker": "unknown_value",
    "choice": "unknown_value",
    "date": "not_a_date",
    "moment": "not_a_date",
}
WANTED: Final = {
    "whole": N_("The cell has «{found}»; a whole number was wanted."),
    "ordinal": N_("The cell has «{found}»; a whole number from 1 on was wanted."),
    "team": N_("The cell has «{found}»; a team's name was wanted."),
    "place": N_("The cell has «{found}»; a place was wanted."),
    "points": N_("The cell has «{found}»; a number with at most 6 decimals, and at most a million, was wanted."),
    "coefficient": N_("The cell has «{found}»; a number with at most 4 decimals was wanted."),
    "flag": N_("The cell has «{found}»; 1 or 0 was wanted."),
    "verdict": N_("The cell has «{found}»; right, wrong, none, partial, 1, 0, + or - was wanted."),
    "joker": N_("The cell has «{found}»; double, copy, first_letter, or two of them joined by + was wanted."),
    "date": N_("The cell has «{found}»; a day that exists, such as 2026-03-05, was wanted."),
    "moment": N_("The cell has «{found}»; a date and time, such as 2026-03-05T19:30, was wanted."),
    "event": N_("The cell has «{found}»; an event of the table of events was wanted."),
    "choice": N_("The cell has «{found}»; one of {choices} was wanted."),
    "game": N_("The cell has «{found}»; one of {choices} was wanted."),
}
"""By type of a field what is said of a cell that cannot be read."""
_NEAR_EVENT: Final = N_(
    "The cell has «{found}»; an event of the table of events was wanted, and the nearest is {nearest}."
)
MISSING: Final = {"team": "team_missing", "points": "round_missing"}


def clean(kind: Kind, stack: pl.DataFrame, known: Known) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Rows of text → typed rows, and findings.

    `stack` has the kind's fields as text, `file`, `sheet`, `row`, and may have `heading` (of the cell with the value,
    where a column is a round or a question). Team names stay text.
    """
    values: dict[str, pl.Series] = {}
    refused: dict[str, pl.Series] = {}
    for one in kind.fields:
        values[one.name], bad = parse(stack[one.name], parser(one, known))
        refused |= {one.name: bad} if bad is not None else {}
        if one.type in ("event", "game", "team") and is_coded(stack[one.name]):
            values[one.name] = values[one.name].cast(pl.Categorical)
    good = stack.with_columns(**values)
    found = [_bad_cells(kind.field(name), stack, good, bad, known) for name, bad in refused.items()]
    found += [_missing_cells(kind, f, stack, good) for f in kind.fields if f.required and stack[f.name].null_count()]
    return _kept(kind, good, refused), gather(*found)


def _kept(kind: Kind, good: pl.DataFrame, refused: dict[str, pl.Series]) -> pl.DataFrame:
    """Rows with all that is required, and without a bad cell that refuses its row."""
    needed = [good[f.name].is_null() for f in kind.fields if f.required and good[f.name].null_count()]
    bad = [mask for name, mask in refused.items() if kind.all_or_nothing or kind.field(name).decides]
    return good.filter(~pl.any_horizontal([*needed, *bad])) if needed or bad else good


def parser(field: Field, known: Known) -> Parser:
    """The expression that reads a field's text."""
    if field.type == "event":
        return lambda text: pl.when(text.is_in(known.event_ids.implode())).then(text)
    if field.type == "team":
        return lambda text: pl.when(~cells.is_failed(text) & (folded(text) != "")).then(text)
    if field.type == "game":
        return lambda text: _game(text, known)
    if field.type == "choice":
        return lambda text: cells.word(text, {c: c for c in field.choices})
    simple: dict[str, Parser] = {
        "whole": cells.whole,
        "ordinal": cells.ordinal,
        "place": cells.place,
        "points": cells.points,
        "coefficient": cells.coefficient,
        "flag": cells.flag,
        "verdict": cells.verdict,
        "joker": cells.joker,
        "date": cells.day,
        "moment": cells.moment(known.timezone),
    }
    return simple.get(field.type, lambda text: text)


def _game(text: pl.Expr, known: Known) -> pl.Expr:
    ids = {game: game for game in known.rules.games}
    return text.str.to_lowercase().replace_strict(ids | dict(known.games), default=None, return_dtype=pl.String)


def _bad_cells(field: Field, stack: pl.DataFrame, good: pl.DataFrame, mask: pl.Series, known: Known) -> pl.DataFrame:
    rows = _located(stack, good).with_columns(found=stack[field.name].cast(pl.String)).filter(mask)
    rows = with_nearest(rows, "found", known.event_ids if field.type == "event" else ())
    rows = rows.with_columns(choices=pl.lit(", ".join(known.rules.games if field.type == "game" else field.choices)))
    text = pl.col("found")
    is_date = text.str.contains(cells.DATE_LIKE) & (field.type == "points")
    causes = [
        (
            "formula_error",
            text.str.contains(cells.ERROR_VALUE),
            N_("The cell has «{found}»; the value of a formula that works was wanted."),
        ),
        ("formula_without_value", text == cells.VALUELESS, N_("The cell's formula has no value stored in the file.")),
        ("date_in_points", is_date, N_("The cell has «{found}»; points were wanted, not a date.")),
        (CODES[field.type], pl.col("nearest").is_not_null(), _NEAR_EVENT),
        (CODES[field.type], pl.lit(True), WANTED[field.type]),
    ]
    found, rest = [], rows
    for code, is_so, said in causes:
        found.append(_refusals(code, rest.filter(is_so), field, said))
        rest = rest.filter(~is_so)
    return gather(*found)


def _refusals(code: str, rows: pl.DataFrame, field: Field, said: str) -> pl.DataFrame:
    """A refused cell beside complete rounds, and a refused place, change no result: a note."""
    mild = pl.col("_mild") | (field.type == "place" and not code.startswith("formula"))
    columns = {"column": _column(rows, field)}
    return gather(
        findings(code, rows.filter(~mild), said, columns=columns),
        findings(code, rows.filter(mild), said, columns=columns, severity="note"),
    )


def _missing_cells(kind: Kind, field: Field, stack: pl.DataFrame, good: pl.DataFrame) -> pl.DataFrame:
    rows = _located(stack, good).filter(stack[field.name].is_null())
    if not rows.height:
        return gather()
    code = (
        "value_missing" if (kind.name, field.name) == ("totals", "points") else MISSING.get(field.name, "value_missing")
    )
    said = _NO_ROUND if code == "round_missing" else _NO_VALUE
    return findings(code, rows, said, values={"field": pl.lit(field.name)}, columns={"column": _column(rows, field)})


_NO_ROUND: Final = N_("The cell is empty, where other teams have points of the round.")
_NO_VALUE: Final = N_("The cell of {field} is empty; the row is left out.")


def _located(stack: pl.DataFrame, good: pl.DataFrame) -> pl.DataFrame:
    places = [c for c in ("event", "game") if c in good.columns]
    extra = [c for c in ("heading", "mild") if c in stack.columns]
    rows = pl.concat([good.select(*places), stack.select(*SOURCE, *extra)], how="horizontal")
    return rows.with_columns(_mild=pl.col("mild").fill_null(False) if "mild" in extra else pl.lit(False))


def _column(rows: pl.DataFrame, field: Field) -> pl.Expr:
    """The heading where a row's cell has one of its own, else the field's name (`headings` knows the file's)."""
    own = "heading" in rows.columns and field.name in ("points", "verdict")
    return pl.coalesce("heading", pl.lit(field.name)) if own else pl.lit(field.name)
