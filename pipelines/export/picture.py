"""A table as a picture (PNG) for the chat group: measured before it is drawn, so that nothing is cut off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from pipelines.export.fonts import Face, face
from pipelines.export.readable import Column, Readable

SCALE: Final = 2
"""Dots of the picture to one of the screen."""
TALLEST: Final = 16_000
"""Dots; many programs show nothing larger."""
WIDEST_TEXT: Final = 260
"""A longer text goes on in the next line."""
_MARGIN, _PAD, _LINE, _AIR, _ACROSS = 28, 10, 19, 13, 360


@dataclass(frozen=True)
class Colours:
    paper: str
    band: str
    ink: str
    muted: str
    line: str
    accent: str


LIGHT: Final = Colours("#fcfbf8", "#f2f0ea", "#1d2328", "#5a6166", "#dcd8ce", "#0b6464")
DARK: Final = Colours("#14181b", "#1f2529", "#e8e6e1", "#a3a8aa", "#343b40", "#58bdb4")


def picture(table: Readable, *, dark: bool = False) -> bytes:
    """The whole table; of one too tall for a picture the first rows, and how many more there are (`+ 120`)."""
    colours = DARK if dark else LIGHT
    for scale in (SCALE, 1):
        drawn = _Drawing(table, colours, scale)
        if drawn.height <= TALLEST:
            return drawn.png()
    rows = table.height
    while drawn.height > TALLEST and rows > 1:
        rows = rows * TALLEST // (drawn.height + TALLEST // 10)
        drawn = _Drawing(_cut(table, rows), colours, 1)
    return drawn.png()


def _cut(table: Readable, rows: int) -> Readable:
    return replace(table.head(rows), notes=[f"+ {table.height - rows}", *table.notes])


@dataclass(frozen=True)
class _Laid:
    """A column broken into lines: those of its heading and of each row, and its width."""

    column: Column
    face: Face
    heading: list[str]
    cells: list[list[str]]
    width: float


class _Drawing:
    """Where everything stands, then the drawing of it; all lengths in dots of the screen times the scale."""

    def __init__(self, table: Readable, colours: Colours, scale: int) -> None:
        self.table, self.colours, self.scale = table, colours, scale
        self.small, self.plain = face(13 * scale), face(15 * scale)
        self.bold, self.large = face(15 * scale, bold=True), face(22 * scale, bold=True)
        self.margin, self.pad = _MARGIN * scale, _PAD * scale
        self.columns = [self._laid(column) for column in table.columns]
        across = sum(laid.width + 2 * self.pad for laid in self.columns)
        self.inner = max(across, self._least_width())
        self.title = broken(table.title, self.large, self.inner)
        self.subtitle = broken(table.subtitle, self.small, self.inner)
        self.notes = [line for note in table.notes for line in broken(note, self.small, self.inner)]
        self.rows = [self._row_height([laid.cells[n] for laid in self.columns]) for n in range(table.height)]
        self.heading = self._row_height([laid.heading for laid in self.columns])
        self.top = self.margin + self._lines(self.title, 30) + self._lines(self.subtitle, _LINE)
        self.top += 12 * scale if self.title or self.subtitle else 0
        self.bottom = self.top + self.heading + sum(self.rows)
        below = self._lines(self.notes, _LINE) + (10 * scale if self.notes else 0)
        self.width = round(self.inner + 2 * self.margin)
        self.height = round(self.bottom + below + self.margin)

    def png(self) -> bytes:
        image = Image.new("RGB", (self.width, self.height), self.colours.paper)
        pen = ImageDraw.Draw(image)
        self._draw_above(pen)
        self._draw_table(pen)
        y = self.bottom + 10 * self.scale
        self._draw_lines(pen, self.notes, self.small, self.colours.muted, self.margin, y, _LINE)
        file = BytesIO()
        image.save(file, "PNG", optimize=True)
        return file.getvalue()

    def _laid(self, column: Column) -> _Laid:
        font = self.bold if column.bold else self.plain
        limit = WIDEST_TEXT * self.scale
        cells = [broken(text, font, limit) for text in column.texts]
        content = max((font.width(line) for lines in cells for line in lines), default=0)
        words = max((self.small.width(word) for word in column.label.split()), default=0)
        heading = broken(column.label, self.small, max(content, words, 90 * self.scale))
        width = max([content, *(self.small.width(line) for line in heading)])
        return _Laid(column, font, heading, cells, width)

    def _least_width(self) -> float:
        """Room for a title of usual length."""
        above = ((self.table.title, self.large), (self.table.subtitle, self.small))
        longest = max(font.width(" ".join(text.split())) for text, font in above)
        return min(longest, _ACROSS * self.scale)

    def _row_height(self, cells: Sequence[Sequence[str]]) -> int:
        most = max((len(lines) for lines in cells), default=1)
        return (max(most, 1) * _LINE + _AIR) * self.scale

    def _lines(self, lines: Sequence[str], height: int) -> int:
        return len(lines) * height * self.scale

    def _draw_above(self, pen: ImageDraw.ImageDraw) -> None:
        self._draw_lines(pen, self.title, self.large, self.colours.ink, self.margin, self.margin, 30)
        y = self.margin + self._lines(self.title, 30)
        self._draw_lines(pen, self.subtitle, self.small, self.colours.muted, self.margin, y, _LINE)

    def _draw_table(self, pen: ImageDraw.ImageDraw) -> None:
        left, right = self.margin, self.margin + self.inner
        pen.rectangle((left, self.top, right, self.top + self.heading), fill=self.colours.band)
        y = self.top + self.heading
        for n, height in enumerate(self.rows):
            if self.table.marked and self.table.marked[n]:
                pen.rectangle((left, y, right, y + height), fill=self._mixed(12))
            self._draw_heat(pen, n, y, height)
            self._draw_row(pen, n, y, height)
            y += height
            pen.line((left, y, right, y), fill=self.colours.line, width=max(1, self.scale // 2))
        self._draw_headings(pen)

    def _draw_headings(self, pen: ImageDraw.ImageDraw) -> None:
        x: float = self.margin
        for laid in self.columns:
            y = self.top + self.heading - self._lines(laid.heading, _LINE) - _AIR * self.scale / 2
            for line in laid.heading:
                at = self._start(x, laid, self.small.width(line))
                self._write(pen, line, self.small, self.colours.muted, at, y)
                y += _LINE * self.scale
            x += laid.width + 2 * self.pad

    def _draw_row(self, pen: ImageDraw.ImageDraw, n: int, top: float, height: int) -> None:
        x: float = self.margin
        for laid in self.columns:
            struck = bool(laid.column.struck) and bool(laid.column.struck[n])
            colour = self.colours.muted if struck else self.colours.ink
            y = top + (height - self._lines(laid.cells[n], _LINE)) / 2
            for line in laid.cells[n]:
                at = self._start(x, laid, laid.face.width(line))
                self._write(pen, line, laid.face, colour, at, y)
                if struck:
                    middle = y + _LINE * self.scale / 2 + self.scale
                    pen.line((at, middle, at + laid.face.width(line), middle), fill=colour, width=self.scale)
                y += _LINE * self.scale
            x += laid.width + 2 * self.pad

    def _draw_heat(self, pen: ImageDraw.ImageDraw, n: int, top: float, height: int) -> None:
        x: float = self.margin
        for laid in self.columns:
            wide = laid.width + 2 * self.pad
            if laid.column.heat and laid.column.heat[n]:
                pen.rectangle((x, top, x + wide, top + height), fill=self._mixed(laid.column.heat[n]))
            x += wide

    def _draw_lines(
        self, pen: ImageDraw.ImageDraw, lines: Sequence[str], font: Face, colour: str, x: float, y: float, height: int
    ) -> None:
        for n, line in enumerate(lines):
            self._write(pen, line, font, colour, x, y + n * height * self.scale)

    def _start(self, x: float, laid: _Laid, width: float) -> float:
        return x + self.pad + (laid.width - width if laid.column.right else 0)

    def _write(self, pen: ImageDraw.ImageDraw, text: str, font: Face, colour: str, x: float, y: float) -> None:
        """On one base line, whichever fonts the letters need."""
        base = y + (_LINE - 5) * self.scale if font is not self.large else y + 23 * self.scale
        for of_run, run in font.runs(text):
            pen.text((x, base), run, fill=colour, font=of_run, anchor="ls")
            x += of_run.getlength(run)

    def _mixed(self, per_cent: float) -> tuple[int, ...]:
        """So much of the accent on the paper."""
        paper, accent = (bytes.fromhex(colour[1:]) for colour in (self.colours.paper, self.colours.accent))
        return tuple(round(p + (a - p) * per_cent / 100) for p, a in zip(paper, accent, strict=True))


def broken(text: str, font: Face, limit: float) -> list[str]:
    """The text in lines none of which is wider; a word that is, is broken itself. No text, no lines."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.width(longer) <= limit:
            lines[-1] = longer
        else:
            lines += _pieces(word, font, limit)
    return lines


def _pieces(word: str, font: Face, limit: float) -> list[str]:
    pieces = [""]
    for sign in word:
        if pieces[-1] and font.width(pieces[-1] + sign) > limit:
            pieces.append("")
        pieces[-1] += sign
    return pieces
