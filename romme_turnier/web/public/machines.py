"""What browsers and search engines ask of a whole site: what to leave alone, and how it looks on a home screen."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

FELT = "#0a4d31"  # static/css/tokens.css
_CLOSED = ("organiser:events", "account", "admin:index")


@require_safe
@cache_control(public=True, max_age=24 * 3600)
def robots(_request: HttpRequest) -> HttpResponse:
    """The desk is no page to find. Pages about single players say noindex themselves: for that they must be read."""
    lines = ["User-agent: *", *(f"Disallow: {reverse(name)}" for name in _CLOSED), ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=24 * 3600)
def manifest(_request: HttpRequest) -> JsonResponse:
    """Name, colour and sign for a home screen."""
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
