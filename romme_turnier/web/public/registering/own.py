"""A registration's page at its personal link: status, payment, changes, withdrawal and stored data."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from romme_turnier.core.money.iban import find_holder, find_iban
from romme_turnier.tournament.models import Event, Registration
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.participants import own_registration
from romme_turnier.tournament.participants.names.consents import (
    Speaker,
    change_own_consents,
    change_season_consent,
)
from romme_turnier.tournament.participants.own_data import own_data
from romme_turnier.tournament.participants.own_registration import (
    TeamChange,
    is_captain,
    managed_registrations,
    team_of,
)
from romme_turnier.tournament.participants.waiting_list import place_of
from romme_turnier.tournament.shared.service import frame
from romme_turnier.tournament.standings.lasting_page import player_with_page
from romme_turnier.web.acting import Attempt, errors_as_messages
from romme_turnier.web.errors import or_404
from romme_turnier.web.public.access import public_event, released_series
from romme_turnier.web.public.crumbs import crumbs_of
from romme_turnier.web.public.phone_identity import for_player, forget_player, recognised, remember_player
from romme_turnier.web.public.registering.forms import ConsentsForm, PlayerForm, TeamForm
from romme_turnier.web.public.registering.guard import personal
from romme_turnier.web.public.registering.views import form_page
from romme_turnier.web.qr import qr_code, transfer_code

Status = Registration.Status
# A team has the first of these states that one of its members has.
_STATES = (Status.ACTIVE, Status.WAITING, Status.EXCLUDED, Status.WITHDRAWN)


def _money(people: list[Registration]) -> dict[str, Decimal]:
    """Returns the fees of these players: `owed`, `paid` and `open`. `paid` includes payments noted without booking."""
    owed, paid = Decimal(0), Decimal(0)
    for person in people:
        own, booked = fees.owed(person), fees.booked(person)
        owed += own
        paid += own if person.paid and not booked else booked
    return {"owed": owed, "paid": paid, "open": max(owed - paid, Decimal(0))}


def _own(slug: str, token: str) -> Registration:
    """Returns the registration with this token. Raises Http404 if there is none or the event is not published."""
    event = public_event(slug)
    rows = Registration.objects.select_related(
        "player", "club", "event", "fee", "invitation__club", "team_membership__team"
    )
    return get_object_or_404(rows, event=event, token=token)


@require_safe
@personal
def registration(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Shows the registration or, to a captain, the whole team.

    If the phone does not remember a player of this event, it remembers this one.
    """
    own = _own(slug, token)
    event, captain = own.event, is_captain(own)
    people = managed_registrations(own)
    team = team_of(own)
    heading = team.name if captain and team else own.name
    states = {person.status for person in people} or {own.status}
    money = _money(people or [own])
    link = request.build_absolute_uri(reverse("public:registration", args=[slug, token]))
    context = {
        **_context(own, heading),
        "captain": captain,
        "saved": "gespeichert" in request.GET,
        "categories": list(own.categories.values_list("name", flat=True)),
        "people": people,
        "team": team,
        "state": next(state.value for state in _STATES if state in states),
        "place": place_of(people[0]) if people else None,
        "money": money,
        "transfer": _transfer(event, heading, money["open"]),
        "link": link,
        "code": qr_code(link),
        "fixed": own_registration.why_not_editable(own),
        "bound": own_registration.why_not_withdrawable(own),
        "erasable": not own_registration.why_not_erasable(own),
        "on_the_day": timezone.localdate() >= timezone.localdate(event.starts_at) or released_series(event).exists(),
    }
    response = render(request, "public/registering/registration.html", context)
    if recognised(request, event) is None:
        remember_player(response, own)
    return response


def _transfer(event: Event, who: str, still_open: Decimal) -> dict[str, Any] | None:
    """Returns the data for a bank transfer, with a GiroCode if an IBAN is known and the currency is the euro.

    Returns None if no amount is open or the organiser has not given bank details.
    """
    if not event.bank_details or not still_open:
        return None
    text, iban = f"{who}, {event.name}", find_iban(event.bank_details)
    holder = find_holder(event.bank_details) or event.organiser or event.name
    in_euros = event.currency == "EUR"
    code = transfer_code(to=holder, iban=iban, amount=still_open, text=text) if iban and in_euros else None
    return {"to": event.bank_details, "holder": holder, "iban": iban, "text": text, "code": code}


