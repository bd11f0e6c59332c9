"""A rule set as the what-if controls need it: every parameter with its value, clause, assumption and kind of widget."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from pipelines.ruleset import listing
from pipelines.ruleset.dated import RuleSet
from pipelines.ruleset.paths import Leaf, leaf_at

Kind = Literal["flag", "choice", "choices", "whole", "number", "numbers", "ladder", "text"]
_MEMBERS: Final = (("games", 2), ("series", 2), ("rounds", 4), ("variants", 6))
"""What a rule set names itself, and how many keys lead to one of it."""


@dataclass(frozen=True, eq=False)
class Control:
    """One parameter of a league: `value` is the one now in force, or the neutral one where the rule set is silent."""

    path: str
    leaf: Leaf
    value: object
    clause: str | None
    assumed: str | None
    unset: bool

    @property
    def group(self) -> str:
        """The game, round, variant or series it belongs to: `games.quiz.rounds.1`; empty where it is the league's."""
        parts = self.path.split(".")
        depths = [depth for word, depth in _MEMBERS if len(parts) > depth and parts[depth - 2] == word]
        return ".".join(parts[: max(depths, default=0)])

    @property
    def kind(self) -> Kind:
        """Which widget it has."""
        return kind(self.leaf.annotation)


def controls(rule_set: RuleSet) -> tuple[Control, ...]:
    """Every parameter that can be changed alone, in the order of the vocabulary; names of things are left out.

    What the rule set leaves out is `unset`; of a rule that is not there at all, no part is listed.
    """
    in_force = rule_set.in_force[-1]
    rows = listing.parameters(rule_set).unique("path", keep="last", maintain_order=True)
    made = [
        Control(path, leaf, in_force.get(path, leaf.default), clause, assumed, unset)
        for path, clause, assumed, unset in rows.select("path", "clause", "assumed", "unset").iter_rows()
        if not (leaf := leaf_at(path)).about.plain
    ]
    return tuple(each for each in made if not (each.unset and _lacks_its_rule(each, in_force)))


def kind(annotation: Any) -> Kind:
    """The widget for values of a type."""
    bare = _bare(annotation)
    if get_origin(bare) is tuple:
        item = _bare(get_args(bare)[0])
        if isinstance(item, type) and issubclass(item, BaseModel):
            return "ladder"
        return "numbers" if item in (int, Decimal) else "choices"
    if get_origin(bare) is Literal:
        return "choice"
    kinds: dict[Any, Kind] = {bool: "flag", int: "whole", Decimal: "number"}
    return kinds.get(bare, "text")


def bounds(annotation: Any) -> tuple[float | None, float | None]:
    """The least and the largest number allowed."""
    limits = [limit for mark in _marks(annotation) if isinstance(mark, FieldInfo) for limit in mark.metadata]
    low = next((m.ge for m in limits if isinstance(m, Ge)), next((m.gt for m in limits if isinstance(m, Gt)), None))
    high = next((m.le for m in limits if isinstance(m, Le)), None)
    return (None if low is None else float(low), None if high is None else float(high))  # type: ignore[arg-type]


def options(control: Control, rule_set: RuleSet) -> tuple[str, ...]:
    """The words a value may be; criteria of other games and series by their real names."""
    own = control.path.split(".")[1] if "." in control.path else ""
    games, series = (_members(rule_set, kind) for kind in ("games", "series"))
    named = {
        "games.H.points": [f"games.{name}.points" for name in games if name != own],
        "games.H.place": [f"games.{name}.place" for name in games if name != own],
        "series.X.points": [f"series.{name}.points" for name in series if name != own],
    }
    if control.path.endswith(".game"):
        return tuple(games)
    return tuple(word for option in control.leaf.options for word in named.get(option, [option]))


def _members(rule_set: RuleSet, kind: str) -> list[str]:
    found = [path.split(".")[1] for path in rule_set.parameters if path.startswith(f"{kind}.")]
    return list(dict.fromkeys(found))


def _lacks_its_rule(control: Control, in_force: Any) -> bool:
    """Whether a part stands alone: its optional group is not in force, so setting it would do nothing."""
    from pipelines.ruleset.build import lacking

    return bool(lacking(control.path, in_force, {control.path: control.value})) or (
        control.leaf.default is None and control.leaf.required
    )


def _bare(annotation: Any) -> Any:
    """The type without its marks and without `None`."""
    if get_origin(annotation) is Annotated:
        return _bare(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return _bare(next(arg for arg in get_args(annotation) if arg is not NoneType))
    return annotation


def _marks(annotation: Any) -> list[Any]:
    if get_origin(annotation) is Annotated:
        inner, *marks = get_args(annotation)
        return [*_marks(inner), *marks]
    if get_origin(annotation) in (Union, UnionType):
        return [mark for arg in get_args(annotation) for mark in _marks(arg)]
    return []
