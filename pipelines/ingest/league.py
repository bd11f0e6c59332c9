"""A league's folder → facts: the steps of reading, in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

import polars as pl

from pipelines.findings import gather
from pipelines.ingest import spellings
from pipelines.ingest.clean import clean
from pipelines.ingest.dictionary import alike
from pipelines.ingest.entries import with_declared
from pipelines.ingest.events import events_table, missing_labels, with_states
from pipelines.ingest.fields import FOLDER, KINDS, RESULTS, TEAM_RESULTS
from pipelines.ingest.files import Read, events_of_files, given, read_folder, sources_table
from pipelines.ingest.known import Known
from pipelines.ingest.names import ambiguous, folded, team_names, teams, unlisted
from pipelines.ingest.people import identify, make_roster
from pipelines.ingest.read import file_names
from pipelines.ingest.repeats import KEYS, settle, settle_adjustments
from pipelines.ingest.rounds import unknown_rounds
from pipelines.ingest.rulings import decisions_table, doubtful_ids
from pipelines.ingest.said import said
from pipelines.ingest.serials import without_serials
from pipelines.ingest.shape import shape
from pipelines.ingest.sheet import as_text
from pipelines.ingest.shots import odd_shots
from pipelines.ingest.stacks import Stacked, no_headings, tidy
from pipelines.ingest.unused import doubtful_awards, unknown_variants, unused_hints, unused_names
from pipelines.ingest.wide import DECLARED, wide
from pipelines.ruleset.bound import LeagueRules
from pipelines.ruleset.league import League
from pipelines.tables import Facts

Tables = dict[str, pl.DataFrame]
ALL = {**KINDS, "declared": DECLARED}


@dataclass
class Pile:
    """The stacks of all sheets, by table, while they are being gathered."""

    stacks: dict[str, list[pl.DataFrame]] = field(default_factory=dict)
    headings: list[pl.DataFrame] = field(default_factory=lambda: [no_headings()])
    findings: list[pl.DataFrame] = field(default_factory=list)
    counts: Counter[tuple[str, str | None]] = field(default_factory=Counter)

    def add(self, stacked: Stacked) -> None:
        for table, rows in stacked.rows.items():
            self.stacks.setdefault(table, []).append(rows)
            if rows.height:
                self.counts[rows["file"][0], rows["sheet"][0]] += rows.height
        self.headings.append(stacked.headings)
        self.findings.append(stacked.findings)

    def clean(self, tables: Iterable[str], known: Known) -> Tables:
        """Typed rows of these tables; what is refused joins the findings."""
        done = {}
        for table in tables:
            kind = ALL[table]
            stacks = self.stacks.pop(table, [])
            done[table], odd = clean(kind, alike([kind.empty(), *stacks]), known)
            self.findings.append(odd)
        return done


def read_facts(folder: Path, league: League, rules: LeagueRules) -> Facts:
    """Everything a league's folder says, good rows only; every doubt is one of `Facts.findings`."""
    known = Known(rules.latest(), league.timezone)
    read, found = read_folder(folder, league.files, known.all_round_titles)
    pile = Pile(findings=[found])
    _stack(pile, (r for r in read if r.layout and r.layout.kind in FOLDER), known)
    folder_tables = pile.clean(("events", "teams", "names"), known)
    events, odd = events_table(folder_tables["events"])
    pile.findings.append(odd)
    known = replace(known, events=events)
    _stack(pile, (r for r in read if r.layout and r.layout.kind not in FOLDER), known)
    counted = sources_table(read, pile.counts)
    read.clear()  # what was read is in the pile now; a large league is not kept twice
    tables = pile.clean((*RESULTS, "declared", "decisions", "awards"), known)
    for table in ("round_scores", "totals"):
        tables[table], odd = without_serials(tables[table])
        pile.findings.append(odd)
    facts, more = _facts(tables, folder_tables, known)
    more.append(unknown_rounds(tables["round_scores"], events, rules))
    more += [doubtful_awards(tables["awards"], rules), unknown_variants(tables["rounds"], events, rules)]
    more.append(odd_shots(tables["shootouts"], events, rules))
    more.append(unused_hints(league, file_names(folder), events["event"].to_list()))
    all_findings = _with_headings(gather(*pile.findings, *more), pl.concat(pile.headings))
    return replace(facts, sources=counted, findings=_with_events(all_findings, league, known))


def _stack(pile: Pile, read: Iterable[Read], known: Known) -> None:
    for one in read:
        if one.layout and one.layout.kind == "wide":
            pile.add(wide(as_text(one.sheet), one.layout, given(one, known), one.hint, known))
        elif one.layout:
            sheet = as_text(one.sheet) if one.layout.kind in FOLDER else one.sheet
            pile.add(tidy(sheet, one.layout, given(one, known)))


def _facts(tables: Tables, folder_tables: Tables, known: Known) -> tuple[Facts, list[pl.DataFrame]]:
    names = _team_rows(folder_tables["teams"])
    people = make_roster(tables, names, known.events, said(folder_tables["names"]), known.by_city)
    tables, unknown = identify(tables, people, known.events)
    tables, homeless = with_declared(tables)
    tables, repeated = _settled(tables)
    tables["decisions"], unfit = decisions_table(tables["decisions"])
    events = with_states(known.events, (tables[t] for t in TEAM_RESULTS))
    doubts = [
        unknown,
        unfit,
        doubtful_ids(tables["decisions"]),
        homeless,
        *repeated,
        unused_names(folder_tables["names"], people),
        ambiguous(people),
        unlisted(people),
        missing_labels(events, known.rules),
        *spellings.doubts(people, known.rules.names, known.events),
    ]
    shaped = {name: shape(name, tables[name]) for name in (*RESULTS, "declared", "decisions", "awards")}
    return Facts(
        events=events, teams=shape("teams", teams(people)), team_names=shape("team_names", team_names(people)), **shaped
    ), doubts


def _team_rows(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows of teams.csv with folded names; a name without a kind is an official one."""
    rows = rows.rename({"from": "since"}).with_columns(kind=pl.col("kind").fill_null("official"))
    return rows.join(folded(rows["name"]).select("folded", name="team"), on="name", how="left", maintain_order="left")


def _settled(tables: Tables) -> tuple[Tables, list[pl.DataFrame]]:
    done, found = dict(tables), []
    for table in KEYS:
        done[table], odd = settle(table, tables[table])
        found.append(odd)
    done["adjustments"], odd = settle_adjustments(tables["adjustments"])
    return done, [*found, odd]


def _with_events(found: pl.DataFrame, league: League, known: Known) -> pl.DataFrame:
    """A finding on a whole file belongs to the event that the file is of."""
    of_file = events_of_files(found["file"].drop_nulls().unique(), league.files, known)
    event = pl.col("file").replace_strict(of_file, default=None, return_dtype=pl.String)
    return found.with_columns(event=pl.coalesce("event", event))


def _with_headings(found: pl.DataFrame, headings: pl.DataFrame) -> pl.DataFrame:
    """A finding's column is named as the file names it."""
    keys = ["file", "sheet", "column"]
    headings = headings.unique(["file", "sheet", "field"]).rename({"field": "column"})
    named = found.join(headings, on=keys, how="left", nulls_equal=True, maintain_order="left")
    return (
        named.with_columns(column=pl.coalesce("heading", "column"))
        .drop("heading")
        .sort("file", "sheet", "row", nulls_last=True, maintain_order=True)
    )
