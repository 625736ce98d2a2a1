"""Moves at a table: players' moves on request, and the program's own moves while pages poll the table.

A move is tried on the cached state, without a lock, and stored only if no other move has been stored since; otherwise
it is tried again on the new state. Stored moves are their own record, even at the tables of an event, so they are not
written to the event log.
"""

import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from secrets import token_hex

from django.utils import timezone

from romme_turnier.core.playing.actions import interpret
from romme_turnier.core.playing.commands.command import Command, format_command
from romme_turnier.core.playing.commands.reading import CommandError, parse_command
from romme_turnier.core.playing.commands.words import SHOWING, Word
from romme_turnier.core.playing.hands import HandOrder
from romme_turnier.core.playing.moves import MOVES
from romme_turnier.core.playing.opponents import decide
from romme_turnier.core.playing.refusals import Refused, refusal
from romme_turnier.core.playing.table import Plays, Table, answers_itself, awaited, claimants
from romme_turnier.core.violations import Violation
from romme_turnier.tournament.models import PlayMove, PlayTable
from romme_turnier.tournament.playing.presence import absent
from romme_turnier.tournament.playing.state import NOBODY, State, after_move, keep, state_of
from romme_turnier.tournament.shared.errors import KeyReused
from romme_turnier.tournament.shared.service import frame

PACE, FAST_PACE = timedelta(seconds=0.25), timedelta()  # the pace of opponents; three turns of three moves take 2.25 s
_AT_ONCE = 40  # moves per request at a fast table
TO_CLAIM, TO_CLAIM_IN_EVENT = timedelta(seconds=8), timedelta(seconds=15)
TO_CLAIM_AT_LEAST = timedelta(seconds=3)  # after the player in turn has left the top discard
TO_LOOK = timedelta(seconds=45)  # at the hands after a game, before an opponent deals on
MOST_MOVES = 30_000  # moves of players at a table; opponents stop when all moves reach this number
MOST_IN_A_SECOND = 10  # moves of a seat
_TRIES = 8

# Called in the transaction of moves, with the state before and after them: stores more rows, or raises an error.
AlsoStore = Callable[[PlayTable, State, State], None]


@dataclass(frozen=True, slots=True)
class Said:
    """The result of a line: the ``state`` afterwards, the ``command`` and, if it was not carried out, the refusals.

    ``unread`` is the fault of a line that is not a command. ``holder`` is the number that ``State.holders`` has for a
    player who has just sat down. ``order`` is the new order in which the player holds the hand.
    """

    state: State
    command: Command | None = None
    unread: CommandError | None = None
    refused: tuple[Violation, ...] = ()
    holder: int = NOBODY
    order: HandOrder | None = None

    @property
    def done(self) -> bool:
        return self.command is not None and not self.refused


def say(
    row: PlayTable,
    holder: int,
    lines: Sequence[str],
    *,
    key: str = "",
    order: HandOrder | None = None,
    turn: str = "",
    also_store: AlsoStore | None = None,
) -> Said:
    """Carries out the first of the lines that is possible; otherwise reports the fault of the first line.

    ``holder`` is the player's number in ``State.holders``. A second call with the same ``key`` has no effect. ``order``
    is the order of the hand, which is private and not stored. ``turn`` is the result of ``turn_of`` when the page was
    made; in a later turn moves are refused, because another card may be open. If other moves come first at every
    attempt, the result has no command. Raises KeyReused, UnplayableError, and the errors of ``also_store``.
    """
    for _ in range(_TRIES):
        state = state_of(row)
        if key and (before := row.made.filter(key=key).first()) is not None:
            return _again(state, holder, before)
        seat = state.seat_of(holder)
        gone = absent(row, state)
        table = state.table
        if seat and order is not None and table.orders:
            table = replace(table, orders=(*table.orders[: seat - 1], order, *table.orders[seat:]))
        answers = [interpret(table, seat, line, absent=gone, own=state.left_by(holder)) for line in lines]
        answer = next((answer for answer in answers if answer.done), answers[0])
        command, refused = answer.command, answer.refused
        if refused or command is None:
            return Said(state, command, answer.unread, refused)
        if command.word in MOVES and turn not in {"", turn_of(table)}:
            return Said(state, command, refused=(refusal(table.rules, "turn_passed"),))
        if command.word is Word.SORT:
            return Said(state, command, order=answer.table.order(seat))
        if command.word in SHOWING:
            return Said(state, command)
        if refused := _too_many(row, state, seat):
            return Said(state, command, refused=refused)
        then = _made(row, state, [(seat, command)], key or token_hex(), also_store)
        if then is not None:
            return Said(then, command, holder=then.number if command.word is Word.JOIN else NOBODY)
        row.refresh_from_db()
    return Said(state_of(row))


