"""What split a team from those beside it: a sentence for each, and a table where more than the points was asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import polars as pl

from dashboard import spoken, words
from dashboard.language import N_, _
from dashboard.views.event.evening import Evening
from pipelines.insight.why_event import WhyEvent

SIDES: Final = {
    "ahead": N_("**{team}** (place {place}) is ahead: {what}."),
    "level": N_("**{team}** (place {place}) is level: {what}."),
    "behind": N_("**{team}** (place {place}) is behind: {what}."),
    "lead": N_("For the victory, against **{team}**: {what}."),
}
Row = Mapping[str, Any]


def neighbours(evening: Evening, found: WhyEvent) -> Iterator[str]:
    """In Markdown, of each team ahead, level and behind: what splits it from this one."""
    names = {team: words.plain(name) for team, name in evening.facts.teams.select("team_id", "team").iter_rows()}
    own = names[found.standing["team_id"]]
    for (side, team), rows in found.neighbours.group_by("side", "team_id", maintain_order=True):
        asked = rows.filter(pl.col("criterion") != "shared").to_dicts()
        place = span(rows.row(0, named=True))
        yield _(SIDES[str(side)]).format(team=names[str(team)], place=place, what=_what(evening, asked))
        if len(asked) > 1:
            yield _table(evening, asked, own, names[str(team)])


def span(row: Row) -> str:
    """The place or the places of a row; a dash outside the ranking."""
    return spoken.span(row["place"], row["place_to"]) if row["place"] is not None else "–"


def _what(evening: Evening, asked: Sequence[Row]) -> str:
    """What decided, with its values where nothing else was asked."""
    decided = next((row for row in asked if row["decides"]), None)
    if len(asked) > 1:
        return _criterion(evening, decided) if decided else _("nothing splits them")
    said = " ".join([_criterion(evening, asked[0]), _pair(asked[0])])
    return said if decided else _("nothing splits them ({criteria})").format(criteria=said)


def _pair(row: Row) -> str:
    return _("{theirs} there, {own} here").format(theirs=_value(row, "theirs"), own=_value(row, "own"))


def _criterion(evening: Evening, row: Row) -> str:
    return words.plain(words.criterion(row["criterion"], evening.rules))


def _table(evening: Evening, asked: Sequence[Row], own: str, theirs: str) -> str:
    """A row per thing compared, in order; the one that decided in bold."""
    lines = [[_("What was compared"), own, theirs], ["---", "---:", "---:"], *_rows(evening, asked)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _rows(evening: Evening, asked: Sequence[Row]) -> Iterator[list[str]]:
    for level, group in groupby(asked, key=_is_level_round):
        rows = list(group)
        if level and len(rows) > 1:
            first, last = rows[0]["part"], rows[-1]["part"]
            said = _("rounds {first}–{last}").format(first=first, last=last)
            yield [f"{_criterion(evening, rows[0])}: {said}", *[_("level")] * 2]
        else:
            yield from (_cells(evening, row) for row in rows)


def _is_level_round(row: Row) -> bool:
    return bool(row["criterion"] == "later_rounds" and row["own"] == row["theirs"])


def _cells(evening: Evening, row: Row) -> list[str]:
    cells = [_compared(evening, row), _value(row, "own"), _value(row, "theirs")]
    return [f"**{cell}**" for cell in cells] if row["decides"] else cells


def _compared(evening: Evening, row: Row) -> str:
    """The criterion, and which part of it."""
    said = _criterion(evening, row)
    if row["part"] is None:
        return _("{criterion}: questions won").format(criterion=said) if row["criterion"] == "shootout" else said
    if row["criterion"] == "later_rounds":
        return f"{said}: {_('round {n}').format(n=row['part'])}"
    right = _(" (right: {number})").format(number=_value(row, "right")) if row["right"] is not None else ""
    return f"{said} №\u00a0{row['part']}{right}"


def _value(row: Row, name: str) -> str:
    """A number that was guessed in a shoot-out may be a year."""
    guessed = row["criterion"] == "shootout"
    return _("no data") if row[name] is None else spoken.amount(row[name], row["unit"], grouped=not guessed)
