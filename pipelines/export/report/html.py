"""A report as one page: no script, nothing fetched, made to be printed."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from pipelines.export.readable import Column, Readable
from pipelines.export.report.contents import Report, Section
from pipelines.export.report.language import Language

STYLE: Final = """
:root { color-scheme: light dark; --paper: #fcfbf8; --ink: #1d2328; --muted: #5a6166; --line: #dcd8ce; --band: #f2f0ea;
  --accent: #0b6464; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181b; --ink: #e8e6e1; --muted: #a3a8aa; --line: #343b40;
  --band: #1f2529; --accent: #58bdb4; } }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 72rem; background: var(--paper); color: var(--ink);
  font: 15px/1.45 "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 1.2rem; }
h2 { font-size: 1.35rem; margin: 3rem 0 .6rem; padding-top: .6rem; border-top: 2px solid var(--accent); }
h3 { font-size: 1.05rem; margin: 1.8rem 0 .1rem; }
p { margin: .3rem 0; max-width: 46rem; }
.muted, figcaption, dt { color: var(--muted); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.4rem; margin: 0 0 1.4rem; }
dd { margin: 0; }
dd span { display: block; overflow-wrap: anywhere; }
nav a { color: var(--accent); margin-right: 1.1rem; }
figure { margin: 0 0 1.4rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .5rem 0; }
th { text-align: left; font-weight: 500; color: var(--muted); background: var(--band); vertical-align: bottom; }
th, td { padding: .32rem .6rem; border-bottom: 1px solid var(--line); }
td { vertical-align: top; overflow-wrap: break-word; max-width: 30rem; }
.r { text-align: right; white-space: nowrap; }
.b { font-weight: 600; }
s { color: var(--muted); }
@media print {
  :root { --paper: #fff; --ink: #000; --muted: #444; --line: #bbb; --band: #eee; --accent: #000; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav { display: none; }
  h2 { break-before: page; }
  h3 { break-after: avoid; }
  tr { break-inside: avoid; }
  thead { display: table-header-group; }
  .scroll { overflow: visible; }
  @page { margin: 15mm; }
}
"""
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


def html(report: Report, language: Language) -> str:
    """The page."""
    title = escape(report.title)
    links = "".join(f'<a href="#{s.key}">{escape(s.title)}</a>' for s in report.sections)
    return "\n".join(
        [
            f'<!doctype html>\n<html lang="{language.code}">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
            f"<header>\n<h1>{title}</h1>\n<dl>",
            *(f"<dt>{escape(name)}</dt><dd>{_lines(texts)}</dd>" for name, texts in report.about),
            f"</dl>\n<nav>{links}</nav>\n</header>\n<main>",
            *(line for section in report.sections for line in _section(section, language)),
            "</main>\n</body>\n</html>\n",
        ]
    )


def _lines(texts: object) -> str:
    return "".join(f"<span>{escape(str(text))}</span>" for text in texts)  # type: ignore[attr-defined]


def _section(section: Section, language: Language) -> Iterator[str]:
    yield f'<section id="{section.key}">\n<h2>{escape(section.title)}</h2>'
    yield from (f'<p class="muted">{escape(text)}</p>' for text in section.texts)
    for table in section.tables:
        yield from _figure(table.readable(language.decimal_sign))
    yield "</section>"


def _figure(table: Readable) -> Iterator[str]:
    yield "<figure>"
    if table.title:
        yield f"<h3>{escape(table.title)}</h3>"
    if table.subtitle:
        yield f'<p class="muted">{escape(table.subtitle)}</p>'
    heads = "".join(f'<th scope="col"{_class(column)}>{escape(column.label)}</th>' for column in table.columns)
    yield f'<div class="scroll"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>'
    cells = zip(*(_cells(column) for column in table.columns), strict=True)
    yield from (f"<tr>{''.join(row)}</tr>" for row in cells)
    yield "</tbody></table></div>"
    yield from (f"<figcaption>{escape(note)}</figcaption>" for note in table.notes)
    yield "</figure>"


def _cells(column: Column) -> Iterator[str]:
    look = _class(column)
    struck = column.struck or [False] * len(column.texts)
    for text, dropped in zip(column.texts, struck, strict=True):
        said = escape(text)
        yield f"<td{look}>{f'<s>{said}</s>' if dropped and said else said}</td>"


def _class(column: Column) -> str:
    names = [name for name, there in (("r", column.right), ("b", column.bold)) if there]
    return f' class="{" ".join(names)}"' if names else ""
