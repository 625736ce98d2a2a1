"""The program's addresses for a second laptop and phones, its mode, and the button that ends the program."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from romme_turnier import own_process
from romme_turnier.accounts.setup_word import is_at_the_machine
from romme_turnier.address import choose, inner_addresses, listen_on, lost_addresses, of_hall
from romme_turnier.mode import change_mode, end as end_program, may_end, other_mode
from romme_turnier.tournament.models import Series
from romme_turnier.tournament.permissions import OfficialRequest, ProgramRight, for_holders, has_right
from romme_turnier.web.qr import qr_code

_DEFAULT_PORT = 8000


@login_required
@never_cache
@require_safe
def join(request: HttpRequest) -> HttpResponse:
    """Shows the address of the program that pages and papers display, and the program's other addresses."""
    addresses = of_hall() if settings.MODE == "hall" else []
    if settings.MODE == "public":
        addresses = [request.build_absolute_uri("/")]
    shown, *others = addresses or [""]
    _host, port = listen_on()
    inner = [address for address in inner_addresses() if address != shown] if settings.MODE == "hall" else []
    context = {
        "shown": shown,
        "desk": shown.removesuffix("/") + reverse("organiser:events"),
        "code": qr_code(shown) if shown else "",
        "others": others,
        "lost": lost_addresses(),
        "inner": inner,
        "command": ("" if port == _DEFAULT_PORT else f"PORT={port} ") + f"MODE=hall {own_process.typed()}",
        "mode": settings.MODE,
        "other_mode": other_mode() if has_right(request.user, ProgramRight.RUN) else "",
        "can_switch": bool(other_mode()),
        "may_choose": has_right(request.user, ProgramRight.RUN),
        "may_end": has_right(request.user, ProgramRight.RUN) and _may_end(request),
        "playing": ", ".join(str(series) for series in Series.objects.being_played()),
    }
    return render(request, "help/join.html", context)


@require_POST
@for_holders(ProgramRight.RUN)
def choose_address(request: OfficialRequest) -> HttpResponse:
    """Stores the address that pages, wall and papers will show."""
    address = request.POST.get("address", "")
    if settings.MODE == "hall" and choose(address):
        messages.success(request, _("Seiten, Leinwand und Papiere tragen jetzt %(address)s.") % {"address": address})
    else:
        messages.error(request, _("Diese Adresse hat der Rechner nicht mehr. Wählen Sie eine andere."))
    return redirect("help:join")


@require_POST
@for_holders(ProgramRight.RUN)
def change(request: OfficialRequest) -> HttpResponse:
    """Switches between the mode for the hall and the mode for this machine only.

    The program restarts, and the page reloads automatically.
    """
    wanted = other_mode()
    if not wanted or request.POST.get("mode") != wanted:
        messages.error(request, _("Hier lässt sich der Betrieb nicht umstellen."))
        return redirect("help:join")
    change_mode(wanted)
    return render(request, "help/changing.html", {"mode": wanted})


@require_POST
@for_holders(ProgramRight.RUN)
def end(request: OfficialRequest) -> HttpResponse:
    """Ends a program that was started without a terminal, if the request comes from its own machine."""
    if not _may_end(request):
        messages.error(request, _("Hier lässt sich das Programm nicht beenden."))
        return redirect("help:join")
    end_program()
    return render(request, "help/ended.html")


def _may_end(request: HttpRequest) -> bool:
    return may_end() and is_at_the_machine(request)
