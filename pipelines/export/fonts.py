"""Fonts of this machine for pictures: Noto Sans or DejaVu Sans; for a letter that one lacks, the next that has it."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final

from PIL import ImageFont

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
WANTED: Final = {
    False: ("NotoSans-Regular", "DejaVuSans", "LiberationSans-Regular", "segoeui", "Arial", "arial"),
    True: ("NotoSans-Bold", "DejaVuSans-Bold", "LiberationSans-Bold", "segoeuib", "Arial Bold", "arialbd"),
}
"""By weight, the best first."""
SPARE: Final = (
    *("DejaVuSans", "NotoSansSymbols2-Regular", "NotoSansSymbols-Regular", "NotoEmoji-Regular", "Symbola"),
    *("NotoSansGeorgian-Regular", "NotoSansArmenian-Regular", "NotoSansHebrew-Regular", "NotoSansArabic-Regular"),
    *("NotoSansCJK-Regular", "Arial Unicode", "seguisym"),
)
"""For what the others lack."""
_NOBODY_HAS: Final = "\U0010ffff"


@dataclass(frozen=True)
class Face:
    """A weight in a size: its fonts, the first of which is used for every letter it has."""

    fonts: tuple[Font, ...]

    def width(self, text: str) -> float:
        return sum(font.getlength(run) for font, run in self.runs(text))

    def runs(self, text: str) -> Iterator[tuple[Font, str]]:
        """The text in pieces, each with the font that has its letters; what cannot be seen is left out."""
        drawn = (sign for sign in text if unicodedata.category(sign)[0] != "C")
        for number, signs in groupby(drawn, self._font_of):
            yield self.fonts[number], "".join(signs)

    def _font_of(self, sign: str) -> int:
        return next((n for n, font in enumerate(self.fonts) if _has(font, sign)), 0)


@cache
def face(size: int, *, bold: bool = False) -> Face:
    """The best fonts there are; the picture library's own where there are none."""
    files = [found for name in (*WANTED[bold], *SPARE) if (found := _installed().get(name))]
    fonts = tuple(ImageFont.truetype(str(path), size) for path in dict.fromkeys(files))
    return Face(fonts or (ImageFont.load_default(size),))


@cache
def _has(font: Font, sign: str) -> bool:
    """Whether a font has the letter: it draws the same box for all that it lacks."""
    if sign.isspace():
        return True
    return bytes(font.getmask(sign)) != bytes(font.getmask(_NOBODY_HAS))


@cache
def _installed() -> dict[str, Path]:
    """Font files of this machine by name."""
    found = (path for folder in _folders() if folder.is_dir() for path in sorted(folder.rglob("*.[to]t[fc]")))
    return {path.stem: path for path in found}


def _folders() -> list[Path]:
    """Where fontconfig and the systems without it keep fonts."""
    home = Path.home()
    data = os.environ.get("XDG_DATA_HOME") or home / ".local/share"
    folders = [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".fonts", Path(data) / "fonts"]
    if sys.platform == "darwin":
        folders += [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"]
    if sys.platform == "win32":
        folders.append(Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts")
    return folders
