"""What stands in a report: its title page and sections, made from facts and scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

import polars as pl

from pipelines.export.readable import Presented
from pipelines.export.report import choice, words
from pipelines.export.report.evenings import evening_tables
from pipelines.export.report.language import Language
from pipelines.export.report.season import results_table
from pipelines.export.shown import Shown, ranks_table, titles_table
from pipelines.ruleset.bound import LeagueRules
from pipelines.ruleset.league import League
from pipelines.ruleset.listing import parameters
from pipelines.tables import Facts, Scored

SEVERITIES: Final = ("error", "warning")


@dataclass(frozen=True)
class Section:
    """A part of the report: remarks, then tables."""

    key: str
    title: str
    tables: Sequence[Presented] = ()
    texts: Sequence[str] = ()


@dataclass(frozen=True)
class Report:
    """`about` is the title page: what is said of the whole, each with its heading."""

    title: str
    about: Sequence[tuple[str, Sequence[str]]]
    sections: Sequence[Section]


@dataclass(frozen=True)
class Subject:
    """What a report is about: a league as scored on a day, under a scenario or none."""

    league: League
    rules: LeagueRules
    facts: Facts
    scored: Scored
    as_of: date
    sets: Sequence[str] = ()
    decides: Sequence[str] = ()


def contents(subject: Subject, periods: pl.DataFrame, t: Language) -> Report:
    """The report of these periods (rows of `tables.Periods`, as from `choice.chosen`)."""
    events = choice.evenings(subject.facts, subject.rules, periods)
    sections = [
        Section("standings", t("Standings"), list(_standings(subject, periods, t))),
        Section("titles", t("Titles"), list(_titles(subject, periods, t))),
        Section("ranks", t("Ranks"), list(_ranks(subject, events, t))),
        Section("events", t("Events"), [_calendar(subject, events, t), *evening_tables(subject, events, t)]),
        Section("findings", t("Open findings"), list(_findings(subject, events, t))),
        Section("assumed", t("Assumed rules"), list(_assumed(subject, t)), [_assumed_means(t)]),
    ]
    there = [section for section in sections if section.tables]
    return Report(subject.league.title, list(_about(subject, periods, events, t)), there)


def _about(
    subject: Subject, periods: pl.DataFrame, events: pl.DataFrame, t: Language
) -> Iterator[tuple[str, Sequence[str]]]:
    rows = periods.unique(["series", "period"], maintain_order=True).select("series", "period").iter_rows()
    yield t("Covers"), [_period_title(subject, series, period, t) for series, period in rows]
    if events.height:
        first, last = events.select(first=pl.col("date").min(), last=pl.col("date").max()).row(0)
        final = events.join(subject.scored.event_states.filter(state="final"), on="event", how="semi").height
        yield t("Events"), [f"{t.day(first)} – {t.day(last)}", t.many("{n} final event", "{n} final events", final)]
    yield t("Rules"), [subject.league.rule_set.title or subject.league.rule_set.name]
    yield t("As of"), [t.day(subject.as_of)]
    if subject.sets or subject.decides:
        yield t("A trial under other rules or rulings, not the standings"), [*subject.sets, *subject.decides]
    if periods["provisional"].any():
        yield t("Provisional"), [t("Some results wait to be mended; see the open findings.")]


def _period_title(subject: Subject, series: str, period: str, t: Language) -> str:
    rules = subject.rules.latest()
    kind = rules.series[series].period if series in rules.series else ""
    return f"{words.series(rules, series)}, {words.period(t, kind, period)}"


def _standings(subject: Subject, periods: pl.DataFrame, t: Language) -> Iterator[Presented]:
    rules = subject.rules.latest()
    for row in periods.iter_rows(named=True):
        if row["series"] not in rules.series:
            continue
        notes = [words.series_rule(t, subject.rules.of_period(row["first_date"]), rules.series[row["series"]])]
        if row["provisional"]:
            notes.append(t("Provisional: some results wait to be mended."))
        title = _period_title(subject, row["series"], row["period"], t)
        yield results_table(
            subject.facts,
            subject.scored,
            (row["series"], row["period"], row["city"]),
            t,
            title=", ".join(filter(None, (title, row["city"]))),
            subtitle=t("complete") if row["over"] else t("as it stands"),
            notes=notes,
            by_event=rules.series[row["series"]].period != "career",
        )


def _titles(subject: Subject, periods: pl.DataFrame, t: Language) -> Iterator[Presented]:
    here = ["series", "period", "city"]
    table = titles_table(subject.facts, subject.scored).frame
    keys = periods.select(here)
    rows = table.join(keys, on=here, how="semi", nulls_equal=True, maintain_order="left")
    if rows.is_empty():
        return
    kinds = [_period_title(subject, s, p, t) for s, p in rows.select("series", "period").iter_rows()]
    rows = rows.with_columns(of=pl.Series(kinds, dtype=pl.String))
    labels = {"of": t("Series"), "city": t("City"), "title": t("Title"), "team": t("Team"), "status": t("Status")}
    labels["qualification"] = t("Champion quiz")
    yield _plain(rows, _filled(rows, labels), t, coded=("title", "status", "qualification"))


def _ranks(subject: Subject, events: pl.DataFrame, t: Language) -> Iterator[Presented]:
    facts, scored = subject.facts, subject.scored
    reached = (
        scored.ranks_reached.join(events.select("event", "ord"), on="event")
        .join(facts.teams.select("team_id", "team", "folded"), on="team_id", how="left")
        .sort("ord", "at", "folded")
    )
    reached = reached.with_columns(day=_days(reached["reached_on"], t))
    labels = {"day": t("Day"), "team": t("Team"), "city": t("City"), "rank": t("Rank"), "perk": t("Perk")}
    if reached.height:
        yield _plain(reached, _filled(reached, labels), t, title=t("Reached in this time"))
    now = ranks_table(facts, scored)
    if now.frame.height:
        labels = {"team": t("Team"), "city": t("City"), "points": t("Points"), "rank": t("Rank")}
        labels |= {"next_rank": t("Next rank"), "points_to_next": t("Points to it")}
        yield Presented(now, _filled(now.frame, labels), title=t("All ranks"))


def _calendar(subject: Subject, events: pl.DataFrame, t: Language) -> Presented:
    states = subject.scored.event_states.select("event", state=pl.col("state").cast(pl.String))
    rows = (
        events.drop("state")
        .join(states, on="event", how="left", maintain_order="left")
        .with_columns(pl.col("kind").cast(pl.String), day=_days(events["date"], t))
    )
    labels = {"day": t("Day"), "event": t("Event"), "title": t("Name"), "city": t("City"), "kind": t("Kind")}
    labels |= {"state": t("State"), "package": t("Package"), "prize": t("Prize")}
    return _plain(rows, _filled(rows, labels), t, title=t("All events"), coded=("kind", "state"))


def _findings(subject: Subject, events: pl.DataFrame, t: Language) -> Iterator[Presented]:
    about = pl.col("event").is_null() | pl.col("event").is_in(events["event"].implode())
    rows = (
        subject.scored.findings.filter(about, pl.col("severity").is_in(SEVERITIES))
        .sort("severity", "event", "file", "row", maintain_order=True)
        .with_columns(pl.col("severity").cast(pl.String))
    )
    labels = {"severity": t("Severity"), "event": t("Event"), "file": t("File"), "row": t("Row")}
    labels |= {"column": t("Column"), "message": t("What was found, and what to do")}
    if rows.height:
        rows = rows.with_columns(message=words.findings(t, subject.rules.latest(), rows))
        yield _plain(rows, _filled(rows, labels), t, coded=("severity",))


def _assumed(subject: Subject, t: Language) -> Iterator[Presented]:
    forced = subject.rules.forced
    rows = parameters(subject.league.rule_set).filter(
        pl.col("assumed").is_not_null(), ~pl.col("unset"), ~pl.col("path").is_in(list(forced))
    )
    labels = {"clause": t("Clause"), "path": t("Rule"), "value": t("Value"), "assumed": t("Why it is assumed")}
    if rows.height:
        said = pl.Series([t(why) for why in rows["assumed"]], dtype=pl.String)
        yield _plain(rows.with_columns(assumed=said), labels, t)


def _assumed_means(t: Language) -> str:
    return t("Where the regulations are silent or can be read in two ways, the report rests on these readings.")


def _days(days: pl.Series, t: Language) -> pl.Series:
    return pl.Series([t.day(day) for day in days], dtype=pl.String)


def _plain(
    rows: pl.DataFrame, labels: dict[str, str], t: Language, *, title: str = "", coded: Sequence[str] = ()
) -> Presented:
    said = {name: lambda value: words.code(t, value) for name in coded}
    return Presented(Shown(rows), labels, said, title=title, bold=("team",) if "points" not in labels else ("points",))


def _filled(rows: pl.DataFrame, labels: dict[str, str]) -> dict[str, str]:
    """The columns that say anything."""
    return {name: label for name, label in labels.items() if rows[name].null_count() < rows.height}
