"""What if: widgets, rulings and trials make the scenario that the command would, and the page shows what it gives."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode

import fastexcel
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from dashboard import compared, controls, frames, language, loading, rules_of, rulings, scenarios
from dashboard.loading import Source
from dashboard.rules_of import Control
from dashboard.views.what_if import changes, said
from pipelines import compare, store
from pipelines.cli.building import build
from pipelines.compare import attribution
from pipelines.export.shown import Shown
from pipelines.export.supposed import as_archive, as_workbook, scenario_table
from pipelines.folder import saved
from pipelines.ingest import decisions_from_texts
from pipelines.ruleset.bound import bind
from pipelines.ruleset.league import League, load_league
from pipelines.ruleset.patch import parse_sets
from pipelines.scoring import score
from pipelines.tables import DECISION_KINDS, UNITS, Scored
from tests.dashboard_samples import LANGUAGES, LEAGUES, ROOT, database, environment, grid, page, plain, run, stored

SOFIA, BERLIN, SHAKER = "sofia-monthly", "berlin-2025-26", "shaker-volga"
APRIL = {"league": SOFIA, "lang": "en", "series": "month", "period": "2026-04"}


@cache
def league(name: str) -> League:
    return load_league(ROOT / "data" / "leagues" / name)


def under(name: str, sets: Sequence[str] = (), decides: Sequence[str] = ()) -> Scored:
    """As the command scores a scenario."""
    kept, rules = stored(name), league(name)
    decisions = decisions_from_texts(list(decides), kept.facts, rules) if decides else None
    return score(kept.facts, bind(rules, parse_sets(sets)), as_of=date.today(), scenario_decisions=decisions)


def address(drawn: AppTest, name: str) -> list[str]:
    """The values of a name in the address."""
    found = dict(drawn.query_params).get(name, [])
    return [found] if isinstance(found, str) else list(found)


def shows(drawn: AppTest, name: str, after: Scored, series: str, period: str, city: str | None = None) -> None:
    """The table of the page is that of these scores beside the league's."""
    kept = stored(name)
    wanted = compare.what_if(kept.scored, after, series, period, city).join(kept.facts.teams, on="team_id")
    rows = {row["team"]: row for row in grid(drawn, "what-if")}
    assert len(rows) == wanted.height
    for row in wanted.iter_rows(named=True):
        here = rows[row["team"]]
        assert int(here["place_after"].partition("–")[0]) == row["place_after"]
        exact = Decimal(row["points_after"]) / row["unit_after"]
        assert abs(plain(here["points_after"]) - exact) <= Decimal("0.005")


# controls ↔ scenario ↔ address


def values(control: Control, options: Sequence[str]) -> st.SearchStrategy[object]:
    """Whatever the vocabulary allows for a parameter, as its widget can hold it."""
    low, high = rules_of.bounds(control.leaf.annotation)
    number = st.decimals(
        Decimal(str(low if low is not None else -(10**6))),
        Decimal(str(high if high is not None else 10**6)),
        places=4 if high is not None and high <= 10 else 6,
    ).map(lambda value: int(value) if value == value.to_integral_value() else value.normalize())
    whole = st.integers(int(low or 0), int(high) if high is not None else 10**6)
    name = st.text("абвГД 1-«»'\"\\#=&%+,.", min_size=1, max_size=12).map(str.strip).filter(bool)
    step = st.fixed_dictionaries({"at": number, "name": name}, optional={"perk": name})
    made: Mapping[str, st.SearchStrategy[object]] = {
        "flag": st.booleans(),
        "choice": st.sampled_from(options or ["word"]),
        "text": st.sampled_from(options or ["word"]),
        "choices": st.lists(st.sampled_from(options or ["word"]), unique=True),
        "whole": whole,
        "number": number,
        "numbers": st.lists(number, min_size=1, max_size=15),
        "ladder": st.lists(step, min_size=1, max_size=5),
    }
    return made[control.kind]


