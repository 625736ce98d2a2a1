"""The state of a table: the result of all its moves, cached in the process so that requests do not replay them."""

import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime

from romme_turnier.core.playing.actions import carry_out
from romme_turnier.core.playing.commands.reading import CommandError, parse_command
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.moves import pass_as_once_allowed
from romme_turnier.core.playing.refusals import Refused
from romme_turnier.core.playing.rulings import ordered, read_order
from romme_turnier.core.playing.table import Player, Plays, Table, awaited, claimants
from romme_turnier.core.playing.trial import trial
from romme_turnier.core.rules.play import parse_position
from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.tournament.models import PlayTable

KEPT = 250  # tables with a cached state; each takes about 100 kB, or about 1 kB for each line of its record
NOBODY = 0
HALTED, GOES_ON = "angehalten", "geht weiter"  # moves of officials that stop and continue the clock
OPENED_IT = 1  # the opener: seated by the first move, or in all seats of a trial case


class UnplayableError(Exception):
    """This version of the program does not accept a stored move or position, so the table cannot continue."""


@dataclass(frozen=True, slots=True)
class State:
    """The table after ``number`` moves, the last one at ``at``.

    ``holders`` contains, by seat, the number of the move that seated its player; NOBODY if no person holds the seat.
    The opener of a trial case may hold several seats.

    ``claim_since`` is the time at which the top discard was left to the others, None if no seat can claim it;
    ``turn_since`` is the time at which the turn began. The duration of a halt is added to both. ``halted_at`` is the
    time at which officials stopped the clock of the top discard, None unless it is stopped. ``before`` contains the
    number of each move that renumbered the seats because a seat became free, with the holders until then. ``left``
    contains (name, holder) for each seat that an opponent has taken over from a person.
    """

    table: Table
    number: int
    at: datetime
    holders: tuple[int, ...] = ()
    claim_since: datetime | None = None
    turn_since: datetime | None = None
    halted_at: datetime | None = None
    before: tuple[tuple[int, tuple[int, ...]], ...] = ()
    left: tuple[tuple[str, int], ...] = ()

    def seats_of(self, holder: int) -> list[int]:
        """Returns the seats held by the player whom move number ``holder`` seated."""
        return [seat for seat, held in enumerate(self.holders, start=1) if holder and held == holder]

    def left_by(self, holder: int) -> list[int]:
        """Returns the seats that the player seated by this move has left and that an opponent now plays."""
        names = {name for name, held in self.left if holder and held == holder}
        return [seat for seat, player in enumerate(self.table.players, start=1) if player.name in names]

    def held_at(self, number: int, seat: int) -> int:
        """Returns the holder of a seat at the time of move ``number``; ``seat`` is its number at that time."""
        holders = next((then for until, then in self.before if number <= until), self.holders)
        return holders[seat - 1] if 1 <= seat <= len(holders) else NOBODY

    def seat_of(self, holder: int) -> int:
        """Returns the seat for which this holder acts now, preferably an awaited one; 0 if there is none."""
        mine = self.seats_of(holder)
        return next((seat for seat in awaited(self.table) if seat in mine), mine[0]) if mine else NOBODY


def beginning(row: PlayTable) -> State:
    """Returns the table's state before its first move. Raises UnplayableError for an unreadable trial position."""
    secret = bytes.fromhex(row.secret)
    if not row.position:
        in_event = row.spielliste_id is not None
        return State(Table(get_ruleset(row.system), secret, in_event=in_event), 0, row.opened_at)
    players = [Player(name, Plays(plays), person=plays == Plays.PERSON) for name, plays in row.players]
    try:
        table = trial(parse_position(row.position), players, secret)
    except ValueError as error:
        raise UnplayableError(str(error)) from error
    return State(table, 0, row.opened_at, tuple(OPENED_IT if player.person else NOBODY for player in players))


