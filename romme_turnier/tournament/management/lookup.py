"""Finds the event, the season, the organiser and the director named by a command's arguments."""

from collections.abc import Iterable

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Event, Organiser, Season


def event_of(address: str) -> Event:
    """Returns the event with this address, or the only one with this own part or this earlier address.

    Raises CommandError, with the addresses to choose from, if there is none or more than one.
    """
    named = Event.objects.filter(slug=address) or Event.objects.filter(slug__endswith=f"/{address}")
    events = list(named or Event.objects.filter(earlier_addresses__address=address))
    if len(events) == 1:
        return events[0]
    if events:
        words = _("„%(slug)s“ heißen mehrere Turniere. Bitte nennen Sie eines ganz: %(known)s")
        raise CommandError(words % {"slug": address, "known": _listed(event.slug for event in events)})
    words = _("Ein Turnier „%(slug)s“ gibt es nicht. Es gibt: %(known)s")
    raise CommandError(words % {"slug": address, "known": _listed(Event.objects.values_list("slug", flat=True))})


def season_of(address: str) -> Season:
    """Returns the season with this address. Raises CommandError, with the known addresses, if there is none."""
    seasons = {season.address: season for season in Season.objects.select_related("organiser")}
    if address not in seasons:
        words = _("Eine Saison „%(address)s“ gibt es nicht. Es gibt: %(known)s")
        raise CommandError(words % {"address": address, "known": _listed(seasons)})
    return seasons[address]


def organiser_of(number: str) -> Organiser:
    """Returns the organiser with this number. Raises CommandError, with the known numbers, if there is none."""
    organiser = Organiser.objects.filter(number=number).first()
    if organiser is None:
        words = _("Einen Veranstalter „%(number)s“ gibt es nicht. Es gibt: %(known)s")
        known = Organiser.objects.values_list("number", flat=True)
        raise CommandError(words % {"number": number, "known": _listed(known)})
    return organiser


def director_of(username: str | None) -> User | None:
    """Returns the user with this name; None if no name is given. Raises CommandError if there is no such user."""
    if username is None:
        return None
    user = User.objects.filter(username=username).first()
    if user is None:
        raise CommandError(_("Ein Konto „%(name)s“ gibt es nicht.") % {"name": username})
    return user


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "–"