@pytest.mark.parametrize("name", LEAGUES)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_every_parameter_survives_its_widget_and_the_address(name: str, data: st.DataObject) -> None:
    """All parameters at once in one address, each with a value that its type allows."""
    rule_set = league(name).rule_set
    patch: dict[str, object] = {}
    for control in rules_of.controls(rule_set):
        value = data.draw(values(control, rules_of.options(control, rule_set)), label=control.path)
        held = controls.entered(control, controls.shown(control, value))
        assert scenarios.same(held, value), (control.path, value, controls.shown(control, value))
        patch[control.path] = held
    link = urlencode({"set": scenarios.texts_of(patch)}, doseq=True)
    restored = scenarios.supposed_of(parse_qs(link)["set"], []).patch
    assert restored.keys() == patch.keys()
    assert all(scenarios.same(restored[path], patch[path]) for path in patch)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.fixed_dictionaries(
            {"kind": st.sampled_from(DECISION_KINDS)},
            optional=dict.fromkeys(("event", "team", "value", "note"), st.text("abЖ '\"\\=&#1-«»", min_size=1)),
        ),
        max_size=5,
    )
)
def test_rulings_survive_the_address(rows: list[dict[str, str]]) -> None:
    link = urlencode({"decide": [scenarios.ruling_text(row) for row in rows]}, doseq=True)
    assert list(scenarios.supposed_of([], parse_qs(link).get("decide", [])).rulings) == rows


def test_rulings_of_one_trial_are_one_change() -> None:
    trial = {"kind": "adjust", "value": "-2", "note": "winners from e1"}
    own = {"kind": "adjust", "value": "-2", "note": "from e1"}
    rows = [
        {**trial, "event": "e1", "team": "a"},
        {**own, "event": "e1", "team": "b"},
        {**trial, "event": "e2", "team": "b"},
        {**own, "event": "e1", "team": "c"},
        {**trial, "event": "e2", "team": "b", "value": "-3"},
        {**own, "event": "e2", "team": "b"},
        {"kind": "warn", "team": "a"},
    ]
    assert scenarios.Supposed({}, tuple(rows)).trials == ((0, 2), (1, 5), (3,), (4,), (6,))


# the page


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", LEAGUES)
def test_both_sides_stand_there_in_every_league_and_language(name: str, lang: str) -> None:
    kept = stored(name)
    series, period, city = kept.scored.periods.sort("first_date").select("series", "period", "city").row(0)
    team = kept.scored.series_results.filter(pl.col("place") == 1, series=series, period=period)
    event, winner = (
        team.filter(city=city).select("event", "team_id").row(0) if city else team.select("event", "team_id").row(0)
    )
    game = league(name).rule_set.rules[-1].series[series].game
    sets, decides = [f"series.{series}.better=low"], [f"adjust event={event} game={game} team={winner} value=-30"]
    where = {"league": name, "lang": lang, "series": series, "period": period, **({"city": city} if city else {})}
    drawn = page("what_if", {**where, "set": sets, "decide": decides, "name": "X"})
    shows(drawn, name, under(name, sets, decides), series, period, city)
    assert not drawn.warning
    changed = [element.value for element in drawn.markdown if "**" in element.value]
    assert len([text for text in changed if re.match(r"[12]\\. ", text)]) == 2
    for row in grid(drawn, "causes"):
        parts = [plain(text) for key, text in row.items() if key not in ("team", "points whole")]
        assert abs(sum(parts, Decimal(0)) - plain(row["points whole"])) <= Decimal("0.02"), row


def test_swapped_sides_trade_places() -> None:
    change = {"set": ["series.month.place_points=[20,9,8]"]}
    one, other = page("what_if", {**APRIL, **change}), page("what_if", {**APRIL, **change, "swap": "1"})
    first = {row["team"]: row for row in grid(one, "what-if")}
    for row in grid(other, "what-if"):
        twin = first[row["team"]]
        assert (row["points_after"], row["place_after"]) == (twin["points_before"], twin["place_before"])
        assert plain(row["points_change"]) == -plain(twin["points_change"])
    one.button(key="swap").click()
    assert address(run(one), "swap") == ["1"]
    one.button(key="reset").click()
    assert set(dict(run(one).query_params)) == set(APRIL)


