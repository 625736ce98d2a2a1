"""“Spielleitung rufen”: a player calls an official to the table with a message and sees the answer.

Players call from “Mein Turnier”, which their start card opens, or from a phone that has joined the table.
"""

from dataclasses import dataclass
from enum import StrEnum

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from romme_turnier.tournament.hall.calls import TEXT_LENGTH, call_official, take_back_call
from romme_turnier.tournament.hall.calls_reading import call_to_show, minutes_between, seat_to_call_from, who_comes
from romme_turnier.tournament.hall.messages import table_key
from romme_turnier.tournament.models import Event, Registration, Seat, Spielliste, TableCall, TablePhone
from romme_turnier.web.acting import errors_in
from romme_turnier.web.public.crumbs import Crumb, crumbs_of
from romme_turnier.web.public.phone_identity import for_phones, for_player, table_address
from romme_turnier.web.public.registering.guard import personal

About = TableCall.About


class State(StrEnum):
    """The states of a call; scripts use these values."""

    NONE = "none"
    WAITING = "waiting"
    COMING = "coming"
    DONE = "done"
    TAKEN_BACK = "taken-back"


@dataclass(frozen=True, slots=True)
class MyCall:
    """A table's call as its players see it; only the caller sees the reason.

    `minutes` is the age of the call. `who` is a sentence about the official who is coming, "" before an answer.
    """

    seat: Seat
    call: TableCall | None
    state: State
    is_own: bool
    minutes: int
    who: str

    @property
    def is_open(self) -> bool:
        return self.state in (State.WAITING, State.COMING)

    @property
    def is_just_done(self) -> bool:
        """Whether the call ended within the last minute; after that, its box is folded."""
        ended = self.call.ended_at if self.call else None
        return ended is not None and minutes_between(ended, timezone.now()) < 1

    @property
    def key(self) -> str:
        """The call and its state as text, which the script compares to notice changes."""
        return f"{self.state}-{self.call.pk}" if self.call else State.NONE

    @property
    def table_key(self) -> str:
        return table_key(self.seat.table.series.number, self.seat.table.number)


def call_seen_from(seat: Seat | None, own: Registration) -> MyCall | None:
    """Returns the call of the seat's table as its players see it; None without a seat."""
    if seat is None:
        return None
    call = call_to_show(seat.table)
    return MyCall(
        seat=seat,
        call=call,
        state=_state(call),
        is_own=call is not None and call.registration_id == own.pk,
        minutes=minutes_between(call.called_at, timezone.now()) if call else 0,
        who=who_comes(call) if call and call.answered_at else "",
    )


def _state(call: TableCall | None) -> State:
    if call is None:
        return State.NONE
    if call.withdrawn_at is not None:
        return State.TAKEN_BACK
    if call.ended_at is not None:
        return State.DONE
    return State.COMING if call.answered_at else State.WAITING


class WhatForForm(forms.Form):
    about = forms.ChoiceField(
        choices=About.choices,
        required=False,  # the service reports a missing reason
        error_messages={"invalid_choice": gettext_lazy("Bitte wählen Sie, worum es geht.")},
    )
    text = forms.CharField(
        label=gettext_lazy("Was ist es?"),
        help_text=gettext_lazy("Nur wenn Sie möchten. Lesen kann es allein die Spielleitung."),
        max_length=TEXT_LENGTH,
        required=False,
    )

    @property
    def buttons(self) -> list[tuple[str, str | Promise]]:
        """Values and labels of the reasons with a button: all except "Etwas anderes", which has a text field."""
        return [(value, label) for value, label in About.choices if value != About.OTHER]


@dataclass(frozen=True, slots=True)
class CallPlaces:
    """The addresses for calls from one page, “Mein Turnier” or the list of a table."""

    call: str
    back: str  # withdraws the call
    home: str  # the page to return to
    home_words: str


def places_of_player(event: Event) -> CallPlaces:
    call, back, home = (
        reverse(f"public:{name}", args=[event.slug]) for name in ("my_call", "my_call_back", "my_event")
    )
    return CallPlaces(call, back, home, _("Zurück zu „Mein Turnier“"))


def places_of_phone(spielliste: Spielliste) -> CallPlaces:
    call, back, home = (table_address(spielliste, name) for name in ("at_table_call", "at_table_call_back", "at_table"))
    return CallPlaces(call, back, home, _("Zurück zur Liste"))


def seat_of_phone(phone: TablePhone, spielliste: Spielliste) -> Seat | None:
    """Returns the seat from which the phone's holder may call; None if there is none at this table."""
    seat = seat_to_call_from(phone.registration)
    return seat if seat and seat.table_id == spielliste.table_id else None


@require_http_methods(["GET", "HEAD", "POST"])
@personal
@for_player
def my_call(request: HttpRequest, own: Registration) -> HttpResponse:
    places = places_of_player(own.event)
    return _call_page(request, own.event, own, seat_to_call_from(own), places, (_("Mein Turnier"), places.home))


@require_http_methods(["GET", "HEAD", "POST"])
@personal
@for_phones
def table_call(request: HttpRequest, spielliste: Spielliste, phone: TablePhone) -> HttpResponse:
    places, table = places_of_phone(spielliste), spielliste.table
    where = _("Tisch %(table)d, Serie %(series)d") % {"table": table.number, "series": table.series.number}
    seat = seat_of_phone(phone, spielliste)
    return _call_page(request, table.series.event, phone.registration, seat, places, (where, places.home))


def _call_page(
    request: HttpRequest, event: Event, own: Registration, seat: Seat | None, places: CallPlaces, *crumbs: Crumb
) -> HttpResponse:
    """Offers the reasons for a call as buttons; a tap calls an official and shows the state of the call."""
    mine = call_seen_from(seat, own)
    form = WhatForForm(request.POST if request.method == "POST" else None)
    if mine is not None and form.is_valid():
        said, seat = form.cleaned_data, mine.seat
        with errors_in(form):
            call_official(seat.table, about=said["about"], text=said["text"], seat=seat.number, registration=own)
            return redirect(places.call)
    context = {
        "event": event,
        "crumbs": crumbs_of(event, *crumbs, (_("Spielleitung rufen"), None)),
        "call": mine,
        "places": places,
        "form": form,
        "other": About.OTHER,
        "own_table": mine.table_key if mine else "",
    }
    return render(request, "public/calling/page.html", context)


@require_POST
@personal
@for_player
def my_call_back(_request: HttpRequest, own: Registration) -> HttpResponse:
    _take_back(seat_to_call_from(own), own)
    return redirect("public:my_call", own.event.slug)


@require_POST
@personal
@for_phones
def table_call_back(_request: HttpRequest, spielliste: Spielliste, phone: TablePhone) -> HttpResponse:
    _take_back(seat_of_phone(phone, spielliste), phone.registration)
    return redirect(table_address(spielliste, "at_table_call"))


def _take_back(seat: Seat | None, own: Registration) -> None:
    """Withdraws the table's call if this player made it."""
    mine = call_seen_from(seat, own)
    if mine is not None and mine.call is not None and mine.is_own:
        take_back_call(mine.call)
