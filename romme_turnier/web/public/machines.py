"""Files that browsers and search engines request: robots.txt, the manifest, colours and logos.

The address of a colour or logo changes with its content, so browsers may keep it for good.
"""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from romme_turnier.tournament.models import EventLogo, OrganiserLogo
from romme_turnier.tournament.shared.colours import WRITTEN, on_dark, on_light

FELT = "#0a4d31"  # static/css/tokens.css
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
_CLOSED = ("organiser:events", "account", "admin:index")


@require_safe
@cache_control(public=True, max_age=24 * 3600)
def robots(_request: HttpRequest) -> HttpResponse:
    """Excludes the officials' pages. Players' pages are not excluded, so that search engines can read their noindex."""
    lines = ["User-agent: *", *(f"Disallow: {reverse(name)}" for name in _CLOSED), ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=24 * 3600)
def manifest(_request: HttpRequest) -> JsonResponse:
    """Sends the name, colour and icons for a phone's home screen."""
    sizes = {180: "img/touch-icon.png", 512: "img/touch-icon-large.png"}
    content = {
        "name": _("Rommé-Turnier"),
        "short_name": _("Rommé"),
        "lang": get_language(),
        "start_url": reverse("public:home"),
        "display": "minimal-ui",
        "background_color": FELT,
        "theme_color": FELT,
        "icons": [
            {"src": static(name), "sizes": f"{size}x{size}", "type": "image/png"} for size, name in sizes.items()
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@require_safe
def accent(_request: HttpRequest, colour: str) -> HttpResponse:
    """Sends the CSS tokens for a colour such as "0a5636", in shades readable in both colour schemes.

    Raises Http404 if the text is not such a colour.
    """
    written = f"#{colour}"
    if not WRITTEN.fullmatch(written):
        raise Http404
    sheet = _SHEET.format(light=on_light(written), dark=on_dark(written))
    return HttpResponse(sheet, content_type="text/css", headers={"Cache-Control": _FOR_GOOD})


@require_safe
def logo(_request: HttpRequest, digest: str) -> HttpResponse:
    """Sends the logo with this digest. Raises Http404 if there is none.

    Digests cannot be guessed, so logos of unpublished events stay hidden.
    """
    of_organiser = OrganiserLogo.objects.filter(digest=digest).first()
    logo = of_organiser or get_object_or_404(EventLogo.objects.filter(digest=digest)[:1])
    return HttpResponse(bytes(logo.png), content_type="image/png", headers={"Cache-Control": _FOR_GOOD})
