"""Decisions in order of time: which of them stand, and what each decides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import polars as pl

from pipelines.findings import findings, gather
from pipelines.scoring.regulation import QUESTION_KEY
from pipelines.tables import COEFFICIENT_DECIMALS, COEFFICIENT_UNITS, POINTS_DECIMALS, UNITS

ENTRY_KINDS: Final = ["disqualify", "out_of_contest", "reinstate", "ban", "coefficient"]
"""Rulings on the entry: they concern every game of the event (a ban, every event it covers)."""
_SILENT: Final = ["warn", "revoke"]
_NEEDS: Final = {
    "void_question": ["event", "game", "round", "question"],
    "accept_answer": ["event", "game", "round", "question", "value"],
    "set_verdict": ["event", "game", "round", "question", "team_id", "value"],
    "adjust": ["event", "game", "team_id", "value"],
    "coefficient": ["event", "team_id", "value"],
    "annul_round": ["event", "game", "round", "team_id"],
    "disqualify": ["event", "team_id"],
    "out_of_contest": ["event", "team_id"],
    "reinstate": ["event", "team_id"],
    "ban": ["team_id", "value", "decided_at"],
    "revoke": ["value"],
    "warn": [],
}

_NUMBERS: Final = {"adjust": (UNITS, POINTS_DECIMALS), "coefficient": (COEFFICIENT_UNITS, COEFFICIENT_DECIMALS)}
"""Kinds whose value is a number: units to one, and how many decimals it may have."""


@dataclass(frozen=True)
class Rulings:
    """Upheld decisions that stand, `time` counting them from 0 in order of `decided_at`, then of the file."""

    standing: pl.DataFrame

    def of_kind(self, *kinds: str) -> pl.DataFrame:
        return self.standing.filter(pl.col("kind").is_in(kinds))

    @cached_property
    def voided(self) -> pl.DataFrame:
        """One row per question removed by a ruling."""
        return self.of_kind("void_question").select(QUESTION_KEY).unique()

    @cached_property
    def annulled(self) -> pl.DataFrame:
        """One row per event, game, round and team whose round is annulled."""
        return self.of_kind("annul_round").select("event", "game", "round", "team_id").unique()


def in_order(decisions: pl.DataFrame, events: pl.DataFrame, scenario: pl.DataFrame | None = None) -> pl.DataFrame:
    """Upheld decisions by time: dated ones, then undated ones, then a scenario's (which stand over everything).

    A ban is one `disqualify` for each event it covers; a revocation stands once for each event it touches.

    :param events: as in `tables.Events`.
    """
    parts = [decisions.with_columns(supposed=pl.lit(False))]
    if scenario is not None:
        parts.append(scenario.with_columns(supposed=pl.lit(True)))
    upheld = pl.concat(parts).filter(pl.col("status") == "upheld")
    if upheld.is_empty():
        return upheld
    by_event = _revocations_by_event(_bans_by_event(upheld, events))
    return by_event.sort("supposed", "decided_at", "ord", nulls_last=True, maintain_order=True)


def _bans_by_event(decisions: pl.DataFrame, events: pl.DataFrame) -> pl.DataFrame:
    """A ban as a disqualification in every event from its day to its last day."""
    usable = (
        (pl.col("kind") == "ban")
        & pl.col("value").str.to_date(strict=False).is_not_null()
        & pl.all_horizontal(pl.col("team_id", "decided_at").is_not_null())
    )
    bans = decisions.filter(usable)
    if bans.is_empty():
        return decisions
    day, since, until = pl.col("day"), pl.col("decided_at").dt.date(), pl.col("value").str.to_date(strict=False)
    covered = bans.drop("event").join(events.select("event", day="date"), how="cross")
    covered = covered.filter((day >= since) & (day <= until))
    as_ruled = covered.with_columns(kind=pl.lit("disqualify", decisions.schema["kind"])).select(decisions.columns)
    return pl.concat([decisions.filter(~usable), as_ruled])


def _revocations_by_event(decisions: pl.DataFrame) -> pl.DataFrame:
    """Each revocation once for every event of what it takes back, which may be a revocation itself."""
    is_revocation = pl.col("kind") == "revoke"
    for _ in range(decisions.filter(is_revocation).height):
        before = decisions
        touched = decisions.drop_nulls(["id", "event"]).select(value="id", touched="event").unique()
        spread = decisions.filter(is_revocation).join(touched, on="value", how="left")
        known = spread.with_columns(event=pl.coalesce("touched", "event")).select(decisions.columns).unique()
        decisions = pl.concat([decisions.filter(~is_revocation), known])
        if decisions.height == before.height and decisions["event"].null_count() == before["event"].null_count():
            break
    return decisions


def standing(ordered: pl.DataFrame, questions: pl.DataFrame | None = None) -> Rulings:
    """The rulings that stand: those that say enough, less what a later ruling revoked.

    :param ordered: as from `in_order`, of the events and up to the moment wanted.
    :param questions: the questions asked; a ruling without a round finds its question by a number that only one has.
    """
    if ordered.is_empty():
        return Rulings(ordered.with_row_index("time"))
    complete = _located(ordered, questions).filter(_complete())
    return Rulings(_unrevoked(complete).with_row_index("time"))


def incomplete(ordered: pl.DataFrame, questions: pl.DataFrame) -> pl.DataFrame:
    """Findings on rulings that lack what their kind needs, on undated ones, and on those that meet nothing."""
    lacking = _located(ordered, questions).filter(~_complete())
    lacking = lacking.with_columns(absent=pl.concat_list(_absent()).list.drop_nulls())
    told = {"needs": pl.col("absent").list.join(", ")}
    undated = ordered.filter(pl.col("decided_at").is_null() & ~pl.col("supposed"))
    return gather(
        findings(
            "decision_incomplete",
            lacking,
            "The ruling '{kind}' lacks {needs}.",
            values=told,
            columns={"column": pl.col("absent").list.first()},
        ),
        findings(
            "decision_undated",
            undated,
            "A ruling '{kind}' has no decided_at.",
            columns={"column": "decided_at"},
        ),
    )


def _complete() -> pl.Expr:
    return pl.all_horizontal(lack.is_null() for lack in _absent())


def _absent() -> list[pl.Expr]:
    """By column of the file its name where a ruling of its kind needs it and has none, or none that can be read."""
    unreadable = [(pl.col("kind") == kind) & _number(*exact).is_null() for kind, exact in _NUMBERS.items()]
    lacks = {
        column: pl.col("kind").is_in([kind for kind, needs in _NEEDS.items() if column in needs])
        & pl.col(column).is_null()
        for column in ("event", "game", "round", "question", "team_id", "value", "decided_at")
    }
    lacks["value"] = pl.any_horizontal(lacks["value"], *unreadable)
    return [pl.when(lack).then(pl.lit("team" if c == "team_id" else c)) for c, lack in lacks.items()]


def _number(units: int, decimals: int) -> pl.Expr:
    """A ruling's value in units, null where it is no number or has more decimals than the facts may have."""
    text = pl.col("value").str.strip_chars().str.replace(",", ".", literal=True)
    exact = text.str.contains(rf"^[+-]?\d{{1,7}}(\.\d{{1,{decimals}}})?$")
    return (pl.when(exact).then(text).cast(pl.Decimal(38, decimals)) * units).cast(pl.Int64)


