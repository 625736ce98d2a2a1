"""A list with all its content, read once and evaluated once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import inf
from typing import Any, NamedTuple, Self

from django.db import connection
from django.db.models import Model, Prefetch, QuerySet
from django.utils.translation import gettext as _

from romme_turnier.core.lists.claims import Claims, Difference, unsettled
from romme_turnier.core.lists.endings import Ending, EndingReading
from romme_turnier.core.lists.evaluation import Evaluation, evaluate, rows_shown
from romme_turnier.core.lists.notation import ParsedRow
from romme_turnier.core.lists.picture import Picture, picture_of
from romme_turnier.core.lists.sheet import Game, ListSheet, Penalty, Reading, Terms, Vacancy
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.packed import read_packed
from romme_turnier.tournament.shared.errors import TournamentError

LISTS_AT_ONCE = 100  # how many lists `load_many` keeps in memory
# Relations that are empty for most lists.
ADDITIONS: dict[str, type[Model]] = {
    "penalties": models.Penalty,
    "readings": models.Reading,
    "ending_readings": models.EndingReading,
    "rulings": models.RowRuling,
    "vacancies": models.Vacancy,
    "claims": models.Claim,
    "scorer_errors": models.ScorerError,
}


class Entry(NamedTuple):
    """The facts of an edit, as JSON values, for the log of an open list."""

    game: int | None = None
    old: Any = None
    new: Any = None


NO_ENTRY = Entry()


@dataclass(frozen=True)
class LoadedList:
    """A list in the state in which it was read; a change creates another object (`lists/change.py`).

    `rows` are keyed by game, in order, each with its `cells`; `seats` are ordered from seat 1.
    """

    row: models.Spielliste
    seats: tuple[models.Seat, ...]
    rows: Mapping[int, models.GameRow]
    penalties: tuple[models.Penalty, ...] = ()
    readings: tuple[models.Reading, ...] = ()
    ending_readings: tuple[models.EndingReading, ...] = ()
    rulings: tuple[models.RowRuling, ...] = ()
    vacancies: tuple[models.Vacancy, ...] = ()
    claims: tuple[models.Claim, ...] = ()
    scorer_errors: tuple[models.ScorerError, ...] = ()
    entry: Entry = NO_ENTRY  # of the edit that created this object

    @property
    def event(self) -> models.Event:
        return self.row.table.series.event

    @cached_property
    def terms(self) -> Terms:
        return self.event.terms

    @cached_property
    def sheet(self) -> ListSheet:
        """The list as a value of the core."""
        seats = len(self.seats)
        return ListSheet(
            seats=seats,
            games=tuple(game_of(row, seats) for row in self.rows.values()),
            penalties=tuple(Penalty(p.seat, p.game, p.points) for p in self.penalties),
            readings=tuple(Reading(r.seat, r.game, tuple(r.values)) for r in self.readings),
            vacancies=tuple(Vacancy(v.seat, v.from_game, v.counts) for v in self.vacancies),
            ruled=frozenset(ruling.game for ruling in self.rulings),
            claims=claims_of(self.claims, seats),
            endings=tuple(map(ending_reading_of, self.ending_readings)),
        )

    @cached_property
    def evaluation(self) -> Evaluation:
        return evaluate(self.sheet, self.terms)

    @cached_property
    def picture(self) -> Picture:
        return picture_of(self.sheet, self.terms, self.evaluation)

    @cached_property
    def unsettled(self) -> tuple[Difference, ...]:
        """The scorer's figures that differ from the computed ones and are not closed as mistakes (§ 2.2.5).

        A closed sum also closes the result that it falsifies.
        """
        return unsettled(self.evaluation.differences, {error.difference for error in self.scorer_errors})

    @cached_property
    def length(self) -> int:
        """The number of rows: one for each game or, if a target score ends the list, the number of rows to show."""
        return self.terms.length.games(len(self.seats)) or rows_shown(self.sheet, self.terms, self.evaluation)

    @property
    def players(self) -> list[int | None]:
        """The start numbers, by seat."""
        return [seat.registration.number for seat in self.seats]

    def demand_place(self, game: int, seat: int | None = None) -> None:
        """Raises TournamentError for a game or a seat that the list does not have."""
        if not 1 <= game <= self.length:
            raise TournamentError(_("Diese Liste hat nur %(games)s Spiele.") % {"games": self.length})
        if seat is not None and not 1 <= seat <= len(self.seats):
            raise TournamentError(_("Platz %(seat)s gibt es an diesem Tisch nicht.") % {"seat": seat})

    def version_of(self, game: int) -> int:
        """Returns the version of a game's row; 0 if the game is not entered."""
        row = self.rows.get(game)
        return row.version if row else 0

    def row_json(self, game: int) -> dict[str, Any] | None:
        """Returns the row of a game with all its readings; None if the game has not been entered."""
        row = self.rows.get(game)
        if row is None:
            return None
        values = {reading.seat: reading.values for reading in self.readings if reading.game == game}
        doubts = [doubt.endings for doubt in self.ending_readings if doubt.game == game]
        return row_json(game_of(row, len(self.seats)), values, *doubts)

    def has_row(self, typed: ParsedRow) -> bool:
        """Returns whether the same row is already stored, after a lost answer or because another person typed it."""
        readings = {reading.seat: reading.values for reading in typed.readings}
        return as_typed(self.row_json(typed.game.number)) == row_json(typed.game, readings)

    def with_game(self, game: Game, readings: Mapping[int, Sequence[int]]) -> Self:
        """Returns a list in which this game, with its readings by seat, replaces the row with the same number."""
        number, known = game.number, self.rows.get(game.number)
        row = copy(known) if known else models.GameRow(spielliste=self.row, number=number, version=0)
        row.finisher, row.handromme, row.version = game.finisher, game.handromme, row.version + 1
        row.cells = [models.GameEntry(row=row, seat=seat, points=points) for seat, points in enumerate(game.points, 1)]
        read = [
            models.Reading(spielliste=self.row, game=number, seat=seat, values=list(values))
            for seat, values in readings.items()
        ]
        others = (reading for reading in self.readings if reading.game != number)
        rows = dict(sorted({**self.rows, number: row}.items()))
        return replace(self, rows=rows, readings=_in_order((*others, *read)))

    def having(self, **additions: Iterable[Model]) -> Self:
        """Returns a list in which these additions replace all others of their kinds, in database order."""
        ordered: dict[str, Any] = {name: _in_order(rows) for name, rows in additions.items()}
        return replace(self, **ordered)

    def without(self, addition: Model) -> Self:
        """Returns a list that lacks this addition."""
        name = next(name for name, model in ADDITIONS.items() if isinstance(addition, model))
        return self.having(**{name: (other for other in getattr(self, name) if other != addition)})

    def with_status(self, status: str, invalid_reason: str = "") -> Self:
        row = copy(self.row)
        row.status, row.invalid_reason = status, invalid_reason
        return replace(self, row=row)

    def logged(self, game: int | None = None, *, old: Any = None, new: Any = None) -> Self:
        """Returns the list with an entry for the log."""
        return replace(self, entry=Entry(game, old, new))


