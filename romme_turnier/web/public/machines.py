"""Files that browsers and search engines request from a site: robots.txt and the manifest for home screens."""

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
    """Excludes the desk. Pages about single players send noindex themselves, for which they must be readable."""
    lines = ["User-agent: *", *(f"Disallow: {reverse(name)}" for name in _CLOSED), ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=24 * 3600)
def manifest(_request: HttpRequest) -> JsonResponse:
    """Name, colour and icon for a home screen."""
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
