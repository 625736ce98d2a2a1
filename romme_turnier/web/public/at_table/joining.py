"""Joining a table with a phone: the QR code on the printed list opens this page with a PIN; the player taps a name.

Opening the link does not yet let the phone join, because links are previewed and shared. A phone joins only by a POST
from this page, with the end of the player's card code or after a scan of the card.
"""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import access, phones
from romme_turnier.tournament.at_table.access import TooManyGuesses, WrongCode
from romme_turnier.tournament.at_table.on_screen.tables import play_table_of
from romme_turnier.tournament.at_table.terms import terms_of
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.models.fields import new_token
from romme_turnier.tournament.participants.card_code import END
from romme_turnier.tournament.permissions import Right, may
from romme_turnier.web.acting import Attempt
from romme_turnier.web.public.crumbs import crumbs_of
from romme_turnier.web.public.phone_identity import (
    CARD_CODE_INPUT,
    list_at_table,
    phone_of,
    recognised,
    remember_phone,
    table_address,
)
from romme_turnier.web.public.registering.guard import personal


class PinForm(forms.Form):
    p = forms.CharField(
        label=gettext_lazy("PIN der Liste"),
        max_length=access.PIN_LENGTH,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "input--short"}),
        help_text=gettext_lazy("Vier Ziffern, unter dem Quadrat auf der Papierliste."),
        error_messages={"required": gettext_lazy("Bitte geben Sie die vier Ziffern ein.")},
    )


class WhoForm(forms.Form):
    """The form for choosing the phone's holder and typing the end of that player's card code."""

    seat = forms.TypedChoiceField(
        coerce=int,
        label=gettext_lazy("Wer sind Sie?"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Bitte tippen Sie auf Ihren Namen.")},
    )
    card_end = forms.CharField(
        label=gettext_lazy("Die letzten drei Zeichen Ihres Codes"),
        help_text=gettext_lazy("Auf der Startkarte: bei ACD 347 also 347."),
        max_length=2 * END,
        widget=forms.TextInput(attrs=CARD_CODE_INPUT),
        error_messages={"required": gettext_lazy("Bitte geben Sie die drei Zeichen ein.")},
    )

    def __init__(self, seats: Iterable[models.Seat], *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["seat"].choices = [  # type: ignore[attr-defined]
            (seat.number, f"{seat.registration.number} {seat.registration.hall_name}") for seat in seats
        ]


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def join(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Asks for the PIN on the printed list, unless it is in `?p=4711`, and for the player. A POST lets the phone join.

    A GET redirects officials to their page of the list, and phones that have joined to theirs. If the lists of the
    series are on paper, other phones get a page that says this, with status 404.
    """
    if request.method == "POST":
        return _sent(request, list_at_table(slug, series, table))
    own = models.Event.objects.filter(slug=slug).first()
    if own is not None and may(request.user, Right.SEE, own):
        return redirect("organiser:list", slug, series, table)
    spielliste = list_at_table(slug, series, table)
    if phone_of(request, spielliste) is not None:
        return redirect(table_address(spielliste, "at_table"))
    if not terms_of(spielliste.table.series).on_phones:
        return _shown(request, spielliste, {"refused": access.paper_only()}, status=404)
    given = request.GET.get("p", "")
    return _named(request, spielliste, given, None) if given else _asked(request, spielliste, PinForm())


def _sent(request: HttpRequest, spielliste: models.Spielliste) -> HttpResponse:
    if not terms_of(spielliste.table.series).on_phones:
        return _shown(request, spielliste, {"refused": access.paper_only()}, status=404)
    own = _own_seat(request, spielliste)
    if "own" in request.POST and own is not None:
        with Attempt() as attempt:
            return _open(spielliste, own.registration, None)
        return _shown(request, spielliste, {"refused": attempt.message}, status=409)
    pin = PinForm(request.POST)
    if not pin.is_valid():
        return _asked(request, spielliste, pin)
    return _named(request, spielliste, pin.cleaned_data["p"], request.POST if "seat_asked" in request.POST else None)


def _own_seat(request: HttpRequest, spielliste: models.Spielliste) -> models.Seat | None:
    """Returns the seat of the player remembered on this phone; None if there is none, or if it is at another table."""
    own = recognised(request, spielliste.table.series.event)
    seats = spielliste.table.seats.select_related("registration__player")
    return seats.filter(registration=own).first() if own else None


def _named(request: HttpRequest, spielliste: models.Spielliste, pin: str, typed: Any) -> HttpResponse:
    """Shows the names at the table if the PIN is right.

    Lets the phone join if `typed` has a seat and the right end of the card's code. Wrong PINs and codes are counted.
    """
    seats = load(spielliste.pk).seats
    who = WhoForm(seats, typed)
    with Attempt() as attempt, access.guess(spielliste):
        access.demand_pin(spielliste, pin)
        if typed is not None and who.is_valid():
            chosen = next(seat for seat in seats if seat.number == who.cleaned_data["seat"])
            return _open(spielliste, chosen.registration, who.cleaned_data["card_end"])
    error = attempt.error
    if isinstance(error, TooManyGuesses):
        return _shown(request, spielliste, {"refused": error.message}, status=429)
    if error and error.about == "p":
        form = PinForm({"p": pin})
        form.add_error("p", error.message)
        return _asked(request, spielliste, form)
    if error and not isinstance(error, WrongCode):
        return _shown(request, spielliste, {"refused": error.message}, status=409)
    if error:
        who.add_error("card_end", error.message)
    return _shown(request, spielliste, {"who": who, "pin": pin})


def _open(spielliste: models.Spielliste, registration: models.Registration, card_end: str | None) -> HttpResponse:
    """Lets the phone join and redirects it to the list or the game. Raises the errors of `open_list`."""
    token = new_token()
    phones.open_list(spielliste, registration, token=token, card_end=card_end)
    to = "at_table" if play_table_of(spielliste) is None or spielliste.whole else "at_table_play"
    response = redirect(table_address(spielliste, to))
    remember_phone(response, spielliste, token)
    return response


def _asked(request: HttpRequest, spielliste: models.Spielliste, form: PinForm) -> HttpResponse:
    return _shown(request, spielliste, {"form": form, "own": _own_seat(request, spielliste)})


def _shown(
    request: HttpRequest, spielliste: models.Spielliste, more: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    table, event = spielliste.table, spielliste.table.series.event
    title = _("Liste von Tisch %(table)d") % {"table": table.number}
    context = {
        "event": event,
        "series": table.series.number,
        "table": table.number,
        "title": title,
        "crumbs": crumbs_of(event, (title, None)),
        **more,
    }
    return render(request, "public/at_table/join.html", context, status=status)
