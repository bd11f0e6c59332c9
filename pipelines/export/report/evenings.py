"""The tables of the evenings: points by round, what decided each place, the winner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from pipelines.export.readable import Presented
from pipelines.export.report import words
from pipelines.export.report.language import Language
from pipelines.export.shown import Shown, event_table
from pipelines.ruleset.vocabulary import Rules
from pipelines.tables import COEFFICIENT_UNITS, Scored

if TYPE_CHECKING:
    from pipelines.export.report.contents import Subject


def evening_tables(subject: Subject, events: pl.DataFrame, t: Language) -> Iterator[Presented]:
    """One table per game of each of these events that has results."""
    played = subject.scored.standings.join(events.select("event"), on="event", how="semi")
    for event in events.iter_rows(named=True):
        rules = subject.rules.of_event(event["event"], event["date"])
        for game in played.filter(event=event["event"])["game"].unique().sort().to_list():
            shown = event_table(subject.facts, _of(subject, event["event"]), event["event"], game)
            yield _table(subject, event, game, rules, shown, t)


def _of(subject: Subject, event: str) -> Scored:
    """The scores of one event alone: what one table needs is not looked for among all."""
    scored = subject.scored
    only = {name: getattr(scored, name).filter(event=event) for name in ("standings", "round_points", "event_states")}
    return replace(scored, **only)


def _table(subject: Subject, event: dict[str, Any], game: str, rules: Rules, shown: Shown, t: Language) -> Presented:
    several = len(rules.games) > 1
    title = " · ".join(filter(None, (t.day(event["date"]), event["title"] or event["event"])))
    return Presented(
        shown,
        _labels(shown, t),
        {
            "decided_by": lambda value: words.criterion(t, rules, value),
            "status": lambda value: words.code(t, value),
        },
        title=f"{title} · {words.game(rules, game)}" if several else title,
        subtitle=event["city"] or "",
        notes=list(_notes(subject, event["event"], shown, rules, t)),
    )


def _labels(shown: Shown, t: Language) -> dict[str, str]:
    """Columns in the order in which a row adds up; what says nothing that evening is left out."""
    frame = shown.frame
    labels = {"place": t("Place"), "team": t("Team"), "points": t("Points")}
    labels |= {name: name[1:] for name in frame.columns if name[:1] == "r" and name[1:].isdecimal()}
    for name, neutral, label in (
        ("handicap", 0, t("Handicap")),
        ("adjustment", 0, t("Adjustment")),
        ("coefficient", COEFFICIENT_UNITS, t("Coefficient")),
        ("status", "in", t("Status")),
    ):
        if (frame[name].cast(pl.String) != str(neutral)).any():
            labels[name] = label
    return labels | ({"decided_by": t("Ahead by")} if frame["decided_by"].null_count() < frame.height else {})


def _notes(subject: Subject, event: str, shown: Shown, rules: Rules, t: Language) -> Iterator[str]:
    winners = shown.frame.filter(winner=1)
    if winners.height:
        names = ", ".join(winners["team"])
        by = ", ".join(words.criterion(t, rules, c) for c in winners["won_by"].drop_nulls().unique().sort())
        yield t("Winner of the evening: {names} ({by}).").format(names=names, by=by)
    state, provisional = subject.scored.event_states.filter(event=event).select("state", "provisional").row(0)
    if state == "held":
        held = words.findings(t, rules, subject.scored.findings.filter(pl.col("holds"), event=event))
        yield t("Held: {why}").format(why=" ".join(held.unique(maintain_order=True)))
    elif provisional:
        yield t("Provisional: some results wait to be mended.")
