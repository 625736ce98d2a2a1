"""Responses of the front desk: the panel next to the list, the changed row, the whole page, or a redirect."""

import re
from typing import Any

from django.db.models import Count, Q
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.participants import (
    ParticipantsFilter,
    ParticipantsTable,
    empty_columns,
    prepared,
    shows_fees,
)
from romme_turnier.tournament.models import Event, LedgerEntry, Registration
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.participants.check_in import counts, next_series, why_not
from romme_turnier.tournament.participants.register.bans import warnings
from romme_turnier.tournament.permissions import OfficialRequest, Right, may, rights_at
from romme_turnier.web.organiser.participants.forms import HandOutForm

Status = Registration.Status
_WITHOUT_NUMBER = Q(number=None, status=Status.ACTIVE)


def card_of(
    request: OfficialRequest, who: Registration, *, chosen: bool, form: HandOutForm | None = None, done: bool = False
) -> dict[str, Any]:
    """Returns the context of a participant's card: the completed steps, which can be undone, and the open ones.

    `chosen` moves the focus from the search to the card. `form` replaces the form for the open steps. `done` means that
    a step has just been completed.
    """
    event = who.event
    (who,) = _with_warnings(request, event, prepared(event, event.registrations.filter(pk=who.pk)))
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
        "can_leave": who.status == Status.ACTIVE and event.series.drawn().exists(),
        "can_miss": series if series and who.checked_in_at is None and who.plays_in(series) else None,
        "with_later": cash and form is not None and "paid" in form.fields,
    }


def served(
    request: OfficialRequest, event: Event, who: Registration, *, new: bool = False, form: HandOutForm | None = None
) -> HttpResponse:
    """Responds to a step: to a script with the participant's card and row, otherwise with a page or a redirect.

    `form` is a form with errors. `new` means that the list on the page has no row for the participant yet.
    """
    if not request.headers.get("HX-Request"):
        if form is not None:
            return with_list(request, event, card_of(request, who, chosen=True, form=form))
        return back_from(request, event, who.pk)
    desk = card_of(request, who, chosen=form is not None, form=form, done=form is None)
    if form is not None:
        return panel(request, event, desk)
    changed = _table(request, event, [desk["who"]], filters_of(request), swapped=not new)
    if request.headers.get("Columns", _columns_of(changed)) != _columns_of(changed):
        # The page has no table yet, or lacks a column that has been filled since.
        return HttpResponseClientRedirect(back_from(request, event, who.pk)["Location"])
    place = new and _place(request, event, who)
    more = {"changed": changed, "new_row_at": place, "without_number": _without_number(event)}
    return panel(request, event, desk | more)


def _columns_of(table: ParticipantsTable) -> str:
    """Returns the names of the columns that the page has; its scripts send them in the header "Columns"."""
    return " ".join(table.columns.names())


def _without_number(event: Event) -> int:
    return event.registrations.filter(_WITHOUT_NUMBER).count()


def _place(request: OfficialRequest, event: Event, who: Registration) -> str:
    """Returns the place for htmx to insert the new row: after the preceding row, or the beginning of the list."""
    rows = list(_table(request, event, prepared(event, event.registrations.all()), filters_of(request)).data)
    before = rows[: [row.pk for row in rows].index(who.pk)]
    return f"afterend:#teilnehmer-{before[-1].pk}" if before else "afterbegin:#leute"


def panel(request: OfficialRequest, event: Event, desk: dict[str, Any]) -> HttpResponse:
    return render(request, "organiser/participants/desk/answer.html", _about(request, event) | desk)


def with_list(request: OfficialRequest, event: Event, desk: dict[str, Any]) -> HttpResponse:
    """Returns the whole page: the panel, and the list as filtered and sorted by the address.

    `desk` may hold the participants that the search found as `matches`; a single match is also the `who` of its card.
    """
    matches = desk.get("matches")
    chosen = ParticipantsFilter(request.GET, event, matches)
    is_of_card = matches is not None and len(matches) == 1 and chosen.form.asked.keys() == {"q"}
    rows = [desk["who"]] if is_of_card else _with_warnings(request, event, chosen.rows())
    query = filters_of(request)
    if text := request.GET.get("q"):
        query["q"] = text
    table = _table(request, event, rows, query)
    context = {
        "rows": list(table.data),
        "table": table,
        "columns": _columns_of(table),
        "filter": chosen.form,
        "with_categories": event.categories.exists(),
        **event.registrations.aggregate(total=Count("pk"), without_number=Count("pk", filter=_WITHOUT_NUMBER)),
    }
    return render(request, "organiser/participants/desk/desk.html", _about(request, event) | context | desk)


def _with_warnings(request: OfficialRequest, event: Event, rows: list[Registration]) -> list[Registration]:
    """Returns the rows, each with `ban_warnings`: bans that may concern this player and that the official may read."""
    bans = warnings(event, rows, request.user)
    for registration in rows:
        registration.ban_warnings = bans.get(registration.pk, [])  # type: ignore[attr-defined]
    return rows


def _table(
    request: OfficialRequest, event: Event, rows: list[Registration], query: QueryDict, *, swapped: bool = False
) -> ParticipantsTable:
    """Returns the list of participants; if `swapped`, its rows replace those on the page."""
    return ParticipantsTable.table_for(
        Medium.PAGE,
        rows,
        rights=rights_at(request.user, event),
        query=query,
        without=empty_columns(event),
        attrs={"class": "desk__table", "tbody": {"id": "leute"}},
        row_attrs={"id": lambda record: f"teilnehmer-{record.pk}", "hx-swap-oob": "true" if swapped else None},
    )


def _about(request: OfficialRequest, event: Event) -> dict[str, Any]:
    return {
        "event": event,
        "with_fee": shows_fees(event),
        "counts": counts(event),
        "back": filters_of(request).urlencode(),
        "may_register": may(request.user, Right.REGISTER, event),
        "may_cash": may(request.user, Right.CASH, event),
    }


_PAGES = re.compile(r"(?P<page>series_draw|series_cards|series_repair)-(?P<number>[0-9]{1,3})|front_desk", re.ASCII)
_FILTERS = ("club", "show", "sortiert")


def came_from(request: OfficialRequest) -> str:
    """Returns the page from which the form was sent, such as "series_draw-2" or "front_desk"; "" if unknown."""
    named = request.POST.get("from", "")
    return named if _PAGES.fullmatch(named) else ""


def filters_of(request: OfficialRequest) -> QueryDict:
    """Returns the filter and order of the front desk's list, from the address or from the field `back` of a form."""
    asked = request.GET if request.method != "POST" else QueryDict(request.POST.get("back", ""))
    kept = QueryDict(mutable=True)
    for name in _FILTERS:
        if asked.get(name):
            kept[name] = asked[name]
    return kept


def back_from(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Redirects to the page from which the form was sent, or to the registration's row at the front desk."""
    match = _PAGES.fullmatch(came_from(request))
    if match and match["page"]:
        back = QueryDict(request.POST.get("back", ""))
        return redirect(reverse(f"organiser:{match['page']}", args=[event.slug, int(match["number"])], query=back))
    query = filters_of(request)
    query["fertig"] = str(pk)
    return redirect(reverse("organiser:front_desk", args=[event.slug], query=query, fragment=f"teilnehmer-{pk}"))
