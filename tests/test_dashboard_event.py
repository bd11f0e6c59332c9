"""An evening's page: its numbers are the command's, and what it says in words is true of the evening."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from dashboard import charts
from dashboard.views.event import before, hall, questions, tables
from pipelines.export.shown import Shown
from pipelines.insight.last_ruling import before_last_ruling
from pipelines.insight.questions import questions as asked_of
from pipelines.insight.why_event import why_event
from pipelines.tables import UNITS
from tests.conftest import small_facts, small_scored, tablo
from tests.dashboard_samples import LANGUAGES, ROOT, database, environment, grid, page, plain, run, stored
from tests.sample_leagues import sample

SOFIA, BERLIN, SHAKER = "sofia-monthly", "berlin-2025-26", "shaker-volga"
AT: dict[str, dict[str, str]] = {
    "shared place, own rules": {"league": SOFIA, "event": "2026-06-11"},
    "handicap": {"league": SOFIA, "event": "2026-06-18"},
    "after round 4": {"league": SOFIA, "event": "2026-06-18", "round": "4"},
    "winner that stays": {"league": BERLIN, "event": "2026-02-11", "game": "sixty_seconds"},
    "provisional": {"league": BERLIN, "event": "2026-03-11", "game": "sixty_seconds"},
    "live": {"league": BERLIN, "event": "2026-06-10", "game": "matrix"},
    "open appeal": {"league": BERLIN, "event": "2026-04-15", "game": "sixty_seconds"},
    "ticks": {"league": SHAKER, "event": "sar-2026-02-26", "round": "6"},
    "held": {"league": SHAKER, "event": "sar-2024-11-21"},
    "rounds only": {"league": SHAKER, "event": "sam-2025-04-17"},
}


def drawn(name: str, language: str = "en", **more: str) -> AppTest:
    return page("event", {**AT[name], "lang": language, **more})


def said(shown: AppTest) -> str:
    """All sentences of a page, the signs that keep Markdown from being read taken out."""
    kinds = ("title", "subheader", "markdown", "caption", "warning", "info")
    elements: list[Any] = [element for kind in kinds for element in shown.get(kind)]
    return "\n".join(str(element.value) for element in elements).replace("\\", "")


def command(at: Mapping[str, str], **more: str) -> list[dict[str, Any]]:
    """The same table as the command gives it."""
    options = {f"--{name}": value for name, value in {"game": at.get("game"), **more}.items() if value}
    words = [word for option in options.items() for word in option]
    done = tablo("event", at["league"], at["event"], *words, "--db", database(), "--format", "json")
    assert done.status == 0, done.err
    rows: list[dict[str, Any]] = json.loads(done.out)
    return rows


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", AT)
def test_every_kind_of_evening_is_drawn_in_every_language(name: str, language: str) -> None:
    shown = drawn(name, language)
    ids = set(stored(AT[name]["league"]).facts.teams["team_id"])
    words = set(re.findall(r"[\w-]+", said(shown)))
    assert words & {"None", "nan", "null", "NaT", *ids, "sixty_seconds", "shootout_missing"} == set()
    assert len(grid(shown, "event")) == len(command(AT[name]))


@pytest.mark.parametrize("at", [AT["handicap"], AT["ticks"], AT["winner that stays"]], ids=str)
def test_the_table_after_every_round_is_that_of_the_command(at: dict[str, str]) -> None:
    where = {name: value for name, value in at.items() if name != "round"}
    last = stored(at["league"]).scored.round_points.filter(event=at["event"], game=at.get("game", "quiz"))["round"]
    for number in range(1, int(str(last.max())) + 1):
        rows = grid(page("event", {**where, "lang": "ru", "round": str(number)}), "event")
        wanted = command(where, **{"through-round": str(number)})
        assert [row["team"] for row in rows] == [row["team"] for row in wanted]
        assert [float(plain(row["points"])) for row in rows] == [float(row["points"]) for row in wanted]
        assert [row["place"] for row in rows] == [_range(row) for row in wanted]
        assert f"r{number}" in rows[0] and f"r{number + 1}" not in rows[0]


def _range(row: Mapping[str, Any]) -> str:
    first, last = row["place"], row["place_to"]
    return "" if first is None else str(first) if first == last else f"{first}–{last}"


def test_the_slider_redraws_the_table_and_stands_in_the_address() -> None:
    shown = drawn("handicap")
    shown.select_slider(key="after-round").set_value(3)
    shown = run(shown)
    assert shown.query_params["round"] in ("3", ["3"])
    assert {"r3"} == {name for name in grid(shown, "event")[0] if name in ("r3", "r4")}
    shown.select_slider(key="after-round").set_value(0)
    assert "round" not in run(shown).query_params


def test_who_chooses_the_interim_theme_is_said_under_the_table_before_it() -> None:
    (last,) = [row["team"] for row in command(AT["handicap"], **{"through-round": "4"})][-1:]
    assert f"{last} is last and chooses the theme of round 5." in said(drawn("after round 4"))
    assert f"The theme of round 5 was chosen by {last}." in said(drawn("handicap"))


def test_a_winner_that_later_rulings_would_have_changed_stays_and_is_said_to() -> None:
    one = sample(BERLIN)
    first = one.facts.teams.filter(team_id=one.team("Дер, ди, дас и запятая"))["team"].item()
    told = said(drawn("winner that stays"))
    assert "What was announced stays" in told and "2.4.1" in told
    assert f"it would be **{first}**" in told
    assert "What was announced stays" not in said(drawn("provisional"))


def test_a_missing_shootout_is_said_in_the_findings_words() -> None:
    found = stored(SOFIA).scored.findings.filter(event="2026-06-11", code="shootout_missing")["message"].item()
    told = said(drawn("shared place, own rules"))
    assert found.partition(". Add")[0] in told
    places = [row["place"] for row in grid(drawn("shared place, own rules"), "event")]
    assert places[:4] == ["1", "2–3", "2–3", "4"]


def test_the_evenings_own_rules_stand_with_what_holds_otherwise() -> None:
    assert "Players in a team, from and to: **1–8** (otherwise: not set)" in said(drawn("shared place, own rules"))
    assert "Rules of this evening alone" not in said(drawn("handicap"))


def test_a_held_evening_has_no_points_no_slider_and_no_race() -> None:
    shown = drawn("held")
    assert all(row["points"] == row["place"] == "" for row in grid(shown, "event"))
    assert not shown.get("select_slider") and not shown.get("plotly_chart")
    assert not [row for row in grid(shown, "event") if set(row) - {"place", "team", "points"}]
    assert "Places by" not in said(shown)


def test_a_held_evening_names_the_team_the_round_and_both_rows_of_a_conflict_once() -> None:
    told = said(drawn("held"))
    (line,) = [line for line in told.splitlines() if "Another row gives another value" in line]
    assert line.startswith("- **Вишня после дождя** · round 2 · points: 7. ")
    assert "for the same result: results/уточнение.csv, row 2." in line
    assert "results/Саратов 2024-25.csv · row 55 · column “2 тур”" in told


def test_a_doubted_cell_is_told_in_words_with_whose_it_is_and_what_is_lost() -> None:
    told = said(drawn("provisional"))
    assert "a cell of it waits to be mended; until then it counts as nothing." in told
    assert "- **Три справки и печать** · round 2 · question 14. The cell has «спорн.»" in told
    assert "results/2026-03-11_sixty_seconds.xlsx · sheet “Туры” · row 26 · column “14”" in told
    assert "лист «Туры» · строка 26 · столбец «14»" in said(drawn("provisional", "ru"))


def test_who_only_reads_is_told_of_a_held_evening_that_it_is_being_checked() -> None:
    shown = page("event", {**AT["held"], "lang": "en"}, TABLO_PUBLIC="1")
    (told,) = [element.value for element in shown.warning]
    assert told == "The organiser is checking the results of this evening. Until then nobody has a place in it."


def test_a_live_evening_has_no_final_table_and_says_so_where_it_is_chosen() -> None:
    shown = drawn("live")
    assert shown.select_slider(key="after-round").options[-1] == "Table now"
    assert drawn("handicap").select_slider(key="after-round").options[-1] == "Final table"
    label = shown.selectbox(key="at:event").options[0]
    assert label.startswith("10 Jun 2026") and label.endswith(" · live")
    assert all(not option.endswith("final") for option in shown.selectbox(key="at:event").options)
    (screen,) = [json.loads(e.proto.json) for e in drawn("live", screen="1").get("bidi_component")]
    assert screen["words"]["winner"] == "In the lead"
    assert "In the lead: **" in said(shown) and "Winner:" not in said(shown)


def test_a_winner_that_is_not_alone_on_top_is_marked_and_told_why() -> None:
    """2025-11-12: the place is shared, the winner was announced and has more Matrix points."""
    shown = page("event", {"league": BERLIN, "event": "2025-11-12", "game": "sixty_seconds", "lang": "en"})
    rows = grid(shown, "event")
    assert [(row["place"], row["team"], row["winner"]) for row in rows[:3]] == [
        ("1–2", "Кофе на Александерплац", ""),
        ("1–2", "Шпрее наперекосяк", "●"),
        ("3", "Ваш билет, пожалуйста", ""),
    ]
    told = (
        "Winner: **Шпрее наперекосяк**, by points in “Матрица”, as announced in the hall. The first place is shared: "
    )
    assert f"{told}Кофе на Александерплац, Шпрее наперекосяк." in said(shown)
    alone = drawn("provisional")
    assert "winner" not in grid(alone, "event")[0] and "first place is shared" not in said(alone)


def test_the_public_face_names_no_file() -> None:
    for name in ("held", "provisional"):
        told = said(page("event", {**AT[name], "lang": "en"}, TABLO_PUBLIC="1"))
        files = stored(AT[name]["league"]).facts.sources["file"]
        assert [file for file in files if file in told] == []


def test_open_appeals_say_whether_they_can_change_the_winner() -> None:
    assert "It cannot change the winner, but places." in said(drawn("open appeal"))
    assert "It can change the winner." in said(drawn("live"))


def test_questions_stand_only_where_answers_are_known() -> None:
    assert not [e for e in drawn("rounds only").get("bidi_component") if e.proto.id.endswith("-matrix")]
    rows = grid(drawn("ticks"), "matrix")
    assert [row["team"] for row in rows] == [row["team"] for row in command(AT["ticks"])]


@pytest.mark.parametrize(
    ("league", "event", "game"), [(SHAKER, "sam-2026-02-19", "quiz"), (SOFIA, "2026-05-14", "quiz")]
)
def test_the_matrix_says_every_verdict_as_it_counts(league: str, event: str, game: str) -> None:
    one = sample(league)
    found = asked_of(one.facts, one.scored, one.rules, event, game)
    shown = tables.matrix(tables.table(one.facts, one.scored, event, game), found)
    names = [name for name in shown.frame.columns if name.startswith(tables.QUESTION)]
    assert len(names) == found.asked.height
    signs = shown.frame.select(names).unpivot()["value"].drop_nulls().str.slice(0, 1).value_counts()
    counted = found.matrix.filter(~pl.col("void"))["verdict"].cast(pl.String).replace_strict(tables.SIGNS)
    wanted = dict(counted.value_counts().iter_rows()) | {tables.REMOVED: found.matrix.filter("void").height}
    assert dict(signs.iter_rows()) == wanted
    ticked = found.matrix.filter(pl.col("stake")).height
    assert sum(text.count(tables.TICKED) for name in names for text in shown.frame[name].drop_nulls()) == ticked
    looks = shown.frame.select(f"_look {name}" for name in names).unpivot()["value"].drop_nulls()
    assert set(looks.unique()) <= {*tables.LOOKS.values(), "removed"}


def test_a_bar_for_every_question_and_none_for_a_removed_one() -> None:
    one = sample(SOFIA)
    found = asked_of(one.facts, one.scored, one.rules, "2026-05-14", "quiz")
    labels = questions.labelled(found)
    figure = charts.shares(found.asked, labels, ["about"] * len(labels))
    assert list(figure.data[0].y) == found.asked["share"].to_list()
    assert [str(label) for label in figure.data[1].x] == ["3.7"]
    assert len(set(figure.data[0].marker.color)) == 2


def test_the_race_is_what_each_team_lacks_to_the_first() -> None:
    one = sample(SOFIA)
    from pipelines.scoring.through import through_round

    after = [through_round(one.facts, one.rules, one.scored, "2026-06-18", "quiz", n) for n in (1, 2, 3)]
    shown = tables.table_after(one.facts, one.scored, after[-1], "2026-06-18", "quiz")
    frame = tables.race(shown, after)
    assert frame["team"].unique(maintain_order=True).to_list() == shown.frame["team"].to_list()
    assert frame.group_by("round").agg(pl.col("points").max())["points"].to_list() == [0.0] * 3
    best = after[1].standings["points"].max()
    for team, points in after[1].standings.select("team_id", "points").iter_rows():
        drawn_at = frame.filter(team_id=team, round=2).row(0, named=True)
        assert drawn_at["so_far"] * UNITS == points
        assert drawn_at["points"] == (points - best) / UNITS


def test_places_before_the_last_ruling_stand_beside_those_of_now() -> None:
    one = sample(SHAKER)
    table = tables.table(one.facts, one.scored, "sar-2026-02-26", "quiz")
    found = before_last_ruling(one.facts, one.scored, one.rules, "sar-2026-02-26", "quiz")
    assert found is not None
    both = before.compared(table, found.before).frame
    assert both["team_id"].to_list() == table.frame["team_id"].to_list()
    assert set(both["points_change"].unique() * 2 // UNITS) == {0, 3}


def test_why_opens_over_the_page_and_its_sum_is_that_of_the_table() -> None:
    one = sample(SOFIA)
    team = one.team("Двойка по поведение")
    shown = _why("handicap", team)
    rows = grid(shown, "why-sum")
    assert sum(plain(row["amount"]) for row in rows[:-1]) == plain(rows[-1]["amount"])
    assert any("4 Jun, 11 Jun" in row["what"] for row in rows)
    told = said(shown)
    assert "Place 2, points: 86." in told and "is ahead: points 91 there, 86 here" in told
    assert "3.4.2" in told


def test_why_names_what_split_two_level_teams() -> None:
    """Every criterion that decided a place in the samples can be said."""
    one = sample(SHAKER)
    split = one.scored.standings.filter(pl.col("decided_by").is_in(["later_rounds", "shootout"])).unique("decided_by")
    for event, team, by in split.select("event", "team_id", "decided_by").iter_rows():
        found = why_event(one.facts, one.scored, one.rules, event, "quiz", team)
        assert by in found.neighbours.filter("decides", side="behind")["criterion"].to_list()
        wanted = {"later_rounds": "| **later rounds: round ", "shootout": "| **shoot-out №\u00a0"}[by]
        assert wanted in said(_why({"league": SHAKER, "event": event}, team))


def test_a_tie_is_told_in_a_table_in_the_order_of_the_criteria() -> None:
    """2026-06-04: three level on 87; the numbers order them 2, 1, 0. A year has no thousands."""
    team = sample(SOFIA).team("Шопска логика")
    told = said(_why({"league": SOFIA, "event": "2026-06-04"}, team)).replace("\u00a0", " ")
    assert (
        """**Двойка по поведение** (place 1) is ahead: shoot-out.

