"""The dashboard: page config and navigation, nothing else. `TABLO_DB` names the database."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from dashboard import room
from dashboard.views import VIEWS

ICON = Path(__file__).parent / "assets" / "icon.svg"  # an icon by its name would be fetched from another host

st.set_page_config(page_title="Tablo", page_icon=ICON, layout="wide")
pages = [view.as_page() for view in VIEWS]
chosen = st.navigation(pages, position="hidden")
room.links(pages)
chosen.run()
