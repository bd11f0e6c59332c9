"""Standings: the course of a period, why a number is what it is, and a period too long for one table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from dashboard import course, frames, language, race_charts, spoken
from dashboard.charts import GREY, PALETTE
from dashboard.views import why
from dashboard.views.standings.table import SIDE_BY_SIDE
from pipelines.insight import assumptions
from pipelines.insight.race import race
from pipelines.insight.why import why_series
from tests.conftest import tablo
from tests.dashboard_samples import LANGUAGES, LEAGUES, database, environment, grid, page, plain, stored, texts
from tests.sample_leagues import sample

BERLIN, SOFIA, SHAKER = "berlin-2025-26", "sofia-monthly", "shaker-volga"
MATRIX, SECONDS = "season_matrix", "season_sixty_seconds"
DIALOG = """
from dashboard import room
from dashboard.views import why
opened, bar = room.enter()
why.draw(opened, why.Place({place}), {event!r})
"""


def dialog(league: str, place: tuple[str, str, str | None, str], event: str | None = None, lang: str = "en") -> AppTest:
    """What stands in the dialog, drawn as a page."""
    drawn = AppTest.from_string(DIALOG.format(place=", ".join(map(repr, place)), event=event), default_timeout=60)
    drawn.query_params["league"] = league
    drawn.query_params["lang"] = lang
    with environment():
        drawn.run()
    assert not drawn.exception, drawn.exception
    return drawn


def said(drawn: AppTest) -> str:
    """All sentences, without the signs that keep a name from steering the page."""
    return re.sub(r"\\(.)", r"\1", " ".join(str(element.value) for element in [*drawn.markdown, *drawn.caption]))


def places(league: str) -> Iterator[tuple[str, str, str | None, str]]:
    """Of every series of a league the first and the last team of its latest table."""
    scored = stored(league).scored
    latest = scored.periods.sort("ord").group_by("series", maintain_order=True).last()
    for series, period, city in latest.select("series", "period", "city").iter_rows():
        teams = frames.of_period(scored.series_standings, series, period, city).sort("place")["team_id"]
        yield from ((series, period, city, team) for team in {teams[0], teams[-1]})


@pytest.mark.parametrize("league", LEAGUES)
def test_the_table_is_that_of_the_command(league: str) -> None:
    drawn = page("standings", {"league": league, "lang": "en"})
    series = drawn.selectbox(key="at:series").value
    period = drawn.selectbox(key="at:period").value
    city = [box.value for box in drawn.selectbox if box.key == "at:city"]
    of_city = ["--city", city[0]] if city else []
    ran = tablo("series", league, series, "--period", period, *of_city, "--format", "csv", "--db", database())
    wanted = pl.read_csv(ran.out.encode(), infer_schema=False)
    rows = grid(drawn, "standings")
    assert [row["team"] for row in rows] == wanted["team"].to_list()
    assert [plain(row["points"]) for row in rows] == [
        Decimal(points).quantize(Decimal("0.01")) for points in wanted["points"]
    ]
    assert [row["played"] for row in rows] == wanted["played"].to_list()


@pytest.mark.parametrize("league", LEAGUES)
def test_the_change_is_that_since_the_evening_before(league: str) -> None:
    facts, scored = stored(league).facts, stored(league).scored
    (series, period, city, _team), *_rest = places(league)
    where = {"league": league, "lang": "en", "series": series, "period": period, **({"city": city} if city else {})}
    rows = grid(page("standings", where), "standings")
    tables = race(facts, scored, sample(league).rules, series, period, city, 1)
    known = dict(tables.join(facts.teams, on="team_id").select("team", "place_change").iter_rows())
    signs = {row["team"]: row["place_change"] for row in rows}
    moves = {
        team: "" if n is None else "=" if n == 0 else f"▲ {-n}" if n < 0 else f"▼ {n}" for team, n in known.items()
    }
    assert signs == moves
    assert set(signs.values()) != {"="}


@pytest.mark.parametrize("league", LEAGUES)
def test_the_assumed_rules_of_a_table_are_told(league: str) -> None:
    (series, period, city, _team), *_rest = places(league)
    first = frames.of_period(stored(league).scored.periods, series, period, city)["first_date"].min()
    wanted = assumptions.of_series(sample(league).rules, series, first)  # type: ignore[arg-type]
    drawn = page("standings", {"league": league, "lang": "en", "series": series, "period": period})
    (box,) = drawn.expander
    assert str(wanted.height) in box.label
    listed = " ".join(element.value for element in box.markdown).replace("\\", "")
    assert wanted.height
    said_once = wanted.select("label", "value", "clause", "assumed").unique()
    assert listed.count(":gray-badge[assumed]") == said_once.height
    assert all(reason in listed for reason in wanted["assumed"])


def test_a_rule_of_several_rounds_is_said_once() -> None:
    drawn = page("standings", {"league": SHAKER, "lang": "en", "series": "rating"})
    (box,) = drawn.expander
    assert "- Points for a right answer · Round 1, 2, 3, 4, 5, 6: **1**" in box.markdown[0].value


def test_the_tie_rule_stands_under_the_table() -> None:
    drawn = page("standings", {"league": BERLIN, "lang": "en", "series": MATRIX})
    assert "Level for the lead, the first is found by: points in “Сезон «60 секунд»”." in said(drawn)
    assert "The worst result is dropped. An absence is a result of 0." in said(drawn)


def test_a_long_period_is_leafed_through() -> None:
    where = {"league": SHAKER, "lang": "en", "series": "rating", "city": "Самара"}
    drawn = page("standings", where)
    facts, scored = stored(SHAKER).facts, stored(SHAKER).scored
    events = frames.period_events(facts, scored, "rating", "all", "Самара")["event"].to_list()
    assert len(events) > SIDE_BY_SIDE
    assert [name for name in grid(drawn, "standings")[0] if name.startswith(frames.RESULT)] == [
        f"{frames.RESULT}{event}" for event in events[-SIDE_BY_SIDE:]
    ]
    box = drawn.selectbox(key="leaf")
    box.set_value(box.options[-1] if isinstance(box.value, str) else len(events) % SIDE_BY_SIDE or SIDE_BY_SIDE)
    with environment():
        drawn.run()
    assert f"{frames.RESULT}{events[0]}" in grid(drawn, "standings")[0]


@pytest.mark.parametrize("language_", LANGUAGES)
@pytest.mark.parametrize("league", LEAGUES)
def test_why_is_told_of_every_series(league: str, language_: str) -> None:
    facts, scored, rules = stored(league).facts, stored(league).scored, sample(league).rules
    for place in places(league):
        wanted = why_series(facts, scored, rules, *place)
        drawn = dialog(league, place, wanted.rows.drop_nulls("points")["event"][-1], language_)
        rows = grid(drawn, "why")
        results = wanted.rows["points"].drop_nulls().len()
        assert len(rows) == (wanted.rows.height if wanted.rows.height <= why.TERMS else results)
        total = Decimal(wanted.total["points"]) / wanted.total["unit"]
        counted = [plain(r["points"]) for r in rows if r["points"] not in ("–", "") and not r["points"].startswith("(")]
        assert abs(sum(counted, Decimal(0)) - total) <= Decimal("0.01") * len(counted)
        assert [text for text in texts(drawn) if re.search(r"\b(None|nan|null)\b", text)] == []
        if language_ != "en":
            assert not re.search(r"\b(Place|counts|Rules it rests on|absent)\b", " ".join(texts(drawn)))


def test_why_a_shared_place_is_worth_a_mean() -> None:
    """Шпрее наперекосяк shares 1 to 2 on 2025-11-12: (15 + 12) / 2."""
    team = sample(BERLIN).team("Шпрее наперекосяк")
    drawn = dialog(BERLIN, (SECONDS, "2025/26", None, team), "2025-11-12")
    told = said(drawn)
    assert "Places 1–2 are shared, and earn 15, 12. Each team gets the mean: (15 + 12) / 2 = 13.5." in told
    assert "12 + 13.5 + 12 + 13.5 + 10 + 15 + 12 = **88**" in told
    assert "Points by place: **15, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1** :gray-badge[assumed]" in told
    assert "Clause 2.5:" in told
    rows = {row["date"]: row for row in grid(drawn, "why")}
    assert rows["11 Mar 2026"]["points"] == "(7.0)"
    assert rows["11 Mar 2026"]["said"] == "dropped: among the worst"


def test_why_one_of_two_level_teams_is_first() -> None:
    team = sample(BERLIN).team("Дер, ди, дас")
    told = said(dialog(BERLIN, (MATRIX, "2025/26", None, team)))
    assert "Ahead of it: Шпрее наперекосяк (place 1), by points in “Сезон «60 секунд»”: 83 : 88." in told


@pytest.mark.parametrize(
    ("row", "value", "told"),
    [
        ({"result": "absent", "points": 0, "unit": 1}, "place_points", "Absent. That is a result of 0."),
        (
            {"result": "out_of_contest", "points": None, "unit": None},
            "place_points",
            "Out of contest. That is no result.",
        ),
        (
            {"result": "ranked", "place": 2, "place_to": 3, "entries": ["9"], "formula": "9", "points": 9, "unit": 1},
            "place_points",
            "Places 2–3 are shared; each team gets what place 2 earns: 9.",
        ),
        (
            {"result": "ranked", "place": 1, "place_to": 1, "entries": ["12"], "formula": "12", "points": 12, "unit": 1}
            | {"paths": ["first_event_place_points"]},
            "place_points",
            "Place 1 earns 12. In the period's first evening the first places have points of their own.",
        ),
        (
            {"result": "ranked", "place": 4, "place_to": 4, "entries": ["85/2"], "points": 85, "unit": 2},
            "points",
            "The points of the evening count as they are: 42.5.",
        ),
    ],
)
def test_what_an_evening_is_worth_in_words(row: dict[str, object], value: str, told: str) -> None:
    assert " ".join(why.worth({"paths": [], **row}, value)) == told


@pytest.mark.parametrize(
    ("points", "unit", "text"), [(25, 3, "8,33"), (-1005, 1000, "−1,01"), (27, 2, "13,5"), (0, 7, "0")]
)
def test_amounts_are_said_half_up(points: int, unit: int, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language._Chosen, "ask", staticmethod(lambda: "ru"))
    assert spoken.amount(points, unit) == text
    assert spoken.formula("(15 + 12.5) / 2 - 2") == "(15 + 12,5) / 2 − 2"


@pytest.mark.parametrize("league", LEAGUES)
def test_the_course_ends_in_the_table(league: str) -> None:
    facts, scored = stored(league).facts, stored(league).scored
    for series, period, city, _team in places(league):
        rows = course.course(facts, scored, sample(league).rules, series, period, city)
        last = rows.filter(pl.col("ord") == pl.col("ord").max())
        table = frames.of_period(scored.series_standings, series, period, city)
        assert dict(last.select("team_id", "place").iter_rows()) == dict(table.select("team_id", "place").iter_rows())
        assert last["slot"].to_list() == list(range(1, last.height + 1))
        assert rows["event"].n_unique() <= course.EVENINGS


def test_lines_of_places_and_points() -> None:
    one = sample(BERLIN)
    rows = course.course(one.facts, one.scored, one.rules, SECONDS, "2025/26", None)
    teams = rows["team_id"].unique(maintain_order=True).to_list()
    labels = {event: event for event in rows["event"]}
    drawn = course.drawn(rows, teams[:1])
    bump = race_charts.places(drawn, labels, teams[:1], "place {}".format)
    *lines, ends = bump.data
    assert len(lines) == len(teams)
    assert [line.line.color for line in lines].count(PALETTE[0]) == 1
    assert {line.line.color for line in lines} == {PALETTE[0], GREY}
    assert lines[-1].line.color == PALETTE[0]
    last = rows.filter(pl.col("ord") == pl.col("ord").max())
    assert list(ends.y) == last["slot"].to_list()
    assert all(team in text for team, text in zip(last["team"], ends.text, strict=True))
    sums = race_charts.points(drawn, labels, teams[:1], "{:g} points".format)
    ended = {line.name: line.y[-1] for line in sums.data}
    assert ended == {team: points / unit for team, points, unit in last.select("team", "points", "unit").iter_rows()}


def test_a_chart_has_room_for_some_teams_and_those_chosen() -> None:
    rows = pl.DataFrame({"ord": [0] * 40, "slot": range(1, 41), "team_id": [f"t{n}" for n in range(1, 41)]})
    kept = course.drawn(rows, ["t40", "t1"])["team_id"].to_list()
    assert kept == [f"t{n}" for n in range(1, course.DRAWN + 1)] + ["t40"]


def test_a_name_is_no_markup_in_a_chart() -> None:
    rows = pl.DataFrame(
        {"event": ["e"], "ord": [0], "team_id": ["t"], "team": ["<b>&"], "place": [1], "place_to": [1], "slot": [1]}
    )
    bump = race_charts.places(rows, {"e": "1"}, [], str)
    assert "&lt;b&gt;&amp;" in bump.data[-1].text[0]
