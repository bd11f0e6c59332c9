"""The table of an evening, final or after a round, and the race of its rounds; a click on a row says why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl
import streamlit as st

from dashboard import address, charts, downloads, grids, spoken, telling, words
from dashboard.grids import Column, Grid, column
from dashboard.language import _, ngettext
from dashboard.views.event import before, hall, tables, why
from dashboard.views.event.evening import Evening
from pipelines.export.shown import Shown
from pipelines.tables import COEFFICIENT_UNITS

NEUTRAL: Final = {"handicap": 0, "adjustment": 0, "coefficient": COEFFICIENT_UNITS}
"""What changes nothing; a column of nothing else is left out."""
FINAL: Final = 0
"""The final table, where a number of rounds stands otherwise."""
_SLIDER: Final = "after-round"


def asked_round(evening: Evening) -> int | None:
    """The round that the address names, if the evening had it; None: the final table."""
    asked = address.get("round") or ""
    number = int(asked) if asked.isdecimal() else FINAL
    return number if FINAL < number <= evening.rounds and evening.state != "held" else None


def shown(evening: Evening, number: int | None) -> Shown:
    """The final table, or that after a round."""
    facts, scored = evening.facts, evening.opened.scored
    if number is None:
        return tables.table(facts, scored, evening.event, evening.game)
    return tables.table_after(facts, scored, evening.after(number), evening.event, evening.game)


@st.fragment
def draw(evening: Evening) -> None:
    number = _slider(evening)
    table = shown(evening, number)
    left, right = st.columns([5, 4], gap="medium")
    with left:
        _table(evening, table, number)
    with right:
        _race(evening, table, number)
    if evening.state != "held":
        before.draw(evening, table, number)


def _table(evening: Evening, table: Shown, number: int | None) -> None:
    explains = number is None and evening.state != "held"
    name = " ".join([evening.event, evening.game, *([f"r{number}"] if number else [])])
    alt = f"{hall.heading(evening)} · {hall.subheading(evening, number)}"
    asked = grids.show(_grid(evening, table), "event", alt=alt, save_as=name, select=explains)
    for line in _below(evening, number):
        st.caption(line)
    if explains:
        st.caption(_("Click or tap a number to see how it is made and what decided the place."))
    if asked is not None:
        why.open_dialog(evening, table.frame["team_id"][asked.row])


def _slider(evening: Evening) -> int | None:
    """After which round; nothing to choose where rounds are not known, or may not be shown."""
    if evening.rounds < 2 or evening.state == "held":
        return None
    end = _("Final table") if evening.state == "final" else _("Table now")
    said = {**{n: _("After round {n}").format(n=n) for n in range(1, evening.rounds + 1)}, FINAL: end}
    st.session_state[_SLIDER] = asked_round(evening) or FINAL
    chosen = st.select_slider(
        _("Table after a round"),
        list(said),
        format_func=lambda n: said.get(n, str(n)),
        key=_SLIDER,
        on_change=_take,
        width=min(640, 90 * len(said)),
    )
    return None if chosen == FINAL else int(chosen)


def _take() -> None:
    number = st.session_state[_SLIDER]
    address.put(round=str(number) if number != FINAL else None)


def _grid(evening: Evening, table: Shown) -> Grid:
    team = address.get("team")
    frame = table.frame.with_columns(_mine=pl.col("team_id") == team) if team else table.frame
    marked = "_mine" if team else None
    return Grid(Shown(frame, table.units), columns(evening, table), marked=marked, looks={"place": tables.TIED})


def columns(evening: Evening, table: Shown) -> dict[str, Column]:
    """Those that say something: with them every row adds up."""
    frame = table.frame
    if evening.state == "held":
        return {name: column(name) for name in ("place", "team", "points")}
    outside = (frame["status"] != "in").any()
    return {
        "place": column("place"),
        "team": column("team"),
        "points": column("points"),
        **_winner(evening, frame),
        **({"status": column("status", says=lambda code: _(words.STATUSES[code]))} if outside else {}),
        **_rounds(evening, table),
        **makes(table),
        "decided_by": column("decided_by", says=lambda code: words.criterion(code, evening.rules)),
    }


def makes(table: Shown) -> dict[str, Column]:
    """What is added to the rounds of any team or taken from them; before it their sum, where they are not known."""
    frame = table.frame
    found = {name: column(name) for name, value in NEUTRAL.items() if (frame[name].drop_nulls() != value).any()}
    rounds = {"rounds": Column(_("Rounds"), "amount", _("Points of all rounds together"))}
    return {**(rounds if found and "rounds" in frame.columns else {}), **found}


def _winner(evening: Evening, frame: pl.DataFrame) -> dict[str, Column]:
    """The winner's mark, where the first place does not say it: it is shared, or another team's."""
    if frame.filter(winner=1)["team_id"].to_list() in ([], frame.filter(place=1)["team_id"].to_list()):
        return {}
    return {"winner": column("winner", label=_("Winner") if evening.state == "final" else _("In the lead"))}


def _rounds(evening: Evening, table: Shown) -> dict[str, Column]:
    """The rounds, each with its title where it has one."""
    own = evening.facts.rounds.filter(game=evening.game)
    titles = dict(own.filter(pl.col("title").is_not_null()).select("round", "title").iter_rows())
    named = grids.round_columns(table)
    for name, of in named.items():
        rule = evening.of_game.rounds.get(int(name[1:]))
        title = titles.get(int(name[1:])) or (rule.title[0] if rule and rule.title else "")
        named[name] = Column(of.label, of.kind, " · ".join(part for part in (of.help, title) if part), heat=True)
    return named


def _below(evening: Evening, number: int | None) -> list[str]:
    """The rule of the table, and who chooses the next round's theme or chose it."""
    if evening.state == "held":
        return []
    if number is None:
        return [words.plain(telling.game_rule(evening.of_game, evening.rules)), *_chosen_themes(evening)]
    said = _("The table after round {n}: with handicap and coefficient, before any shoot-out, without a winner.")
    return [*_choosers(evening, number), said.format(n=number)]


