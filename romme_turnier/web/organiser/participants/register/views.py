"""The register: possible duplicates, side by side, and merging two players."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.program import AlikeClubsTable, BansTable, MergeChoiceTable
from romme_turnier.tournament.models import Player
from romme_turnier.tournament.participants.register.duplicates import (
    club_pairs,
    player_pairs,
    sides_of,
    suggestions,
)
from romme_turnier.tournament.participants.register.lookup import search
from romme_turnier.tournament.participants.register.merging import is_merged, merge_players, not_the_same, plan_players
from romme_turnier.tournament.participants.register.own_people import (
    bans_kept_by,
    demand_kept,
    people_kept_by,
    people_seen_by,
)
from romme_turnier.tournament.participants.register.words import done, effects
from romme_turnier.tournament.permissions import OfficialRequest, ProgramRight, for_holders
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import errors_as_messages

AT_ONCE = 20
FOUND_AT_MOST = 30


@require_safe
@for_holders(ProgramRight.KEEP_REGISTER)
def register(request: OfficialRequest) -> HttpResponse:
    """Suggestions, page by page; `?q=` searches two to compare, `?keep=` and `?drop=` name them; `?wen=` searches a
    player to ban.
    """
    keep, drop = (whole_number(request.GET.get(name, ""), digits=18) for name in ("keep", "drop"))
    if keep is not None and drop is not None and keep != drop:
        return redirect("organiser:merge_players", keep, drop)
    query, whom = (request.GET.get(name, "").strip()[:120] for name in ("q", "wen"))
    people = people_seen_by(request.user)
    page = Paginator(player_pairs(request.user), AT_ONCE).get_page(request.GET.get("page"))
    bans = bans_kept_by(request.user).select_related("player")
    context: dict[str, Any] = {
        "page_obj": page,
        "suggestions": suggestions(page.object_list),
        "alike_clubs": AlikeClubsTable.table_for(Medium.PAGE, club_pairs(request.user)),
        "bans": BansTable.table_for(Medium.PAGE, bans, query=request.GET, id="gesperrt"),
        "whom": whom,
        "kept": set(people_kept_by(request.user).values_list("pk", flat=True)) if whom or query else set(),
        "bannable": search(whom, people, limit=FOUND_AT_MOST) if whom else [],
        "q": query,
        "found": MergeChoiceTable.table_for(Medium.PAGE, search(query, people, limit=FOUND_AT_MOST) if query else []),
        "one_chosen": keep is not None or drop is not None or "keep" in request.GET,
        "players": people.count(),
        "whole": request.user.is_superuser,
    }
    return render(request, "organiser/participants/register/register.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_holders(ProgramRight.KEEP_REGISTER)
def merge(request: OfficialRequest, keep: int, drop: int) -> HttpResponse:
    """All effects of merging, and the button."""
    if is_merged(keep, drop):
        return merged_already(request)
    first, second = _both(request, keep, drop)
    with errors_as_messages(request) as attempt:
        if request.method == "POST":
            plan = merge_players(first, second, by=request.user, expected=request.POST.get("mark"))
            messages.success(request, done(plan))
            return redirect("organiser:register")
        demand_kept((first, second), request.user)
        plan = plan_players(first, second)
    if attempt.error:
        return redirect("organiser:register")
    sides = sides_of([keep, drop])
    context = {
        "title": _("Zwei Einträge zusammenlegen"),
        "keep": sides[keep],
        "drop": sides[drop],
        "what": effects(plan),
        "mark": plan.mark,
        "button": _("Zusammenlegen"),
        "danger": True,
        "cancel_url": reverse("organiser:register"),
    }
    return render(request, "organiser/participants/register/merge.html", context)


@require_POST
@for_holders(ProgramRight.KEEP_REGISTER)
def differ(request: OfficialRequest, keep: int, drop: int) -> HttpResponse:
    first, second = _both(request, keep, drop)
    with errors_as_messages(request):
        not_the_same(first, second, by=request.user)
        names = {"one": first.name, "other": second.name}
        messages.success(request, _("Gemerkt: %(one)s und %(other)s sind verschiedene Personen.") % names)
    return redirect("organiser:register")


def _both(request: OfficialRequest, keep: int, drop: int) -> tuple[Player, Player]:
    people = people_seen_by(request.user).select_related("club")
    return get_object_or_404(people, pk=keep), get_object_or_404(people, pk=drop)


def merged_already(request: HttpRequest) -> HttpResponse:
    """Back to the register, after a second click or because a colleague was faster."""
    messages.info(request, _("Diese beiden Einträge sind schon zusammengelegt."))
    return redirect("organiser:register")
