"""The page of a table for a seat: its view, its moves, and the part of the page that a script reloads.

The response is built before the program moves, so a slow opponent played by the program does not delay it.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.crypto import get_random_string
from django.utils.translation import get_language, gettext as _
from django.views.decorators.http import require_http_methods

from romme_turnier.core.people.names import tidy
from romme_turnier.core.playing.commands.command import format_command
from romme_turnier.core.playing.commands.words import SHOWING, Word
from romme_turnier.core.playing.hands import arranged
from romme_turnier.core.playing.rebuilding import OtherTableError, begun
from romme_turnier.core.playing.seat_view import view_at
from romme_turnier.core.rules import CardError
from romme_turnier.core.violations import Violation
from romme_turnier.documents.render.typography import glued
from romme_turnier.tournament.models import PlayTable
from romme_turnier.tournament.playing.moving import (
    FAST_PACE,
    PACE,
    AlsoStore,
    Said,
    change_tempo,
    go_on,
    say,
    step,
    waits_for_program,
)
from romme_turnier.tournament.playing.presence import absent, note_visit
from romme_turnier.tournament.playing.state import State, UnplayableError, state_of
from romme_turnier.tournament.playing.tables import NAME_LENGTH, table_with
from romme_turnier.tournament.playing.words.commands import say_unread
from romme_turnier.tournament.playing.words.refusals import say_all_refused
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.web.acting import Attempt
from romme_turnier.web.errors import or_404
from romme_turnier.web.public.phone_identity import holder_of, order_of, remember_order, remember_seat
from romme_turnier.web.public.playing.answers import hint, told
from romme_turnier.web.public.playing.buttons import HINT, TEMPO, may_rebuild, possible
from romme_turnier.web.public.playing.context import context_of
from romme_turnier.web.public.playing.rebuilding import (
    DONE,
    LEAVE,
    Work,
    after_step,
    faults_in_words,
    posted,
    shown_work,
)
from romme_turnier.web.public.playing.selection import Selection, UnclearError, grouped, lines_of
from romme_turnier.web.public.registering.guard import personal
from romme_turnier.web.qr import link_to_hand_on

_PART = "X-Part"  # the header of a request for the table without the rest of the page
_AT_ONCE = 6  # the most moves that opponents make after the page is sent to a browser without scripts
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A finished game, with the addresses of its record, fairness check and replay; "" if the page does not exist."""

    number: int
    record: str
    fair: str = ""
    replay: str = ""


class _ThenMove(HttpResponse):
    """A response after which the program makes its moves at the table."""

    row: PlayTable
    most: int
    also_store: AlsoStore | None

    def close(self) -> None:
        try:
            # The table is paused or was deleted; its page reports both.
            with suppress(TournamentError, PlayTable.DoesNotExist):
                step(self.row, self.most, self.also_store)
        except Exception:
            _log.exception("no move at table %s", self.row.pk)
        finally:
            super().close()


