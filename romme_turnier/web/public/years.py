"""Pages with a player's results over the years: secret, public if the player agreed, or compared with another's."""

from dataclasses import dataclass
from math import ceil
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from romme_turnier.core.people.names import NAMELESS
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seasons.years import YearsTable
from romme_turnier.tournament.models import Player, Registration, Season, YearsPage
from romme_turnier.tournament.models.fields import new_token
from romme_turnier.tournament.seasons.names import public_names_of
from romme_turnier.tournament.seasons.years.page import (
    change_years_page,
    end_years_page,
    make_years_page,
    player_with_years_page,
)
from romme_turnier.tournament.seasons.years.reading import Kind, years_of
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.errors import or_404
from romme_turnier.web.public.access import public_season
from romme_turnier.web.public.crumbs import crumbs_of_season
from romme_turnier.web.public.phone_identity import for_player
from romme_turnier.web.public.registering.guard import personal

_WIDTH, _HEIGHT, _EDGE = 640, 180, 34  # of the chart, in its own units
_LABELS = 9  # at most


@dataclass(frozen=True, slots=True)
class YearMark:
    """A year in the chart: its mean at `x`, `y`, and the bar of its uncertainty from `top` to `bottom`."""

    label: str  # "" if the years would overlap
    x: int
    y: int
    top: int
    bottom: int


@require_POST
@personal
@for_player
def my_years(request: HttpRequest, own: Registration) -> HttpResponse:
    """Creates the years page of this phone's player, or gives the page another address. Redirects to that address."""
    token = new_token()
    with errors_as_messages(request):
        make_years_page(own.player, token=token)
        return redirect("public:years", token)
    return redirect("public:my_event", own.event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def years(request: HttpRequest, token: str) -> HttpResponse:
    """Shows the player's results over the years. A POST changes the consents; `beenden` removes the page."""
    page = or_404(player_with_years_page(token))
    if request.method != "POST":
        return render(request, "public/seasons/own_years.html", {**_context(page.player), "page": page, "token": token})
    if "beenden" in request.POST:
        end_years_page(page)
        messages.success(request, _("Die Seite ist gelöscht. Ihre Adresse führt nirgendwo mehr hin."))
        return redirect("public:home")
    with errors_as_messages(request):
        change_years_page(page, public="public" in request.POST, compares="compares" in request.POST)
        messages.success(request, _("Ihre Zustimmungen sind gespeichert."))
    return redirect("public:years", token)


@require_safe
def player_years(request: HttpRequest, name: str, season: str, number: int) -> HttpResponse:
    """Shows a player's results over the years, if the player has published them. Raises Http404 otherwise."""
    shown, page, who = public_years(name, season, number)
    others = _comparable(shown, page) if page.compares_since else []
    context = {
        **_context(page.player),
        "season": shown,
        "number": number,
        "name": who,
        "others": others,
        "crumbs": crumbs_of_season(shown, (who, None)),
    }
    return render(request, "public/seasons/player_years.html", context)


@require_safe
def compared_years(request: HttpRequest, name: str, season: str, number: int, other: int) -> HttpResponse:
    """Compares the results of two different players who both agreed to that. Raises Http404 otherwise."""
    shown, first, who = public_years(name, season, number)
    _season, second, whom = public_years(name, season, other)
    if not (first.compares_since and second.compares_since) or first.pk == second.pk:
        raise Http404
    years = (years_of(first.player), years_of(second.player))
    kinds, others = ({(kind.ruleset, kind.length): kind for kind in own.kinds} if own else {} for own in years)
    events = first.player.results.filter(counts=True).order_by().values("event")
    at_same_events = second.player.results.filter(counts=True, event__in=events).order_by()
    own = reverse("public:season_player", args=[name, season, number])
    context = {
        "season": shown,
        "names": (who, whom),
        "kinds": [(kind, others[key]) for key, kind in kinds.items() if key in others],
        "together": at_same_events.values("event").distinct().count(),
        "crumbs": crumbs_of_season(shown, (who, own), (_("Vergleich"), None)),
    }
    return render(request, "public/seasons/compared_years.html", context)


def _context(player: Player) -> dict[str, Any]:
    own = years_of(player)
    kinds = own.kinds if own else ()
    charts = [(kind, _chart(kind), YearsTable.of(Medium.PAGE, [kind])) for kind in kinds]
    return {"years": own, "name": player.name, "charts": charts}


def public_years(name: str, season: str, number: int) -> tuple[Season, YearsPage, str]:
    """Returns the season, and the public years page and name of its player with this number.

    Raises Http404 if the season or the page is not public, or if the player's name is not.
    """
    shown = public_season(name, season)
    pages = YearsPage.objects.filter(public_since__isnull=False, player__erased_at=None).select_related("player")
    page = get_object_or_404(pages, player__seasons__season=shown, player__seasons__number=number)
    who = public_names_of(shown).of(page.player)
    if who == NAMELESS:
        raise Http404
    return shown, page, str(who)


def _comparable(season: Season, page: YearsPage) -> list[tuple[int, str]]:
    """Returns the number and public name of every other player of the season who agreed to be compared, sorted by name.

    Players without a public name are left out.
    """
    names = public_names_of(season)
    agreed = season.players.current().filter(player__years_page__compares_since__isnull=False)
    entrants = agreed.exclude(player=page.player_id).select_related("player").order_by("number")
    people = [(entrant.number, names.of(entrant.player)) for entrant in entrants]
    people.sort(key=lambda person: person[1].order)  # as shown
    return [(number, str(who)) for number, who in people if who != NAMELESS]


def _chart(kind: Kind) -> list[YearMark]:
    """Returns each year's mean with its uncertainty; empty if there is only one year."""
    if len(kind.years) < 2:
        return []
    ends = [(own.mean - (own.spread or 0), own.mean + (own.spread or 0)) for _year, own in kind.years]
    low, high = min(end for end, _top in ends), max(end for _bottom, end in ends)

    def height(value: float) -> int:
        return round(_HEIGHT - _EDGE - (value - low) / ((high - low) or 1) * (_HEIGHT - 2 * _EDGE))

    labelled = ceil(len(kind.years) / _LABELS)  # every `labelled`-th year has a label
    step = (_WIDTH - 2 * _EDGE) / (len(kind.years) - 1)
    return [
        YearMark(
            "" if place % labelled else str(year),
            round(_EDGE + place * step),
            height(own.mean),
            height(top),
            height(bottom),
        )
        for place, ((year, own), (bottom, top)) in enumerate(zip(kind.years, ends, strict=True))
    ]
