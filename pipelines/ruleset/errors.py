"""What is wrong with a rule set, a league file or a scenario: all problems at once, each with its next step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz, process

_NEAR = 60
_LONGEST = 120


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: where (file and path), what was found, what was wanted, what to do next."""

    path: str
    wanted: str
    next_step: str
    found: str | None = None
    nearest: str | None = None
    file: str = ""

    def __str__(self) -> str:
        where = "".join(f"{part}: " for part in (self.file, self.path) if part)
        found = f"found {_short(self.found)}; " if self.found is not None else ""
        near = f" The nearest is {self.nearest}." if self.nearest else ""
        return f"{where}{found}wanted {self.wanted}.{near} {self.next_step}"


class RuleErrors(Exception):
    """Everything that is wrong with what was given; nothing of it was used."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(dict.fromkeys(problems))
        super().__init__(str(self))

    def __str__(self) -> str:
        files = {problem.file for problem in self.problems}
        shared = files.pop() if len(files) == 1 else ""
        count = "1 problem" if len(self.problems) == 1 else f"{len(self.problems)} problems"
        head = f"{count} in {shared}:" if shared else f"{count}:"
        lines = [replace(problem, file="") if shared else problem for problem in self.problems]
        return "\n".join([head, *(f"  {line}" for line in lines)])


def _short(found: str) -> str:
    return found if len(found) <= _LONGEST else f"{found[:_LONGEST]}…"


def nearest(found: str, real: Iterable[str]) -> str | None:
    """The real name that is nearest to the one found, if any is near."""
    best = process.extractOne(found, list(real), scorer=fuzz.ratio, score_cutoff=_NEAR)
    return best[0] if best else None


def raise_any(problems: Sequence[Problem], file: str = "") -> None:
    """Raise all of them, if there are any, as found in `file`."""
    if problems:
        raise RuleErrors(replace(p, file=p.file or file) for p in problems)