class Page:
    """A request at a table that is open to everyone with the link.

    ``holder`` is the visitor's number in ``State.holders``, or ``NOBODY`` if the visitor has no seat. ``also_store``
    stores additional data with each move, see ``moving.say``.
    """

    also_store: AlsoStore | None = None

    def __init__(self, request: HttpRequest, row: PlayTable, holder: int) -> None:
        self.request = request
        self.row = row
        self.holder = holder
        self.order = order_of(request)
        self.state: State = state_of(self.row)
        self.wants_part = _PART in request.headers

    @property
    def address(self) -> str:
        return reverse("public:play_table", args=[self.row.token])

    def absent(self) -> tuple[int, ...]:
        """Returns the seats of absent players whose move is awaited; () for a spectator."""
        return absent(self.row, self.state) if self.seat else ()

    def facts(self) -> tuple[object, ...]:
        """Returns facts that the page shows in addition to the state; they are part of the ETag."""
        return self.absent()

    def context(self, chosen: Selection | None) -> dict[str, Any]:
        shown = context_of(self.state, self.seat, self.order, absent=self.absent(), chosen=chosen)
        return {**shown, "records": [*self.records()], "address": self.address}

    def records(self) -> Iterator[Recorded]:
        """Yields the records of finished games; none at a table opened from a case."""
        games = () if self.state.table.trial else self.state.table.finished
        for number in range(1, len(games) + 1):
            named = urlencode({"tisch": self.row.token, "spiel": number})
            replay, fair = (f"{reverse(name)}?{named}" for name in ("replay:replay", "public:play_fair"))
            yield Recorded(number, reverse("public:play_record", args=[self.row.token, number]), fair, replay)

    def frame(self) -> dict[str, Any]:
        """Returns the context for the page around the part that a script reloads."""
        return link_to_hand_on(self.request, self.address)

    def named(self) -> State:
        """Returns the state with the names that are shown to players."""
        return self.state

    def why_not(self, refused: Sequence[Violation]) -> str:
        return " ".join(f"{said}." for said in say_all_refused(refused, self.named().table.players))

    @property
    def seat(self) -> int:
        return self.state.seat_of(self.holder)

    @property
    def own_left(self) -> str:
        """The name under which a visitor left this table and may return; "" for other visitors."""
        seats = self.state.left_by(self.holder)
        return self.state.table.players[seats[0] - 1].name if seats else ""

    @property
    def hand(self) -> tuple[int, ...]:
        view = view_at(self.state.table, self.seat)
        return arranged(view.hand, self.order) if view is not None else ()

    def tag(self) -> str:
        """Returns the ETag of the page, which reveals nothing beyond the page."""
        held = f"{self.order.sorting}{'.'.join(map(str, self.order.cards))}" if self.seat else ""
        facts = (get_language(), self.state.number, self.seat, held, bool(self.own_left), self.row.fast, *self.facts())
        return f'"{"-".join(map(str, facts))}"'

    def shown(
        self,
        *,
        status: int = 200,
        chosen: Selection | None = None,
        work: Work | None = None,
        told: Sequence[str] = (),
        refused: str = "",
        name: str = "",
    ) -> HttpResponse:
        tag = self.tag()
        asks_again = self.request.method != "POST" and self.wants_part
        if asks_again and self.request.headers.get("If-None-Match", "").removeprefix("W/") == tag:  # weak if compressed
            return self._answer(b"", 304, tag)
        context = {
            **self.context(chosen),
            "table": self.row,
            "told": told,
            "refused": refused,
            "name": name,
            "own_left": self.own_left,
            "name_length": NAME_LENGTH,
            "fast": self.row.fast,
            "pace": round((FAST_PACE if self.row.fast else PACE).total_seconds() * 1000) + 30,
            "work": shown_work(work, self.order) if work else None,
        }
        if self.wants_part:
            part = glued(render_to_string("public/playing/_table.html", context, self.request))
            return self._answer(part, status, tag)
        context |= {**self.frame(), "key": get_random_string(32), "tag": tag}
        return self._answer(render_to_string("public/playing/table.html", context, self.request), status, tag)

    def _answer(self, content: str | bytes, status: int, tag: str) -> HttpResponse:
        if waits_for_program(self.state):
            response = _ThenMove(content, status=status)
            response.row, response.most = self.row, 1 if self.wants_part else _AT_ONCE
            response.also_store = self.also_store
        else:
            response = HttpResponse(content, status=status)  # type: ignore[assignment]
        if self.request.method != "POST":
            response.headers["ETag"] = tag
        patch_vary_headers(response, [_PART, "Cookie"])
        return response

    def done(self, said: Said | None = None) -> HttpResponse:
        """Returns the part of the page after a move, or redirects to the page. Sets the player's new cookies."""
        if said is not None:
            self.state = said.state
            self.holder = said.holder or self.holder
            self.order = said.order or self.order
        else:
            self.state = state_of(self.row)
        response = self.shown() if self.wants_part else redirect(self.address)
        if said is not None and said.holder:
            remember_seat(response, self.row, said.holder)
        if said is not None and said.order is not None:
            remember_order(response, said.order, self.address)
        return response


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def table(request: HttpRequest, token: str) -> HttpResponse:
    """Shows the page, or only the table if the header X-Part is set, and notes the player's visit; a POST is a move."""
    row = or_404(table_with(token))

    def page() -> Page:
        page = Page(request, row, holder_of(request, row))
        if page.seat:
            note_visit(page.row, page.holder)
        return page

    return answered(request, page)


def answered(request: HttpRequest, page_of: Callable[[], Page]) -> HttpResponse:
    """Returns the response of a page, or 410 if the table cannot be continued.

    The row may also be deleted during the request: old tables are deleted, and an event's table may be reopened before
    the first deal. The 410 page then has a link that loads the page again and so leads to the reopened table.
    """
    try:
        page = page_of()
        return _sent(page) if request.method == "POST" else page.shown()
    except UnplayableError:
        _log.exception("a table cannot be played on: %s", request.path[-8:])
        return _gone(request, went=False)
    except PlayTable.DoesNotExist:
        return _gone(request, went=True)


def _gone(request: HttpRequest, *, went: bool) -> HttpResponse:
    return HttpResponse(render_to_string("public/playing/gone.html", {"went": went}, request), status=410)


