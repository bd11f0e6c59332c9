"""Tables of a league's folder: findings, what was read, what is declared and differs; no Streamlit here.

In the public face nothing of them names a file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

import polars as pl

from dashboard import words
from dashboard.language import day
from pipelines.export.shown import Shown, in_order
from pipelines.folder import Trial
from pipelines.insight import declared
from pipelines.ruleset.errors import nearest
from pipelines.ruleset.vocabulary import Rules
from pipelines.tables import FACT_SCHEMAS, UNITS, Facts, Scored

WHERE: Final = ("file", "sheet", "row", "column")
NAMES_A_FILE: Final = r"(?i)\.(csv|tsv|txt|xlsx|xlsm|ods|toml|duckdb)\b"
UNREAD: Final = "unknown"


def event_names(facts: Facts) -> dict[str, str]:
    """What each event is called: its day, its city where there are several, its title."""
    several = facts.events["city"].drop_nulls().n_unique() > 1
    rows = facts.events.sort("ord").select("event", "date", "city", "title").iter_rows()
    return {
        event: " · ".join(part for part in (day(on), city if several else None, title) if part)
        for event, on, city, title in rows
    }


def findings(found: pl.DataFrame, rules: Rules, events: Mapping[str, str], *, public: bool = False) -> Shown:
    """One row per finding, errors first: `severity, code, file, sheet, row, column, found, advice, event, holds`.

    `found` is what was found, in the language of the page. In public only what names no file.

    :param events: what each event is called.
    """
    rows = in_order(found).with_columns(pl.col("severity").cast(pl.String))
    advice = pl.col("code").replace_strict({code: words.advice(code) for code in rows["code"].unique()}, default="")
    rows = rows.with_columns(found=words.found(rows, rules, events), advice=advice)
    if public:
        silent = pl.when(~pl.col("found").str.contains(NAMES_A_FILE)).then("found")
        return Shown(rows.select("severity", "code", "event", silent.alias("found"), "holds"))
    return Shown(rows.select("severity", "code", *WHERE, "found", "advice", "event", "holds"))


def chosen(shown: Shown, severities: Sequence[str], **wanted: str | None) -> Shown:
    """The findings that fit: of these severities (none: of all), and with the values wanted, where any are."""
    kept = shown.frame.filter(pl.col("severity").is_in(list(severities))) if severities else shown.frame
    for name, value in wanted.items():
        kept = kept if value is None else kept.filter(pl.col(name) == value)
    return Shown(kept, shown.units)


def counts(found: pl.DataFrame) -> dict[str, int]:
    """How many findings there are of each severity."""
    return dict(found["severity"].cast(pl.String).value_counts().iter_rows())


def sources(facts: Facts, scored: Scored) -> Shown:
    """One row per sheet that was met, and per file that was not read: `file, sheet, layout, rows, errors, doubts`."""
    found = scored.findings.filter(pl.col("file").is_not_null())
    doubted = found.group_by("file").agg(
        errors=(pl.col("severity") == "error").sum(), doubts=(pl.col("severity") == "warning").sum()
    )
    met = facts.sources.select("file", "sheet", "layout", "rows")
    missed = doubted.join(met, on="file", how="anti").filter(pl.col("file").str.contains(".", literal=True))
    unread = missed.select("file", sheet=pl.lit(None, pl.String), layout=pl.lit(UNREAD), rows=pl.lit(0, pl.UInt32))
    rows = pl.concat([met, unread]).join(doubted, on="file", how="left").sort("file", "sheet")
    return Shown(rows.with_columns(pl.col("errors", "doubts").replace(0, None)))


def kinds(facts: Facts) -> Shown:
    """One row per kind of sheet: `layout`, how many `sheets` of it there are, how many `rows`."""
    grouped = facts.sources.group_by("layout").agg(sheets=pl.len(), rows=pl.col("rows").sum())
    return Shown(grouped.sort("rows", descending=True))


def differences(facts: Facts, scored: Scored, *, public: bool = False) -> Shown:
    """One row per declared result that differs from the computed one, with its team; points in units."""
    rows = declared.differences(facts, scored).join(facts.teams.select("team_id", "team"), on="team_id", how="left")
    units = dict.fromkeys(("points_declared", "points_rounds", "points"), UNITS)
    return Shown(rows.drop("file", "sheet", "row") if public else rows, units)


def of_files(trial: Trial) -> list[pl.DataFrame]:
    """The rows that stand in the files of a trial, of every table but its events and findings."""
    return [
        frame.filter(pl.col("file").is_in(trial.files))
        for name in FACT_SCHEMAS
        if name not in ("events", "findings") and "file" in (frame := getattr(trial.facts, name)).columns
    ]


def new_teams(known: Facts, trial: Trial) -> list[tuple[str, str | None]]:
    """Teams of the files of a trial that had no result before, by name; beside each the known one that is nearest."""
    playing = pl.concat([rows["team_id"] for rows in of_files(trial) if "team_id" in rows.columns]).unique()
    new = trial.facts.teams.filter(pl.col("team_id").is_in(playing.implode()))
    new = new.join(known.teams, on="team_id", how="anti").sort("folded")
    return [(row["team"], _nearest(row, known.teams)) for row in new.iter_rows(named=True)]


def _nearest(team: Mapping[str, str], known: pl.DataFrame) -> str | None:
    there = known.filter(pl.col("city").eq_missing(pl.lit(team["city"], pl.String)))
    names = dict(there.select("folded", "team").iter_rows())
    return names.get(nearest(team["folded"], names) or "")


def evenings_of(facts: Facts, scored: Scored, name: str, event: str | None) -> list[date]:
    """The days on which the team of this name has played; of several that of the event's city."""
    cities = facts.events.filter(event=event)["city"].to_list() if event else []
    teams = facts.teams.filter(team=name).sort(pl.col("city").is_in(cities), descending=True)["team_id"].head(1)
    played = scored.standings.filter(pl.col("team_id").is_in(teams.implode()))
    return facts.events.join(played, on="event", how="semi").sort("ord")["date"].to_list()


def winners(apart: pl.DataFrame, names: Mapping[str, str]) -> Shown:
    """One row per event and game whose announced winners are not those of the rules, by name: from `declared`."""
    said = [
        pl.col(name).list.eval(pl.element().replace(names)).list.join(", ").alias(name)
        for name in ("announced", "by_rules")
    ]
    return Shown(apart.with_columns(said))
