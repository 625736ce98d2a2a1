"""Keeps the fields of a form that was sent after the session had ended, until the user has signed in again."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.module_loading import import_string
from django.views.decorators.http import require_safe

FIELD = "typed"  # name of a field of the sign-in form, and of a value in the session
_SALT = "romme_turnier.accounts.signed_out"
_LARGEST = 64 * 1024  # bytes
_SECONDS = 12 * 60 * 60


def typed_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """Returns the fields of a form to send again, as pairs of name and value; none if it has files or passwords."""
    if request.FILES or any("password" in name for name in request.POST):
        return []
    return [(name, value) for name, values in request.POST.lists() for value in values]


def signed_out(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Returns middleware that answers a form sent without a session with the sign-in page, which keeps the fields.

    The status of this page is 401. Scripts, large forms, and forms without fields that can be kept get the redirect to
    the sign-in page instead. Any form that a signed-in user sends removes the kept fields.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and request.user.is_authenticated:
            request.session.pop(FIELD, None)  # names of people in it would outlive their erasure
        response = get_response(request)
        location: str = response.headers.get("Location", "")
        is_refused = response.status_code == 302 and location.startswith(f"{resolve_url(settings.LOGIN_URL)}?")
        if not is_refused or not _is_sent_by_page(request):
            return response
        fields = [(name, value) for name, value in typed_fields(request) if name != "csrfmiddlewaretoken"]
        if not fields:
            return response
        typed = signing.dumps({"path": request.get_full_path(), "fields": fields}, salt=_SALT, compress=True)
        form = import_string(settings.ACCOUNT_FORMS["login"])(request=request)  # which imports this module
        form.carried = typed
        return render(request, "account/login.html", {"form": form, "redirect_field": ""}, status=401)

    return answer


def _is_sent_by_page(request: HttpRequest) -> bool:
    return (
        request.method == "POST"
        and "text/html" in request.headers.get("Accept", "")
        and "HX-Request" not in request.headers
        and int(request.META.get("CONTENT_LENGTH") or 0) <= _LARGEST
    )


def typed_before(request: HttpRequest) -> dict[str, Any] | None:
    """Returns the `path` and the `fields` that the sign-in form carries; None if missing, altered or too old."""
    try:
        typed: dict[str, Any] = signing.loads(request.POST.get(FIELD, ""), salt=_SALT, max_age=_SECONDS)
    except signing.BadSignature:
        return None
    return typed


@login_required
@require_safe
def send_again(request: HttpRequest) -> HttpResponse:
    """Shows the fields typed before the sign-in, and offers to send them; redirects if there are none."""
    typed = request.session.get(FIELD)
    return render(request, "accounts/send_again.html", typed) if typed else redirect(settings.LOGIN_REDIRECT_URL)
