"""Looking up people and clubs in the register.

A matching name is only a suggestion; an official decides whether it is the same person.

If there are several organisers, each finds only its own people and those of the organisers below.
"""

from collections import defaultdict
from collections.abc import Collection
from heapq import nsmallest

from django.db.models import Q, QuerySet

from romme_turnier.core.people.duplicates import folded, spelling_key
from romme_turnier.core.people.names import letters, order_of, person_order
from romme_turnier.tournament.models import Club, Membership, Organiser, Player, Registration
from romme_turnier.tournament.organisers.reading import are_several, at_and_below

NameKey = tuple[str, str]


def name_key(first_name: str, last_name: str) -> NameKey:
    return folded(first_name), folded(last_name)


def people_of(organiser: Organiser) -> QuerySet[Player]:
    """Returns the players whom the organiser finds by name: those with a registration or membership there or below."""
    people = Player.objects.known()
    if not are_several():
        return people
    here = at_and_below(organiser)
    registered = Registration.objects.filter(event__held_by__in=here).values("player")
    members = Membership.objects.filter(organiser__in=here).values("player")
    return people.filter(Q(pk__in=registered) | Q(pk__in=members))


def namesakes(names: Collection[NameKey], people: QuerySet[Player]) -> dict[NameKey, list[Player]]:
    """Returns the people with each of these names, in any spelling and order of names (core/people/duplicates.py).

    Names without a match are omitted.
    """
    wanted: dict[NameKey, list[NameKey]] = defaultdict(list)
    for key in set(names):
        wanted[spelling_key(*key)].append(key)
    by_name: dict[NameKey, list[int]] = defaultdict(list)
    for pk, first_name, last_name in people.values_list("pk", "first_name", "last_name"):
        for key in wanted.get(spelling_key(first_name, last_name), ()):
            by_name[key].append(pk)
    players = Player.objects.select_related("club").in_bulk([pk for pks in by_name.values() for pk in pks])
    return {key: [players[pk] for pk in pks] for key, pks in by_name.items()}


def search(text: str, people: QuerySet[Player], *, limit: int = 8) -> list[Player]:
    """Returns the first `limit` of these people, by name, if each typed word begins a word of their name or club.

    Umlauts, accents and hyphens do not matter: "nuess", "nuss" and "nüß" all find "Nüßlein".
    """
    words = letters(text)
    if not words:
        return []
    matches = []
    for pk, first_name, last_name, club in people.values_list("pk", "first_name", "last_name", "club__name"):
        parts = [part for text in (first_name, last_name, club or "") for part in letters(text)]
        if all(any(part.startswith(word) for part in parts) for word in words):
            matches.append((person_order(first_name, last_name), pk))
    players = Player.objects.select_related("club").in_bulk([pk for _order, pk in nsmallest(limit, matches)])
    return sorted(players.values(), key=lambda player: player.order)


def clubs_of(organiser: Organiser) -> QuerySet[Club]:
    """Returns the clubs of the people whom the organiser finds, and every club that is an organiser itself."""
    clubs = Club.objects.all()
    if not are_several():
        return clubs
    registered = Registration.objects.filter(event__held_by__in=at_and_below(organiser)).exclude(club=None)
    known = people_of(organiser).exclude(club=None)
    return clubs.filter(
        Q(pk__in=registered.values("club")) | Q(pk__in=known.values("club")) | Q(organiser__isnull=False)
    )


def club_names(organiser: Organiser) -> list[str]:
    return sorted(clubs_of(organiser).values_list("name", flat=True), key=order_of)


def find_club(name: str) -> Club | None:
    """Returns the club with that name, ignoring case and blanks; None if there is none."""
    wanted = folded(name)
    return next((club for club in Club.objects.all() if folded(club.name) == wanted), None)
