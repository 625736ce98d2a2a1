"""Answers API requests before the middleware for pages, so that answers involve no session, cookie or page."""

import logging
from collections.abc import Callable

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import resolve
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request, gettext as _, override

from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.web.public.api.operations import BASE
from romme_turnier.web.public.api.problems import Problem

_URLS = "romme_turnier.web.public.api.urls"
_log = logging.getLogger("django.request")


class ApiMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info != BASE and not request.path_info.startswith(f"{BASE}/"):
            return self.get_response(request)
        language = get_language_from_request(request)
        with override(language):
            response = _answer(request)
        response.headers["Content-Language"] = language
        response.headers["Content-Length"] = str(len(response.content))  # without it, the server closes the connection
        patch_vary_headers(response, ("Accept-Language", "Authorization"))
        return response


def _answer(request: HttpRequest) -> HttpResponse:
    try:
        match = resolve(request.path_info, _URLS)
        response: HttpResponse = match.func(request, *match.args, **match.kwargs)
        return response
    except Problem as problem:
        return problem.answer()
    except Http404:
        words = _("Das gibt es nicht, oder es ist nicht freigegeben oder gehört nicht zum Veranstalter des Zugangs.")
        return Problem(404, words).answer()
    except TournamentError as error:
        return Problem(409, error.message).answer()
    except (BadRequest, SuspiciousOperation):
        return Problem(400, _("Die Anfrage ist nicht lesbar.")).answer()
    except DatabaseError:
        _log.exception("API: %s", request.path)
        words = _("Die Datenbank antwortet gerade nicht. Versuchen Sie es in einer Minute wieder.")
        return Problem(503, words, headers={"Retry-After": "60"}).answer()
    except Exception:
        _log.exception("API: %s", request.path)
        return Problem(500, _("Das Programm hat einen Fehler. Er steht im Protokoll des Servers.")).answer()
