"""The typeface that browsers load: figures in columns, every letter in one slice, and little to load."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from fontTools.ttLib import TTFont

STATIC = Path(settings.RESOURCES) / "static"
WEB, PAPER = STATIC / "fonts" / "web", STATIC / "fonts" / "paper"
FACE = re.compile(r'url\("\.\./fonts/web/(?P<file>[^"]+)"\).*?unicode-range: (?P<ranges>[^;]+);', re.DOTALL)


def _letters(file: Path) -> set[int]:
    return set(TTFont(file).getBestCmap())


def _faces() -> dict[str, set[int]]:
    """Returns the characters for which the style sheet names each file."""
    css = (STATIC / "css" / "fonts.css").read_text(encoding="utf-8")
    return {found["file"]: _characters(found["ranges"]) for found in FACE.finditer(css)}


def _characters(ranges: str) -> set[int]:
    found: set[int] = set()
    for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", ranges):
        found |= set(range(int(first, 16), int(last or first, 16) + 1))
    return found


def _weight(name: str) -> str:
    return next((weight for weight in ("Regular", "Bold") if weight in name), "")


def _substitutes(font: TTFont, feature: str) -> dict[str, str]:
    """Returns the glyphs that the feature replaces, each with its substitute."""
    table = font["GSUB"].table
    lookups = next(row.Feature.LookupListIndex for row in table.FeatureList.FeatureRecord if row.FeatureTag == feature)
    return {a: b for at in lookups for part in table.LookupList.Lookup[at].SubTable for a, b in part.mapping.items()}


def _tabular_widths(file: Path) -> set[int]:
    """Returns the widths of the ten figures with the feature that tables ask for."""
    font = TTFont(file)
    mapping, letters = _substitutes(font, "tnum"), font.getBestCmap()
    return {font["hmtx"][mapping[letters[ord(figure)]]][0] for figure in "0123456789"}


def _contours(font: TTFont, glyph: str) -> int:
    return len(font["glyf"][glyph].getCoordinates(font["glyf"])[1])


@pytest.mark.parametrize(
    "file", [*PAPER.glob("Atkinson*.ttf"), *WEB.glob("Atkinson*.latin.woff2")], ids=lambda file: file.name
)
def test_the_zero_is_plain_and_codes_may_ask_for_a_slashed_one(file: Path) -> None:
    font = TTFont(file)
    plain = font.getBestCmap()[ord("0")]
    tabular = _substitutes(font, "tnum")[plain]
    slashed = _substitutes(font, "zero")
    assert {_contours(font, plain), _contours(font, tabular)} == {2}
    assert {_contours(font, slashed[plain]), _contours(font, slashed[tabular])} == {3}
    assert [font["hmtx"][slashed[glyph]][0] - font["hmtx"][glyph][0] for glyph in (plain, tabular)] == [0, 0]


@pytest.mark.parametrize(
    ("sheet", "codes"),
    [
        ("base.css", ["code", ".check-word", '[autocapitalize="characters"]']),
        ("hall.css", [".wall__address"]),
        ("documents/cards_and_signs.css", [".card__word"]),
        ("documents/drawing_cards.css", [".card__code"]),
        ("documents/lists.css", [".code", "@bottom-left"]),
        ("documents/page.css", [".where__words"]),
    ],
)
def test_codes_ask_for_the_slashed_zero(sheet: str, codes: list[str]) -> None:
    rules = re.findall(r"([^{};]+)\{([^{}]*)\}", (STATIC / "css" / sheet).read_text(encoding="utf-8"))
    slashed = {
        name.strip() for names, body in rules if "slashed-zero" in body for name in names.split("*/")[-1].split(",")
    }
    assert set(codes) <= slashed


def test_figures_stand_below_each_other_in_both_weights() -> None:
    files = [*PAPER.glob("Atkinson*.ttf"), *WEB.glob("Atkinson*.latin.woff2")]
    assert len(files) == 4
    assert {width for file in files for width in _tabular_widths(file)} == {632}


def test_ranges_name_every_letter_of_their_file_and_no_letter_of_another() -> None:
    faces = _faces()
    assert set(faces) == {file.name for file in WEB.iterdir()}
    for name, ranges in faces.items():
        assert _letters(WEB / name) <= ranges, name
        strange = set().union(*(_letters(WEB / other) for other in faces if _weight(other) in ("", _weight(name))))
        assert not (strange - _letters(WEB / name)) & ranges, name


@pytest.mark.parametrize("name", ["Regular", "Bold"])
def test_names_of_the_neighbours_are_written_in_the_typeface_itself(name: str) -> None:
    letters = _letters(PAPER / f"AtkinsonHyperlegibleNext-{name}.ttf")
    assert {ord(letter) for letter in "ÄÖÜäöüßẞŁłØøĐđŞşĞğİıÇçéñőűčřžąęțșăėħþæœ−×½§€„“‚‘–…≤≥"} <= letters


def test_a_page_loads_little_for_its_letters() -> None:
    latin = sum(file.stat().st_size for file in WEB.glob("*.latin.woff2"))
    assert latin < 25_000
    assert latin + sum(file.stat().st_size for file in WEB.iterdir() if "latin" not in file.name) < 50_000


def test_licences_are_next_to_the_typefaces() -> None:
    assert "SIL OPEN FONT LICENSE" in (STATIC / "fonts" / "AtkinsonHyperlegibleNext-OFL.txt").read_text("utf-8")
    assert "SIL Open Font License" in (STATIC / "fonts" / "EBGaramond-OFL.txt").read_text("utf-8")
    assert "Bitstream" in (STATIC / "fonts" / "DejaVuSans-LICENSE.txt").read_text("utf-8")
