"""Where what hangs on the wall can be read on a phone: the address in letters, and as a code to scan."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString

from romme_turnier.documents.render.qr import qr_image
from romme_turnier.tournament.models import Event


@dataclass(frozen=True, slots=True)
class PublicAddress:
    address: str

    @property
    def words(self) -> str:
        """To be typed: without what a browser adds by itself."""
        return self.address.partition("://")[2].removesuffix("/")

    @property
    def image(self) -> SafeString:
        return qr_image(self.address)


def public_address(event: Event, page: str, base: str, *, announced: bool = False) -> PublicAddress | None:
    """Returns the address of a public page of the event; None where there is none to be reached.

    `base` is where phones reach the program, "" where they cannot. `announced`: also before the event is public, on
    what is printed before.
    """
    if not base or not (announced or event.published_at):
        return None
    return PublicAddress(base.removesuffix("/") + reverse(f"public:{page}", args=[event.slug]))
