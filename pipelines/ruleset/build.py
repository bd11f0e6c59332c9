"""Values by path → frozen `Rules`. Equal values give the identical object, also of a single game or series."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from pipelines.ruleset.paths import Members, at, groups_above, join
from pipelines.ruleset.vocabulary import Game, Rules, Series

_Values = tuple[tuple[str, object], ...]
_KEPT = 2048


def rules_of(values: Mapping[str, object]) -> Rules:
    """The rules that checked values make."""
    return _rules(tuple(values.items()))


def overlay(values: Mapping[str, object], patch: Mapping[str, object]) -> dict[str, object]:
    """The values with a patch over them; of a rule that is not in force, a part alone does nothing."""
    acts = [path for path in patch if not lacking(path, values, patch)]
    known = {path: patch[path] for path in acts if path in values}
    return {**values, **known, **{path: patch[path] for path in sorted(acts) if path not in values}}


def lacking(path: str, values: Mapping[str, object], patch: Mapping[str, object]) -> list[str]:
    """What the parameter of a patch would need beside it: the rest of its group, or the game or series itself."""
    missing = []
    for above, group in groups_above(path):
        missing += [p for key in sorted(group.required) if (p := join(above, key)) not in values and p not in patch]
        named_by_file = _is_member(above) and not any(p.startswith(f"{above}.") for p in values)
        if named_by_file and not group.required:
            missing.append(above)
    return missing


def _is_member(path: str) -> bool:
    """Whether only a rule file can bring this into being: a game, a series, a variant. A round may be added."""
    above = path.rpartition(".")[0]
    node = at(above) if above else None
    return isinstance(node, Members) and not node.numbered


@lru_cache(_KEPT)
def _rules(values: _Values) -> Rules:
    tree = _split(values)
    games = {name: _game(part) for name, part in _split(tree.pop("games", ())).items()}
    series = {name: _series(part) for name, part in _split(tree.pop("series", ())).items()}
    rest = _nested([(path, value) for path, value in values if path.split(".")[0] not in ("games", "series")])
    return Rules.model_validate({**rest, "games": games, "series": series})


@lru_cache(_KEPT)
def _game(values: _Values) -> Game:
    tree = _nested(values)
    if "rounds" in tree:
        tree["rounds"] = dict(sorted(tree["rounds"].items(), key=lambda item: int(item[0])))
    return Game.model_validate(tree)


@lru_cache(_KEPT)
def _series(values: _Values) -> Series:
    return Series.model_validate(_nested(values))


def _split(values: _Values) -> dict[str, _Values]:
    """The values by the first key of their path, without it."""
    parts: dict[str, list[tuple[str, object]]] = {}
    for path, value in values:
        key, _, rest = path.partition(".")
        parts.setdefault(key, []).append((rest, value))
    return {key: tuple(part) for key, part in parts.items()}


def _nested(values: Iterable[tuple[str, object]]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for path, value in values:
        *above, key = path.split(".")
        node = tree
        for step in above:
            node = node.setdefault(step, {})
        node[key] = value
    return tree
