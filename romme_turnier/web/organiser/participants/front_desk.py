"""The front desk: a search for everyone who arrives, and a card with all open steps of a participant.

The address selects the card: `?q=` searches for a text or a scanned card (`?nr=` on a phone), `?wer=` names a
participant (`?fertig=` after a step), `?person=` a player of the register, `?last_name=` and `?first_name=` a new one.
A script requests only the panel next to the list; other requests get the whole page.
"""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.core.people.written_names import parse_name
from romme_turnier.tournament.models import Event, Player
from romme_turnier.tournament.participants.finding import HITS, find_people, number_named
from romme_turnier.tournament.participants.front_desk import register_at_desk
from romme_turnier.tournament.participants.register.lookup import club_names, people_of, search
from romme_turnier.tournament.participants.registrations import NAME_LENGTH
from romme_turnier.tournament.permissions import OfficialRequest, Right, RightMissing, for_officials, may
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import Attempt, errors_in
from romme_turnier.web.organiser.participants.forms import NewParticipantForm
from romme_turnier.web.organiser.participants.panel import card_of, panel, served, with_list

_TEXT_LENGTH = 200


@for_officials(Right.SEE, writing=Right.REGISTER)
def front_desk(request: OfficialRequest, event: Event) -> HttpResponse:
    """Shows the search, the card of a participant, or the form for a new one; a POST registers the new participant.

    Raises RightMissing for the form if the official may not register players.
    """
    if request.method == "POST":
        return _register(request, event)
    for name in ("wer", "fertig"):
        if (pk := whole_number(request.GET.get(name, ""), digits=18)) is not None:
            who = get_object_or_404(event.registrations, pk=pk)
            return _answer(request, event, card_of(request, who, chosen=name == "wer", done=name == "fertig"))
    person = _chosen(request, event)
    if person is not None or _names(request) is not None:
        if not may(request.user, Right.REGISTER, event):
            raise RightMissing(Right.REGISTER)
        form = NewParticipantForm(
            event, player=person, names=_names(request), books=may(request.user, Right.CASH, event)
        )
        return _answer(request, event, _asking(event, form, person))
    return _answer(request, event, _matches(request, event))


def _answer(request: OfficialRequest, event: Event, desk: dict[str, Any]) -> HttpResponse:
    return panel(request, event, desk) if request.headers.get("HX-Request") else with_list(request, event, desk)


def _matches(request: OfficialRequest, event: Event) -> dict[str, Any]:
    """Returns the context of the search: the card of the only match or a list of several, and players of the register.

    Only officials with the right to register get players of the register (`known`) and the name of a new one (`new`).
    `nobody` is a message about a search without a result.
    """
    scanned = request.GET.get("nr", "")
    typed = " ".join((scanned or request.GET.get("q", ""))[:_TEXT_LENGTH].split())
    desk: dict[str, Any] = {"q": typed}
    with Attempt() as attempt:
        here, number = find_people(event, typed), number_named(event, typed)
    if attempt.error:
        return desk | {"nobody": attempt.message}
    if not scanned:
        desk["matches"] = here
    if len(here) == 1:
        desk |= card_of(request, here[0], chosen=bool(scanned))
    else:
        desk["here"] = here[:HITS]
    if number is not None:
        if not here:
            desk["nobody"] = _("Startnummer %(number)d ist nicht vergeben.") % {"number": number}
        return desk
    if len(typed) > 1 and may(request.user, Right.REGISTER, event):
        taking_part = set(event.registrations.values_list("player_id", flat=True))
        desk["known"] = [player for player in search(typed, people_of(event.held_by)) if player.pk not in taking_part]
        desk["new"] = parse_name(typed)
    elif typed and not here:
        desk["nobody"] = _("Niemand gefunden.")
    return desk


def _register(request: OfficialRequest, event: Event) -> HttpResponse:
    person = _chosen(request, event)
    may_cash = may(request.user, Right.CASH, event)
    form = NewParticipantForm(event, request.POST, player=person, books=may_cash)
    if form.is_valid():
        cleaned = form.cleaned_data
        with errors_in(form):
            handed = register_at_desk(
                event,
                form.entry(),
                fee=cleaned.get("fee"),
                later=may_cash and "later" in request.POST,
                with_number=cleaned["with_number"],
                arrived=cleaned["arrived"],
                book=may_cash,
                by=request.user,
            )
            return served(request, event, handed.registration, new=True)
    return _answer(request, event, _asking(event, form, person))


def _asking(event: Event, form: NewParticipantForm, person: Player | None) -> dict[str, Any]:
    closes_at = event.registration_closes_at
    closed = closes_at if closes_at and closes_at < timezone.now() else None
    return {
        "form": form,
        "person": person,
        "closed_since": closed,
        "clubs": club_names(event.held_by),
        "with_later": form.books and "paid" in form.fields,
    }


def _names(request: OfficialRequest) -> tuple[str, str] | None:
    """Returns the first and last name of a new person, or None if the address has neither."""
    if not request.GET.get("last_name") and not request.GET.get("first_name"):
        return None
    return request.GET.get("first_name", "")[:NAME_LENGTH], request.GET.get("last_name", "")[:NAME_LENGTH]


def _chosen(request: OfficialRequest, event: Event) -> Player | None:
    pk = whole_number((request.POST if request.method == "POST" else request.GET).get("person", ""), digits=18)
    return None if pk is None else get_object_or_404(people_of(event.held_by).select_related("club"), pk=pk)


@require_safe
@for_officials(Right.SEE)
def moved(request: OfficialRequest, event: Event) -> HttpResponse:
    """Redirects earlier addresses of the front desk, which bookmarks and printed start cards still contain."""
    return redirect(reverse("organiser:front_desk", args=[event.slug], query=request.GET))
