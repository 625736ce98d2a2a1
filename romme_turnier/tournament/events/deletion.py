"""Deleting an event that was created by mistake and has not been used."""

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service

# Modules whose verbs only set an event up; log rows of other modules show that the event was in use.
SETTING_UP = frozenset(
    {
        "announcements",
        "appearance",
        "categories",
        "officials",
        "official_invitations",
        "prizes",
        "said_steps",
        "seasons",
    }
)


def why_not_deletable(event: models.Event) -> str:
    """Returns the reason why the event cannot be deleted, as a sentence; "" if it can."""
    if event.published_at:
        return _("Das Turnier ist öffentlich. Nehmen Sie es zuerst von der öffentlichen Seite.")
    if event.registrations.exists():
        return _("Es sind schon Teilnehmer gemeldet.")
    verbs = models.EventLog.objects.filter(event=event).values_list("verb", flat=True)
    if event.series.exists() or event.ledger.exists() or any(v.partition(".")[0] not in SETTING_UP for v in verbs):
        return _("An diesem Turnier ist schon etwas geschehen; es bleibt als Nachweis.")
    return ""


@service(gettext_lazy("Leeres Turnier gelöscht"))
def delete_event(event: models.Event, *, by: User | None) -> None:
    """Deletes the event with its announcement, officials, prize plan and log; the register's log records the deletion.

    With several organisers, its address remains reserved. Raises TournamentError if the event was in use
    (`why_not_deletable`).
    """
    list(models.Event.objects.select_for_update(no_key=True).filter(pk=event.pk))
    if kept := why_not_deletable(event):
        raise TournamentError(kept)
    # The event's log only records how it was set up. Only the base manager may delete rows of a log.
    models.EventLog._base_manager.filter(event=event).delete()
    if are_several():
        models.EarlierAddress.objects.create(address=event.slug)  # printed addresses never lead to another event
    event.delete()
