"""The dashboard: page config and navigation, nothing else. `TABLO_DB` names the database."""

from __future__ import annotations

import streamlit as st

from dashboard import room
from dashboard.views import VIEWS

st.set_page_config(page_title="Tablo", page_icon=":material/table_rows:", layout="wide")
pages = [view.as_page() for view in VIEWS]
chosen = st.navigation(pages, position="hidden")
room.links(pages)
chosen.run()
