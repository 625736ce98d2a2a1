"""The reader's language: the browser's, unless the reader has chosen another in the footer.

The footer is on cached pages, so the form in it cannot contain a CSRF token. Instead, the Origin header, which browsers
send with each POST, must not name another server.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

_YEAR = 365 * 24 * 3600


@csrf_exempt
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Stores `language` in a cookie and redirects to `next`.

    A foreign origin gets 403, an unknown language is ignored, and a `next` on another server leads to the home page.
    """
    if request.headers.get("Origin") not in (None, f"{request.scheme}://{request.get_host()}"):
        return HttpResponse(status=403)
    language = request.POST.get("language", "")
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = "/"
    response = HttpResponseRedirect(back)
    if language in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=_YEAR,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response
