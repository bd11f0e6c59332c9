"""A server of the dashboard in a process of its own, and what the command says of the same database."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

from tests.conftest import tablo

STARTS: Final = 60.0
"""Seconds after which a server that is not up is taken for broken."""


@dataclass(frozen=True)
class Served:
    """A running dashboard and its database."""

    url: str
    db: Path

    def at(self, view: str, **asked: str | Sequence[str] | None) -> str:
        """The address of a view."""
        given = {name: value for name, value in asked.items() if value is not None}
        return f"{self.url}/{view}?{urlencode(given, doseq=True)}"

    def told(self, *words: object) -> list[dict[str, Any]]:
        """The rows that the command gives for this database."""
        done = tablo(*words, "--db", self.db, "--format", "json")
        assert done.status == 0, done.err
        rows: list[dict[str, Any]] = json.loads(done.out)
        return rows


@contextmanager
def serving(db: Path, *flags: str, log: Path) -> Iterator[Served]:
    """`tablo dashboard` on a free port of this machine, until the end of the block."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(Path(sys.executable).with_name("tablo")), "dashboard", "--db", str(db), *flags]
    with log.open("w") as said:
        process = subprocess.Popen(command, env=_environment(port), stdout=said, stderr=said)
    try:
        _wait(f"http://127.0.0.1:{port}", process, log)
        yield Served(f"http://127.0.0.1:{port}", db)
    finally:
        process.terminate()
        process.wait(timeout=20)


def _environment(port: int) -> Mapping[str, str]:
    """Files that change while tests run are no reason to draw a page anew."""
    return {**os.environ, "PORT": str(port), "STREAMLIT_SERVER_FILE_WATCHER_TYPE": "none"}


def _wait(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + STARTS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"The dashboard ended: {log.read_text('utf-8')}")
        try:
            with urlopen(f"{url}/_stcore/health", timeout=1):
                return
        except (URLError, TimeoutError, ConnectionError):
            time.sleep(0.05)
    raise RuntimeError(f"The dashboard is not up after {STARTS} s: {log.read_text('utf-8')}")
