"""Possible duplicates in the register: suggestions, which only an official decides on."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max
from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.core.people.duplicates import Likeness, club_of, name_of, pairs
from romme_turnier.remembered import remembered
from romme_turnier.tournament.models import Club, DifferentClubs, DifferentPlayers, Event, Player, Registration

_KEPT = 3600


def say_likeness(how: Likeness) -> str:
    return {
        Likeness.SAME: _("gleicher Name"),
        Likeness.SPELLING: _("gleich bis auf die Schreibweise"),
        Likeness.SWAPPED: _("Vor- und Nachname vertauscht"),
        Likeness.PART: _("gleich bis auf einen weiteren Namen"),
        Likeness.ERRORS: _("gleich bis auf ein oder zwei Buchstaben"),
    }[how]


@dataclass(frozen=True, slots=True)
class Side:
    """One of two players, as officials tell them apart. `elsewhere` counts events that they may not see."""

    player: Player
    events: tuple[Event, ...]
    elsewhere: int
    last_played: date | None


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two who are alike. The one with more events comes first: most likely the one to keep."""

    keep: Side
    drop: Side
    likeness: Likeness

    @property
    def words(self) -> str:
        return say_likeness(self.likeness)


def player_pairs() -> list[tuple[int, int, Likeness]]:
    """Returns primary keys of all alike players of the register, the smaller first; the surest pairs first.

    Pairs marked as different are left out. Searching the register takes a second for thousands, so the result is cached
    until a name changes.
    """
    newest = Player.history.aggregate(newest=Max("history_id"))["newest"]
    key = f"duplicates:{newest}:{Player.objects.count()}"
    found: list[tuple[int, int, Likeness]] | None = remembered.get(key)
    if found is None:
        people = Player.objects.exclude(first_name=Player.NOBODY[0], last_name=Player.NOBODY[1])
        rows = people.order_by("pk").values_list("pk", "first_name", "last_name")
        found = pairs({pk: name_of(first, last) for pk, first, last in rows})
        remembered.set(key, found, _KEPT)
    different = set(DifferentPlayers.objects.values_list("one_id", "other_id"))
    return [pair for pair in found if pair[:2] not in different]


def club_pairs() -> list[tuple[Club, Club]]:
    """Returns clubs that may be one, the larger first."""
    clubs = {club.pk: club for club in Club.objects.order_by("pk")}
    size = dict(Club.objects.annotate(players_here=Count("players")).values_list("pk", "players_here"))
    different = set(DifferentClubs.objects.values_list("one_id", "other_id"))
    found = pairs({pk: club_of(club.name) for pk, club in clubs.items()})
    alike = [(one, other) for one, other, _how in found if (one, other) not in different]
    return [
        (clubs[one], clubs[other]) if size[one] >= size[other] else (clubs[other], clubs[one]) for one, other in alike
    ]


def suggestions(found: Iterable[tuple[int, int, Likeness]], user: User) -> list[Suggestion]:
    """Returns these pairs with what tells the two apart."""
    found = list(found)
    sides = sides_of({pk for one, other, _how in found for pk in (one, other)}, user)
    shown = []
    for one, other, how in found:
        if one in sides and other in sides:
            keep, drop = sorted((sides[one], sides[other]), key=_worth, reverse=True)
            shown.append(Suggestion(keep, drop, how))
    return shown


def _worth(side: Side) -> tuple[bool, int, int]:
    return (bool(side.player.key), len(side.events) + side.elsewhere, -side.player.pk)


def sides_of(players: Collection[int], user: User) -> dict[int, Side]:
    """Returns what an official sees of players: own and public events by name, others as a number."""
    rows = Registration.objects.filter(player__in=players).select_related("event").order_by("event__starts_at")
    events: Mapping[int, list[Event]] = defaultdict(list)
    for row in rows:
        events[row.player_id].append(row.event)
    known = known_to(user)
    sides = {}
    for player in Player.objects.filter(pk__in=players).select_related("club"):
        mine = events[player.pk]
        named = tuple(event for event in mine if known is None or event.published_at or event.pk in known)
        played = [day for event in mine if (day := timezone.localdate(event.starts_at)) <= timezone.localdate()]
        sides[player.pk] = Side(player, named, len(mine) - len(named), max(played, default=None))
    return sides


def may_know(event: Event, user: User) -> bool:
    """Returns whether the official may see the event's name: it is public, or they have a task there."""
    known = known_to(user)
    return known is None or event.published_at is not None or event.pk in known


def known_to(user: User) -> set[int] | None:
    return None if user.is_superuser else set(user.event_roles.values_list("event_id", flat=True))
