"""Pages for what goes wrong."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: names the right that is missing, where a right is why."""
    return render(request, "403.html", {"needed": getattr(exception, "needed", "")}, status=403)


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
        match = request.resolver_match
        slug = match.kwargs.get("slug") if match and match.namespace == "organiser" else None
        home = reverse("organiser:event", args=[slug]) if slug else ""
        page = render(request, "405.html", {"event_home": home}, status=405)
        page["Allow"] = response["Allow"]
        return page
