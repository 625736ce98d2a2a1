"""Links for accepting a task at an event (§ 1.2), each for one person and with an expiry date."""

from datetime import datetime

from django.contrib.auth.forms import BaseUserCreationForm
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.events.officials import set_roles
from romme_turnier.tournament.shared.accounts import store_account
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import done_by, nothing_done, service


class InvitationOver(TournamentError):
    """The link is used, withdrawn or expired. The message gives the reason, without facts about the event."""


@service(gettext_lazy("Zu einer Aufgabe eingeladen"))
def invite_official(event: models.Event, role: str, *, until: datetime, by: User | None) -> models.OfficialInvitation:
    """Creates a link that one person can use. Show it immediately, because no later page does."""
    return models.OfficialInvitation.objects.create(event=event, role=role, by=by, at=timezone.now(), until=until)


@service(gettext_lazy("Einladung zu einer Aufgabe zurückgenommen"))
def withdraw_official_invitation(invitation: models.OfficialInvitation, *, by: User | None) -> None:
    """Makes the link invalid. A used link remains marked as used."""
    rows = models.OfficialInvitation.objects.filter(pk=invitation.pk, accepted_at=None, withdrawn_at=None)
    if not rows.update(withdrawn_at=timezone.now()):
        nothing_done()


def open_invitations(event: models.Event) -> list[models.OfficialInvitation]:
    """Returns the links that can still be used, the newest first."""
    rows = event.official_invitations.filter(accepted_at=None, withdrawn_at=None, until__gt=timezone.now())
    return list(rows.select_related("by"))


def demand_open(invitation: models.OfficialInvitation) -> None:
    """Raises InvitationOver if the link is used, withdrawn or expired."""
    if invitation.accepted_at is not None:
        raise InvitationOver(_("Dieser Link ist schon verwendet worden. Er gilt für eine Person."))
    if invitation.withdrawn_at is not None:
        raise InvitationOver(_("Dieser Link ist zurückgenommen worden."))
    if invitation.until <= timezone.now():
        raise InvitationOver(_("Dieser Link ist abgelaufen."))


@service(gettext_lazy("Aufgabe übernommen"))
def accept(invitation: models.OfficialInvitation, user: User) -> models.OfficialInvitation:
    """Gives `user` the task in addition to existing ones, and marks the link as used.

    Raises InvitationOver as `demand_open` does. Raises TournamentError, and leaves the link unused, if the user already
    has the task.
    """
    current = (
        models.OfficialInvitation.objects.select_for_update(no_key=True).select_related("event").get(pk=invitation.pk)
    )
    demand_open(current)
    held = set(current.event.roles.filter(user=user).values_list("role", flat=True))
    if current.role in held:
        raise TournamentError(_("Sie haben diese Aufgabe schon. Geben Sie den Link an jemand anderen weiter."))
    done_by(user)
    set_roles(current.event, user, {*held, current.role}, by=current.by)
    current.accepted_by, current.accepted_at = user, timezone.now()
    current.save(update_fields=["accepted_by", "accepted_at"])
    return current


@service(gettext_lazy("Aufgabe mit neuem Konto übernommen"))
def accept_with_new_account(invitation: models.OfficialInvitation, form: BaseUserCreationForm[User]) -> User:
    """Creates an account from a valid form, and gives the account the task.

    Raises InvitationOver as `demand_open` does, and TournamentError if the user name was taken in the meantime.
    """
    user = form.save(commit=False)
    store_account(user)
    accept(invitation, user)
    return user
