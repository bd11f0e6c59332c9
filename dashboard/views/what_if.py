"""What another rule would have made of it: widgets for every rule, baseline and scenario side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl
import streamlit as st

from dashboard import address, charts, choosers, controls, frames, grids, loading, room, rules_of, words
from dashboard.grids import Column, Grid, column
from dashboard.language import _, ngettext
from dashboard.loading import Opened, Scenario
from dashboard.rules_of import Control
from pipelines import compare
from pipelines.ruleset.errors import RuleErrors
from pipelines.tables import Scored


def page() -> None:
    opened, bar = room.enter()
    if not choosers.has_periods(opened):
        st.title(_("What if"))
        room.no_table_yet()
        return
    with bar:
        series, period = choosers.series_and_period(opened)
        city = choosers.city(opened, series, period)
    st.title(_("What if"))
    known = rules_of.controls(opened.league.rule_set)
    patch = _patch()
    left, right = st.columns([2, 3], gap="large")
    with left:
        _changes(known, patch, opened)
        _widgets(known, patch, opened)
    with right:
        _result(opened, series, period, city)


def _patch() -> dict[str, object]:
    """The scenario of the address; what cannot be read there is told and left out."""
    try:
        return controls.scenario()
    except RuleErrors as error:
        _refused(error)
        return {}


def _refused(error: RuleErrors) -> None:
    st.warning(_("This change does not fit the rules, so nothing of it is applied:"))
    st.markdown("\n".join(f"- {problem}" for problem in error.problems))
    st.button(_("Back to the league's rules"), on_click=controls.reset, key="reset-refused")


def _changes(known: Sequence[Control], patch: Mapping[str, object], opened: Opened) -> None:
    """What is changed, on top: new value, old value, clause, and the way back."""
    decided = address.get_all("decide")
    if not patch and not decided:
        st.caption(_("Nothing is changed yet. Choose a rule below; the tables follow at once."))
        return
    by_path = {each.path: each for each in known}
    rules = opened.rules.latest()
    for path, value in patch.items():
        with st.container(horizontal=True, wrap=False, border=True, key=f"changed-{path}"):
            st.markdown(_change(by_path.get(path), path, value, rules), width="stretch")
            undo = _("Take this change back")
            st.button("✕", key=f"back-{path}", on_click=controls.take_back, args=(path,), help=undo, type="tertiary")
    st.button(_("Back to the league's rules"), on_click=controls.reset, key="reset")


def _change(control: Control | None, path: str, value: object, rules: object) -> str:
    if control is None:
        return f"`{path}` = `{value}`"
    now, then = controls.said(control, control.value), controls.said(control, value)
    where = controls.group_title(control.group, rules)  # type: ignore[arg-type]
    clause = _("clause {number}").format(number=control.clause) if control.clause else ""
    head = " · ".join(part for part in (where, clause) if part)
    said = _("{rule}: **{then}** (now: {now})").format(rule=_(control.leaf.about.label), then=then, now=now)
    return f"{said}  \n:small[{head}]"


def _widgets(known: Sequence[Control], patch: Mapping[str, object], opened: Opened) -> None:
    """The rules of one stage and one part of it at a time: what is not shown need not be drawn."""
    stages = {code: _(title) for code, title in words.STAGES.items() if controls.in_stage(known, code)}
    stage = st.segmented_control(
        _("Stage"),
        list(stages),
        default=next(iter(stages)),
        required=True,
        format_func=stages.__getitem__,
        key="stage",
        label_visibility="collapsed",
        wrap=True,
    )
    rules = opened.rules.latest()
    unused = st.toggle(_("Rules that this league does not use, too"), key="unused")
    acting = controls.in_stage(known, stage or next(iter(stages)))
    shown = [each for each in acting if unused or not each.unset or each.path in patch]
    groups = sorted(dict.fromkeys(each.group for each in shown), key=lambda name: name.count("."))
    if not groups:
        st.caption(_("This league uses no rule of this stage."))
        return
    titles = {name: controls.group_title(name, rules) for name in groups}
    group = st.selectbox(_("Part"), groups, format_func=titles.__getitem__, key=f"part-{stage}-{unused}")
    for each in shown:
        if each.group == group:
            controls.widget(each, patch, opened.league.rule_set)


def _result(opened: Opened, series: str, period: str, city: str | None) -> None:
    scenario = Scenario(address.get_all("set"), address.get_all("decide"))
    try:
        after = loading.supposed(opened.source, opened.league.id, opened.today, scenario) if scenario else opened.scored
    except RuleErrors as error:
        _refused(error)
        after = opened.scored
    _compared(opened, after, series, period, city)
    if scenario:
        _elsewhere(opened, after, series, period)


def _compared(opened: Opened, after: Scored, series: str, period: str, city: str | None) -> None:
    rules = opened.rules.latest()
    said = (words.series(rules, series), words.period(rules.series[series].period, period), city)
    st.subheader(" · ".join(part for part in said if part))
    moved = compare.only_moved(compare.what_if(opened.scored, after, series, period, city)).height
    if moved:
        told = ngettext(
            "{n} team has another place or other points.", "{n} teams have another place or other points.", moved
        )
        st.markdown(told.format(n=moved))
    else:
        st.markdown(_("Nothing changes in this table."))
    shown = frames.series_compared(opened.facts, opened.scored, after, series, period, city)
    changes = {"place_change": Column(_("Move"), "move"), "points_change": Column(_("Change"), "change")}
    columns = {
        "place_after": Column(_("Place"), "place"),
        "team": column("team"),
        **({"place_before": Column(_("Now"), "range", _("Place by the league's own rules"))} if moved else {}),
        **({"place_change": changes["place_change"]} if moved else {}),
        "points_after": column("points"),
        **({"points_before": Column(_("Now"), "amount", _("Points by the league's own rules"))} if moved else {}),
        **({"points_change": changes["points_change"]} if moved else {}),
    }
    name = " ".join(part for part in ("what-if", series, period, city) if part)
    grids.show(Grid(shown, columns), "what-if", alt=_("Places and points under the changed rules"), save_as=name)
    if moved and (shown.frame["place_change"].fill_null(0) != 0).any():
        figure = charts.slope(shown.frame, _("Now"), _("What if"))
        st.plotly_chart(figure, config={"displayModeBar": False}, key="slope")


def _elsewhere(opened: Opened, after: Scored, series: str, period: str) -> None:
    """Where else the scenario moves somebody, and titles that change hands, over all periods."""
    titles = compare.titles_changed(opened.scored, after)
    changed = frames.periods_changed(opened.scored, after)
    others = changed.filter((pl.col("series") != series) | (pl.col("period") != period))
    evenings = frames.evenings_changed(opened.scored, after)["event"].n_unique()
    if evenings:
        told = ngettext("The table of {n} evening changes.", "The tables of {n} evenings change.", evenings)
        st.markdown(told.format(n=evenings))
    _titles(opened, titles)
    if others.height:
        st.subheader(_("Other periods"))
        st.markdown("\n".join(_other(opened, row) for row in others.iter_rows(named=True)))
    if not (titles.height or changed.height or evenings):
        st.markdown(_("Nothing changes in any table: this rule makes no difference here."))


def _other(opened: Opened, row: Mapping[str, object]) -> str:
    rules, teams = opened.rules.latest(), int(str(row["teams"]))
    kind = rules.series[str(row["series"])].period
    where = (words.period(kind, str(row["period"])), words.series(rules, str(row["series"])), row["city"])
    told = ngettext("{n} team", "{n} teams", teams).format(n=teams)
    return f"- {' · '.join(str(part) for part in where if part)}: {told}"


def _titles(opened: Opened, titles: pl.DataFrame) -> None:
    if titles.is_empty():
        return
    st.subheader(_("Titles that change hands"))
    rules = opened.rules.latest()
    named = titles.join(opened.facts.teams.select("team_id", "team"), on="team_id", how="left")
    for row in named.iter_rows(named=True):
        kind = rules.series[row["series"]].period
        what = _("gains") if row["change"] == "gained" else _("loses")
        where = " · ".join(part for part in (words.period(kind, row["period"]), row["city"]) if part)
        st.markdown(f"- **{words.plain(row['team'])}** {what}: {_(words.TITLES[row['title']])} ({where})")
