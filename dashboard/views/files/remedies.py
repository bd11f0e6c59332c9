"""What to do about findings on a file that is not in the folder yet: mostly the form above, and never an editor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import polars as pl

from dashboard.language import N_, _
from pipelines.export.shown import Shown
from pipelines.folder import Trial


@dataclass(frozen=True)
class Remedy:
    """What is said of a kind of finding in the place of its usual words; `found` is left out where these will do."""

    code: str
    advice: str
    found: str = ""
    where: pl.Expr | None = None


_OF_THE_FILE: Final = pl.col("column").is_null()
_NAMES: Final = N_("Correct the name in the file, or say afterwards under “Doubtful names” whether they are one team.")
REMEDIES: Final = (
    Remedy(
        "unknown_event",
        N_("Choose the evening above, under “Which event are these results of?”."),
        N_("Neither the name of the file nor a column says which evening these results are of."),
        _OF_THE_FILE,
    ),
    Remedy(
        "unknown_event",
        N_("Correct the cell. If all rows are of one evening, take the column out and choose the evening above."),
        where=~_OF_THE_FILE,
    ),
    Remedy(
        "unknown_game",
        N_("Choose the evening above, and then its game."),
        N_("Neither the name of the file nor a column says which game these results are of."),
        _OF_THE_FILE,
    ),
    Remedy(
        "column_unknown",
        N_("If it is a round, make its number the heading; otherwise check the totals."),
        N_("This column is no known round, but without it the declared totals do not add up."),
        pl.col("severity") == "warning",
    ),
    Remedy("similar_name", _NAMES),
    Remedy("lookalike_name", _NAMES),
    Remedy("layout_unknown", N_("Give the columns a row of headings: Team, and 1, 2, 3 and so on for the rounds.")),
    Remedy("file_unreadable", N_("Save it again as XLSX or as CSV (UTF-8), and choose it once more.")),
)


def told(shown: Shown, trial: Trial) -> Shown:
    """Findings as from `folder_tables.findings`, those on the files of the trial with their remedies on this page."""
    frame = shown.frame
    for remedy in REMEDIES:
        meant = (pl.col("code") == remedy.code) & pl.col("file").is_in(trial.files)
        meant = meant if remedy.where is None else meant & remedy.where
        said = {"advice": remedy.advice, **({"found": remedy.found} if remedy.found else {})}
        frame = frame.with_columns(
            pl.when(meant).then(pl.lit(_(text))).otherwise(name).alias(name) for name, text in said.items()
        )
    return Shown(frame, shown.units)