def _too_many(row: PlayTable, state: State, seat: int) -> Refused:
    """Returns a refusal if the moves are too many or too fast; otherwise ().

    There are limits because each move locks the database, and is replayed after a restart.
    """
    of_people = row.made.exclude(key="")
    if state.number >= MOST_MOVES and of_people.count() >= MOST_MOVES:
        return (refusal(state.table.rules, "too_many_moves", most=MOST_MOVES),)
    last = of_people.filter(seat=seat).order_by("-number").values_list("at", flat=True)[:MOST_IN_A_SECOND]
    since = timezone.now() - min(last, default=state.at)
    # Less than zero: the clock was set back.
    is_fast = len(last) == MOST_IN_A_SECOND and timedelta() <= since < timedelta(seconds=1)
    return (refusal(state.table.rules, "too_fast"),) if is_fast else ()


def turn_of(table: Table) -> str:
    """Returns an identifier of the current turn; "" while no game is running."""
    if table.game is None or not table.playing:
        return ""
    return f"{table.game.record.game}-{table.deals}-{table.game.position.number}"


def go_on(row: PlayTable, holder: int) -> State:
    """Lets an opponent deal the next game, after the player ``holder`` has confirmed that all have looked at the hands.

    Returns the new state; the current state if no opponent deals next, or if ``holder`` has no seat. Raises
    UnplayableError.
    """
    state = state_of(row)
    table, seat = state.table, state.seat_of(holder)
    dealer = table.dealer
    if not seat or table.match is None or table.playing or table.over or dealer is None or _is_person(table, dealer):
        return state
    return _made(row, state, [(dealer, Command(Word.SHUFFLE))]) or state


def change_tempo(row: PlayTable) -> None:
    """Switches the opponents of this table between immediate moves and moves with a short pause."""
    row.fast = not row.fast
    row.save(update_fields=["fast"])


def time_to_claim(state: State) -> timedelta | None:
    """Returns the time left to claim the top discard.

    Returns None in a case, if no seat can claim the card, or if the clock is stopped.
    """
    if state.claim_since is None or state.halted_at is not None or state.table.trial:
        return None
    left = state.claim_since + _claim_lasts(state) - timezone.now()
    # If more than the whole time seems to be left, the clock was set back; then the time is over.
    return left if timedelta() < left <= _claim_lasts(state) else timedelta()


def _claim_lasts(state: State) -> timedelta:
    """Returns the time for claims, less the time in which others could knock before the card was left."""
    whole = TO_CLAIM_IN_EVENT if state.table.in_event else TO_CLAIM
    if not state.table.rules.play.knocking or state.claim_since is None or state.turn_since is None:
        return whole
    return min(whole, max(TO_CLAIM_AT_LEAST, whole - abs(state.claim_since - state.turn_since)))


def waits_for_program(state: State) -> bool:
    """Returns whether the next move, or an answer about the top discard, may be the program's."""
    table = state.table
    if table.over or table.game is None:
        return False
    clock_runs = state.claim_since is not None and state.halted_at is None and not table.trial
    return clock_runs or not all(_is_person(table, seat) for seat in awaited(table))


def step(row: PlayTable, most: int = 1, also_store: AlsoStore | None = None) -> None:
    """Makes the program's move that is due at the table: an opponent's, or answers about the top discard.

    ``most`` is the maximum number of moves, each after its pause; it is more than 1 for pages that poll seldom, and
    does not apply to a fast table. Raises UnplayableError, and the errors of ``also_store``.
    """
    with _moving_guard:
        lock = _moving.setdefault(row.pk % _LOCKS, threading.Lock())
    if not lock.acquire(blocking=False):
        return  # another request makes the move
    try:
        row.refresh_from_db()
        state, now = state_of(row), timezone.now()
        since = abs(now - state.at)  # the game also continues if the clock was set back
        pace, most = (FAST_PACE, _AT_ONCE) if row.fast else (PACE, most)
        for done in range(most):
            moves = _due(row, state, now) if since >= pace * (done + 1) else []
            then = _made(row, state, moves, also_store=also_store) if moves else None
            if then is None:
                return
            state = then
    finally:
        lock.release()


