"""The consents of a season's players to full names in its tables, as the players told the officials."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from romme_turnier.core.people.names import letters
from romme_turnier.tournament.models import Season
from romme_turnier.tournament.participants.names.consents import Speaker, change_season_consent
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.seasons.access import for_season
from romme_turnier.tournament.shared.numbers import whole_numbers
from romme_turnier.tournament.shared.service import frame
from romme_turnier.web.acting import errors_as_messages

_ROWS = 50


@require_http_methods(["GET", "HEAD", "POST"])
@for_season(changing=True)
def season_names(request: OfficialRequest, season: Season) -> HttpResponse:
    """Shows the players sorted by name; `?q=` selects by name. A POST changes consents of the players in `shown`."""
    if request.method == "POST":
        with errors_as_messages(request):
            changed = _change(request, season)
            messages.success(request, _("Gespeichert.") if changed else _("Es hat sich nichts geändert."))
        return redirect(f"{reverse('organiser:season_names', args=[season.address])}?{request.GET.urlencode()}")
    query = request.GET.get("q", "").strip()[:120]
    called = Q(*(Q(player__name_words__contains=f" {word}") for word in letters(query)))
    people = season.players.current().filter(called, player__erased_at=None).select_related("player")
    page = Paginator(people.order_by("player__name_order", "pk"), _ROWS).get_page(request.GET.get("seite"))
    return render(request, "organiser/seasons/names.html", {"season": season, "page_obj": page, "query": query})


@frame
def _change(request: OfficialRequest, season: Season) -> int:
    """Changes the consents that differ from the ticks; returns their number."""
    agreed, changed = set(whole_numbers(request.POST.getlist("agrees"))), 0
    shown = whole_numbers(request.POST.getlist("shown"))
    for entrant in season.players.current().filter(number__in=shown):
        if entrant.publish_name != (entrant.number in agreed):
            change_season_consent(entrant, agreed=entrant.number in agreed, speaker=Speaker.OFFICIAL, by=request.user)
            changed += 1
    return changed
