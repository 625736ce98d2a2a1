"""The screen of the hall. Without scripts the page refreshes itself."""

from collections.abc import Sequence
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import conditional_page, require_safe

from romme_turnier.address import for_phones
from romme_turnier.tournament.events.appearance import speaking_for
from romme_turnier.tournament.events.timetable_words import next_item
from romme_turnier.tournament.hall.calls_reading import CallingTable, calling_tables
from romme_turnier.tournament.hall.wall import programme_of
from romme_turnier.tournament.models import Board, Event
from romme_turnier.web.public.access import public_event
from romme_turnier.web.public.wall.boards import Boards
from romme_turnier.web.public.wall.frames import STAYS_NEW, is_since, shown_of
from romme_turnier.web.public.wall.paging import FOOT_EMS, lines_of
from romme_turnier.web.qr import qr_code

_BESIDE_TIME_EMS = 9.0  # width next to the time; longer items are only on their board


@require_safe
@conditional_page
def wall(request: HttpRequest, slug: str) -> HttpResponse:
    event = public_event(slug)
    with speaking_for(event):
        return _wall(request, event)


def _wall(request: HttpRequest, event: Event) -> HttpResponse:
    now = timezone.now()
    boards, programme = Boards(event, now), programme_of(event)
    shown = shown_of(boards, programme, request.GET.get("tafel", ""))
    page = shown.frame.page
    here = reverse("public:hall", args=[event.slug])
    phones = for_phones(request.build_absolute_uri("/"))
    link = phones.removesuffix("/") + reverse("public:event", args=[event.slug]) if phones else ""
    whole, short = (text.partition("://")[2].removesuffix("/") for text in (link, phones))
    item = next_item(event, now) if page.board != Board.NEXT else None
    context = {
        "event": event,
        "programme": programme,
        "shown": shown,
        "frame": shown.frame,
        "page": page,
        "is_new": is_since(page, now, STAYS_NEW),
        "ahead": f"{here}?{urlencode({'tafel': shown.ahead})}",
        "back": f"{here}?{urlencode({'tafel': shown.back})}",
        "now": now,
        "clock": boards.clock if page.board != Board.CLOCK else None,
        "series": boards.series,
        "next": item if item and lines_of(item.what, _BESIDE_TIME_EMS) == 1 else None,
        "calling": calling_words(calling_tables(event)),
        "code": qr_code(link) if link else "",
        "address": whole if lines_of(whole, FOOT_EMS) == 1 else short,  # for typing
    }
    return render(request, "public/wall/wall.html", context)


def calling_words(tables: Sequence[CallingTable]) -> str:
    """Returns the tables that call an official, "" for none; as many numbers as fit on a line, waiting ones first."""
    waiting = sorted({table.number for table in tables if not table.answered})
    coming = sorted({table.number for table in tables if table.answered})
    calling = ""
    if waiting:
        words = ngettext("Tisch %(numbers)s ruft", "Tische %(numbers)s rufen", len(waiting))
        calling = _fitting(words % {"numbers": ", ".join(map(str, waiting))}, _("Mehrere Tische rufen"))
    if not coming:
        return calling
    words = ngettext("zu Tisch %(numbers)s kommt jemand", "zu den Tischen %(numbers)s kommt jemand", len(coming))
    follows = _fitting(words % {"numbers": ", ".join(map(str, coming))}, _("zu mehreren Tischen kommt jemand"))
    return _fitting(f"{calling}, {follows}" if calling else follows, calling)


def _fitting(words: str, else_words: str) -> str:
    return words if lines_of(words, FOOT_EMS) == 1 else else_words
