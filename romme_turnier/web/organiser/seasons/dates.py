"""The dates of a season, and the events that are put into it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from romme_turnier.tournament.models import Season
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.seasons.access import for_season
from romme_turnier.tournament.seasons.dates import cancel_date, is_planned, move_date, restore_date, set_dates
from romme_turnier.tournament.seasons.seasons import SeasonDetails, proposed_days, put_into_season
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import errors_as_messages, errors_in
from romme_turnier.web.organiser.fields import ReasonForm
from romme_turnier.web.organiser.seasons.forms import (
    DatesForm,
    MoveForm,
    SeasonEventForm,
    candidate_days,
    months_of,
)


@for_season(changing=True)
def season_dates(request: OfficialRequest, season: Season) -> HttpResponse:
    """Plans evenings on exactly the chosen days. Held and cancelled dates are shown without a checkbox."""
    dates = list(season.dates.select_related("event"))
    days = candidate_days(proposed_days(SeasonDetails.of(season)), dates)
    planned = [row.day for row in dates if is_planned(row)]
    form = DatesForm(season, days, request.POST if request.method == "POST" else None, initial={"days": planned})
    if form.is_valid():
        with errors_in(form):
            set_dates(season, form.wanted, by=request.user)
            messages.success(request, _("Die Termine sind gespeichert."))
            return redirect("organiser:season", season.address)
    ticked = {str(day) for day in form["days"].value() or ()}
    today = timezone.localdate()
    this_month = today.replace(day=1)
    context = {
        "season": season,
        "form": form,
        "past_months": months_of([day for day in days if day < this_month], ticked),
        "months": months_of([day for day in days if day >= this_month], ticked),
        "held": [row for row in dates if row.event is not None and row.day < today],
        "dates": [row for row in dates if row.event is None or row.day >= today],
        "today": today,
    }
    return render(request, "organiser/seasons/dates.html", context)


@for_season(changing=True)
def season_date(request: OfficialRequest, season: Season, pk: int) -> HttpResponse:
    """Moves (`verlegen`) or cancels (`absagen`) an evening with a reason; `zurueck` undoes a cancellation."""
    planned = get_object_or_404(season.dates.all(), pk=pk)
    data = request.POST if request.method == "POST" else None
    move = MoveForm(data if data and "verlegen" in data else None, initial={"day": planned.moved_from or planned.day})
    cancel = ReasonForm(data if data and "absagen" in data else None, prefix="absage")
    if data and "zurueck" in data:
        with errors_as_messages(request):
            restore_date(planned, by=request.user)
            messages.success(request, _("Der Abend findet doch statt."))
            return redirect("organiser:season_dates", season.address)
    if move.is_valid():
        with errors_in(move):
            moved = move_date(planned, move.cleaned_data["day"], reason=move.cleaned_data["reason"], by=request.user)
            words = _("Der Abend ist am %(day)s.") % {"day": date_format(moved.day, "l, j. F Y")}
            messages.success(request, words)
            return redirect("organiser:season_dates", season.address)
    if cancel.is_valid():
        with errors_in(cancel):
            cancel_date(planned, reason=cancel.cleaned_data["reason"], by=request.user)
            messages.success(request, _("Der Abend fällt aus."))
            return redirect("organiser:season_dates", season.address)
    context = {"season": season, "date": planned, "move": move, "cancel": cancel}
    return render(request, "organiser/seasons/date.html", context)


@for_season(changing=True)
def season_events(request: OfficialRequest, season: Season) -> HttpResponse:
    """Puts an event of the organiser, or of one below, into the season; `heraus` takes one out without deleting it."""
    if leaving := season.events.filter(pk=whole_number(request.POST.get("heraus", ""), digits=18) or 0).first():
        with errors_as_messages(request):
            put_into_season(leaving, None, leaving.kind, by=request.user)
            messages.success(request, _("„%(event)s“ gehört nicht mehr zur Saison.") % {"event": leaving})
        return redirect("organiser:season_events", season.address)
    form = SeasonEventForm(season, request.POST or None)
    if form.is_valid():
        event = form.cleaned_data["event"]
        with errors_in(form, "event"):
            put_into_season(event, season, form.cleaned_data["kind"], by=request.user)
            messages.success(request, _("„%(event)s“ gehört jetzt zur Saison.") % {"event": event})
            return redirect("organiser:season_events", season.address)
    context = {"season": season, "form": form, "events": season.events.order_by("starts_at")}
    return render(request, "organiser/seasons/events.html", context)
