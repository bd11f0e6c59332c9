"""Makes the sample leagues under data/leagues: `python data/make_leagues.py`.

Everything in them is made up. The same bytes come out every time: what happens is planned in `making/*_plan.py`, and
the answers are drawn with a fixed seed and then changed until they add up to the plan.
"""

from __future__ import annotations

from pathlib import Path

from making import berlin, shaker, sofia

LEAGUES = Path(__file__).parent / "leagues"


def main() -> None:
    sofia.make(LEAGUES / "sofia-monthly")
    berlin.make(LEAGUES / "berlin-2025-26")
    shaker.make(LEAGUES / "shaker-volga")


if __name__ == "__main__":
    main()
