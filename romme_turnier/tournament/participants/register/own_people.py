"""The people, clubs and bans in the register that an official may see and change.

An official sees the people of the events entrusted to them (`permissions.entrusted_events`). An office that keeps the
register also sees people with a registration or a membership at its organiser or below. If people also belong to other
events or organisers, officials see only their name and club, not their events or the reason for a ban. An official may
change a person if each of the person's events is entrusted to the official or covered by an office, and each membership
is covered by an office or is at an organiser of an entrusted event.
"""

from collections.abc import Collection, Iterable
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import (
    Ban,
    Club,
    Event,
    EventClub,
    Membership,
    Organiser,
    OrganiserPlayer,
    Player,
    PlayerInvitation,
    Registration,
)
from romme_turnier.tournament.offices import ORGANISER_GRANTS, OrganiserRight, covered
from romme_turnier.tournament.organisers.reading import are_several, at_and_below, primary_keys
from romme_turnier.tournament.participants.register.lookup import at_organisers
from romme_turnier.tournament.permissions import Right, entrusted_events, may
from romme_turnier.tournament.shared.errors import TournamentError

CHANGED = gettext_lazy(
    "Inzwischen hat sich im Register etwas geändert. Bitte laden Sie die Seite neu, und wählen Sie noch einmal."
)


def organisers_kept_by(user: User) -> QuerySet[Organiser]:
    """Returns the organisers whose register an office of the user keeps."""
    return covered(user, ORGANISER_GRANTS[OrganiserRight.KEEP_REGISTER])


def _organisers_elsewhere(user: User) -> QuerySet[Organiser]:
    """Returns the organisers whose register no office of the user keeps.

    If there are none, Django omits conditions about them, which would make the database look at every registration.
    """
    elsewhere = Organiser.objects.exclude(pk__in=organisers_kept_by(user).values("pk"))
    return elsewhere if elsewhere.exists() else elsewhere.none()


def people_seen_by(user: User, among: Collection[int] | None = None) -> QuerySet[Player]:
    """Returns the players whom the official may see, with name and club.

    `among` limits the result to players with these primary keys, so that the database reads their ties instead of all
    ties of the user's organisers and events; None means all players.
    """
    people = Player.objects.known() if among is None else Player.objects.known().filter(pk__in=among)
    if user.is_superuser:
        return people
    registered, memberships = _of_people(OrganiserPlayer, among), _of_people(Membership, among)
    if _organisers_elsewhere(user).query.is_empty():
        # An office at the top: the database finds a membership without collecting registrations.
        return people.filter(_of_person(memberships) | _of_person(registered))
    kept = primary_keys(organisers_kept_by(user))
    entrusted = entrusted_events(user).exclude(held_by__in=kept)
    ties: tuple[QuerySet[Any], ...] = (
        memberships.filter(organiser__in=kept),
        registered.filter(organiser__in=kept),
        _of_people(Registration, among).filter(event__in=entrusted.values("pk")),
    )
    return people.filter(reduce(or_, (Q(pk__in=rows.values("player")) for rows in ties)))


def people_kept_by(user: User, among: Collection[int] | None = None) -> QuerySet[Player]:
    """Returns the players whom the official may merge, rename and erase: players without ties elsewhere.

    `among` has the same meaning as in `people_seen_by`.
    """
    seen = people_seen_by(user, among)
    if user.is_superuser:
        return seen
    organisers = _organisers_elsewhere(user)
    entrusted = entrusted_events(user).exclude(held_by__in=primary_keys(organisers_kept_by(user)))
    holders = set(entrusted.order_by().values_list("held_by", flat=True).distinct())
    others = organisers.exclude(pk__in=holders)
    people: Any = seen.values("pk") if among is None else among
    at_holders = Registration.objects.filter(event__held_by__in=holders)
    ties: tuple[QuerySet[Any], ...] = (
        OrganiserPlayer.objects.filter(organiser__in=others, player__in=people),
        Membership.objects.filter(organiser__in=others, player__in=people),
        at_holders.exclude(event__in=entrusted.values("pk")).filter(player__in=people),
    )
    return seen.exclude(reduce(or_, (Q(pk__in=rows.values("player")) for rows in ties)))


def _of_people(model: type[Model], among: Collection[int] | None) -> QuerySet[Any]:
    rows = model._default_manager.all()
    return rows if among is None else rows.filter(player__in=among)


def _of_person(rows: QuerySet[Any]) -> Q:
    """Returns the condition for people with one of these rows, which the database checks person by person."""
    return Q(Exists(rows.filter(player=OuterRef("pk"))))


