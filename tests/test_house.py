"""The law of imports, read from the source itself: who may import whom, and what scoring may not touch."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = {
    "pipelines": set(),
    "pipelines.tables": set(),
    "pipelines.folding": set(),
    "pipelines.findings": {"tables"},
    "pipelines.ingest": {"tables", "findings", "folding", "ruleset"},
    "pipelines.ruleset": {"tables", "findings", "folding"},
    "pipelines.scoring": {"tables", "findings", "folding", "ingest", "ruleset"},
    "pipelines.compare": {"tables", "findings", "folding", "ingest", "ruleset", "scoring"},
    "pipelines.store": {"tables", "findings", "folding", "ingest", "ruleset", "scoring"},
    "pipelines.calendar": {"tables", "store"},
    "pipelines.building": {"tables", "findings", "folding", "ingest", "ruleset", "scoring", "store"},
    "pipelines.folder": {"tables", "findings", "folding", "ingest", "ruleset", "scoring"},
    "pipelines.export": {"tables", "findings", "folding", "ingest", "ruleset", "scoring", "compare", "store"},
    "pipelines.insight": {"tables", "findings", "folding", "ingest", "ruleset", "scoring", "compare"},
    "pipelines.cli": {
        *("tables", "findings", "folding", "ingest", "ruleset"),
        *("scoring", "compare", "insight", "store", "calendar", "building", "folder", "export"),
    },
}
"""Which parts of `pipelines` each part may import, beside itself."""

ONLY = {
    "duckdb": ("pipelines.store",),
    "streamlit": ("dashboard",),
    "plotly": ("dashboard.charts", "dashboard.race_charts", "dashboard.team_charts", "pipelines.export.report"),
    "pandas": ("dashboard", "tests"),
    "PIL": ("pipelines.export.fonts", "pipelines.export.picture"),
}
"""Libraries and the only modules (with all below them) that may import them; tests may import any."""

OUTSIDE_SCORING = {"os", "io", "pathlib", "shutil", "sys", "time", "duckdb", "requests", "socket", "subprocess"}
CLOCKS = {"now", "today", "utcnow", "time"}
FILE_DOORS = {"open", "print", "input"}


def below(module: str, parent: str) -> bool:
    return module == parent or module.startswith(parent + ".")


def imports(tree: ast.AST, module: str) -> Iterator[str]:
    """Everything imported anywhere in a module, inside functions too; `from a import b` may be the module `a.b`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = module.split(".")[: -node.level]
                base = ".".join([*parents, base] if base else parents)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def breaches(module: str, source: str) -> list[str]:
    """What in this source breaks the law, were it the module of that name."""
    tree = ast.parse(source)
    found = [said for name in imports(tree, module) if (said := _wrong_import(module, name))]
    if below(module, "pipelines.scoring"):
        found += _outside_scoring(tree)
    return [f"{module}: {said}" for said in found]


def _wrong_import(module: str, name: str) -> str:
    top = module.split(".")[0]
    wanted = name.split(".")[0]
    if wanted in ("pipelines", "dashboard", "tests"):
        order = ["pipelines", "dashboard", "tests"]
        if order.index(wanted) > order.index(top):
            return f"{top} imports {name}"
        if wanted == top == "pipelines":
            return _wrong_layer(module, name)
        return ""
    owners = ONLY.get(wanted)
    if owners and top != "tests" and not any(below(module, owner) for owner in owners):
        return f"{name} is imported outside {' and '.join(owners)}"
    return ""


def _wrong_layer(module: str, name: str) -> str:
    part = ".".join(module.split(".")[:2])
    other = name.split(".")[1]
    if part not in LAYERS:
        return "has no place in LAYERS"
    if part == f"pipelines.{other}" or other in LAYERS[part]:
        return ""
    return f"imports {name}, above it"


def _outside_scoring(tree: ast.AST) -> Iterator[str]:
    for name in imports(tree, "pipelines.scoring.x"):
        if name.split(".")[0] in OUTSIDE_SCORING:
            yield f"scoring imports {name}"
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="datetime" | "date" | "time"), attr=attr) if attr in CLOCKS:
                yield f"scoring asks the clock: {attr}"
            case ast.Call(func=ast.Name(id=called)) if called in FILE_DOORS:
                yield f"scoring does I/O: {called}"
            case ast.Call(func=ast.Attribute(attr=called)) if called.startswith(("read_", "scan_", "write_", "sink_")):
                yield f"scoring does I/O: {called}"


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def sources() -> list[Path]:
    return [path for top in ("pipelines", "dashboard", "tests") for path in sorted((ROOT / top).rglob("*.py"))]


