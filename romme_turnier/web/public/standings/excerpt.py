"""A part of long standings for a phone: the rows around one player, a page of 25, or all of them on request.

`?nr=105` marks a player and shows the rows around, `?q=` finds one by name or number, `?ab=26` shows the rows from
there on, `?alle=1` all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.standings.lines import StandingLine
from romme_turnier.web.public.name_search import matches

ROWS = 25
HITS_MAX = 8


@dataclass(frozen=True, slots=True)
class Page:
    """Rows `first` to `last`, counted from 1."""

    first: int
    last: int
    current: bool


@dataclass(frozen=True, slots=True)
class Excerpt:
    """`lines` are shown, from row `first` of `of`; `own` is the number whose row is marked.

    `hits` are rows that a search found; with exactly one, `own` is its number. `pages` is empty for short standings.
    """

    lines: tuple[StandingLine, ...]
    first: int
    of: int
    own: int | None
    query: str
    hits: tuple[StandingLine, ...]
    pages: tuple[Page, ...]
    whole: bool

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1


def excerpt(request: HttpRequest, event: Event, lines: Sequence[StandingLine]) -> Excerpt:
    """Returns what the query of the request asks for; without one, the first rows."""
    query = request.GET.get("q", "").strip()[:120]
    hits = _found(event, lines, query) if query else ()
    own = hits[0].number if len(hits) == 1 else whole_number(request.GET.get("nr", ""))
    at = next((at for at, line in enumerate(lines) if own is not None and line.number == own), None)
    whole = "alle" in request.GET or len(lines) <= ROWS
    start = 0 if whole else _start(request, len(lines), at)
    shown = tuple(lines) if whole else tuple(lines[start : start + ROWS])
    return Excerpt(
        lines=shown,
        first=start + 1,
        of=len(lines),
        own=own if at is not None else None,
        query=query,
        hits=hits[:HITS_MAX],
        pages=() if len(lines) <= ROWS else tuple(_pages(len(lines), None if whole else start)),
        whole=whole,
    )


def _start(request: HttpRequest, count: int, own: int | None) -> int:
    if own is not None:
        return max(min(own - ROWS // 2, count - ROWS), 0)
    wanted = (whole_number(request.GET.get("ab", "")) or 1) - 1
    return wanted if 0 <= wanted < count else 0


def _pages(count: int, start: int | None) -> list[Page]:
    return [Page(first + 1, min(first + ROWS, count), first == start) for first in range(0, count, ROWS)]


def _found(event: Event, lines: Sequence[StandingLine], query: str) -> tuple[StandingLine, ...]:
    people = event.registrations.filter(number__isnull=False).select_related("player")
    numbers = {person.number for person in people if matches(person, query)}
    return tuple(line for line in lines if line.number in numbers)
