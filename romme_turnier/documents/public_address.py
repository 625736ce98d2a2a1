"""The address of a public page on a paper, as text and as a QR code."""

from dataclasses import dataclass
from functools import lru_cache

import segno
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from romme_turnier.tournament.models import Event


@dataclass(frozen=True, slots=True)
class PublicAddress:
    address: str

    @property
    def words(self) -> str:
        """The address as people type it, without the parts that browsers add."""
        return self.address.partition("://")[2].removesuffix("/")

    @property
    def image(self) -> SafeString:
        return qr_image(self.address)


def public_address(event: Event, page: str, base: str, *, announced: bool = False) -> PublicAddress | None:
    """Returns the address of a public page of the event; None without `base`.

    `base` is the program's address for phones, "" if there is none. Before the event is public, returns None unless
    `announced` is set.
    """
    if not base or not (announced or event.published_at):
        return None
    return PublicAddress(base.removesuffix("/") + reverse(f"public:{page}", args=[event.slug]))


@lru_cache(maxsize=1000)  # codes take a third of the time for a sheet's HTML; most are printed several times
def qr_image(text: str) -> SafeString:
    """Returns the QR code of a short text as inline SVG, one unit per module; the style sheet sets its size."""
    code = segno.make(text, micro=False, error="m")
    svg = code.svg_inline(border=0, omitsize=True, title=text)
    return mark_safe(svg)  # noqa: S308 - segno escapes the text in its title
