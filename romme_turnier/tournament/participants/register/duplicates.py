"""Suggesting duplicates in the register to officials, who decide."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from hashlib import blake2b
from typing import Any

from django.db.models import Count, Max, Q, QuerySet, Window
from django.db.models.functions import RowNumber
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
    MergeProposal,
    Player,
    Registration,
)
from romme_turnier.tournament.organisers.reading import names_with_organiser
from romme_turnier.tournament.participants.register.own_people import clubs_kept_by, people_kept_by, people_seen_by
from romme_turnier.tournament.participants.register.proposals import proposes_merges

COMPARED_DIRECTLY = 300  # people, in 20 milliseconds
_KEPT = 3600  # seconds
_EVENTS_NAMED = 10  # of a player: club evenings of many years are too many to read
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

    `events` are the names of the player's last events, oldest first, and `earlier` is the number of events before them.
    If `kept` is False, the reader may not change the player, and sees only name and club.
    """

    player: Player
    events: tuple[str, ...] = ()
    earlier: int = 0
    last_played: date | None = None
    kept: bool = True


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

    A pair is (smaller primary key, larger primary key, likeness). Pairs marked as different, and pairs with an open or
    refused proposal to merge them, are left out.
    """
    people = people_seen_by(user) if proposes_merges(user) else people_kept_by(user)
    mine = set(people.order_by().values_list("pk", flat=True))
    different, proposals = DifferentPlayers.objects.all(), MergeProposal.objects.all()
    if len(mine) <= COMPARED_DIRECTLY:
        alike = _pairs_among(Player.objects.filter(pk__in=mine))
        different, proposals = different.filter(one__in=mine), proposals.filter(keep__in=mine)
    else:
        alike = _all_pairs()
    settled = set(different.values_list("one_id", "other_id"))
    settled |= {(min(pair), max(pair)) for pair in proposals.values_list("keep_id", "drop_id")}
    return [
        (player, other, how)
        for player, other, how in alike
        if player in mine and other in mine and (player, other) not in settled
    ]


def _all_pairs() -> list[tuple[int, int, Likeness]]:
    """Returns all similar pairs, cached until the register changes, because comparing 10,000 names takes a second."""
    key = f"duplicates:{names_version()}"
    alike: list[tuple[int, int, Likeness]] | None = remembered.get(key)
    if alike is None:
        alike = _pairs_among(Player.objects.known())
        remembered.set(key, alike, _KEPT)
    return alike


def names_version() -> str:
    """Returns a text that changes with each change of a name, and with each new, merged or erased person."""
    facts = {"n": Count("pk"), "newest": Max("pk")}
    people, renamed = Player.objects.known().aggregate(**facts), EarlierName.objects.aggregate(**facts)
    return ":".join(map(str, (*people.values(), *renamed.values())))


def _pairs_among(people: QuerySet[Player]) -> list[tuple[int, int, Likeness]]:
    rows = people.order_by("pk").values_list("pk", "first_name", "last_name")
    return pairs({pk: name_of(first, last) for pk, first, last in rows})


def club_pairs(user: User) -> list[tuple[Club, Club]]:
    """Returns pairs of similar clubs that the official may merge, except pairs marked as different.

    In each pair, the club with more players in the register comes first.
    """
    different = set(DifferentClubs.objects.values_list("one_id", "other_id"))
    alike = [pair for pair in _all_club_pairs() if pair not in different]
    if not alike:  # as usual: the ties of clubs need not be looked up
        return []
    kept = clubs_kept_by(user, {pk for pair in alike for pk in pair}).annotate(members=Count("players"))
    clubs = {club.pk: (club, club.members) for club in kept}
    mine = [(clubs[pk], clubs[other]) for pk, other in alike if pk in clubs and other in clubs]
    return [(club, other) if size >= other_size else (other, club) for (club, size), (other, other_size) in mine]


def _all_club_pairs() -> list[tuple[int, int]]:
    """Returns all pairs of similar clubs, cached until a club is added, renamed or removed."""
    names = list(Club.objects.order_by("pk").values_list("pk", "name"))
    key = f"duplicate-clubs:{blake2b(repr(names).encode(), digest_size=16).hexdigest()}"
    alike: list[tuple[int, int]] | None = remembered.get(key)
    if alike is None:
        alike = [(club, other) for club, other, _how in pairs({pk: club_of(name) for pk, name in names})]
        remembered.set(key, alike, _KEPT)
    return alike


def suggestions(alike: Iterable[tuple[int, int, Likeness]], user: User) -> list[Suggestion]:
    """Returns a suggestion for each of these pairs; pairs with a player who no longer exists are left out."""
    alike = list(alike)
    if not alike:
        return []
    sides = sides_of({pk for player, other, _how in alike for pk in (player, other)})
    kept = set(people_kept_by(user, sides).values_list("pk", flat=True))
    sides = {pk: side if pk in kept else Side(side.player, kept=False) for pk, side in sides.items()}
    shown = []
    for first, other, how in alike:
        if first in sides and other in sides:
            keep, drop = sorted(
                (sides[first], sides[other]),
                key=lambda side: (bool(side.player.key), len(side.events) + side.earlier, -side.player.pk),
                reverse=True,
            )
            shown.append(Suggestion(keep, drop, how))
    return shown


def sides_of(players: Collection[int]) -> dict[int, Side]:
    """Returns these players, by primary key, with their last events; players who no longer exist are left out.

    Show them only to officials who direct all these events (register/own_people.py).
    """
    rows = Registration.objects.filter(player__in=players).order_by()
    tomorrow = timezone.make_aware(datetime.combine(timezone.localdate() + timedelta(days=1), time.min))
    # In one statement, because the database reads all events of these players.
    annotated = rows.annotate(
        latest=Window(RowNumber(), partition_by="player", order_by=["-event__starts_at", "-pk"]),
        count=Window(Count("pk"), partition_by="player"),
        last=Window(Max("event__starts_at", filter=Q(event__starts_at__lt=tomorrow)), partition_by="player"),
    )
    last_rows = annotated.filter(latest__lte=_EVENTS_NAMED).order_by("-latest")
    last_rows = last_rows.select_related("event__held_by").only("player", "event__name", "event__held_by__name")
    last_events: list[Any] = list(last_rows)
    names: Mapping[int, list[str]] = defaultdict(list)
    counts: dict[int, tuple[int, datetime | None]] = {}
    for row, name in zip(last_events, names_with_organiser(row.event for row in last_events), strict=True):
        names[row.player_id].append(name)
        counts[row.player_id] = row.count, row.last
    sides = {}
    for player in Player.objects.filter(pk__in=players).select_related("club"):
        count, last = counts.get(player.pk, (0, None))
        shown = tuple(names[player.pk])
        sides[player.pk] = Side(player, shown, count - len(shown), timezone.localdate(last) if last else None)
    return sides
