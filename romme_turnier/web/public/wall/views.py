"""The hall screen, which shows its programme frame by frame. Without scripts the page refreshes itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
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
from romme_turnier.tournament.hall.wall import Programme, programme_of
from romme_turnier.tournament.models import Board, Event
from romme_turnier.web.public.access import public_event
from romme_turnier.web.public.wall.boards import Boards, Page
from romme_turnier.web.public.wall.paging import FOOT_EMS, lines_of
from romme_turnier.web.qr import qr_code

_BESIDE_TIME_EMS = 9.0  # width next to the time; a longer item is only on the board "Als Nächstes"
FIRST_SIGHT = timedelta(seconds=20)  # a new message or play-off takes over the screen for this long
STAYS_NEW = timedelta(minutes=3)  # new content is marked for this long


@dataclass(frozen=True, slots=True)
class Frame:
    """A page of a board in the programme: page `number` of `of`, shown for `seconds`."""

    page: Page
    number: int
    of: int
    seconds: int

    @property
    def key(self) -> str:
        """The frame's name in addresses and in the script, such as "seats-2"."""
        return f"{self.page.board}-{self.number}"


@require_safe
@conditional_page
def wall(request: HttpRequest, slug: str) -> HttpResponse:
    event = public_event(slug)
    with speaking_for(event):
        return _wall(request, event)


def _wall(request: HttpRequest, event: Event) -> HttpResponse:
    now = timezone.now()
    boards, programme = Boards(event, now), programme_of(event)
    frame, seconds, ahead, back = _shown_of(boards, programme, request.GET.get("tafel", ""))
    page = frame.page
    here = reverse("public:hall", args=[event.slug])
    phones = for_phones(request.build_absolute_uri("/"))
    link = phones.removesuffix("/") + reverse("public:event", args=[event.slug]) if phones else ""
    whole, short = (text.partition("://")[2].removesuffix("/") for text in (link, phones))
    item = next_item(event, now) if page.board != Board.NEXT else None
    context = {
        "event": event,
        "programme": programme,
        "frame": frame,
        "seconds": seconds,
        "page": page,
        "is_new": is_since(page, now, STAYS_NEW),
        "ahead": f"{here}?{urlencode({'tafel': ahead})}",
        "back": f"{here}?{urlencode({'tafel': back})}",
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
    """Returns a line about the tables that call, waiting ones first; "" if there are none.

    If the numbers do not fit, the line says that several tables call. It may leave out tables that got an answer.
    """
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


def frames_of(boards: Boards, programme: Programme) -> list[Frame]:
    """Returns the frames of all boards that have pages or, if none has, the frames of the clock."""
    frames = [frame for board, seconds in programme.slots for frame in _frames(boards, board, seconds)]
    return frames or _frames(boards, Board.CLOCK, programme.slots[0][1])


def _frames(boards: Boards, board: Board, seconds: int, *, asked: bool = False) -> list[Frame]:
    pages = boards.pages_of(board, asked=asked)
    return [Frame(page, number, len(pages), seconds) for number, page in enumerate(pages, 1)]


def _shown_of(boards: Boards, programme: Programme, wanted: str) -> tuple[Frame, int, str, str]:
    """Returns the requested frame, or the first, with its seconds and the keys of the next and the previous frame.

    A held board, if it has pages, hides all others except new messages and play-offs. These always come first, even if
    the programme leaves them out.
    """
    frames = frames_of(boards, programme)
    if programme.held:
        frames = _frames(boards, programme.held, frames[0].seconds, asked=True) or frames
    place = next((place for place, frame in enumerate(frames) if frame.key == wanted), 0)
    fresh = [
        frame
        for board in (Board.MESSAGES, Board.PLAY_OFF)
        for frame in _frames(boards, board, 0)
        if is_since(frame.page, boards.now, FIRST_SIGHT)
    ]
    if urgent := max(fresh, key=lambda frame: frame.page.since or boards.now, default=None):
        left = FIRST_SIGHT - (boards.now - (urgent.page.since or boards.now))
        return urgent, max(1, round(left.total_seconds())), frames[place].key, frames[place].key
    frame = frames[place]
    return frame, frame.seconds, frames[(place + 1) % len(frames)].key, frames[place - 1].key


def is_since(page: Page, now: datetime, span: timedelta) -> bool:
    """Returns whether the page's newest content is less than `span` old; False if the content is from the future."""
    return page.since is not None and timedelta() <= now - page.since < span
