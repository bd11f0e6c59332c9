"""Choosers whose value stands in the address: league, series, period, city, event, game, team."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Final, Literal

import polars as pl
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import address, words
from dashboard.language import N_, _, day
from dashboard.loading import Opened
from pipelines.ruleset.vocabulary import Rules

_PREFIX = "at:"
_PLACE, _MISSED = "missed-place", "missed"
MISSED: Final = {
    "league": N_("The link names a league that is not here: “{asked}”. This is the first one instead."),
    "event": N_("The link names an evening that has no table here: “{asked}”. This is the latest one instead."),
    "game": N_("The link names a game that was not played here: “{asked}”. This is the first one instead."),
    "series": N_("The link names a table that is not here: “{asked}”. This is the first one instead."),
    "period": N_("The link names a period that has no table here: “{asked}”. This is the latest one instead."),
    "city": N_("The link names a city that has no table here: “{asked}”. This is the first one instead."),
    "team": N_("The link names a team that is not here: “{asked}”."),
}
"""What is said of a link whose value is unknown: else it shows another evening as if it were the right one."""


def begin(place: DeltaGenerator) -> None:
    """A page begins: there it says which values of its address are unknown."""
    st.session_state[_PLACE], st.session_state[_MISSED] = place, []


def missed() -> list[str]:
    """What was said of this page's address so far."""
    return list(st.session_state.get(_MISSED, ()))


def miss(name: str) -> None:
    """Say that the value of the address is unknown."""
    said = _(MISSED[name]).format(asked=words.short(address.get(name) or ""))
    st.session_state[_MISSED].append(said)
    st.session_state[_PLACE].warning(words.plain(said))


def choose(
    name: str,
    label: str,
    options: Mapping[str, str],
    *,
    default: str | None = None,
    width: int | Literal["stretch"] = 240,
    drops: Callable[[str], Sequence[str]] = lambda value: (),
) -> str:
    """One of `options` (value → what it is called): that of the address, else the default, else the first.

    :param drops: what a choice takes out of the address, since it means nothing beside it.
    """
    asked = address.get(name)
    if asked and asked not in options and name in MISSED:
        miss(name)
    value = asked if asked in options else default if default in options else next(iter(options))
    st.session_state[_PREFIX + name] = value
    chosen: str = st.selectbox(
        label,
        list(options),
        format_func=lambda key: options.get(key, key),
        key=_PREFIX + name,
        on_change=_take,
        args=(name, drops),
        width=width,
        label_visibility="collapsed",  # the value says what it is; those who hear the page hear the label
    )
    return chosen


def series_and_period(room: Opened) -> tuple[str, str]:
    """The series and its period; the latest where the address names none."""
    periods = room.scored.periods.sort("first_date")
    known = periods["series"].unique(maintain_order=True).to_list()
    rules = room.rules.latest()
    ordered = [name for name in rules.series if name in known]
    keys_of = {name: periods.filter(series=name)["period"].unique(maintain_order=True).to_list() for name in ordered}
    titles = {name: words.series(rules, name) for name in ordered}
    series = choose(
        "series",
        _("Table"),
        titles,
        drops=lambda chosen: () if address.get("period") in keys_of[chosen] else ("period",),
    )
    keys = keys_of[series][::-1]
    kind = rules.series[series].period
    period = choose("period", _("Period"), {key: words.period(kind, key) for key in keys}, width=200)
    return series, period


def city(room: Opened, series: str, period: str) -> str | None:
    """The city of a series that has a table for each; None where it has one for the league."""
    cities = room.scored.periods.filter(series=series, period=period)["city"].drop_nulls().unique().sort().to_list()
    return choose("city", _("City"), dict(zip(cities, cities, strict=True)), width=180) if cities else None


def event(room: Opened) -> str:
    """An event that has a table of its own; the latest where the address names none."""
    return choose("event", _("Event"), event_titles(room), width=340)


def event_titles(room: Opened) -> dict[str, str]:
    """What each event that has a table is called, the latest first."""
    states = room.scored.event_states.select("event", pl.col("state").cast(pl.String))
    known = room.facts.events.drop("state").join(states, on="event")
    played = known.join(room.scored.standings, on="event", how="semi").sort("ord", descending=True)
    many_cities = played["city"].drop_nulls().n_unique() > 1
    return {
        key: _event(on, title, city if many_cities else None, state)
        for key, on, title, city, state in played.select("event", "date", "title", "city", "state").iter_rows()
    }


def game(room: Opened, event: str, rules: Rules) -> str:
    """A game of an event; the chooser stands there only where there is a choice."""
    played = set(room.scored.standings.filter(event=event)["game"].unique())
    games = {name: words.game(rules, name) for name in rules.games if name in played}
    if len(games) > 1:
        return choose("game", _("Game"), games, width=200)
    return next(iter(games))


def has_events(room: Opened) -> bool:
    """Whether any event has a table."""
    return not room.scored.standings.is_empty()


def has_periods(room: Opened) -> bool:
    """Whether any series has a period."""
    return not room.scored.periods.filter(pl.col("series").is_in(list(room.rules.latest().series))).is_empty()


def _event(on: date, title: str | None, city: str | None, state: str) -> str:
    """Its state, too, where it is not over, or over and not settled."""
    unsettled = _(words.EVENT_STATES[state]) if state != "final" else ""
    return " · ".join(part for part in (day(on), city, title, unsettled) if part)


def _take(name: str, drops: Callable[[str], Sequence[str]]) -> None:
    value = st.session_state[_PREFIX + name]
    address.put(**dict.fromkeys(drops(value)), **{name: value})
