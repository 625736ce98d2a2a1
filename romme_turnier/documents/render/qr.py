"""QR codes as vectors inside the document: sharp at any size, and nothing is loaded."""

from functools import lru_cache

import segno
from django.utils.safestring import SafeString, mark_safe


@lru_cache(maxsize=1000)  # codes are a third of the time that a sheet's HTML takes, and most are printed several times
def qr_image(text: str) -> SafeString:
    """Returns the code of a short text as inline SVG, one unit a module; the style sheet gives it its size."""
    code = segno.make(text, micro=False, error="m")
    svg = code.svg_inline(border=0, omitsize=True, title=text)
    return mark_safe(svg)  # noqa: S308 - segno escapes the text in its title
