"""Redraws an uploaded logo as PNG, so that no byte of the uploaded file is kept.

Only PNG, JPEG and WebP are accepted. Vector drawings (SVG) are refused, because they can contain scripts.
"""

import hashlib
import io
from dataclasses import dataclass

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from romme_turnier.tournament.shared.errors import TournamentError

BYTES_MAX = 2_000_000
# The most pixels of a picture; larger ones are refused before unpacking. WebP needs four times its size in memory.
_PIXELS = {"PNG": 6_000_000, "JPEG": 6_000_000, "WEBP": 3_000_000}
_SCANS = 30  # the most scans of a JPEG; each covers the whole picture, and a progressive JPEG has about ten
_SCAN, _END = b"\xff\xda", b"\xff\xd9"
_SIDE_KEPT = (900, 600)  # sharp at 76 × 50 mm on paper


@dataclass(frozen=True, slots=True)
class Logo:
    """A PNG, its size in pixels, and a digest of its bytes."""

    png: bytes
    width: int
    height: int
    digest: str


def logo_from(sent: bytes) -> Logo:
    """Returns the picture in an uploaded file, scaled to at most 900 × 600 pixels.

    Raises TournamentError if the file is too large, has too many pixels or scans, or is not a readable picture of an
    accepted kind.
    """
    if len(sent) > BYTES_MAX:
        raise TournamentError(_("Das Logo ist größer als 2 MB. Bitte wählen Sie ein kleineres Bild."))
    try:
        with Image.open(io.BytesIO(sent), formats=tuple(_PIXELS)) as picture:
            picture.verify()  # otherwise Pillow draws a PNG whose end is missing
            # WeasyPrint makes Pillow draw a JPEG whose end is missing as well.
            if picture.format == "JPEG" and sent.rfind(_END) < sent.rfind(_SCAN):
                raise EOFError
        with Image.open(io.BytesIO(sent), formats=tuple(_PIXELS)) as picture:
            too_fine = picture.width * picture.height > _PIXELS[picture.format or ""]
            if too_fine or (picture.format == "JPEG" and sent.count(_SCAN) > _SCANS):
                raise TournamentError(_("Das Logo hat zu viele Bildpunkte. Bitte verkleinern Sie es."))
            drawn: Image.Image = picture if picture.mode in ("L", "RGB", "RGBA") else picture.convert("RGBA")
            drawn.thumbnail(_SIDE_KEPT)  # before anything copies it
            drawn = ImageOps.exif_transpose(drawn).convert("RGBA")
    except TournamentError:
        raise
    except Exception as error:  # Pillow raises many kinds of errors for broken pictures
        raise TournamentError(_("Das ist kein Bild, das sich lesen lässt. Möglich sind PNG, JPEG und WebP.")) from error
    drawn.thumbnail(_SIDE_KEPT)
    target = io.BytesIO()
    drawn.save(target, "PNG", optimize=True)
    png = target.getvalue()
    return Logo(png, *drawn.size, hashlib.blake2b(png, digest_size=16).hexdigest())
