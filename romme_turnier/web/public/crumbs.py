"""The breadcrumbs of public pages: list of events, event, page."""

from django.urls import reverse
from django.utils.translation import gettext as _

from romme_turnier.tournament.models import Event

Crumb = tuple[str, str | None]


def crumbs_of(event: Event, *below: Crumb) -> list[Crumb]:
    """Returns the breadcrumbs of a page as labels and addresses; the last has no address."""
    home: Crumb = (_("Turniere"), reverse("public:home"))
    own = reverse("public:event", args=[event.slug]) if below else None
    return [home, (event.name, own), *below]
