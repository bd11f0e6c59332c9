"""A table written by hand, nested or with dotted keys → the parameters it names, or what is wrong with its paths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from pipelines.ruleset import wording
from pipelines.ruleset.errors import Problem, nearest
from pipelines.ruleset.paths import ROOT, Group, Leaf, Members, Node, join, leaves_below, members_of
from pipelines.ruleset.tomltext import toml_text
from pipelines.ruleset.vocabulary import OFF


@dataclass(frozen=True)
class Named:
    """A parameter that a table names, with what stands there."""

    path: str
    leaf: Leaf
    raw: Any


def walk(table: Mapping[str, Any], known: list[str] | None = None) -> Iterator[Named | Problem]:
    """Everything a table names. With `known` parameters, only their games, series and variants can be named."""
    members = None if known is None else members_of(known)
    for key, raw in table.items():
        yield from _step(key.split("."), raw, ROOT, "", members)


def checked(path: str, leaf: Leaf, raw: object) -> tuple[object, list[Problem]]:
    """The value of a parameter, or what is wrong with it."""
    try:
        return leaf.adapter.validate_python(raw), []
    except ValidationError as error:
        return None, [_wrong_value(path, leaf, e) for e in error.errors(include_url=False)]


_Known = dict[str, list[str]] | None


def _step(keys: list[str], raw: Any, node: Node, path: str, members: _Known) -> Iterator[Named | Problem]:
    """Go down the keys, then into what stands there."""
    if not keys:
        yield from _arrive(raw, node, path, members)
        return
    key, rest = keys[0], keys[1:]
    if isinstance(node, Members):
        yield from _into_members(key, rest, raw, node, path, members)
    elif isinstance(node, Group) and key in node.children:
        yield from _step(rest, raw, node.children[key], join(path, key), members)
    else:
        yield _unknown(".".join([p for p in (path, *keys) if p]), path, node, members)


def _into_members(
    key: str, rest: list[str], raw: Any, node: Members, path: str, members: _Known
) -> Iterator[Named | Problem]:
    names = node.keys(key)
    if not names or not all(_may_name(name, node, path, members) for name in names):
        yield _unknown(".".join([join(path, key), *rest]), path, node, members)
        return
    for name in names:
        yield from _step(rest, raw, node.member, join(path, name), members)


def _may_name(name: str, node: Members, path: str, members: _Known) -> bool:
    """A rule file names what it likes; a patch what is there, and the round that comes next."""
    if members is None:
        return True
    real = members.setdefault(path, [])
    if node.numbered and int(name) == max(map(int, real), default=0) + 1:
        real.append(name)
    return name in real


def _arrive(raw: Any, node: Node, path: str, members: _Known) -> Iterator[Named | Problem]:
    if isinstance(node, Leaf):
        yield Named(path, node, raw)
    elif isinstance(raw, Mapping):
        for key, below in raw.items():
            yield from _step(str(key).split("."), below, node, path, members)
    elif isinstance(node, Group) and isinstance(raw, bool) and node.model in OFF:
        yield from _switch(raw, node, path)
    else:
        yield _not_a_value(path, node, raw)


def _switch(on: bool, node: Group, path: str) -> Iterator[Named | Problem]:
    """`false` for a whole group takes the rule away; `true` gives it where one flag says all."""
    key, off = OFF[node.model]
    if not on and off is not False:
        yield Named(join(path, key), node.children[key], off)  # type: ignore[arg-type]
    elif off is False:
        yield Named(join(path, key), node.children[key], on)  # type: ignore[arg-type]
    else:
        yield _not_a_value(path, node, on)


def _not_a_value(path: str, node: Node, raw: object) -> Problem:
    if isinstance(node, Group):
        wanted = f"one of its parameters: {', '.join(node.children)}"
        return Problem(path, wanted, "Name the parameter in the path.", found=toml_text(raw))
    word = node.word if isinstance(node, Members) else "one"
    return Problem(path, f"a table for each {word}", f"Name the {word} in the path.", found=toml_text(raw))


def _unknown(full: str, path: str, node: Node, members: _Known) -> Problem:
    """A path that leads nowhere, with the nearest that does."""
    if isinstance(node, Leaf):
        return Problem(full, f"nothing below {path}, which is a value", "Shorten the path.")
    if isinstance(node, Members) and members is None:
        kind = "a number from 1 to 99" if node.numbered else "small letters, digits and _, beginning with a letter"
        return Problem(full, f"as name of a {node.word} {kind}", "Rename it.")
    if members is None:
        near = nearest(full, [join(path, key) for key in node.children]) if isinstance(node, Group) else None
        return Problem(full, "a parameter of the vocabulary", "Correct the path, or take it out.", nearest=near)
    near = nearest(full, [p for p, _ in leaves_below("", ROOT, members)])
    advice = "Correct the path; `tablo rules` lists them all."
    return Problem(full, "a parameter of this rule set", advice, nearest=near)


def _wrong_value(path: str, leaf: Leaf, error: Any) -> Problem:
    loc, found = error["loc"], error["input"]
    where = path + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc)
    wanted = wording.wanted(wording.item(leaf.annotation)) if loc else leaf.wanted
    near = nearest(found, leaf.options) if isinstance(found, str) else None
    return Problem(where, wanted, _advice(found, wanted, error["type"]), found=toml_text(found), nearest=near)


def _advice(found: object, wanted: str, kind: str) -> str:
    if kind == "decimal_max_places":
        return "Round it; it has too many decimals."
    if isinstance(found, str) and found.replace(",", ".", 1).replace(".", "", 1).lstrip("+-").isdecimal():
        return "Write the number without quotes, with a point."
    if wanted.startswith("a list") and not isinstance(found, list | tuple | Mapping):
        return "Write a list in square brackets, texts in quotes."
    return "Correct the value."