def test_nothing_changed_is_said_and_shows_the_table_alone() -> None:
    drawn = page("what_if", APRIL)
    assert "Nothing is changed, so both sides are the same table." in [e.value for e in drawn.markdown]
    assert set(grid(drawn, "what-if")[0]) == {"place_after", "team", "points_after"}
    assert drawn.button(key="reset").disabled
    assert drawn.button(key="swap").disabled


def test_titles_that_change_hands_are_told_over_all_periods() -> None:
    """Without the appeal of 1 May the April has one winner; the page may show another month."""
    drawn = page("what_if", {**APRIL, "period": "2026-06", "decide": ["revoke value=r3"]})
    (row,) = grid(drawn, "titles")
    assert (row["when"], row["what"]) == ("April 2026", "Winner")
    assert row["before"].split(", ") == ["Квадратурата на баницата", "Третата чаша чай"]
    assert row["after"] == "Третата чаша чай"
    assert [each["when"] for each in grid(drawn, "periods")] == ["April 2026"]


def test_where_something_changes_is_said_at_once_though_this_table_stays() -> None:
    """Without the appeal of 1 May the April has another winner; the page shows the May or the June."""
    drawn = page("what_if", {**APRIL, "period": "2026-06", "decide": ["revoke value=r3"]})
    said = [element.value for element in drawn.markdown]
    assert "Nothing changes in this table, but it does in others:" in said
    (way,) = [each.proto for each in drawn.get("page_link") if "April" in each.proto.label]
    assert parse_qs(way.query_string)["period"] == ["2026-04"]
    assert "[1 title changes hands.](#hands) [The table of 1 evening changes.](#evenings)" in said
    assert not any("in any table" in text for text in said)


def test_teams_of_other_periods_are_counted_as_the_heading_says() -> None:
    """Half the points for everybody: nobody has another place, and all have other points."""
    sets = ["series.month.place_points=[5,4.5,4,3.5,3,2.5,2,1.5,1,0.5]"]
    drawn = page("what_if", {**APRIL, "set": sets})
    changed = frames.periods_changed(stored(SOFIA).scored, under(SOFIA, sets)).filter(pl.col("period") != "2026-04")
    assert [row["teams"] for row in grid(drawn, "periods")] == [str(n) for n in changed["teams"]]
    (data,) = [json.loads(e.proto.json) for e in drawn.get("bidi_component") if e.proto.id.endswith("-periods")]
    assert [of["label"] for of in data["columns"]][-1] == "Teams affected"
    assert [of["help"] for of in data["columns"]][-1] == "Teams with another place or other points"


def test_ranks_that_change_are_told() -> None:
    sets = ["series.rating.ranks=[{at=100,name='НОВИЧОК'}]"]
    drawn = page("what_if", {"league": SHAKER, "lang": "en", "set": sets})
    kept = stored(SHAKER)
    wanted = compared.ranks(kept.facts, kept.scored, under(SHAKER, sets))
    rows = grid(drawn, "ranks")
    assert [row["team"] for row in rows] == wanted["team"].to_list()
    assert {row["after"] for row in rows} == {"НОВИЧОК"}


def test_a_text_that_is_no_list_of_numbers_is_told_and_changes_nothing() -> None:
    drawn = page("what_if", APRIL)
    drawn.session_state["stage"] = "series"
    run(drawn)
    drawn.text_input(key="rule:series.month.place_points").set_value("ten nine")
    run(drawn)
    assert any("ten nine" in warning.value for warning in drawn.warning)
    assert address(drawn, "set") == []
    assert str(drawn.text_input(key="rule:series.month.place_points").value).startswith("10 9 8")


HUGE = "9" * 4000
UNFIT = ("1e308", "1e999999999", "-1e-400", "nan", "inf", HUGE, "9" * 9999, "x" * 10_000, "[[1]]", "2026-01-01")
UNFIT = (*UNFIT, "{a = {b = 1}}", "[{at = 1e308, name = 'x'}]", "'''", "\x00")
RULES = {
    "games.quiz.streak_handicap.step": "number",
    "games.quiz.rounds.2.typos": "whole",
    "games.quiz.late": "choice",
    "games.quiz.place_by": "choices",
    "games.quiz.winner_frozen": "flag",
    "series.month.place_points": "numbers",
    "series.month.game": "text",
    "series.month.ranks": "ladder",
    "games.quiz.latte": "",
}


