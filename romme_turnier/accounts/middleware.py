"""Middleware that leads visitors of an empty program to its set-up, and keeps session pages from being stored.

It also limits the size of an uploaded backup.
"""

from collections.abc import Callable, Mapping

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from romme_turnier.accounts.first_visit import is_set_up
from romme_turnier.accounts.setup_word import has_shown_word
from romme_turnier.backup.restoring import LARGEST

LARGEST_BODY = LARGEST + 1024**2  # bytes: the file and the form around it


def largest_body(cookies: Mapping[str, str]) -> int:
    """Returns the largest accepted body in bytes; a browser that has sent the start code may send a whole backup."""
    return LARGEST_BODY if has_shown_word(cookies) else int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


def not_stored(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Returns middleware that keeps browsers from storing session pages: after signing out, Back shows none.

    Responses with their own Cache-Control header keep it: files, logos, and pages that are the same for everybody.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES or settings.SESSION_COOKIE_NAME in response.cookies:
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    return answer


class FirstVisitMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.restore_path = reverse("set_up_from_backup")
        self.open_paths = {reverse("setup_word"), reverse("set_up"), self.restore_path}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # A signed-in visitor proves that there are users without asking the database.
        if request.path not in self.open_paths and not request.user.is_authenticated and not is_set_up():
            return redirect("set_up")
        # The check comes before anything reads the body, because reading stores the body on the disk.
        size = request.META.get("CONTENT_LENGTH") or 0
        if request.path == self.restore_path and int(size) > largest_body(request.COOKIES):
            raise RequestDataTooBig
        return self.get_response(request)
