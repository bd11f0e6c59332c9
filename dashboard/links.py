"""Ways from one page to another that take the address along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

import streamlit as st

from dashboard import address
from dashboard.views import VIEWS


def to(view: str, label: str, **changes: str | Sequence[str] | None) -> None:
    """A link to a view; `changes` stand in the address there, None is left out of it. Nothing where there is no such
    view."""
    found = next((each for each in VIEWS if each.module == view), None)
    if found is not None:
        st.page_link(found.as_page(), label=label, query_params=_at(changes), width="content")


def there_is(view: str) -> bool:
    """Whether there is such a view."""
    return any(each.module == view for each in VIEWS)


def go(view: str, **changes: str | Sequence[str] | None) -> None:
    """Leave for another view: the run ends here. Nothing happens where there is no such view."""
    found = next((each for each in VIEWS if each.module == view), None)
    if found is not None:
        st.switch_page(found.as_page(), query_params=_at(changes))


def base(view: str, names: Sequence[str]) -> str:
    """The address of a view up to the values of `names`, which are to follow."""
    kept = _at(dict.fromkeys(names))
    asked = urlencode(kept, doseq=True)
    return f"{view}?{asked}&" if asked else f"{view}?"


def _at(changes: Mapping[str, str | Sequence[str] | None]) -> dict[str, str | Sequence[str]]:
    return {name: value for name, value in {**address.whole(), **changes}.items() if value}
