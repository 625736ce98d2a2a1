"""Faults in the layout of a document: text beyond its page or its box, on other text, rows cut in two.

It reads the boxes that WeasyPrint draws. Lengths are CSS pixels.
"""

import gc
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from weasyprint import HTML
from weasyprint.formatting_structure import boxes

from romme_turnier.documents.render.static_fetcher import StaticFetcher
from romme_turnier.documents.render.typefaces import only_bundled

TOLERANCE = 1.5
ASCENT, DESCENT = 0.72, 0.22  # of the size of the font, in Atkinson Hyperlegible Next
DESCENDING = set("gjpqyQßçş,;()§/|")


@dataclass(frozen=True, slots=True)
class Words:
    """A text and the box of its letters."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def laid_out(template: str, context: dict[str, Any]) -> Any:
    return laid_out_html(render_to_string(template, context))


def laid_out_html(text: str) -> Any:
    static = Path(settings.STATICFILES_DIRS[0])
    only_bundled(static)
    fetcher = StaticFetcher(static)
    gc.disable()  # as render.py does: it finds nothing in a document that grows
    try:
        return HTML(string=text, url_fetcher=fetcher, base_url="static:").render()
    finally:
        gc.enable()


def faults(document: Any) -> list[str]:
    found: list[str] = []
    rows: dict[Any, set[int]] = defaultdict(set)
    for number, page in enumerate(document.pages, start=1):
        root = page._page_box
        words: list[Words] = []
        found += [f"Seite {number}: {one}" for one in _walk(root, None, words, rows, number)]
        found += [f"Seite {number}: {one}" for one in _beyond_the_page(root, words)]
        found += [f"Seite {number}: {one}" for one in _on_each_other(words)]
    found += [f"Zeile auf Seiten {sorted(pages)}: {_start(row)}" for row, pages in rows.items() if len(pages) > 1]
    return found


def _start(element: Any) -> str:
    return " ".join("".join(element.itertext()).split())[:60]


def _walk(box: Any, holder: Any, words: list[Words], rows: dict[Any, set[int]], page: int) -> Iterator[str]:
    """Faults of boxes on the way to all texts, which are gathered in `words`."""
    if isinstance(box, boxes.TextBox):
        if box.text.strip() and box.style["font_size"] > 2:
            # A line may be higher than its text: only the letters count.
            size, base = box.style["font_size"], box.position_y + box.baseline
            below = DESCENT if set(box.text) & DESCENDING else 0.0
            one = Words(box.text, box.position_x, base - ASCENT * size, box.position_x + box.width, base + below * size)
            words.append(one)
            if holder is not None and one.right > holder.position_x + holder.border_width() + TOLERANCE:
                yield f"Text ragt aus seinem Feld: {box.text[:60]!r}"
            if holder is not None and one.bottom > holder.position_y + holder.border_height() + TOLERANCE:
                yield f"Text ragt unten aus seinem Feld: {box.text[:60]!r}"
        return
    if isinstance(box, boxes.TableRowGroupBox) and not (box.is_header or box.is_footer):
        for row in box.children:
            rows[row.element].add(page)
    inner = holder
    if isinstance(box, boxes.TableCellBox) or (
        isinstance(box, boxes.BlockBox) and box.style["overflow"] == "hidden" and box.height
    ):
        inner = box
    for child in getattr(box, "all_children", lambda: ())():
        yield from _walk(child, inner, words, rows, page)


def _beyond_the_page(root: Any, words: list[Words]) -> Iterator[str]:
    for one in words:
        if (
            one.left < root.position_x - TOLERANCE
            or one.right > root.position_x + root.margin_width() + TOLERANCE
            or one.top < root.position_y - TOLERANCE
            or one.bottom > root.position_y + root.margin_height() + TOLERANCE
        ):
            yield f"Text ragt über das Blatt: {one.text[:60]!r}"


def _on_each_other(words: list[Words]) -> Iterator[str]:
    """Letters that overlap others by more than a third of their height."""
    ordered = sorted(words, key=lambda one: one.top)
    for place, one in enumerate(ordered):
        for other in ordered[place + 1 :]:
            if other.top >= one.bottom:
                break
            shared = min(one.bottom, other.bottom) - other.top
            least = min(one.bottom - one.top, other.bottom - other.top)
            beside = min(one.right, other.right) - max(one.left, other.left)
            if shared > least / 3 and beside > TOLERANCE:
                yield f"Text auf Text: {one.text[:40]!r} und {other.text[:40]!r}"
