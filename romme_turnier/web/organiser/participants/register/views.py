"""The register: possible duplicates, side by side, and merging two players."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from romme_turnier.tournament.models import Club, Player
from romme_turnier.tournament.participants.register.ban_reading import bans_in_force
from romme_turnier.tournament.participants.register.duplicates import (
    club_pairs,
    may_know,
    player_pairs,
    sides_of,
    suggestions,
)
from romme_turnier.tournament.participants.register.lookup import search
from romme_turnier.tournament.participants.register.merging import is_merged, merge_players, not_the_same, plan_players
from romme_turnier.tournament.participants.register.merging_registrations import BothTookPart
from romme_turnier.tournament.participants.register.words import done, effects
from romme_turnier.tournament.permissions import OfficialRequest, for_directors
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import Attempt
from romme_turnier.web.organiser.participants.register.common import merged_already

AT_ONCE = 20
FOUND_AT_MOST = 30


@require_safe
@for_directors
def register(request: OfficialRequest) -> HttpResponse:
    """Suggestions, page by page; `?q=` searches two to compare, `?keep=` and `?drop=` name them; `?wen=` searches
    somebody to ban.
    """
    keep, drop = (whole_number(request.GET.get(name, ""), digits=18) for name in ("keep", "drop"))
    if keep is not None and drop is not None and keep != drop:
        return redirect("organiser:merge_players", keep, drop)
    query, whom = (request.GET.get(name, "").strip()[:120] for name in ("q", "wen"))
    page = Paginator(player_pairs(), AT_ONCE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "page_obj": page,
        "suggestions": suggestions(page.object_list, request.user),
        "club_pairs": club_pairs(),
        "bans": bans_in_force(),
        "whom": whom,
        "bannable": search(whom, limit=FOUND_AT_MOST) if whom else [],
        "q": query,
        "found": search(query, limit=FOUND_AT_MOST) if query else [],
        "one_chosen": keep is not None or drop is not None or "keep" in request.GET,
        "players": Player.objects.count(),
        "clubs": Club.objects.count(),
    }
    return render(request, "organiser/participants/register/register.html", context)


def _tell(request: OfficialRequest, error: TournamentError) -> None:
    """Leaves out the name of an event where the official has no task."""
    if isinstance(error, BothTookPart) and not may_know(error.event, request.user):
        messages.error(request, error.unnamed)
    else:
        messages.error(request, error.message)


@require_http_methods(["GET", "HEAD", "POST"])
@for_directors
def merge(request: OfficialRequest, keep: int, drop: int) -> HttpResponse:
    """Everything that merging does, and the button for it."""
    if is_merged(keep, drop):
        return merged_already(request)
    first, second = (get_object_or_404(Player.objects.select_related("club"), pk=pk) for pk in (keep, drop))
    with Attempt(partial(_tell, request)) as attempt:
        if request.method == "POST":
            plan = merge_players(first, second, by=request.user, expected=request.POST.get("mark"))
            messages.success(request, done(plan))
            return redirect("organiser:register")
        plan = plan_players(first, second)
    if attempt.error:
        return redirect("organiser:register")
    sides = sides_of([keep, drop], request.user)
    context = {
        "title": _("Zwei Einträge zusammenlegen"),
        "keep": sides[keep],
        "drop": sides[drop],
        "what": effects(plan, request.user),
        "mark": plan.mark,
        "button": _("Zusammenlegen"),
        "danger": True,
        "cancel_url": reverse("organiser:register"),
    }
    return render(request, "organiser/participants/register/merge.html", context)


@require_POST
@for_directors
def differ(request: OfficialRequest, keep: int, drop: int) -> HttpResponse:
    first, second = (get_object_or_404(Player, pk=pk) for pk in (keep, drop))
    not_the_same(first, second, by=request.user)
    messages.success(
        request,
        _("Gemerkt: %(one)s und %(other)s sind verschiedene Personen.") % {"one": first.name, "other": second.name},
    )
    return redirect("organiser:register")
