"""Rebuilds `static/fonts` for a new version of a typeface: fonts for browsers and for papers.

    python -m tools.fonts FOLDER_OF_ATKINSON FOLDER_OF_DEJAVU FOLDER_OF_GARAMOND

The folders are searched for the TrueType files of the weights. Papers get the files themselves (`paper/`); browsers
get them cut into slices (`web/`), of which they load those that a page needs. DejaVu Sans has the signs and rarer
letters of names that Atkinson Hyperlegible Next lacks, with the blanks and points between them. EB Garamond is for
certificates.

Atkinson Hyperlegible Next has only a slashed zero, which reads as "Ø" in "2026". Its zero is drawn again without the
slash; the slashed one stays as the OpenType feature `zero`, which codes turn on. Its licence reserves no name.
"""

import sys
from collections.abc import Iterable
from copy import deepcopy
from io import BytesIO
from pathlib import Path

from fontTools.misc.arrayTools import calcBounds
from fontTools.otlLib.builder import buildLookup, buildSingleSubstSubtable
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphCoordinates, flagOnCurve

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
        whole = _with_plain_zero(next(atkinson.rglob(ATKINSON[weight])))
        has = set(TTFont(whole).getBestCmap())
        name = f"AtkinsonHyperlegibleNext-{weight}"
        _write(whole, has, FONTS / "paper" / f"{name}.ttf")
        _write(whole, has & LATIN, FONTS / "web" / f"{name}.latin.woff2")
        _write(whole, has - LATIN, FONTS / "web" / f"{name}.more.woff2")
        rest = next(dejavu.rglob(DEJAVU[weight]))
        _write(rest, ((LETTERS | SIGNS) - has) | ASCII, FONTS / "paper" / f"DejaVuSans-{weight}.ttf")
    _write(next(dejavu.rglob(DEJAVU["Regular"])), SIGNS, FONTS / "web" / "DejaVuSans.signs.woff2")
    _write(next(garamond.rglob(GARAMOND)), LATIN | LETTERS, FONTS / "paper" / "EBGaramond-SemiBold.ttf")


def _with_plain_zero(source: Path) -> BytesIO:
    """Returns the font with a zero of two contours, and its slashed zeros under the feature `zero`."""
    font = TTFont(source, recalcTimestamp=False)
    slashed = {"zero": "zero.slash", "zero.tf": "zero.tf.slash"}
    for plain, other in slashed.items():
        font["glyf"][other] = deepcopy(font["glyf"][plain])
        font["hmtx"][other] = font["hmtx"][plain]
    font.setGlyphOrder(font["glyf"].glyphOrder)
    font["glyf"]["zero.tf.slash"].components[0].glyphName = "zero.slash"
    _draw_plain(font["glyf"]["zero"])  # "zero.tf" is made of it

    gsub = font["GSUB"].table
    gsub.LookupList.Lookup.append(buildLookup([buildSingleSubstSubtable(slashed)]))
    record = otTables.FeatureRecord()
    record.FeatureTag = "zero"
    record.Feature = otTables.Feature()
    record.Feature.LookupListIndex = [len(gsub.LookupList.Lookup) - 1]
    gsub.FeatureList.FeatureRecord.append(record)
    for script in gsub.ScriptList.ScriptRecord:
        for system in [script.Script.DefaultLangSys, *(named.LangSys for named in script.Script.LangSysRecord)]:
            system.FeatureIndex.append(len(gsub.FeatureList.FeatureRecord) - 1)
    whole = BytesIO()
    font.save(whole)
    return whole


def _draw_plain(zero: Glyph) -> None:
    """Replaces the two halves of the counter by one as large as both: the outline again, smaller and the other way."""
    end = zero.endPtsOfContours[0] + 1
    outline, halves = list(zero.coordinates[:end]), list(zero.coordinates[end:])
    (left, bottom, right, top), (low_x, low_y, high_x, high_y) = calcBounds(outline), calcBounds(halves)
    counter = [
        (
            round(low_x + (x - left) * (high_x - low_x) / (right - left)),
            round(low_y + (y - bottom) * (high_y - low_y) / (top - bottom)),
        )
        for x, y in reversed(outline)
    ]
    zero.coordinates = GlyphCoordinates(outline + counter)
    zero.flags = bytearray(flag & flagOnCurve for flag in (*zero.flags[:end], *zero.flags[end - 1 :: -1]))
    zero.numberOfContours, zero.endPtsOfContours = 2, [end - 1, 2 * end - 1]


def _write(source: Path | BytesIO, characters: Iterable[int], target: Path) -> None:
    font = TTFont(source, recalcTimestamp=False)
    options = Options()
    options.layout_features = ["ccmp", "kern", "locl", "mark", "mkmk", "pnum", "tnum", "case", "frac", "sups", "zero"]
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