def after_move(state: State, seat: int, command: str, at: datetime, *, stored: bool = False) -> State:
    """Returns the state after an allowed move; ``stored`` says that the move was allowed when it was made.

    Raises UnplayableError for a move that is not allowed, and CommandError for an unreadable one.
    """
    if seat == NOBODY and command in {HALTED, GOES_ON}:
        return _clock(state, at, halted=command == HALTED)
    word, everybody = None, range(1, len(state.table.players) + 1)
    then: Table | Refused
    if seat == NOBODY and (order := read_order(command, len(everybody))) is not None:
        then = ordered(state.table, order)
    else:
        read = parse_command(command)
        word, then = read.word, carry_out(state.table, seat, read, absent=everybody)
    if stored and word is Word.PASS and not isinstance(then, Table):
        then = pass_as_once_allowed(state.table, seat)
    if not isinstance(then, Table):
        raise UnplayableError(f"move {state.number + 1}, {command}: {then[0].code}")
    number = state.number + 1
    holders = _holders(state, then, word, number)
    since = (state.claim_since or at) if claimants(then) else None
    halted_at = state.halted_at if since is not None else None
    before = (*state.before, (number, state.holders)) if len(holders) < len(state.holders) else state.before
    turns = [table.game.position.number if table.game is not None else 0 for table in (state.table, then)]
    turn_since = state.turn_since if turns[0] == turns[1] else at
    return State(then, number, at, holders, since, turn_since, halted_at, before, _left(state, then))


def _left(state: State, then: Table) -> tuple[tuple[str, int], ...]:
    kept = [player.name for player in then.players if player.person and player.plays is not Plays.PERSON]
    if not kept:
        return ()
    sitting = zip(state.table.players, state.holders, strict=True)
    known = {**dict(state.left), **{player.name: holder for player, holder in sitting if holder}}
    return tuple((name, known[name]) for name in kept if name in known)


def _clock(state: State, at: datetime, *, halted: bool) -> State:
    """Returns the state with the clock of the top discard stopped, or started again with the remaining time."""
    since, turn_since = state.claim_since, state.turn_since
    if since is not None and turn_since is not None and state.halted_at is not None and not halted:
        since, turn_since = since + (at - state.halted_at), turn_since + (at - state.halted_at)
    return replace(
        state,
        number=state.number + 1,
        at=at,
        claim_since=since,
        turn_since=turn_since,
        halted_at=at if halted else None,
    )


def _holders(state: State, then: Table, word: Word | None, number: int) -> tuple[int, ...]:
    before, players = state.holders, then.players
    if len(players) > len(before):
        mine = number if word is Word.JOIN else NOBODY
        return (*before, *(mine,) * (len(players) - len(before)))
    if len(players) < len(before):  # vacated seats are free before the first deal, and are removed with the next one
        names = {player.name for player in players}
        sitting = zip(state.table.players, before, strict=True)
        return tuple(holder for player, holder in sitting if player.name in names)
    plays = [player.plays for player in state.table.players]
    changed = next((at for at, player in enumerate(players) if player.plays is not plays[at]), None)
    if changed is None:
        return before
    mine = number if word is Word.JOIN else NOBODY
    return (*before[:changed], mine, *before[changed + 1 :])


_kept: OrderedDict[str, State] = OrderedDict()  # by token: a restored backup may have other rows under the same key
_keeping = threading.Lock()


def state_of(row: PlayTable) -> State:
    """Returns the stored state of a table, or a newer one.

    After a restart, all moves are replayed once; later, only the moves that other processes have added. Raises
    UnplayableError as `beginning` does, and for a stored move that is no longer allowed or readable.
    """
    state = kept(row)
    if state is not None and state.number > row.moves:  # another thread was faster, or an older backup was restored
        row.refresh_from_db(fields=["moves", "moved_at"])
        state = state if state.number <= row.moves else None
    if state is None:
        state = beginning(row)
    if state.number < row.moves:
        for move in row.made.filter(number__gt=state.number).order_by("number"):
            try:
                state = after_move(state, move.seat, move.command, move.at, stored=True)
            except CommandError as error:
                raise UnplayableError(f"move {move.number}, {move.command}: {error}") from error
    keep(row, state)
    return state


def kept(row: PlayTable) -> State | None:
    with _keeping:
        return _kept.get(row.token)


def keep(row: PlayTable, state: State) -> None:
    """Caches the state, and drops the least recently used ones if there are too many."""
    with _keeping:
        _kept[row.token] = state
        _kept.move_to_end(row.token)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)


def forget_all() -> None:
    """Drops every cached state, as a restart does."""
    with _keeping:
        _kept.clear()