def _in_order(additions: Iterable[Any]) -> tuple[Any, ...]:
    """Returns additions of one kind, sorted by the default ordering of their model; None sorts last.

    New additions, which have no key yet, thus come after stored ones of the same game and seat.
    """

    def place(addition: Model) -> list[Any]:
        values = (getattr(addition, str(name)) for name in addition._meta.ordering or ())
        return [inf if value is None else value for value in values]

    return tuple(sorted(additions, key=place))


def row_json(
    game: Game, readings: Mapping[int, Sequence[int]] | None = None, endings: Sequence[Any] = ()
) -> dict[str, Any]:
    """Returns a row as JSON values for logs and responses.

    The key `endings` is missing if the ending is not in doubt.
    """
    return {
        "finisher": game.finisher,
        "handromme": game.handromme,
        "points": list(game.points),
        "readings": {str(seat): list(values) for seat, values in sorted((readings or {}).items())},
        **({"endings": list(endings)} if endings else {}),
    }


def as_typed(row: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Returns a row without the readings of its ending, which cannot be typed into its cells."""
    return None if row is None else {name: value for name, value in row.items() if name != "endings"}


def game_of(row: models.GameRow, seats: int) -> Game:
    points = {entry.seat: entry.points for entry in row.cells}
    return Game(
        number=row.number,
        finisher=row.finisher,
        handromme=row.handromme,
        points=tuple(points.get(seat) for seat in range(1, seats + 1)),
    )


def ending_reading_of(row: models.EndingReading) -> EndingReading:
    return EndingReading(row.game, tuple(Ending(seat, mark) for seat, mark in row.endings))


def claims_of(rows: Iterable[models.Claim], seats: int) -> Claims:
    """Returns the scorer's sums as `Claims`; a line of sums is None if the scorer wrote none of them."""
    by_seat = {claim.seat: claim for claim in rows}

    def column(name: str) -> tuple[int | None, ...] | None:
        values = tuple(getattr(by_seat.get(seat), name, None) for seat in range(1, seats + 1))
        return values if any(value is not None for value in values) else None

    return Claims(totals=column("total"), results=column("result"), finished=column("finished"))


def _seats() -> QuerySet[models.Seat]:
    return models.Seat.objects.select_related("registration__player", "registration__club").order_by("number")


_LIST = Prepared(lambda: models.Spielliste.objects.select_related("table__series__event", "hand_in"), "pk")
_SEATS = Prepared(_seats, "table")
_ROWS = Prepared(models.GameRow.objects.all, "spielliste")
_ENTRIES = Prepared(models.GameEntry.objects.all, "row__spielliste")
_ADDED: dict[str, Prepared[Any]] = {
    name: Prepared(model._default_manager.all, "spielliste") for name, model in ADDITIONS.items()
}


def load(pk: int) -> LoadedList:
    """Returns the stored list with this primary key.

    Raises TournamentError if there is none, and DamagedPackError as `read_packed` does.
    """
    spielliste = next(iter(_LIST.fetch(pk)), None)
    if spielliste is None:
        raise TournamentError(_("Diese Liste gibt es nicht mehr. Ihr Tisch ist inzwischen aufgelöst worden."))
    packed = read_packed(spielliste.table.series.event)
    stored = _rows(pk) if packed is None else packed.games.get(pk, ())
    rows = {row.number: row for row in stored}
    seats = _at_event(_SEATS.fetch(spielliste.table_id), spielliste.table.series.event)
    additions: dict[str, Any] = {name: tuple(_ADDED[name].fetch(pk)) for name in _filled(pk)}
    return LoadedList(spielliste, seats, rows, **additions)


def _at_event(seats: Iterable[models.Seat], event: models.Event) -> tuple[models.Seat, ...]:
    for seat in seats:
        seat.registration.event = event  # shared, because the object caches whose names are shown
    return tuple(seats)


def _rows(pk: int) -> Iterable[models.GameRow]:
    rows = {row.pk: row for row in _ROWS.fetch(pk)}
    for row in rows.values():
        row.cells = []
    for entry in _ENTRIES.fetch(pk) if rows else ():
        if entry.row_id in rows:  # otherwise it was stored after the rows were read
            rows[entry.row_id].cells.append(entry)
    return rows.values()


def _filled(pk: int) -> list[str]:
    """Returns the names of the additions that are not empty, with one query instead of one for each."""
    asked = ", ".join(
        f"EXISTS (SELECT 1 FROM {model._meta.db_table} WHERE spielliste_id = %s)"  # noqa: S608
        for model in ADDITIONS.values()
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {asked}", [pk] * len(ADDITIONS))
        return [name for name, holds in zip(ADDITIONS, cursor.fetchone(), strict=True) if holds]


def load_many(lists: QuerySet[models.Spielliste]) -> Iterator[LoadedList]:
    """Yields these lists, using a few queries for each hundred lists. Raises DamagedPackError as `read_packed` does."""
    whole = lists.select_related("table__series__event").prefetch_related(
        "rows", Prefetch("rows__entries", to_attr="cells"), *ADDITIONS, Prefetch("table__seats", queryset=_seats())
    )
    packed = lru_cache(maxsize=1)(read_packed)  # an event's lists are consecutive
    for spielliste in whole.iterator(chunk_size=LISTS_AT_ONCE):
        additions: dict[str, Any] = {name: tuple(getattr(spielliste, name).all()) for name in ADDITIONS}
        event = spielliste.table.series.event
        seats, in_pack = _at_event(spielliste.table.seats.all(), event), packed(event)
        stored = spielliste.rows.all() if in_pack is None else in_pack.games.get(spielliste.pk, ())
        rows = {row.number: row for row in stored}
        yield LoadedList(spielliste, seats, rows, **additions)
