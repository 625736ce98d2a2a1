"""Executes officials' orders at an event's table: records rulings, ends games that are dealt again, removes players."""

from dataclasses import replace

from romme_turnier.core.playing.game import after_act, with_ruling
from romme_turnier.core.playing.moves import drawn_unclaimed
from romme_turnier.core.playing.refusals import Refused, refusal
from romme_turnier.core.playing.table import Table, fresh_turn, settled, without_seat
from romme_turnier.core.rules.record import Act, Ruling, Verb, parse_line
from romme_turnier.core.rules.system.codes import violation

Order = Ruling | Act  # aborting the game and removing a player are acts

DEAL_ANEW = Act(0, Verb.BREAK)


def leaves(seat: int) -> Act:
    """Returns the order to remove a seat's player (illness, exclusion) while the others continue."""
    return Act(seat, Verb.LEAVE)


def read_order(text: str, seats: int) -> Order | None:
    """Returns the officials' order in the text, None if it is something else; raises LineError for a faulty line."""
    if not text[:1].isdigit():  # commands begin with a word, orders with a digit
        return None
    match parse_line(text, seats):
        case Ruling() as ruling:
            return ruling
        case Act() as act if act in {DEAL_ANEW, leaves(act.seat)}:
            return act
    return None


def ordered(table: Table, order: Order) -> Table | Refused:
    """Returns the table after an order, or the violations that refuse it.

    The order records a ruling, removes a player, or breaks off the game, which is then dealt again.

    Earlier acts can no longer be undone. A table never accepts irregular acts, so a ruling does not refer to an
    act and is recorded when it is made. Its points are entered on the list, not in the game's row (§ 8.3).
    """
    if isinstance(order, Act) and order.verb is Verb.LEAVE:
        return _left(table, order)
    if table.game is None or table.game.over:
        return (refusal(table.rules, "no_game"),)
    if isinstance(order, Ruling):
        return replace(table, game=with_ruling(table.game, order), back=())
    return settled(replace(table, game=after_act(table.game, order)))


def _left(table: Table, leaving: Act) -> Table | Refused:
    """Sets the seat's cards aside and drops its claims; between games the player only leaves the match."""
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
