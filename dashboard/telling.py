"""Rules in sentences, as they stand under a table."""

from __future__ import annotations

from dashboard import words
from dashboard.language import _, ngettext
from pipelines.ruleset.vocabulary import Game, Rules, Series


def series_rule(series: Series, rules: Rules) -> str:
    """How the teams of a series are ordered, and what is left out of the sum."""
    return " ".join(part for part in (_level(series, rules), _lead(series, rules), _dropped(series)) if part)


def _level(series: Series, rules: Rules) -> str:
    if not series.place_by:
        return _("Teams level on points share the place.")
    return _("Teams level on points are split by: {criteria}.").format(criteria=_list(series.place_by, rules))


def _lead(series: Series, rules: Rules) -> str:
    if not series.leader_by:
        return ""
    return _("Level for the lead, the first is found by: {criteria}.").format(criteria=_list(series.leader_by, rules))


def _dropped(series: Series) -> str:
    if series.keep_best is not None:
        said = ngettext("The best result counts.", "The {n} best results count.", series.keep_best)
        return said.format(n=series.keep_best)
    if series.drop_by_events:
        return _("The worst results are dropped, more of them the more events there were.")
    if not series.drop_worst:
        return ""
    said = ngettext("The worst result is dropped.", "The {n} worst results are dropped.", series.drop_worst)
    absent = _("An absence is a result of 0.") if series.absent == "zero" else ""
    return f"{said.format(n=series.drop_worst)} {absent}".strip()


def game_rule(game: Game, rules: Rules) -> str:
    """How the teams of an evening are ordered, and who is its winner."""
    said = [_("Places by: {criteria}.").format(criteria=_list(game.place_by, rules))]
    if game.winner_by and game.winner_by != game.place_by:
        said.append(_("Winner by: {criteria}.").format(criteria=_list(game.winner_by, rules)))
    said.append(_("Teams still level share the place."))
    return " ".join(said)


def _list(criteria: tuple[str, ...], rules: Rules) -> str:
    return ", ".join(words.criterion(code, rules) for code in criteria)
