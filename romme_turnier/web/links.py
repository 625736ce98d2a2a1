"""Links for another person's phone or computer."""

from typing import Any

from django.http import HttpRequest

from romme_turnier.address import for_phones
from romme_turnier.web.qr import qr_code


def link_to_hand_on(request: HttpRequest, path: str) -> dict[str, Any]:
    """Returns the context of `components/link_to_hand_on.html`; `here_only`: only this machine can open the link."""
    here = request.build_absolute_uri("/")
    others = for_phones(here)
    link = (others or here).removesuffix("/") + path
    return {"link": link, "code": qr_code(link), "here_only": not others}
