"""The picture that messengers and other sites show next to a shared link: 1200 × 630, as PNG.

Pillow draws it with the typefaces of papers, without the libraries that PDFs need. Most sites refuse vector drawings.
"""

import io
from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

from romme_turnier.documents.render.pdf import static

SIZE = (1200, 630)
_EDGE = 72  # pixels
_WIDTH = SIZE[0] - 2 * _EDGE
_GAP = 40  # between a name and its figure
_WHITE, _QUIET, _RED = "#ffffff", "#d5e3db", "#b00020"
_FACES = {
    True: ("AtkinsonHyperlegibleNext-Bold", "DejaVuSans-Bold"),
    False: ("AtkinsonHyperlegibleNext-Regular", "DejaVuSans-Regular"),
}
_ELLIPSIS = "…"
_CARDS = 340  # pixels


class Row(NamedTuple):
    """One of the first three: rank, name and figure as text."""

    rank: str
    name: str
    figure: str


def share_picture(title: str, below: str, rows: Sequence[Row], *, background: str, foot: str) -> bytes:
    """Returns the PNG, which shows at most three rows or, without rows, the cards of the program's logo.

    `background` is a dark colour. Long texts become smaller, then shorter; a long title takes two lines.
    """
    picture = Image.new("RGB", SIZE, background)
    draw = ImageDraw.Draw(picture)
    title = " ".join(title.split())
    first, second = title, ""
    if _font(64, title, bold=True).getlength(title) > _WIDTH:
        font = _font(54, title, bold=True)
        first = _beginning(title, font)
        second = title[len(first) :].strip()
    _write(draw, (_EDGE, 104 if second else 128), first, sizes=(54,) if second else (76, 64))
    _write(draw, (_EDGE, 168), second, sizes=(54,))
    _write(draw, (_EDGE, 224 if second else 194), below, sizes=(38, 32), bold=False, colour=_QUIET)
    for place, row in enumerate(rows[:3]):
        base = 320 + place * 85
        figure = _font(60, row.figure, bold=True)
        left = SIZE[0] - _EDGE - figure.getlength(row.figure)
        draw.text((left, base), row.figure, anchor="ls", font=figure, fill=_WHITE)
        draw.text((_EDGE, base), row.rank, anchor="ls", font=_font(60, row.rank, bold=True), fill=_QUIET)
        _write(draw, (_EDGE + 110, base), row.name, sizes=(60, 52, 44), most=left - _GAP - _EDGE - 110)
    if not rows:
        cards = _cards(_CARDS, background)
        picture.paste(cards, (SIZE[0] - _EDGE - _CARDS, SIZE[1] - _EDGE - _CARDS), cards)
    most = _WIDTH if rows else _WIDTH - _CARDS
    _write(draw, (_EDGE, SIZE[1] - 52), foot, sizes=(32,), most=most, bold=False, colour=_QUIET)
    target = io.BytesIO()
    picture.save(target, "PNG", compress_level=6)
    return target.getvalue()


def _write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    *,
    sizes: Sequence[int],
    most: float = _WIDTH,
    bold: bool = True,
    colour: str = _WHITE,
) -> None:
    """Writes the text from `at` on its baseline, in the largest size that fits into `most` pixels; cuts longer text."""
    text = " ".join(text.split())
    font = _font(sizes[0], text, bold=bold)
    for size in sizes:
        font = _font(size, text, bold=bold)
        if font.getlength(text) <= most:
            break
    else:
        short = [text[:letters].rstrip() + _ELLIPSIS for letters in range(len(text) or 1)]
        text = short[max(0, bisect(short, most, key=font.getlength) - 1)]
    draw.text(at, text, font=font, fill=colour, anchor="ls")


def _beginning(text: str, font: ImageFont.FreeTypeFont) -> str:
    """Returns as many of the first words as fit into a line, but never all.

    Returns the whole text if it is a single word, or if the first word does not fit.
    """
    words = text.split(" ")
    fit = [place for place in range(1, len(words)) if font.getlength(" ".join(words[:place])) <= _WIDTH]
    return " ".join(words[: fit[-1]]) if fit else text


@lru_cache(maxsize=8)
def _cards(size: int, background: str) -> Image.Image:
    """Draws the cards of static/img/logo.svg, which has 32 units, outlined in the colour of the `background`."""
    unit = 2 * size / 32  # drawn larger and then reduced, for smooth edges
    cards = Image.new("RGBA", (2 * size, 2 * size))
    for left, top, turn in ((4.5, 7.0, 14), (9.5, 6.0, 0), (14.5, 7.0, -14)):
        card = Image.new("RGBA", cards.size)
        draw = ImageDraw.Draw(card)
        box = [unit * edge for edge in (left - 0.75, top - 0.75, left + 13.75, top + 19.75)]
        draw.rounded_rectangle(box, unit * 2.75, fill=_WHITE, outline=background, width=round(unit * 1.5))
        if turn < 0:
            points = ((21.0, 12.2), (24.2, 16.5), (21.0, 20.8), (17.8, 16.5))
            draw.polygon([(unit * x, unit * y) for x, y in points], fill=_RED)
        centre = (unit * (left + 6.5), unit * (top + 9.5))
        cards.alpha_composite(card.rotate(turn, Image.Resampling.BICUBIC, center=centre))
    return cards.resize((size, size), Image.Resampling.LANCZOS)


def _font(size: int, text: str, *, bold: bool) -> ImageFont.FreeTypeFont:
    """Returns the first typeface that has all letters of the text, or the last if none has."""
    faces = _FACES[bold]
    name = next((face for face in faces if _letters(face).issuperset(text)), faces[-1])
    return ImageFont.truetype(static() / "fonts" / "paper" / f"{name}.ttf", size)


@lru_cache
def _letters(name: str) -> frozenset[str]:
    with TTFont(static() / "fonts" / "paper" / f"{name}.ttf", lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap()))
