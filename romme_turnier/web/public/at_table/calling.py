"""Calling an official from a phone that opens the list of its table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from romme_turnier.tournament import models
from romme_turnier.tournament.hall.calls_reading import seat_to_call_from
from romme_turnier.web.public.calling import CallPlaces, answer_call_page, take_back_own
from romme_turnier.web.public.phone_identity import for_phones, table_address
from romme_turnier.web.public.registering.guard import personal


def call_places(spielliste: models.Spielliste) -> CallPlaces:
    call, back, home = (table_address(spielliste, name) for name in ("at_table_call", "at_table_call_back", "at_table"))
    return CallPlaces(call, back, home, _("Zurück zur Liste"))


def seat_of_phone(phone: models.TablePhone, spielliste: models.Spielliste) -> models.Seat | None:
    """Returns the seat of the phone's holder; None if the holder no longer plays at this table."""
    seat = seat_to_call_from(phone.registration)
    return seat if seat and seat.table_id == spielliste.table_id else None


@require_http_methods(["GET", "HEAD", "POST"])
@personal
@for_phones
def call(request: HttpRequest, spielliste: models.Spielliste, phone: models.TablePhone) -> HttpResponse:
    places, table = call_places(spielliste), spielliste.table
    where = _("Tisch %(table)d, Serie %(series)d") % {"table": table.number, "series": table.series.number}
    seat = seat_of_phone(phone, spielliste)
    return answer_call_page(request, table.series.event, phone.registration, seat, places, (where, places.home))


@require_POST
@personal
@for_phones
def call_back(request: HttpRequest, spielliste: models.Spielliste, phone: models.TablePhone) -> HttpResponse:  # noqa: ARG001 - as every view
    take_back_own(seat_of_phone(phone, spielliste), phone.registration)
    return redirect(table_address(spielliste, "at_table_call"))