def _sent(page: Page) -> HttpResponse:
    data = page.request.POST
    if data.get("do", "").partition(" ")[0] == Word.REBUILD:
        return _rearranging(page, data["do"])
    try:
        chosen = Selection.read(data)
    except CardError:
        return page.shown(status=400, refused=_("Diese Karten waren nicht zu lesen."))
    with Attempt() as attempt:
        try:
            return _asked(page, chosen)
        except UnclearError as unclear:
            return page.shown(status=409, chosen=chosen, refused=str(unclear))
    return page.shown(status=409, chosen=chosen, refused=attempt.message)


def _asked(page: Page, chosen: Selection) -> HttpResponse:
    """Answers a button. Some buttons change only the page; all others are moves."""
    match chosen.do:
        case "" | "leeren":
            return page.shown(chosen=Selection(""))
        case "zur-auslage":
            return page.shown(chosen=Selection("", groups=grouped(chosen, page.state.table.rules)))
        case "mitspielen":
            name = tidy(page.request.POST.get("name", ""))[:NAME_LENGTH]
            said = say(page.row, page.holder, [f"{Word.JOIN} {name}"], key=_key(page), also_store=page.also_store)
            return page.done(said) if said.done else _refused(page, said, Selection(""), name)
        case "wort":
            return _carried_out(page, chosen, [f"{Word.SHUFFLE_WORD} {page.request.POST.get('wort', '')}"])
        case "weitergeben":
            go_on(page.row, page.holder)
            return page.done()
        case do if do == TEMPO and page.seat and not page.state.table.in_event:
            change_tempo(page.row)
            return page.shown(chosen=chosen) if page.wants_part else page.done()
        case do if do == HINT:
            view = view_at(page.state.table, page.seat)
            if any(button.do == HINT for button in possible(page.state.table, view, 0).buttons):
                return page.shown(chosen=chosen, told=[hint(view)])
            return page.shown(
                status=409, chosen=chosen, refused=_("Ein Tipp geht nur im eigenen Zug, nach dem Ziehen.")
            )
    data = page.request.POST
    if chosen.do == "zeile":
        lines, turn = [data.get("zeile", "")], ""
    else:
        lines, turn = lines_of(chosen, page.state.table.rules, page.hand), data.get("zug", "")
    return _carried_out(page, chosen, lines, turn)


def _carried_out(page: Page, chosen: Selection, lines: list[str], turn: str = "") -> HttpResponse:
    said = say(page.row, page.holder, lines, key=_key(page), order=page.order, turn=turn, also_store=page.also_store)
    if not said.done:
        return _refused(page, said, chosen)
    if said.command is not None and said.command.word in SHOWING:
        page.state = said.state
        return page.shown(chosen=chosen, told=told(page.named().table, page.seat, page.order, said.command))
    if said.order is not None and page.wants_part:  # keeps the chosen cards
        page.order = said.order
        response = page.shown(chosen=chosen)
        remember_order(response, said.order, page.address)
        return response
    return page.done(said)


def _rearranging(page: Page, do: str) -> HttpResponse:
    """Answers a step of rearranging. Steps do not change the table; "Fertig" carries out all of them as one command."""
    table = page.state.table
    view = view_at(table, page.seat)
    if do == LEAVE:
        return page.shown()
    if view is None or not may_rebuild(table, view):
        return page.shown(status=409, refused=_("Umgebaut wird im eigenen Zug, nach dem eigenen Auslegen."))
    try:
        work = posted(page.request.POST, view)
        return _rearranged(page, work) if do == DONE else page.shown(work=after_step(work, do))
    except CardError:
        return page.shown(status=400, refused=_("Diese Karten waren nicht zu lesen."))
    except UnclearError as unclear:
        return page.shown(status=409, work=work, refused=str(unclear))
    except OtherTableError:
        changed = _("Am Tisch hat sich etwas geändert. Das Umbauen beginnt von vorn.")
        return page.shown(status=409, work=Work(begun(view)), refused=changed)


def _rearranged(page: Page, work: Work) -> HttpResponse:
    if not work.rebuilding.changed:
        return page.shown()
    if wrong := faults_in_words(work.rebuilding):
        return page.shown(status=409, work=work, refused=wrong)
    with Attempt() as attempt:
        line = format_command(work.rebuilding.command())
        said = say(page.row, page.holder, [line], key=_key(page), order=page.order, also_store=page.also_store)
        return page.done(said) if said.done else _refused(page, said, work=work)
    return page.shown(status=409, work=work, refused=attempt.message)


def _refused(
    page: Page, said: Said, chosen: Selection | None = None, name: str = "", work: Work | None = None
) -> HttpResponse:
    page.state = said.state
    if said.unread is not None:
        why = say_unread(said.unread)
    else:
        why = page.why_not(said.refused) or _("Das ging gerade nicht, bitte noch einmal.")
    return page.shown(status=409, chosen=chosen, work=work, refused=why, name=name)


def _key(page: Page) -> str:
    return page.request.POST.get("key", "")[:64]
