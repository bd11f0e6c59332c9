"""Which messages there are, and the catalogues brought up to date with them: `python -m dashboard.messages`.

A view's messages stand in a file of its own, so that views can be written side by side; all others in `tablo.po`, and
what stands there is not repeated. What findings say stands whole in `findings.po` of `pipelines.export`, where a report
reads it too; `rule_sets.po` beside it holds what the rule sets of `rules/` say. New messages are added untranslated (in
English: as they are), stale ones taken out.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from dashboard.language import LANGUAGES, LOCALES
from pipelines.export import catalogues
from pipelines.findings import CATALOGUE
from pipelines.ruleset.paths import ROOT, Group, Leaf, Members, Node

Message = str | tuple[str, str]
"""A text, or its forms for one and for many."""
HERE: Final = Path(__file__).parent
VOCABULARY: Final = "pipelines/ruleset/vocabulary.py"
KEYWORDS: Final = {"_": None, "N_": None, "ngettext": (1, 2)}
SHARED: Final = "tablo"
FINDINGS, RULE_SETS = catalogues.SHARED
PIPELINES: Final = HERE.parent / "pipelines"
SAYING: Final = {"finding": 1, "findings": 2, "N_": 0}
"""Functions of `pipelines.findings`, and which of their arguments is a message."""
TEXTS: Final = ("says", "why", "by", "taken", "assumed")
"""Keys of a rule set whose values people read."""
SAID_IN: Final = ("ingest", "scoring", "building.py", "export/told.py")


def wanted() -> dict[str, dict[Message, list[str]]]:
    """By file of the catalogues (`tablo`, `event` …) its messages, each with the modules it is used in."""
    found: dict[str, dict[Message, list[str]]] = {SHARED: {}}
    for file, message in [*_extracted(), *_of_pipelines(), *_of_rule_sets()]:
        places = found.setdefault(_file_of(file), {}).setdefault(message, [])
        places += [] if file in places else [file]
    shared = found[SHARED]
    whole = (SHARED, *catalogues.SHARED)
    return {name: {m: at for m, at in of.items() if name in whole or m not in shared} for name, of in found.items()}


def _file_of(module: str) -> str:
    """The view that a module below `views/` makes, alone or with others of its package; all else is shared."""
    if module.startswith("rules/"):
        return RULE_SETS
    if module.startswith("pipelines/") and module != VOCABULARY:
        return FINDINGS
    folder, _, rest = module.partition("/")
    name = rest.partition("/")[0].removesuffix(".py")
    return name if folder == "views" and name != "__init__" else SHARED


def _extracted() -> Iterator[tuple[str, Message]]:
    for file, _line, message, _comments, _context in extract_from_dir(
        HERE, method_map=[("**.py", "python")], keywords=KEYWORDS
    ):
        forms = message if isinstance(message, str) else (str(message[0]), str(message[1]))
        yield Path(file).as_posix(), forms


def _of_pipelines() -> Iterator[tuple[str, Message]]:
    """Labels of the vocabulary, sentences and advice of findings: texts of `pipelines` that people read."""
    for label in _labels(ROOT, set()):
        yield VOCABULARY, label
    for _severity, advice in CATALOGUE.values():
        yield "pipelines/findings.py", advice
    for file in findings_modules():
        for argument in saying(ast.parse(file.read_text("utf-8"))):
            if isinstance(argument, ast.Constant) and re.sub(r"\{\w+\}", "", str(argument.value)):
                yield file.relative_to(PIPELINES.parent).as_posix(), str(argument.value)


def _of_rule_sets() -> Iterator[tuple[str, Message]]:
    for file in sorted((PIPELINES.parent / "rules").glob("*.toml")):
        for text in texts(tomllib.loads(file.read_text("utf-8"))):
            yield f"rules/{file.name}", text


def texts(node: object) -> Iterator[str]:
    """What people read in a rule set as TOML: its clauses, and why readings are assumed; no names of things."""
    if isinstance(node, list):
        yield from (text for item in node for text in texts(item))
    if isinstance(node, dict):
        for key, value in node.items():
            yield from [value] if key in TEXTS and isinstance(value, str) else texts(value)


def findings_modules() -> list[Path]:
    """The modules that make findings, and the one that says them."""
    return sorted(
        file for part in SAID_IN for file in [PIPELINES / part, *(PIPELINES / part).rglob("*.py")] if file.is_file()
    )


def saying(tree: ast.AST) -> Iterator[ast.expr]:
    """The message of every call that makes a finding or marks what it says."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING:
            yield node.args[SAYING[node.func.id]]


def _labels(node: Node, seen: set[object]) -> Iterable[str]:
    if isinstance(node, Leaf):
        return [node.about.label]
    group = node.member if isinstance(node, Members) else node
    if group.model in seen:
        return []
    seen.add(group.model)
    assert isinstance(group, Group)
    return [label for child in group.children.values() for label in _labels(child, seen)]


def read(language: str, name: str) -> Catalog:
    """One file of a language's catalogues; empty where it is not there yet."""
    path = po(language, name)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def po(language: str, name: str) -> Path:
    """Where a file of the catalogues stands."""
    folder = catalogues.LOCALES / language if name in catalogues.SHARED else LOCALES / language / "LC_MESSAGES"
    return folder / f"{name}.po"


def update() -> None:
    """Write every catalogue with the messages there are, keeping the translations it has."""
    for language in LANGUAGES:
        for name, messages in wanted().items():
            _write(language, name, messages, read(language, name))


def _write(language: str, name: str, messages: dict[Message, list[str]], old: Catalog) -> None:
    new = Catalog(locale=language, fuzzy=False)
    for message, places in messages.items():
        known = old.get(message[0] if isinstance(message, tuple) else message)
        blank = message if language == "en" else ("",) * new.num_plurals if isinstance(message, tuple) else ""
        translated = known.string if known and known.string and any(known.string) else blank
        new.add(message, translated, locations=[(place, 0) for place in places])
    path = po(language, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    body = BytesIO()
    write_po(body, new, omit_header=True, include_lineno=False, sort_output=True, width=120)
    path.write_bytes(_header(language, new).encode() + body.getvalue())


def _header(language: str, catalog: Catalog) -> str:
    """What a reader of the file needs, and nothing that changes with the day."""
    fields = (
        f"Language: {language}",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {catalog.plural_forms}",
    )
    return "\n".join(['msgid ""', 'msgstr ""', *(f'"{field}\\n"' for field in fields), "", ""])


if __name__ == "__main__":
    update()
