"""A table's list as its phones show it, and the ETag of a phone's page."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.utils.translation import get_language

from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import desk_has_pen
from romme_turnier.tournament.at_table.memory import Memory, games_asked, is_to_ask, memory_of
from romme_turnier.tournament.at_table.on_screen.tables import play_table_of
from romme_turnier.tournament.at_table.statements import confirmations_needed, current_statements
from romme_turnier.tournament.at_table.terms import columns, terms_of
from romme_turnier.tournament.lists import words as lists_words
from romme_turnier.tournament.lists.consent import fingerprint_of, word_of
from romme_turnier.tournament.lists.loaded_list import LoadedList
from romme_turnier.tournament.models.fields import hash_of
from romme_turnier.web.errors import or_404
from romme_turnier.web.public.published_list import PublicList, public_list


@dataclass(frozen=True, slots=True)
class TypedGame:
    """A typed game that could not be stored, with the reasons (`why`).

    `texts` holds the points as typed, by seat. `ended` is the seat that finished the game; `hand` is True for a
    Handrommé. `sent` holds the cells in the officials' notation.
    """

    number: int
    texts: Mapping[int, str]
    ended: int | None
    hand: bool
    why: list[str]
    sent: tuple[str, ...]


@dataclass(frozen=True)
class TableList:
    """A table's list as one of the table's phones shows it."""

    loaded: LoadedList
    phone: models.TablePhone

    @property
    def spielliste(self) -> models.Spielliste:
        return self.loaded.row

    @property
    def event(self) -> models.Event:
        return self.loaded.event

    @property
    def seats(self) -> tuple[models.Seat, ...]:
        return self.loaded.seats

    @cached_property
    def own_seat(self) -> models.Seat:
        """The seat of the phone's player. Raises Http404 if it has changed since the phone was recognised."""
        return or_404(next((seat for seat in self.seats if seat.registration_id == self.phone.registration_id), None))

    @cached_property
    def names(self) -> Mapping[int | None, str]:
        return {seat.registration.number: str(seat.registration.hall_name) for seat in self.seats}

    @cached_property
    def shown(self) -> PublicList:
        """The list as the public will see it, but with the player's column and, while it is open, the faults marked."""
        return public_list(
            self.event,
            self.loaded.sheet,
            self.loaded.picture,
            self.loaded.players,
            self.names,
            marks_faults=self.is_open,
            own=next((s.number for s in self.seats if s.registration_id == self.phone.registration_id), None),
        )

    @property
    def is_open(self) -> bool:
        return self.spielliste.status == models.Spielliste.Status.OPEN

    @cached_property
    def is_on_paper(self) -> bool:
        """Whether the series is kept on paper only."""
        return not terms_of(self.spielliste.table.series).on_phones

    @cached_property
    def desk_writes(self) -> bool:
        """Whether officials, not the players, write the list."""
        return desk_has_pen(self.spielliste)

    @cached_property
    def is_played(self) -> bool:
        """Whether the games are played in the browser, so that the program writes the list."""
        return play_table_of(self.spielliste) is not None

    @property
    def is_for_phones(self) -> bool:
        """Whether the list is open and written on the table's phones, not on paper only or by officials."""
        return self.is_open and not self.is_on_paper and not self.desk_writes

    @property
    def is_invalid(self) -> bool:
        return self.spielliste.status == models.Spielliste.Status.INVALID

    @property
    def next_game(self) -> int | None:
        """The first missing game; None if the list has all games."""
        return None if self.loaded.evaluation.complete else next(iter(self.loaded.evaluation.missing), None)

    @property
    def is_to_confirm(self) -> bool:
        """Whether the list has all games and the players are asked to confirm it on their phones."""
        return self.is_for_phones and self.next_game is None and self.spielliste.whole

    @cached_property
    def word(self) -> str:
        return word_of(self.loaded)

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint_of(self.loaded)

    @cached_property
    def statements(self) -> list[models.Statement]:
        return current_statements(self.loaded)

    @property
    def contradictions(self) -> list[models.Statement]:
        return [statement for statement in self.statements if not statement.agrees]

    @property
    def needed(self) -> int:
        return confirmations_needed(self.loaded)

    @property
    def agreed(self) -> int:
        return sum(statement.agrees is True for statement in self.statements)

    @property
    def is_confirmed(self) -> bool:
        """Whether the list comes from the table: a player confirmed its current games, or they were played on screen.

        Otherwise officials may have typed it from the paper, and the check word would prove nothing.
        """
        return self.is_played or self.agreed > 0

    @cached_property
    def own_statement(self) -> models.Statement | None:
        own = self.phone.registration_id
        return next((statement for statement in self.statements if statement.registration_id == own), None)

    @cached_property
    def is_hidden(self) -> bool:
        """Whether the list stays hidden until the phone's holder has typed points from memory."""
        return self.is_for_phones and is_to_ask(self.loaded, self.phone.registration)

    @cached_property
    def memory(self) -> Memory | None:
        return memory_of(self.loaded, self.own_seat)

    @property
    def games_asked(self) -> range:
        return games_asked(self.loaded)

    @property
    def silent_seats(self) -> list[models.Seat]:
        """The occupied seats without a statement, except for the phone holder's seat."""
        spoken = {statement.seat for statement in self.statements} | {self.own_seat.number}
        left = {vacancy.seat for vacancy in self.loaded.sheet.vacancies}
        return [seat for seat in self.seats if seat.number not in spoken | left]

    @cached_property
    def writes(self) -> "models.TablePhone | None":
        """The phone that currently writes the list; None if no phone has the pen."""
        pens = self.spielliste.phones.filter(is_pen=True).select_related("registration__player", "registration__event")
        return pens.first()

    @property
    def findings(self) -> list[tuple[int, list[str]]]:
        """The number of each game with faults, and the faults as sentences."""
        rules = self.event.rules
        return [
            (row.number, [lists_words.describe_in_row(violation, rules) for violation in row.violations])
            for row in self.loaded.picture.rows
            if row.violations
        ]

    def players(self, number: int, typed: TypedGame | None = None) -> list[dict[str, Any]]:
        """Returns the players for the form of a game; `typed` has the entries of a game that could not be stored.

        `sum` is the running sum, None unless this is the next game; `scored` is the sum of scoring points so far, None
        if the event has none. A player who `left` before this game has no points.
        """
        row, totals = self.loaded.picture.row(number), self.loaded.evaluation.totals
        ended = typed.ended if typed else row.game.finisher
        counts_points = self.event.points_per_game is not None
        return [
            {
                "seat": cell.seat,
                "number": seat.registration.number,
                "name": self.names[seat.registration.number],
                "own": seat is self.own_seat,
                "deals": cell.deals,
                "text": typed.texts.get(cell.seat, "") if typed else cell.text.lstrip("RH*"),
                "sum": totals[cell.seat - 1].minus if number == self.next_game else None,
                "scored": totals[cell.seat - 1].scoring_points if counts_points else None,
                "ended": ended == cell.seat,
                "left": cell.vacant,
            }
            for seat, cell in zip(self.seats, row.cells, strict=True)
        ]


