"""The addresses of events: free ones for new events, and earlier ones, which lead to their event forever.

With one organiser, the address of an event is its own part ("abend-1"); with several, the organiser's address comes
before it ("verein-a/abend-1"). Seasons and rankings get their free addresses here as well.
"""

from collections.abc import Collection, Iterator
from itertools import chain, count

from django.utils.text import slugify
from django.utils.translation import gettext as _

from romme_turnier.core.organisers.addresses import DESK_WORDS, PAGE_WORDS
from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.service import part_of_service

OWN_LENGTH = 80  # characters of the event's own part
_SHORT_LENGTH = 40  # of a season or ranking
_RESERVED = PAGE_WORDS | DESK_WORDS
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def address_for(organiser: models.Organiser, own_slug: str) -> str:
    """Returns the address of the organiser's event with this own part.

    An own part that is the name of a page, as a program with one organiser once allowed, is the whole address.
    """
    return f"{organiser.slug}/{own_slug}" if are_several() and own_slug not in PAGE_WORDS else own_slug


def address_fault(organiser: models.Organiser, own_slug: str, event: int = 0) -> str:
    """Returns the reason why the organiser's event cannot get this own part, as a sentence; "" if it can.

    `event` is the primary key of a stored event, which may get its earlier addresses again; 0 for a new event.
    """
    if own_slug in _RESERVED:
        return _("Diese Adresse hat im Programm schon eine Bedeutung. Bitte wählen Sie eine andere.")
    address = address_for(organiser, own_slug)
    if models.Event.objects.filter(slug=address).exclude(pk=event).exists():
        return _("Diese Adresse hat schon ein anderes Turnier.")
    if models.EarlierAddress.objects.filter(address=address).exclude(event=event).exists():  # also of deleted events
        return _("Diese Adresse hatte früher ein anderes Turnier. Sie wird nicht noch einmal vergeben.")
    return ""


def proposed_slug(name: str, organiser: models.Organiser) -> str:
    """Returns an unused own part made from a name: „Städtepokal 2026“ → `staedtepokal-2026`."""
    return _free_slug(slug_of(name, OWN_LENGTH - 4) or "turnier", organiser)


def slug_of(name: str, most: int) -> str:
    """Returns the name as part of an address, with at most `most` characters; possibly "".

    A slash separates words: „Saison 2026/27“ → `saison-2026-27`.
    """
    return slugify(name.translate(_UMLAUTS).replace("/", " "))[:most].strip("-")


def free_slug(name: str, usual: str, taken: Collection[str]) -> str:
    """Returns an unused address for a season or ranking, made from its name or, if this gives "", the `usual` word."""
    base = slug_of(name, _SHORT_LENGTH - 4) or usual
    numbered = chain([base], (f"{base}-{number}" for number in count(2)))
    return next(slug for slug in numbered if slug not in taken)


def _free_slug(wanted: str, organiser: models.Organiser) -> str:
    """Returns the wanted own part, or the first of `wanted-2`, `wanted-3`, … that is free."""
    before, base = address_for(organiser, ""), wanted[: OWN_LENGTH - 4]
    events = models.Event.objects.filter(slug__startswith=before + base).values_list("slug", flat=True)
    earlier = models.EarlierAddress.objects.filter(address__startswith=before + base)
    taken = {*events, *earlier.values_list("address", flat=True), *(before + word for word in _RESERVED)}
    numbered = chain([wanted], (f"{base}-{number}" for number in count(2)))
    return next(own_slug for own_slug in numbered if before + own_slug not in taken)


def addresses_of(event: models.Event) -> Iterator[str]:
    """Yields the event's address and then its earlier ones, newest first; only the earlier ones need a query."""
    yield event.slug
    yield from event.earlier_addresses.order_by("-pk").values_list("address", flat=True)


def event_at(address: str) -> models.Event | None:
    """Returns the event that has or had this address; None if there is none."""
    event = models.Event.objects.filter(slug=address).first()
    return event or models.Event.objects.filter(earlier_addresses__address=address).first()


@part_of_service
def give_address(event: models.Event, address: str) -> None:
    """Changes the address of a stored event, without saving the event. Its old address then leads to the event."""
    if address == event.slug:
        return
    models.EarlierAddress.objects.filter(address=address, event=event).delete()  # in use again
    models.EarlierAddress.objects.create(address=event.slug, event=event)
    event.slug = address


@part_of_service
def readdress() -> None:
    """Puts the organiser's address before each event's own part, when the program gets a second organiser.

    Events named like pages are skipped. An own part that is taken there gets a number. The public pages of the changed
    events become outdated.
    """
    for event in models.Event.objects.exclude(slug__contains="/").select_related("held_by").order_by("pk"):
        if event.slug in PAGE_WORDS:
            continue
        give_address(event, address_for(event.held_by, _free_slug(event.slug, event.held_by)))
        event.save(update_fields=["slug"])
        invalidate_public_pages(event.pk)
