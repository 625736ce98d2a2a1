"""Saves a row or the scorer's sums, or completes the list, without reloading the page; also returns the stored list.

Responses are JSON. A response with status 200 contains the new state of the list and, after a save, `saved`. In other
responses, `error` names the reason: with 400, `cells` for unreadable cells, which the response lists, or `broken` for a
malformed request; with 409, `conflict` if another official was faster, or `refused` if the step is impossible.
Responses with 409 also contain a message and the state of the list.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.core.lists.typed_row import read_row
from romme_turnier.documents.render.typography import glued
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import entries, words as lists_words
from romme_turnier.tournament.lists.loaded_list import LoadedList, load
from romme_turnier.tournament.models.fields import SEATS_MAX
from romme_turnier.tournament.permissions import OfficialRequest, Right, RightMissing, for_officials, may
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from romme_turnier.web.organiser.lists.common import WRITTEN_AT_THE_DESK, find_list, get_list_view, list_view_of
from romme_turnier.web.organiser.lists.entry_state import state
from romme_turnier.web.organiser.lists.sums import CLAIM_FIELDS, TypedClaims, claims_shown
from romme_turnier.web.sent_row import Body, BrokenError, body_of, cells_in, key_in, number_in

Version = int | str  # a number for a row or the list; for the sums, their texts


@require_safe
@for_officials(Right.SEE)
def list_state(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    """Returns the stored list as JSON."""
    return JsonResponse(state(request, get_list_view(request, event, number, table)))


@require_POST
@for_officials(Right.ENTER)
def row(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    """Saves one game, sent as {"game", "cells", "expected", "key"}; `expected` is the version that the page showed."""
    return _answer(request, find_list(event, number, table), _save_row)


@require_POST
@for_officials(Right.ENTER)
def claims(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    """Saves the scorer's sums, sent as {"cells", "expected"} with the cells line by line.

    `expected` is the text of the sums that the page showed (`claims_shown`).
    """
    return _answer(request, find_list(event, number, table), _save_claims)


@require_POST
@for_officials(Right.ENTER)
def finish(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    """Completes the list; {"expected"} is the version that the official saw."""
    return _answer(request, find_list(event, number, table), _finish)


# Returns the version of the saved cells, and the list if the service has loaded it.
Save = Callable[[OfficialRequest, models.Spielliste, Body], tuple[Version, LoadedList | None]]


def _answer(request: OfficialRequest, spielliste: models.Spielliste, save: Save) -> HttpResponse:
    """Calls `save` and responds with the resulting state of the list, or with the error (see the module).

    Raises RightMissing if the list is neither open nor complete and the user may not rule.
    """
    event = spielliste.table.series.event
    if spielliste.status not in WRITTEN_AT_THE_DESK and not may(request.user, Right.RULE, event):
        raise RightMissing(Right.RULE)

    def respond(status: int, loaded: LoadedList | None = None, **answer: Any) -> HttpResponse:
        view = list_view_of(request, event, loaded or load(spielliste.pk))
        return JsonResponse({**answer, **state(request, view)}, status=status)

    try:
        version, after = save(request, spielliste, body_of(request))
    except BrokenError:
        return JsonResponse({"error": "broken"}, status=400)
    except _UnreadableError as unreadable:
        return JsonResponse({"error": "cells", "cells": unreadable.cells}, status=400)
    except Conflict as conflict:
        return respond(409, error="conflict", message=glued(conflict.message))
    except TournamentError as error:
        return respond(409, error="refused", message=glued(error.message))
    return respond(200, after, saved={"version": version})


class _UnreadableError(Exception):
    def __init__(self, cells: list[dict[str, Any]]) -> None:
        super().__init__()
        self.cells = cells


def _save_row(request: OfficialRequest, spielliste: models.Spielliste, body: Body) -> tuple[Version, LoadedList | None]:
    game, expected, key = number_in(body, "game"), number_in(body, "expected"), key_in(body)
    rules = spielliste.table.series.event.rules
    parsed = read_row(game, cells_in(body), rules)
    if parsed.errors:
        words = [(e.seat, lists_words.describe_cell_error(e.code, e.seat, e.text)) for e in parsed.errors]
        raise _UnreadableError([{"seat": seat, "text": glued(text)} for seat, text in words])
    try:
        saved = entries.save_row(spielliste, parsed, expected=expected, by=request.user, key=key)
    except entries.SeatsDiffer:
        raise BrokenError from None
    return saved.version, saved.loaded


def _save_claims(request: OfficialRequest, spielliste: models.Spielliste, body: Body) -> tuple[Version, None]:
    view = list_view_of(request, spielliste.table.series.event, load(spielliste.pk))
    seats = view.sheet.seats
    cells = cells_in(body, SEATS_MAX * len(CLAIM_FIELDS))
    if len(cells) != seats * len(CLAIM_FIELDS):
        raise BrokenError
    by_field = {name: cells[at * seats : (at + 1) * seats] for at, name in enumerate(CLAIM_FIELDS)}
    shown = claims_shown(view.loaded.picture)
    typed = TypedClaims(by_field, shown)
    if unreadable := typed.unreadable():
        raise _UnreadableError([{"field": name, "seat": seat} for name, seat in unreadable])
    if typed.as_stored == shown:
        return shown, None  # the first answer got lost, or another official typed the same
    if body.get("expected") != shown:
        raise Conflict
    entries.save_claims(spielliste, typed.by_seat(), expected=view.spielliste.version, by=request.user)
    return typed.as_stored, None


def _finish(request: OfficialRequest, spielliste: models.Spielliste, body: Body) -> tuple[Version, None]:
    expected = number_in(body, "expected")
    completed = spielliste.status != models.Spielliste.Status.OPEN
    if not (completed and spielliste.version == expected + 1):  # the answer to the first request got lost
        entries.complete(spielliste, expected=expected, by=request.user)
    return expected + 1, None
