"""A captain registers a whole team: up to four, and a substitute."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.participants.invitations import invitation_of
from romme_turnier.tournament.participants.self_registration import register_team as store_team, why_closed
from romme_turnier.web.public.access import public_event
from romme_turnier.web.public.registering.forms import TeamForm
from romme_turnier.web.public.registering.guard import personal
from romme_turnier.web.public.registering.views import closed_page, form_page, store, to_registration


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def register_team(request: HttpRequest, slug: str) -> HttpResponse:
    """`?einladung=` is the token of a club's invitation; invitations for one player do not admit teams."""
    event = public_event(slug)
    invitation = invitation_of(event, request.GET.get("einladung", ""))
    if invitation is not None and invitation.club is None:
        invitation = None
    closed = why_closed(event, invited=invitation is not None)
    if event.prizes == Event.Prizes.INDIVIDUAL:
        closed = _("Bei diesem Turnier gibt es keine Mannschaften. Bitte melden Sie sich einzeln an.")
    if closed and request.method != "POST":
        return closed_page(request, event, closed)
    form = TeamForm(event, request.POST or None, invitation=invitation)
    if form.is_valid():
        people = form.people_entered(new=True)
        substitute = people.pop("e_", None)
        stored = store(
            request,
            form,
            lambda: store_team(
                event, form.cleaned_data["team"], list(people.values()), form.details(), substitute=substitute
            ),
        )
        if stored is not None:
            return to_registration(request, stored)
    context: dict[str, Any] = {
        "form": form,
        "invitation": invitation,
        "title": _("Eine Mannschaft anmelden"),
        "button": _("Mannschaft anmelden"),
    }
    return form_page(request, event, "team.html", context)