@pytest.mark.parametrize("path", RULES)
def test_no_value_of_a_rule_in_the_address_breaks_the_page(path: str) -> None:
    """Each is told to be unfit, with the way back; only a count has no upper bound."""
    kinds = {control.path: control.kind for control in rules_of.controls(league(SOFIA).rule_set)}
    assert kinds.get(path, "") == RULES[path]
    for value in UNFIT:
        drawn = page("what_if", {**APRIL, "set": [f"{path}={value}"]})
        assert bool(drawn.warning) is not (RULES[path] == "whole" and value == HUGE), value[:20]
        back = "reset-refused" if drawn.warning else "reset"
    drawn.button(key=back).click()
    assert address(run(drawn), "set") == []


@pytest.mark.parametrize("value", UNFIT)
def test_no_ruling_of_the_address_breaks_the_page(value: str) -> None:
    who = "event=2026-04-02 team=третата-чаша-чай"
    for text in (
        f"adjust {who} value={value}",
        f"coefficient value={value} note='from 2026-04-02'",
        f"ban value={value}",
    ):
        drawn = page("what_if", {**APRIL, "decide": [text]})
        drawn.button(key="reset-refused" if drawn.warning else "reset").click()
        assert address(run(drawn), "decide") == []


def test_after_an_address_that_cannot_be_read_a_widget_begins_anew() -> None:
    drawn = page("what_if", {**APRIL, "set": ["games.quiz.late"]})
    drawn.selectbox(key="rule:games.quiz.late").set_value("wrong")
    assert address(run(drawn), "set") == ["games.quiz.late=wrong"]
    assert not drawn.warning


def test_a_link_that_asks_for_what_is_not_there_is_told_in_the_page_s_language() -> None:
    at = {**APRIL, "lang": "ru", "set": ["games.quiz.tied_placez=dense"]}
    drawn, public = page("what_if", at), page("what_if", at, TABLO_PUBLIC="1")
    told = [element.value.replace("\\", "") for element in drawn.markdown]
    assert "- Эта ссылка просит о правиле, которого в этой лиге нет: games.quiz.tied_placez" in told
    assert "Правило, которого в этой лиге нет: games.quiz.tied_placez: **dense**" in told
    assert "tablo rules" in "".join(element.value for element in drawn.expander[0].markdown)
    assert {each.label for each in drawn.get("download_button")} == {"CSV", "XLSX", "PNG"}  # nothing is supposed
    assert "tablo rules" not in "".join(element.value for element in public.expander[0].markdown)
    wrong = page("what_if", {**APRIL, "set": ["games.quiz.late=wrongly"]})
    told = [element.value.replace("\\", "") for element in wrong.markdown]
    assert '- “What a late answer is” cannot be: "wrongly"' in told


# rulings


def chosen(drawn: AppTest, **what: object) -> AppTest:
    """The form filled in, one chooser after the other, as each depends on those above it."""
    for key, value in what.items():
        drawn.selectbox(key=f"ruling:{key}").set_value(value)
        run(drawn)
    return drawn


def opened(name: str, panel: str, **more: str) -> AppTest:
    drawn = page("what_if", {"league": name, "lang": "en", **more})
    drawn.session_state["panel"] = panel
    return run(drawn)


def test_a_question_is_removed_as_a_preview() -> None:
    drawn = chosen(opened(SOFIA, "rulings", period="2026-05"), event="2026-05-14", question=(2, 3))
    drawn.button(key="ruling:add").click()
    run(drawn)
    assert address(drawn, "decide") == ["void_question event=2026-05-14 round=2 question=3"]
    shows(drawn, SOFIA, under(SOFIA, (), address(drawn, "decide")), "month", "2026-05")
    assert any("Round 2, question 3 is removed" in element.value for element in drawn.markdown)
    drawn.button(key="back-1").click()
    assert address(run(drawn), "decide") == []


