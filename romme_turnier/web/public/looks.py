"""The colour and the logo of an event, each at an address with the hash of its content, so that browsers keep it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from romme_turnier.tournament.events.colours import WRITTEN, on_dark, on_light
from romme_turnier.tournament.models import EventLogo

_FOR_GOOD = "public, max-age=31536000, immutable"
_SHEET = """@layer tokens {{
  :root {{
    --accent: light-dark({light.accent}, {dark.accent});
    --accent-strong: light-dark({light.strong}, {dark.strong});
    --accent-quiet: light-dark({light.quiet}, {dark.quiet});
    --on-accent: light-dark({light.on_accent}, {dark.on_accent});
    --felt: light-dark({light.felt}, {dark.felt});
    --focus: light-dark({light.accent}, #ffffff);
  }}
}}
"""


@require_safe
def accent(_request: HttpRequest, colour: str) -> HttpResponse:
    """The tokens of a colour such as "0a5636", in shades readable in both schemes."""
    written = f"#{colour}"
    if not WRITTEN.fullmatch(written):
        raise Http404
    sheet = _SHEET.format(light=on_light(written), dark=on_dark(written))
    response = HttpResponse(sheet, content_type="text/css")
    response["Cache-Control"] = _FOR_GOOD
    return response


@require_safe
def logo(_request: HttpRequest, digest: str) -> HttpResponse:
    """A logo by the digest of its bytes. It cannot be guessed, so logos of unpublished events stay hidden."""
    logo = get_object_or_404(EventLogo.objects.filter(digest=digest)[:1])
    response = HttpResponse(bytes(logo.png), content_type="image/png")
    response["Cache-Control"] = _FOR_GOOD
    return response
