"""A league's computed tables as files: CSV that opens in a spreadsheet, or Parquet with its types."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import polars as pl

from pipelines.export import shown
from pipelines.export.amounts import as_text, decimal
from pipelines.export.shown import Shown
from pipelines.tables import Facts, Scored

FORMULA_STARTS: Final = r"^[=+\-@\t\r\n＝＋－＠]"
"""What makes a spreadsheet run a cell, wide letters of Eastern keyboards among them."""


class ExportError(Exception):
    """The files cannot be written: where, why, what to do."""


def export_league(
    to: Path, kind: str, league: str, facts: Facts, scored: Scored, *, sets: Sequence[str], decides: Sequence[str]
) -> list[Path]:
    """Write every computed table into a folder as `csv` or `parquet`; the paths written. Raises ExportError.

    Under a scenario its changes stand in a file `scenario` beside them; without one, such a file is taken away.
    """
    write = _WRITERS[kind]
    try:
        to.mkdir(parents=True, exist_ok=True)
        stale = to / f"scenario.{kind}"
        if not (sets or decides):
            stale.unlink(missing_ok=True)
        return [
            _written(to / f"{name}.{kind}", table, write)
            for name, table in _tables(league, facts, scored, sets, decides)
        ]
    except OSError as error:
        where = error.filename or to
        advice = "Close the file if another program has it open, or name another folder with --to."
        raise ExportError(f"{where}: {error.strerror}. {advice}") from error


def _tables(
    league: str, facts: Facts, scored: Scored, sets: Sequence[str], decides: Sequence[str]
) -> Iterator[tuple[str, Shown]]:
    yield "event_standings", shown.events_table(facts, scored)
    yield "series_standings", shown.all_series_table(facts, scored)
    yield "titles", shown.titles_table(facts, scored)
    yield "ranks", shown.ranks_table(facts, scored)
    yield "findings", shown.findings_table(scored.findings, league)
    if sets or decides:
        changes = [("set", text) for text in sets] + [("decide", text) for text in decides]
        yield "scenario", Shown(pl.DataFrame(changes, schema={"kind": pl.String, "value": pl.String}, orient="row"))


def _written(path: Path, table: Shown, write: Callable[[Shown, Path], None]) -> Path:
    """Beside, then renamed: a program that reads the file never sees half of it."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        write(table, beside)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return path


def spreadsheet_csv(table: Shown) -> str:
    """CSV without the BOM: each text that a spreadsheet would run gets one apostrophe in front."""
    texts = [name for name, kind in table.frame.schema.items() if kind in (pl.String, pl.Enum)]
    guarded = [
        pl.when(pl.col(name).cast(pl.String).str.contains(FORMULA_STARTS))
        .then(pl.concat_str(pl.lit("'"), name))
        .otherwise(pl.col(name).cast(pl.String).replace("", None))
        .alias(name)
        for name in texts
    ]
    return as_text(Shown(table.frame.with_columns(guarded), table.units)).write_csv()


def _csv(table: Shown, path: Path) -> None:
    path.write_bytes(spreadsheet_csv(table).encode("utf-8-sig"))


def _parquet(table: Shown, path: Path) -> None:
    amounts = [decimal(name, unit).alias(name) for name, unit in table.units.items()]
    table.frame.with_columns(amounts).select(table.columns).write_parquet(path)


_WRITERS: Final = {"csv": _csv, "parquet": _parquet}
