"""Links for somebody else's phone or computer."""

from typing import Any

from django.http import HttpRequest

from romme_turnier.address import for_phones
from romme_turnier.web.qr import qr_code


def link_to_hand_on(request: HttpRequest, path: str) -> dict[str, Any]:
    """For `components/link_to_hand_on.html`: the link, its QR code, and whether it works on this machine alone."""
    here = request.build_absolute_uri("/")
    others = for_phones(here)
    link = (others or here).removesuffix("/") + path
    return {"link": link, "code": qr_code(link), "here_only": not others}
