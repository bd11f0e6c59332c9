"""Whatever a league calls its things reaches the screen as it is written: nothing of it is read as Markdown or HTML."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from streamlit.testing.v1 import AppTest

from dashboard import charts, race_charts
from tests.dashboard_samples import database, page, stored

SIGNS = "Тест | *жирно* <b>x</b> _x_ `x` [x](y) ~x~ $x$ # :red[x]"
WORDS = {
    "shaker-volga": ("Шейкер", "Рейтинг", "рейтинг", "Самара", "Саратов", "Ладья", "КРУТОЙ", "ЗНАТОК", "скидка"),
    "berlin-2025-26": ("Берлин", "Матриц", "60 секунд", "Сезон", "Шпрее"),
    "sofia-monthly": ("Куиз", "Месечно", "Димо", "логика", "Двойка"),
}
"""Parts of what each sample calls its league, games, series, cities, teams, ranks and perks."""
VIEWS = ("league", "event", "standings", "team", "titles", "rules")
READ = ("title", "header", "subheader", "markdown", "caption", "warning", "info", "success", "error")
LABELLED = ("button", "toggle", "checkbox", "expander", "popover", "page_link", "selectbox", "button_group")


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples with those words between asterisks wherever they stand, and all evenings called `SIGNS`."""
    db = tmp_path_factory.mktemp("marked") / "samples.duckdb"
    shutil.copy(database(), db)
    with duckdb.connect(str(db)) as open_:
        texts = (
            "select table_schema, table_name, column_name from information_schema.columns where data_type = 'VARCHAR'"
        )
        for league, table, column in open_.execute(texts).fetchall():
            for word in WORDS.get(league, [word for words in WORDS.values() for word in words]):
                if column not in ("file", "hash", "contracts"):
                    name = f'"{league}"."{table}"'
                    open_.execute(f"""update {name} set "{column}" = replace("{column}", '{word}', '*{word}*')""")
        for league in WORDS:
            open_.execute(f'update "{league}".facts_events set title = $1', [SIGNS])
    return db


def read_as_markdown(drawn: AppTest) -> Iterator[str]:
    """Every text of a page in which Markdown is read."""
    elements: list[Any] = [element for kind in READ for element in drawn.get(kind)]
    yield from (str(element.value) for element in elements)
    for element in (element for kind in LABELLED for element in drawn.get(kind)):
        yield str(getattr(element, "label", "") or getattr(element.proto, "label", ""))
    for group in drawn.get("button_group"):
        yield from (option.content for option in group.proto.options)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("league", WORDS)
def test_no_name_of_a_league_is_read_as_markdown(marked: Path, league: str, view: str) -> None:
    scored = stored(league).scored
    team = scored.series_standings["team_id"][0]
    games = {"berlin-2025-26": "sixty_seconds"}.get(league, "quiz")
    for lang in ("en", "ru"):
        drawn = page(view, {"league": league, "lang": lang, "team": team, "game": games}, marked)
        texts = list(read_as_markdown(drawn))
        assert len(texts) > 3
        signs = [f"*{word}*" for word in WORDS[league]] + ["*жирно*", "<b>x"]
        assert [text for text in texts if any(sign in text for sign in signs)] == []


def test_an_evening_is_called_what_it_is_called(marked: Path) -> None:
    (title,) = page("event", {"league": "sofia-monthly", "lang": "en"}, marked).title
    assert "".join(title.value.split("\\")) == SIGNS
    signs = [at for at, sign in enumerate(title.value) if sign in "|*<>_`[]()~$#:"]
    assert signs and all(title.value[at - 1] == "\\" for at in signs)


def test_a_chart_says_names_as_they_are() -> None:
    """Plotly reads some HTML; `&quot;` it would show as it stands."""
    assert charts.literal('<b>"A" & B</b>') == '&lt;b&gt;"A" &amp; B&lt;/b&gt;'
    assert race_charts.literal is charts.literal
