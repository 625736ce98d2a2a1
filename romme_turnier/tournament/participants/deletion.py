"""Deleting a mistaken registration on which nothing depends."""

from django.db.models import Model
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.money.fees import locked
from romme_turnier.tournament.participants.register.organiser_players import renew_organisers_of
from romme_turnier.tournament.participants.self_registered_teams import drop_if_empty
from romme_turnier.tournament.participants.waiting_list import move_up
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.references import named_by_number, pointers, pointing
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.tournament.shared.service import service

# References that are deleted or cleared together with the row; any other reference prevents deletion.
_HARMLESS = {
    (models.TeamMember, "registration"),
    (models.Consent, "registration"),
    (models.Absence, "registration"),
    (models.Registration, "captain"),
    (models.EarlierName, "player"),
}


def why_not_deletable(registration: models.Registration) -> str:
    """Returns the reason why the registration cannot be deleted, as a sentence; "" if it can."""
    name = {"name": registration.name}
    if registration.status == models.Registration.Status.EXCLUDED:
        words = _("%(name)s ist ausgeschlossen (§ 1.4). Die Meldung bleibt als Nachweis.")
        return cited(words, registration.event.rules) % name
    if registration.seats.exists():
        return _("%(name)s hat an einem Tisch gesessen. Tragen Sie einen Rückzug ein.") % name
    if registration.ledger.exists():
        return _("Für %(name)s ist Geld gebucht. Tragen Sie einen Rückzug ein.") % name
    if _is_pointed_at(registration) or any(named_by_number(registration)):
        return _("An %(name)s hängen schon andere Einträge. Tragen Sie einen Rückzug ein.") % name
    return ""


def _is_pointed_at(row: Model) -> bool:
    return any(
        pointing(model, field, row).exists()
        for model, field in pointers(type(row))
        if not model._meta.auto_created and (model, field) not in _HARMLESS
    )


@service(gettext_lazy("Meldung gelöscht"))
def delete_registration(registration: models.Registration, *, by: User | None) -> None:
    """Deletes a registration, and outdates the public pages of the event; the waiting list may move up.

    If the player registered online, the team is also deleted if it is empty; the club, and a person without a register
    key, are deleted if no other row refers to them. If a captain's registration is deleted, the next player whom the
    captain registered becomes captain. Raises TournamentError if `why_not_deletable` gives a reason.
    """
    current = locked(registration)
    if kept := why_not_deletable(current):
        raise TournamentError(kept)
    event, player, club, self_registered = current.event, current.player, current.club, current.token is not None
    membership = models.TeamMember.objects.filter(registration=current).select_related("team").first()
    # The next player of the team becomes its captain, so that the waiting players stay together.
    others = list(current.registered_by_captain.order_by("pk"))
    for other in others:
        other.captain = None if other == others[0] else others[0]
        other.save(update_fields=["captain"])
    current.delete()
    renew_organisers_of(player)
    if self_registered:
        drop_if_empty(membership.team if membership else None)
        if player.key is None and not _is_pointed_at(player):
            player.delete()
        if club is not None and not _is_pointed_at(club):
            club.delete()
    invalidate_public_pages(event.pk)
    move_up(event, by=by)