def test_every_kind_of_ruling_can_be_supposed() -> None:
    """Each with what its form offers first; all of them together are read by the command."""
    for kind in said.KINDS:
        drawn = chosen(opened(BERLIN, "rulings", event="2026-02-11", series="season_sixty_seconds"), kind=kind)
        if kind == "accept_answer":
            facts = stored(BERLIN).facts.answers.filter(
                pl.col("answer").is_not_null(), event="2026-02-11", game="sixty_seconds"
            )
            chosen(drawn, question=facts.select("round", "question").row(0))
        drawn.button(key="ruling:add").click()
        run(drawn)
        (text,) = address(drawn, "decide")
        assert text.startswith(kind)
        assert not drawn.warning, text
        scored = under(BERLIN, (), [text])
        assert scored.standings.height
        assert not any("Nothing is changed" in element.value for element in drawn.markdown)


def test_a_verdict_is_changed_knowing_the_one_that_was_given() -> None:
    graded = stored(SOFIA).facts.answers.filter(verdict="wrong", event="2026-05-14").row(0, named=True)
    drawn = opened(SOFIA, "rulings", period="2026-05")
    chosen(drawn, kind="set_verdict", event="2026-05-14", question=(graded["round"], graded["question"]))
    chosen(drawn, team=graded["team_id"], verdict="right")
    assert any(caption.value.startswith("Graded: wrong") for caption in drawn.caption)
    drawn.button(key="ruling:add").click()
    after = under(SOFIA, (), address(run(drawn), "decide"))
    where = {"event": "2026-05-14", "team_id": graded["team_id"]}
    won = (
        after.standings.filter(**where)["points"].item()
        - stored(SOFIA).scored.standings.filter(**where)["points"].item()
    )
    assert won > 0
    shows(drawn, SOFIA, after, "month", "2026-05")


def test_an_evening_known_by_rounds_offers_no_questions() -> None:
    answers = set(stored(SHAKER).facts.answers["event"])
    event = next(e for e in stored(SHAKER).scored.standings["event"] if e not in answers)
    drawn = opened(SHAKER, "rulings", event=event)
    assert any("known by rounds only" in caption.value for caption in drawn.caption)
    assert not [button for button in drawn.button if button.key == "ruling:add"]


def test_an_open_appeal_is_upheld_with_one_click() -> None:
    drawn = opened(BERLIN, "rulings", series="season_sixty_seconds")
    waiting = rulings.open_appeals(stored(BERLIN).facts)
    assert len(waiting) == 2
    drawn.button(key="uphold-0").click()
    run(drawn)
    (text,) = address(drawn, "decide")
    assert dict(scenarios.supposed_of([], [text]).rulings[0]) == dict(waiting[0])
    assert drawn.button(key="uphold-0").disabled
    assert not drawn.button(key="uphold-1").disabled
    shows(drawn, BERLIN, under(BERLIN, (), [text]), "season_sixty_seconds", "2025/26")


def boxes(drawn: AppTest) -> set[str]:
    """The labels of all boxes that open."""
    return {str(each.proto.popover.label) for each in walk(drawn.main) if each.type == "popover"}


def walk(block: Any) -> Iterator[Any]:
    for child in getattr(block, "children", {}).values():
        yield child
        yield from walk(child)


def test_the_public_face_neither_rules_nor_saves() -> None:
    drawn = page("what_if", {**APRIL, "decide": ["revoke value=r3"]}, TABLO_PUBLIC="1")
    assert boxes(drawn) & {"Share", "Save", "Load"} == {"Share"}
    assert boxes(page("what_if", APRIL)) >= {"Share", "Save", "Load"}
    assert "Rulings" not in [option.content for group in drawn.get("button_group") for option in group.proto.options]
    shows(drawn, SOFIA, under(SOFIA, (), ["revoke value=r3"]), "month", "2026-04")


# trials


