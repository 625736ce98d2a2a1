"""The people, clubs and bans in the register that an official may see and change.

An official sees the people of the events entrusted to them (`permissions.entrusted_events`). Of people from other
events they see only name and club, neither the events nor the reason for a ban. Changing a person requires directing
all events of that person.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Ban, Club, Event, EventClub, Player, PlayerInvitation, Registration
from romme_turnier.tournament.permissions import Right, entrusted_events, may
from romme_turnier.tournament.shared.errors import TournamentError


def _elsewhere(user: User) -> QuerySet[Registration]:
    return Registration.objects.exclude(event__in=entrusted_events(user))


def people_seen_by(user: User) -> QuerySet[Player]:
    """Returns the players whom the official may see, with name and club."""
    if user.is_superuser:
        return Player.objects.known()
    here = Registration.objects.filter(event__in=entrusted_events(user))
    return Player.objects.known().filter(pk__in=here.values("player"))


def people_kept_by(user: User) -> QuerySet[Player]:
    """Returns the players whom the official may merge, ban and erase: players who are only at their events."""
    seen = people_seen_by(user)
    return seen if user.is_superuser else seen.exclude(pk__in=_elsewhere(user).values("player"))


def clubs_kept_by(user: User) -> QuerySet[Club]:
    """Returns the clubs that the official may merge: clubs that only their events use."""
    if user.is_superuser:
        return Club.objects.all()
    mine, elsewhere = entrusted_events(user), _elsewhere(user)
    clubs = Club.objects.filter(pk__in=Registration.objects.filter(event__in=mine).values("club"))
    uses: tuple[QuerySet[Any], ...] = (
        elsewhere.exclude(club=None),
        Player.objects.filter(registrations__in=elsewhere).exclude(club=None),
        EventClub.objects.exclude(event__in=mine),
        PlayerInvitation.objects.exclude(event__in=mine).exclude(club=None),
    )
    for rows in uses:
        clubs = clubs.exclude(pk__in=rows.values("club"))
    return clubs


def bans_kept_by(user: User) -> QuerySet[Ban]:
    """Returns the bans in force whose reason the official may see: their own, and those of entrusted events."""
    bans = Ban.objects.in_force()
    if user.is_superuser:
        return bans
    return bans.filter(Q(by=user) | Q(event__in=entrusted_events(user)))


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
    """Raises TournamentError if the player is erased or at another event where the official may not edit players.

    The name changes at all events. The caller checks the right to change this registration.
    """
    player = registration.player
    if player.erased_at is not None:
        raise TournamentError(_("Diese Person ist gelöscht."), about="first_name")
    events = Event.objects.filter(registrations__player=player).exclude(pk=registration.event_id)
    if by is not None and not all(may(by, Right.REGISTER, event) for event in events):
        said = _(
            "%(name)s gehört auch zu Turnieren, bei denen Sie niemanden melden. Den Namen ändert, wer das Programm "
            "betreibt."
        )
        raise TournamentError(said % {"name": player.name}, about="first_name")
