"""Every golden case: the league of its files must give the tables and findings that it states."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden_cases import Case, Played, load_cases


@pytest.mark.parametrize("case", load_cases(), ids=lambda case: case.id)
def test_golden(case: Case, tmp_path: Path) -> None:
    differences = Played.read(case, tmp_path).differences(case.spec)
    assert not differences, "\n".join([case.spec["title"], *differences])
