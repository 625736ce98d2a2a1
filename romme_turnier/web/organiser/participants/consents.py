"""Recording that all players agree to full names on the internet."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.participants.registrations import consent_for_all as agree_all, without_consent
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.DIRECT)
def consent_for_all(request: OfficialRequest, event: Event) -> HttpResponse:
    if request.method == "POST":
        count = agree_all(event, by=request.user)
        text = ngettext(
            "Die Zustimmung von %(n)d Person ist eingetragen.",
            "Die Zustimmung von %(n)d Personen ist eingetragen.",
            count,
        )
        messages.success(request, text % {"n": count})
        return redirect("organiser:front_desk", event.slug)
    missing = sorted(without_consent(event), key=lambda registration: registration.player.order)
    context = {
        "event": event,
        "title": _("Haben alle zugestimmt?"),
        "what": _what([registration.name for registration in missing]),
        "button": _("Alle haben zugestimmt"),
        "cancel_url": reverse("organiser:event_edit", args=[event.slug]),
    }
    return render(request, "components/confirm.html", context)


def _what(missing: list[str]) -> list[str]:
    if not missing:
        return [_("Von allen, die gemeldet sind, ist die Zustimmung schon eingetragen.")]
    return [
        _("Die vollen Namen stehen dann auch im Internet. Wer sich später meldet, wird einzeln gefragt."),
        ngettext("Noch nicht eingetragen bei %(n)d Person:", "Noch nicht eingetragen bei %(n)d Personen:", len(missing))
        % {"n": len(missing)},
        "; ".join(missing),
        _("Wer nicht möchte: Nehmen Sie die Zustimmung danach auf der Seite dieser Person zurück."),
    ]
