"""Rulings of officials at a table of an event: in a running game as a line of its record, or between games."""

from dataclasses import replace

from romme_turnier.core.playing.game import after_act, with_ruling
from romme_turnier.core.playing.moves import drawn_unclaimed
from romme_turnier.core.playing.refusals import Refused, refusal
from romme_turnier.core.playing.table import Table, fresh_turn, settled, without_seat
from romme_turnier.core.rules.record import Act, Ruling, Verb, parse_line
from romme_turnier.core.rules.system.codes import violation

Order = Ruling | Act  # breaking the game off, or removing a player, is an act

DEAL_ANEW = Act(0, Verb.BREAK)


def leaves(seat: int) -> Act:
    """Returns the order that the seat's player stops playing (illness, exclusion), and the others continue."""
    return Act(seat, Verb.LEAVE)


def read_order(text: str, seats: int) -> Order | None:
    """Returns what officials have ordered; None for anything else."""
    if not text[:1].isdigit():  # all commands begin with a word
        return None
    match parse_line(text, seats):
        case Ruling() as ruling:
            return ruling
        case Act() as act if act in {DEAL_ANEW, leaves(act.seat)}:
            return act
    return None


def ordered(table: Table, order: Order) -> Table | Refused:
    """Returns the table after an order: with the ruling in its record, without the removed player, or dealt again.

    Earlier acts can no longer be taken back. Acts against the rules do not reach a table, so none is marked: the ruling
    is recorded at the moment when it was made. Its points are entered on the list, not in the row of the game (§ 8.3).
    """
    if isinstance(order, Act) and order.verb is Verb.LEAVE:
        return _left(table, order)
    if table.game is None or table.game.over:
        return (refusal(table.rules, "no_game"),)
    if isinstance(order, Ruling):
        return replace(table, game=with_ruling(table.game, order), back=())
    return settled(replace(table, game=after_act(table.game, order)))


def _left(table: Table, leaving: Act) -> Table | Refused:
    """Puts the cards of the seat aside, without its claims; before the next deal the player just leaves the match."""
    if leaving.seat in table.gone:
        return (violation(table.rules, "seat_left", seat=leaving.seat),)
    if table.over:
        return (refusal(table.rules, "match_over"),)
    if table.game is None or not table.playing:
        return without_seat(table, leaving.seat)
    turn = table.game.position.number
    game = after_act(table.game, leaving)
    table = replace(table, game=game, back=())
    if game.over:
        return settled(table)
    return drawn_unclaimed(table) if game.position.number == turn else fresh_turn(table)
