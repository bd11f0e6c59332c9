"""A league's `league.toml`: its rule set, its names, how its files are to be read, and its special evenings."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import available_timezones

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipelines.ruleset import wording
from pipelines.ruleset.dated import RuleSet, Values
from pipelines.ruleset.errors import Problem, RuleErrors, nearest, raise_any
from pipelines.ruleset.load import load_rule_set, parse_rule_set, read_toml, rule_set_file, shown
from pipelines.ruleset.patch import check_patch
from pipelines.ruleset.tomltext import parse_toml, toml_text

_Text = Annotated[str, Field(min_length=1)]
_Flag = Annotated[bool, Field(strict=True)]


class FileHint(BaseModel):
    """How one file is to be read, where its name and headers do not say it.

    `layout` is the kind of sheet as FORMATS names them; `header_row` the row a spreadsheet shows; `team`, `total` and
    `place` are headings; `rounds` gives the number of the round that a heading means.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    event: _Text | None = None
    game: _Text | None = None
    layout: _Text | None = None
    sheet: _Text | None = None
    header_row: Annotated[int, Field(ge=1, strict=True)] | None = None
    team: _Text | None = None
    total: _Text | None = None
    place: _Text | None = None
    rounds: Mapping[str, Annotated[int, Field(ge=1, strict=True)]] = {}
    encoding: _Text | None = None
    delimiter: _Text | None = None


class _Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    rule_set: _Text
    title: _Text | None = None
    timezone: _Text = "UTC"
    language: Annotated[str, Field(pattern="^[a-z]{2}$")] = "en"
    closed: tuple[_Text, ...] = ()
    totals_contain_handicap: _Flag = False
    files: Mapping[str, FileHint] = {}
    events: Mapping[str, Mapping[str, Any]] = {}


@dataclass(frozen=True)
class League:
    """One organiser's competition. `events` gives, by event, the values that differ on that evening."""

    id: str
    title: str
    timezone: str
    language: str
    closed: frozenset[str]
    totals_contain_handicap: bool
    files: Mapping[str, FileHint]
    events: Mapping[str, Values]
    rule_set: RuleSet

    @cached_property
    def fingerprint(self) -> str:
        """Equal for leagues whose files are read and scored alike; of rule set, hints and evenings."""
        plain = (self.id, self.title, self.timezone, self.language, sorted(self.closed), self.totals_contain_handicap)
        told = repr((plain, sorted(self.files.items()), _sorted(self.events), self.rule_set.fingerprint))
        return hashlib.sha256(told.encode()).hexdigest()

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, League) and self.fingerprint == other.fingerprint


@dataclass(frozen=True)
class Texts:
    """What a league's rules are made of: the text of its `league.toml`, and that of its rule set's file."""

    league: str
    rules: str


def load_league(folder: Path) -> League:
    """The league of a folder. Raises `RuleErrors` with all problems of `league.toml` and of its rule set."""
    file = folder / "league.toml"
    return _league(read_toml(file), folder.resolve().name, shown(file), partial(load_rule_set, base=folder))


def league_texts(folder: Path) -> Texts:
    """The texts from which `league_of_texts` makes the same league without its folder. Raises `RuleErrors`."""
    file = folder / "league.toml"
    rules = rule_set_file(str(read_toml(file).get("rule_set")), folder)
    read_toml(rules)
    return Texts(*(path.read_text(encoding="utf-8-sig") for path in (file, rules)))


def league_of_texts(name: str, texts: Texts) -> League:
    """The league of a folder of that name, from its `league_texts`. Raises `RuleErrors`."""

    def rule_set(named: str) -> RuleSet:
        return parse_rule_set(parse_toml(texts.rules), Path(named).name.removesuffix(".toml"), named)

    return _league(parse_toml(texts.league), name, "league.toml", rule_set)


def _league(table: Mapping[str, Any], name: str, file: str, rule_set_of: Callable[[str], RuleSet]) -> League:
    settings, problems = _settings(table)
    problems = [replace(problem, file=file) for problem in problems]
    rule_set = _rule_set(settings, rule_set_of, file, problems)
    raise_any(problems)
    assert settings is not None
    assert rule_set is not None
    return League(
        id=name,
        title=settings.title or name,
        timezone=settings.timezone,
        language=settings.language,
        closed=frozenset(settings.closed),
        totals_contain_handicap=settings.totals_contain_handicap,
        files=settings.files,
        events=_evenings(settings.events, rule_set, file),
        rule_set=rule_set,
    )


def _settings(table: Mapping[str, Any]) -> tuple[_Settings | None, list[Problem]]:
    try:
        settings = _Settings.model_validate(table)
    except ValidationError as error:
        return None, [_problem(e) for e in error.errors(include_url=False)]
    return settings, list(_unknown_timezone(settings.timezone))


def _rule_set(
    settings: _Settings | None, rule_set_of: Callable[[str], RuleSet], file: str, problems: list[Problem]
) -> RuleSet | None:
    if settings is None:
        return None
    try:
        return rule_set_of(settings.rule_set)
    except RuleErrors as errors:
        problems += [problem if problem.file else replace(problem, file=file) for problem in errors.problems]
        return None


def _evenings(events: Mapping[str, Mapping[str, Any]], rule_set: RuleSet, file: str) -> dict[str, Values]:
    found: dict[str, Values] = {}
    problems: list[Problem] = []
    for event, patch in events.items():
        try:
            found[event] = check_patch(rule_set, patch, evening=True)
        except RuleErrors as errors:
            problems += [replace(p, path=f'events."{event}": {p.path}') for p in errors.problems]
    raise_any(problems, file)
    return found


def _unknown_timezone(name: str) -> Iterator[Problem]:
    known = available_timezones()
    if name not in known:
        wanted = "a time zone such as Europe/Sofia"
        yield Problem("timezone", wanted, "Correct the name.", found=toml_text(name), nearest=nearest(name, known))


def _problem(error: Any) -> Problem:
    """What pydantic found, said as everything else here is."""
    *above, key = [str(part) for part in error["loc"]]
    path = ".".join([*above, key])
    model: type[BaseModel] = FileHint if above[:1] == ["files"] else _Settings
    if error["type"] == "extra_forbidden":
        keys = list(model.model_fields)
        return Problem(path, f"one of {', '.join(keys)}", "Correct the key.", nearest=nearest(key, keys))
    if error["type"] == "missing":
        return Problem(path, "a text", 'Add it, for example rule_set = "berlin_60s".')
    return Problem(path, _wanted(model, error["loc"]), "Correct the value.", found=toml_text(error["input"]))


def _wanted(model: type[BaseModel], loc: tuple[str | int, ...]) -> str:
    key = next((part for part in reversed(loc) if part in model.model_fields), None)
    if key in ("files", "events", "rounds"):
        return "a whole number, 1 or more, for each heading" if key == "rounds" else f'a table such as [{key}."…"]'
    if key == "language":
        return 'two small letters, such as "bg"'
    return wording.wanted(model.model_fields[str(key)].annotation) if key else "another value"


def _sorted(events: Mapping[str, Values]) -> list[tuple[str, list[tuple[str, object]]]]:
    return [(event, sorted(values.items())) for event, values in sorted(events.items())]
