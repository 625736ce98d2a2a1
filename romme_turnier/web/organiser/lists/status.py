"""Checking lists: one key checks a list and opens the next, one button checks all lists without faults (§ 2.2.5)."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from romme_turnier.tournament import models
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.checking.checks import check_faultless
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.organiser.lists.common import get_list_view, lists_url, posted_version


@require_POST
@for_officials(Right.RULE)
def check(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    """Checks the list and shows the next list to check, or all lists of the series after the last one."""
    view = get_list_view(request, event, number, table)
    if view.state == models.ListState.CHECKED:  # pressed twice, or after going back
        messages.info(request, _("Die Liste von Tisch %(table)d ist schon geprüft.") % {"table": table})
    else:
        with errors_as_messages(request) as attempt:
            entries.check(view.spielliste, expected=posted_version(request), by=request.user)
            messages.success(request, _("Die Liste von Tisch %(table)d ist geprüft.") % {"table": table})
        if attempt.error:
            return redirect(view.url())
    lists = models.Spielliste.objects.filter(table__series=view.series).exclude(pk=view.spielliste.pk)
    lists = lists.select_related("table", "hand_in").order_by("table__number")
    waiting = [spielliste.table.number for spielliste in lists if spielliste.state.waits_for_check]
    if not waiting:
        return redirect(lists_url(event, number))
    following = next((after for after in waiting if after > table), waiting[0])
    return redirect("organiser:list", event.slug, number, following)


@require_POST
@for_officials(Right.RULE)
def check_all(request: OfficialRequest, event: models.Event, number: int) -> HttpResponse:
    """Checks every list of the series that has no faults."""
    series = get_object_or_404(event.series, number=number)
    with errors_as_messages(request):
        tables = ", ".join(map(str, check_faultless(series, by=request.user)))
        if tables:
            messages.success(request, _("Geprüft sind jetzt: Tisch %(tables)s.") % {"tables": tables})
        else:
            messages.info(request, _("Keine Liste wartet ohne Fehler auf die Prüfung."))
    return redirect(lists_url(event, number))