| What was compared | Шопска логика | Двойка по поведение |
| --- | ---: | ---: |
| points | 87 | 87 |
| shoot-out № 1 (right: 1396) | 1393 | 1396 |
| shoot-out № 2 (right: 27) | 28 | 25 |
| shoot-out № 3 (right: 206) | 180 | 200 |
| **shoot-out: questions won** | **1** | **2** |"""
        in told
    )


def test_rounds_that_are_level_are_one_row() -> None:
    told = said(_why({"league": SHAKER, "event": "sam-2024-10-03"}, "s01"))
    rows = [line for line in told.splitlines() if "later rounds" in line and line.startswith("|")]
    assert rows == [
        "| later rounds: rounds 7–4 | level | level |",
        "| **later rounds: round 3** | **7.5** | **6** |",
    ]


def test_a_clause_that_several_rules_cite_is_said_once() -> None:
    team = sample(BERLIN).team("Шпрее наперекосяк")
    told = said(_why({"league": BERLIN, "event": "2026-01-14", "game": "sixty_seconds"}, team))
    assert told.count("The table follows the number of right answers") == 1
    assert "Clause 2.3, as above" in told


def _why(at: str | Mapping[str, str], team: str) -> AppTest:
    """The dialog's content alone."""
    script = (
        "from dashboard import room\nfrom dashboard.views import event\n"
        "from dashboard.views.event import why\n"
        "opened, bar = room.enter()\n"
        f"why.draw(event._chosen(opened), {team!r})"
    )
    shown = AppTest.from_string(script, default_timeout=60)
    for name, value in {**(AT[at] if isinstance(at, str) else at), "lang": "en"}.items():
        shown.query_params[name] = value
    with environment():
        shown.run()
    assert not shown.exception, shown.exception
    return shown


