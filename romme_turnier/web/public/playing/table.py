"""The page of a table: what a seat sees, what it does, and the part of it that a script asks for again and again.

An answer is made before the program moves: an opponent that thinks longer makes no answer later.
"""

from __future__ import annotations

import logging

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.crypto import get_random_string
from django.utils.translation import get_language, gettext as _
from django.views.decorators.http import require_http_methods

from romme_turnier.core.playing.commands.command import format_command
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.hands import arranged
from romme_turnier.core.playing.rebuilding import OtherTableError, begun
from romme_turnier.core.playing.seen import seen_at
from romme_turnier.core.rules import CardError
from romme_turnier.tournament.models import PlayTable
from romme_turnier.tournament.playing.moving import Said, go_on, say, step, waits_for_program
from romme_turnier.tournament.playing.presence import absent, note_visit
from romme_turnier.tournament.playing.state import State, UnplayableError, state_of
from romme_turnier.tournament.playing.tables import NAME_LENGTH
from romme_turnier.tournament.playing.words.commands import explain, say_unread
from romme_turnier.tournament.playing.words.refusals import say_refused
from romme_turnier.web.acting import Attempt
from romme_turnier.web.links import link_to_hand_on
from romme_turnier.web.public.playing.chosen import Chosen, UnclearError, grouped, lines_of
from romme_turnier.web.public.playing.possible import may_rebuild
from romme_turnier.web.public.playing.rebuilding import (
    DONE,
    LEAVE,
    Work,
    after_step,
    faults_in_words,
    posted,
    shown_work,
)
from romme_turnier.web.public.playing.recognition import (
    holder_of,
    order_of,
    remember_order,
    remember_seat,
    table_at,
)
from romme_turnier.web.public.playing.shown import context_of
from romme_turnier.web.public.registering.guard import personal

_PART = "X-Part"  # in the head of a request that wants the table alone
_AT_ONCE = 6  # moves of opponents for a page without a script
_log = logging.getLogger(__name__)


class _ThenMove(HttpResponse):
    """An answer after which the program moves at the table, if it is its turn."""

    row: PlayTable
    most: int

    def close(self) -> None:
        try:
            step(self.row, self.most)
        except Exception:
            _log.exception("no move at table %s", self.row.pk)
        finally:
            super().close()


class _Page:
    """A request at a table: who asks, and what the table has come to."""

    def __init__(self, request: HttpRequest, token: str) -> None:
        self.request = request
        self.row = table_at(token)
        self.holder = holder_of(request, self.row)
        self.order = order_of(request)
        self.state: State = state_of(self.row)
        self.wants_part = _PART in request.headers

    @property
    def seat(self) -> int:
        return self.state.seat_of(self.holder)

    @property
    def hand(self) -> tuple[int, ...]:
        seen = seen_at(self.state.table, self.seat)
        return arranged(seen.hand, self.order) if seen is not None and self.seat else ()

    def tag(self, gone: tuple[int, ...]) -> str:
        """Changes whenever the page would, and tells nothing more than it does."""
        held = f"{self.order.sorting}{'.'.join(map(str, self.order.cards))}" if self.seat else ""
        facts = (get_language(), self.state.number, self.seat, held, *gone)
        return f'"{"-".join(map(str, facts))}"'

    def shown(
        self,
        *,
        status: int = 200,
        chosen: Chosen | None = None,
        work: Work | None = None,
        told: str = "",
        refused: str = "",
        name: str = "",
    ) -> HttpResponse:
        gone = absent(self.row, self.state) if self.seat else ()
        tag = self.tag(gone)
        asks_again = self.request.method != "POST" and self.wants_part
        if asks_again and self.request.headers.get("If-None-Match", "").removeprefix("W/") == tag:  # weak where packed
            return self._answer(b"", 304, tag)
        context = {
            **context_of(self.state, self.seat, self.order, absent=gone, chosen=chosen),
            "table": self.row,
            "told": told,
            "refused": refused,
            "name": name,
            "name_length": NAME_LENGTH,
            "fast": self.row.fast,
            "work": shown_work(work, self.order) if work else None,
        }
        if self.wants_part:
            part = render_to_string("public/playing/_table.html", context, self.request)
            return self._answer(part, status, tag)
        path = reverse("public:play_table", args=[self.row.token])
        context |= {**link_to_hand_on(self.request, path), "key": get_random_string(32), "pace": _pace(self.row)}
        return self._answer(render_to_string("public/playing/table.html", context, self.request), status, tag)

    def _answer(self, content: str | bytes, status: int, tag: str) -> HttpResponse:
        if waits_for_program(self.state):
            response = _ThenMove(content, status=status)
            response.row, response.most = self.row, 1 if self.wants_part else _AT_ONCE
        else:
            response = HttpResponse(content, status=status)  # type: ignore[assignment]
        if self.request.method != "POST":
            response.headers["ETag"] = tag
        patch_vary_headers(response, [_PART, "Cookie"])
        return response

    def done(self, said: Said | None = None) -> HttpResponse:
        """After a move: the page anew, with what follows for the cookies of the one who made it."""
        if said is not None:
            self.state = said.state
            self.holder = said.holder or self.holder
            self.order = said.order or self.order
        else:
            self.state = state_of(self.row)
        response = self.shown() if self.wants_part else redirect("public:play_table", self.row.token)
        if said is not None and said.holder:
            remember_seat(response, self.row, said.holder)
        if said is not None and said.order is not None:
            remember_order(response, self.row, said.order)
        return response