_LOCKS = 64
_moving: dict[int, threading.Lock] = {}
_moving_guard = threading.Lock()
_one_thinks = threading.Lock()


def _due(row: PlayTable, state: State, now: datetime) -> list[tuple[int, Command]]:
    table = state.table
    if table.over or table.game is None or state.halted_at is not None or state.number >= MOST_MOVES:
        return []
    if state.claim_since is not None:
        run_out = abs(now - state.claim_since) >= _claim_lasts(state) and not table.trial
        return _answers_about_open_card(state, run_out=run_out)
    (seat,) = awaited(table)
    if table.game.drags_on and not any(player.plays is Plays.PERSON for player in table.players):
        return [(seat, Command(Word.BREAK_OFF))]
    if _is_person(table, seat):
        return []
    to_look = TO_LOOK / 3 if row.fast else TO_LOOK  # players look at the hands of the last game first
    if not table.playing and any(state.holders) and abs(now - state.at) < to_look:
        return []
    return _opponents_move(state, seat)


def _opponents_move(state: State, seat: int) -> list[tuple[int, Command]]:
    """Returns the opponent's move; none while an opponent at any table is thinking: the next request tries again.

    A strong opponent can take a third of a second, and officials who save during it must not wait for several of them.
    """
    if not _one_thinks.acquire(blocking=False):
        return []
    try:
        return [(seat, decide(state.table, seat, _chance(state)))]
    finally:
        _one_thinks.release()


def _answers_about_open_card(state: State, *, run_out: bool) -> list[tuple[int, Command]]:
    """Returns answers about the top discard: opponents answer in order, and players whose time has run out waive it."""
    moves, now = [], state
    while now.claim_since is not None:
        at_once = [seat for seat in claimants(now.table) if answers_itself(now.table, seat)]
        if not at_once and not run_out:
            break
        seat = (at_once or claimants(now.table))[0]
        command = decide(now.table, seat, _chance(now)) if at_once else Command(Word.WAIVE)
        moves.append((seat, command))
        now = after_move(now, seat, format_command(command), now.at)
    return moves


def _chance(state: State) -> random.Random:
    """Returns a random generator for one move; no player can predict its numbers."""
    return random.Random(b"%b%d" % (state.table.secret, state.number))  # noqa: S311 - as good as any for an opponent


def _is_person(table: Table, seat: int) -> bool:
    return table.players[seat - 1].plays is Plays.PERSON


def _again(state: State, holder: int, before: PlayMove) -> Said:
    """Returns the result of a request that was carried out before. Raises KeyReused if it was another player's."""
    command = parse_command(before.command)
    if command.word is Word.JOIN:
        return Said(state, command, holder=before.number)
    if not holder or state.held_at(before.number, before.seat) != holder:
        raise KeyReused
    return Said(state, command)


def _made(
    row: PlayTable,
    state: State,
    moves: Sequence[tuple[int, Command]],
    key: str = "",
    also_store: AlsoStore | None = None,
) -> State | None:
    """Stores legal moves and the program's answers to them; returns the new state, or None if another move came first.

    Raises UnplayableError for a move that is not allowed, and the errors of ``also_store``.
    """
    now, then, rows = timezone.now(), state, []
    for seat, command in moves:
        text = format_command(command)
        then = after_move(then, seat, text, now)
        rows.append(PlayMove(table=row, number=then.number, seat=seat, command=text, key=key, at=now))
    for seat, command in _answers_about_open_card(then, run_out=False):
        text = format_command(command)
        then = after_move(then, seat, text, now)
        rows.append(PlayMove(table=row, number=then.number, seat=seat, command=text, at=now))
    if not _stored(row, state, then, rows, also_store):
        return None
    row.moves, row.moved_at = then.number, now
    keep(row, then)
    return then


@frame
def _stored(
    row: PlayTable, before: State, then: State, moves: Sequence[PlayMove], also_store: AlsoStore | None
) -> bool:
    """Stores the moves and the rows of ``also_store``; returns False if another move was stored first."""
    free = PlayTable.objects.filter(pk=row.pk, moves=before.number)
    if not free.update(moves=then.number, moved_at=then.at):
        return False
    PlayMove.objects.bulk_create(moves)
    if also_store is not None:
        also_store(row, before, then)
    return True
