"""Commands that serve the dashboard: a Streamlit process of its own, on this machine alone."""

from __future__ import annotations

import os
import socket
import sys
from datetime import date
from pathlib import Path

from pipelines.cli.guard import WrongCall
from pipelines.cli.output import say

HOME = Path(__file__).parents[2]
PORT = "8501"


def demo() -> None:
    """Build what changed of the sample leagues, then serve them."""
    from pipelines.cli.building import build

    samples = sorted(path.parent for path in (HOME / "data" / "leagues").glob("*/league.toml"))
    if not samples:
        raise WrongCall(f"There are no sample leagues in {HOME / 'data' / 'leagues'}.")
    db = HOME / "data" / "tablo.duckdb"
    build(samples, db, date.today())  # its status says that samples hold errors, which is what they show
    dashboard(db)


def dashboard(db: Path, *, public: bool = False) -> None:
    """Serve a database; this process becomes the server. `public`: read-only, without paths and file names."""
    from pipelines import store

    store.leagues(db)  # says what is wrong with it before a page would
    port = os.environ.get("PORT", PORT)
    if not (port.isascii() and port.isdecimal() and 0 < int(port) < 2**16):
        raise WrongCall(f"PORT is {port!r}; wanted a number such as {PORT}.")
    if not _is_free(int(port)):
        raise WrongCall(f"Another program serves on port {port}; end it, or name another one by the variable PORT.")
    say(f"Tablo comes up on http://127.0.0.1:{port}{', read-only' if public else ''} (Ctrl+C ends it)")
    options = {"port": port, "address": "127.0.0.1", "headless": "true"}
    flags = [f"--server.{name}={value}" for name, value in options.items()]
    environment = {**os.environ, "TABLO_DB": str(db.resolve()), "TABLO_PUBLIC": str(int(public))}
    os.chdir(HOME)  # where the theme is looked for
    os.execve(sys.executable, [sys.executable, "-m", "dashboard", *flags], environment)


def _is_free(port: int) -> bool:
    with socket.socket() as tried:
        tried.setsockopt(
            socket.SOL_SOCKET, socket.SO_REUSEADDR, 1
        )  # as the server does: one that ended is no hindrance
        try:
            tried.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
