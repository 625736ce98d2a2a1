"""The draw of a series, which anyone can verify: method, seed, inputs, result and record."""

import hashlib
import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seats import DiscardedDrawsTable, DrawnPlayersTable, DrawnTable
from romme_turnier.fast.page_cache import remembered
from romme_turnier.tournament.models import Draw, Event, Seat
from romme_turnier.tournament.models.public_names import lasting_names
from romme_turnier.tournament.seating.draw_records import NotARecord, comes_out_again, lacks_clubs, record_of
from romme_turnier.tournament.seating.draw_words import achieved_in_words, method_of
from romme_turnier.web.public.access import public_event, released_series
from romme_turnier.web.public.crumbs import crumbs_of
from romme_turnier.web.public.kept import kept

_REPEATED_SECONDS = 24 * 3600


def applied_draw(event: Event, number: int) -> Draw:
    """Returns the draw that gave a series its released seats. Raises Http404 if there is none."""
    draws = Draw.objects.select_related("series__event").filter(status=Draw.Status.APPLIED)
    return get_object_or_404(draws, series__in=released_series(event), series__number=number)


@require_safe
@kept
def draw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event = public_event(slug)
    applied = applied_draw(event, number)
    record = record_of(applied)
    players = record["inputs"]["players"]
    earlier = applied.series.draws.filter(status=Draw.Status.DISCARDED)
    seats_url = reverse("public:seats", args=[event.slug])
    context = {
        "event": event,
        "number": number,
        "crumbs": crumbs_of(event, (_("Wo sitze ich?"), seats_url), (_("Auslosung Serie %(n)d") % {"n": number}, None)),
        "draw": applied,
        "method": method_of(applied),
        "verified": _verified(record),
        "lacks_clubs": lacks_clubs(record),
        "record_file": _file_of(event, number),
        "players": DrawnPlayersTable.table_for(
            Medium.PAGE, players, without=() if any(player["team"] is not None for player in players) else ("team",)
        ),
        "met": len(record["inputs"]["met"]),
        "tables": DrawnTable.table_for(Medium.PAGE, zip(applied.numbers, applied.result, strict=True)),
        "changed": _changed(applied),
        **achieved_in_words(applied),
        "discarded": DiscardedDrawsTable.table_for(
            Medium.PAGE,
            earlier.filter(applied_at__isnull=False).order_by("applied_at"),
            without=() if lasting_names(event) is None else ("reason",),
        ),
        "previews": earlier.filter(applied_at__isnull=True).count(),
    }
    return render(request, "public/draw.html", context)


@require_safe
def draw_record(_request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Sends the draw's record as a file, for `./run manage repeat_draw` and other programs."""
    event = public_event(slug)
    record = record_of(applied_draw(event, number))
    disposition = f'attachment; filename="{_file_of(event, number)}"'
    return JsonResponse(record, json_dumps_params={"ensure_ascii": False}, headers={"Content-Disposition": disposition})


def _file_of(event: Event, number: int) -> str:
    return f"{event.own_slug}-serie-{number}-auslosung.json"


def _verified(record: dict[str, Any]) -> bool:
    """Returns whether repeating the draw gives the recorded result; cached, because records never change."""
    content = json.dumps(record, sort_keys=True).encode()
    key = f"draw-repeated:{hashlib.blake2b(content, digest_size=16).hexdigest()}"

    def repeated() -> bool:
        try:
            return comes_out_again(record)
        except NotARecord:
            return False

    return bool(remembered.get_or_set(key, repeated, _REPEATED_SECONDS))


def _changed(applied: Draw) -> bool:
    """Returns whether the seats differ from the draw, because players were swapped, late or missing."""
    tables: dict[int, list[int | None]] = {}
    seats = Seat.objects.filter(series=applied.series).order_by("table__number", "number")
    for table, number in seats.values_list("table__number", "registration__number"):
        tables.setdefault(table, []).append(number)
    return tables != dict(zip(applied.numbers, applied.result, strict=True))
