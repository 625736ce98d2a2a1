"""A badge from outside becomes a picture of our own making: nothing of the file that was sent is kept.

Drawings (SVG) can hold programs and are refused; what Pillow reads as PNG, JPEG or WebP is drawn anew as PNG.
"""

import hashlib
import io
import warnings
from dataclasses import dataclass

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from romme_turnier.tournament.shared.errors import TournamentError

BYTES_MAX = 2_000_000
_FORMATS = ("PNG", "JPEG", "WEBP")
_SIDE_SENT = 6_000  # pixels; more is refused before it is unpacked
_SIDE_KEPT = (900, 600)  # sharp at 76 × 50 mm on paper


@dataclass(frozen=True, slots=True)
class Logo:
    """A PNG, its size in pixels, and a digest of its bytes."""

    png: bytes
    width: int
    height: int
    digest: str


def logo_from(sent: bytes) -> Logo:
    """Returns the picture in a file, at most 900 × 600 pixels. Raises TournamentError when there is none to be had."""
    if len(sent) > BYTES_MAX:
        raise TournamentError(_("Das Logo ist größer als 2 MB. Bitte wählen Sie ein kleineres Bild."))
    try:
        with warnings.catch_warnings(), Image.open(io.BytesIO(sent), formats=_FORMATS) as picture:
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            if max(picture.size) > _SIDE_SENT:
                raise TournamentError(_("Das Logo hat zu viele Bildpunkte. Bitte verkleinern Sie es."))
            drawn = ImageOps.exif_transpose(picture).convert("RGBA")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise TournamentError(_("Das ist kein Bild, das sich lesen lässt. Möglich sind PNG, JPEG und WebP.")) from error
    drawn.thumbnail(_SIDE_KEPT)
    target = io.BytesIO()
    drawn.save(target, "PNG", optimize=True)
    png = target.getvalue()
    return Logo(png, *drawn.size, hashlib.blake2b(png, digest_size=16).hexdigest())
