"""Steps for all participants together: start numbers, categories, and consent to full names on the internet."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.participants import owes_nothing
from romme_turnier.documents.tables.registrations import NumbersTable
from romme_turnier.tournament.models import Event, Registration
from romme_turnier.tournament.participants.categories import change_categories
from romme_turnier.tournament.participants.registrations import consent_for_all as agree_all, without_consent
from romme_turnier.tournament.participants.start_numbers import give_numbers, numbers_to_give
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.shared.service import one_transaction
from romme_turnier.web.acting import confirm, errors_as_messages

ORDERS = {"registration": gettext_lazy("nach der Meldung"), "name": gettext_lazy("nach dem Nachnamen")}


@for_officials(Right.SEE, writing=Right.REGISTER)
def participants_numbers(request: OfficialRequest, event: Event) -> HttpResponse:
    """Shows the proposed start numbers. A POST gives them, unless they have changed since the page was shown."""
    order = (request.POST if request.method == "POST" else request.GET).get("order", "")
    order = order if order in ORDERS else "registration"
    if request.method == "POST":
        pairs = [pair.partition(":") for pair in request.POST.getlist("planned")]  # as the page showed them
        seen = [
            (whole_number(pk, digits=18) or 0, whole_number(start_number) or 0) for pk, _colon, start_number in pairs
        ]
        with errors_as_messages(request):
            count = give_numbers(event, order, by=request.user, expected=seen)
            text = ngettext("%(n)d Startnummer ist vergeben.", "%(n)d Startnummern sind vergeben.", count)
            messages.success(request, text % {"n": count})
            return redirect("organiser:front_desk", event.slug)
    planned = numbers_to_give(event, order)
    owing = {
        registration.pk
        for registration, _number in planned
        if not (registration.paid or registration.out_of_competition or owes_nothing(registration))
    }
    rows = [(number, registration, registration.pk in owing) for registration, number in planned]
    context = {
        "event": event,
        "planned": planned,
        "table": NumbersTable.table_for(Medium.PAGE, rows, query=request.GET, attrs={"class": "narrow"}),
        "unpaid": len(owing),
        "orders": ORDERS.items(),
        "order": order,
        "total": event.registrations.taking_part().count(),
    }
    return render(request, "organiser/participants/numbers.html", context)


@for_officials(Right.SEE, writing=Right.REGISTER)
def participants_categories(request: OfficialRequest, event: Event) -> HttpResponse:
    """Lists all players under each category. A POST stores only the boxes that the official has ticked or unticked."""
    people = list(event.registrations.taking_part().select_related("player").order_by("number", "pk"))
    if request.method == "POST":
        was, now = set(request.POST.getlist("was")), set(request.POST.getlist("member"))
        with errors_as_messages(request), one_transaction():
            for player in people:
                add, remove = _categories_of(player, now - was), _categories_of(player, was - now)
                if add or remove:
                    change_categories(player, add=add, remove=remove, by=request.user)
            messages.success(request, _("Die Sonderwertungen sind gespeichert."))
        return redirect("organiser:participants_categories", event.slug)
    members = [
        (category, set(category.registrations.values_list("pk", flat=True))) for category in event.categories.all()
    ]
    groups = [
        (category, [(player, f"{player.pk}:{category.pk}", player.pk in pks) for player in people])
        for category, pks in members
    ]
    return render(request, "organiser/participants/categories.html", {"event": event, "groups": groups})


def _categories_of(player: Registration, ticks: set[str]) -> set[int]:
    """Returns the keys of the categories ticked for this player. A tick, such as "17:3", names player and category."""
    pairs = (tick.partition(":") for tick in ticks)
    return {whole_number(category, digits=18) or 0 for pk, _colon, category in pairs if pk == str(player.pk)}


@for_officials(Right.DIRECT)
def consent_for_all(request: OfficialRequest, event: Event) -> HttpResponse:
    if request.method == "POST":
        count = agree_all(event, by=request.user)
        text = ngettext(
            "Die Zustimmung von %(n)d Person ist eingetragen.",
            "Die Zustimmung von %(n)d Personen ist eingetragen.",
            count,
        )
        messages.success(request, text % {"n": count})
        return redirect("organiser:front_desk", event.slug)
    missing = sorted(without_consent(event), key=lambda registration: registration.player.order)
    what = [_("Von allen, die gemeldet sind, ist die Zustimmung schon eingetragen.")]
    if missing:
        n = len(missing)
        people = ngettext("Noch nicht eingetragen bei %(n)d Person:", "Noch nicht eingetragen bei %(n)d Personen:", n)
        what = [
            _("Die vollen Namen stehen dann auch im Internet. Wer sich später meldet, wird einzeln gefragt."),
            people % {"n": n},
            "; ".join(registration.name for registration in missing),
            _("Wer nicht möchte: Nehmen Sie die Zustimmung danach auf der Seite dieser Person zurück."),
        ]
    return confirm(
        request,
        _("Haben alle zugestimmt?"),
        *what,
        button=_("Alle haben zugestimmt"),
        back=reverse("organiser:event_edit", args=[event.slug]),
        event=event,
    )
