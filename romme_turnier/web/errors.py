"""Error pages, error responses for scripts, and `or_404`."""

import logging
from collections.abc import Callable
from typing import TypeVar

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render, resolve_url
from django.template.loader import get_template
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from romme_turnier.documents.delivery import LIBRARIES_MISSING, NOT_LAID_OUT
from romme_turnier.documents.render.pieces import LibrariesMissingError, PressError
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.shared.errors import KeyReused, TournamentError

T = TypeVar("T")
logger = logging.getLogger("django.request.papers")


def or_404(value: T | None) -> T:
    """Returns the value. Raises Http404 if it is None."""
    if value is None:
        raise Http404
    return value


def bad_request(_request: HttpRequest, exception: Exception) -> HttpResponse:
    """Responds with 400. The page has no links or styles, since these would fail under a foreign host name, too."""
    page = get_template("400.html").render({"foreign_host": isinstance(exception, DisallowedHost)})
    return HttpResponse(page, status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Responds with 403.

    The response names the roles or offices that have the missing right, if known. In this case, a page also links to
    the event.
    """
    offices = getattr(exception, "offices", "") if are_several() else ""
    needed = offices or getattr(exception, "needed", "")
    if request.content_type == "application/json":
        return _forbidden_to_script(
            _("Für diesen Schritt brauchen Sie das Recht: {needed}. Die Spielleitung kann es Ihnen geben.").format(
                needed=needed
            )
            if needed
            else _("Dafür fehlt Ihnen ein Recht.")
        )
    context = {
        "needed": needed,
        "of_program": getattr(exception, "of_program", False),
        "of_organiser": getattr(exception, "of_organiser", False),
        "is_by_office": bool(offices),
        "event_home": needed and _event_home(request),
    }
    return render(request, "403.html", context, status=403)


def _event_home(request: HttpRequest) -> str:
    """Returns the address of the event's overview, if an officials' page of an event was requested; otherwise ""."""
    match = request.resolver_match
    slug = match.kwargs.get("slug") if match and match.namespace in ("organiser", "documents") else None
    return reverse("organiser:event", args=[slug]) if slug else ""


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 Django names it
    """Responds with 403 to a form that was open too long or came from another site; the form is not stored.

    Scripts get 401 if the user is signed out: a browser that has lost its cookies has lost the token, too.
    """
    if request.content_type != "application/json":
        return render(request, "403_csrf.html", status=403)
    if not request.user.is_authenticated:
        return _signed_out_to_script()
    return _forbidden_to_script(_("Die Seite ist nicht mehr gültig. Bitte laden Sie sie neu."))


def _signed_out_to_script() -> JsonResponse:
    return JsonResponse({"error": "signed_out"}, status=401)


def _forbidden_to_script(message: str) -> JsonResponse:
    answer = {"error": "forbidden", "message": message}
    return JsonResponse(answer, status=403, json_dumps_params={"ensure_ascii": False})


class ForScriptsMiddleware:
    """Sends {"error": …} with 400, 401 or 404 to scripts that send JSON, instead of a page or a redirect to sign in.

    `forbidden` and `csrf_failure` send their 403 themselves, with a message. Scripts recognise the program by this
    format. They treat any other page or redirect, such as a network's sign-in page, as a missing response
    (static/js/entry/send.js).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.content_type != "application/json" or isinstance(response, JsonResponse):
            return response
        if response.status_code == 302 and response["Location"].startswith(resolve_url(settings.LOGIN_URL)):
            return _signed_out_to_script()
        error = {400: "broken", 404: "gone"}.get(response.status_code)
        return JsonResponse({"error": error}, status=response.status_code) if error else response


class RefusedMiddleware:
    """Responds with 409 to a `TournamentError` that no view caught, and with 503 if a PDF cannot be made.

    `KeyReused` comes from a broken page and gets 400. Clients that do not accept HTML get only the message.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, TournamentError):
            why, status = exception.message, 400 if isinstance(exception, KeyReused) else 409
        elif isinstance(exception, LibrariesMissingError | PressError):
            logger.error("No PDF: %s", request.path, exc_info=exception)
            why = str(LIBRARIES_MISSING if isinstance(exception, LibrariesMissingError) else NOT_LAID_OUT)
            status = 503
        else:
            return None
        if not request.accepts("text/html"):
            return HttpResponse(why, status=status, content_type="text/plain; charset=utf-8")
        back = request.headers.get("Referer", "")
        if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
            back = _event_home(request) or "/"
        context = {"why": why, "back": back}
        return render(request, "refused.html", context, status=status)


class NotAllowedMiddleware:
    """Gives an empty 405 a page with a link, for clients that accept HTML.

    Users get a 405 if they reload a button's address, or if signing in takes them back to it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405 or response.content or not request.accepts("text/html"):
            return response
        page = render(request, "405.html", {"event_home": _event_home(request)}, status=405)
        page["Allow"] = response["Allow"]
        return page
