"""Letters of another script than the rest of a name, which look like its own: where they stand; no Streamlit here."""

from __future__ import annotations

import unicodedata
from collections import Counter
from itertools import groupby
from typing import Final

from dashboard.language import N_, _

SCRIPTS: Final = {
    "LATIN": N_("“{letter}” (sign {n}) is a Latin letter."),
    "CYRILLIC": N_("“{letter}” (sign {n}) is a Cyrillic letter."),
    "GREEK": N_("“{letter}” (sign {n}) is a Greek letter."),
}
WHOLE: Final = {
    "LATIN": N_("“{name}” is written in Latin letters."),
    "CYRILLIC": N_("“{name}” is written in Cyrillic letters."),
    "GREEK": N_("“{name}” is written in Greek letters."),
}


def marked(name: str) -> str:
    """The name with its foreign letters in brackets: `м[e]лководье`."""
    odd = {n for n, _script in _foreign(name)}
    runs = groupby(enumerate(name, 1), key=lambda numbered: numbered[0] in odd)
    texts = [(foreign, "".join(letter for _n, letter in run)) for foreign, run in runs]
    return "".join(f"[{text}]" if foreign else text for foreign, text in texts)


def told(*names: str) -> list[str]:
    """A sentence for each foreign letter; where there is none, in which letters each of the names is written."""
    found = [(name[n - 1], n, script) for name in names for n, script in _foreign(name)]
    if found:
        return [_(SCRIPTS[script]).format(letter=letter, n=n) for letter, n, script in found]
    return [_(WHOLE[script]).format(name=name) for name in names if (script := _usual(name))]


def _foreign(name: str) -> list[tuple[int, str]]:
    """Number and script of the letters that are not of the script that most of them have."""
    usual = _usual(name)
    scripts = [(n, _script(letter)) for n, letter in enumerate(name, 1)]
    return [(n, script) for n, script in scripts if script and script != usual]


def _usual(name: str) -> str | None:
    counts = Counter(script for letter in name if (script := _script(letter)))
    return counts.most_common(1)[0][0] if counts else None


def _script(letter: str) -> str | None:
    first = unicodedata.name(letter, "").partition(" ")[0]
    return first if letter.isalpha() and first in SCRIPTS else None
