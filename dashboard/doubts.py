"""What findings and sheets are called: every code of the catalogue, and every kind of sheet, in a few words."""

from __future__ import annotations

from typing import Final

from dashboard.language import N_, _
from pipelines.export.told import TABLES

FINDINGS: Final = {
    "cell_not_a_verdict": N_("The cell is no verdict"),
    "not_a_number": N_("Not a number"),
    "date_in_points": N_("Points became a date"),
    "formula_error": N_("A formula with an error"),
    "formula_without_value": N_("A formula without its result"),
    "round_missing": N_("A round without points"),
    "team_missing": N_("A row without a team"),
    "unknown_event": N_("Unknown event"),
    "unknown_game": N_("Unknown game"),
    "unknown_team": N_("Unknown team"),
    "unknown_round": N_("Unknown round"),
    "unknown_value": N_("Unknown word"),
    "value_missing": N_("A cell is empty"),
    "not_a_date": N_("Not a date"),
    "not_whole": N_("Not a whole number"),
    "event_twice": N_("One event twice"),
    "file_unreadable": N_("The file cannot be read"),
    "layout_unknown": N_("No known table"),
    "column_unknown": N_("Unknown column"),
    "no_results": N_("No results"),
    "file_without_rows": N_("A table without rows"),
    "column_twice": N_("One heading twice"),
    "column_missing": N_("A column is missing"),
    "rows_passed_over": N_("Rows passed over"),
    "file_ignored": N_("The file is not read"),
    "total_mismatch": N_("The declared total differs"),
    "place_mismatch": N_("The declared place differs"),
    "impossible_points": N_("Points that cannot be"),
    "summary_row": N_("A row of sums"),
    "hidden_sheet": N_("A hidden sheet"),
    "hidden_column": N_("A hidden column"),
    "hidden_row": N_("A hidden row"),
    "lookalike_name": N_("A name with look-alike letters"),
    "similar_name": N_("A similar name"),
    "name_ambiguous": N_("A name of several teams"),
    "team_not_listed": N_("The team is not listed"),
    "duplicate_file": N_("The same file twice"),
    "duplicate_result": N_("The same result twice"),
    "conflicting_results": N_("Two values of one result"),
    "question_twice": N_("One question twice"),
    "team_twice": N_("One team twice"),
    "joker_used_twice": N_("A joker used too often"),
    "copy_circle": N_("A circle of copies"),
    "joker_out_of_round": N_("A joker in a wrong round"),
    "jokers_clash": N_("Two jokers on one question"),
    "stake_out_of_round": N_("A tick in a wrong round"),
    "shootout_missing": N_("A shoot-out is missing"),
    "declared_place_used": N_("The declared place decides"),
    "criterion_unknown": N_("The tie cannot be decided"),
    "name_taken": N_("The name is taken"),
    "name_not_allowed": N_("The name is not allowed"),
    "team_size": N_("Number of players"),
    "question_count": N_("Number of questions"),
    "bonus_count": N_("Number of bonus questions"),
    "value_out_of_range": N_("An unusual value"),
    "partial_out_of_place": N_("Partly right is not possible here"),
    "copy_of_nobody": N_("A copy of nobody"),
    "package_replayed": N_("The package was played before"),
    "chooser_not_last": N_("The theme was not chosen by the last team"),
    "appeal_late": N_("A late appeal"),
    "decision_late": N_("A late decision"),
    "appeal_open": N_("An open appeal"),
    "appeal_against_other": N_("An appeal against another team"),
    "winner_not_recorded": N_("No winner is recorded"),
    "declared_winner_differs": N_("The announced winner differs"),
    "award_differs": N_("An award differs"),
    "season_missing": N_("The season is missing"),
    "city_missing": N_("The city is missing"),
    "decision_without_effect": N_("A ruling without effect"),
    "decision_incomplete": N_("An incomplete ruling"),
    "rules_broken": N_("The rules have errors"),
    "decision_undated": N_("A ruling without a date"),
    "row_unreadable": N_("A row cannot be read"),
    "encoding_doubtful": N_("The encoding is doubtful"),
    "id_twice": N_("Two rulings with one id"),
    "hint_unused": N_("league.toml describes what is not there"),
}

LAYOUTS: Final = {
    "wide": N_("score sheet or question matrix"),
    **TABLES,
    "unknown": N_("not read"),
}


def finding(code: str) -> str:
    """What a finding is about."""
    return _(FINDINGS[code])


def layout(code: str) -> str:
    """What a sheet was read as."""
    return _(LAYOUTS[code])
