"""Shades of a club's colour in which text is readable: darker on white, lighter in the dark scheme, if necessary.

Colours are "#rrggbb". Contrast is defined as in WCAG 2.2: black on white has 21, level AAA requires 7.
"""

import colorsys
import re
from collections.abc import Iterable
from dataclasses import dataclass

GREEN = "#0a5636"  # the program's own, as in static/css/tokens.css
WRITTEN = re.compile(r"#[0-9a-f]{6}")
LEAST = 7.0

# The backgrounds of text in the two schemes (static/css/tokens.css): the sheet, and its darkest or lightest tint.
_PAPER, _PAPER_3, _WHITE = "#ffffff", "#e6ede9", "#ffffff"
_DARK, _DARK_3, _DARK_INK_2 = "#101613", "#222d27", "#b1beb6"
_INK_2 = "#424e48"
_STEPS = 100


@dataclass(frozen=True, slots=True)
class Shades:
    """The token values of one colour scheme."""

    accent: str
    strong: str
    quiet: str
    felt: str
    on_accent: str


def contrast(colour: str, other: str) -> float:
    """Returns the contrast of two colours, from 1 to 21."""
    darker, lighter = sorted((_luminance(colour), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def on_light(colour: str) -> Shades:
    """Returns the shades for the light scheme: the colour is darkened until text in this colour is readable."""
    quiet = next(
        shade for part in (0.12, 0.08, 0.04, 0.0) if contrast(_INK_2, shade := _mixed(colour, _PAPER, part)) >= LEAST
    )
    accent = _until(colour, (_PAPER_3, quiet), darker=True)
    return Shades(accent, _mixed(accent, "#000000", 0.7), quiet, accent, _WHITE)


def on_dark(colour: str) -> Shades:
    """Returns the shades for the dark scheme: lightened for text in this colour, darkened behind white text."""
    quiet = next(
        shade for part in (0.2, 0.12, 0.06, 0.0) if contrast(_DARK_INK_2, shade := _mixed(colour, _DARK, part)) >= LEAST
    )
    accent = _until(colour, (_DARK_3, quiet), darker=False)
    felt = _mixed(_until(colour, (_WHITE,), darker=True), "#000000", 0.7)
    return Shades(accent, _mixed(accent, _WHITE, 0.6), quiet, felt, _mixed(colour, "#000000", 0.1))


def _until(colour: str, grounds: tuple[str, ...], *, darker: bool) -> str:
    """Returns the nearest darker or lighter shade that is readable on all backgrounds, if necessary black or white."""
    hue, light, full = colorsys.rgb_to_hls(*_parts(colour))
    for step in range(_STEPS + 1):
        part = step / _STEPS
        shade = _written(colorsys.hls_to_rgb(hue, light * (1 - part) if darker else light + (1 - light) * part, full))
        if min(contrast(shade, ground) for ground in grounds) >= LEAST:
            return shade
    raise ValueError(f"Nothing can be read on {grounds}")


def _mixed(colour: str, other: str, part: float) -> str:
    return _written(a * part + b * (1 - part) for a, b in zip(_parts(colour), _parts(other), strict=True))


def _parts(colour: str) -> list[float]:
    return [part / 255 for part in bytes.fromhex(colour[1:])]


def _written(parts: Iterable[float]) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def _luminance(colour: str) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
