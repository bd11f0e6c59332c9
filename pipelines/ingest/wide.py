"""Sheets as people keep them, one row per team → stacks of answers, round scores, totals, and what they declare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile
from pathlib import PurePosixPath
from typing import Any, Final

import polars as pl

from pipelines.findings import N_, finding, gather
from pipelines.folding import fold
from pipelines.ingest import cells
from pipelines.ingest.advice import column_twice, each_once, unknown_columns
from pipelines.ingest.blocks import Block, blocks
from pipelines.ingest.fields import EVENT, GAME, TEAM, Field, Kind
from pipelines.ingest.known import Known
from pipelines.ingest.layouts import Layout
from pipelines.ingest.sheet import Sheet
from pipelines.ingest.stacks import Given, Stacked, headings_of
from pipelines.ruleset.errors import nearest
from pipelines.ruleset.league import FileHint

DECLARED: Final = Kind(
    "declared",
    (
        EVENT,
        GAME,
        TEAM,
        Field("declared_points", "points"),
        Field("declared_place", "place"),
        Field("points_column"),
        Field("place_column"),
    ),
    marks=(),
)
Rows = dict[str, list[pl.DataFrame]]


def wide(sheet: Sheet, layout: Layout, given: Given, hint: FileHint | None, known: Known) -> Stacked:
    """The rows of a sheet that has one row per team."""
    if odd := _homeless(sheet, layout, given, known):
        return Stacked(findings=gather(*odd))
    parts, found = blocks(sheet, layout, hint)
    parts = [Block(b.layout, _placed(b.rows, given, known)) for b in parts]
    asked = _are_questions(parts, hint)
    rows: Rows = {}
    found = gather(found, *(column_twice(sheet, block) for block in parts))
    for number, block in enumerate(map(each_once, parts), 1):
        more, odd_rows = _matrix(block, number, len(parts), known) if asked(block) else (_scores(block), gather())
        found = gather(found, odd_rows.with_columns(file=pl.lit(sheet.file), sheet=pl.lit(sheet.name, dtype=pl.String)))
        for table, frame in more.items():
            rows.setdefault(table, []).append(frame)
    source = {"file": pl.lit(sheet.file), "sheet": pl.lit(sheet.name, dtype=pl.String), "wide": pl.lit(True)}
    stacks = {table: pl.concat(frames).with_columns(**source) for table, frames in rows.items()}
    named = {"team": layout.heading("team"), "event": layout.heading("event") or layout.heading("date")}
    named |= {
        "declared_points": layout.heading("total"),
        "declared_place": layout.heading("place"),
        "round": layout.heading("round"),
    }
    return Stacked(stacks, headings_of(sheet, named), gather(found, unknown_columns(sheet, parts)))


def _homeless(sheet: Sheet, layout: Layout, given: Given, known: Known) -> list[pl.DataFrame]:
    """A sheet of which neither its name nor league.toml says the event or the game."""
    where: dict[str, Any] = {"file": sheet.file, "sheet": sheet.name}
    name = sheet.file.rpartition("/")[2]
    near = nearest(given.event or PurePosixPath(name).stem, known.event_ids)
    found = []
    if not (given.event or {"event", "date"} & set(layout.columns)):
        said = _NEAR_NAME if near else _NO_EVENT
        found.append(finding("unknown_event", said, values={"name": name, "nearest": near}, **where))
    if given.event and given.event not in known.event_ids:
        said = _NEAR_EVENT if near else _OTHER_EVENT
        found.append(finding("unknown_event", said, values={"named": given.event, "nearest": near}, **where))
    if not (given.game or "game" in layout.columns):
        games = {"name": name, "any_of": " or ".join(known.rules.games)}
        found.append(finding("unknown_game", _NO_GAME, values=games, event=given.event, **where))
    return found


_NO_EVENT: Final = N_(
    "Neither the file's name nor a column says which event this is; name the file <event>.csv, "
    'or write event under [files."{name}"] in league.toml.'
)
_OTHER_EVENT: Final = N_("league.toml calls this the event {named}, which the table of events does not have.")
_NEAR_NAME: Final = N_(
    "Neither the file's name nor a column says which event this is; the nearest event is {nearest}. Name the file "
    '<event>.csv, or write event under [files."{name}"] in league.toml.'
)
_NEAR_EVENT: Final = N_(
    "league.toml calls this the event {named}, which the table of events does not have; the nearest is {nearest}."
)
_NO_GAME: Final = N_(
    "Which game this is, is not said; name the file <event>_<game>.csv with {any_of}, "
    'or write game under [files."{name}"] in league.toml.'
)


def _placed(rows: pl.DataFrame, given: Given, known: Known) -> pl.DataFrame:
    """Event and game of each row: its own cell, else the day's only event, else what is said of the sheet."""
    own = {said: known.event_words.get(fold(said), said) for said in rows["event"].drop_nulls().unique()}
    days = known.events.filter(pl.len().over("date") == 1).select(_day="date", _of_day="event")
    rows = rows.with_columns(_day=cells.day(pl.col("date"))).join(days, on="_day", how="left", maintain_order="left")
    event = pl.coalesce(pl.col("event").replace(own), "_of_day", "date", pl.lit(given.event, dtype=pl.String))
    game = pl.coalesce("game", pl.lit(given.game, dtype=pl.String))
    return rows.with_columns(event=event, game=game).drop("_day", "_of_day")


