"""The value of a rule in words of the page's language: numbers with its signs, codes by their names."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, get_args, get_origin

from babel.numbers import format_percent

from dashboard import rules_of, scenarios, words
from dashboard.language import _, current, number
from pipelines.ruleset.paths import leaf_at
from pipelines.ruleset.vocabulary import RankStep, Rules

_CRITERIA = ("place_by", "winner_by", "leader_by")


def said(path: str, value: object, rules: Rules | None) -> str:
    """A value of the parameter at a path; `rules` give games and series their titles."""
    if value is None:
        return _("not set")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int | float | Decimal):
        return _share(value) if _is_share(path) else figure(value)
    if isinstance(value, list | tuple):
        return _several(path, value, rules)
    return word(path, str(value), rules)


def figure(value: int | float | Decimal) -> str:
    """A number with as many decimals as it has."""
    plain = scenarios.text_of(value)
    return number(plain, len(plain.partition(".")[2]))


def step(rank: RankStep) -> str:
    """A step of a ladder: `200: NAME (perk)`."""
    perk = f" ({rank.perk})" if rank.perk else ""
    return f"{figure(rank.at)}: {rank.name}{perk}"


def _several(path: str, values: Sequence[object], rules: Rules | None) -> str:
    texts = [step(each) if isinstance(each, RankStep) else said(path, each, rules) for each in values]
    if _is_range(path) and len(texts) == 2:
        return texts[0] if texts[0] == texts[1] else f"{texts[0]}–{texts[1]}"
    sign = "; " if any("," in text for text in texts) else ", "
    return sign.join(texts) or _("nothing")


def word(path: str, value: str, rules: Rules | None) -> str:
    """A word that the parameter of this path may be: a criterion, a game, one of `words.OPTIONS`."""
    key = path.rpartition(".")[2]
    if key in _CRITERIA:
        return words.criterion(value, rules)
    return words.game(rules, value) if key == "game" else words.option(path, value)


def _is_share(path: str) -> bool:
    """Whether a number is a part of a whole."""
    of = leaf_at(path).annotation
    return rules_of.kind(of) == "number" and rules_of.bounds(of) == (0.0, 1.0)


def _is_range(path: str) -> bool:
    """Whether a list is a pair: from and to."""
    return any(get_origin(each) is tuple and get_args(each)[-1] is not Ellipsis for each in _types(path))


def _types(path: str) -> list[Any]:
    of = leaf_at(path).annotation
    return [of, *get_args(of), *(inner for each in get_args(of) for inner in get_args(each))]


def _share(value: int | float | Decimal) -> str:
    return str(format_percent(Decimal(str(value)), locale=current(), decimal_quantization=False))
