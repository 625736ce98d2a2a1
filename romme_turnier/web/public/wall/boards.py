"""The pages of each board on the hall screen. An empty board has no pages."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil
from typing import Any, assert_never

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext as _, ngettext, pgettext

from romme_turnier.fast.page_cache import remembered
from romme_turnier.tournament.events.timetable_words import items_to_come, next_series_start
from romme_turnier.tournament.hall.messages import shown_messages
from romme_turnier.tournament.hall.reading import hall_tables
from romme_turnier.tournament.models import Board, Event, HallMessage, ListState, PlayOff, Seat, Series
from romme_turnier.tournament.participants.reading import public_names
from romme_turnier.tournament.shared.numbers import number_format
from romme_turnier.tournament.standings.criteria_words import lead_words, ranks_by_scoring_points
from romme_turnier.tournament.standings.lines import led_total
from romme_turnier.tournament.standings.rankings import ranks_gained
from romme_turnier.tournament.standings.reading import rankings_of
from romme_turnier.web.public.access import public_version, released_series, releases_of
from romme_turnier.web.public.hall_now import running_clock
from romme_turnier.web.public.kept import seconds_of_today
from romme_turnier.web.public.wall.paging import columns, lines_of, pages

LINES = 9  # lines in the smallest type on a board
_KEPT_SECONDS = 3600
_COLUMN_LINES = 11  # lines of names on a board without the QR code
_SEATED_EMS, _RANKED_EMS = 10.0, 7.6  # width of a name next to two figures, in two columns
_PODIUM, _PODIUM_EMS = 3, 5.8  # the first ranks are in larger type
_LABEL_LETTERS = 2  # letters of each name in "Ba – Br"
_ITEM_EMS = 21.0  # width of an item next to its time
_LARGE_ITEM_EMS, _LARGE_LINES = 9.5, 5  # the same in larger type, for few items
_LARGE_TABLES, _WORDED_TABLES = 12, 27  # small halls: a word for each table, in two or three columns
_SIGNED_TABLES = 6 * (LINES - 1)  # large halls: a sign for each table, in six columns
_CALLED_NAMES_EMS = 26.0
_LARGE_CALLED_NAMES_EMS, _LARGE_CALLED_NAMES = 14.5, 4  # the same in larger type, for few names
_MESSAGES_MAX = 3
_MESSAGE_SIZES = (("large", 10.4, 3), ("medium", 14.2, 5), ("small", 19.6, 7))  # in bold type: ems per line, lines
_TITLE_EMS = 15.0  # width of a title in large type
_LOGO_EMS = 2.6  # height of a logo


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a board. `since` is the time of the newest content; `shows` is the context for the board's template."""

    board: Board
    title: str
    since: datetime | None = None
    shows: dict[str, Any] = field(default_factory=dict)

    @property
    def has_names(self) -> bool:
        """Whether the page has columns of names. They leave one line for the footer and no room for the QR code."""
        return self.board in (Board.SEATS, Board.STANDINGS)

    @property
    def has_code(self) -> bool:
        """Whether the footer shows the QR code. An idle clock board shows a large code instead."""
        is_idle = self.board == Board.CLOCK and not self.shows["clock"] and not self.shows["start"]
        return not self.has_names and not is_idle

    @property
    def template(self) -> str:
        part = "columns" if self.has_names else self.board
        return f"public/wall/_{part}.html"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of three cells that takes `height` lines. `label` is its name in a page's range: "Ba" in "Ba – Br".

    Rows without a rank have the label "". `sum` is shown below the last cell. It contains the card points if several
    rows have the same scoring points, otherwise "".
    """

    cells: tuple[str, str, str]
    height: int
    label: str
    is_large: bool = False
    moved: int = 0  # as in StandingLine
    sum: str = ""


# CSS class and sign for each state, so that colour is never the only distinction
_SIGNS = {
    ListState.AT_TABLE: ("is-playing", "…"),
    ListState.HANDED_IN: ("is-in", "✓"),
    ListState.CHECKED: ("is-checked", "✓✓"),
}


class Boards:
    """An event's boards at the time `now`. Shared data are read once."""

    def __init__(self, event: Event, now: datetime) -> None:
        self.event, self.now = event, now
        self.series: Series | None = released_series(event).first()
        self.playing = self.series is not None and not self.series.is_closed
        self.tables = hall_tables(self.series) if self.series and self.playing else []
        self.clock = running_clock(self.series)
        self.release = releases_of(event).first()

    def pages_of(self, board: Board, *, asked: bool = False) -> list[Page]:
        """Returns the current pages of a board, at any stage of the series if an official has `asked` for the board."""
        is_begun = any(table.state != ListState.AT_TABLE for table in self.tables)
        match board:
            case Board.CLOCK:
                start = None if self.clock else next_series_start(self.event, self.now)
                fits = lines_of(self.event.name, _TITLE_EMS - _LOGO_EMS) == 1
                title = self.event.name if fits else pgettext("Gerät", "Uhr")
                if not self.clock and not start:  # the name itself is on the board
                    title = date_format(timezone.localtime(self.now), "l, j. F")
                shows = {"clock": self.clock, "series": self.series, "start": start, "now": self.now}
                return [Page(board, title, shows=shows)]
            case Board.SEATS:
                return self._kept(board, self._seats) if self.tables and (asked or not is_begun) else []
            case Board.TABLES:
                return list(self._states()) if asked or self.clock is not None or is_begun else []
            case Board.STANDINGS:
                return self._kept(board, self._standings)
            case Board.NEXT:
                items = items_to_come(self.event, self.now)
                large = sum(lines_of(item.what, _LARGE_ITEM_EMS) for item in items) <= _LARGE_LINES
                return [
                    Page(board, _("Als Nächstes"), shows={"items": fitting, "first": items[0], "large": large})
                    for fitting in pages(items, LINES, lambda item: lines_of(item.what, _ITEM_EMS))
                ]
            case Board.MESSAGES:
                return [_message(message) for message in shown_messages(self.event, self.now)[:_MESSAGES_MAX]]
            case Board.PLAY_OFF:
                return list(self._play_offs())
            case unknown:
                assert_never(unknown)

    def _kept(self, board: Board, make: Callable[[], Iterator[Page]]) -> list[Page]:
        """Returns the pages of a board with hundreds of names, cached under the public version for at most an hour."""
        key = f"wall:{self.event.pk}:{board}:{get_language()}:{public_version(self.event.slug)}"
        return remembered.get_or_set(key, lambda: list(make()), min(_KEPT_SECONDS, seconds_of_today())) or []

    def _seats(self) -> Iterator[Page]:
        if self.series is None:
            return
        seats = Seat.objects.filter(series=self.series).select_related("table", "registration__player")
        seats = seats.prefetch_related("registration__event")  # one object, which knows whose names are shown
        people = sorted(
            ((seat.registration.shown_name, seat) for seat in seats),
            key=lambda pair: (pair[0].order, pair[1].registration.number or 0),
        )
        listed = Counter(name.listed for name, _seat in people)
        rows = []
        for name, seat in people:
            shown = name.listed
            if listed[shown] > 1:
                shown = f"{shown} ({seat.registration.number})"
            height = lines_of(shown, _SEATED_EMS)
            rows.append(Row((shown, str(seat.table.number), str(seat.number)), height, shown[:_LABEL_LETTERS]))
        title = _("Serie %(number)d: Tisch, Platz") % {"number": self.series.number}
        heads = (_("Name"), _("Tisch"), _("Platz"))
        yield from _columned(Board.SEATS, title, heads, rows, self.series.seats_released_at, lead="name")

    def _states(self) -> Iterator[Page]:
        playing = sum(table.plays for table in self.tables)
        missing = sum(table.shown is ListState.AT_TABLE for table in self.tables)
        title = _("Alle Listen sind da")
        if missing:
            title = ngettext("Noch %(n)s Liste ist am Tisch", "Noch %(n)s Listen sind am Tisch", missing)
            title %= {"n": missing}
        if playing:
            title = ngettext("Noch %(n)s von %(all)s Tischen spielt", "Noch %(n)s von %(all)s Tischen spielen", playing)
            title %= {"n": playing, "all": len(self.tables)}
        worded, large = len(self.tables) <= _WORDED_TABLES, len(self.tables) <= _LARGE_TABLES
        room = _WORDED_TABLES if worded else _SIGNED_TABLES
        for at in range(0, len(self.tables), room):
            shown = [(table.number, *_SIGNS[table.shown], table.shown.label) for table in self.tables[at : at + room]]
            yield Page(Board.TABLES, title, shows={"tables": shown, "worded": worded, "large": large})

    def _standings(self) -> Iterator[Page]:
        if self.release is None:
            return
        names, rules = public_names(self.event), self.event.rules
        gained = ranks_gained(rankings_of(self.release))
        shared = Counter(led_total(row, rules) for row in self.release.posted_rows if row.rank)
        alike = Counter(names.get(row.number) for row in self.release.posted_rows)
        rows = []
        for row in self.release.posted_rows:
            if name := names.get(row.number):
                if alike[name] > 1:
                    name = f"{name} ({row.number})"
                rank = f"{row.rank}." if row.rank else "–"
                is_large = row.rank is not None and row.rank <= _PODIUM
                moved = gained.get(row.number or 0, 0)
                height = ceil(1.5 * lines_of(name, _PODIUM_EMS)) if is_large else lines_of(name, _RANKED_EMS)
                points = led_total(row, rules)
                is_equal = ranks_by_scoring_points(rules) and row.rank is not None and shared[points] > 1
                card_points = number_format(row.total) if is_equal else ""
                if moved or card_points:  # they are on a second line
                    height = max(height, 3 if is_large else 2)
                label = str(row.rank or "")
                cells = (rank, name, number_format(points) if row.lists else "–")
                rows.append(Row(cells, height, label, is_large, moved, card_points))
        title = _("Rangliste nach Serie %(number)d") % {"number": self.release.series.number}
        heads = (_("Rang"), _("Name"), lead_words(rules).heading)
        yield from _columned(Board.STANDINGS, title, heads, rows, self.release.released_at, lead="rank")

    def _play_offs(self) -> Iterator[Page]:
        """Yields the pages about unplayed play-offs, once the standings after the last series are released."""
        if self.release is None or not self.release.is_final:
            return
        names = public_names(self.event)
        for call in PlayOff.objects.filter(event=self.event, played=False):
            called = [names.get(number, "") for group in call.groups for number in group]
            title = _("Entscheidungsspiel")
            if call.table:
                title = _("Entscheidungsspiel, Tisch %(number)d") % {"number": call.table}
            for part in pages(called, LINES - 2, lambda name: lines_of(name, _CALLED_NAMES_EMS)):
                large = sum(lines_of(name, _LARGE_CALLED_NAMES_EMS) for name in part) <= _LARGE_CALLED_NAMES
                yield Page(Board.PLAY_OFF, title, call.at, {"names": part, "large": large})


def _columned(
    board: Board, title: str, heads: tuple[str, str, str], rows: Sequence[Row], since: datetime | None, *, lead: str
) -> Iterator[Page]:
    """Yields pages with two columns; `lead` tells the template the meaning of the first cell: "name" or "rank"."""
    for parts in columns(rows, _COLUMN_LINES, 2, lambda row: row.height):
        labels = [row.label for part in parts for row in part if row.label]
        span = f"{labels[0]} – {labels[-1]}" if labels else ""
        yield Page(board, title, since, {"heads": heads, "columns": parts, "lead": lead, "span": span})


def _message(message: HallMessage) -> Page:
    """Returns the page of a message, in the largest type that fits."""
    fits = (size for size, ems, lines in _MESSAGE_SIZES if lines_of(message.words, ems) <= lines)
    title = _("Durchsage")
    if message.for_table:
        title = _("An Tisch %(number)d") % {"number": message.for_table.number}
    return Page(Board.MESSAGES, title, message.at, {"text": message.words, "size": next(fits, "smallest")})