def test_a_team_starts_with_less_from_an_evening_on() -> None:
    drawn = opened(SOFIA, "trials", period="2026-05")
    team = "третата-чаша-чай"
    for key, value in {"event": "2026-05-07", "when": "from", "team": team}.items():
        drawn.selectbox(key=f"trial:{key}").set_value(value)
        run(drawn)
    drawn.number_input(key="trial:points").set_value(-40.0)
    drawn.button(key="trial:add").click()
    run(drawn)
    decides = address(drawn, "decide")
    after = under(SOFIA, (), decides)
    events = stored(SOFIA).facts.events
    since = events.filter(event="2026-05-07")["ord"].item()
    both = after.standings.filter(team_id=team).join(events.select("event", "ord"), on="event")
    assert set(both.filter(pl.col("ord") >= since)["adjustment"]) == {-40 * UNITS}
    assert -40 * UNITS not in both.filter(pl.col("ord") < since)["adjustment"].to_list()
    shows(drawn, SOFIA, after, "month", "2026-05")
    assert len([button for button in drawn.button if str(button.key).startswith("back-")]) == 1
    drawn.button(key="back-1").click()
    assert address(run(drawn), "decide") == []


def test_a_coefficient_makes_the_rules_count_it() -> None:
    """In Sofia no rule lets a coefficient count; the trial says that it changes this too."""
    drawn = opened(SOFIA, "trials", period="2026-05")
    drawn.selectbox(key="trial:what").set_value("coefficient")
    run(drawn)
    assert any("counts nowhere" in caption.value for caption in drawn.caption)
    drawn.number_input(key="trial:factor").set_value(0.5)
    drawn.button(key="trial:add").click()
    run(drawn)
    assert address(drawn, "set") == ['games.quiz.coefficient_in=["places","winner"]']
    (text,) = address(drawn, "decide")
    (row,) = scenarios.supposed_of([], [text]).rulings
    after = under(SOFIA, address(drawn, "set"), [text])
    entry = after.standings.filter(event=row["event"], team_id=row["team"]).row(0, named=True)
    assert (entry["coefficient"], entry["points"] * 2) == (
        5000,
        entry["rounds_points"] + entry["handicap"] + entry["adjustment"],
    )


def test_every_winner_of_the_evening_before_starts_with_less() -> None:
    drawn = opened(SOFIA, "trials", period="2026-06")
    for key, value in {"who": "winners", "event": "2026-06-04", "when": "from"}.items():
        drawn.selectbox(key=f"trial:{key}").set_value(value)
        run(drawn)
    drawn.button(key="trial:add").click()
    run(drawn)
    assert address(drawn, "decide")
    assert len([button for button in drawn.button if str(button.key).startswith("back-")]) == 1
    assert any("Every winner of the evening before" in element.value for element in drawn.markdown)
    shows(drawn, SOFIA, under(SOFIA, (), address(drawn, "decide")), "month", "2026-06")


# kept, shared, taken along


@pytest.fixture
def copied(tmp_path: Path) -> tuple[Path, Path]:
    """A league's folder of its own, and the database built from it."""
    folder = tmp_path / SOFIA
    shutil.copytree(ROOT / "data" / "leagues" / SOFIA, folder)
    build([folder], tmp_path / "t.duckdb", date.today())
    return folder, tmp_path / "t.duckdb"


def test_a_scenario_is_saved_under_its_name_and_loaded_again(copied: tuple[Path, Path]) -> None:
    folder, db = copied
    change = {"set": ["games.quiz.tied_places=dense"], "decide": ["revoke value=r3"]}
    drawn = page("what_if", {**APRIL, **change}, db)
    with environment(db):
        drawn.text_input(key="scenario-name").set_value("Опит: без серия").run()
        assert address(drawn, "name") == ["Опит: без серия"]
        drawn.session_state["box-save"] = True
        drawn.run()
        drawn.button(key="save-now").click().run()
    assert [success.value for success in drawn.success] == ["Saved."]
    written = saved.load(saved.find(folder, "Опит: без серия"))
    assert (written.sets, written.decides) == (('games.quiz.tied_places="dense"',), ("revoke value=r3",))
    other = page("what_if", APRIL, db)
    with environment(db):
        other.session_state["box-load"] = True
        other.run()
        assert {b.label.replace("\\", "") for b in other.button if str(b.key).startswith("load-")} >= {
            "Опит: без серия",
            "Без обжалването от 1 май",
        }
        other.button(key="load-опит-без-серия").click().run()
    assert {name: address(other, name) for name in ("set", "decide", "name")} == {**change, "name": ["Опит: без серия"]}
    shows(other, SOFIA, under(SOFIA, change["set"], change["decide"]), "month", "2026-04")
    assert other.session_state["stage"] == "game"
    assert other.selectbox(key="rule:games.quiz.tied_places").value == "dense"


