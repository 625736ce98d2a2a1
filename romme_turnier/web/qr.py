"""QR codes as inline SVG, without styles because of the content security policy, and links for other devices."""

from decimal import Decimal
from functools import lru_cache
from typing import Any

import segno
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe
from segno.helpers import make_epc_qr

from romme_turnier.address import for_phones

_NAME, _TEXT = 70, 140  # bytes; the same number of characters could exceed the limit of the whole code


@lru_cache(maxsize=200)  # drawing a code takes 8 ms, and every page of a card table shows its link as a code
def qr_code(text: str) -> SafeString:
    """Returns the QR code of a short text as an SVG element."""
    return _drawn(segno.make(text, error="m", micro=False))


def transfer_code(*, to: str, iban: str, amount: Decimal, text: str) -> SafeString:
    """Returns a GiroCode, from which banking apps fill in a transfer in euros.

    Long texts are cut off. Raises ValueError if the amount is below 0.01, or if a text or the IBAN is empty.
    """
    return _drawn(make_epc_qr(_beginning(to, _NAME), iban, amount, text=_beginning(text, _TEXT)))


def _beginning(text: str, most: int) -> str:
    """Returns as many characters of the text as fit into `most` bytes of UTF-8."""
    return text.encode()[:most].decode(errors="ignore")


def link_to_hand_on(request: HttpRequest, path: str) -> dict[str, Any]:
    """Returns the context of `components/link_to_hand_on.html`.

    `here_only` means that no other device can open the link.
    """
    here = request.build_absolute_uri("/")
    others = for_phones(here)
    link = (others or here).removesuffix("/") + path
    return {"link": link, "code": qr_code(link), "here_only": not others}


def _drawn(code: segno.QRCode) -> SafeString:
    svg = code.svg_inline(omitsize=True, border=2, svgclass="", lineclass="")
    return mark_safe(svg)  # noqa: S308 - drawn by segno; it contains the text only as squares
