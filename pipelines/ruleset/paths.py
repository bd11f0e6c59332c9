"""The vocabulary as a tree of paths: `games.quiz.late` is a parameter, `games.quiz.shootout` a group of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter
from pydantic_core import PydanticUndefined

from pipelines.ruleset import wording
from pipelines.ruleset.vocabulary import About, Model, Rules

_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_MOST_ROUNDS: Final = 99
_WORD_OF: Final = {"games": "game", "series": "series", "rounds": "round", "variants": "variant"}


@dataclass(frozen=True, eq=False)
class Leaf:
    """One parameter of the vocabulary; `default` is the neutral value, `required` where its group needs it."""

    about: About
    annotation: Any
    required: bool
    default: object

    @cached_property
    def adapter(self) -> TypeAdapter[Any]:
        """What checks a value."""
        return TypeAdapter(self.annotation)

    @cached_property
    def wanted(self) -> str:
        """The values allowed, in words."""
        return wording.wanted(self.annotation)

    @cached_property
    def options(self) -> tuple[str, ...]:
        """The words allowed, where they can be listed."""
        return wording.options(self.annotation)


@dataclass(frozen=True, eq=False)
class Group:
    """Several parameters that belong together; an optional one is a rule that may be missing altogether."""

    model: type[Model]
    optional: bool = False

    @cached_property
    def children(self) -> Mapping[str, Node]:
        """What stands below, by the key that a file uses."""
        hints = get_type_hints(self.model, include_extras=True)
        return {f.alias or name: _node(name, f, hints[name]) for name, f in self.model.model_fields.items()}

    @cached_property
    def required(self) -> frozenset[str]:
        """Keys without which the group says nothing."""
        return frozenset(k for k, node in self.children.items() if isinstance(node, Leaf) and node.required)


@dataclass(frozen=True, eq=False)
class Members:
    """Groups that a rule set names itself: games, series, rounds (by number), variants."""

    member: Group
    word: str

    @property
    def numbered(self) -> bool:
        """Rounds go by number."""
        return self.word == "round"

    def keys(self, text: str) -> list[str]:
        """The members that a key names: `quiz`, `1`, `1-6`, or several with commas between; empty if it names none."""
        parts = [part.strip() for part in text.split(",")]
        keys = [key for part in parts for key in self._keys(part)]
        return keys if all(self._keys(part) for part in parts) else []

    def _keys(self, part: str) -> list[str]:
        if not self.numbered:
            return [part] if _NAME.fullmatch(part) else []
        first, _, last = part.partition("-")
        if not (first.isdecimal() and (last or first).isdecimal()) or len(first) > 2 or len(last) > 2:
            return []
        return [str(n) for n in range(int(first), int(last or first) + 1)] if int(first) else []


Node = Leaf | Group | Members
ROOT: Final = Group(Rules)


@dataclass(frozen=True)
class Place:
    """A node of the vocabulary at a path that names real members."""

    path: str
    node: Node = field(compare=False)


@lru_cache(maxsize=4096)
def at(path: str) -> Node:
    """The node of a path that is known to be right."""
    node: Node = ROOT
    for part in path.split("."):
        node = node.member if isinstance(node, Members) else node.children[part]  # type: ignore[union-attr]
    return node


def leaf_at(path: str) -> Leaf:
    """The parameter of a path that is known to be right."""
    node = at(path)
    assert isinstance(node, Leaf)
    return node


@lru_cache(maxsize=4096)
def groups_above(path: str) -> tuple[tuple[str, Group], ...]:
    """The groups that a parameter stands in, from the outermost, each with its path."""
    parts = path.split(".")
    paths = [".".join(parts[:n]) for n in range(1, len(parts))]
    return tuple((p, node) for p in paths if isinstance(node := at(p), Group))


def leaves_below(path: str, node: Node, members: Mapping[str, list[str]]) -> Iterator[tuple[str, Leaf]]:
    """Every parameter below a node; `members` gives the real games, rounds … of each path."""
    if isinstance(node, Leaf):
        yield path, node
    elif isinstance(node, Members):
        for key in members.get(path, []):
            yield from leaves_below(f"{path}.{key}", node.member, members)
    else:
        for key, child in node.children.items():
            yield from leaves_below(join(path, key), child, members)


def members_of(paths: Iterator[str] | list[str] | tuple[str, ...]) -> dict[str, list[str]]:
    """The games, series, rounds and variants that these parameters name, by the path they stand under, in order."""
    found: dict[str, list[str]] = {}
    for path in paths:
        parts = path.split(".")
        for n in range(1, len(parts)):
            above = ".".join(parts[:n])
            keys = found.setdefault(above, []) if isinstance(at(above), Members) else None
            if keys is not None and parts[n] not in keys:
                keys.append(parts[n])
    return found


def join(path: str, key: str) -> str:
    """A path with one more key."""
    return f"{path}.{key}" if path else key


def _node(name: str, info: Any, hint: Any) -> Node:
    about = next((m for m in info.metadata if isinstance(m, About)), None)
    if about is not None:
        default = None if info.is_required() or info.default is PydanticUndefined else info.default
        return Leaf(about, hint, info.is_required(), default)
    bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if get_origin(bare) is not None and issubclass(get_origin(bare) or object, Mapping):
        return Members(Group(get_args(bare)[1]), _WORD_OF[name])
    models = [arg for arg in (get_args(bare) or (bare,)) if isinstance(arg, type) and issubclass(arg, Model)]
    return Group(models[0], optional=type(None) in get_args(bare))
