"""Refuses NUL characters, because PostgreSQL cannot store them in text, and SQLite should not.

A request with a NUL in its path, cookies, query or form gets 400 before its view runs. JSON is not checked here.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.defaults import bad_request

NUL = "\0"

View = TypeVar("View", bound=Callable[..., HttpResponse])


def may_hold_nul(field: str) -> Callable[[View], View]:
    """Returns a decorator for views that handle NUL in this field themselves, with a better message."""

    def mark(view: View) -> View:
        view.may_hold_nul = field  # type: ignore[attr-defined]
        return view

    return mark


class NulMiddleware:
    """Checks path, cookies, query and form.

    It runs before the session middleware, which looks up a key from a cookie.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _any_has([request.path, *request.COOKIES.values(), *_texts(request.GET)]):
            return _refused(request)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], *_arguments: object
    ) -> HttpResponse | None:
        """Checks the form, after other middleware has refused oversized forms and wrong tokens."""
        if request.method != "POST":
            return None
        texts = _texts(request.POST, exempt=getattr(view, "may_hold_nul", ""))
        return _refused(request) if _any_has(texts) else None


def _texts(sent: QueryDict, exempt: str = "") -> Iterator[str]:
    for name, values in sent.lists():
        if name != exempt:
            yield name
            yield from values


def _any_has(texts: Iterable[str]) -> bool:
    return any(NUL in text for text in texts)


def _refused(request: HttpRequest) -> HttpResponse:
    return bad_request(request, BadRequest())
