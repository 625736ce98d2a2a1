"""Changes that players make to their own registration through its link: editing, withdrawing, deleting (§ 1.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.people.duplicates import folded
from romme_turnier.core.people.names import tidy
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.deletion import delete_registration, why_not_deletable
from romme_turnier.tournament.participants.names.consents import Speaker, record_consents
from romme_turnier.tournament.participants.registrations import get_or_create_club, rename
from romme_turnier.tournament.participants.self_registered_teams import (
    TEAM_SIZE,
    demand_open_team,
    drop_if_empty,
    led_by_captain,
    rename_team,
)
from romme_turnier.tournament.participants.self_registration import (
    Person,
    add_member,
    clean_contact,
    clean_names,
    demand_new,
    is_over,
    own_fee,
)
from romme_turnier.tournament.participants.team_creation import join_team, present_members
from romme_turnier.tournament.participants.waiting_list import is_drawn, move_up
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service
from romme_turnier.tournament.standings.results import refresh_results

Status = models.Registration.Status
PRESENT = (Status.ACTIVE, Status.WAITING)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamChange:
    """A captain's changes to a team: new data of members by primary key of the registration, and new members."""

    name: str
    people: Mapping[int, Person]
    added: Sequence[Person] = ()
    substitute: Person | None = None


def team_of(registration: models.Registration) -> models.Team | None:
    membership = models.TeamMember.objects.filter(registration=registration).select_related("team").first()
    return membership.team if membership else None


def is_captain(registration: models.Registration) -> bool:
    return registration.registered_by_captain.exists()


def managed_registrations(registration: models.Registration) -> list[models.Registration]:
    """Returns the current players whom the link manages, in team order.

    They are the player of the link and, for a captain, the players that the captain registered.
    """
    rows = models.Registration.objects.filter(Q(pk=registration.pk) | Q(captain=registration), status__in=PRESENT)
    related = "player", "club", "event", "fee", "team_membership__team"
    return list(rows.select_related(*related).order_by("team_membership__position", "pk"))


def why_not_editable(registration: models.Registration) -> str:
    """Returns the reason why the link can no longer be used for changes, as a sentence; "" while it can."""
    if registration.status not in PRESENT and not managed_registrations(registration):
        return _("Diese Anmeldung ist zurückgezogen.")
    if is_over(registration.event) or not registration.event.self_registration:
        return _("Nach dem Anmeldeschluss ändert die Spielleitung Ihre Angaben. Bitte wenden Sie sich an sie.")
    return ""


def may_rename(registration: models.Registration) -> bool:
    """Returns whether the player may change their name.

    A player with a register key or another registration, or one who is erased, may not.
    """
    player = registration.player
    return (
        player.key is None
        and player.erased_at is None
        and not player.registrations.exclude(pk=registration.pk).exists()
    )


def may_change_team(registration: models.Registration) -> bool:
    """Returns whether the player may change teams.

    This is not possible once a series is drawn, for a substitute, if a captain registered members of the team, or if
    money or prizes are booked for the team.
    """
    team = team_of(registration)
    if registration.captain_id is not None or is_drawn(registration.event) or registration.is_substitute:
        return False
    return team is None or not (team.ledger.exists() or team.awards.exists() or led_by_captain(team))


@service(gettext_lazy("Eigene Anmeldung geändert"))
def change(
    registration: models.Registration, person: Person, *, club: str, contact: str, team: str | None = None
) -> models.Registration:
    """Changes one player's data. `team` names the new team; None keeps the current one, "" leaves it.

    `team` is ignored for a player who may not change teams (`may_change_team`). Raises TournamentError if
    `why_not_editable` gives a reason, for faulty data, if the new name is already registered, not that of the
    invitation or fixed (`may_rename`), if the fee changes after a booking, or if the team is full or managed by a
    captain.
    """
    current = _locked(registration)
    _demand_changeable(current)
    if team is not None and may_change_team(current):
        _change_team(current, team)
    return _change(current, person, club, contact, Speaker.PLAYER)


def _change_team(registration: models.Registration, name: str) -> None:
    before = team_of(registration)
    if folded(name) == folded(before.name if before else ""):
        return
    if before is not None:
        before.memberships.filter(registration=registration).delete()
        drop_if_empty(before)
    if name.strip():
        demand_open_team(registration.event, name)
        join_team(models.Registration.objects.get(pk=registration.pk), name)


@service(gettext_lazy("Anmeldung der Mannschaft geändert"))
def change_team(captain: models.Registration, said: TeamChange, *, club: str, contact: str) -> models.Registration:
    """Changes a whole team through the captain's link, and adds new members.

    Raises TournamentError as `change` does, if the team is gone or would be too large, and as `rename_team` and
    `add_member` do.
    """
    current = _locked(captain)
    _demand_changeable(current)
    team = team_of(current)
    if team is None:
        raise TournamentError(_("Diese Mannschaft gibt es nicht mehr. Bitte fragen Sie den Veranstalter."))
    members = present_members(team)  # with members that officials added
    too_many = said.added and members.filter(substitute=False).count() + len(said.added) > TEAM_SIZE
    if too_many or (said.substitute and members.filter(substitute=True).exists()):
        raise TournamentError(_("Eine Mannschaft hat höchstens %(n)d Mitglieder und einen Ersatz.") % {"n": TEAM_SIZE})
    if tidy(said.name) != team.name:
        rename_team(team, said.name)
    for member in managed_registrations(current):
        if member.pk in said.people:
            speaker = Speaker.PLAYER if member == current else Speaker.CAPTAIN
            _change(member, said.people[member.pk], club, contact, speaker)
    current = _locked(captain)
    for person in said.added:
        add_member(current, team, person)
    if said.substitute:
        add_member(current, team, said.substitute, substitute=True)
    return current


