"""The catalogue of findings: every code with its severity and the next step, and the door through which one is made.

What a finding says is a template with slots, `{team} declares {points} points`, and what fills them: kept beside the
English text, so that whoever shows it can say it in another language. A template is a whole sentence, written out where
the finding is made; one that is chosen among several is marked with `N_`, so that the catalogues find it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Final

import polars as pl

from pipelines.tables import Findings, dtypes, empty

CATALOGUE: Final[dict[str, tuple[str, str]]] = {
    # code: (severity, what to do next)
    "cell_not_a_verdict": ("error", "Write 1, 0, + or -, or leave the cell empty."),
    "not_a_number": ("error", "Write the points as a number, such as 5.5 or 5,5."),
    "date_in_points": ("error", "Format the column as text or number, and type the points again."),
    "formula_error": ("error", "Mend the formula, or type the value."),
    "formula_without_value": ("error", "Open the workbook in a spreadsheet, recalculate and save it."),
    "round_missing": ("error", "Write the points of the round; 0 if there were none."),
    "team_missing": ("error", "Write the team's name in its column."),
    "unknown_event": ("error", "Add the event to events.csv, or correct its id."),
    "unknown_game": ("error", "Use one of the rule set's games."),
    "unknown_team": ("error", "Correct the name, or add it to teams.csv."),
    "unknown_round": ("error", "Use one of the rounds that were played."),
    "unknown_value": ("error", "Use one of the values wanted."),
    "value_missing": ("error", "Fill the cell."),
    "not_a_date": ("error", "Write the date as 2026-03-05 or 05.03.2026."),
    "not_whole": ("error", "Write a whole number."),
    "event_twice": ("error", "Give each evening an id of its own."),
    "file_unreadable": ("error", "Open the file, save it again as CSV (UTF-8) or XLSX, and build once more."),
    "row_unreadable": ("error", "Correct the row; it is left out until then."),
    "encoding_doubtful": ("warning", "Save the file in UTF-8, or name its encoding under [files] in league.toml."),
    "layout_unknown": ("error", "Name the columns as data/README.md shows, or describe the file in league.toml."),
    "column_unknown": ("note", "Nothing, if it is not needed; otherwise correct its heading."),
    "no_results": ("warning", "Put the tables of the evenings into results/."),
    "file_without_rows": ("note", "Nothing, if there are no results yet."),
    "column_twice": ("error", "Keep one of the columns, or correct a heading; the event is held until then."),
    "column_missing": ("error", "Add the column."),
    "rows_passed_over": ("note", "Nothing, if they are titles and notes."),
    "file_ignored": ("note", "Nothing, if it is no result."),
    "total_mismatch": ("warning", "Check the row; the cells count."),
    "place_mismatch": ("warning", "Check what was announced; the rules count."),
    "impossible_points": ("warning", "Check the number; it counts as it stands."),
    "summary_row": ("note", "Nothing; it is passed over."),
    "hidden_sheet": ("note", "Unhide it if it should be read."),
    "hidden_column": ("note", "Nothing; it is read like any other."),
    "hidden_row": ("note", "Nothing; it is read like any other."),
    "lookalike_name": ("warning", "Retype the name, or say in names.csv that they are the same."),
    "similar_name": ("warning", "Say in names.csv whether they are the same."),
    "name_ambiguous": ("warning", "Give the event its city, or the name a date in teams.csv."),
    "team_not_listed": ("warning", "Add the team, or this spelling of its name, to teams.csv."),
    "duplicate_file": ("warning", "Delete one of the two; it is read once."),
    "duplicate_result": ("warning", "Delete one of the two; it counts once."),
    "conflicting_results": ("error", "Keep the right one; the event is held until then."),
    "question_twice": ("error", "Keep one row of the question; the event is held until then."),
    "team_twice": ("error", "Keep one row of the team; the event is held until then."),
    "joker_used_twice": ("error", "Keep the use that was announced; the event is held until then."),
    "copy_circle": ("error", "Correct whom they copied; the event is held until then."),
    "joker_out_of_round": ("error", "Take the joker out, or correct its round; it has no effect."),
    "jokers_clash": ("error", "Keep one of the two; the copy has no effect."),
    "stake_out_of_round": ("warning", "Take the tick out; it changes nothing."),
    "shootout_missing": ("warning", "Add the shoot-out's results; the place stays shared until then."),
    "declared_place_used": ("note", "Add the data of the criterion, if it is known."),
    "criterion_unknown": ("warning", "Add the rounds or questions; the place stays shared until then."),
    "name_taken": ("error", "The later team must take another name."),
    "name_not_allowed": ("warning", "Ask the team for a name of letters, digits and punctuation."),
    "team_size": ("warning", "Check the number of players."),
    "question_count": ("warning", "Check that no question is missing or too many."),
    "bonus_count": ("warning", "Mark the bonus questions in a questions table."),
    "value_out_of_range": ("warning", "Check the value; it counts as it stands."),
    "partial_out_of_place": ("error", "Write right or wrong; this round has no partly right answer."),
    "copy_of_nobody": ("error", "Correct the team that was copied; the joker has no effect."),
    "package_replayed": ("warning", "Decide whether the second result stands out of contest."),
    "chooser_not_last": ("warning", "Check who chose the theme."),
    "appeal_late": ("warning", "Nothing; the decision counts all the same."),
    "decision_late": ("warning", "Nothing; the decision counts all the same."),
    "appeal_open": ("warning", "Decide the appeal, and say so in decisions.csv."),
    "appeal_against_other": ("warning", "Check the ruling: it takes a right answer from another team."),
    "winner_not_recorded": ("note", "Record the announced winner in awards.csv."),
    "declared_winner_differs": ("warning", "Check the announcement; it stands."),
    "award_differs": ("warning", "Check what was handed out."),
    "season_missing": ("error", "Add the season's label to the event in events.csv."),
    "city_missing": ("error", "Add the city to the event in events.csv."),
    "decision_without_effect": ("warning", "Check its event, round, question and team."),
    "decision_incomplete": ("error", "Fill in what the ruling needs; it has no effect until then."),
    "rules_broken": ("error", "The league is not read until then."),
    "id_twice": ("warning", "Give each ruling an id of its own."),
    "hint_unused": ("warning", "Correct the name in league.toml, or take it out."),
    "decision_undated": ("warning", "Fill in decided_at; until then it counts after the dated ones."),
}


def N_(template: str) -> str:
    """Marks a template, or a word that fills one, which is translated where it is shown."""
    return template


def finding(
    code: str, template: str, *, values: Mapping[str, object] | None = None, holds: bool = False, **where: object
) -> pl.DataFrame:
    """One finding. `template` says what was found and what was wanted; the catalogue adds the next step.

    :param values: by slot what fills it; one that is left out is filled by the location of its name.
    """
    rows = pl.DataFrame({k: [v] for k, v in where.items()} or {"_": [None]})
    texts = {name: pl.lit(str(value)) for name, value in (values or {}).items()}
    return findings(code, rows, template, values=texts, holds=holds)


def findings(
    code: str,
    rows: pl.DataFrame,
    template: str,
    *,
    values: Mapping[str, pl.Expr] | None = None,
    holds: bool | pl.Expr = False,
    columns: Mapping[str, str | pl.Expr] | None = None,
    severity: str | None = None,
) -> pl.DataFrame:
    """One finding per row of `rows`, located by those of its columns that are named as in the contract.

    `columns` gives or overrides a location: a text is literal, an expression is evaluated on `rows`.

    :param values: by slot of the template what fills it; one that is left out is filled by the column of its name.
    """
    if rows.is_empty():
        return empty(Findings)
    usual, advice = CATALOGUE[code]
    rows = rows.rechunk()  # polars 2.1 panics on a text joined over chunks of which one is empty
    given = {k: v if isinstance(v, pl.Expr) else pl.lit(v) for k, v in (columns or {}).items()}
    located = {
        name: given.get(name, pl.col(name) if name in rows.columns else pl.lit(None))
        for name in ("event", "game", "file", "sheet", "row", "column")
    }
    filling = {name: (values or {}).get(name, pl.col(name)).cast(pl.String) for name in slots(template)}
    return rows.select(
        severity=pl.lit(severity or usual),
        code=pl.lit(code),
        **located,
        holds=holds if isinstance(holds, pl.Expr) else pl.lit(holds),
        message=pl.concat_str(filled(template, filling), pl.lit(" " + advice)),
        template=pl.lit(template),
        values=pl.concat_list(*filling.values()) if filling else pl.lit([], dtype=pl.List(pl.String)),
    ).cast(dtypes(Findings))


def slots(template: str) -> list[str]:
    """The names of its slots, in order, each once: what the list of values stands for."""
    return list(dict.fromkeys(name for _, name in _parts(template) if name))


def filled(template: str, filling: Mapping[str, pl.Expr]) -> pl.Expr:
    """The text of a template, or of its translation, with its slots filled."""
    texts = [(pl.lit(text), filling[name] if name else None) for text, name in _parts(template)]
    return pl.concat_str(part for pair in texts for part in pair if part is not None)


def _parts(template: str) -> Iterator[tuple[str, str | None]]:
    """What stands before each slot, with the slot's name; at the end maybe a text alone."""
    return ((text, name) for text, name, _, _ in Formatter().parse(template))


def gather(*frames: pl.DataFrame) -> pl.DataFrame:
    """All findings of several frames, each once."""
    kept = [frame for frame in frames if frame.height]
    return pl.concat(kept).unique(maintain_order=True) if kept else empty(Findings)
