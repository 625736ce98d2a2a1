"""The QR code that proves a paper: the address of the page that checks papers, followed by the signed figures."""

from dataclasses import dataclass
from functools import lru_cache
from math import log10

import segno
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from romme_turnier.core.codes.content import Content
from romme_turnier.core.codes.signing import SIGNATURE
from romme_turnier.tournament.papers.contents import MOST_BYTES, signed

_BITS = 3320  # of data in version 15 with error correction M
WITHOUT_ADDRESS = "beleg:"  # before the digits if no phone can reach the program; the saved page reads this, too


@dataclass(frozen=True, slots=True)
class PaperCode:
    """`start` is the part of the QR code before the digits; `has_figures` is False if the figures did not fit."""

    start: str
    digits: str
    has_figures: bool

    @property
    def text(self) -> str:
        return self.start + self.digits

    @property
    def image(self) -> SafeString:
        return _drawn(self.start, self.digits, _("Code zum Prüfen dieses Papiers"))


def paper_code(key: Ed25519PrivateKey | None, content: Content, base: str) -> PaperCode | None:
    """Returns the code of a paper with this content, signed with the organiser's key; None without a key.

    `base` is the program's address for phones, "" if there is none.
    """
    start = base.removesuffix("/") + reverse("public:papers") if base else WITHOUT_ADDRESS
    code = signed(key, content, min(MOST_BYTES, _room_after(start)))
    if code is None:
        return None
    return PaperCode(start, code.digits, bool(code.content.rows))


def _room_after(start: str) -> int:
    """Returns the maximum size of the content, in bytes, for a QR code of at most version 15, which fits on papers.

    Modules are then at least 0.4 mm wide. Each part of the code has a head (ISO/IEC 18004, 7.4); ten bits hold three
    digits.
    """
    bits = _BITS - (4 + 16 + 8 * len(start.encode())) - (4 + 12)
    return int(bits * 3 // 10 / log10(256)) - SIGNATURE


@lru_cache(maxsize=200)  # drawing takes some 30 ms
def _drawn(start: str, digits: str, title: str) -> SafeString:
    # In two parts, which segno's type hints do not allow: digits take less than half the room of other signs.
    # The mask is chosen beforehand: trying all eight takes four times as long.
    code = segno.make([start, digits], micro=False, error="m", mask=0)  # type: ignore[arg-type]
    svg = code.svg_inline(border=0, omitsize=True, title=title)
    return mark_safe(svg)  # noqa: S308 - segno escapes the title
