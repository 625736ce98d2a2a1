"""The sign with the number 0, which no keyboard has: PostgreSQL stores it in no text, and SQLite should not either.

A request that holds one is answered with 400 before anything is looked up, whatever would have read it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.defaults import bad_request

NUL = "\0"

View = TypeVar("View", bound=Callable[..., HttpResponse])


def may_hold_nul(field: str) -> Callable[[View], View]:
    """Marks a view that says itself, and better, what is wrong with such a text in this field of its form."""

    def mark(view: View) -> View:
        view.may_hold_nul = field  # type: ignore[attr-defined]
        return view

    return mark


class NulMiddleware:
    """Stands before everything that looks for the sender: the key of a session comes in a cookie."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _any_has([request.path, *request.COOKIES.values(), *_texts(request.GET)]):
            return _refused(request)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], *_arguments: object
    ) -> HttpResponse | None:
        """What a form sends is read here, after those who refuse it for its size or its token."""
        if request.method != "POST":
            return None
        texts = _texts(request.POST, beside=getattr(view, "may_hold_nul", ""))
        return _refused(request) if _any_has(texts) else None


def _texts(sent: QueryDict, beside: str = "") -> Iterator[str]:
    """Yields every name and value."""
    for name, values in sent.lists():
        if name != beside:
            yield name
            yield from values


def _any_has(texts: Iterable[str]) -> bool:
    return any(NUL in text for text in texts)


def _refused(request: HttpRequest) -> HttpResponse:
    return bad_request(request, BadRequest())