def test_a_link_restores_all_of_it_in_a_new_window() -> None:
    change = {"set": ["series.month.place_points=[20,9,8]"], "decide": ["revoke value=r3"], "name": "Опит №1 & др."}
    drawn = page("what_if", {"league": SOFIA, "lang": "en", **change})
    drawn.session_state["box-share"] = True
    run(drawn)
    (link,) = [code.value for code in drawn.code]
    asked = {name: found if len(found) > 1 else found[0] for name, found in parse_qs(link.partition("?")[2]).items()}
    assert {"series", "period"} <= set(asked)
    again = page("what_if", asked)
    assert grid(again, "what-if") == grid(drawn, "what-if")
    assert again.text_input(key="scenario-name").value == change["name"]
    assert grid(again, "causes") == grid(drawn, "causes")


def test_the_stage_and_the_part_of_the_first_change_are_open() -> None:
    drawn = page("what_if", {**APRIL, "set": ["games.quiz.rounds.2.typos=1", "games.quiz.late=wrong"]})
    assert drawn.number_input(key="rule:games.quiz.rounds.2.typos").value == 1
    handicap = page("what_if", {**APRIL, "set": ["games.quiz.streak_handicap.step=-3"]})
    assert handicap.number_input(key="rule:games.quiz.streak_handicap.step").value == -3
    ruled = page("what_if", {**APRIL, "decide": ["revoke value=r3"]})
    assert ruled.session_state["panel"] == "rulings"
    assert page("what_if", {**APRIL, "decide": ["revoke value=r3"]}, TABLO_PUBLIC="1").session_state["panel"] == "rules"


def test_the_part_follows_the_series_until_another_is_chosen() -> None:
    """And a choice that names a game is shown by the game's title."""
    drawn = page("what_if", {"league": BERLIN, "lang": "en", "series": "season_matrix"})
    for series, game in (("season_matrix", "matrix"), ("season_sixty_seconds", "sixty_seconds")):
        drawn.selectbox(key="at:series").set_value(series)
        run(drawn)
        drawn.session_state["stage"] = "series"
        run(drawn)
        assert drawn.selectbox(key=f"part-series-False-{series}").value == f"series.{series}"
        titles = {key: of.title for key, of in league(BERLIN).rule_set.rules[-1].games.items()}
        assert drawn.selectbox(key=f"rule:series.{series}.game").options == list(titles.values())
        assert drawn.selectbox(key=f"rule:series.{series}.game").value == game
        drawn.session_state["stage"] = "answers"
        run(drawn)
        assert drawn.selectbox(key=f"part-answers-False-{series}").value.startswith(f"games.{game}")


def test_what_leaves_the_page_says_which_table_it_is_and_under_what() -> None:
    change = {"set": ["series.month.place_points=[20,9,8]"], "decide": ["revoke value=r3"]}
    for name, what in (("Опит", "Опит"), ("", "Points by place: 20, 9, 8; Taken back: Round 6, question 4")):
        drawn = page("what_if", {**APRIL, **change, "name": name})
        drawn.session_state["what-if-text"] = True
        text = run(drawn).code[0].value
        assert text.startswith(f"Месечно класиране · April 2026 · What if: {what}")
        assert f"made on {language.day(date.today())}" in text
        found = [json.loads(element.proto.json) for element in drawn.get("bidi_component")]
        (chart,) = [data for data in found if "chart" in data]
        assert chart["title"].startswith(f"Месечно класиране · April 2026 · What if: {what}")
        drawn.session_state["evening-table-text"] = True
        assert run(drawn).code[1].value.startswith(f"30 Apr 2026 · What if: {what}")
    assert {each.label for each in drawn.get("download_button")} == {"CSV + scenario (ZIP)", "XLSX", "PNG"}


