"""Looking up people and clubs in the register.

A matching name is only a suggestion; an official decides whether it is the same person.
"""

from collections import defaultdict
from collections.abc import Collection
from heapq import nsmallest

from django.db.models import QuerySet

from romme_turnier.core.people.duplicates import folded, spelling_key
from romme_turnier.core.people.names import letters, order_of, person_order
from romme_turnier.tournament.models import Club, Player

NameKey = tuple[str, str]


def name_key(first_name: str, last_name: str) -> NameKey:
    return folded(first_name), folded(last_name)


def namesakes(names: Collection[NameKey]) -> dict[NameKey, list[Player]]:
    """Returns the players with each of these names, in any spelling and order of names (core/people/duplicates.py).

    Names without a match are omitted.
    """
    wanted: dict[NameKey, list[NameKey]] = defaultdict(list)
    for key in set(names):
        wanted[spelling_key(*key)].append(key)
    by_name: dict[NameKey, list[int]] = defaultdict(list)
    for pk, first_name, last_name in Player.objects.known().values_list("pk", "first_name", "last_name"):
        for key in wanted.get(spelling_key(first_name, last_name), ()):
            by_name[key].append(pk)
    players = Player.objects.select_related("club").in_bulk([pk for pks in by_name.values() for pk in pks])
    return {key: [players[pk] for pk in pks] for key, pks in by_name.items()}


def search(text: str, people: QuerySet[Player] | None = None, *, limit: int = 8) -> list[Player]:
    """Returns the first `limit` players, by name, if each typed word begins a word of their name or club.

    Searches `people`, by default the whole register. Umlauts, accents and hyphens do not matter: "nuess", "nuss" and
    "nüß" all find "Nüßlein".
    """
    words = letters(text)
    if not words:
        return []
    matches = []
    people = Player.objects.known() if people is None else people
    for pk, first_name, last_name, club in people.values_list("pk", "first_name", "last_name", "club__name"):
        parts = [part for text in (first_name, last_name, club or "") for part in letters(text)]
        if all(any(part.startswith(word) for part in parts) for word in words):
            matches.append((person_order(first_name, last_name), pk))
    players = Player.objects.select_related("club").in_bulk([pk for _order, pk in nsmallest(limit, matches)])
    return sorted(players.values(), key=lambda player: player.order)


def club_names() -> list[str]:
    return sorted(Club.objects.values_list("name", flat=True), key=order_of)


def find_club(name: str) -> Club | None:
    """Returns the club with that name, ignoring case and blanks; None if there is none."""
    wanted = folded(name)
    return next((club for club in Club.objects.all() if folded(club.name) == wanted), None)
