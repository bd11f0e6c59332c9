"""The folder's sheets, each with the kind of table it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

import polars as pl

from pipelines.findings import N_, finding, gather
from pipelines.folding import fold
from pipelines.ingest.fields import RESULTS
from pipelines.ingest.known import Known
from pipelines.ingest.layouts import Layout, recognise
from pipelines.ingest.read import Source, read_sheets, sources
from pipelines.ingest.sheet import Sheet
from pipelines.ingest.stacks import Given
from pipelines.ruleset.league import FileHint
from pipelines.tables import Sources


@dataclass(frozen=True)
class Read:
    """A sheet, what league.toml says of its file, and the layout it was recognised by (None where it was not)."""

    source: Source
    sheet: Sheet
    hint: FileHint | None
    layout: Layout | None


def read_folder(
    folder: Path, hints: Mapping[str, FileHint], round_titles: Mapping[str, int]
) -> tuple[list[Read], pl.DataFrame]:
    """Every visible sheet of the folder's files, and the findings on files and sheets."""
    files, found = sources(folder)
    read, said = [], [found]
    for source in files:
        hint = hints.get(source.file) or hints.get(source.path.name)
        sheets, odd = read_sheets(source, hint.encoding if hint else None, hint.delimiter if hint else None)
        said += [odd, _no_such_sheet(source, sheets, hint)]
        for sheet in _meant(sheets, hint):
            layout, doubts = recognise(sheet, hint, round_titles)
            read.append(Read(source, sheet, hint, layout))
            said += [doubts, _without_rows(sheet, layout)]
    return read, gather(*said, _no_results(read))


def _no_results(read: Iterable[Read]) -> pl.DataFrame:
    if any(r.layout and (r.layout.kind in RESULTS or r.layout.kind == "wide") for r in read):
        return gather()
    return finding("no_results", "No results were found in results/: there is no table there that is known here.")


def _without_rows(sheet: Sheet, layout: Layout | None) -> pl.DataFrame:
    if layout is None or sheet.cells.height > layout.header + 1 or not sheet.file.startswith("results/"):
        return gather()
    row = sheet.cells["row"][layout.header]
    return finding(
        "file_without_rows", "Below the headings there are no rows.", file=sheet.file, sheet=sheet.name, row=row
    )


def _meant(sheets: Iterable[Sheet], hint: FileHint | None) -> list[Sheet]:
    """The sheets that hold anything; only one of them where league.toml names it."""
    held = [s for s in sheets if s.cells.height]
    return [s for s in held if s.name == hint.sheet] if hint and hint.sheet else held


def _no_such_sheet(source: Source, sheets: list[Sheet], hint: FileHint | None) -> pl.DataFrame:
    if not sheets or not hint or not hint.sheet or hint.sheet in [s.name for s in sheets]:
        return gather()
    seen = ", ".join(s.name for s in sheets if s.name)
    said = _OTHER_SHEETS if seen else _NO_SHEETS
    return finding("file_unreadable", said, values={"sheet": hint.sheet, "seen": seen}, file=source.file)


_OTHER_SHEETS: Final = N_("league.toml names the sheet «{sheet}»; visible here: {seen}. Nothing of the file is read.")
_NO_SHEETS: Final = N_(
    "league.toml names the sheet «{sheet}»; visible here: one sheet without a name. Nothing of the file is read."
)


def given(read: Read, known: Known) -> Given:
    """What is said of a whole sheet: in league.toml, else by the file's name (`<event>` or `<event>_<game>`)."""
    event, game = named(PurePosixPath(read.sheet.file).stem, known)
    if event is None and read.sheet.name:
        event, other = named(read.sheet.name, known)
        game = game or other
    hint = read.hint
    event = hint.event if hint and hint.event else event
    game = hint.game if hint and hint.game else game
    return Given(event, game or known.only_game)


def events_of_files(files: Iterable[str], hints: Mapping[str, FileHint], known: Known) -> dict[str, str]:
    """File → event, for the files whose name, or league.toml, says it."""
    said: dict[str, str] = {}
    for file in files:
        hint = hints.get(file) or hints.get(PurePosixPath(file).name)
        event = hint.event if hint and hint.event else named(PurePosixPath(file).stem, known)[0]
        if event in known.event_ids.to_list():
            said[file] = str(event)
    return said


def named(stem: str, known: Known) -> tuple[str | None, str | None]:
    """Event and game of a file's name: `g1_matrix` is `matrix` of `g1`, where there is no event `g1_matrix`."""
    folded = fold(stem)
    ids = {fold(event): event for event in known.event_ids}
    if folded in ids:
        return ids[folded], None
    for word, game in known.games.items():
        if folded.endswith(f"_{word}") and folded.removesuffix(f"_{word}") in ids:
            return ids[folded.removesuffix(f"_{word}")], game
    return None, None


def sources_table(read: Iterable[Read], rows: Mapping[tuple[str, str | None], int]) -> pl.DataFrame:
    """One row per sheet that was met: what it was read as, and how many rows it gave."""
    met = [
        (
            r.sheet.file,
            r.sheet.name,
            r.layout.kind if r.layout else "unknown",
            rows.get((r.sheet.file, r.sheet.name), 0),
            r.source.sha256,
        )
        for r in read
    ]
    return pl.DataFrame(met, schema=Sources.create_empty().schema, orient="row")
