"""Appeals and rulings: the table of decisions, in the order of its file, each value fit for its kind."""

from __future__ import annotations

from typing import Final

import polars as pl

from pipelines.findings import N_, findings, gather
from pipelines.ingest import cells
from pipelines.ingest.near import unknown

APPEAL: Final = ("by", "event", "game", "round", "question", "team_id", "kind", "value")
"""What an appeal and the row that decides it have in common."""
VALUES: Final = {
    # kind: (code of an unfit value, what is said of it)
    "set_verdict": (
        "cell_not_a_verdict",
        N_("The value of a ruling '{kind}' is «{found}»; right, wrong, none or partial was wanted."),
    ),
    "adjust": ("not_a_number", N_("The value of a ruling '{kind}' is «{found}»; a number of points was wanted.")),
    "coefficient": (
        "not_a_number",
        N_("The value of a ruling '{kind}' is «{found}»; a number with at most 4 decimals was wanted."),
    ),
    "ban": (
        "not_a_date",
        N_("The value of a ruling '{kind}' is «{found}»; the last day, such as 2026-03-05, was wanted."),
    ),
}


def decisions_table(rows: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Cleaned and identified rows → with `ord`, their order, and values as the contract words them."""
    rows = rows.with_columns(ord=pl.int_range(pl.len(), dtype=pl.UInt32))
    fit = {
        "set_verdict": cells.verdict(pl.col("value")),
        "adjust": pl.when(cells.points(pl.col("value")).is_not_null()).then(_plain_number(pl.col("value"))),
        "coefficient": pl.when(cells.coefficient(pl.col("value")).is_not_null()).then(_plain_number(pl.col("value"))),
        "ban": cells.day(pl.col("value")).cast(pl.String),
    }
    kind = pl.col("kind")
    fitted = pl.lit(None, dtype=pl.String)
    for name, value in fit.items():
        fitted = pl.when(kind == name).then(value).otherwise(fitted)
    rows = rows.with_columns(_fit=pl.when(kind.is_in(list(fit))).then(fitted).otherwise("value"))
    unfit = pl.col("value").is_not_null() & pl.col("_fit").is_null()
    given = {"found": pl.col("value")}
    found = [
        findings(code, rows.filter(unfit & (kind == name)), said, values=given, columns={"column": "value"})
        for name, (code, said) in VALUES.items()
    ]
    found.append(_early_bans(rows.filter(~unfit)))
    return _unanswered(rows.filter(~unfit).with_columns(value="_fit").drop("_fit")), gather(*found)


def _early_bans(rows: pl.DataFrame) -> pl.DataFrame:
    """Bans over before they begin: they cover no event."""
    over = pl.col("_fit").str.to_date(strict=False) < pl.col("decided_at").dt.date()
    early = rows.filter(pl.col("kind") == "ban").filter(over)
    said = N_("'{kind}': its last day {value} lies before the day of its ruling, {ruled}.")
    ruled = {"ruled": pl.col("decided_at").dt.date()}
    return findings("decision_without_effect", early, said, values=ruled, columns={"column": "value"})


def _unanswered(rows: pl.DataFrame) -> pl.DataFrame:
    """Without open appeals that a later row decides: the file is only added to, so a decision is a row of its own."""
    decided = pl.when(pl.col("status") != "open").then("ord").max().over(APPEAL)
    return rows.filter((pl.col("status") != "open") | (pl.col("ord") > decided).fill_null(value=True))


def doubtful_ids(rows: pl.DataFrame) -> pl.DataFrame:
    """Findings on rulings of one id, of which a revocation takes back all, and on revocations of none."""
    named = rows.drop_nulls("id")
    twice = named.filter(pl.col("id").is_duplicated()).with_columns(
        other=pl.when(pl.col("ord") == pl.col("ord").min().over("id"))
        .then(pl.col("row").last().over("id"))
        .otherwise(pl.col("row").first().over("id"))
    )
    revoking = rows.filter(pl.col("kind") == "revoke").drop_nulls("value")
    empty = revoking.filter(~pl.col("value").is_in(named["id"].implode()))
    return gather(
        findings("id_twice", twice, _ID_TWICE, columns={"column": "id"}),
        unknown("decision_without_effect", empty, "value", named["id"], _NO_SUCH_ID),
    )


_ID_TWICE: Final = N_("The ruling of row {other} has the id {id} too; a revocation of {id} would take back both.")
_NO_SUCH_ID: Final = (
    N_("'{kind}': no ruling has the id {found}."),
    N_("'{kind}': no ruling has the id {found}; the nearest is {nearest}."),
)


def _plain_number(text: pl.Expr) -> pl.Expr:
    return text.str.replace(",", ".", literal=True).str.replace(r"^[−–]", "-").str.strip_prefix("+")
