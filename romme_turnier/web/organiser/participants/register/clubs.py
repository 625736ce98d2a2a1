"""Duplicate clubs in the register."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from romme_turnier.tournament.models import Club
from romme_turnier.tournament.participants.register.merging import merge_clubs, not_the_same, plan_clubs
from romme_turnier.tournament.participants.register.own_people import clubs_kept_by
from romme_turnier.tournament.participants.register.words import club_done, club_effects
from romme_turnier.tournament.permissions import OfficialRequest, ProgramRight, for_holders
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.organiser.participants.register.views import merged_already


@require_http_methods(["GET", "HEAD", "POST"])
@for_holders(ProgramRight.KEEP_REGISTER)
def merge(request: OfficialRequest, keep: int, drop: int) -> HttpResponse:
    if request.method == "POST" and not Club.objects.filter(pk=drop).exists():
        return merged_already(request)
    first, second = (get_object_or_404(clubs_kept_by(request.user), pk=pk) for pk in (keep, drop))
    with errors_as_messages(request) as attempt:
        if request.method == "POST":
            messages.success(request, club_done(merge_clubs(first, second, by=request.user)))
            return redirect("organiser:register")
        plan = plan_clubs(first, second)
    if attempt.error:
        return redirect("organiser:register")
    context = {
        "title": _("Zwei Clubs zusammenlegen"),
        "what": club_effects(plan),
        "button": _("Zusammenlegen"),
        "danger": True,
        "cancel_url": reverse("organiser:register"),
        "swap_url": reverse("organiser:merge_clubs", args=[drop, keep]),
    }
    return render(request, "organiser/participants/register/merge_clubs.html", context)


@require_POST
@for_holders(ProgramRight.KEEP_REGISTER)
def differ(request: OfficialRequest, keep: int, drop: int) -> HttpResponse:
    first, second = (get_object_or_404(clubs_kept_by(request.user), pk=pk) for pk in (keep, drop))
    not_the_same(first, second, by=request.user)
    messages.success(request, _("Gemerkt: %(one)s und %(other)s sind zwei Clubs.") % {"one": first, "other": second})
    return redirect("organiser:register")
