"""The day of a series, for events of several days."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.seating.series import set_day
from romme_turnier.web.organiser.fields import date_field
from romme_turnier.web.organiser.seating.common import get_series, series_url


class DayForm(forms.Form):
    held_on = date_field(
        gettext_lazy("Spieltag"),
        help_text=gettext_lazy("Leer lassen, wenn die Serie am Tag des Turniers gespielt wird."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.DIRECT)
def series_day(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    series = get_series(event, number)
    form = DayForm(request.POST if request.method == "POST" else None, initial={"held_on": series.held_on})
    if form.is_valid():
        set_day(series, form.cleaned_data["held_on"], by=request.user)
        messages.success(request, _("Der Spieltag von Serie %(number)d ist geändert.") % {"number": number})
        return redirect(series_url(event, number))
    context = {
        "event": event,
        "title": _("Spieltag von Serie %(number)d") % {"number": number},
        "what": [
            _("Das Turnier beginnt am %(day)s.") % {"day": date_format(timezone.localdate(event.starts_at), "j. F Y")},
            _("Nach dem Spieltag richten sich die Ranglisten nach Tagen und die Tagespreise."),
        ],
        "button": _("Spieltag speichern"),
        "form": form,
        "cancel_url": series_url(event, number),
    }
    return render(request, "components/confirm.html", context)
