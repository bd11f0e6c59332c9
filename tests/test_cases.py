"""Leagues as people send them, each with what must come out: see cases/README.md."""

from __future__ import annotations

import csv
import io
import re
import shutil
import tomllib
import unicodedata
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest

from tests.conftest import Ran, tablo

CASES = Path(__file__).parent / "cases"
NOT_YET: dict[str, str] = {}
"""Cases that the product does not pass yet, and why; one that begins to pass fails here, so that it is taken out."""

Row = Mapping[str, str]
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
KEYS = {"event": ("event",), "series": ("series",), "titles": (), "ranks": ()}


def cases() -> list[Any]:
    return [case(folder) for folder in sorted(CASES.iterdir()) if folder.is_dir()]


def case(folder: Path) -> Any:
    reason = NOT_YET.get(folder.name)
    return pytest.param(folder, id=folder.name, marks=[pytest.mark.xfail(reason=reason, strict=True)] if reason else [])


@pytest.mark.parametrize("case", cases())
def test_case(case: Path, tmp_path: Path) -> None:
    spec = tomllib.loads((case / "expect.toml").read_text("utf-8"))
    folder, db = tmp_path / case.name, tmp_path / "case.duckdb"
    shutil.copytree(case, folder, ignore=shutil.ignore_patterns("expect.toml", "then"))
    wrong = list(delivered(spec, folder, db, 1))
    if (case / "then").exists():
        shutil.copytree(case / "then", folder, dirs_exist_ok=True)
        wrong += delivered(spec, folder, db, 2)
    for wanted in spec.get("export", []):
        wrong += exported(wanted, case.name, db, tmp_path)
    assert wrong == []


def delivered(spec: Mapping[str, Any], folder: Path, db: Path, delivery: int) -> Iterator[str]:
    checked = tablo("check", folder, "--format", "csv")
    status = spec.get("exit", 0) if delivery == 1 else spec.get("exit_then", spec.get("exit", 0))
    if checked.status != status:
        yield f"check exits {checked.status}, wanted {status}: {checked.out}{checked.err}"
    yield from findings(
        of_delivery(spec, "finding", delivery), of_delivery(spec, "no_finding", delivery), read(checked)
    )
    built = tablo("build", folder, "--db", db)
    if built.status not in (0, 1):
        yield f"build exits {built.status}: {built.err}"
    for wanted in of_delivery(spec, "table", delivery):
        yield from table(wanted, folder.name, db)


def of_delivery(spec: Mapping[str, Any], key: str, delivery: int) -> list[dict[str, Any]]:
    return [wanted for wanted in spec.get(key, []) if wanted.get("delivery", 1) == delivery]


def read(ran: Ran) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(ran.out)))


# Tables


def table(wanted: Mapping[str, Any], league: str, db: Path) -> Iterator[str]:
    args = [wanted["of"], league, *(wanted[key] for key in KEYS[wanted["of"]])]
    args += [part for key in ("game", "period", "city") if key in wanted for part in (f"--{key}", wanted[key])]
    args += [part for patch in wanted.get("set", []) for part in ("--set", patch)]
    ran = tablo(*args, "--db", db, "--format", "csv")
    label = " ".join(map(str, args))
    if ran.status:
        yield f"{label} exits {ran.status}: {ran.err}"
        return
    have = read(ran)
    if wanted.get("complete", True) and len(have) != len(wanted["rows"]):
        yield f"{label}: {len(have)} rows, wanted {len(wanted['rows'])}"
    if not in_order(have, by_city="city" not in wanted):
        yield f"{label}: rows are not in place order"
    for row in wanted["rows"]:
        yield from (f"{label}: {said}" for said in missing(row, have))


def missing(wanted: Mapping[str, Any], have: list[dict[str, str]]) -> Iterator[str]:
    """What is not as wanted in the row of this team, which is taken out of `have`."""
    full = dict(wanted)
    if isinstance(wanted.get("place"), int):
        full.setdefault("place_to", wanted["place"])
    team = [key for key in ("team_id", "team") if key in wanted][:1]
    keys = team + [key for key in ("series", "period", "title", "city") if key in wanted]
    hit = next((row for row in have if all(same(wanted[key], row.get(key), key) for key in keys)), None)
    if hit is None:
        yield f"no row {wanted}"
        return
    have.remove(hit)
    for key, value in full.items():
        if not same(value, hit.get(key), key):
            yield f"{wanted.get('team')}: {key} is {hit.get(key)!r}, wanted {value!r}"


