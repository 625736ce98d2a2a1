"""The lasting page: a player's results after the event, at a secret address. The player creates and removes it."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from romme_turnier.address import for_phones
from romme_turnier.documents.render.page import page_response, pdf_is_possible
from romme_turnier.documents.render.pdf import pdf_response, render_pdf
from romme_turnier.documents.standings.prize_giving import certificates
from romme_turnier.tournament.events.appearance import speaking_for
from romme_turnier.tournament.models import Registration
from romme_turnier.tournament.models.fields import new_token
from romme_turnier.tournament.standings.lasting_page import end_lasting_page, make_lasting_page, player_with_page
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.errors import or_404
from romme_turnier.web.public.access import public_event, releases_of
from romme_turnier.web.public.phone_identity import for_player
from romme_turnier.web.public.registering.guard import personal
from romme_turnier.web.public.standings.position import position_of, release_in_words

_CERTIFICATE = "documents/standings/certificates.html"


@require_POST
@personal
@for_player
def my_lasting(request: HttpRequest, own: Registration) -> HttpResponse:
    """Creates the lasting page of this phone's player and redirects to it, or deletes the page if `beenden` is sent.

    A new page replaces an earlier one. Before the first release, a message reports that no page is possible yet.
    """
    if "beenden" in request.POST:
        _end(request, own)
        return redirect("public:my_event", own.event.slug)
    token = new_token()
    with errors_as_messages(request):
        make_lasting_page(own, token=token)
        return redirect("public:lasting", own.event.slug, token)
    return redirect("public:my_event", own.event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def lasting(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Shows the player's released results; a POST deletes the page. Raises Http404 for an unknown or deleted page."""
    event = public_event(slug)
    own = or_404(player_with_page(event, token))
    if request.method == "POST":
        _end(request, own)
        return redirect("public:event", slug)
    release = releases_of(event).first()
    position = position_of(release, own.number, {})
    context = {
        "event": event,
        "own": own,
        "token": token,
        "position": position,
        **release_in_words(release),
        "series": [
            (number, ", ".join(position.figures.get(number, ())), position.in_series.get(number))
            for number in range(1, len(position.row.series) + 1)
        ]
        if position
        else [],
        "in_hall": settings.MODE != "public",
        "has_certificate": release and release.is_final and position and position.row.rank,
    }
    return render(request, "public/my_event/lasting.html", context)


@require_safe
@personal
def certificate(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Sends the certificate as PDF or, if PDF is impossible, as a page.

    Redirects to the lasting page if the player has no certificate, for example before the final standings are released.
    """
    event = public_event(slug)
    own = or_404(player_with_page(event, token))
    page = reverse("public:lasting", args=[slug, token])
    with speaking_for(event):
        base = for_phones(request.build_absolute_uri("/"))
        paper = certificates(event, number=own.number, base=base) if own.number is not None else None
        if paper is None:
            return redirect(page)
        if not pdf_is_possible():
            return page_response(_CERTIFICATE, paper, back=page)
        return pdf_response(render_pdf(_CERTIFICATE, paper), f"{event.own_slug}-urkunde")


def _end(request: HttpRequest, own: Registration) -> None:
    end_lasting_page(own)
    messages.success(request, _("Die bleibende Seite ist gelöscht. Ihre Adresse führt nirgendwo mehr hin."))
