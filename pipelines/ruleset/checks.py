"""What must fit together in rules that are right one by one: names that exist, no circles, no contradictions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Final

from pipelines.ruleset.errors import Problem, nearest
from pipelines.ruleset.tomltext import toml_text
from pipelines.ruleset.vocabulary import Game, Rules, Series

_NAME_IT: Final = "Use a name of this rule set."


def check(rules: Rules) -> Iterator[Problem]:
    """Everything in these rules that does not fit together."""
    for name, game in rules.games.items():
        path = f"games.{name}"
        yield from _criteria_of_game(path, game, rules)
        yield from _rounds_named(path, game)
        yield from _pairs_in_order(path, game)
        yield from _chooser(path, game)
    yield from _circles(rules)
    for name, series in rules.series.items():
        path = f"series.{name}"
        yield from _names_of_series(path, name, series, rules)
        yield from _drops(path, series)
        yield from _titles(path, series)
        yield from _ranks(path, series)


def _criteria_of_game(path: str, game: Game, rules: Rules) -> Iterator[Problem]:
    for key, criteria in (("place_by", game.place_by), ("winner_by", game.winner_by or ())):
        yield from _twice(f"{path}.{key}", criteria)
        for criterion in criteria:
            if criterion.startswith("games."):
                yield from _known(f"{path}.{key}", criterion.split(".")[1], rules.games, "game", criterion)
    if "shootout" in {*game.place_by, *(game.winner_by or ())} and game.shootout is None:
        yield Problem(f"{path}.shootout", "its kind and places, since a criterion names it", "Describe the shoot-out.")


def _rounds_named(path: str, game: Game) -> Iterator[Problem]:
    jokers = {"double": game.jokers.double, "copy": game.jokers.copy_, "first_letter": game.jokers.first_letter}
    named = {f"{path}.jokers.{name}.rounds": joker.rounds for name, joker in jokers.items() if joker}
    named[f"{path}.tables_after"] = game.tables_after
    for where, rounds in named.items():
        for number in rounds:
            if number not in game.rounds:
                numbers = ", ".join(map(str, game.rounds)) or "none yet"
                yield Problem(where, f"a round of the game ({numbers})", "Correct the number.", found=str(number))


def _pairs_in_order(path: str, game: Game) -> Iterator[Problem]:
    pairs: dict[str, tuple[Decimal | int, Decimal | int] | None] = {f"{path}.team_size": game.team_size}
    pairs |= {f"{path}.rounds.{n}.value_range": r.value_range for n, r in game.rounds.items()}
    for where, pair in pairs.items():
        if pair is not None and pair[0] > pair[1]:
            yield Problem(where, "the smaller number first", "Swap the two.", found=toml_text(pair))


def _chooser(path: str, game: Game) -> Iterator[Problem]:
    for number, rules in game.rounds.items():
        if rules.chosen_by and not rules.variants:
            where = f"{path}.rounds.{number}.chosen_by"
            yield Problem(where, "variants to choose from", "Describe the round's variants, or take this out.")


def _circles(rules: Rules) -> Iterator[Problem]:
    """Places of games that wait for each other. A winner may look at any place, since no place waits for a winner."""
    waits = {
        name: [c.split(".")[1] for c in game.place_by if c.startswith("games.") and c.endswith(".place")]
        for name, game in rules.games.items()
    }
    for name in waits:
        if name in _reached(name, waits):
            yield Problem(
                f"games.{name}.place_by",
                "places that do not wait for themselves",
                "Use the other game's points, or take the criterion out of one of the games.",
                found=toml_text(rules.games[name].place_by),
            )


def _reached(start: str, waits: Mapping[str, list[str]]) -> set[str]:
    reached: set[str] = set()
    ahead = list(waits[start])
    while ahead:
        name = ahead.pop()
        if name not in reached:
            reached.add(name)
            ahead += waits.get(name, [])
    return reached


def _names_of_series(path: str, name: str, series: Series, rules: Rules) -> Iterator[Problem]:
    yield from _known(f"{path}.game", series.game, rules.games, "game")
    for key, criteria in (("place_by", series.place_by), ("leader_by", series.leader_by)):
        yield from _twice(f"{path}.{key}", criteria)
        for other in [c.split(".")[1] for c in criteria if c.startswith("series.")]:
            found = f"series.{other}.points"
            yield from _known(f"{path}.{key}", other, rules.series, "series", found)
            if other == name:
                advice = "Name the series that decides."
                yield Problem(f"{path}.{key}", "another series", advice, found=toml_text(found))
    if series.value == "place_points" and not series.place_points:
        yield Problem(f"{path}.place_points", "points by place, since they are added up", "Write the list.")


def _drops(path: str, series: Series) -> Iterator[Problem]:
    ways = [key for key in ("drop_worst", "keep_best", "drop_by_events") if getattr(series, key)]
    if len(ways) > 1:
        wanted = "one of drop_worst, keep_best and drop_by_events"
        yield Problem(path, wanted, "Keep one of them.", found=" and ".join(ways))
    if list(series.drop_by_events) != sorted(series.drop_by_events):
        found = toml_text(series.drop_by_events)
        yield Problem(f"{path}.drop_by_events", "numbers that never fall", "Correct the list.", found=found)


def _titles(path: str, series: Series) -> Iterator[Problem]:
    if series.titles.vice and series.titles.vice.when != "never" and series.titles.winner is None:
        wanted = "a winner, since a vice title follows one"
        yield Problem(f"{path}.titles.winner", wanted, "Give the winner's title, or take the vice title out.")


def _ranks(path: str, series: Series) -> Iterator[Problem]:
    at = [step.at for step in series.ranks]
    if at != sorted(set(at)):
        advice = "Put the ranks in order, each at more points."
        yield Problem(f"{path}.ranks", "steps that rise", advice, found=toml_text(at))
    yield from _twice(f"{path}.ranks", [step.name for step in series.ranks])
    if series.ranks and series.period != "career":
        advice = "Take the ranks out, or make the series a career."
        yield Problem(f"{path}.ranks", 'period = "career"', advice, found=toml_text(series.period))


def _known(where: str, name: str, real: Iterable[str], word: str, found: str | None = None) -> Iterator[Problem]:
    names = list(real)
    if name not in names:
        wanted = f"a {word} of this rule set ({', '.join(names)})"
        yield Problem(where, wanted, _NAME_IT, found=toml_text(found or name), nearest=nearest(name, names))


def _twice(where: str, items: Iterable[str]) -> Iterator[Problem]:
    seen: set[str] = set()
    for item in items:
        if item in seen:
            yield Problem(where, "each once", "Take the second one out.", found=f"{toml_text(item)} twice")
        seen.add(item)
