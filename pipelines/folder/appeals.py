"""An open appeal decided: the row that says so, for the end of decisions.csv."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final, Literal

from pipelines.folder.lines import NewLines

Verdict = Literal["upheld", "rejected"]
KEPT: Final = ("submitted_at", "event", "game", "round", "question", "kind", "value")
"""What the decision repeats of the appeal, so that both are seen to be one (`pipelines.ingest.rulings`)."""


def decided(
    appeal: Mapping[str, object],
    verdict: Verdict,
    at: datetime,
    *,
    names: Mapping[str, str],
    taken: Collection[str],
    note: str = "",
) -> NewLines:
    """The row that decides an appeal, `appeal` being its row as in `tables.Decisions`.

    :param at: the moment, as clocks show it where the league plays.
    :param names: what teams are called, by id; the file names them as people do.
    :param taken: the ids of decisions that there are already.
    """
    people = {"by": appeal["by"], "team": appeal["team_id"]}
    row = {
        "id": _id(appeal["id"], taken),
        "decided_at": at,
        "status": verdict,
        **{name: appeal[name] for name in KEPT},
        **{name: names.get(str(who), who) for name, who in people.items()},
        "note": note,
    }
    return NewLines("decisions", [row])


def _id(of_appeal: object, taken: Collection[str]) -> str | None:
    """`a8-2` decides `a8`; an appeal without an id is decided without one."""
    if of_appeal is None:
        return None
    number = 2
    while f"{of_appeal}-{number}" in taken:
        number += 1
    return f"{of_appeal}-{number}"