def clubs_kept_by(user: User, among: Collection[int] | None = None) -> QuerySet[Club]:
    """Returns the clubs that the official may merge: all for superusers.

    For others, these are the clubs that have played at events of the official or of organisers whose register the
    official keeps, and that are not used elsewhere. `among` limits the result to clubs with these primary keys; None
    means all clubs.
    """
    clubs = Club.objects.all() if among is None else Club.objects.filter(pk__in=among)
    if user.is_superuser:
        return clubs
    organisers = _organisers_elsewhere(user)
    entrusted = entrusted_events(user).values("pk")
    if not organisers.query.is_empty():
        by_office = Registration.objects.filter(event__held_by__in=organisers_kept_by(user)).exclude(club=None)
        by_role = Registration.objects.filter(event__in=entrusted).exclude(club=None)
        played = Q(pk__in=by_office.values("club")) | Q(pk__in=by_role.values("club"))
    else:
        played = Q(Exists(Registration.objects.filter(club=OuterRef("pk"))))
    mine = set(clubs.filter(played).values_list("pk", flat=True))
    registered = Registration.objects.filter(event__held_by__in=organisers).exclude(event__in=entrusted)
    holders = entrusted_events(user).values("held_by")
    members = Membership.objects.filter(organiser__in=organisers).exclude(organiser__in=holders)
    of_events = Q(event__held_by__in=organisers) & ~Q(event__in=entrusted)
    uses: tuple[tuple[str, QuerySet[Any]], ...] = (
        ("club", registered),
        ("player__club", registered),
        ("player__club", members),
        ("club", Organiser.objects.filter(pk__in=organisers)),
        ("club", EventClub.objects.filter(of_events)),
        ("club", PlayerInvitation.objects.filter(of_events)),
    )
    for field, rows in uses:
        mine.difference_update(
            rows.filter(**{f"{field}__in": mine}).order_by().values_list(field, flat=True).distinct()
        )
    return Club.objects.filter(pk__in=mine)


def organisers_banning_for(user: User) -> QuerySet[Organiser]:
    """Returns the organisers for which the user may ban people: by an office, or as director of an entrusted event."""
    by_office = covered(user, ORGANISER_GRANTS[OrganiserRight.BAN])
    return Organiser.objects.filter(
        Q(pk__in=by_office.values("pk")) | Q(pk__in=entrusted_events(user).values("held_by"))
    )


def people_banned_by(user: User) -> QuerySet[Player]:
    """Returns the players to choose from for a ban.

    They are the players whom the user may see, and those of organisers for which an office lets the user ban.
    """
    seen = people_seen_by(user)
    if user.is_superuser:
        return seen
    organisers = covered(user, ORGANISER_GRANTS[OrganiserRight.BAN])
    return Player.objects.known().filter(Q(pk__in=seen.values("pk")) | at_organisers(organisers))


def bans_read_by(user: User) -> QuerySet[Ban]:
    """Returns the bans, including past ones, whose reason the official may see.

    Superusers see all of them. Other officials see the bans of organisers for which an office lets them ban, the bans
    from events entrusted to them, and the bans that they imposed for the organisers of these events.
    """
    if user.is_superuser:
        return Ban.objects.all()
    by_office = Q(organiser__in=covered(user, ORGANISER_GRANTS[OrganiserRight.BAN]))
    own = Q(by=user, organiser__in=entrusted_events(user).values("held_by"))
    return Ban.objects.filter(by_office | own | Q(event__in=entrusted_events(user)))


def bans_kept_by(user: User) -> QuerySet[Ban]:
    """Returns the bans in force whose reason the official may see, and which they may lift."""
    return Ban.objects.in_force() & bans_read_by(user)


def demand_still_there(people: Iterable[Player]) -> None:
    """Locks these players for the transaction. Raises TournamentError if one has been merged or erased."""
    wanted = {player.pk for player in people}
    there = Player.objects.known().select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk")
    if len(there.values_list("pk")) < len(wanted):
        raise TournamentError(str(CHANGED))


def demand_kept(people: Iterable[Player], by: User | None) -> None:
    """Raises TournamentError if one of these players is erased, or if the official may not change them."""
    for player in people:
        if why := why_not_kept(player, by):
            raise TournamentError(why)


def why_not_kept(player: Player, by: User | None) -> str:
    """Returns the reason why the official may not change the person, as a sentence; "" if they may."""
    if player.erased_at is not None:
        return _("Diese Person ist gelöscht.")
    if by is None or people_kept_by(by, [player.pk]).exists():
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
        if by is not None and not clubs_kept_by(by, [club.pk]).exists():
            words = _(
                "%(club)s spielt auch bei Turnieren, die nicht Sie leiten. Ändern kann den Club, wer alle davon "
                "leitet oder das Programm betreibt."
            )
            raise TournamentError(words % {"club": club})


def demand_may_rename(registration: Registration, by: User | None) -> None:
    """Raises TournamentError if the player is erased, or has other events or memberships beyond the official's rights.

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