def _facts() -> "QuerySet[models.TablePhone, tuple[Any, ...]]":
    of_list = "spielliste__table__series__"
    pen = models.TablePhone.objects.filter(spielliste=OuterRef("spielliste"), is_pen=True).order_by()
    said = models.Statement.objects.filter(spielliste=OuterRef("spielliste")).order_by().values("spielliste")
    phones = models.TablePhone.objects.filter(ended_at=None).order_by()
    sitting = phones.filter(spielliste__table__seats__registration=F("registration"))
    return sitting.filter(**{f"{of_list}seats_released_at__isnull": False}).values_list(
        f"{of_list}event__published_at",
        "seen_at",
        "pk",
        "spielliste__version",
        "spielliste__status",
        "spielliste__access__desk_has_pen",
        "spielliste__play_table__ended_at",
        Subquery(pen.values("pk")[:1]),
        Subquery(said.annotate(n=Count("pk")).values("n")),
        Subquery(said.annotate(n=Count("ended_at")).values("n")),
        f"{of_list}closed_at",
        *columns(of_list),
    )


_TAG = Prepared(
    _facts,
    "token_hash",
    "spielliste__table__series__event__slug",
    "spielliste__table__series__number",
    "spielliste__table__number",
)


@dataclass(frozen=True, slots=True)
class Asking:
    """A phone that requests its page. `phone` is its primary key, `tag` the page's ETag.

    `seen_at` is the time of the last recorded request.
    """

    phone: int
    seen_at: datetime | None
    tag: str


def asking(slug: str, series: int, table: int, token: str) -> Asking | None:
    """Returns the phone with this secret; None unless its player sits at the table.

    Also returns None if its access has ended, the seats are not released or the event is not published. Phones request
    their page every few seconds, so this is a single prepared query.
    """
    for published_at, seen_at, *facts in _TAG.fetch(hash_of(token), slug, series, table):
        if published_at:
            return Asking(facts[0], seen_at, f'"{get_language()} {" ".join(map(str, facts))}"')
    return None
