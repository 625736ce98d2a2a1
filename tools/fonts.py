"""Rebuilds `static/fonts` for a new version of a typeface: fonts for browsers and for papers.

    python -m tools.fonts FOLDER_OF_ATKINSON FOLDER_OF_DEJAVU FOLDER_OF_GARAMOND

The folders are searched for the TrueType files of the weights. Papers get the files themselves (`paper/`); browsers
get them cut into slices (`web/`), of which they load those that a page needs. DejaVu Sans has the signs and rarer
letters of names that Atkinson Hyperlegible Next lacks, with the blanks and points between them. EB Garamond is for
certificates.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from tools.project import ROOT

FONTS = ROOT / "static" / "fonts"
ATKINSON = {"Regular": "AtkinsonHyperlegibleNext_400Regular.ttf", "Bold": "AtkinsonHyperlegibleNext_700Bold.ttf"}
DEJAVU = {"Regular": "DejaVuSans.ttf", "Bold": "DejaVuSans-Bold.ttf"}
GARAMOND = "EBGaramond_600SemiBold.ttf"

# The letters of pages in German and English; all other letters are a separate slice.
LATIN = {
    *range(0x20, 0x100),
    0x131,
    0x152,
    0x153,
    0x1E9E,
    *range(0x2000, 0x2100),
    0x2212,
    0x2248,
    0x2260,
    0x2264,
    0x2265,
}
SIGNS = {ord(sign) for sign in "\u202f←→↑↓▲▴▶▸▼▾●○✓✔✕✗♠♣♥♦☐☑★"}
ASCII = set(range(0x20, 0x7F))  # a blank between two letters is set in their typeface
# Latin, Greek and Cyrillic letters: those of names at a tournament in Europe.
LETTERS = {*range(0x100, 0x590), *range(0x1D00, 0x2070)}


def main(atkinson: Path, dejavu: Path, garamond: Path) -> None:
    for weight in ("Regular", "Bold"):
        whole = next(atkinson.rglob(ATKINSON[weight]))
        has = set(TTFont(whole).getBestCmap())
        name = f"AtkinsonHyperlegibleNext-{weight}"
        _write(whole, has, FONTS / "paper" / f"{name}.ttf")
        _write(whole, has & LATIN, FONTS / "web" / f"{name}.latin.woff2")
        _write(whole, has - LATIN, FONTS / "web" / f"{name}.more.woff2")
        rest = next(dejavu.rglob(DEJAVU[weight]))
        _write(rest, ((LETTERS | SIGNS) - has) | ASCII, FONTS / "paper" / f"DejaVuSans-{weight}.ttf")
    _write(next(dejavu.rglob(DEJAVU["Regular"])), SIGNS, FONTS / "web" / "DejaVuSans.signs.woff2")
    _write(next(garamond.rglob(GARAMOND)), LATIN | LETTERS, FONTS / "paper" / "EBGaramond-SemiBold.ttf")


def _write(source: Path, characters: Iterable[int], target: Path) -> None:
    font = TTFont(source, recalcTimestamp=False)
    options = Options()
    options.layout_features = ["ccmp", "kern", "locl", "mark", "mkmk", "pnum", "tnum", "case", "frac", "sups"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.hinting = False
    options.notdef_outline = True
    cutter = Subsetter(options)
    cutter.populate(unicodes=characters)
    cutter.subset(font)
    font.flavor = "woff2" if target.suffix == ".woff2" else None
    target.parent.mkdir(parents=True, exist_ok=True)
    font.save(target)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
