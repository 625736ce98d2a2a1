"""Suggesting duplicates in the register to officials, who decide."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from romme_turnier.accounts.models import User
from romme_turnier.core.people.duplicates import Likeness, club_of, name_of, pairs
from romme_turnier.fast.page_cache import remembered
from romme_turnier.tournament.models import (
    Club,
    DifferentClubs,
    DifferentPlayers,
    EarlierName,
    Event,
    MergeProposal,
    Player,
    Registration,
)
from romme_turnier.tournament.organisers.reading import name_with_organiser
from romme_turnier.tournament.participants.register.own_people import clubs_kept_by, people_kept_by, people_seen_by
from romme_turnier.tournament.participants.register.proposals import proposes_merges

_KEPT = 3600  # seconds
_LIKENESS = {
    Likeness.SAME: _("gleicher Name"),
    Likeness.SPELLING: _("gleich bis auf die Schreibweise"),
    Likeness.SWAPPED: _("Vor- und Nachname vertauscht"),
    Likeness.PART: _("gleich bis auf einen weiteren Namen"),
    Likeness.ERRORS: _("gleich bis auf ein oder zwei Buchstaben"),
}


@dataclass(frozen=True, slots=True)
class Side:
    """One of two players, with the facts that distinguish them.

    If the player is not `kept`, readers see only name and club.
    """

    player: Player
    events: tuple[Event, ...]
    last_played: date | None
    kept: bool = True

    @property
    def event_names(self) -> list[str]:
        return [name_with_organiser(event) for event in self.events]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two similar entries; an entry with a register key or with more events is the one to keep."""

    keep: Side
    drop: Side
    likeness: Likeness

    @property
    def is_proposal(self) -> bool:
        """Whether the reader may only propose to merge them."""
        return not (self.keep.kept and self.drop.kept)

    @property
    def words(self) -> str:
        return str(_LIKENESS[self.likeness])


def player_pairs(user: User) -> list[tuple[int, int, Likeness]]:
    """Returns pairs of similar players whom the official may merge, or propose to merge, the most similar first.

    A pair is (smaller primary key, larger primary key, likeness). Left out are pairs marked as different, and pairs
    with a proposal to merge them.
    """
    people = people_seen_by(user) if proposes_merges(user) else people_kept_by(user)
    kept = None if user.is_superuser else set(people.values_list("pk", flat=True))
    different = set(DifferentPlayers.objects.values_list("one_id", "other_id"))
    different |= {(min(pair), max(pair)) for pair in MergeProposal.objects.values_list("keep_id", "drop_id")}
    return [
        (player, other, how)
        for player, other, how in _all_pairs()
        if (player, other) not in different and (kept is None or {player, other} <= kept)
    ]


def _all_pairs() -> list[tuple[int, int, Likeness]]:
    """Returns all similar pairs, cached until the register changes: comparing thousands of names takes a second."""
    people = Player.objects.known().aggregate(n=Count("pk"), newest=Max("pk"))
    renamed = EarlierName.objects.aggregate(newest=Max("pk"))["newest"]
    key = f"duplicates:{people['n']}:{people['newest']}:{renamed}"
    alike: list[tuple[int, int, Likeness]] | None = remembered.get(key)
    if alike is None:
        rows = Player.objects.known().order_by("pk").values_list("pk", "first_name", "last_name")
        alike = pairs({pk: name_of(first, last) for pk, first, last in rows})
        remembered.set(key, alike, _KEPT)
    return alike


def club_pairs(user: User) -> list[tuple[Club, Club]]:
    """Returns pairs of similar clubs that the official may merge, the larger club first."""
    clubs = {club.pk: club for club in clubs_kept_by(user).order_by("pk")}
    size = dict(Club.objects.annotate(players_here=Count("players")).values_list("pk", "players_here"))
    different = set(DifferentClubs.objects.values_list("one_id", "other_id"))
    similar = pairs({pk: club_of(club.name) for pk, club in clubs.items()})
    alike = [(club, other) for club, other, _how in similar if (club, other) not in different]
    return [
        (clubs[club], clubs[other]) if size[club] >= size[other] else (clubs[other], clubs[club])
        for club, other in alike
    ]


def suggestions(alike: Iterable[tuple[int, int, Likeness]], user: User) -> list[Suggestion]:
    """Returns a suggestion for each of these pairs; pairs with a player who no longer exists are left out."""
    alike = list(alike)
    sides = sides_of({pk for player, other, _how in alike for pk in (player, other)})
    kept = set(people_kept_by(user, sides).values_list("pk", flat=True))
    sides = {pk: side if pk in kept else Side(side.player, (), None, kept=False) for pk, side in sides.items()}
    shown = []
    for first, other, how in alike:
        if first in sides and other in sides:
            keep, drop = sorted(
                (sides[first], sides[other]),
                key=lambda side: (bool(side.player.key), len(side.events), -side.player.pk),
                reverse=True,
            )
            shown.append(Suggestion(keep, drop, how))
    return shown


def sides_of(players: Collection[int]) -> dict[int, Side]:
    """Returns these players, by primary key, with all their events.

    Show them only to officials who direct all these events (register/own_people.py).
    """
    rows = Registration.objects.filter(player__in=players).select_related("event__held_by").order_by("event__starts_at")
    events: Mapping[int, list[Event]] = defaultdict(list)
    for row in rows:
        events[row.player_id].append(row.event)
    sides = {}
    for player in Player.objects.filter(pk__in=players).select_related("club"):
        mine = events[player.pk]
        played = [day for event in mine if (day := timezone.localdate(event.starts_at)) <= timezone.localdate()]
        sides[player.pk] = Side(player, tuple(mine), max(played, default=None))
    return sides
