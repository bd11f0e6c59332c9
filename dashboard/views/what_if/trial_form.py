"""Handicap trials: a team, or every winner of the evening before, starts with other points or another coefficient."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl
import streamlit as st

from dashboard import address, loading, scenarios, words
from dashboard.language import _
from dashboard.loading import Opened, Scenario
from dashboard.scenarios import MOST_RULINGS, Supposed, Trial
from dashboard.views.what_if import ruling_form
from dashboard.views.what_if.said import Names
from pipelines.insight import trials
from pipelines.ruleset.bound import LeagueRules, bind
from pipelines.ruleset.errors import RuleErrors


@dataclass(frozen=True)
class _Asked:
    """What the form says."""

    trial: Trial
    kind: str
    game: str
    team: str
    value: str


def panel(opened: Opened, supposed: Supposed, names: Names, latest: str) -> None:
    """The form; a trial becomes rulings, one for each entry it concerns."""
    rules = _rules(opened, supposed)
    asked = _form(names, latest, opened)
    needed = _needed(asked, rules)
    if needed:
        st.caption(
            _("By this league's rules a coefficient counts nowhere; with the trial it counts for the places, too.")
        )
    if not st.button(_("Suppose it"), key="trial:add", type="primary", disabled=asked is None) or asked is None:
        return
    with st.spinner(_("Working out who starts with what …"), show_time=False):
        starts = _starts(asked, opened, rules, supposed)
    if starts.is_empty():
        st.warning(_("This concerns nobody: no such entry has a result."))
    elif starts.height + len(supposed.rulings) > MOST_RULINGS:
        told = _("That makes {n} rulings, more than a link can hold ({most}). Begin at a later evening.")
        st.warning(told.format(n=starts.height, most=MOST_RULINGS))
    else:
        ruling_form.add(_texts(asked, starts, several=len(names.rules.games) > 1), needed)
        st.rerun()


def _form(names: Names, latest: str, opened: Opened) -> _Asked | None:
    who = {"team": _("One team"), "winners": _("Every winner of the evening before")}
    winners = ruling_form.choose(_("Who"), who, "trial:who") == "winners"
    kinds = {"adjust": _("Points to start with"), "coefficient": _("A coefficient")}
    kind = "adjust" if winners else str(ruling_form.choose(_("What"), kinds, "trial:what"))
    event = str(ruling_form.choose(_("Evening"), names.events, "trial:event", latest))
    when = {"at": _("At this evening alone"), "from": _("From this evening on")}
    onwards = ruling_form.choose(_("When"), when, "trial:when") == "from"
    games = {name: words.game(names.rules, name) for name in names.rules.games}
    several = len(games) > 1 and kind == "adjust"
    game = str(ruling_form.choose(_("Game"), games, "trial:game")) if several else next(iter(games))
    teams = _teams(opened, names, event, onwards=onwards)
    if not winners and not teams:
        st.caption(_("No team has a result there."))
        return None
    team = "" if winners else str(ruling_form.choose(_("Team"), teams, "trial:team"))
    value = _value(kind)
    return _Asked(Trial(winners, onwards, event), kind, game, team, value) if value else None


def _teams(opened: Opened, names: Names, event: str, *, onwards: bool) -> dict[str, str]:
    """Those that took part in the evening, or in it or a later one."""
    order = dict(opened.facts.events.select("event", "ord").iter_rows())
    since = [each for each, ord_ in order.items() if ord_ >= order[event]] if onwards else [event]
    there = opened.scored.standings.filter(pl.col("event").is_in(since)).select("team_id").unique()
    named = there.join(opened.facts.teams, on="team_id").sort("folded", "team_id")
    return {team: names.teams[team] for team in named["team_id"]}


def _value(kind: str) -> str:
    if kind == "coefficient":
        value = st.number_input(
            _("Coefficient"), value=0.9, min_value=0.0, max_value=10.0, step=0.05, format="%g", key="trial:factor"
        )
        return ruling_form.plain_number(round(value, 4))
    points = st.number_input(
        _("Points, taken ones with a minus"), value=-2.0, step=1.0, format="%g", key="trial:points"
    )
    return ruling_form.plain_number(points) if points else ""


def _rules(opened: Opened, supposed: Supposed) -> LeagueRules:
    """With the rules that are supposed already, where these are allowed."""
    try:
        return bind(opened.league, supposed.patch)
    except RuleErrors:
        return opened.rules


def _needed(asked: _Asked | None, rules: LeagueRules) -> dict[str, object]:
    """Rules without which the trial would do nothing: a coefficient that counts."""
    if asked is None or asked.kind != "coefficient":
        return {}
    games = rules.latest().games.items()
    return {f"games.{name}.coefficient_in": ["places", "winner"] for name, game in games if not game.coefficient_in}


def _starts(asked: _Asked, opened: Opened, rules: LeagueRules, supposed: Supposed) -> pl.DataFrame:
    facts, trial = loading.whole_facts(opened.source, opened.league.id), asked.trial
    if not trial.winners:
        game = asked.game if asked.kind == "adjust" else None
        return trials.of_team(facts, opened.scored, game, asked.team, trial.event, onwards=trial.onwards)
    scenario = Scenario((), address.get_all("decide"))
    return trials.of_winners(
        facts,
        rules,
        opened.scored,
        as_of=opened.today,
        game=asked.game,
        first=trial.event,
        onwards=trial.onwards,
        points=asked.value,
        decisions=loading.decisions(opened.source, opened.league.id, opened.today, scenario.decides),
    )


def _texts(asked: _Asked, starts: pl.DataFrame, *, several: bool) -> list[str]:
    game = {"game": asked.game} if several and asked.kind == "adjust" else {}
    return [
        scenarios.ruling_text(
            {"kind": asked.kind, "event": event, **game, "team": team, "value": asked.value, "note": asked.trial.note}
        )
        for event, team in starts.iter_rows()
    ]