def test_files_of_a_scenario_print_its_name_and_its_changes() -> None:
    told = [{"change": "=1+1", "now": "10 9 8", "part": "Месечно", "clause": "3.4.1"}]
    scenario = scenario_table("@Опит", ["series.month.beyond=1"], ["revoke value=r3"], told)
    table = Shown(pl.DataFrame({"team": ["=cmd()"], "points": [3 * UNITS]}), {"points": UNITS})
    book = fastexcel.read_excel(as_workbook({"what-if": table, "scenario": scenario}))
    assert book.sheet_names == ["what-if", "scenario"]
    rows = book.load_sheet("scenario").to_polars()
    assert rows.select("kind", "value").rows() == [
        ("title", "@Опит"),
        ("set", "series.month.beyond=1"),
        ("decide", "revoke value=r3"),
    ]
    assert rows["change"].to_list() == [None, "=1+1", None]
    with zipfile.ZipFile(BytesIO(as_archive({"what-if": table, "scenario": scenario}))) as archive:
        assert archive.namelist() == ["what-if.csv", "scenario.csv"]
        text = archive.read("scenario.csv").decode("utf-8-sig")
        assert "title,'@Опит," in text
        assert "'=1+1" in text
        assert archive.read("what-if.csv").startswith(b"\xef\xbb\xbf")


# words and frames


def known(name: str) -> said.Names:
    """The names of a league as its page has them."""
    return said.Names(loading.opened(Source(str(database()), store.version(database())), name, date.today()))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_ruling_has_words(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language._Chosen, "ask", staticmethod(lambda: lang))
    names = known(SOFIA)
    event, team = stored(SOFIA).scored.standings.select("event", "team_id").row(0)
    values = {"adjust": "-2.5", "coefficient": "0.9", "set_verdict": "right", "ban": "2026-05-01", "revoke": "r3"}
    for kind in DECISION_KINDS:
        row = {
            "kind": kind,
            "event": event,
            "team": team,
            "round": "1",
            "question": "2",
            "value": values.get(kind, "x"),
        }
        told = said.ruling(row, names)
        assert kind not in told or lang == "en"
        assert team not in told
        assert "{" not in told
    assert said.ruling({"kind": "adjust", "team": team, "value": "-2.5"}, names).count("−2") == 1
    assert said.ruling({"kind": "warn"}, names)  # what is missing breaks nothing


def test_lines_have_the_old_value_the_clause_and_the_part() -> None:
    supposed = scenarios.supposed_of(["series.month.place_points=[20,9]", "games.quiz.late=wrong"], ["revoke value=r3"])
    told = changes.lines(supposed, rules_of.controls(league(SOFIA).rule_set), known(SOFIA))
    assert [(line.then, line.now[:5], line.clause) for line in told] == [
        ("20, 9", "10, 9", "3.4.1"),
        ("wrong answer", "no an", "2.4.2"),
        ("", "", ""),
    ]


def test_causes_are_the_singles_and_what_is_left_over() -> None:
    kept = stored(SOFIA)
    sets = parse_sets(["games.quiz.streak_handicap.step=0", "series.month.place_points=[20,9,8]"])
    found = attribution(kept.facts, league(SOFIA), sets, None, date.today(), kept.scored)
    shown = compared.causes(kept.facts, found, "month", "2026-04", None)
    after = {
        row["team_id"]: row["points"]
        for row in found.whole.series_standings.filter(series="month", period="2026-04").to_dicts()
    }
    before = {
        row["team_id"]: row["points"]
        for row in kept.scored.series_standings.filter(series="month", period="2026-04").to_dicts()
    }
    assert shown.frame.height
    for row in shown.frame.iter_rows(named=True):
        assert row["points whole"] == (after[row["team_id"]] - before[row["team_id"]]) * row["unit"]
        assert row["points 1"] + row["points 2"] + row["points together"] == row["points whole"]
    assert compared.causes(kept.facts, found, "month", "1999-01", None).frame.is_empty()
