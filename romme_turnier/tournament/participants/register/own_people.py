"""The people, clubs and bans in the register that an official may see and change.

An official sees the people of the events entrusted to them (`permissions.entrusted_events`). An office that keeps the
register also sees people with a registration or a membership at its organiser or below. Of people from other events and
organisers, they see only name and club, neither the events nor the reason for a ban. Changing a person requires
directing all events of the person, or an office that covers the organisers of the other events and all memberships.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import (
    Ban,
    Club,
    Event,
    EventClub,
    Membership,
    Organiser,
    Player,
    PlayerInvitation,
    Registration,
)
from romme_turnier.tournament.offices import ORGANISER_GRANTS, OrganiserRight, covered
from romme_turnier.tournament.organisers.reading import are_several, at_and_below
from romme_turnier.tournament.permissions import Right, entrusted_events, may
from romme_turnier.tournament.shared.errors import TournamentError


def organisers_kept_by(user: User) -> QuerySet[Organiser]:
    """Returns the organisers whose register an office of the user keeps."""
    return covered(user, ORGANISER_GRANTS[OrganiserRight.KEEP_REGISTER])


def _own_events(user: User) -> QuerySet[Event]:
    entrusted = Q(pk__in=entrusted_events(user).values("pk"))
    return Event.objects.filter(entrusted | Q(held_by__in=organisers_kept_by(user)))


def _elsewhere(user: User) -> QuerySet[Registration]:
    return Registration.objects.exclude(event__in=_own_events(user))


def _memberships_elsewhere(user: User) -> QuerySet[Membership]:
    """Returns the memberships at organisers that neither an office of the user covers nor hold an entrusted event."""
    entrusted = Q(organiser__in=entrusted_events(user).values("held_by"))
    return Membership.objects.exclude(entrusted | Q(organiser__in=organisers_kept_by(user)))


def people_seen_by(user: User) -> QuerySet[Player]:
    """Returns the players whom the official may see, with name and club."""
    if user.is_superuser:
        return Player.objects.known()
    registered = _of_person(Registration.objects.filter(event__in=_own_events(user)))
    members = _of_person(Membership.objects.filter(organiser__in=organisers_kept_by(user)))
    return Player.objects.known().filter(registered | members)


def people_kept_by(user: User) -> QuerySet[Player]:
    """Returns the players whom the official may merge, rename and erase: players without ties elsewhere."""
    seen = people_seen_by(user)
    if user.is_superuser:
        return seen
    return seen.exclude(_of_person(_elsewhere(user))).exclude(_of_person(_memberships_elsewhere(user)))


def _of_person(rows: QuerySet[Any]) -> Q:
    """Returns the condition for people with one of these rows: asked of each person, after the name is found."""
    return Q(Exists(rows.filter(player=OuterRef("pk"))))


def clubs_kept_by(user: User) -> QuerySet[Club]:
    """Returns the clubs that the official may merge: clubs that only their events and members use."""
    if user.is_superuser:
        return Club.objects.all()
    mine, elsewhere = _own_events(user), _elsewhere(user)
    clubs = Club.objects.filter(pk__in=Registration.objects.filter(event__in=mine).values("club"))
    uses: tuple[QuerySet[Any], ...] = (
        elsewhere.exclude(club=None),
        Player.objects.filter(registrations__in=elsewhere).exclude(club=None),
        Player.objects.filter(memberships__in=_memberships_elsewhere(user)).exclude(club=None),
        Organiser.objects.exclude(pk__in=organisers_kept_by(user)).exclude(club=None),
        EventClub.objects.exclude(event__in=mine),
        PlayerInvitation.objects.exclude(event__in=mine).exclude(club=None),
    )
    for rows in uses:
        clubs = clubs.exclude(pk__in=rows.values("club"))
    return clubs


def organisers_banning_for(user: User) -> QuerySet[Organiser]:
    """Returns the organisers for which the user may ban people: by an office, or as director of an entrusted event."""
    by_office = covered(user, ORGANISER_GRANTS[OrganiserRight.BAN])
    return Organiser.objects.filter(
        Q(pk__in=by_office.values("pk")) | Q(pk__in=entrusted_events(user).values("held_by"))
    )


def people_banned_by(user: User) -> QuerySet[Player]:
    """Returns the players that the page for a ban knows: those seen, and those of organisers with the right to ban."""
    seen = people_seen_by(user)
    if user.is_superuser:
        return seen
    organisers = covered(user, ORGANISER_GRANTS[OrganiserRight.BAN])
    registered = Registration.objects.filter(event__held_by__in=organisers).values("player")
    members = Membership.objects.filter(organiser__in=organisers).values("player")
    here = Q(pk__in=seen.values("pk")) | Q(pk__in=registered) | Q(pk__in=members)
    return Player.objects.known().filter(here)


def bans_kept_by(user: User) -> QuerySet[Ban]:
    """Returns the bans in force whose reason the official may see, and which they may lift.

    These are the bans of organisers that an office of the user covers, of entrusted events, and the user's own at the
    organisers of these events.
    """
    bans = Ban.objects.in_force()
    if user.is_superuser:
        return bans
    by_office = Q(organiser__in=covered(user, ORGANISER_GRANTS[OrganiserRight.BAN]))
    own = Q(by=user, organiser__in=entrusted_events(user).values("held_by"))
    return bans.filter(by_office | own | Q(event__in=entrusted_events(user)))


def demand_kept(people: Iterable[Player], by: User | None) -> None:
    """Raises TournamentError if one of these players is erased, or if the official may not change them."""
    for player in people:
        if why := why_not_kept(player, by):
            raise TournamentError(why)


def why_not_kept(player: Player, by: User | None) -> str:
    """Returns why the official may not change the person, as a sentence; "" if they may."""
    if player.erased_at is not None:
        return _("Diese Person ist gelöscht.")
    if by is None or people_kept_by(by).filter(pk=player.pk).exists():
        return ""
    if are_several():
        words = _(
            "%(name)s gehört auch zu Turnieren oder Veranstaltern, für die Sie nicht zuständig sind. Ändern oder "
            "löschen kann die Person, wer für alle davon zuständig ist oder das Programm betreibt."
        )
        return words % {"name": player.name}
    return _(
        "%(name)s gehört auch zu Turnieren, die nicht Sie leiten. Ändern, sperren oder löschen kann die Person, wer "
        "alle davon leitet oder das Programm betreibt."
    ) % {"name": player.name}


def demand_clubs_kept(clubs: Iterable[Club], by: User | None) -> None:
    """Raises TournamentError if the official may not change one of these clubs."""
    for club in clubs:
        if by is not None and not clubs_kept_by(by).filter(pk=club.pk).exists():
            words = _(
                "%(club)s spielt auch bei Turnieren, die nicht Sie leiten. Ändern kann den Club, wer alle davon "
                "leitet oder das Programm betreibt."
            )
            raise TournamentError(words % {"club": club})


def demand_may_rename(registration: Registration, by: User | None) -> None:
    """Raises TournamentError if the player is erased or belongs to others whose people the official may not edit.

    The name changes at all events. The caller checks the right to change this registration.
    """
    player = registration.player
    if player.erased_at is not None:
        raise TournamentError(_("Diese Person ist gelöscht."), about="first_name")
    if by is None:
        return
    events = (
        Event.objects.filter(registrations__player=player).exclude(pk=registration.event_id).select_related("held_by")
    )
    memberships = Membership.objects.filter(player=player)
    memberships = memberships.exclude(organiser__in=at_and_below(registration.event.held_by))
    memberships = memberships.exclude(organiser__in=organisers_kept_by(by))
    if memberships.exists() or not all(may(by, Right.REGISTER, event) for event in events):
        said = _(
            "%(name)s gehört auch zu Turnieren, bei denen Sie niemanden melden. Den Namen ändert, wer das Programm "
            "betreibt."
        )
        if memberships.exists():
            said = _(
                "%(name)s ist auch Mitglied eines anderen Veranstalters. Den Namen ändert, wer für alle davon "
                "zuständig ist oder das Programm betreibt."
            )
        raise TournamentError(said % {"name": player.name}, about="first_name")
