"""Where a command prints: tables to standard output, everything else to standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console

from pipelines.cli.options import Format
from pipelines.export.formats import as_csv, as_json, as_table
from pipelines.export.shown import Shown

Line = Callable[[str], None]
WIDE = 10_000
"""A table that goes into a file is not broken into lines."""


def show(shown: Shown, shape: Format, title: str | None = None) -> None:
    if shape is Format.table:
        console = Console(highlight=False)
        console.width = console.width if console.is_terminal else WIDE
        console.print(as_table(shown, title))
    else:
        sys.stdout.write(as_csv(shown) if shape is Format.csv else as_json(shown))
        sys.stdout.flush()


def say(text: str) -> None:
    """To the person at the terminal."""
    print(text, file=sys.stderr)


@contextmanager
def working(text: str) -> Iterator[Line]:
    """Show what is going on, where somebody looks; the line that says so may be changed."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda text: None
        return
    with console.status(text) as status:
        yield status.update
