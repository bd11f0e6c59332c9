"""The dashboard: page config and navigation, nothing else. `TABLO_DB` names the database."""

from __future__ import annotations

import streamlit as st

from dashboard import address
from dashboard.views import VIEWS

address.adopt()
st.set_page_config(page_title="Tablo", page_icon=":material/table_rows:", layout="wide")
st.navigation([view.as_page() for view in VIEWS], position="top").run()
