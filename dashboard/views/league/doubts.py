"""What is doubtful: findings, evenings in no table yet, open appeals, and the figures that rest on assumed rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
import streamlit as st

from dashboard import folder_tables, frames, glance, links, loading, words
from dashboard.language import _, day, ngettext
from dashboard.loading import Opened
from dashboard.views import why
from pipelines.insight import assumptions


def findings(opened: Opened) -> None:
    """How much is doubtful, evenings that are held, appeals that wait."""
    counts = folder_tables.counts(loading.findings(opened))
    errors, warnings, notes = (counts.get(code, 0) for code in ("error", "warning", "note"))
    said = [
        ngettext("{n} error", "{n} errors", errors).format(n=errors) if errors else "",
        ngettext("{n} warning", "{n} warnings", warnings).format(n=warnings) if warnings else "",
        ngettext("{n} note", "{n} notes", notes).format(n=notes) if notes else "",
    ]
    st.subheader(_("Findings"))
    st.markdown(" · ".join(part for part in said if part) or _("Nothing is doubtful."))
    if counts:
        links.to("files", _("What to do about them"))
    if not loading.is_public():
        _missing_results(opened)
    _held_evenings(opened)
    _appeals(opened)


def _missing_results(opened: Opened) -> None:
    """Evenings that were planned for a day that is past: the way to where their results are added."""
    past = opened.facts.events.filter(pl.col("state") == "planned", pl.col("date") < opened.today).sort("ord")["date"]
    if past.is_empty():
        return
    days = ", ".join(day(on) for on in past.tail(glance.NAMED))
    said = ngettext(
        "Results of {n} planned evening are missing: {days}",
        "Results of {n} planned evenings are missing: {days}",
        past.len(),
    )
    links.to("files", said.format(n=past.len(), days=days if past.len() <= glance.NAMED else f"… {days}"), part="add")


def _held_evenings(opened: Opened) -> None:
    """Evenings that are played or held now, and so are in no other table."""
    states = opened.scored.event_states.filter(pl.col("state").is_in(["live", "held"]))
    rows = opened.facts.events.drop("state").join(states, on="event").sort("ord")
    for event, on, state in rows.select("event", "date", "state").tail(glance.NAMED).iter_rows():
        links.to("event", f"{day(on)}: {_(words.EVENT_STATES[state])}", event=event, game=None)


def _appeals(opened: Opened) -> None:
    """Open appeals, and whether each can change a winner."""
    if opened.facts.decisions.filter(status="open").is_empty():
        return
    st.subheader(_("Open appeals"))
    found = loading.open_appeals(opened.source, opened.league.id, opened.today)
    dated = found.join(opened.facts.events.select("event", "date"), on="event", how="left", maintain_order="left")
    for row in dated.head(glance.NAMED).iter_rows(named=True):
        with st.container(gap=None):
            links.to("event", _appeal(opened, row), event=row["event"], game=row["game"])
            st.caption(words.appeal_effect(row["changes_winner"], row["changes_places"]))


def _appeal(opened: Opened, row: Mapping[str, Any]) -> str:
    rules = opened.rules.latest()
    parts = (
        day(row["date"]),
        words.game(rules, row["game"]) if row["game"] else "",
        _("round {n}").format(n=row["round"]) if row["round"] is not None else "",
        _("question {n}").format(n=row["question"]) if row["question"] is not None else "",
    )
    return words.plain(" · ".join(part for part in parts if part))


def assumed(opened: Opened, chosen: tuple[str, str, str | None], last: str | None) -> None:
    """Which of the figures above rest on rules that the source does not state."""
    rules = opened.rules.latest()
    found = glance.assumed(_figures(opened, chosen, last))
    if not found:
        return
    said = ngettext("What rests on {n} assumed rule", "What rests on {n} assumed rules", len(found))
    with st.expander(said.format(n=len(found))):
        for rule, figures in found:
            told = next(iter(why.cited_lines(rule, rules)))
            touched = _("It touches: {figures}").format(figures=words.plain("; ".join(figures)))
            st.markdown(f"{told}  \n  :small[{touched}]")
        links.to("rules", _("All rules"))


def _figures(opened: Opened, chosen: tuple[str, str, str | None], last: str | None) -> dict[str, pl.DataFrame]:
    """The figures of this page, each with the assumed rules it rests on."""
    rules = opened.rules.latest()
    series, period, city = chosen
    shown = {series: frames.of_period(opened.scored.periods, series, period, city)}
    for name in opened.scored.titles["series"].unique(maintain_order=True):
        shown.setdefault(name, opened.scored.periods.filter(series=name).sort("ord").tail(1))
    for name in opened.scored.ranks["series"].unique(maintain_order=True):
        shown.setdefault(name, opened.scored.periods.filter(series=name))
    figures = {
        words.series(rules, name): assumptions.of_series(opened.rules, name, periods["first_date"].min())  # type: ignore[arg-type]
        for name, periods in shown.items()
    }
    if last is None:
        return figures
    on = opened.facts.events.filter(event=last)["date"].item()
    games = opened.scored.standings.filter(event=last)["game"].unique().sort()
    now = opened.rules.of_event(last, on)
    evening = _("Last evening")
    return figures | {
        f"{evening}: {words.game(now, game)}": assumptions.of_event(opened.rules, last, on, game) for game in games
    }
