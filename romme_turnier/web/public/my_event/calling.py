"""“Spielleitung rufen”: a player calls an official to the own table, in writing, and sees who comes."""

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
from romme_turnier.tournament.models import Event, Registration, Seat, TableCall
from romme_turnier.web.acting import errors_in
from romme_turnier.web.public.access import public_event
from romme_turnier.web.public.crumbs import crumbs_of
from romme_turnier.web.public.my_event.recognition import recognised
from romme_turnier.web.public.registering.guard import personal

About = TableCall.About


class State(StrEnum):
    """How far a call is; scripts know it by these names."""

    NONE = "none"
    WAITING = "waiting"
    COMING = "coming"
    DONE = "done"
    TAKEN_BACK = "taken-back"


@dataclass(frozen=True, slots=True)
class MyCall:
    """What somebody at a table sees of its call; what it is about only whoever called.

    `who` is a sentence, "" as long as nobody has answered.
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
    def key(self) -> str:
        """Another call of the same table has another one."""
        return f"{self.state}-{self.call.pk}" if self.call else State.NONE

    @property
    def table_key(self) -> str:
        return table_key(self.seat.table.series.number, self.seat.table.number)


def my_call_of(own: Registration) -> MyCall | None:
    """Returns None for somebody who cannot call now: at no table of the newest series, or it is over."""
    seat = seat_to_call_from(own)
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
        required=False,  # the service says so
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
        """Those beside "Etwas anderes", which has the field."""
        return [(value, label) for value, label in About.choices if value != About.OTHER]


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def my_call(request: HttpRequest, slug: str) -> HttpResponse:
    """Asks what for, and calls with one tap; then says how far the call is."""
    event = public_event(slug)
    own = recognised(request, event)
    if own is None:
        return redirect("public:my_card", slug)
    mine = my_call_of(own)
    form = WhatForForm(request.POST if request.method == "POST" else None)
    if mine is not None and form.is_valid():
        said = form.cleaned_data
        seat = mine.seat
        with errors_in(form):
            call_official(seat.table, about=said["about"], text=said["text"], seat=seat.number, registration=own)
            return redirect("public:my_call", slug)
    return _shown(request, event, mine, form)


def _shown(request: HttpRequest, event: Event, mine: MyCall | None, form: WhatForForm) -> HttpResponse:
    above = reverse("public:my_event", args=[event.slug])
    context = {
        "event": event,
        "crumbs": crumbs_of(event, (_("Mein Turnier"), above), (_("Spielleitung rufen"), None)),
        "call": mine,
        "form": form,
        "other": About.OTHER,
        "own_table": mine.table_key if mine else "",
    }
    return render(request, "public/my_event/call.html", context)


@require_POST
@personal
def my_call_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Whoever called takes it back."""
    own = recognised(request, public_event(slug))
    if own is None:
        return redirect("public:my_card", slug)
    mine = my_call_of(own)
    if mine is not None and mine.call is not None and mine.is_own:
        take_back_call(mine.call)
    return redirect("public:my_call", slug)
