"""Folders → leagues in the database: what `tablo check` and `tablo build` do, and the dashboard; nothing is printed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Final, Literal

import polars as pl

from pipelines import store
from pipelines.findings import finding, gather
from pipelines.ingest import folder_hash, read_league
from pipelines.ruleset.bound import bind
from pipelines.ruleset.errors import RuleErrors
from pipelines.ruleset.league import League, league_texts, load_league
from pipelines.scoring import score
from pipelines.store import BuiltLeague, LeagueMeta
from pipelines.tables import Facts, Scored

PARTS: Final = ("tables.py", "findings.py", "folding.py", "ingest", "ruleset", "scoring")
"""What makes a stored league of a folder; where one of them changes, it is read again."""

Step = Literal["reading", "scoring", "waiting", "writing"]
Tell = Callable[[Step, str], None]
"""Hears what is going on: the step, and the league it is about (none where it is about the database)."""


@dataclass(frozen=True)
class Done:
    """What became of a folder: to be stored anew (`built`), unchanged, or refused for its rules."""

    folder: Path
    findings: pl.DataFrame
    built: BuiltLeague | None = None
    unchanged: bool = False

    @property
    def refused(self) -> bool:
        """Whether its rules have errors, so that nothing of it was stored."""
        return self.built is None and not self.unchanged


def _silent(step: Step, league: str) -> None:
    pass


def check(folder: Path, as_of: date, tell: Tell = _silent) -> Done:
    """Read and score a folder, store nothing."""
    try:
        _, scored = _scored(folder, load_league(folder), as_of, tell)
    except RuleErrors as errors:
        return Done(folder, _as_findings(errors))
    return Done(folder, scored.findings)


def build(folders: Iterable[Path], db: Path, as_of: date, tell: Tell = _silent) -> list[Done]:
    """Read and score folders, and put those leagues that changed into the database. Raises StoreError.

    :param folders: absolute, no two of one name.
    """
    hashes = _stored_hashes(db)
    done = [_built(folder, as_of, db, hashes, tell) for folder in folders]
    new = [each.built for each in done if each.built]
    if new:
        tell("writing", "")
        store.replace_leagues(db, new, lambda: tell("waiting", ""))
    return done


def any_errors(done: Sequence[Done]) -> bool:
    """Whether there is a finding of severity error."""
    return any((each.findings["severity"] == "error").any() for each in done)


def _built(folder: Path, as_of: date, db: Path, hashes: Mapping[str, str], tell: Tell) -> Done:
    try:
        texts, league = league_texts(folder), load_league(folder)
        content = _content_hash(folder, league)  # before reading: a file changed meanwhile is read again next time
        if hashes.get(folder.name) == content:
            stored = store.read_league(db, folder.name, ["scored.findings"])
            return Done(folder, stored.scored.findings, unchanged=True)
        facts, scored = _scored(folder, league, as_of, tell)
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


def _scored(folder: Path, league: League, as_of: date, tell: Tell) -> tuple[Facts, Scored]:
    rules = bind(league)
    tell("reading", folder.name)
    facts = read_league(folder, league, rules)
    tell("scoring", folder.name)
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
            finding(
                "rules_broken", "{problem}", values={"problem": problem}, file=Path(problem.file or "league.toml").name
            )
            for problem in errors.problems
        )
    )