def _are_questions(parts: list[Block], hint: FileHint | None) -> Callable[[Block], bool]:
    """Whether a block's columns are questions. Numbers alone are, where a round's column stands or all are verdicts."""
    said = fold(hint.layout or "").replace("_", " ") if hint else ""
    verdicts = all(_all_verdicts(b.rows, b.layout.bare) for b in parts)

    def asked(block: Block) -> bool:
        one = block.layout
        if said:
            return "matrix" in said
        return bool(one.questions) or bool(one.bare and not one.rounds and ("round" in one.columns or verdicts))

    return asked


def _all_verdicts(rows: pl.DataFrame, columns: Mapping[int, int]) -> bool:
    text = [pl.col(str(c)) for c in columns]
    return (
        rows.select(pl.all_horizontal((t.is_null() | cells.verdict(t).is_not_null()).all() for t in text)).item()
        if text
        else False
    )


def _scores(block: Block) -> dict[str, pl.DataFrame]:
    rows = block.rows
    columns = {**block.layout.rounds} or {**block.layout.bare}
    cell = {c: pl.col(str(c)) for c in columns}
    played = {c: cell[c].is_not_null().any().over("event") for c in columns}
    rows = rows.with_columns(
        mild=pl.all_horizontal(~played[c] | cells.points(cell[c]).is_not_null() for c in columns)
        if columns
        else pl.lit(False),
        _by_round=pl.any_horizontal(played.values()) if columns else pl.lit(False),
    )
    frames = [_round(rows.filter(played[c]), c, n, block.layout.headings[c]) for c, n in columns.items()]
    total = pl.when("_by_round").then("total")
    by_total = rows.filter(~pl.col("_by_round") & pl.col("total").is_not_null())
    return {
        "round_scores": pl.concat(frames) if frames else _round(rows.clear(), None, 0, None),
        "totals": by_total.select(
            "event", "game", "team", "row", points="total", heading=_literal(block.layout.heading("total"))
        ),
        "declared": _declared(rows.with_columns(total=total, mild=pl.col("mild") & pl.col("_by_round")), block.layout),
    }


def _round(rows: pl.DataFrame, column: int | None, number: int, heading: str | None) -> pl.DataFrame:
    points = pl.col(str(column)) if column is not None else _literal(None)
    return rows.select(
        "event", "game", "team", "row", round=_literal(str(number)), points=points, heading=_literal(heading)
    )


def _declared(rows: pl.DataFrame, layout: Layout) -> pl.DataFrame:
    said = rows.filter(pl.col("total").is_not_null() | pl.col("place").is_not_null())
    return said.select(
        "event",
        "game",
        "team",
        "row",
        "mild",
        declared_points="total",
        declared_place="place",
        points_column=_literal(layout.heading("total")),
        place_column=_literal(layout.heading("place")),
    )


def _literal(text: str | None) -> pl.Expr:
    return pl.lit(text, dtype=pl.String)


def _matrix(block: Block, number: int, of: int, known: Known) -> tuple[dict[str, pl.DataFrame], pl.DataFrame]:
    columns = {**block.layout.questions, **block.layout.bare}
    game = block.rows["game"].drop_nulls().first()
    in_rounds = (
        _rounds_of_questions(sorted(columns.values()), game, known)
        if of == 1
        else dict.fromkeys(columns.values(), number)
    )
    by_row = "round" in block.layout.columns
    if not by_row and in_rounds is None:
        said = N_("Which questions belong to which round is not said; add a column Тур (Round).")
        return {}, finding("unknown_round", said, event=block.rows["event"].first(), game=game)
    frames = [
        block.rows.select(
            "event",
            "game",
            "team",
            "row",
            round=pl.col("round") if by_row else _literal(str((in_rounds or {})[n])),
            question=_literal(str(n)),
            verdict=pl.col(str(c)),
            heading=_literal(block.layout.headings[c]),
        )
        for c, n in columns.items()
    ]
    declared = _declared(block.rows.with_columns(mild=pl.lit(True)), block.layout) if not by_row and of == 1 else None
    return {"answers": pl.concat(frames), **({} if declared is None else {"declared": declared})}, gather()


def _rounds_of_questions(questions: list[int], game: object, known: Known) -> dict[int, int] | None:
    """Question → round, by how many questions each round of the rule set has; None where that cannot be told."""
    rounds = known.rules.games[str(game)].rounds if game in known.rules.games else {}
    if len(rounds) == 1:
        return dict.fromkeys(questions, next(iter(rounds)))
    sizes = ((n, one.questions or len(one.values or ())) for n, one in sorted(rounds.items()))
    order = [n for n, size in takewhile(lambda known_size: known_size[1], sizes) for _ in range(size)]
    return dict(zip(questions, order, strict=False)) if len(questions) <= len(order) else None
