"""Opens, finds and deletes tables, and reads their finished games."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.core.people.names import tidy
from romme_turnier.core.playing.actions import interpret
from romme_turnier.core.playing.commands.command import agree_upon, format_command
from romme_turnier.core.playing.commands.words import GAMES, Word
from romme_turnier.core.playing.table import OPENER, Plays
from romme_turnier.core.rules.record import Record
from romme_turnier.tournament.models import PlayMove, PlayTable
from romme_turnier.tournament.playing.state import (
    NOBODY,
    OPENED_IT,
    UnplayableError,
    after_move,
    beginning,
    keep,
    state_of,
)
from romme_turnier.tournament.playing.words.commands import say_unread
from romme_turnier.tournament.playing.words.refusals import say_refused
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import frame

KEPT_FOR = timedelta(days=14)
NAME_LENGTH = 30
_MOST_TABLES, _AT_ONCE = 2000, 20  # most tables, and the number deleted to make room
_IN_USE_FOR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Wish:
    """The table that a visitor wants. ``options`` are keyed by their names in the rule system.

    ``games`` is given only if the options do not determine the length. ``opponents`` holds the number of each kind.
    """

    system: str
    name: str
    options: Mapping[str, bool | int] = field(default_factory=dict)
    games: int | None = None
    opponents: Mapping[Plays, int] = field(default_factory=dict)
    fast: bool = False


def open_table(wish: Wish) -> tuple[PlayTable, int]:
    """Opens a table with its opener in the first seat; returns it and the opener's number in ``State.holders``.

    Also deletes old tables. Raises TournamentError with the reason for a refusal, and as `store_table` does.
    """
    now = timezone.now()
    row = PlayTable(system=wish.system, fast=wish.fast, opened_at=now, moved_at=now)
    state = beginning(row)
    moves: list[PlayMove] = []
    for line in _lines(wish):
        seat = OPENER if moves else NOBODY
        answer = interpret(state.table, seat, line)
        if answer.unread is not None:
            raise TournamentError(say_unread(answer.unread))
        if answer.refused or answer.command is None:
            raise TournamentError(f"{say_refused(answer.refused[0])}.")
        text = format_command(answer.command)
        state = after_move(state, seat, text, now)
        moves.append(PlayMove(number=state.number, seat=seat, command=text, at=now))
    row.moves = state.number
    store_table(row, moves)
    keep(row, state)
    return row, OPENED_IT


def _lines(wish: Wish) -> Iterator[str]:
    yield f"{Word.JOIN} {tidy(wish.name)[:NAME_LENGTH]}"
    for name, value in wish.options.items():
        if value is not False:
            yield format_command(agree_upon(name, value))
    if wish.games is not None:
        yield f"{Word.SET} {GAMES} {wish.games}"
    for kind, count in wish.opponents.items():
        if count:
            yield f"{Word.OPPONENT} {kind} {count}"


@frame
def store_table(row: PlayTable, moves: Sequence[PlayMove] = ()) -> None:
    """Stores a new table with its first moves, and deletes old tables. Raises TournamentError if too many are in use.

    Tables of an event stay. A visitor who opens many tables cannot keep others from opening one: if there are too many,
    the tables with the fewest moves make room, provided their last move was at least an hour ago.
    """
    free = PlayTable.objects.filter(spielliste=None)
    free.filter(moved_at__lt=row.opened_at - KEPT_FOR).delete()
    if free.count() >= _MOST_TABLES:
        unused = free.filter(moved_at__lt=row.opened_at - _IN_USE_FOR).order_by("moves", "moved_at")[:_AT_ONCE]
        PlayTable.objects.filter(pk__in=[table.pk for table in unused]).delete()
    if free.count() >= _MOST_TABLES:
        raise TournamentError(
            _("Im Moment sind sehr viele Tische offen. Bitte versuchen Sie es in einer Stunde wieder.")
        )
    row.save()
    for move in moves:
        move.table = row
    PlayMove.objects.bulk_create(moves)


def finished_game(token: str, number: int) -> Record | None:
    """Returns the record of the table's finished game ``number``, counted from 1, with its seed.

    Returns None for a running game, for an unknown table or game, or for a table that can no longer be played.
    """
    row = table_with(token)
    try:
        finished = state_of(row).table.finished if row is not None else ()
    except UnplayableError:
        return None
    return finished[number - 1] if 1 <= number <= len(finished) else None


def table_with(token: str) -> PlayTable | None:
    """Returns the table whose link contains this token; None if there is none. Tables of an event have no link."""
    return PlayTable.objects.filter(token=token, spielliste=None).first()