def hall_data(shown: Shown, hide: int = 0) -> dict[str, Any]:
    return hall.described(shown, "Evening", "7 March 2026", hide)


def test_the_hall_sees_places_from_the_last_to_the_first_those_who_share_one_together() -> None:
    data = hall_data(tables.table(small_facts(), small_scored(), "e1", "quiz"))
    assert [row["team"] for row in data["rows"]] == ["Ёлка", "Чайка", "alpha"]
    assert data["steps"] == [[2], [0, 1]]  # the one out of contest before all others
    assert [(row["place"], row["tied"], row["winner"]) for row in data["rows"]] == [
        ("1–2", True, True),
        ("1–2", True, True),
        ("", False, False),
    ]
    assert data["rows"][2]["note"] == "out of contest"
    assert [row["points"] for row in data["rows"]] == ["10.5", "10.5", "11.0"]


@pytest.mark.parametrize("hide", [0, 1, 3, 99])
def test_hidden_rows_are_not_in_the_hall_at_all(hide: int) -> None:
    facts, scored = stored(SOFIA).facts, stored(SOFIA).scored
    table = tables.table(facts, scored, "2026-06-11", "quiz")
    data = hall_data(table, hide)
    kept = max(0, table.frame.height - hide)
    assert [row["team"] for row in data["rows"]] == table.frame["team"].to_list()[:kept]
    assert sorted(n for step in data["steps"] for n in step) == list(range(kept))
    places = [data["rows"][step[0]]["place"] for step in data["steps"]]
    assert places == sorted(places, key=lambda text: -int(text.partition("–")[0]))


