"""The pages, in the order of the navigation: a view is a module here with a function `page`."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Final

import streamlit as st

from dashboard.language import N_, _


@dataclass(frozen=True)
class View:
    """A page: its module, its title, the path it has in the URL (the module's name)."""

    module: str
    title: str

    def as_page(self) -> st.Page:
        """What `st.navigation` wants; the module is imported when the page is first shown."""
        return st.Page(self._run, title=_(self.title), url_path=self.module, default=self is VIEWS[0])

    def _run(self) -> None:
        import_module(f"dashboard.views.{self.module}").page()


_PLANNED: Final = (
    View("league", N_("League")),
    View("event", N_("Event")),
    View("standings", N_("Standings")),
    View("team", N_("Team")),
    View("what_if", N_("What if")),
    View("titles", N_("Titles and ranks")),
    View("rules", N_("Rules")),
    View("files", N_("Files")),
)
VIEWS: Final = tuple(view for view in _PLANNED if find_spec(f"dashboard.views.{view.module}"))
"""Those whose module is there."""
