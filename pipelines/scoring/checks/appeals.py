"""Appeals and rulings: deadlines, and rulings that meet nothing."""

from __future__ import annotations

import polars as pl

from pipelines.findings import findings, gather
from pipelines.scoring.checks.scene import Scene
from pipelines.scoring.regulation import ENTRY_KEY, QUESTION_KEY
from pipelines.scoring.rulings import ENTRY_KINDS, incomplete

_HOST = "host"


def appeals(scene: Scene) -> pl.DataFrame:
    """`appeal_late`, `decision_late`, `appeal_open`, `appeal_against_other`, `decision_*`."""
    if scene.facts.decisions.is_empty() and scene.evening.ordered.is_empty():
        return gather()
    known = _with_deadlines(scene)
    asked = scene.facts.answers.select(QUESTION_KEY).unique()
    return gather(
        _late(known),
        _decided_late(known),
        _open(known),
        _against_others(scene),
        incomplete(scene.evening.ordered, asked),
        _without_effect(scene, asked),
    )


def _with_deadlines(scene: Scene) -> pl.DataFrame:
    """Appeals of teams with `appeal_by` and `decide_by`, the moments set by the rules of their evening (null: none)."""
    later = _next_event(scene.facts.events)
    rules = [scene.rules.of_event(e, d) for e, d in scene.facts.events.select("event", "date").iter_rows()]
    last = [max((n for game in r.games.values() for n in game.rounds), default=None) for r in rules]
    moments = scene.facts.events.select(
        "event",
        "final_round_at",
        "announced_at",
        "published_at",
        days=pl.Series([r.appeals.days for r in rules], dtype=pl.Int64),
        until=pl.Series([r.appeals.until for r in rules], dtype=pl.String),
        last_round=pl.Series(last, dtype=pl.Int32),
    ).join(later, on="event", how="left")
    by_teams = scene.facts.decisions.filter(pl.col("by").is_not_null() & (pl.col("by") != _HOST))
    return by_teams.join(moments, on="event").with_columns(appeal_by=_appeal_by(), decide_by=_decide_by())


def _next_event(events: pl.DataFrame) -> pl.DataFrame:
    """One row per event: `next_at`, when the next one that was or will be played begins (its day)."""
    played = events.filter(pl.col("state") != "cancelled").sort("ord")
    return played.select(
        "event",
        next_at=pl.col("date").shift(-1).cast(pl.Datetime("us")),
        next_state=pl.col("state").shift(-1).cast(pl.String),
    )


def _appeal_by() -> pl.Expr:
    """Days after publication, or the moment until which the evening takes appeals on that round."""
    by_days = pl.col("published_at") + pl.duration(days=pl.col("days"))
    before_final = pl.col("round") < pl.col("last_round")
    on_evening = pl.when(before_final).then("final_round_at").otherwise("announced_at")
    return pl.when(pl.col("days").is_not_null()).then(by_days).when(pl.col("until") == "final_round").then(on_evening)


def _decide_by() -> pl.Expr:
    return (
        pl.when(pl.col("until") == "next_event")
        .then("next_at")
        .when(pl.col("until") == "announcement")
        .then("announced_at")
    )


def _late(known: pl.DataFrame) -> pl.DataFrame:
    late = known.filter(pl.col("submitted_at") > pl.col("appeal_by"))
    return findings(
        "appeal_late",
        late,
        "Submitted {submitted}; appeals were taken until {taken_until}.",
        values={"submitted": _moment("submitted_at"), "taken_until": _moment("appeal_by")},
        columns={"column": "submitted_at"},
    )


def _decided_late(known: pl.DataFrame) -> pl.DataFrame:
    late = known.filter((pl.col("status") != "open") & (pl.col("decided_at") >= pl.col("decide_by")))
    return findings(
        "decision_late",
        late,
        "Decided {decided}; appeals are decided before {decided_before}.",
        values={"decided": _moment("decided_at"), "decided_before": _moment("decide_by")},
        columns={"column": "decided_at"},
    )


def _moment(column: str) -> pl.Expr:
    return pl.col(column).dt.strftime("%Y-%m-%d %H:%M")


def _open(known: pl.DataFrame) -> pl.DataFrame:
    """Appeals still open when the next evening has begun, or after their own evening's table."""
    past = pl.col("next_state").is_in(["live", "final"]) | (pl.col("until").is_in(["final_round", "announcement"]))
    waiting = known.filter((pl.col("status") == "open") & past.fill_null(False))
    return findings(
        "appeal_open",
        waiting,
        "The appeal '{kind}' is undecided past its time.",
        columns={"column": "status"},
    )


def _against_others(scene: Scene) -> pl.DataFrame:
    """A team's appeal that takes a right answer from another one."""
    rulings = scene.facts.decisions.filter(
        (pl.col("status") == "upheld")
        & (pl.col("kind") == "set_verdict")
        & (pl.col("value") != "right")
        & (pl.col("by") != _HOST)
        & (pl.col("by") != pl.col("team_id"))
    )
    graded = scene.facts.answers.select(*QUESTION_KEY, "team_id", "verdict")
    taken = rulings.join(graded, on=[*QUESTION_KEY, "team_id"]).filter(pl.col("verdict") == "right")
    return findings(
        "appeal_against_other",
        scene.named(taken),
        "An appeal of another team takes a right answer from {team}.",
        columns={"column": "team"},
    )


def _without_effect(scene: Scene, asked: pl.DataFrame) -> pl.DataFrame:
    """Rulings on a question nobody was asked, on a round or a game the team was not in."""
    standing = scene.evening.rulings.standing
    on_question = standing.filter(pl.col("kind").is_in(["void_question", "accept_answer", "set_verdict"])).join(
        asked, on=QUESTION_KEY, how="anti"
    )
    on_round = standing.filter(pl.col("kind") == "annul_round").join(
        scene.evening.results.round_points, on=[*ENTRY_KEY, "round"], how="anti"
    )
    on_team = standing.filter(pl.col("kind") == "adjust").join(scene.scored.standings, on=ENTRY_KEY, how="anti")
    # a ban stands in the rulings once for each event it covers; a team may well stay away from them
    banned = scene.facts.decisions.filter(pl.col("kind") == "ban").select("file", "row")
    entries = standing.filter(pl.col("kind").is_in(ENTRY_KINDS) & ~pl.col("supposed")).join(
        banned, on=["file", "row"], how="anti", nulls_equal=True
    )
    on_entry = entries.join(scene.scored.standings, on=["event", "team_id"], how="anti")
    return gather(
        findings(
            "decision_without_effect",
            on_question,
            "'{kind}': nobody has an answer to round {round}, question {question}.",
        ),
        findings("decision_without_effect", on_round, "'{kind}': the team has no round {round}."),
        findings(
            "decision_without_effect",
            pl.concat([on_team, on_entry]),
            "'{kind}': the team was not in this event.",
        ),
    )
