"""Announcements in the hall as text, so that nobody has to hear them (Durchsagen)."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.public_pages import invalidate_public_pages
from romme_turnier.tournament.shared.service import service

TEXT_LENGTH = 200


def shown_messages(event: models.Event, now: datetime | None = None) -> QuerySet[models.HallMessage]:
    """Returns what is announced now, the newest first."""
    now = now or timezone.now()
    return event.hall_messages.filter(Q(until=None) | Q(until__gt=now), withdrawn_at=None)


@service
def announce(event: models.Event, text: str, *, minutes: int | None, by: User | None) -> models.HallMessage:
    """Shows a text on the hall's screen and on every phone; for so many minutes, or until it is withdrawn."""
    text = " ".join(text.split())
    if not text:
        raise TournamentError(_("Bitte geben Sie den Text der Durchsage ein."))
    if len(text) > TEXT_LENGTH:
        raise TournamentError(_("Die Durchsage ist zu lang, höchstens %(most)d Zeichen.") % {"most": TEXT_LENGTH})
    now = timezone.now()
    until = now + timedelta(minutes=minutes) if minutes else None
    invalidate_public_pages(event.pk)
    return models.HallMessage.objects.create(event=event, text=text, by=by, at=now, until=until)


@service
def withdraw(message: models.HallMessage, *, by: User | None) -> None:
    """Takes an announcement off the screens; it stays in the record."""
    models.HallMessage.objects.filter(pk=message.pk, withdrawn_at=None).update(withdrawn_at=timezone.now())
    invalidate_public_pages(message.event_id)