def _located(decisions: pl.DataFrame, questions: pl.DataFrame | None) -> pl.DataFrame:
    """Rulings that name a question without its round, given the round when only one has that question."""
    if questions is None or decisions.filter(pl.col("question").is_not_null() & pl.col("round").is_null()).is_empty():
        return decisions
    key = ["event", "game", "question"]
    only = questions.group_by(key).agg(found=pl.col("round").first(), rounds=pl.len()).filter(pl.col("rounds") == 1)
    located = decisions.join(only.select(*key, "found"), on=key, how="left", maintain_order="left")
    return located.with_columns(round=pl.coalesce("round", "found")).drop("found")


def _unrevoked(decisions: pl.DataFrame) -> pl.DataFrame:
    """Without revoked rulings and without the revocations; one that is itself revoked takes nothing back."""
    gone: set[tuple[str | None, str]] = set()
    revocations = decisions.filter(pl.col("kind") == "revoke").select("event", "id", "value").reverse()
    for event, own, taken_back in revocations.iter_rows():
        if (event, own) not in gone:
            gone.add((event, taken_back))
    loud = decisions.filter(~pl.col("kind").is_in(_SILENT))
    taken = pl.DataFrame(list(gone), schema={"event": pl.String, "id": pl.String}, orient="row")
    return loud.join(taken, on=["event", "id"], how="anti", maintain_order="left")


def statuses(rulings: Rulings, entries: pl.DataFrame) -> pl.DataFrame:
    """One row per event and team whose entry has a status: the last ruling's, else the entries table's."""
    written = entries.filter(pl.col("status").is_not_null()).select(
        "event", "team_id", written=pl.col("status").cast(pl.String)
    )
    if rulings.standing.is_empty():
        return written.unique(["event", "team_id"]).rename({"written": "status"})
    last = _entry_rulings(rulings).sort("time").group_by("event", "team_id", maintain_order=True).last()
    both = written.unique(["event", "team_id"]).join(last, on=["event", "team_id"], how="full", coalesce=True)
    return both.select("event", "team_id", status=pl.coalesce("status", "written"))


def _entry_rulings(rulings: Rulings) -> pl.DataFrame:
    status = {"disqualify": "disqualified", "out_of_contest": "out_of_contest", "reinstate": "in"}
    rows = rulings.of_kind(*status)
    return rows.select(
        "event", "team_id", "time", status=pl.col("kind").cast(pl.String).replace_strict(status, default=None)
    )


def adjusted(rulings: Rulings) -> pl.DataFrame:
    """One row per ruling that gives or takes points, in units: as in `tables.Adjustments`, without the source."""
    return rulings.of_kind("adjust").select(
        "event", "game", "team_id", "round", adjustment=_number(*_NUMBERS["adjust"])
    )


def coefficients(rulings: Rulings) -> pl.DataFrame:
    """One row per event and team whose coefficient a ruling sets, the last one's, in `COEFFICIENT_UNITS`."""
    set_ = rulings.of_kind("coefficient").sort("time").group_by("event", "team_id", maintain_order=True).last()
    return set_.select("event", "team_id", ruled=_number(*_NUMBERS["coefficient"]))