def test_a_held_evening_has_nothing_to_reveal() -> None:
    data = hall_data(tables.table(small_facts(), small_scored(), "e3", "quiz"))
    assert (data["steps"], data["empty"]) == ([], True)
    assert [(row["team"], row["place"], row["points"]) for row in data["rows"]] == [("Чайка", "", "")]


def test_the_screen_is_chosen_by_the_address_and_shows_nothing_else() -> None:
    shown = drawn("handicap", screen="1", hide="2", round="6")
    (data,) = [json.loads(e.proto.json) for e in shown.get("bidi_component")]
    wanted = command(AT["handicap"], **{"through-round": "6"})
    assert [row["team"] for row in data["rows"]] == [row["team"] for row in wanted][:-2]
    assert "after round 6" in data["below"]
    assert not shown.title and not shown.get("plotly_chart")


def test_the_screen_is_chosen_by_a_button() -> None:
    shown = drawn("handicap")
    shown.number_input(key="hide-rows").set_value(3)
    shown = run(shown)
    shown.button(key="to-hall").click()
    shown = run(shown)
    assert shown.query_params["screen"] in ("1", ["1"]) and shown.query_params["hide"] in ("3", ["3"])


def test_the_component_of_the_hall_needs_nothing_from_elsewhere() -> None:
    for kind in ("js", "css"):
        text = (ROOT / "dashboard" / "assets" / f"hall.{kind}").read_text("utf-8")
        assert not re.search(r"https?:|\bimport\b|@import|url\(|innerHTML", text)
