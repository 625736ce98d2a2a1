"""Messages to the hall (Durchsagen), as text on screens and phones."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.models.public_names import lasting_names
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import lock_events, nothing_done, service

TEXT_LENGTH = 200


_NOT_ENDED = Prepared(
    lambda: models.HallMessage.objects.filter(withdrawn_at=None, is_over=False).select_related("table__series"), "event"
)


def shown_messages(event: models.Event, now: datetime | None = None) -> list[models.HallMessage]:
    """Returns the current messages to the whole hall and to single tables, the newest first.

    Returns none once the names of the event are no longer public, because texts may name people.
    """
    if lasting_names(event) is not None:
        return []
    now = now or timezone.now()
    return [message for message in _NOT_ENDED.fetch(event.pk) if message.until is None or message.until > now]


def past_messages(event: models.Event) -> QuerySet[models.HallMessage]:
    """Returns the past messages, the newest first, including withdrawn ones."""
    past = event.hall_messages.filter(Q(until__lte=timezone.now()) | Q(is_over=True) | Q(withdrawn_at__isnull=False))
    return past.select_related("table__series")


def table_key(series: int, table: int) -> str:
    """Returns a key for a table that is unique among the tables of all series: "2-7" for table 7 of series 2."""
    return f"{series}-{table}"


@service(gettext_lazy("Durchsage gemacht"))
def announce(
    event: models.Event,
    text: str = "",
    *,
    call: str = "",
    table: models.Table | None = None,
    minutes: int | None,
    by: User | None,
) -> models.HallMessage:
    """Shows a text, or a call in the program's words, on the hall's screen and on phones.

    The message is for everybody or, with `table`, for one table. Without `minutes`, it is shown until an official ends
    it. If the same message is still shown, for example after a repeated request, only its end changes. Raises
    TournamentError if the text is missing or too long, or if a referee is called without a table.
    """
    text = " ".join(text.split())
    if not text and not call:
        raise TournamentError(_("Bitte geben Sie den Text der Durchsage ein."), about="text")
    if len(text) > TEXT_LENGTH:
        words = _("Die Durchsage ist zu lang, höchstens %(most)d Zeichen.")
        raise TournamentError(words % {"most": TEXT_LENGTH}, about="text")
    if call == models.HallMessage.Call.REFEREE and table is None:
        raise TournamentError(_("Bitte wählen Sie, an welchen Tisch der Schiedsrichter kommen soll."), about="table")
    now = timezone.now()
    until = now + timedelta(minutes=minutes) if minutes else None
    invalidate_public_pages(event.pk)
    message = models.HallMessage(
        event=event, text="" if call else text, call=call, table=table, by=by, at=now, until=until
    )
    lock_events([event.pk])
    for shown in shown_messages(event, now):
        if (shown.text, shown.call, shown.table_id) == (message.text, message.call, message.table_id):
            shown.until = until
            shown.save(update_fields=["until"])
            return shown
    message.save()
    return message


@service(gettext_lazy("Durchsage beendet"))
def end(message: models.HallMessage, *, by: User | None) -> None:
    """Removes an outdated message from the screens; the page of past messages still shows it."""
    shown = models.HallMessage.objects.filter(pk=message.pk, withdrawn_at=None, is_over=False)
    if not shown.update(is_over=True, until=timezone.now()):
        nothing_done()
    invalidate_public_pages(message.event_id)


@service(gettext_lazy("Durchsage zurückgenommen"))
def withdraw(message: models.HallMessage, *, by: User | None) -> None:
    """Withdraws a wrong message; the page of past messages marks it as withdrawn."""
    if not models.HallMessage.objects.filter(pk=message.pk, withdrawn_at=None).update(withdrawn_at=timezone.now()):
        nothing_done()
    invalidate_public_pages(message.event_id)