def _context(own: Registration, heading: str) -> dict[str, Any]:
    return {
        "event": own.event,
        "registration": own,
        "heading": heading,
        "own_url": reverse("public:registration", args=[own.event.slug, own.token]) if own.token else "",
        "crumbs": crumbs_of(own.event, (_("Meine Anmeldung"), None)),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def change(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Edits the registration, or a captain's whole team. A GET redirects if changes are no longer possible."""
    own = _own(slug, token)
    context = _context(own, own.name)
    if own_registration.why_not_editable(own) and request.method != "POST":
        return redirect(context["own_url"])
    form = (
        _team_form(request, own)
        if is_captain(own)
        else PlayerForm(own.event, request.POST or None, registration=own, invitation=own.invitation)
    )
    if form.is_valid():
        with Attempt(form.complain):
            _change(own, form)
            return redirect(f"{context['own_url']}?gespeichert=1")
    context |= {"form": form, "button": _("Angaben speichern"), "title": _("Angaben ändern"), "changing": True}
    template = "team.html" if isinstance(form, TeamForm) else "register.html"
    return form_page(request, own.event, template, context)


def _team_form(request: HttpRequest, captain: Registration) -> TeamForm:
    people = managed_registrations(captain)
    substitutes = [person for person in people if person.is_substitute]
    team = team_of(captain)
    form = TeamForm(
        captain.event,
        request.POST or None,
        invitation=captain.invitation,
        members=[person for person in people if not person.is_substitute],
        substitute=substitutes[0] if substitutes else None,
    )
    form.initial.update(team=team.name if team else "", club=str(captain.club or ""), contact=captain.contact)
    return form


def _change(own: Registration, form: PlayerForm | TeamForm) -> None:
    contact = form.cleaned_data["contact"]
    if isinstance(form, PlayerForm):
        own_registration.change(
            own, form.person(), club=form.club_name, contact=contact, team=form.cleaned_data.get("team")
        )
        return
    added = form.people_entered(new=True)
    substitute = added.pop("e_", None)
    people = {form.known[prefix].pk: person for prefix, person in form.people_entered(new=False).items()}
    said = TeamChange(name=form.cleaned_data["team"], people=people, added=list(added.values()), substitute=substitute)
    own_registration.change_team(own, said, club=form.club_name, contact=contact)


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def withdraw(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Withdraws the player's registration or, with `?mannschaft=1`, the captain's whole team, after a confirmation.

    Redirects to the registration's page if it cannot be withdrawn.
    """
    own = _own(slug, token)
    whole = is_captain(own) and "mannschaft" in request.GET
    context = _context(own, own.name)
    if own_registration.why_not_withdrawable(own) or (not whole and own.status not in own_registration.PRESENT):
        return redirect(context["own_url"])
    attempt = Attempt()
    if request.method == "POST":
        with attempt:
            if whole:
                own_registration.withdraw_team(own)
            else:
                own_registration.withdraw_own(own)
            return redirect(context["own_url"])
    context |= {
        "whole": whole,
        "people": managed_registrations(own),
        "substitute": None if whole or own.is_substitute else own_registration.substitute_of(own),
        "paid": _money(managed_registrations(own) if whole else [own])["paid"],
        "problem": attempt.message,
    }
    return render(request, "public/registering/withdraw.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def erase(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Deletes the registration with all its data after a confirmation, even if withdrawn, and signs the phone out."""
    own = _own(slug, token)
    context = _context(own, own.name)
    attempt = Attempt()
    if request.method == "POST":
        with attempt:
            own_registration.erase_own(own)
            response = redirect("public:event", slug)
            forget_player(response, own.event)
            messages.success(request, _("Ihre Anmeldung ist gelöscht."))
            return response
    context |= {"problem": attempt.message or own_registration.why_not_erasable(own)}
    return render(request, "public/registering/erase.html", context)


def _player_with(event: Event, token: str) -> Registration:
    """Returns the player whose registration or lasting page has this token. Raises Http404 if there is none."""
    registered = event.registrations.select_related("player").filter(token=token).first()
    return or_404(registered or player_with_page(event, token))


@require_POST
@personal
def own_consents(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Changes the consents of the player, at any time."""
    own = _player_with(public_event(slug), token)
    return _store_consents(request, own, request.path, reverse("public:own_data", args=[slug, token]))


def _store_consents(request: HttpRequest, own: Registration, consents_url: str, back: str) -> HttpResponse:
    form = ConsentsForm(own, request.POST)
    if not form.is_valid():
        return _own_data(request, own, consents_url, form)
    with errors_as_messages(request):
        _change_consents(own, form)
        messages.success(request, _("Ihre Zustimmungen sind gespeichert."))
    return redirect(back)


@frame
def _change_consents(own: Registration, form: ConsentsForm) -> None:
    consents = {"agrees": None, **form.cleaned_data}
    in_season, entrant = consents.pop("in_season", None), form.entrant
    change_own_consents(own, **consents)
    if entrant is not None and in_season is not None and in_season != entrant.publish_name:
        change_season_consent(entrant, agreed=in_season, speaker=Speaker.PLAYER)


@require_safe
@personal
def own_data_page(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Shows a player's stored data. The token belongs to the registration or to the lasting page.

    `?als=json` sends the data as a file.
    """
    own = _player_with(public_event(slug), token)
    return _own_data(request, own, reverse("public:own_consents", args=[slug, token]), ConsentsForm(own))


@require_http_methods(["GET", "HEAD", "POST"])
@personal
@for_player
def my_data(request: HttpRequest, own: Registration) -> HttpResponse:
    """Shows the stored data of this phone's player, as `own_data_page` does; a POST changes the consents.

    Players who were registered by officials, such as at a club evening, have no other page for this.
    """
    if request.method == "POST":
        return _store_consents(request, own, request.path, request.path)
    return _own_data(request, own, request.path, ConsentsForm(own))


def _own_data(request: HttpRequest, own: Registration, consents_url: str, form: ConsentsForm) -> HttpResponse:
    parts = own_data(own)
    if request.GET.get("als") == "json":
        return JsonResponse(
            {part.key: part.rows for part in parts},
            json_dumps_params={"ensure_ascii": False, "indent": 2},
            headers={"Content-Disposition": f'attachment; filename="{own.event.own_slug}-meine-daten.json"'},
        )
    context = {
        **_context(own, own.name),
        "form": form if form.asks_for_several else None,
        "consents_url": consents_url,
        "parts": [
            (
                part.title,
                [
                    [(label, _shown(row[key])) for key, label in part.labels.items() if row[key] not in (None, "")]
                    for row in part.rows
                ],
            )
            for part in parts
        ],
    }
    return render(request, "public/registering/own_data.html", context)


def _shown(value: Any) -> str:
    match value:
        case None:
            return "–"
        case bool():
            return _("ja") if value else _("nein")
        case datetime():
            return date_format(timezone.localtime(value), "j. F Y, H:i")
        case date():
            return date_format(value, "j. F Y")
        case dict():
            return ", ".join(f"{key}: {item}" for key, item in value.items())
        case list():
            return ", ".join(_shown(item) for item in value)
    return str(value)
