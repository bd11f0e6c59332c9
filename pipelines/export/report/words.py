"""What codes are called in a report."""

from __future__ import annotations

from datetime import date
from typing import Final

import polars as pl

from pipelines.export import told
from pipelines.export.report.language import N_, Language
from pipelines.ruleset.vocabulary import Rules, Series

CRITERIA: Final = {
    "points": N_("points"),
    "later_rounds": N_("later rounds"),
    "closing_run": N_("closing run of right answers"),
    "shootout": N_("shoot-out"),
    "question_rating": N_("rating of the questions taken"),
    "declared": N_("as declared"),
    "shared": N_("shared"),
    "most_firsts": N_("most first places"),
    "last_event": N_("the last event"),
}
CODES: Final = {
    "winner": N_("winner"),
    "vice": N_("vice-champion"),
    "won": N_("won"),
    "leading": N_("leading"),
    "guaranteed": N_("guaranteed"),
    "possible": N_("possible"),
    "in": "",
    "out_of_contest": N_("out of contest"),
    "disqualified": N_("disqualified"),
    "planned": N_("planned"),
    "live": N_("live"),
    "final": N_("final"),
    "cancelled": N_("cancelled"),
    "held": N_("held"),
    "error": N_("error"),
    "warning": N_("warning"),
    "regular": N_("regular"),
    "invitational": N_("by invitation"),
    "championship": N_("championship"),
}
SEASONS: Final = {3: N_("spring {years}"), 6: N_("summer {years}"), 9: N_("autumn {years}"), 12: N_("winter {years}")}
"""Quarters by their first month."""


def code(t: Language, value: str) -> str:
    """A word of a closed list; itself where it is none."""
    said = CODES.get(value, value)
    return t(said) if said else ""


def criterion(t: Language, rules: Rules, value: str) -> str:
    """A criterion; games and series by their titles."""
    if value in CRITERIA:
        return t(CRITERIA[value])
    kind, name, what = value.split(".")
    if kind == "series":
        return t("points in “{name}”").format(name=series(rules, name))
    return (t("place in “{name}”") if what == "place" else t("points in “{name}”")).format(name=game(rules, name))


def findings(t: Language, rules: Rules, rows: pl.DataFrame) -> pl.Series:
    """Of each finding what was found and what to do; in English as the command tells it."""
    speaker = told.Speaker(
        message=t,
        moment=lambda moment: f"{t.day(moment)}, {moment:%H:%M}",
        decimal_sign=t.decimal_sign,
        criterion=lambda value: criterion(t, rules, value),
        game=lambda name: game(rules, name),
        series=lambda name: series(rules, name),
    )
    return told.whole(rows, None if t.code == "en" else speaker)


def game(rules: Rules, name: str) -> str:
    found = rules.games.get(name)
    return (found.title if found else "") or name


def series(rules: Rules, name: str) -> str:
    found = rules.series.get(name)
    return (found.title if found else "") or name


def period(t: Language, kind: str, key: str) -> str:
    """`March 2026`, `winter 2025/26`, `2025/26`, as in the middle of a sentence."""
    if kind == "career":
        return t("all time")
    if kind not in ("month", "quarter"):
        return key
    year, month = (int(part) for part in key.split("-"))
    if kind == "month":
        return t.day(date(year, month, 1), "LLLL y")
    years = f"{year}/{(year + 1) % 100:02d}" if month == 12 else str(year)
    return t(SEASONS[month]).format(years=years)


def series_rule(t: Language, rules: Rules, of: Series) -> str:
    """How the teams of a series are ordered, and what is left out of the sum."""
    said = [_level(t, rules, of)]
    if of.leader_by:
        criteria = ", ".join(criterion(t, rules, c) for c in of.leader_by)
        said.append(t("Level for the lead, the first is found by: {criteria}.").format(criteria=criteria))
    if of.keep_best is not None:
        said.append(t.many("The best result counts.", "The {n} best results count.", of.keep_best))
    elif of.drop_by_events:
        said.append(t("The worst results are dropped, more of them the more events there were."))
    elif of.drop_worst:
        said.append(t.many("The worst result is dropped.", "The {n} worst results are dropped.", of.drop_worst))
        said += [t("An absence is a result of 0.")] if of.absent == "zero" else []
    return " ".join(said)


def _level(t: Language, rules: Rules, of: Series) -> str:
    if not of.place_by:
        return t("Teams level on points share the place.")
    criteria = ", ".join(criterion(t, rules, c) for c in of.place_by)
    return t("Teams level on points are split by: {criteria}.").format(criteria=criteria)
