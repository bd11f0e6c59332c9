"""What was found, said in a language: the sentence of a finding translated and filled, its closed words too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import polars as pl

from pipelines.findings import CATALOGUE, N_, filled, slots

RULINGS: Final = {
    "void_question": N_("removal of a question"),
    "accept_answer": N_("acceptance of an answer"),
    "set_verdict": N_("change of a verdict"),
    "adjust": N_("points given or taken"),
    "coefficient": N_("coefficient"),
    "annul_round": N_("annulment of a round"),
    "disqualify": N_("disqualification"),
    "out_of_contest": N_("out of contest"),
    "reinstate": N_("reinstatement"),
    "ban": N_("ban"),
    "warn": N_("warning"),
    "revoke": N_("revocation of a ruling"),
}
JOKERS: Final = {"double": N_("double answer"), "copy": N_("copy"), "first_letter": N_("first letter")}
AWARDS: Final = {"winner": N_("winner"), "vice": N_("vice-champion")}
NEEDS: Final = {
    "event": N_("event"),
    "game": N_("game"),
    "round": N_("round"),
    "question": N_("question"),
    "team": N_("team"),
    "value": N_("value"),
    "decided_at": N_("date of the decision"),
}
"""What a ruling may need."""
CHARACTERS: Final = {
    "cyrillic": N_("Cyrillic letters"),
    "latin": N_("Latin letters"),
    "digits": N_("digits"),
    "punctuation": N_("punctuation"),
    "spaces": N_("spaces"),
}
TABLES: Final = {
    "answers": N_("answers"),
    "round_scores": N_("points by round"),
    "totals": N_("totals"),
    "rounds": N_("rounds of the evening"),
    "entries": N_("entries"),
    "questions": N_("questions"),
    "adjustments": N_("points given or taken"),
    "shootouts": N_("shoot-outs"),
    "events": N_("events"),
    "teams": N_("teams and their names"),
    "decisions": N_("appeals and rulings"),
    "awards": N_("announcements and awards"),
    "names": N_("what was said about names"),
}
"""Kinds of tidy tables, as `ingest.fields` names them."""
_ALL_TIME: Final = N_("all time")
_OR: Final = N_("or")


@dataclass(frozen=True)
class Speaker:
    """In what manner it is said: the language's messages, moments and numbers, and what the league calls its own."""

    message: Callable[[str], str]
    moment: Callable[[datetime], str]
    decimal_sign: str
    criterion: Callable[[str], str]
    game: Callable[[str], str]
    series: Callable[[str], str]

    def word(self, words: Mapping[str, str], code: str) -> str:
        """A word of a closed list; itself where it is none."""
        return self.message(words[code]) if code in words else code

    def words(self, words: Mapping[str, str], codes: str) -> str:
        """Several of them, separated by commas."""
        return ", ".join(self.word(words, code) for code in codes.split(", "))

    def number(self, text: str) -> str:
        """A number as the language writes it."""
        return text.removesuffix(".0").replace(".", self.decimal_sign)

    def table(self, text: str) -> str:
        """`round scores`, or with its headings, which stay as they are, `round scores (points)`."""
        name, opening, headings = text.partition(" (")
        return self.word(TABLES, name.replace(" ", "_")) + opening + headings

    def either(self, text: str, said: Callable[[str], str] = str) -> str:
        """Names joined by `or`."""
        return f" {self.message(_OR)} ".join(said(name) for name in text.split(" or "))


_MOMENTS: Final = ("submitted", "taken_until", "decided", "decided_before", "until")
_NUMBERS: Final = ("points", "graded", "finer", "step", "value", "least", "most")
SPOKEN: Final[Mapping[str, Callable[[Speaker, str], str]]] = {
    "kind": lambda of, text: of.word(RULINGS, text),
    "joker": lambda of, text: of.word(JOKERS, text),
    "award": lambda of, text: of.word(AWARDS, text),
    "needs": lambda of, text: of.words(NEEDS, text),
    "allowed": lambda of, text: of.words(CHARACTERS, text),
    "table": lambda of, text: of.table(text),
    "tables": lambda of, text: ", ".join(of.table(part) for part in text.split(", ")),
    "criterion": lambda of, text: of.criterion(text),
    "game": lambda of, text: of.game(text),
    "series": lambda of, text: of.series(text),
    "period": lambda of, text: of.message(_ALL_TIME) if text == "all" else text,
    "any_of": lambda of, text: of.either(text),
    "any_series": lambda of, text: of.either(text, of.series),
    **dict.fromkeys(_MOMENTS, lambda of, text: of.moment(datetime.fromisoformat(text))),
    **dict.fromkeys(_NUMBERS, lambda of, text: of.number(text)),
}
"""By a slot's name how what fills it is said; all others, names above all, are said as they are."""


def found(rows: pl.DataFrame, speaker: Speaker | None) -> pl.Series:
    """Of each finding what was found and what was wanted, without the next step.

    :param speaker: none says it as the command does, in English.
    """
    if speaker is None or rows.is_empty():
        ends = {code: f" {advice}" for code, (_, advice) in CATALOGUE.items()}
        end = pl.col("code").replace_strict(ends, return_dtype=pl.String)
        return rows.select(found=pl.col("message").str.strip_suffix(end)).to_series()
    parts = rows.select("template", "values").with_row_index("n").partition_by("template")
    return pl.concat(_said(part, speaker) for part in parts).sort("n").get_column("found")


def whole(rows: pl.DataFrame, speaker: Speaker | None) -> pl.Series:
    """Of each finding what was found, what was wanted, and what to do next."""
    if speaker is None:
        return rows["message"]
    advice = {code: speaker.message(CATALOGUE[code][1]) for code in rows["code"].unique()}
    step = rows["code"].replace_strict(advice, return_dtype=pl.String)
    return found(rows, speaker) + " " + step


def _said(rows: pl.DataFrame, speaker: Speaker) -> pl.DataFrame:
    """Findings of one template: `n`, and `found` in the speaker's language."""
    template = rows["template"][0]
    filling = {name: _filling(rows, name, at, speaker) for at, name in enumerate(slots(template))}
    return rows.select("n", found=filled(speaker.message(template), filling))


def _filling(rows: pl.DataFrame, name: str, at: int, speaker: Speaker) -> pl.Expr:
    value = pl.col("values").list.get(at)
    if name not in SPOKEN:
        return value
    distinct = rows.select(value).to_series().unique()
    said = {text: SPOKEN[name](speaker, text) for text in distinct}
    return value.replace_strict(said, return_dtype=pl.String)
