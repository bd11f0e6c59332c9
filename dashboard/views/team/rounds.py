"""How strong a team is round by round, against the teams it played."""

from __future__ import annotations

import polars as pl
import streamlit as st
from babel.numbers import format_percent

from dashboard import downloads, spoken, team_charts, words
from dashboard.language import _, current, ngettext
from dashboard.loading import Opened
from pipelines.insight import team as insight


@st.fragment
def show(opened: Opened, team: str) -> None:
    """Mean points a game by round: the team, all ranked teams, the best."""
    games = _games(opened, team)
    if not games:
        return
    st.subheader(_("Strength by round"))
    game = next(iter(games))
    if len(games) > 1:
        game = (
            st.segmented_control(
                _("Game"),
                list(games),
                default=game,
                required=True,
                format_func=games.__getitem__,
                label_visibility="collapsed",
                key=f"rounds-{team}",
            )
            or game
        )
    found = insight.strength(opened.scored, team, game)
    if found.is_empty():
        st.markdown(_("No game of it is known round by round."))
        return
    name = opened.facts.teams.filter(team_id=team)["team"][0]
    figure = team_charts.strength(found, name, _("mean of the ranked teams"), _("best of the round"), _mean)
    said = _("Strength by round")
    downloads.chart(figure, "strength", save_as=f"{name} · {said}", alt=f"{name} · {said}")
    st.caption(_told(found))


def _games(opened: Opened, team: str) -> dict[str, str]:
    rules = opened.rules.latest()
    played = set(opened.scored.standings.filter(team_id=team)["game"].unique())
    return {name: words.plain(words.game(rules, name)) for name in rules.games if name in played}


def _told(found: pl.DataFrame) -> str:
    """In how many games, and where it is nearest to the best of the round and farthest from it."""
    games = int(str(found["games"].max()))
    said = [ngettext("Mean points in {n} game.", "Mean points in {n} games.", games).format(n=games)]
    shares = found.drop_nulls("of_best").sort("of_best")
    if shares.height > 1:
        weak, strong = shares.row(0, named=True), shares.row(-1, named=True)
        told = _("Nearest to the best in round {strong} ({most}), farthest in round {weak} ({least}).")
        said.append(
            told.format(
                strong=strong["round"],
                most=_per_cent(strong["of_best"]),
                weak=weak["round"],
                least=_per_cent(weak["of_best"]),
            )
        )
    return " ".join(said)


def _per_cent(share: float) -> str:
    return str(format_percent(share, locale=current()))


def _mean(value: float | None) -> str:
    return "" if value is None else spoken.plain(f"{value:.1f}")
