"""The last line: a user's mistake ends in words and exit status 2, a fault of the program in an honest sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection

WRONG_CALL = 2
FAULT = 3
INTERRUPTED = 130


class WrongCall(Exception):
    """What was asked for cannot be done; the message says what is there instead."""


def guarded(run: Callable[[], object]) -> int:
    """Run the command and give its exit status; typer itself ends with SystemExit."""
    try:
        run()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # as in `tablo event … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except BaseException as error:  # a panic of polars is no Exception
        if os.environ.get("TABLO_DEBUG") == "1":
            raise
        return _explained(error)
    return 0


def _explained(error: BaseException) -> int:
    if _is_mistake(error):
        print(f"Error: {error}", file=sys.stderr)
        return WRONG_CALL
    what = " ".join([f"{type(error).__name__}:", *str(error).splitlines()[:1]])
    print(
        f"Tablo failed ({what}).\n"
        "This is a fault of the program, not of your files; nothing was stored. Please report it with the output of\n"
        "the same command under TABLO_DEBUG=1.",
        file=sys.stderr,
    )
    return FAULT


def _is_mistake(error: BaseException) -> bool:
    """Looked up by what has been imported: whatever was raised was."""
    doors = [
        ("pipelines.ruleset.errors", "RuleErrors"),
        ("pipelines.store", "StoreError"),
        ("pipelines.export.files", "ExportError"),
        ("pipelines.folder.errors", "FolderError"),
    ]
    known = [getattr(sys.modules[module], name) for module, name in doors if module in sys.modules]
    return isinstance(error, (WrongCall, *known))


def pick(what: str, asked: str, known: Collection[str]) -> str:
    """The one that was asked for, or a WrongCall that names the nearest."""
    if asked in known:
        return asked
    folded = [name for name in known if name.casefold() == asked.casefold()]
    if len(folded) == 1:
        return folded[0]
    raise WrongCall(f"There is no {what} {asked!r}. {_offer(asked, list(known))}")


def _offer(asked: str, known: list[str]) -> str:
    from rapidfuzz import process

    near = [name for name, *_ in process.extract(asked, known, limit=3, score_cutoff=50)]
    if near:
        return f"The nearest: {', '.join(near)}."
    shown = ", ".join(known[:12]) + (" …" if len(known) > 12 else "")
    return f"There are: {shown}." if known else "There are none."
