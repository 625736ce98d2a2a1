"""How a second laptop and phones reach the program: its address, as text and as a QR code."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.address import lan_hosts, listen_on
from romme_turnier.mode import change_mode, other_mode
from romme_turnier.tournament.permissions import directs_any, for_directors
from romme_turnier.web.qr import qr_code

_DEFAULT_PORT = 8000


@dataclass(frozen=True, slots=True)
class Way:
    """An address that leads here from other devices, and the officials' desk below it."""

    address: str

    @property
    def desk(self) -> str:
        return self.address.removesuffix("/") + reverse("organiser:events")

    @property
    def code(self) -> SafeString:
        return qr_code(self.address)


@login_required
@never_cache
@require_safe
def join(request: HttpRequest) -> HttpResponse:
    """`?adresse=`: which of several addresses is shown large."""
    ways = [Way(address) for address in addresses(request)]
    wanted = request.GET.get("adresse")
    shown = next((way for way in ways if way.address == wanted), ways[0] if ways else None)
    context = {
        "way": shown,
        "others": [way for way in ways if way != shown],
        "command": command(),
        "mode": settings.MODE,
        "other_mode": other_mode() if directs_any(request.user) else "",
    }
    return render(request, "help/join.html", context)


@require_POST
@for_directors
def change(request: HttpRequest) -> HttpResponse:
    """Opens the program for the hall, or closes it again. It starts anew, so the page comes back by itself."""
    wanted = other_mode()
    if not wanted or request.POST.get("mode") != wanted:
        messages.error(request, _("Hier lässt sich der Betrieb nicht umstellen."))
        return redirect("help:join")
    change_mode(wanted)
    return render(request, "help/changing.html", {"mode": wanted})


def addresses(request: HttpRequest) -> list[str]:
    """Where other devices reach the program; none while it runs for this machine alone, or without a network."""
    if settings.MODE == "public":
        return [request.build_absolute_uri("/")]
    if settings.MODE == "local":
        return []
    _host, port = listen_on()
    suffix = "" if port == 80 else f":{port}"
    return [f"http://{host}{suffix}/" for host in lan_hosts()]


def command() -> str:
    """The command that starts the program for a hall, on its present port."""
    _host, port = listen_on()
    return ("" if port == _DEFAULT_PORT else f"PORT={port} ") + "MODE=hall ./run"
