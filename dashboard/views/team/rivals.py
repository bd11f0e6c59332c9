"""Head to head: a team beside any other that it was ranked with."""

from __future__ import annotations

import polars as pl
import streamlit as st

from dashboard import choosers, grids, links, words
from dashboard.grids import Column, Door, Grid
from dashboard.language import N_, _, ngettext
from dashboard.loading import Opened
from dashboard.views.team.record import latest
from pipelines.export.shown import Shown
from pipelines.insight import team as insight
from pipelines.tables import UNITS

RESULTS = {"won": N_("ahead"), "lost": N_("behind"), "level": N_("level")}


@st.fragment
def show(opened: Opened, team: str) -> None:
    """The chooser of the other team, the score, and every evening of both."""
    others = insight.opponents(opened.scored, team).join(
        opened.facts.teams.select("team_id", "team"), on="team_id", maintain_order="left"
    )
    if others.is_empty():
        return
    st.subheader(_("Head to head"))
    names = dict(others.select("team_id", "team").iter_rows())
    rival = choosers.choose("rival", _("The other team"), names, width=320)
    _score(others.row(by_predicate=pl.col("team_id") == rival, named=True))
    if st.button(_("The page of this team"), type="tertiary", icon=":material/arrow_forward:", key=f"to-{rival}"):
        links.go("team", team=rival, rival=team)
    _games(opened, team, rival, names[rival])


def _score(row: dict[str, int]) -> None:
    of = ngettext("{n} game together", "{n} games together", row["games"]).format(n=row["games"])
    said = [f"{_(RESULTS[name])}: **{row[name]}**" for name in RESULTS if row[name] or name != "level"]
    st.markdown(" · ".join([of, *said]))


def _games(opened: Opened, team: str, rival: str, name: str) -> None:
    rows = latest(insight.head_to_head(opened.facts, opened.scored, team, rival).reverse(), f"all-of-both-{team}")
    rules = opened.rules.latest()
    titles = {game: words.game(rules, game) for game in rules.games}
    frame = rows.with_columns(pl.col("game").replace(titles).alias("game_title")).rename(
        {"their_place": "place_theirs", "their_place_to": "place_to_theirs", "their_points": "points_theirs"}
    )
    columns = {
        "date": Column(_("Date"), "date"),
        **({"game_title": Column(_("Game"), "word")} if frame["game"].n_unique() > 1 else {}),
        "result": Column(_("Result"), "word", says=lambda code: _(RESULTS[code])),
        "place": Column(_("Place"), "range", bold=True),
        "points": Column(_("Points"), "amount", bold=True),
        "place_theirs": Column(_("Their place"), "range", name),
        "points_theirs": Column(_("Their points"), "amount"),
    }
    grid = Grid(
        Shown(frame, dict.fromkeys(("points", "points_theirs"), UNITS)),
        columns,
        doors={"date": Door("event", {"event": "event", "game": "game"})},
    )
    both = f"{opened.facts.teams.filter(team_id=team)['team'][0]} – {name}"
    grids.show(grid, "rivals", alt=both, save_as=both)
