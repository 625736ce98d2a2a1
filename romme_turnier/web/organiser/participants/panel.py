"""What the front desk answers: the panel beside the list, the row that changed, or the whole page."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from romme_turnier.tournament.models import Club, Event, LedgerEntry, Registration
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.participants.check_in import counts, next_series, why_not
from romme_turnier.tournament.permissions import OfficialRequest, Right, may
from romme_turnier.web.organiser.participants.back import back_from, filters_of
from romme_turnier.web.organiser.participants.desk_forms import HandOutForm
from romme_turnier.web.organiser.participants.people import SHOWN, SORTS, people_of, prepared, sort_of, with_all

Status = Registration.Status


def card_of(
    request: OfficialRequest, who: Registration, *, chosen: bool, form: HandOutForm | None = None, done: bool = False
) -> dict[str, Any]:
    """Returns what the card of somebody says: what is done, each with its way back, and what is still to do.

    `chosen`: the next key belongs to the card; else one is still typing. `done`: something was just done for them.
    """
    event = who.event
    (who,) = prepared(event, [with_all(event.registrations.all()).get(pk=who.pk)], request.user)
    cash = may(request.user, Right.CASH, event)
    if form is None and may(request.user, Right.REGISTER, event) and who.status == Status.ACTIVE:
        form = HandOutForm(who, books=cash)
    series = next_series(event)
    booked = LedgerEntry.objects.filter(registration=who, kind=LedgerEntry.Kind.FEE).exists()
    return {
        "who": who,
        "form": form,
        "chosen": chosen,
        "done": done,
        "payment": fees.last_payment(who) if booked else None,
        "may_undo_payment": who.paid and (cash or not booked),
        "why_not": why_not(who) if who.status != Status.ACTIVE else "",
        "can_miss": series if series and who.checked_in_at is None and who.plays_in(series) else None,
        "with_later": cash and form is not None and "paid" in form.fields,
    }


def served(
    request: OfficialRequest, event: Event, who: Registration, *, new: bool = False, form: HandOutForm | None = None
) -> HttpResponse:
    """After a step for somebody: card and row for a script, else the page again, with the card.

    `form` is what could not be done, with what was typed.
    """
    if not request.headers.get("HX-Request"):
        if form is not None:
            return with_list(request, event, card_of(request, who, chosen=True, form=form))
        return back_from(request, event, who.pk)
    desk = card_of(request, who, chosen=form is not None, form=form, done=form is None)
    return panel(request, event, desk | {"row": desk["who"], "row_is_new": new})


def panel(request: OfficialRequest, event: Event, desk: dict[str, Any]) -> HttpResponse:
    return render(request, "organiser/participants/desk/answer.html", _about(request, event) | desk)


def with_list(request: OfficialRequest, event: Event, desk: dict[str, Any]) -> HttpResponse:
    """Returns the whole page: the panel, and everybody as filtered and sorted."""
    query = request.GET
    rows = people_of(event, query, request.user)
    everybody = event.registrations.all()
    clubs = sorted(Club.objects.filter(registrations__event=event).distinct(), key=lambda club: club.order)
    context = {
        "rows": rows,
        "total": everybody.count(),
        "without_number": everybody.filter(number=None, status=Status.ACTIVE).count(),
        "club_choices": [(club.pk, club.name) for club in clubs],
        "choices": SHOWN.items(),
        "sorts": [(key, label) for key, (label, _key) in SORTS.items()],
        "sort": sort_of(query),
        "club": query.get("club", ""),
        "show": query.get("show", ""),
        "teams_in_rows": any(hasattr(one, "team_membership") for one in rows),
    }
    return render(request, "organiser/participants/desk/desk.html", _about(request, event) | context | desk)


def _about(request: OfficialRequest, event: Event) -> dict[str, Any]:
    return {
        "event": event,
        "with_fee": bool(event.entry_fee) or event.fee_kinds.exists(),
        "counts": counts(event),
        "back": filters_of(request).urlencode(),
        "may_register": may(request.user, Right.REGISTER, event),
        "may_cash": may(request.user, Right.CASH, event),
    }