def test_the_house_keeps_its_law() -> None:
    found = [said for path in sources() for said in breaches(module_name(path), path.read_text("utf-8"))]
    assert found == []


def test_an_installation_has_every_package_and_what_lies_beside_them() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    tops = [path for top in ("dashboard", "pipelines") for path in (ROOT / top).rglob("__init__.py")]
    assert sorted(settings["packages"]) == sorted(module_name(path) for path in tops)
    carried = {file for pattern in settings["package-data"]["dashboard"] for file in (ROOT / "dashboard").glob(pattern)}
    assert set((ROOT / "dashboard" / "assets").iterdir()) <= carried


def test_scoring_names_no_league() -> None:
    """A rule that one league needs is a parameter; the names of rule sets and sample leagues stand in no code."""
    names = {path.stem for path in (ROOT / "rules").glob("*.toml")}
    names |= {path.name for path in (ROOT / "data" / "leagues").glob("*") if path.is_dir()}
    found = [
        f"{path.name}: {node.value}"
        for path in sources()
        if below(module_name(path), "pipelines.scoring")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in names
    ]
    assert found == []
    assert names


@pytest.mark.parametrize(
    ("module", "source", "said"),
    [
        ("pipelines.scoring.games", "import os", "scoring imports os"),
        ("pipelines.scoring.games", "from pathlib import Path", "scoring imports pathlib.Path"),
        ("pipelines.scoring.games", "def f():\n    import duckdb", "duckdb is imported outside"),
        ("pipelines.scoring.games", "from datetime import date\nx = date.today()", "the clock: today"),
        ("pipelines.scoring.games", "import datetime\nx = datetime.now()", "the clock: now"),
        ("pipelines.scoring.games", "import polars as pl\npl.read_csv('a')", "I/O: read_csv"),
        ("pipelines.scoring.games", "print(1)", "I/O: print"),
        ("pipelines.scoring.games", "from pipelines import store", "imports pipelines.store, above it"),
        ("pipelines.scoring.games", "from .. import store", "imports pipelines.store, above it"),
        ("pipelines.scoring.games", "from ..export import shown", "imports pipelines.export.shown, above it"),
        ("pipelines.ruleset.load", "from pipelines.ingest import read_league", "imports pipelines.ingest"),
        ("pipelines.tables", "import pipelines.findings", "imports pipelines.findings, above it"),
        ("pipelines.store", "from pipelines.export.shown import event_table", "imports pipelines.export"),
        ("pipelines.cli", "import dashboard.app", "pipelines imports dashboard.app"),
        ("dashboard.loading", "from tests.conftest import rows", "dashboard imports tests.conftest.rows"),
        ("dashboard.loading", "import duckdb", "duckdb is imported outside pipelines.store"),
        ("dashboard.views.table", "import plotly.express", "plotly.express is imported outside dashboard.charts"),
        ("pipelines.export.files", "import plotly", "plotly is imported outside"),
        ("pipelines.cli", "import streamlit.web.cli", "streamlit.web.cli is imported outside dashboard"),
        ("pipelines.ingest.read", "import pandas as pd", "pandas is imported outside"),
        ("pipelines.helpers", "from pipelines import tables", "has no place in LAYERS"),
    ],
)
def test_a_breach_is_seen(module: str, source: str, said: str) -> None:
    assert said in "\n".join(breaches(module, source))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("pipelines.scoring.games", "from datetime import date\nfrom pipelines.ruleset.bound import LeagueRules"),
        ("pipelines.store", "import duckdb, os\nfrom pipelines.tables import Facts"),
        ("pipelines.cli", "from pipelines import store, compare\nfrom pipelines.export import shown"),
        ("dashboard.charts", "import plotly.graph_objects as go"),
        ("dashboard.views.table", "import streamlit as st\nfrom pipelines.export import shown"),
        ("tests.test_store", "import duckdb\nfrom dashboard import loading"),
    ],
)
def test_what_the_law_allows(module: str, source: str) -> None:
    assert breaches(module, source) == []
