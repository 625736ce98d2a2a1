"""A ban ends before its time (§ 1.4)."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament.ban_queries import bans_in_force, say_ban
from romme_turnier.tournament.services.bans import lift_ban
from romme_turnier.web.organiser.access import OfficialRequest
from romme_turnier.web.organiser.register.common import for_directors


@require_http_methods(["GET", "HEAD", "POST"])
@for_directors
def ban_lift(request: OfficialRequest, pk: int) -> HttpResponse:
    ban = get_object_or_404(bans_in_force(), pk=pk)
    name = {"name": ban.player.name}
    if request.method == "POST":
        lift_ban(ban)
        messages.success(request, _("%(name)s ist nicht mehr gesperrt.") % name)
        return redirect("organiser:register")
    context = {
        "title": _("Sperre von %(name)s aufheben") % name,
        "what": [
            f"{ban.player.name}: {say_ban(ban)}",
            _("Bei der nächsten Meldung steht dann kein Hinweis mehr. Dass es die Sperre gab, bleibt festgehalten."),
        ],
        "button": _("Sperre aufheben"),
        "danger": True,
        "cancel_url": reverse("organiser:register"),
    }
    return render(request, "components/confirm.html", context)
