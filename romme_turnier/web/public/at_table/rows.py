"""Saves a game from the page of a table's list without a reload. The JSON answers are like those for officials."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST

from romme_turnier.core.lists.typed_row import read_row
from romme_turnier.documents.render.typography import glued, typeset
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import writing
from romme_turnier.tournament.at_table.phones import PhoneEnded
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.models.fields import SEATS_MAX
from romme_turnier.tournament.shared.errors import Conflict
from romme_turnier.web.acting import Attempt
from romme_turnier.web.public.at_table.reading import TableList
from romme_turnier.web.public.at_table.sheet import context_of, unreadable
from romme_turnier.web.public.phone_identity import list_at_table, phone_of
from romme_turnier.web.public.registering.guard import personal
from romme_turnier.web.sent_row import BrokenError, body_of, cells_in, key_in, number_in


@require_POST
@personal
def row(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Saves a game, sent as JSON with the keys "game", "cells", "players", "expected" and "key".

    "players" are the start numbers that the page showed, by seat. The answer is the same as in rows_api.py, with
    rendered parts of the page added as "parts". A phone without access to the list gets 403 with the error "ended".
    """
    spielliste = list_at_table(slug, series, table)
    phone = phone_of(request, spielliste)
    if phone is None:
        return JsonResponse({"error": "ended"}, status=403)
    try:
        body = body_of(request)
        game, expected, cells, key = number_in(body, "game"), number_in(body, "expected"), cells_in(body), key_in(body)
        players = body.get("players")
        if not isinstance(players, list) or len(players) > SEATS_MAX or any(type(each) is not int for each in players):
            raise BrokenError
    except BrokenError:
        return JsonResponse({"error": "broken"}, status=400)
    parsed = read_row(game, cells, spielliste.table.series.event.rules)
    if errors := unreadable(parsed):
        return JsonResponse({"error": "cells", "cells": [{"text": glued(error)} for error in errors]}, status=400)
    with Attempt() as attempt:
        saved = writing.write_game(phone, parsed, players=tuple(players), expected=expected, key=key)
        return _told(request, spielliste, phone, 200, saved={"version": saved.version})
    if isinstance(attempt.error, PhoneEnded):
        return JsonResponse({"error": "ended"}, status=403)
    stored = load(spielliste.pk)
    version, words = stored.version_of(game), {"message": glued(attempt.message)}
    if stored.has_row(parsed):
        return _told(request, spielliste, phone, 200, saved={"version": version})
    if not isinstance(attempt.error, Conflict):
        return _told(request, spielliste, phone, 409, error="refused", **words)
    return _told(request, spielliste, phone, 409, error="conflict", version=version, **words)


def _told(
    request: HttpRequest, spielliste: models.Spielliste, phone: models.TablePhone, status: int, **answer: Any
) -> HttpResponse:
    context = context_of(TableList(load(spielliste.pk), phone))
    made = {
        "part": render_to_string("public/at_table/_list.html", context, request),
        "findings": render_to_string("public/at_table/_findings.html", context, request),
        "form": render_to_string("public/at_table/_game.html", context, request),
    }
    parts = {name: typeset(part) for name, part in made.items()}  # as in the whole page
    return JsonResponse({**answer, "parts": parts}, status=status)
