"""Finds the event named by a command's argument."""

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from romme_turnier.tournament.models import Event


def event_of(slug: str) -> Event:
    """Returns the event with this address. Raises CommandError, with the existing addresses, if there is none."""
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        known = ", ".join(Event.objects.order_by("slug").values_list("slug", flat=True)) or "–"
        words = _("Ein Turnier „%(slug)s“ gibt es nicht. Es gibt: %(known)s")
        raise CommandError(words % {"slug": slug, "known": known})
    return event
