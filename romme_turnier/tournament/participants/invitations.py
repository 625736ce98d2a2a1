"""Registration links of a closed event (§ 1.1): single-use for one player, or for all members of a club."""

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.people.duplicates import folded
from romme_turnier.core.people.names import tidy
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import nothing_done, service

NAME_LENGTH = 120


@service(gettext_lazy("Spieler eingeladen"))
def invite_player(event: models.Event, name: str, *, by: User | None) -> models.PlayerInvitation:
    """Creates a single-use link for the player of this name. Raises TournamentError for an empty or too long name."""
    return models.PlayerInvitation.objects.create(event=event, name=_checked(name), at=timezone.now())


@service(gettext_lazy("Club eingeladen"))
def invite_club(event: models.Event, name: str, *, by: User | None) -> models.PlayerInvitation:
    """Creates a link for all members of a club, and the club if it is unknown.

    Raises TournamentError as `invite_player` does.
    """
    name = _checked(name)
    club = models.Club.objects.called(name) or models.Club.objects.create(name=name)
    return models.PlayerInvitation.objects.create(event=event, club=club, at=timezone.now())


@service(gettext_lazy("Einladung zurückgenommen"))
def withdraw_invitation(invitation: models.PlayerInvitation, *, by: User | None) -> None:
    """Makes the link invalid; players who registered with it stay registered."""
    rows = models.PlayerInvitation.objects.filter(pk=invitation.pk, withdrawn_at=None)
    if not rows.update(withdrawn_at=timezone.now()):
        nothing_done()


def _checked(name: str) -> str:
    name = tidy(name)
    if not name or len(name) > NAME_LENGTH:
        words = _("Bitte geben Sie einen Namen mit höchstens %(most)d Zeichen an.")
        raise TournamentError(words % {"most": NAME_LENGTH})
    return name


def invitation_of(event: models.Event, token: str) -> models.PlayerInvitation | None:
    """Returns the invitation with this token; None if it is unknown or withdrawn."""
    rows = models.PlayerInvitation.objects.filter(event=event, token=token, withdrawn_at=None)
    return rows.select_related("club").first()


def invitations_of(event: models.Event) -> QuerySet[models.PlayerInvitation]:
    """Returns the invitations, newest first; `used` is the number of their registrations that are not withdrawn."""
    has_left = Q(registrations__status=models.Registration.Status.WITHDRAWN)
    rows = event.player_invitations.select_related("club").order_by("-pk")
    return rows.annotate(used=Count("registrations", filter=~has_left))


def users_of(invitation: models.PlayerInvitation) -> list[models.Registration]:
    """Returns the registrations made with this link, oldest first, except withdrawn ones."""
    rows = invitation.registrations.exclude(status=models.Registration.Status.WITHDRAWN)
    return list(rows.select_related("player", "club").order_by("pk"))


def demand_valid(invitation: models.PlayerInvitation, names: list[str]) -> None:
    """Raises TournamentError if the link is withdrawn, used up, or for another player.

    Must be called within a service.
    """
    if models.PlayerInvitation.objects.filter(pk=invitation.pk, withdrawn_at__isnull=False).exists():
        raise TournamentError(_("Diese Einladung gilt nicht mehr. Bitte fragen Sie den Veranstalter."))
    if invitation.club_id is not None:
        return
    if users_of(invitation):
        raise TournamentError(_("Mit dieser Einladung hat sich schon jemand angemeldet. Sie gilt nur einmal."))
    if [folded(name) for name in names] != [folded(invitation.name)]:
        raise TournamentError(_("Diese Einladung gilt nur für %(name)s.") % {"name": invitation.name})
