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
    """Sets an event's categories, in order; its public pages become outdated.

    Empty names are ignored, and so are names that differ from an earlier one only in case or extra spaces. Raises
    TournamentError if a name is too long, or if a removed category has members or prizes.
    """
    wanted: dict[str, str] = {}
    for name in filter(None, map(tidy, names)):
        wanted.setdefault(folded(name), name)
    if any(len(name) > NAME_LENGTH for name in wanted.values()):
        raise TournamentError(_("Der Name einer Sonderwertung hat höchstens %(most)d Zeichen.") % {"most": NAME_LENGTH})
    before, known = list(event.categories.all()), dict[str, models.Category]()
    for category in before:
        key = folded(category.name)
        if key in wanted and key not in known:  # earlier versions stored names that differ only in case
            known[key] = category
        elif category.registrations.exists() or category.prizes.exists():
            words = _("„%(name)s“ hat noch Teilnehmer oder Preise und bleibt deshalb eine Sonderwertung.")
            raise TournamentError(words % {"name": category.name})
        else:
            category.delete()
    names_before = [category.name for category in before]
    for position, (key, name) in enumerate(wanted.items()):
        category = known.get(key) or models.Category(event=event)
        category.name, category.position = name, position
        category.save()
    if names_before != list(wanted.values()):
        note("categories", old=names_before, new=list(wanted.values()))
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
    """Adds and removes categories of a player, given as primary keys; the player's other categories do not change.

    The public pages of the event become outdated, and perhaps the season's rankings (`set_categories`).
    """
    current = set(registration.categories.values_list("pk", flat=True))
    set_categories(registration, (current | set(add)) - set(remove))
    invalidate_public_pages(registration.event_id)


def empty_categories(event: models.Event) -> list[str]:
    """Returns the names of the categories that have no members."""
    return list(event.categories.filter(registrations=None).values_list("name", flat=True))


def _names(registration: models.Registration) -> list[str]:
    return list(registration.categories.values_list("name", flat=True))