def _pace(row: PlayTable) -> int:
    """How often the page asks while opponents play, in milliseconds."""
    return 300 if row.fast else 900


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def table(request: HttpRequest, token: str) -> HttpResponse:
    """The page, or with `X-Part` the table alone; what is sent to it is a move."""
    try:
        page = _Page(request, token)
        if page.seat:
            note_visit(page.row, page.holder)
        return _sent(page) if request.method == "POST" else page.shown()
    except UnplayableError:
        _log.exception("table %s cannot be played on", token[:4])
        return HttpResponse(render_to_string("public/playing/gone.html", {}, request), status=410)


def _sent(page: _Page) -> HttpResponse:
    data = page.request.POST
    if data.get("do", "").partition(" ")[0] == Word.REBUILD:
        return _rearranging(page, data["do"])
    try:
        chosen = Chosen.read(data)
    except CardError:
        return page.shown(status=400, refused=_("Diese Karten waren nicht zu lesen."))
    with Attempt() as attempt:
        try:
            return _asked(page, chosen)
        except UnclearError as unclear:
            return page.shown(status=409, chosen=chosen, refused=str(unclear))
    return page.shown(status=409, chosen=chosen, refused=attempt.message)


def _asked(page: _Page, chosen: Chosen) -> HttpResponse:
    """What changes the page alone comes first; everything else is a move."""
    match chosen.do:
        case "" | "leeren":
            return page.shown(chosen=Chosen(""))
        case "zur-auslage":
            return page.shown(chosen=Chosen("", groups=grouped(chosen, page.state.table.rules)))
        case "mitspielen":
            return _joining(page)
        case "wort":
            return _carried_out(page, chosen, [f"{Word.SHUFFLE_WORD} {page.request.POST.get('wort', '')}"])
        case "weitergeben":
            go_on(page.row, page.holder)
            return page.done()
    by_line = chosen.do == "zeile"
    typed = page.request.POST.get("zeile", "")
    return _carried_out(page, chosen, [typed] if by_line else lines_of(chosen, page.state.table.rules, page.hand))


def _joining(page: _Page) -> HttpResponse:
    name = " ".join(page.request.POST.get("name", "").split())[:NAME_LENGTH]
    said = say(page.row, page.holder, [f"{Word.JOIN} {name}"], key=_key(page))
    return page.done(said) if said.done else _refused(page, said, Chosen(""), name)


def _carried_out(page: _Page, chosen: Chosen, lines: list[str]) -> HttpResponse:
    said = say(page.row, page.holder, lines, key=_key(page), order=page.order)
    if not said.done:
        return _refused(page, said, chosen)
    if said.command is not None and said.command.word is Word.HELP:
        words = [Word(said.command.text)] if said.command.text else [*Word]
        told = " ".join(f"{word}: {explain(word)}" for word in words)
        return page.shown(chosen=chosen, told=told)
    if said.order is not None and page.wants_part:  # cards that were chosen stay so
        page.order = said.order
        response = page.shown(chosen=chosen)
        remember_order(response, page.row, said.order)
        return response
    return page.done(said)


def _rearranging(page: _Page, do: str) -> HttpResponse:
    """A step of moving cards about, which changes nothing at the table; "Fertig" is the command that comes of them."""
    table = page.state.table
    seen = seen_at(table, page.seat)
    if do == LEAVE:
        return page.shown()
    if seen is None or not may_rebuild(table, seen):
        return page.shown(status=409, refused=_("Umgebaut wird im eigenen Zug, nach dem eigenen Auslegen."))
    try:
        work = posted(page.request.POST, seen)
        return _rearranged(page, work) if do == DONE else page.shown(work=after_step(work, do))
    except CardError:
        return page.shown(status=400, refused=_("Diese Karten waren nicht zu lesen."))
    except UnclearError as unclear:
        return page.shown(status=409, work=work, refused=str(unclear))
    except OtherTableError:
        anew = _("Am Tisch hat sich etwas geändert. Das Umbauen beginnt von vorn.")
        return page.shown(status=409, work=Work(begun(seen)), refused=anew)


def _rearranged(page: _Page, work: Work) -> HttpResponse:
    if not work.rebuilding.changed:
        return page.shown()
    if wrong := faults_in_words(work.rebuilding):
        return page.shown(status=409, work=work, refused=wrong)
    with Attempt() as attempt:
        line = format_command(work.rebuilding.command())
        said = say(page.row, page.holder, [line], key=_key(page), order=page.order)
        return page.done(said) if said.done else _refused(page, said, work=work)
    return page.shown(status=409, work=work, refused=attempt.message)


def _refused(
    page: _Page, said: Said, chosen: Chosen | None = None, name: str = "", work: Work | None = None
) -> HttpResponse:
    page.state = said.state
    if said.unread is not None:
        why = say_unread(said.unread)
    else:
        why = " ".join(f"{say_refused(one)}." for one in said.refused) or _("Das ging gerade nicht, bitte noch einmal.")
    return page.shown(status=409, chosen=chosen, work=work, refused=why, name=name)


def _key(page: _Page) -> str:
    return page.request.POST.get("key", "")[:64]
