"""Pages for what goes wrong."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: names the right that is missing, where a right is why."""
    return render(request, "403.html", {"needed": getattr(exception, "needed", "")}, status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that was open too long, or came from elsewhere: nothing was stored."""
    return render(request, "403_csrf.html", status=403)
