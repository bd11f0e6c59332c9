"""What is said where there is nothing to show: no database, not ours, another version, empty, just being replaced."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from datetime import date
from pathlib import Path

import duckdb
import pytest
from streamlit.testing.v1 import AppTest

from dashboard import loading
from dashboard.loading import Scenario
from dashboard.views import VIEWS
from pipelines import store
from pipelines.store import BuiltLeague
from tests.dashboard_samples import ROOT, database, environment, grid, page, run, stored

VIEW_NAMES = [view.module for view in VIEWS]


def advice(drawn: AppTest) -> str:
    return " ".join(str(element.value) for element in [*drawn.markdown, *drawn.code])


@pytest.mark.parametrize("view", VIEW_NAMES)
@pytest.mark.parametrize("content", [None, b"", b"no database"])
def test_without_a_database_every_page_says_what_to_do(view: str, content: bytes | None, tmp_path: Path) -> None:
    db = tmp_path / "none.duckdb"
    if content is not None:
        db.write_bytes(content)
    drawn = page(view, {"lang": "en"}, db)
    assert drawn.title[0].value == "There is no database to show yet"
    assert f"tablo build FOLDER --db {db}" in advice(drawn)
    assert "disk is not full" not in " ".join(str(each.value) for each in drawn.caption)
    assert not drawn.selectbox


def test_a_public_page_names_no_path(tmp_path: Path) -> None:
    drawn = page("league", {"lang": "en"}, tmp_path / "secret.duckdb", TABLO_PUBLIC="1")
    said = advice(drawn) + " ".join(str(each.value) for each in drawn.caption)
    assert "secret" not in said
    assert "tablo build" not in said


@pytest.mark.parametrize("view", VIEW_NAMES)
def test_a_database_without_leagues_is_told(view: str, tmp_path: Path) -> None:
    db = tmp_path / "empty.duckdb"
    shutil.copyfile(database(), db)
    with duckdb.connect(str(db)) as con:
        con.execute("DELETE FROM main.leagues")
    assert page(view, {"lang": "en"}, db).title[0].value == "The database holds no league yet"


@pytest.mark.parametrize("view", VIEW_NAMES)
def test_a_league_without_results_is_told(view: str, tmp_path: Path) -> None:
    from pipelines.tables import Facts, Scored

    kept = stored("sofia-monthly")
    db = tmp_path / "new.duckdb"
    store.replace_leagues(db, [BuiltLeague(kept.meta, Facts(), Scored())])
    drawn = page(view, {"lang": "en"}, db)
    assert drawn.title


def test_a_league_of_another_version_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = stored("sofia-monthly")
    db = tmp_path / "old.duckdb"
    monkeypatch.setattr(store, "contracts", lambda: "older")
    store.replace_leagues(db, [BuiltLeague(kept.meta, kept.facts, kept.scored)])
    monkeypatch.undo()
    drawn = page("standings", {"lang": "en"}, db)
    assert drawn.title[0].value == "This league was built by another version of Tablo"
    assert f"tablo build {kept.meta.folder} --db {db}" in advice(drawn)


def test_the_usual_database_is_built_without_naming_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "USUAL", tmp_path / "tablo.duckdb")
    drawn = page("league", {"lang": "en"}, tmp_path / "tablo.duckdb")
    assert [each.value for each in drawn.code] == ["tablo build data/leagues/*"]


def test_a_replaced_database_is_shown_at_the_next_click(tmp_path: Path) -> None:
    db = tmp_path / "live.duckdb"
    shutil.copyfile(database(), db)
    with environment(db):
        drawn = AppTest.from_file(str(ROOT / "dashboard" / "app.py"), default_timeout=60)
        drawn.query_params["league"] = "sofia-monthly"
        drawn.run()
        assert drawn.title[0].value == stored("sofia-monthly").meta.title
        kept = stored("sofia-monthly")
        text = kept.meta.league_toml.replace("Куиз в четвъртък, София", "Друго име")
        meta = replace(kept.meta, league_toml=text, title="Друго име")
        store.replace_leagues(db, [BuiltLeague(meta, kept.facts, kept.scored)])
        drawn.run()
        assert not drawn.exception
        assert drawn.title[0].value == "Друго име"
        db.unlink()
        drawn.run()
        assert not drawn.exception
        assert drawn.title[0].value == "There is no database to show yet"
        assert "there is no database" in drawn.caption[0].value
        assert str(db) in drawn.caption[0].value.replace("\\", "")


def test_what_is_read_is_kept_until_the_file_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second look reads nothing and scores nothing; the answers are not read at all before they are asked for."""
    asked: list[object] = []
    read = store.read_league
    monkeypatch.setattr(store, "read_league", lambda *args: asked.append(args[2]) or read(*args))  # type: ignore[func-returns-value]
    loading.opened.clear()  # type: ignore[attr-defined]
    loading.whole_facts.clear()  # type: ignore[attr-defined]
    with environment():
        source = loading.source()
        day = stored("sofia-monthly").meta.as_of
        first = loading.opened(source, "sofia-monthly", day)
        assert loading.opened(source, "sofia-monthly", day) is first
        assert first.facts.answers.is_empty()
        assert len(asked) == 1
        scenario = Scenario(("games.quiz.streak_handicap.step=0",))
        supposed = loading.supposed(source, "sofia-monthly", day, scenario)
        assert loading.supposed(source, "sofia-monthly", day, scenario) is supposed
        assert len(asked) == 2


