"""Merging duplicate people or clubs: the rows that refer to the second entry move to the first.

A registration moves as a whole, with its seats, lists, money and prizes. Hashes do not change, because lists hold names
only as salted commitments.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.register.merging_registrations import Both, both_at_once, join
from romme_turnier.tournament.participants.register.organiser_players import renew_organisers_of
from romme_turnier.tournament.participants.register.own_people import demand_clubs_kept, demand_kept
from romme_turnier.tournament.participants.waiting_list import move_up
from romme_turnier.tournament.shared.effects import invalidate_public_pages, lock_seasons_with
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from romme_turnier.tournament.shared.outbox import names_changed
from romme_turnier.tournament.shared.references import pointers, pointing
from romme_turnier.tournament.shared.service import lock_events, nothing_done, part_of_service, service
from romme_turnier.tournament.standings.results import outdate_by_membership, refresh_results


@dataclass(frozen=True, slots=True)
class PlayerPlan:
    """The effects of merging two players. `both` holds a pair of registrations for each event that has both players."""

    keep: models.Player
    drop: models.Player
    moving: tuple[models.Registration, ...]
    both: tuple[Both, ...]
    bans: int
    memberships: int
    key_lost: str  # the register key that ceases to exist, or ""
    key_moved: str  # the register key that moves to `keep`, or ""
    club_moved: models.Club | None

    @property
    def mark(self) -> str:
        """A fingerprint of the plan, to detect changes since an official saw it."""
        parts: list[Any] = [
            [(player.pk, player.name) for player in (self.keep, self.drop)],
            [registration.pk for registration in self.moving],
            [(pair.stays.pk, pair.goes.pk, pair.goes.number) for pair in self.both],
            [self.bans, self.memberships, self.key_lost, self.key_moved],
            self.club_moved and (self.club_moved.pk, self.club_moved.name),
        ]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def plan_players(keep: models.Player, drop: models.Player) -> PlayerPlan:
    """Returns the effects that `merge_players` would have now. Raises TournamentError if merging is not possible."""
    if keep.pk == drop.pk:
        raise TournamentError(_("Das ist derselbe Eintrag."))
    here = {registration.event_id: registration for registration in _registrations(keep)}
    theirs = _registrations(drop)
    keys = (keep.key or "", drop.key or "")
    return PlayerPlan(
        keep=keep,
        drop=drop,
        moving=tuple(registration for registration in theirs if registration.event_id not in here),
        both=tuple(
            both_at_once(here[registration.event_id], registration)
            for registration in theirs
            if registration.event_id in here
        ),
        bans=drop.bans.count(),
        memberships=drop.memberships.count(),
        key_lost=keys[1] if all(keys) else "",
        key_moved="" if keys[0] else keys[1],
        club_moved=None if keep.club else drop.club,
    )


def _registrations(player: models.Player) -> list[models.Registration]:
    return list(player.registrations.select_related("event", "player", "club").order_by("event__starts_at", "pk"))


@service(gettext_lazy("Personen zusammengelegt"))
def merge_players(
    keep: models.Player, drop: models.Player, *, by: User | None, expected: str | None = None
) -> PlayerPlan:
    """Moves everything from `drop` to `keep`, and removes `drop` from the register; returns the executed plan.

    Deletes the page over all years (`YearsPage`) of `drop`, its consents in seasons with both players, and proposals
    about `drop`. The waiting lists of events with both players may move up. `expected` is the mark of the plan that the
    official saw. Raises Conflict if the mark has changed or a player no longer exists, and TournamentError if both are
    the same entry, if they cannot be the same person, if a noted payment contradicts the ledger, or if the official may
    not change them.
    """
    lock_seasons_with(drop.results.all())
    of_both = models.Registration.objects.filter(player__in=(keep, drop))
    lock_events(of_both.values_list("event_id", flat=True))
    locked = models.Player.objects.select_for_update(no_key=True).order_by("pk").in_bulk([keep.pk, drop.pk])
    if len(locked) < len({keep.pk, drop.pk}):
        raise Conflict(_("Einen der beiden Einträge gibt es nicht mehr."))
    demand_kept(locked.values(), by)
    plan = plan_players(locked[keep.pk], locked[drop.pk])
    if expected is not None and plan.mark != expected:
        raise Conflict(_("Inzwischen hat sich etwas geändert. Bitte sehen Sie sich noch einmal an, was geschieht."))
    keep, drop = plan.keep, plan.drop
    names_changed(keep, drop)  # while the numbers of both are known
    touched = {registration.event for registration in (*_registrations(keep), *plan.moving)}
    for both in plan.both:
        join(both, keep, by)
    for registration in plan.moving:
        registration.player = keep
        registration.save(update_fields=["player"])
    for player in (keep, drop):
        renew_organisers_of(player)
    _move_different(models.DifferentPlayers, keep.pk, drop.pk)
    models.MergeProposal.objects.filter(Q(keep=drop) | Q(drop=drop)).delete()
    _join_memberships(keep, drop)
    _join_season_numbers(keep, drop)
    models.YearsPage.objects.filter(player=drop).delete()  # consent covers only the entry for which it was given
    _move_the_rest(keep, drop)
    models.EarlierName.objects.create(player=keep, first_name=drop.first_name, last_name=drop.last_name, entry=drop.pk)
    drop.delete()
    if plan.key_moved or plan.club_moved:
        keep.key, keep.club = keep.key or plan.key_moved or None, keep.club or plan.club_moved
        keep.save(update_fields=["key", "club"])
    for event in touched:
        invalidate_public_pages(event.pk)
        refresh_results(event.pk)
    if plan.memberships:  # the evenings of `keep` as a guest may count now
        outdate_by_membership(keep)
    for both in plan.both:
        move_up(both.stays.event, by=by)
    return plan


def is_merged(keep: int, drop: int) -> bool:
    """Returns whether the player `drop` has been merged into the player `keep`, both given as primary keys."""
    return models.EarlierName.objects.filter(player=keep, entry=drop).exists()


@dataclass(frozen=True, slots=True)
class ClubPlan:
    keep: models.Club
    drop: models.Club
    players: int
    registrations: int
    invitations: int
    keys_lost: tuple[str, ...]  # keys of `drop` in event files that name both clubs


def plan_clubs(keep: models.Club, drop: models.Club) -> ClubPlan:
    if keep.pk == drop.pk:
        raise TournamentError(_("Das ist derselbe Eintrag."))
    if hasattr(keep, "organiser") and hasattr(drop, "organiser"):
        raise TournamentError(_("Beide Clubs sind Veranstalter in diesem Programm und bleiben deshalb getrennt."))
    named = keep.event_clubs.values("event")
    return ClubPlan(
        keep=keep,
        drop=drop,
        players=drop.players.count(),
        registrations=drop.registrations.count(),
        invitations=models.PlayerInvitation.objects.filter(club=drop).count(),
        keys_lost=tuple(drop.event_clubs.filter(event__in=named).values_list("key", flat=True)),
    )


@service(gettext_lazy("Clubs zusammengelegt"))
def merge_clubs(keep: models.Club, drop: models.Club, *, by: User | None) -> ClubPlan:
    """Moves all rows that refer to `drop`, including past ones, to `keep`, and deletes `drop`; returns the plan.

    Raises TournamentError if the official may not change one of the clubs, if they are the same, or if both are
    organisers.
    """
    lock_seasons_with(drop.results.all())
    events = set(drop.registrations.values_list("event_id", flat=True))
    lock_events(events)
    demand_clubs_kept((keep, drop), by)
    plan = plan_clubs(keep, drop)
    if models.Organiser.objects.filter(club__in=(keep, drop)).count() > 1:
        raise TournamentError(_("Beide Clubs sind Veranstalter in diesem Programm."))
    drop.event_clubs.filter(event__in=[row.event_id for row in keep.event_clubs.all()]).delete()
    _move_different(models.DifferentClubs, keep.pk, drop.pk)
    _move_the_rest(keep, drop)
    drop.delete()
    for event in events:
        invalidate_public_pages(event)
        refresh_results(event)
    return plan


def _move_the_rest(keep: models.Player | models.Club, drop: models.Player | models.Club) -> None:
    drop.results.all().delete()  # made again at the end of the act, which outdates rankings of the seasons
    for model, field in pointers(type(drop)):
        pointing(model, field, drop).update(**{field: keep.pk})


def _move_different(model: type[models.DifferentPlayers] | type[models.DifferentClubs], keep: int, drop: int) -> None:
    """Replaces each mark "different from `drop`" with a mark "different from `keep`"."""
    rows = model._default_manager.filter(Q(one=drop) | Q(other=drop))
    others = {row.other_id if row.one_id == drop else row.one_id for row in rows} - {keep}
    rows.delete()
    for other in others:
        first, second = sorted((keep, other))
        model._default_manager.get_or_create(one_id=first, other_id=second)


@part_of_service
def _join_memberships(keep: models.Player, drop: models.Player) -> None:
    """Moves memberships to `keep`. Overlapping ones at an organiser become one that covers all their days."""
    for moving in drop.memberships.order_by("pk"):
        own = keep.memberships.filter(organiser=moving.organiser_id).order_by("pk")
        stays, *others = [*(row for row in own if row.overlaps(moving.since, moving.until)), moving]
        for other in others:
            other.delete()
            stays.since = min((day for day in (stays.since, other.since) if day), default=None)
            stays.until = max(stays.until, other.until) if stays.until and other.until else None
            stays.number = stays.number or other.number
        stays.player = keep
        stays.save(update_fields=["player", "since", "until", "number"])


@part_of_service
def _join_season_numbers(keep: models.Player, drop: models.Player) -> None:
    """Marks the numbers of `drop` as replaced in seasons in which `keep` also has one; issued editions still use them.

    A consent covers only the entry for which it was given, so the consent of `drop` ends in these seasons.
    """
    current = keep.seasons.current().values("season")
    for row in drop.seasons.current().filter(season__in=current):
        row.consents.all().delete()
        row.replaced, row.publish_name = True, False
        row.save(update_fields=["replaced", "publish_name"])


@service(gettext_lazy("Als verschieden vermerkt"))
def not_the_same(entry: models.Player | models.Club, other: models.Player | models.Club, *, by: User | None) -> None:
    """Records that two similar players or clubs are different, so that they are not suggested again.

    Raises TournamentError if the official may not change one of them.
    """
    model: type[models.DifferentPlayers] | type[models.DifferentClubs] = models.DifferentClubs
    for row in (entry, other):
        if isinstance(row, models.Player):
            demand_kept([row], by)
            model = models.DifferentPlayers
        else:
            demand_clubs_kept([row], by)
    first, second = sorted((entry.pk, other.pk))
    pairs = model._default_manager
    if first == second or not pairs.get_or_create(one_id=first, other_id=second, defaults={"by": by})[1]:
        nothing_done()
