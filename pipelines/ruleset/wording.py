"""What values a parameter takes, in words: read off its type, so that it cannot differ from what is checked."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from pipelines.ruleset.tomltext import toml_text


def wanted(annotation: Any) -> str:
    """The allowed values: `a whole number, 0 or more`, `"wrong" or "none"`, `a list of …`."""
    bare, marks = _unwrap(annotation)
    if words := _words(bare, marks):
        return f"one of {', '.join(words)}" if len(words) > 2 else " or ".join(words)
    origin, args = get_origin(bare), get_args(bare)
    if origin is tuple and args[-1] is Ellipsis:
        return f"a list, each {wanted(args[0])}"
    if origin is tuple:
        return f"a list of {len(args)}, each {wanted(args[0])}"
    if isinstance(bare, type) and issubclass(bare, BaseModel):
        return f"a table with {', '.join(bare.model_fields)}"
    kinds = {int: "a whole number", Decimal: "a number", str: "a text"}
    return kinds.get(bare, str(bare)) + _bounds(marks)


def item(annotation: Any) -> Any:
    """The type of a list's items; any other type as it is."""
    bare, _ = _unwrap(annotation)
    return get_args(bare)[0] if get_origin(bare) is tuple else annotation


def options(annotation: Any) -> tuple[str, ...]:
    """The words that a value, or each item of its list, may be; none where they cannot be listed."""
    bare, marks = _unwrap(annotation)
    if get_origin(bare) is tuple:
        return options(get_args(bare)[0])
    if get_origin(bare) is Literal:
        return tuple(map(str, get_args(bare)))
    return tuple(str(e) for mark in marks if isinstance(mark, FieldInfo) for e in mark.examples or ())


def _unwrap(annotation: Any) -> tuple[Any, list[Any]]:
    """The type without its marks and without `None`, and the marks."""
    if get_origin(annotation) is Annotated:
        inner, *marks = get_args(annotation)
        bare, below = _unwrap(inner)
        return bare, [*below, *marks]
    if get_origin(annotation) in (Union, UnionType):
        return _unwrap(next(arg for arg in get_args(annotation) if arg is not NoneType))
    return annotation, []


def _words(bare: Any, marks: Iterable[Any]) -> list[str]:
    if bare is bool:
        return ["true", "false"]
    if get_origin(bare) is Literal:
        return [toml_text(word) for word in get_args(bare)]
    return [toml_text(e) for mark in marks if isinstance(mark, FieldInfo) for e in mark.examples or ()]


def _bounds(marks: Iterable[Any]) -> str:
    limits = [limit for mark in marks if isinstance(mark, FieldInfo) for limit in mark.metadata]
    low = next((m.ge for m in limits if isinstance(m, Ge)), None)
    above = next((m.gt for m in limits if isinstance(m, Gt)), None)
    high = next((m.le for m in limits if isinstance(m, Le)), None)
    if above is not None:
        return f" above {above}" + (f", up to {high}" if high is not None else "")
    if low is None:
        return ""
    return f", {low} or more" if high is None else f" from {low} to {high}"
