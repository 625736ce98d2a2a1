"""The page for webmasters: data without a token, the API and webhooks, with lines to copy."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from romme_turnier.tournament.models import HookMessage
from romme_turnier.tournament.organisers.api_tokens import SANDBOX_SECRET, token_of
from romme_turnier.tournament.publishing.delivery import ATTEMPT
from romme_turnier.web.public.api.call import MOST, USUAL_LIMIT
from romme_turnier.web.public.api.operations import BASE, OPERATIONS


@require_safe
def webmasters(request: HttpRequest) -> HttpResponse:
    """Shows the page, with the token of the sandbox if the installation has one."""
    host = request.build_absolute_uri("/").rstrip("/")
    sandbox = token_of(SANDBOX_SECRET)
    context = {
        "host": host,
        "base": f"{host}{BASE}",
        "start": BASE,
        "operations": OPERATIONS,
        "limit": USUAL_LIMIT,
        "most": MOST,
        "types": HookMessage.Type.choices,
        "seconds": int(ATTEMPT),
        "organiser": sandbox.organiser.slug if sandbox is not None else "verein",
        "secret": SANDBOX_SECRET if sandbox is not None else "",
        "token": SANDBOX_SECRET if sandbox is not None else "rt_…",
    }
    return render(request, "public/webmasters.html", context)
