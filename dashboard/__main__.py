"""The server: `python -m dashboard`, with the options of `streamlit run`.

What pages are made of is loaded before the server listens, so that the first page need not wait for it.
"""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Final

from streamlit.web import cli

APP: Final = Path(__file__).with_name("app.py")
SCORES: Final = ("pipelines.ingest", "pipelines.scoring")
"""What the first change of a rule needs."""
DRAWS: Final = ("pyarrow", "pandas")
"""What Streamlit loads with the first chart."""


def warm() -> None:
    """Import every view, read the catalogues and the first league, try its open appeals, and draw a chart.

    All of it is what the first page would otherwise wait for.
    """
    from dashboard import charts, language, loading
    from dashboard.views import VIEWS
    from pipelines.ruleset.errors import RuleErrors
    from pipelines.store import StoreError

    for module in (*SCORES, *DRAWS, *(f"dashboard.views.{view.module}" for view in VIEWS)):
        import_module(module)
    for code in language.LANGUAGES:
        language.translations(code)
    charts.figure([{"type": "scatter"}], height=100, legend={}).to_json()
    with suppress(StoreError, RuleErrors):  # the page itself says what is wrong
        source = loading.source()
        for league in loading.leagues(source).filter(outdated=False)["league"].head(1):
            known = loading.opened(source, league, date.today())
            if not known.facts.decisions.filter(status="open").is_empty():  # else no page reads all the answers for it
                loading.open_appeals(source, league, date.today())


def main() -> None:
    """Serve; does not come back."""
    logging.disable(logging.WARNING)  # caches say that no server runs yet, which is meant so
    warm()
    logging.disable(logging.NOTSET)
    sys.argv = ["streamlit", "run", str(APP), *sys.argv[1:]]
    cli.main(prog_name="streamlit")


if __name__ == "__main__":
    main()
