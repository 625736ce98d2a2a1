"""The steps of a list: complete, signed, checked. Each is one button, with the version that was seen."""

from typing import Protocol

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.organiser.lists.common import ListView, get_list_view, posted_version


class _Step(Protocol):
    def __call__(self, spielliste: models.Spielliste, *, expected: int | None, by: User | None) -> None: ...


def _take(request: OfficialRequest, view: ListView, step: _Step, done: str) -> HttpResponse:
    with errors_as_messages(request):
        step(view.spielliste, expected=posted_version(request), by=request.user)
        messages.success(request, done % {"table": view.table})
    return redirect(view.url())


@require_POST
@for_officials(Right.ENTER)
def complete(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    done = _("Die Liste von Tisch %(table)d ist vollständig.")
    return _take(request, get_list_view(request, event, number, table), entries.complete, done)


@require_POST
@for_officials(Right.ENTER)
def sign(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    done = _("Die Unterschriften von Tisch %(table)d liegen vor.")
    return _take(request, get_list_view(request, event, number, table), entries.sign, done)


@require_POST
@for_officials(Right.RULE)
def check(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    done = _("Die Liste von Tisch %(table)d ist geprüft.")
    return _take(request, get_list_view(request, event, number, table), entries.check, done)
