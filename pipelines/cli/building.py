"""Commands that read folders: check and build."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Final

import polars as pl

from pipelines import store
from pipelines.cli.guard import WrongCall
from pipelines.cli.options import Format
from pipelines.cli.output import say, show, working
from pipelines.export.shown import FINDING_COLUMNS, Shown, findings_table
from pipelines.findings import finding, gather
from pipelines.ingest import folder_hash, read_league
from pipelines.ruleset.bound import bind
from pipelines.ruleset.errors import RuleErrors
from pipelines.ruleset.league import League, league_texts, load_league
from pipelines.scoring import score
from pipelines.store import BuiltLeague, LeagueMeta
from pipelines.tables import SEVERITIES, Facts, Scored

PARTS: Final = ("tables.py", "findings.py", "folding.py", "ingest", "ruleset", "scoring")
"""What makes a stored league of a folder; where one of them changes, it is read again."""


@dataclass(frozen=True)
class Done:
    """What became of a folder: to be stored anew (`built`), unchanged, or refused for its rules."""

    folder: Path
    findings: pl.DataFrame
    built: BuiltLeague | None = None
    unchanged: bool = False


def check(folders: Sequence[Path], as_of: date, shape: Format) -> int:
    """Print everything doubtful; 1 where there is an error."""
    done = [_checked(folder, as_of) for folder in _distinct(folders)]
    rows = pl.concat([findings_table(each.findings, each.folder.name).frame for each in done])
    if shape is Format.table:
        _print_findings(rows)
        for each in done:
            say(f"{each.folder.name}: {_counted(each.findings)}")
    else:
        show(Shown(rows.select(FINDING_COLUMNS)), shape)
    return _status(done)


def build(folders: Sequence[Path], db: Path, as_of: date) -> int:
    """Store what changed and say what was done; 1 where there is an error."""
    hashes = _stored_hashes(db)
    done = [_built(folder, as_of, db, hashes) for folder in _distinct(folders)]
    new = [each.built for each in done if each.built]
    if new:
        store.replace_leagues(db, new, lambda: say("Another build is writing; waiting for it to end."))
    for each in done:
        print(_told(each))
    return _status(done)


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
    return list(found.values())


def _checked(folder: Path, as_of: date) -> Done:
    with working(f"Checking {folder.name}"):
        try:
            _, scored = _scored(folder, load_league(folder), as_of)
        except RuleErrors as errors:
            return Done(folder, _as_findings(errors))
    return Done(folder, scored.findings)


def _built(folder: Path, as_of: date, db: Path, hashes: Mapping[str, str]) -> Done:
    with working(f"Reading {folder.name}"):
        try:
            texts, league = league_texts(folder), load_league(folder)
            content = _content_hash(folder, league)  # before reading: a file changed meanwhile is read again next time
            if hashes.get(folder.name) == content:
                stored = store.read_league(db, folder.name, ["scored.findings"])
                return Done(folder, stored.scored.findings, unchanged=True)
            facts, scored = _scored(folder, league, as_of)
        except RuleErrors as errors:
            return Done(folder, _as_findings(errors))
    meta = LeagueMeta(
        league=folder.name,
        folder=str(folder),
        title=league.title,
        rule_set=league.rule_set.name,
        hash=content,
        built_at=datetime.now().replace(microsecond=0),
        as_of=as_of,
        league_toml=texts.league,
        rules_toml=texts.rules,
    )
    return Done(folder, scored.findings, BuiltLeague(meta, facts, scored))


def _scored(folder: Path, league: League, as_of: date) -> tuple[Facts, Scored]:
    rules = bind(league)
    facts = read_league(folder, league, rules)
    return facts, score(facts, rules, as_of=as_of)


def _stored_hashes(db: Path) -> dict[str, str]:
    """Of leagues whose tables are of these contracts; none where there is no database that can be read."""
    try:
        known = store.leagues(db)
    except store.StoreError:
        return {}  # storing will say what is wrong
    return dict(known.filter(contracts=store.contracts()).select("league", "hash").iter_rows())


def _content_hash(folder: Path, league: League) -> str:
    """Of everything that a league's tables are made from: its files, its rules, and the program."""
    told = f"{folder_hash(folder)} {league.fingerprint} {store.contracts()} {_program_hash()}"
    return hashlib.sha256(told.encode()).hexdigest()


@cache
def _program_hash() -> str:
    home = Path(store.__file__).parent
    whole = hashlib.sha256()
    for part in PARTS:
        for path in sorted((home / part).glob("*.py")) or [home / part]:
            whole.update(path.read_bytes())
    return whole.hexdigest()


def _as_findings(errors: RuleErrors) -> pl.DataFrame:
    """Problems of league.toml or of the rule set, as findings that stand for the whole league."""
    return gather(
        *(
            finding("rules_broken", str(problem), file=Path(problem.file or "league.toml").name)
            for problem in errors.problems
        )
    )


def _print_findings(rows: pl.DataFrame) -> None:
    """A line a finding: where, then what."""
    place = pl.concat_str(
        "file",
        pl.format("row {}", "row"),
        pl.format("«{}»", "column"),
        pl.format("event {}", "event"),
        separator=", ",
        ignore_nulls=True,
    )
    text = rows.select(pl.format("{}  {}  {}: {} [{}]", "severity", "league", place, "message", "code")).to_series()
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


def _status(done: Iterable[Done]) -> int:
    return int(any((each.findings["severity"] == "error").any() for each in done))
