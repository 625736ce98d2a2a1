"""Stores the games that a table of an event plays in the browser.

Players make their moves on the table's phones (tournament/at_table); no move is accepted while officials have the pen.
The last move of a game also stores the record of the game and, unless the game was aborted or has already been entered,
its row on the list.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.core.lists.notation import ParsedRow
from romme_turnier.core.lists.sheet import Game
from romme_turnier.core.rules.record import Record, Row, digest, format_record
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import demand_phones_write, lock_list
from romme_turnier.tournament.at_table.on_screen.tables import players_of
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.loaded_list import LoadedList, load
from romme_turnier.tournament.models import GameRecord, PlayTable, Spielliste
from romme_turnier.tournament.playing.state import State
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import part_of_service


@part_of_service
def keep_games(row: PlayTable, before: State, then: State) -> None:
    """Locks the list of a table, and stores the games that ended between two states of the table.

    Does nothing for a table without a list. Raises the errors of `demand_to_go_on`, even if no game has ended.
    """
    if row.spielliste_id is None:
        return
    lock_list(row.spielliste_id)
    loaded = load(row.spielliste_id)
    demand_to_go_on(loaded, row, before)
    store_records(loaded, then.table.finished[len(before.table.finished) :])


def demand_to_go_on(loaded: LoadedList, row: PlayTable, state: State) -> None:
    """Raises TournamentError if the table no longer plays in the browser, and the errors of `demand_phones_write`.

    Also raises TournamentError if the list is complete or has other players, or if a seat that still plays is marked as
    left.
    """
    if PlayTable.objects.filter(pk=row.pk, ended_at=None).first() is None:  # the current row, not the one read before
        raise TournamentError(_("Dieser Tisch spielt im Saal weiter. Die Liste führt jetzt das Papier."))
    demand_phones_write(loaded.row)
    if loaded.row.status != Spielliste.Status.OPEN:
        raise TournamentError(_("Die Liste ist schon abgeschlossen."))
    _demand_same_players(loaded, state)


def _demand_same_players(loaded: LoadedList, state: State) -> None:
    left = {vacancy.seat for vacancy in loaded.vacancies}
    by_list = {number: seat in left for seat, number in enumerate(players_of(loaded), start=1)}
    table = state.table
    there = [player.name for seat, player in enumerate(table.players, start=1) if seat not in table.gone]
    if any(by_list.get(number) for number in there):
        raise TournamentError(_("Ein Platz ist verlassen. Wie es weitergeht, sagt die Spielleitung."))
    if there != [number for number, gone in by_list.items() if not gone]:
        raise TournamentError(_("Inzwischen sitzt an diesem Tisch jemand anders. Bitte rufen Sie die Spielleitung."))


@part_of_service
def store_records(loaded: LoadedList, finished: Sequence[Record]) -> None:
    """Adds the records of finished games to the list, and enters the rows of games that were not aborted.

    A game that officials have already entered keeps their entries; the list's page shows how the record differs. Raises
    the errors of `entries.save_row`.
    """
    spielliste = loaded.row
    for record in finished:
        game = record.game or 1
        told = with_place(record, spielliste)
        GameRecord.objects.create(
            spielliste=spielliste,
            game=game,
            deal=1 + GameRecord.objects.filter(spielliste=spielliste, game=game).count(),
            text=format_record(told),
            sha256=digest(told),
            at=timezone.now(),
        )
        row = row_on_list(record, loaded)
        if row is not None and game not in loaded.rows:
            entries.save_row(spielliste, ParsedRow(game_of_row(game, row)), expected=0, by=None)


def row_on_list(record: Record, loaded: LoadedList) -> Row | None:
    """Returns the row of a record for the seats of the list, matched by start number; None if the game was aborted.

    The points are None for players who had left before the game, or were seated later.
    """
    row, numbers = record.result, players_of(loaded)
    if row is None:
        return None
    points = dict(zip(record.seats, row.points, strict=True))
    finisher = record.seats[row.finisher - 1] if row.finisher else None
    place = numbers.index(finisher) + 1 if finisher in numbers else None
    return Row(tuple(map(points.get, numbers)), place, row.rummy_hand)


def game_of_row(number: int, row: Row) -> Game:
    """Returns the result of a record as game `number` of a list; `row` is ordered by the list's seats."""
    return Game(number, row.finisher, row.rummy_hand, row.points)


def with_place(record: Record, spielliste: models.Spielliste) -> Record:
    """Returns the record with its event, series and table, and with today's date."""
    series = spielliste.table.series
    return replace(
        record,
        event=series.event.name,
        series=str(series.number),
        table=str(spielliste.table.number),
        date=timezone.localdate().isoformat(),
    )
