"""Adding, changing, ending and removing memberships of an organiser, one by one or from a list."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.people.names import tidy
from romme_turnier.tournament import models
from romme_turnier.tournament.offices import OrganiserRight, may_at
from romme_turnier.tournament.participants.register.lookup import name_key, namesakes, people_of
from romme_turnier.tournament.participants.register.own_people import CHANGED, demand_kept, demand_still_there
from romme_turnier.tournament.participants.registrations import rename
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from romme_turnier.tournament.shared.service import note, part_of_service, service
from romme_turnier.tournament.standings.results import outdate_by_membership

NUMBER_LENGTH = 20
EARLIEST = 1900  # the first plausible year of joining


@dataclass(frozen=True, slots=True, kw_only=True)
class MembershipDetails:
    """A membership as officials describe it. `since` is None if unknown; `until`, its last day, is None for no end."""

    kind: str = models.Membership.Kind.FULL
    number: str = ""
    since: date | None = None
    until: date | None = None

    @classmethod
    def of(cls, row: models.Membership) -> "MembershipDetails":
        return cls(kind=row.kind, number=row.number, since=row.since, until=row.until)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberChange:
    """A change to a member of an organiser.

    If `player` is None, a new person is added; if `membership` is None, a new membership is added. With `takes_name`,
    the player is renamed to `first_name` and `last_name`. `other_person` is described at `add_member`.
    """

    player: models.Player | None
    first_name: str
    last_name: str
    takes_name: bool = False
    other_person: bool = False
    membership: models.Membership | None
    details: MembershipDetails


def memberships_at(organiser: models.Organiser) -> QuerySet[models.Membership]:
    """Returns the memberships of the organiser, including former ones."""
    return organiser.memberships.select_related("player__club")


def current() -> Q:
    """Returns the condition for memberships that are in force today or begin later."""
    return Q(until=None) | Q(until__gte=timezone.localdate())


@service(gettext_lazy("Mitglied aufgenommen"))
def add_member(
    organiser: models.Organiser,
    player: models.Player | None,
    first_name: str,
    last_name: str,
    details: MembershipDetails,
    *,
    other_person: bool = False,
    by: User,
) -> models.Membership:
    """Adds a membership of a known person or, if `player` is None, of a new one with this name.

    `other_person` means that an official has seen the people with this name, and the new person is not one of them.
    Rankings that depend on the membership become outdated. Raises Faults about the name and the details, or about
    "player" if the person is a member already. Raises TournamentError if `by` may not keep the members, or if the known
    person has been merged or erased.
    """
    _demand_right(organiser, by)
    demand_still_there([player] if player else [])
    if player is None and not tidy(f"{first_name}{last_name}"):
        raise Faults({"last_name": _("Bitte geben Sie einen Namen an.")})
    change = MemberChange(
        player=player,
        first_name=first_name,
        last_name=last_name,
        other_person=other_person,
        membership=None,
        details=details,
    )
    return _store(organiser, change, by)


@service(gettext_lazy("Mitgliedschaft geändert"))
def change_membership(membership: models.Membership, details: MembershipDetails, *, by: User) -> models.Membership:
    """Changes a membership; a last day ends it. Rankings that depend on it become outdated (`outdate_by_membership`).

    Raises Faults as `add_member` does, and TournamentError as `remove_membership` does.
    """
    _demand_right(membership.organiser, by)
    _demand_still_stored([membership])
    change = MemberChange(player=membership.player, first_name="", last_name="", membership=membership, details=details)
    return _store(membership.organiser, change, by)


@service(gettext_lazy("Mitgliedschaft gelöscht"))
def remove_membership(membership: models.Membership, *, by: User) -> None:
    """Removes a membership that was entered by mistake.

    A person without registrations, other memberships and bans is also removed from the register, because no organiser
    would see them. Rankings that depend on the membership become outdated. Raises TournamentError if `by` may not keep
    the members, if the membership has been removed, or if the person has been merged or erased.
    """
    _demand_right(membership.organiser, by)
    _demand_still_stored([membership])
    player = membership.player
    models.Membership.objects.filter(pk=membership.pk).delete()  # keeps the row's primary key, for the log
    outdate_by_membership(player)
    if not any(rows.exists() for rows in (player.registrations, player.memberships, player.bans)):
        models.Player.objects.filter(pk=player.pk).delete()


@service(gettext_lazy("Mitgliederliste übernommen"))
def store_member_list(
    organiser: models.Organiser,
    changes: Sequence[MemberChange],
    ended: Sequence[models.Membership],
    *,
    until: date,
    by: User,
) -> int:
    """Stores the changes of a list, and ends the memberships `ended` on the day `until`.

    Returns the number of memberships stored and ended, together. Raises TournamentError, and stores nothing, if `by`
    may not keep the members, if a membership has been removed, if a person has been merged or erased, or if one of the
    changes cannot be stored (with Faults about its details, or because `by` may not change the person's name).
    """
    _demand_right(organiser, by)
    known = [change.membership for change in changes if change.membership]
    _demand_still_stored([*known, *ended], [change.player for change in changes if change.player])
    # Two members may exchange their numbers, so all numbers are cleared first.
    models.Membership.objects.filter(organiser=organiser, pk__in=[row.pk for row in known]).update(number="")
    for membership in ended:
        details = replace(MembershipDetails.of(membership), until=until)
        change = MemberChange(
            player=membership.player, first_name="", last_name="", membership=membership, details=details
        )
        _store(organiser, change, by)
    for change in changes:
        _store(organiser, change, by)
    note("members", new=len(changes))
    note("members_ended", new=len(ended))
    return len(changes) + len(ended)


def _demand_right(organiser: models.Organiser, by: User) -> None:
    """Locks the organiser, so that other changes wait. Raises TournamentError if `by` may not keep the members."""
    list(models.Organiser.objects.select_for_update(no_key=True).filter(pk=organiser.pk))
    if not may_at(by, OrganiserRight.KEEP_REGISTER, organiser):
        raise TournamentError(
            _("Mitglieder führt, wer hier oder darüber die Mitgliederverwaltung oder den Vorsitz hat.")
        )


def _demand_still_stored(memberships: Sequence[models.Membership], people: Sequence[models.Player] = ()) -> None:
    """Locks the people. Raises TournamentError if one has been merged or erased, or if a membership is gone."""
    demand_still_there([*people, *(membership.player for membership in memberships)])
    stored = models.Membership.objects.filter(pk__in=[membership.pk for membership in memberships])
    if stored.count() < len(memberships):
        raise TournamentError(str(CHANGED))


@part_of_service
def _store(organiser: models.Organiser, change: MemberChange, by: User) -> models.Membership:
    if faults := _faults(organiser, change):
        raise Faults(faults)
    player = change.player or _new_person(organiser, change, by)
    if change.takes_name and (player.first_name, player.last_name) != (change.first_name, change.last_name):
        demand_kept([player], by)
        rename(player, tidy(change.first_name), tidy(change.last_name))
        for event in sorted(player.registrations.values_list("event_id", flat=True)):
            invalidate_public_pages(event)
    number = tidy(change.details.number)
    # A person who joins again may take over the number of the earlier membership.
    own = models.Membership.objects.filter(organiser=organiser, player=player, number=number).exclude(number="")
    if change.membership:
        own = own.exclude(pk=change.membership.pk)
    own.update(number="")
    membership = change.membership or models.Membership(organiser=organiser, player=player)
    membership.kind, membership.number = change.details.kind, number
    membership.since, membership.until = change.details.since, change.details.until
    membership.save()
    outdate_by_membership(player)
    return membership


@part_of_service
def _new_person(organiser: models.Organiser, change: MemberChange, by: User) -> models.Player:
    player = models.Player.objects.create(
        first_name=tidy(change.first_name), last_name=tidy(change.last_name), club=organiser.club
    )
    if change.other_person:
        key = name_key(player.first_name, player.last_name)
        for other in namesakes([key], people_of(organiser)).get(key, []):
            if other != player:
                models.DifferentPlayers.objects.get_or_create(one=other, other=player, defaults={"by": by})
    return player


def _faults(organiser: models.Organiser, change: MemberChange) -> dict[str, str]:
    """Returns the faults of a change, by the field of its details, or "player" if the person is a member already."""
    details, faults = change.details, {}
    others = organiser.memberships.all()
    if change.membership:
        others = others.exclude(pk=change.membership.pk)
    if details.since and details.since.year < EARLIEST:
        words = _("Vor %(year)d ist niemand eingetreten, der heute spielt. Stimmt das Jahr?")
        faults["since"] = words % {"year": EARLIEST}
    if details.since and details.until and details.until < details.since:
        faults["until"] = _("Eine Mitgliedschaft endet nicht vor ihrem ersten Tag.")
    if details.kind not in models.Membership.Kind:
        faults["kind"] = _("Diese Art gibt es nicht.")
    number = tidy(details.number)
    if len(number) > NUMBER_LENGTH:
        faults["number"] = _("Eine Mitgliedsnummer hat höchstens %(most)d Zeichen.") % {"most": NUMBER_LENGTH}
    elif number and (
        holder := others.filter(number=number).exclude(player=change.player).select_related("player").first()
    ):
        faults["number"] = _("Die Mitgliedsnummer %(number)s hat schon %(name)s.") % {
            "number": number,
            "name": holder.player.name,
        }
    if change.player and details.until is None and others.filter(player=change.player, until=None).exists():
        faults["player"] = _("%(name)s ist schon Mitglied.") % {"name": change.player.name}
    elif change.player and any(
        other.overlaps(details.since, details.until) for other in others.filter(player=change.player)
    ):
        faults["since"] = _("%(name)s war in dieser Zeit schon Mitglied.") % {"name": change.player.name}
    return faults
