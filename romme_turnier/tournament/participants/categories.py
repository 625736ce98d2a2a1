"""Categories (Sonderwertungen): groups with a separate ranking, and their members."""

from collections.abc import Callable, Collection, Iterable, Sequence

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.people.duplicates import folded
from romme_turnier.core.people.names import tidy
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.effects import invalidate_public_pages, outdate_rankings, published_lists
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import frame, note, part_of_service, service

NAME_LENGTH = 60


@frame
def with_categories(save: Callable[[], models.Event], names: Sequence[str]) -> models.Event:
    """Stores an announcement with `save`, and the names of its categories; returns the event.

    Raises the errors of `save` and of `name_categories`.
    """
    event = save()
    name_categories(event, names)
    return event


@service(gettext_lazy("Sonderwertungen festgelegt"))
def name_categories(event: models.Event, names: Iterable[str]) -> None:
    """Sets an event's categories, in order, without duplicates.

    Raises TournamentError if a name is too long, or a removed category has members or prizes.
    """
    wanted = list(dict.fromkeys(filter(None, map(tidy, names))))
    if any(len(name) > NAME_LENGTH for name in wanted):
        raise TournamentError(_("Der Name einer Sonderwertung hat höchstens %(most)d Zeichen.") % {"most": NAME_LENGTH})
    known = {folded(category.name): category for category in event.categories.all()}
    names_before = [category.name for category in known.values()]
    for gone in set(known) - {folded(name) for name in wanted}:
        if known[gone].registrations.exists() or known[gone].prizes.exists():
            words = _("„%(name)s“ hat noch Teilnehmer oder Preise und bleibt deshalb eine Sonderwertung.")
            raise TournamentError(words % {"name": known[gone].name})
        known[gone].delete()
    for position, name in enumerate(wanted):
        category = known.get(folded(name)) or models.Category(event=event)
        category.name, category.position = name, position
        category.save()
    if names_before != wanted:
        note("categories", old=names_before, new=wanted)
    invalidate_public_pages(event.pk)


@part_of_service
def set_categories(registration: models.Registration, categories: Collection[int] | None) -> None:
    """Sets the categories of a registration (primary keys); None keeps the current ones.

    Categories of other events are ignored. A change outdates the season's rankings if the registration has results.
    """
    if categories is not None:
        before = _names(registration)
        registration.categories.set(registration.event.categories.filter(pk__in=categories))
        if (now := _names(registration)) != before:
            note("categories", old=before, new=now)
            if registration.results.exists():
                outdate_rankings([registration.event.season_id], published_lists(registration.results.all()))


@service(gettext_lazy("Sonderwertungen eingetragen"))
def change_categories(
    registration: models.Registration, *, add: Collection[int], remove: Collection[int], by: User | None
) -> None:
    """Adds and removes categories of a player, given as primary keys; the player's other categories do not change."""
    current = set(registration.categories.values_list("pk", flat=True))
    set_categories(registration, (current | set(add)) - set(remove))
    invalidate_public_pages(registration.event_id)


def empty_categories(event: models.Event) -> list[str]:
    """Returns the names of the categories that have no members."""
    return list(event.categories.filter(registrations=None).values_list("name", flat=True))


def _names(registration: models.Registration) -> list[str]:
    return list(registration.categories.values_list("name", flat=True))
