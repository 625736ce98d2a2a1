"""Playing an event's games in the browser, on the phones that have joined the table.

The page is the same as for any other table of games, but with the names as shown in the hall and without hints.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any
from zlib import crc32

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from romme_turnier.core.violations import Violation
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import DeskWrites
from romme_turnier.tournament.at_table.on_screen.keeping import demand_to_go_on, keep_games
from romme_turnier.tournament.at_table.on_screen.looking import looks_since_halt
from romme_turnier.tournament.at_table.on_screen.tables import play_table_of
from romme_turnier.tournament.lists.loaded_list import LoadedList, load
from romme_turnier.tournament.playing.state import NOBODY, State
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.web.acting import Attempt
from romme_turnier.web.errors import or_404
from romme_turnier.web.public.phone_identity import for_phones, table_address
from romme_turnier.web.public.playing.buttons import NOTHING
from romme_turnier.web.public.playing.context import context_of
from romme_turnier.web.public.playing.selection import Selection
from romme_turnier.web.public.playing.table import Page, Recorded, answered
from romme_turnier.web.public.registering.guard import personal
from romme_turnier.web.replay.record_text import record_file


class EventPage(Page):
    """The page of a table with a list. A phone shows the cards of its player, even after a change of seats."""

    also_store = staticmethod(keep_games)

    def __init__(
        self, request: HttpRequest, row: models.PlayTable, loaded: LoadedList, phone: models.TablePhone
    ) -> None:
        self.loaded, self.spielliste = loaded, loaded.row
        super().__init__(request, row, NOBODY)
        place = self.state.table.seat_of(str(phone.registration.number))
        self.holder = self.state.holders[place - 1] if place else NOBODY

    @property
    def address(self) -> str:
        return table_address(self.spielliste, "at_table_play")

    def absent(self) -> tuple[int, ...]:
        return ()

    @cached_property
    def stopped(self) -> TournamentError | None:
        """The error that a move would raise now; None if the table can continue or has finished all games."""
        if self.state.table.over:
            return None
        with Attempt() as attempt:
            demand_to_go_on(self.loaded, self.row, self.state)
        return attempt.error

    @property
    def waits(self) -> bool:
        """Whether officials have paused the table."""
        return isinstance(self.stopped, DeskWrites)

    @cached_property
    def looks(self) -> Sequence[models.EventLog]:
        """The log entries of officials' views of the cards since the pause began: at most 20, newest first.

        Empty unless the table is paused.
        """
        return looks_since_halt(self.spielliste) if self.waits else ()

    def facts(self) -> tuple[object, ...]:
        stopped = crc32(self.stopped.message.encode()) if self.stopped else 0
        # The primary key changes if the table is opened again.
        return (self.row.pk, stopped, self.spielliste.status, len(self.looks))

    @cached_property
    def names(self) -> dict[str, str]:
        """The players' names as shown in the hall, by start number."""
        return {str(seat.registration.number): str(seat.registration.hall_name) for seat in self.loaded.seats}

    def context(self, chosen: Selection | None) -> dict[str, Any]:
        shown = context_of(self.named(), self.seat, self.order, absent=(), chosen=chosen)
        offered = {"can": NOTHING, "before": [], "claim": None, "asked": []} if self.stopped else {}
        if self.loaded.event.points_per_game is not None:
            shown["winners"] = []  # the game knows only card points; the list has the scoring points
        return {
            **shown,
            **offered,
            "records": [*self.records()],
            "address": self.address,
            "of_event": True,
            "desk_waits": self.waits,
            "stopped": self.stopped.message if self.stopped and not self.waits else "",
            "looks": self.looks,
            "list_url": table_address(self.spielliste, "at_table"),
            "call_url": table_address(self.spielliste, "at_table_call"),
        }

    def named(self) -> State:
        """Returns the state with names instead of start numbers. The stored table has only the numbers."""
        players = (
            replace(player, name=self.names.get(player.name, player.name)) for player in self.state.table.players
        )
        return replace(self.state, table=replace(self.state.table, players=tuple(players)))

    def records(self) -> Iterator[Recorded]:
        for number, record in enumerate(self.state.table.finished, start=1):
            yield Recorded(record.game or number, table_address(self.spielliste, "at_table_record", number))

    def frame(self) -> dict[str, Any]:
        series = self.spielliste.table.series
        return {"event": series.event, "series": series.number, "table_number": self.spielliste.table.number}

    def why_not(self, refused: Sequence[Violation]) -> str:
        return super().why_not([replace(violation, params=self._with_names(violation.params)) for violation in refused])

    def _with_names(self, params: Mapping[str, Any]) -> dict[str, Any]:
        told = {
            name: ", ".join(self.names.get(number, number) for number in str(value).split(", "))
            for name, value in params.items()
            if name in {"name", "names"}
        }
        return {**params, **told}


@require_http_methods(["GET", "HEAD", "POST"])
@personal
@for_phones
def play(request: HttpRequest, spielliste: models.Spielliste, phone: models.TablePhone) -> HttpResponse:
    """Shows the table of this list, and carries out moves; redirects to the list if it is not played in the browser."""
    row = play_table_of(spielliste)
    if row is None:
        return redirect(table_address(spielliste, "at_table"))
    return answered(request, lambda: EventPage(request, row, load(spielliste.pk), phone))


@require_safe
@personal
@for_phones
def record(request: HttpRequest, spielliste: models.Spielliste, phone: models.TablePhone, number: int) -> HttpResponse:  # noqa: ARG001 - as every view
    """Sends the record of a finished game; number 1 is the first of this list. Raises Http404 if it does not exist."""
    played = or_404(spielliste.records.order_by("pk")[number - 1 : number].first() if number else None)
    again = f"-{played.deal}" if played.deal > 1 else ""
    return record_file(played.text, f"spiel-{played.game}{again}")