def _demand_changeable(registration: models.Registration) -> None:
    if fixed := why_not_editable(registration):
        raise TournamentError(fixed)


def _change(
    registration: models.Registration, person: Person, club: str, contact: str, speaker: Speaker
) -> models.Registration:
    club = _as_invited(registration, person, club)
    demand_new(registration.event, [person], club, contact, but=registration)
    player, names = registration.player, clean_names(person)
    registration.club = get_or_create_club(club)
    if (player.first_name, player.last_name) != names:
        if not may_rename(registration):
            raise TournamentError(_("Ihren Namen ändert die Spielleitung: Er steht schon in ihrem Register."))
        rename(player, *names)
    if player.club != registration.club and may_rename(registration):
        player.club = registration.club
        player.save(update_fields=["club"])
    fee = own_fee(registration.event, person.fee)
    if (fee.pk if fee else None) != registration.fee_id and registration.ledger.exists():
        raise TournamentError(_("Es ist schon Startgeld gebucht. Welches Startgeld gilt, ändert deshalb die Kasse."))
    named_before = registration.publish_name
    registration.fee, registration.publish_name = fee, person.publish_name
    registration.contact = clean_contact(contact)
    registration.save(update_fields=["club", "fee", "publish_name", "contact"])
    record_consents(registration, person.agrees, named_before=named_before, speaker=speaker)
    registration.categories.set(registration.event.categories.filter(pk__in=list(person.categories)))
    invalidate_public_pages(registration.event_id)
    refresh_results(registration.event_id)
    return registration


def _as_invited(registration: models.Registration, person: Person, club: str) -> str:
    """Returns the club of the invitation, otherwise `club`. Raises TournamentError if an invited player is renamed."""
    invitation = registration.invitation
    if invitation is None:
        return club
    if invitation.club is not None:
        return invitation.club.name
    if folded(person.name) != folded(invitation.name):
        raise TournamentError(_("Diese Einladung gilt nur für %(name)s.") % {"name": invitation.name})
    return club


def why_not_withdrawable(registration: models.Registration) -> str:
    """Returns the reason why the link can no longer be used to withdraw, as a sentence; "" while it can."""
    if not managed_registrations(registration):
        return _("Diese Anmeldung ist zurückgezogen.")
    if is_drawn(registration.event):
        return _(
            "Die erste Serie ist ausgelost. Wenn Sie nicht mitspielen können, sagen Sie es bitte der Spielleitung."
        )
    return ""


@service(gettext_lazy("Eigene Anmeldung zurückgezogen"))
def withdraw_own(registration: models.Registration) -> models.Registration:
    """Withdraws one player. The team's substitute becomes a member; without a substitute the waiting list moves up.

    A team without members is deleted. Raises TournamentError once the first series is drawn, and for a player who has
    already left.
    """
    current = _locked(registration)
    if current.status not in PRESENT:
        raise TournamentError(_("Diese Anmeldung ist zurückgezogen."))
    _demand_unbound(current)
    if not current.is_substitute and (substitute := substitute_of(current)):
        models.TeamMember.objects.filter(registration=substitute).update(substitute=False)
    team = team_of(current)
    _leave(current)
    drop_if_empty(team)
    move_up(current.event, by=None)
    return current


@service(gettext_lazy("Anmeldung der Mannschaft zurückgezogen"))
def withdraw_team(captain: models.Registration) -> None:
    """Withdraws all players of the captain's link; the waiting list moves up. An empty team is deleted.

    Raises TournamentError once the first series is drawn, and if all of these players have already left.
    """
    current = _locked(captain)
    _demand_unbound(current)
    team = team_of(current)
    for member in managed_registrations(current):
        _leave(member)
    drop_if_empty(team)
    move_up(current.event, by=None)


def why_not_erasable(registration: models.Registration) -> str:
    """Returns the reason why the player cannot delete the registration with all its data; "" if they can."""
    if registration.status in PRESENT and (bound := why_not_withdrawable(registration)):
        return bound
    if why_not_deletable(registration):
        return _(
            "Löschen kann Ihre Anmeldung nur noch die Spielleitung, denn Geld, ein Platz oder ein Ergebnis hängt "
            "daran. Bitte wenden Sie sich an sie."
        )
    return ""


@service(gettext_lazy("Eigene Anmeldung gelöscht"))
def erase_own(registration: models.Registration) -> None:
    """Withdraws the player if necessary, and deletes the registration.

    Raises TournamentError if `why_not_erasable` gives a reason.
    """
    current = _locked(registration)
    if kept := why_not_erasable(current):
        raise TournamentError(kept)
    if current.status in PRESENT:
        withdraw_own(current)
    delete_registration(current, by=None)


def substitute_of(registration: models.Registration) -> models.Registration | None:
    """Returns the substitute of this player's team who has the same status as the player; None if there is none."""
    rows = models.Registration.objects.filter(
        status=registration.status,
        team_membership__substitute=True,
        team_membership__team__memberships__registration=registration,
    )
    return rows.select_related("player").first()


def _demand_unbound(registration: models.Registration) -> None:
    if bound := why_not_withdrawable(registration):
        raise TournamentError(bound)


def _leave(registration: models.Registration) -> None:
    registration.status, registration.left_before_series = Status.WITHDRAWN, 1
    registration.save(update_fields=["status", "left_before_series"])
    invalidate_public_pages(registration.event_id)


def _locked(registration: models.Registration) -> models.Registration:
    models.Event.objects.select_for_update(no_key=True).get(pk=registration.event_id)
    rows = models.Registration.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("player", "event", "club", "team_membership__team").get(pk=registration.pk)
