"""Pages for what goes wrong."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: names the right that is missing, where a right is why; then the event itself may be seen."""
    needed = getattr(exception, "needed", "")
    return render(request, "403.html", {"needed": needed, "event_home": needed and _event_home(request)}, status=403)


def _event_home(request: HttpRequest) -> str:
    """The overview of the event that the address of an official's page names; "" for other addresses."""
    match = request.resolver_match
    slug = match.kwargs.get("slug") if match and match.namespace in ("organiser", "documents") else None
    return reverse("organiser:event", args=[slug]) if slug else ""


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that was open too long, or came from elsewhere: nothing was stored."""
    return render(request, "403_csrf.html", status=403)


class NotAllowedMiddleware:
    """405: whoever opens the address of a button, by loading again or by signing in anew, gets a page and a way on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405 or response.content or not request.accepts("text/html"):
            return response
        page = render(request, "405.html", {"event_home": _event_home(request)}, status=405)
        page["Allow"] = response["Allow"]
        return page
