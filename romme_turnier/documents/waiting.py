"""A file of many printouts: at once if it is finished or soon will be, else a page that leads to it by itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from romme_turnier.documents.bundles import pieces_of
from romme_turnier.documents.files import order_of
from romme_turnier.documents.printout import Job, Printout
from romme_turnier.documents.render import kept, orders
from romme_turnier.documents.render.orders import Order, State
from romme_turnier.documents.render.pdf import pdf_response, render_batch
from romme_turnier.documents.render.pieces import Why
from romme_turnier.tournament.models import Event

PATIENCE = 1.5  # seconds: what takes no longer needs no page in between
LOOK_AGAIN = 1  # seconds from one look of the page to the next

_ORDER = "auftrag"  # the parameter that names an order; signed, so that nobody reads a file of another address

LIBRARIES_MISSING = _(
    "Auf diesem Rechner fehlen Programmteile für PDF. Was zu tun ist, steht im Handbuch unter „Drucken“."
)
_WHY: Mapping[Why, StrOrPromise] = {
    Why.BROKEN_OFF: _("Die Arbeit daran wurde abgebrochen, etwa weil das Programm neu gestartet ist."),
    Why.MISTAKE: _("Ein Blatt ließ sich nicht setzen: ein Fehler im Programm. Drucken Sie die Blätter einzeln."),
    Why.DISK: _("Auf der Festplatte dieses Rechners ist kein Platz mehr."),
    Why.LIBRARIES: LIBRARIES_MISSING,
}


@dataclass(frozen=True, slots=True)
class Many:
    title: str  # of the file, in the language of the event
    printouts: Sequence[tuple[Printout, Job]]
    name: str  # of the file when it is saved, without its ending


def file_of(request: HttpRequest, many: Many) -> HttpResponse:
    """Returns the file, or a way to the page that tells how far it is."""
    try:
        order = order_of(many.title, many.printouts) if settings.KEPT_PAPERS else None
    except OSError:  # nothing can be kept
        order = None
    if order is None:
        return pdf_response(render_batch(pieces_of(many.printouts), title=many.title), many.name)
    orders.wait(order, PATIENCE)
    if (pdf := kept.fetch(order.place)) is not None:
        return pdf_response(pdf, many.name)
    query = request.GET.copy()
    query[_ORDER] = _signer(request).sign(order.name)
    return HttpResponseRedirect(f"{request.path}?{query.urlencode()}")


def how_far(request: HttpRequest, event: Event, *, title: StrOrPromise, name: str) -> HttpResponse | None:
    """Returns how far the order is that the address names, or its file; None where the address names no order."""
    if _ORDER not in request.GET:
        return None
    try:
        order = Order.named(_signer(request).unsign(request.GET[_ORDER]))
    except BadSignature as error:
        raise Http404 from error
    progress = orders.look(order)
    if progress.state is State.FINISHED and (pdf := kept.fetch(order.place)) is not None:
        return pdf_response(pdf, name)
    if progress.state not in (State.AT_WORK, State.FAILED):
        return HttpResponseRedirect(_address(request))
    failed = progress.state is State.FAILED
    context = {
        "event": event,
        "title": title,
        "progress": progress,
        "why": _WHY[progress.why] if failed else "",
        "again": _address(request),
        "look_again": LOOK_AGAIN,
        "papers": reverse("organiser:print_page", args=[event.slug]),
    }
    answer = render(request, "organiser/printouts/in_work.html", context, status=503 if failed else 200)
    answer["Cache-Control"] = "private, no-store"
    return answer


def _address(request: HttpRequest) -> str:
    """Without the order: what places it anew."""
    query = request.GET.copy()
    query.pop(_ORDER, None)
    return f"{request.path}?{query.urlencode()}" if query else request.path


def _signer(request: HttpRequest) -> Signer:
    return Signer(salt=f"papers {_address(request)}")
