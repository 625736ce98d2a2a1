"""What is stored with the moves of such a table, and when it may move at all.

Phones that are in at the table (tournament/at_table) hold the seats; while officials have the pen nothing moves. A game
is stored with its last move: its record, and its row on the list.
"""

from __future__ import annotations

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
from romme_turnier.tournament.lists.sheets import held, load, read_whole
from romme_turnier.tournament.models import GameRecord, PlayTable, Spielliste
from romme_turnier.tournament.playing.state import State
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import part_of_service


@part_of_service
def keep_games(row: PlayTable, before: State, then: State) -> None:
    """Keeps the games that these moves have ended.

    Raises TournamentError where the table has to wait, or is not played in the browser any more.
    """
    if row.spielliste_id is None:
        return
    lock_list(row.spielliste_id)
    spielliste = load(row.spielliste_id)
    demand_to_go_on(spielliste, row, before)
    store_records(spielliste, then.table.finished[len(before.table.finished) :])


def demand_to_go_on(spielliste: models.Spielliste, row: PlayTable, state: State) -> None:
    """Refuses moves at a table that has to wait, or is not played in the browser any more. Raises TournamentError."""
    if PlayTable.objects.filter(pk=row.pk, ended_at=None).first() is None:  # as it is now, not when it was read
        raise TournamentError(_("Dieser Tisch spielt im Saal weiter. Die Liste führt jetzt das Papier."))
    demand_phones_write(spielliste)
    if spielliste.status != Spielliste.Status.OPEN:
        raise TournamentError(_("Die Liste ist schon abgeschlossen."))
    _demand_same_players(spielliste, state)


def _demand_same_players(spielliste: models.Spielliste, state: State) -> None:
    """Who sits at the table is who sits there by the list, without those who have left it."""
    left = {vacancy.seat for vacancy in held(spielliste, "vacancies")}
    by_list = {number: seat in left for seat, number in enumerate(players_of(spielliste), start=1)}
    table = state.table
    there = [player.name for seat, player in enumerate(table.players, start=1) if seat not in table.gone]
    if any(by_list.get(number) for number in there):
        raise TournamentError(_("Ein Platz ist verlassen. Wie es weitergeht, sagt die Spielleitung."))
    if there != [number for number, gone in by_list.items() if not gone]:
        raise TournamentError(_("Inzwischen sitzt an diesem Tisch jemand anders. Bitte rufen Sie die Spielleitung."))


@part_of_service
def store_records(spielliste: models.Spielliste, finished: Sequence[Record]) -> None:
    """Hangs the records of games that are over at the list, and enters their rows.

    A game that officials have entered already stays as they did; the page of the list says where its record differs.
    """
    read_whole(spielliste)
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
        row = row_on_list(record, spielliste)
        if row is not None and all(one.number != game for one in held(spielliste, "rows")):
            entries.save_row(spielliste, ParsedRow(game_of_row(game, row)), expected=0, by=None)


def row_on_list(record: Record, spielliste: models.Spielliste) -> Row | None:
    """Returns the row of a record with an entry for each seat of the list, by start number.

    Nothing stands there for who had left before, or was seated there afterwards.
    """
    row, numbers = record.result, players_of(spielliste)
    if row is None:
        return None
    points = dict(zip(record.seats, row.points, strict=True))
    finisher = record.seats[row.finisher - 1] if row.finisher else None
    place = numbers.index(finisher) + 1 if finisher in numbers else None
    return Row(tuple(map(points.get, numbers)), place, row.rummy_hand)


def game_of_row(number: int, row: Row) -> Game:
    """Returns such a row as one of a list."""
    return Game(number, row.finisher, row.rummy_hand, row.points)


def with_place(record: Record, spielliste: models.Spielliste) -> Record:
    """Returns the record with where and when it is played."""
    series = spielliste.table.series
    return replace(
        record,
        event=series.event.name,
        series=str(series.number),
        table=str(spielliste.table.number),
        date=timezone.localdate().isoformat(),
    )
