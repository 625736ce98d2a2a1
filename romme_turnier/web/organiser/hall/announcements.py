"""Announcing: a text or a call, to everybody or to one table; ended, withdrawn, repeated."""

from typing import Protocol

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.hall import messages as hall_messages
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.acting import errors_as_messages, errors_in
from romme_turnier.web.organiser.hall.forms import AnnouncementForm
from romme_turnier.web.organiser.hall.views import series_played, show

_CALL_MINUTES = 10  # a call without an end ends after this time


@require_POST
@for_officials(Right.ENTER)
def announce(request: OfficialRequest, event: models.Event) -> HttpResponse:
    form = AnnouncementForm(request.POST, series=series_played(event))
    if form.is_valid():
        cleaned = form.cleaned_data
        minutes = cleaned["minutes"] or (_CALL_MINUTES if cleaned["call"] else None)
        with errors_in(form, "text"):
            hall_messages.announce(
                event, cleaned["text"], call=cleaned["call"], table=cleaned["table"], minutes=minutes, by=request.user
            )
            messages.success(request, _("Die Durchsage steht auf der Leinwand und auf den Telefonen."))
            return redirect("organiser:hall", event.slug)
    return show(request, event, form)


@require_POST
@for_officials(Right.ENTER)
def end(request: OfficialRequest, event: models.Event, pk: int) -> HttpResponse:
    return _carry_out(request, event, pk, hall_messages.end, _("Die Durchsage ist beendet."))


@require_POST
@for_officials(Right.ENTER)
def withdraw(request: OfficialRequest, event: models.Event, pk: int) -> HttpResponse:
    return _carry_out(request, event, pk, hall_messages.withdraw, _("Die Durchsage ist zurückgenommen."))


class _Verb(Protocol):
    def __call__(self, message: models.HallMessage, *, by: User | None) -> object: ...


def _carry_out(request: OfficialRequest, event: models.Event, pk: int, verb: _Verb, done: str) -> HttpResponse:
    verb(get_object_or_404(event.hall_messages, pk=pk), by=request.user)
    messages.success(request, done)
    return redirect("organiser:hall", event.slug)


@require_POST
@for_officials(Right.ENTER)
def again(request: OfficialRequest, event: models.Event, pk: int) -> HttpResponse:
    """Repeats a past or withdrawn announcement as a new one, so that everybody notices it."""
    past = get_object_or_404(event.hall_messages, pk=pk)
    minutes = _CALL_MINUTES if past.call else None
    with errors_as_messages(request):
        hall_messages.announce(event, past.text, call=past.call, table=past.table, minutes=minutes, by=request.user)
        messages.success(request, _("Die Durchsage steht noch einmal auf der Leinwand und auf den Telefonen."))
    return redirect("organiser:hall", event.slug)