def _choosers(evening: Evening, number: int) -> list[str]:
    chosen = evening.after(number).choosers
    if not chosen:
        return []
    said = ngettext(
        "{teams} is last and chooses the theme of round {n}.",
        "{teams} are last together and draw who chooses the theme of round {n}.",
        len(chosen),
    )
    return [said.format(teams=", ".join(_names(evening, chosen)), n=number + 1)]


def _chosen_themes(evening: Evening) -> list[str]:
    chosen = evening.facts.rounds.filter(pl.col("chosen_by").is_not_null(), game=evening.game).sort("round")
    return [
        _("The theme of round {n} was chosen by {team}.").format(n=number, team=_names(evening, [team])[0])
        for number, team in chosen.select("round", "chosen_by").iter_rows()
    ]


def _names(evening: Evening, teams: Sequence[str]) -> list[str]:
    known = dict(evening.facts.teams.select("team_id", "team").iter_rows())
    return [words.plain(known.get(team, team)) for team in teams]


def _race(evening: Evening, table: Shown, number: int | None) -> None:
    last = number or evening.rounds
    if evening.state == "held" or last < 2:  # nothing has been run yet
        return
    st.subheader(_("Round by round"))
    frame = _told(tables.race(table, [evening.after(n) for n in range(1, last + 1)]))
    team = address.get("team")
    chosen = [team] if team and team in table.frame["team_id"] else []
    figure = charts.race(frame, [str(n) for n in range(1, last + 1)], [*chosen, *_leaders(table, chosen)])
    figure.update_xaxes(title=_("Round"))
    figure.update_yaxes(title=_("Points behind the first"))
    alt = " · ".join([_("Round by round"), hall.heading(evening), hall.subheading(evening, number)])
    downloads.chart(figure, "race-of-rounds", save_as=f"{evening.event} {evening.game} rounds", alt=alt)


def _told(frame: pl.DataFrame) -> pl.DataFrame:
    """With what is told of each point."""
    template = _("{team}, after round {n}: {points} ({behind})")
    said = [
        template.format(team=row["team"], n=row["round"], points=_figure(row["so_far"]), behind=_figure(row["points"]))
        for row in frame.iter_rows(named=True)
    ]
    return frame.with_columns(said=pl.Series(said, dtype=pl.String))


def _figure(value: float) -> str:
    return spoken.plain(f"{round(value, 2):g}")


def _leaders(table: Shown, chosen: Sequence[str]) -> list[str]:
    ahead = table.frame.filter(pl.col("place").is_not_null())["team_id"].to_list()
    return [team for team in ahead if team not in chosen][: charts.NAMED]
