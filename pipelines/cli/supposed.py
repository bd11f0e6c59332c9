"""A saved scenario of a league (`--scenario`), with what `--set` and `--decide` say beside it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pipelines import store
from pipelines.cli.options import Asked
from pipelines.folder.saved import SUFFIX, find, load
from pipelines.ruleset.patch import parse_sets


def under(asked: Asked, scenario: str) -> Asked:
    """The same under a scenario called by its name, its title or its file; where both speak of a rule, `--set` counts.

    Raises StoreError, FolderError, RuleErrors.
    """
    saved = load(_file(asked, scenario))
    said = parse_sets(asked.sets)
    kept = [text for path, text in zip(saved.patch, saved.sets, strict=True) if path not in said]
    return replace(asked, sets=(*kept, *asked.sets), decides=(*saved.decides, *asked.decides))


def _file(asked: Asked, scenario: str) -> Path:
    """A path is taken as such; a name is looked for in the folder that the league was built from."""
    path = Path(scenario)
    if path.suffix == SUFFIX and (path.is_file() or len(path.parts) > 1):
        return path
    folder = Path(store.read_league(asked.db, asked.league, []).meta.folder)
    return find(folder, scenario.removesuffix(SUFFIX))