def test_periods_are_over_by_the_day_of_the_visit_not_of_the_build() -> None:
    with environment():
        source = loading.source()
        early = loading.opened(source, "sofia-monthly", date(2026, 3, 20)).scored.periods
        late = loading.opened(source, "sofia-monthly", date(2099, 1, 1)).scored.periods
    assert late["over"].all()
    assert early.filter(period="2026-06")["over"].to_list() == [False]


def test_a_click_on_a_period_shows_it_and_keeps_the_rest_of_the_address() -> None:
    drawn = page("standings", {"league": "sofia-monthly", "lang": "bg"})
    drawn.selectbox(key="at:period").set_value("2026-03")
    run(drawn)
    assert drawn.query_params["period"] == "2026-03"
    assert drawn.query_params["lang"] == "bg"
    assert (
        len(grid(drawn, "standings")) == stored("sofia-monthly").scored.series_standings.filter(period="2026-03").height
    )


@pytest.mark.parametrize(
    ("view", "name", "said"),
    [
        ("league", "league", "a league that is not here"),
        ("event", "event", "an evening that has no table here"),
        ("standings", "series", "a table that is not here"),
        ("standings", "period", "a period that has no table here"),
        ("standings", "city", "a city that has no table here"),
        ("team", "team", "a team that is not here"),
    ],
)
def test_a_link_to_what_is_not_there_says_so(view: str, name: str, said: str) -> None:
    """Else an old link shows another evening as if it were the right one."""
    drawn = page(view, {"league": "shaker-volga", "lang": "en", name: "*nope*"})
    (line,) = [str(each.value) for each in drawn.warning if "The link names" in str(each.value)]
    assert said in line
    assert r"\*nope\*" in line
    assert drawn.query_params[name] == "*nope*"  # kept: "back" in the browser would else come here for ever


def test_a_link_to_what_is_there_says_nothing() -> None:
    at = {"league": "shaker-volga", "lang": "en", "series": "rating", "city": "Самара", "period": "all"}
    assert not [each for each in page("standings", at).warning if "The link names" in str(each.value)]


def test_the_hall_says_that_the_evening_of_the_link_is_not_there() -> None:
    drawn = page("event", {"league": "sofia-monthly", "lang": "en", "event": "nope", "screen": "1"})
    (hall,) = [json.loads(each.proto.json) for each in drawn.get("bidi_component")]
    assert "an evening that has no table here: “nope”. This is the latest one instead." in hall["below"]


def test_a_period_that_another_table_has_not_is_left_behind_without_a_word() -> None:
    drawn = page("standings", {"league": "shaker-volga", "lang": "en", "series": "season", "period": "2025-12"})
    drawn.selectbox(key="at:series").set_value("rating")
    run(drawn)
    assert "period" not in drawn.query_params
    assert not drawn.warning
