"""Text of cells → values: nothing rounded, nothing guessed."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines import folding
from pipelines.folding import fold
from pipelines.ingest import cells
from pipelines.ingest.names import team_id
from pipelines.tables import MAX_POINTS, UNITS


def read(reader: object, *texts: str) -> list[object]:
    return pl.DataFrame({"t": texts}, schema={"t": pl.String}).select(reader(pl.col("t"))).to_series().to_list()  # type: ignore[operator]


@given(st.decimals(-MAX_POINTS, MAX_POINTS, places=6), st.sampled_from(".,"), st.sampled_from(["-", "−", "–"]))
def test_points_are_read_exactly(points: Decimal, mark: str, minus: str) -> None:
    text = f"{points:f}".replace(".", mark).replace("-", minus)
    assert read(cells.points, text) == [int(points * UNITS)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        ".",
        "5.",
        "1 000",
        "1\u00a0000",
        "50%",
        "1e5",
        "0.1234567",
        "1000000.1",
        "1,000,5",
        "--1",
        "٣",
        "²",
        "9" * 40,
    ],
)
def test_what_is_no_number_is_not_guessed(text: str) -> None:
    assert read(cells.points, text) == [None]


@given(st.decimals(-1000, 1000, places=6), st.integers(-9, 9))
def test_a_workbook_number_with_float_noise_is_what_was_typed(typed: Decimal, noise: int) -> None:
    [clean] = read(cells.without_float_noise, f"{typed + Decimal(noise).scaleb(-14):f}")
    assert read(cells.points, str(clean)) == [int(typed * UNITS)]


def test_days_and_moments() -> None:
    assert read(cells.day, "2026-03-05", "05.03.2026", "2026-03-05 00:00:00", "31.02.2026", "05/03/2026") == [
        date(2026, 3, 5), date(2026, 3, 5), date(2026, 3, 5), None, None
    ]  # fmt: skip
    noon = datetime(2026, 7, 5, 12)
    texts = ["2026-07-05T12:00", "2026-07-05 12:00:00", "2026-07-05T09:00Z", "2026-07-05T11:00:00+02:00", "noon"]
    assert read(cells.moment("Europe/Sofia"), *texts) == [noon, noon, noon, noon, None]


def test_jokers_are_written_in_one_order() -> None:
    assert read(cells.joker, "copy+double", "Double + Copy", "double", "copy+copy", "x") == [
        "copy+double", "copy+double", "double", None, None
    ]  # fmt: skip


def test_a_shared_place_is_its_best() -> None:
    assert read(cells.place, "3", "2–4", "2 - 4", "1.", "0", "первое") == [3, 2, 2, 1, None, None]


LETTERS = st.text(
    st.characters(codec="cp1251", exclude_categories=["Cc"], exclude_characters="µ")
    | st.characters(codec="cp1252", exclude_categories=["Cc"], exclude_characters="µ")
    | st.sampled_from("ё̆«»—\u00ad\u200b\u2003ßẞς\n"),
    max_size=20,
)


@given(LETTERS)
def test_folding_twice_changes_nothing(name: str) -> None:
    assert fold(fold(name)) == fold(name)


@given(LETTERS)
def test_names_and_answers_are_folded_alike(name: str) -> None:
    assert read(folding.folded, name) == [fold(name)]


@pytest.mark.parametrize(
    "other",
    [
        "ЁЛКИ И ПАЛКИ",
        "«Елки и палки»",
        "Ёлки и\u00a0 палки ",
        "Ёлки и пал\u00adки",
        "Е\u0308лки\nи палки",
        "\u200eЁлки и “палки”",
    ],
)
def test_spellings_of_one_name(other: str) -> None:
    assert fold(other) == fold("Ёлки и палки")


def test_lookalike_letters_stay_apart() -> None:
    assert fold("пaлки") != fold("палки")


@given(st.lists(LETTERS.map(fold).filter(bool), min_size=2, max_size=2, unique=True))
def test_two_names_have_two_ids(names: list[str]) -> None:
    assert team_id(names[0], None) != team_id(names[1], None)


def test_an_id_can_be_read() -> None:
    assert team_id(fold("Кофе с запятыми"), "Пермь") == "кофе-с-запятыми@пермь"
