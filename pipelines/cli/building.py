"""Commands that read folders: check and build."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Final

import polars as pl

from pipelines import building
from pipelines.building import Done, Step
from pipelines.cli.guard import WrongCall
from pipelines.cli.options import Format
from pipelines.cli.output import Line, say, show, working
from pipelines.export.shown import FINDING_COLUMNS, Shown, findings_table, in_order
from pipelines.tables import SEVERITIES

STEPS: Final[dict[Step, str]] = {
    "reading": "Reading {league}",
    "scoring": "Scoring {league}",
    "writing": "Writing the database",
}


def check(folders: Sequence[Path], as_of: date, shape: Format) -> int:
    """Print everything doubtful; 1 where there is an error."""
    known = _distinct(folders)
    with working("Checking") as line:
        done = [building.check(folder, as_of, _teller(line)) for folder in known]
    if shape is Format.table:
        for each in done:
            _print_findings(in_order(each.findings), each.folder.name)
        for each in done:
            say(f"{each.folder.name}: {_counted(each.findings)}")
    else:
        rows = pl.concat([findings_table(each.findings, each.folder.name).frame for each in done])
        show(Shown(rows.select(FINDING_COLUMNS)), shape)
    return int(building.any_errors(done))


def build(folders: Sequence[Path], db: Path, as_of: date) -> int:
    """Store what changed and say what was done; 1 where there is an error."""
    known = _distinct(folders)
    with working("Building") as line:
        done = building.build(known, db, as_of, _teller(line))
    for each in done:
        print(_told(each))
    return int(building.any_errors(done))


def _teller(line: Line) -> building.Tell:
    def tell(step: Step, league: str) -> None:
        if step == "waiting":
            say("Another build is writing; waiting for it to end.")
        else:
            line(STEPS[step].format(league=league))

    return tell


def _distinct(folders: Sequence[Path]) -> list[Path]:
    """Absolute paths, in the order given; a league is its folder's name, so no two may have the same."""
    found: dict[str, Path] = {}
    for folder in (path.resolve() for path in folders):
        if not folder.is_dir():
            raise WrongCall(f"{folder} is no folder. Name folders that each hold a league.toml.")
        if not (folder / "league.toml").is_file():
            raise WrongCall(f"{folder} holds no league.toml. Add it, or name the league's own folder.")
        if found.setdefault(folder.name, folder) != folder:
            raise WrongCall(f"Two folders are called {folder.name!r}: {found[folder.name]} and {folder}. Rename one.")
    named = Counter(path.resolve() for path in folders)
    for folder in [folder for folder, times in named.items() if times > 1]:
        say(f"{folder} was named {named[folder]} times; it is read once.")
    return list(found.values())


def _print_findings(rows: pl.DataFrame, league: str) -> None:
    """A line a finding: where (of a workbook, the sheet as formulas write it), then what."""
    place = pl.concat_str(
        pl.when(pl.col("sheet").is_null()).then("file").otherwise(pl.format("{}!{}", "file", "sheet")),
        pl.format("row {}", "row"),
        pl.format("«{}»", "column"),
        pl.format("event {}", "event"),
        separator=", ",
        ignore_nulls=True,
    )
    text = rows.select(
        pl.format("{}  {}  {}: {} [{}]", "severity", pl.lit(league), place, "message", "code")
    ).to_series()
    for line in text:
        print(line)


def _told(done: Done) -> str:
    name = done.folder.name
    if done.unchanged:
        return f"{name}: unchanged ({_counted(done.findings)})"
    if not done.built:
        problems = "\n".join(f"  {message}" for message in done.findings["message"])
        return f"{name}: not built, its rules have errors\n{problems}"
    facts = done.built.facts
    files = facts.sources["file"].n_unique()
    rows = facts.sources["rows"].sum()
    read = f"read {files} files, {rows} rows, {facts.events.height} events, {facts.teams.height} teams"
    return f"{name}: {read}; {_counted(done.findings)}"


def _counted(findings: pl.DataFrame) -> str:
    counts = dict(findings["severity"].cast(pl.String).value_counts().iter_rows())
    said = [f"{counts[name]} {name}{'s' if counts[name] > 1 else ''}" for name in SEVERITIES if name in counts]
    return ", ".join(said) or "no findings"
