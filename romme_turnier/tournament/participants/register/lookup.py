"""Looking up people and clubs in the register.

A matching name is only a suggestion; an official decides whether it is the same person.

If there are several organisers, each can look up only its own people and those of the organisers below.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet
from django.utils import timezone

from romme_turnier.core.people.duplicates import folded, spelling_digest
from romme_turnier.core.people.names import letters, letters_text, order_of
from romme_turnier.tournament.models import Club, Event, Membership, Organiser, OrganiserPlayer, Player, Registration
from romme_turnier.tournament.organisers.reading import are_several, at_and_below, of_organisers, primary_keys

NameKey = tuple[str, str]

_AT_ONCE = 500  # values in one statement
_LAST_EVENTS = 200


def name_key(first_name: str, last_name: str) -> NameKey:
    return folded(first_name), folded(last_name)


def people_of(organiser: Organiser) -> QuerySet[Player]:
    """Returns the players that the organiser can look up: those with a registration or membership there or below.

    A single organiser can look up every player.
    """
    people = Player.objects.known()
    if not are_several():
        return people
    here = at_and_below(organiser)
    return people.filter(at_organisers(here))


def at_organisers(organisers: QuerySet[Organiser]) -> Q:
    """Returns the condition for players with a registration or membership at one of these organisers."""
    registered = OrganiserPlayer.objects.filter(organiser__in=organisers).values("player")
    members = Membership.objects.filter(organiser__in=organisers).values("player")
    return Q(pk__in=registered) | Q(pk__in=members)


def namesakes(names: Collection[NameKey], people: QuerySet[Player]) -> dict[NameKey, list[Player]]:
    """Returns the people with each of these names, in any spelling and order of names (core/people/duplicates.py).

    Names without a match are omitted.
    """
    wanted: dict[str, list[NameKey]] = defaultdict(list)
    for key in set(names):
        wanted[spelling_digest(*key)].append(key)
    same_name: dict[NameKey, list[Player]] = defaultdict(list)
    digests = list(wanted)
    for start in range(0, len(digests), _AT_ONCE):
        known = people.filter(name_spelling__in=digests[start : start + _AT_ONCE])
        for player in known.select_related("club").order_by("pk"):
            for key in wanted[player.name_spelling]:
                same_name[key].append(player)
    return dict(same_name)


def search(text: str, people: QuerySet[Player], *, limit: int = 8) -> list[Player]:
    """Returns up to `limit` people, sorted by name; each typed word must begin a word of their name or their club's.

    Umlauts, accents and hyphens do not matter: "nuess", "nuss" and "nüß" all find "Nüßlein". A text without letters and
    digits finds no people.
    """
    words = frozenset(letters(text))
    if not words:
        return []
    matches = people.filter(_named(words) | _in_clubs(words)).order_by("name_order", "pk")
    return list(matches.select_related("club")[:limit])


def _named(words: Iterable[str]) -> Q:
    return Q(*(Q(name_words__contains=f" {word}") for word in words))


def _in_clubs(words: frozenset[str]) -> Q:
    """Returns the condition for people whose club's name has some of the words, and whose own name has the others."""
    clubs: dict[frozenset[str], list[int]] = defaultdict(list)
    for pk, name in Club.objects.values_list("pk", "name"):
        whole = letters_text(name)
        missing = frozenset(word for word in words if f" {word}" not in whole)
        if missing != words:
            clubs[missing].append(pk)
    return reduce(or_, (_named(missing) & Q(club__in=pks) for missing, pks in clubs.items()), Q(pk__in=()))


def clubs_of(organiser: Organiser) -> QuerySet[Club]:
    """Returns the clubs that the organiser can look up: those of its people, and all clubs that are organisers.

    People may play for a club other than that in the register. Such clubs are taken from the last events, because an
    association has too many registrations to read all of them. A single organiser can look up every club.
    """
    clubs = Club.objects.all()
    if not are_several():
        return clubs
    here = of_organisers(Event.objects.filter(starts_at__lt=timezone.now()), primary_keys(at_and_below(organiser)))
    last_events = here.order_by("-starts_at").values("pk")[:_LAST_EVENTS]
    registered = Registration.objects.filter(event__in=last_events).exclude(club=None)
    known = people_of(organiser).exclude(club=None)
    return clubs.filter(
        Q(pk__in=registered.values("club")) | Q(pk__in=known.values("club")) | Q(organiser__isnull=False)
    )


def club_names(organiser: Organiser) -> list[str]:
    return sorted(clubs_of(organiser).values_list("name", flat=True), key=order_of)
