"""Arranges A5 pages in pairs on A4, for double-sided printing and folding into a booklet."""

from collections.abc import Iterator
from io import BytesIO

from pikepdf import Pdf, Rectangle

_A5 = (419.53, 595.28)  # points


def folded(pdf: bytes) -> bytes:
    """Returns an A5 document as a booklet for printing."""
    width, height = _A5
    with Pdf.open(BytesIO(pdf)) as pages, Pdf.new() as booklet:
        for pair in pairs(len(pages.pages)):
            sheet = booklet.add_blank_page(page_size=(2 * width, height))
            for side, number in enumerate(pair):
                if number is not None:
                    sheet.add_overlay(pages.pages[number], Rectangle(side * width, 0, (side + 1) * width, height))
        target = BytesIO()
        booklet.save(target)
    return target.getvalue()


def pairs(pages: int) -> Iterator[tuple[int | None, int | None]]:
    """Yields the left and the right page number, from 0, for each side of every sheet; None for an empty page."""
    last = -(-pages // 4) * 4 - 1
    for first in range((last + 1) // 2):
        outer = (last - first, first) if first % 2 == 0 else (first, last - first)
        left, right = (page if page < pages else None for page in outer)
        yield left, right
