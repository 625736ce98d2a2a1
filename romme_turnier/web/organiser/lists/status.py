"""Checking lists: one key checks one and goes on to the next, one button checks all that have no faults (§ 2.2.5)."""

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
from romme_turnier.web.organiser.lists.common import ListView, get_list_view, lists_url, posted_version


@require_POST
@for_officials(Right.RULE)
def check(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    """Checks the list and shows the next one that waits for it; after the last one, the lists of the series."""
    view = get_list_view(request, event, number, table)
    if view.state == models.ListState.CHECKED:  # pressed twice, or after going back
        messages.info(request, _("Die Liste von Tisch %(table)d ist schon geprüft.") % {"table": table})
    else:
        with errors_as_messages(request) as attempt:
            entries.check(view.spielliste, expected=posted_version(request), by=request.user)
            messages.success(request, _("Die Liste von Tisch %(table)d ist geprüft.") % {"table": table})
        if attempt.error:
            return redirect(view.url())
    following = _next_to_check(view)
    if following is None:
        return redirect(lists_url(event, number))
    return redirect("organiser:list", event.slug, number, following)


def _next_to_check(view: ListView) -> int | None:
    """Returns the next table whose list waits for its check, going round; None if there is none."""
    lists = models.Spielliste.objects.filter(table__series=view.series).exclude(pk=view.spielliste.pk)
    lists = lists.select_related("table", "hand_in").order_by("table__number")
    waiting = [spielliste.table.number for spielliste in lists if spielliste.state.waits_for_check]
    return next((number for number in waiting if number > view.table), waiting[0] if waiting else None)


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