def in_order(rows: list[dict[str, str]], *, by_city: bool) -> bool:
    if not rows or "place" not in rows[0]:
        return True
    places = [(row.get("city", "") if by_city else "", int(row["place"] or 10**9)) for row in rows]
    return places == sorted(places)


def same(want: object, have: str | None, column: str) -> bool:
    text = without_guard(have or "")
    if column == "team":
        return fold(want) == fold(text)
    if isinstance(want, int | float) and not isinstance(want, bool):
        try:
            return abs(float(text) - want) < 1e-6
        except ValueError:
            return False
    return str(want) == text


def without_guard(text: str) -> str:
    return text[1:] if text[:1] == "'" and text[1:2] in FORMULA_STARTS and len(text) > 1 else text


def fold(name: object) -> str:
    text = unicodedata.normalize("NFC", str(name))
    text = "".join(letter for letter in text if unicodedata.category(letter) != "Cf")
    text = re.sub(r"[«»„“”\"'‘’‚‹›`]", "", text)
    text = re.sub(r"[‐-―−-]", "-", text)
    return re.sub(r"\s+", " ", text).strip().casefold().replace("ё", "е")


# Findings


def findings(wanted: list[dict[str, Any]], unwanted: list[dict[str, Any]], have: list[dict[str, str]]) -> Iterator[str]:
    for one in wanted:
        times = sum(fits(one, row) for row in have)
        if times == 0 or times != one.get("times", times):
            yield f"finding {one}: {times} times among {have}"
    for one in unwanted:
        rows = [row for row in have if fits(one, row) and row["code"] not in ("question_count", "bonus_count")]
        yield from (f"unwanted finding {row}" for row in rows)


def fits(wanted: Mapping[str, Any], row: Row) -> bool:
    same_words = all(row[key] in many(wanted[key]) for key in ("severity", "code", "file", "event") if key in wanted)
    same_row = "row" not in wanted or row["row"] in map(str, many(wanted["row"]))
    same_column = "column" not in wanted or fold(row["column"]) in map(fold, many(wanted["column"]))
    says = all(text in row["message"] for text in many(wanted.get("says", [])))
    return same_words and same_row and same_column and says and (not wanted.get("held") or row["holds"] == "1")


def many(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


# Files


def exported(wanted: Mapping[str, Any], league: str, db: Path, tmp_path: Path) -> Iterator[str]:
    if wanted["command"] == "report":
        yield from reported(wanted, league, db, tmp_path / "report.xlsx")
        return
    out = tmp_path / "export"
    tablo("export", league, "--db", db, "--to", out, "--format", "csv")
    texts = [path.read_text("utf-8-sig") for path in out.glob("*.csv")]
    cells = [cell for text in texts for row in csv.reader(io.StringIO(text)) for cell in row]
    for cell in cells:
        if cell.startswith(FORMULA_STARTS) and not re.fullmatch(r"[+-]?\d+([.,]\d+)?", cell):
            yield f"cell {cell!r} would run"
    plain = [without_guard(cell) for cell in cells]
    yield from (f"export lacks {text!r}" for text in wanted["text"] if text not in plain)


def reported(wanted: Mapping[str, Any], league: str, db: Path, out: Path) -> Iterator[str]:
    ran = tablo("report", league, "--db", db, "--to", out)
    if ran.status or not out.exists():
        yield f"report exits {ran.status}: {ran.err}"
        return
    with zipfile.ZipFile(out) as book:
        sheets = "".join(book.read(name).decode() for name in book.namelist() if name.startswith("xl/worksheets/"))
        texts = "".join(book.read(name).decode() for name in book.namelist() if "sharedStrings" in name) + sheets
    if "<f>" in sheets or "<f " in sheets:
        yield "a cell of the report is a formula"
    for text in wanted["text"]:
        if escape(text) not in texts and escape(text, {'"': "&quot;"}) not in texts:
            yield f"report lacks {text!r}"
