"""Calls for an official from a table's phone (Ruf). Officials also answer in writing, so the hall stays quiet."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import nothing_done, service

About = models.TableCall.About

TEXT_LENGTH = 200
MOST_AN_HOUR = 10


@service(gettext_lazy("Spielleitung an den Tisch gerufen"))
def call_official(
    table: models.Table,
    *,
    about: str,
    text: str = "",
    seat: int | None = None,
    registration: models.Registration | None = None,
) -> models.TableCall:
    """Calls an official to the table; `seat` and `registration` name the caller, if known.

    If the table already has an open call, returns that call unchanged. Raises TournamentError for an unknown `about` or
    a long text, before the seats are released, after the series is closed, and after `MOST_AN_HOUR` calls within an
    hour by this player, or by this table if the player is not known.
    """
    table = models.Table.objects.select_for_update(of=("self",), no_key=True).select_related("series").get(pk=table.pk)
    if waiting := table.calls.filter(ended_at=None, withdrawn_at=None).first():
        nothing_done()
        return waiting
    text = " ".join(text.split())
    if about not in About.values:
        raise TournamentError(_("Bitte wählen Sie, worum es geht."), about="about")
    if len(text) > TEXT_LENGTH:
        raise TournamentError(_("Bitte höchstens %(most)d Zeichen.") % {"most": TEXT_LENGTH}, about="text")
    if table.series.seats_released_at is None or table.series.is_closed:
        raise TournamentError(_("An diesem Tisch wird zurzeit nicht gespielt. Bitte gehen Sie zur Spielleitung."))
    now = timezone.now()
    caller = models.TableCall.objects.filter(registration=registration) if registration else table.calls
    if caller.filter(called_at__gt=now - timedelta(hours=1), called_at__lte=now).count() >= MOST_AN_HOUR:
        raise TournamentError(
            _("Sie haben in der letzten Stunde sehr oft gerufen. Bitte gehen Sie selbst zur Spielleitung.")
        )
    invalidate_public_pages(table.series.event_id)
    return models.TableCall.objects.create(
        table=table, seat=seat, registration=registration, about=about, text=text, called_at=now
    )


@service(gettext_lazy("Ruf zurückgenommen"))
def take_back_call(call: models.TableCall) -> None:
    """Withdraws the table's call; a call that is over does not change."""
    call = _locked(call)
    if not call.is_open:
        nothing_done()
        return
    _store(call, withdrawn_at=timezone.now())


@service(gettext_lazy("Ruf eines Tisches beantwortet: „Ich komme“"))
def answer_call(call: models.TableCall, *, by: User) -> None:
    """Answers "Ich komme". Another official may take over later; the time of the first answer is kept.

    Raises TournamentError if the call is over.
    """
    call = _open(call)
    if call.answered_by == by:
        nothing_done()
        return
    _store(call, answered_by=by, answered_at=call.answered_at or timezone.now())


@service(gettext_lazy("„Ich komme“ zurückgenommen"))
def take_back_answer(call: models.TableCall, *, by: User) -> None:
    """Withdraws the answer, so that the table waits again; the waiting time is still counted from the call.

    Raises TournamentError if the call is over.
    """
    call = _open(call)
    if call.answered_at is None:
        nothing_done()
        return
    _store(call, answered_by=None, answered_at=None)


@service(gettext_lazy("Ruf eines Tisches erledigt"))
def end_call(call: models.TableCall, *, by: User) -> None:
    """Ends the call, answered or not; a call that is over does not change."""
    call = _locked(call)
    if not call.is_open:
        nothing_done()
        return
    _store(call, ended_by=by, ended_at=timezone.now())


@service(gettext_lazy("Ruf doch nicht erledigt"))
def take_back_end(call: models.TableCall, *, by: User) -> None:
    """Reopens a call that was ended by mistake; a call that was not ended does not change.

    Raises TournamentError if the table has another open call.
    """
    call = _locked(call)
    if call.ended_at is None:
        nothing_done()
        return
    if call.table.calls.filter(ended_at=None, withdrawn_at=None).exists():
        raise TournamentError(_("Dieser Tisch hat inzwischen noch einmal gerufen."))
    _store(call, ended_by=None, ended_at=None)


def _locked(call: models.TableCall) -> models.TableCall:
    """Locks the table, so that calls of one table change one after another; returns the current state of the call."""
    table = (
        models.Table.objects.select_for_update(of=("self",), no_key=True).select_related("series").get(pk=call.table_id)
    )
    current = models.TableCall.objects.select_related("answered_by").get(pk=call.pk)
    current.table = table
    return current


def _open(call: models.TableCall) -> models.TableCall:
    call = _locked(call)
    if call.withdrawn_at is not None:
        raise TournamentError(_("Der Tisch hat den Ruf zurückgenommen."))
    if call.ended_at is not None:
        raise TournamentError(_("Dieser Ruf ist schon erledigt."))
    return call


def _store(call: models.TableCall, **values: object) -> None:
    for name, value in values.items():
        setattr(call, name, value)
    call.save(update_fields=list(values))
    invalidate_public_pages(call.table.series.event_id)
