"""The effects of commands during a game, as acts of its record. Either all acts of a command are applied or none."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from romme_turnier.core.playing.commands.command import ALWAYS, ASK_AGAIN, Command
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.game import Game, after_act, forbids
from romme_turnier.core.playing.refusals import Refused, refusal
from romme_turnier.core.playing.table import Plays, Table, claimants, fresh_turn, may_waive, settled
from romme_turnier.core.rules import play
from romme_turnier.core.rules.play.position import Position, without
from romme_turnier.core.rules.record import Act, Verb
from romme_turnier.core.rules.search.best import best_melding
from romme_turnier.core.rules.system.cards import Card, format_card, unnamed
from romme_turnier.core.rules.system.codes import card_violations, violation
from romme_turnier.core.rules.system.ruleset import LastDiscard, RummyHand
from romme_turnier.core.violations import Violation

_MOST_BACK = 100  # acts that can be undone at a table for trying a case


def _done(
    table: Table, game: Game, *acts: Act, undoable: bool = False, excused: Collection[str] = ()
) -> Table | Refused:
    """Applies the acts in order, all or none, then breaks off the game if it is stuck.

    Violations with one of the ``excused`` codes are ignored.
    """
    now = game
    for act in acts:
        violations = forbids(now, act)
        if not {violation.code for violation in violations} <= {*excused}:
            return violations
        now = after_act(now, act)
    if now.stuck:
        now = after_act(now, Act(0, Verb.BREAK))
    same_turn = now.position.number == game.position.number
    if table.trial:
        by_person = any(act.seat and table.players[act.seat - 1].plays is Plays.PERSON for act in acts)
        back = (*table.back, game)[-_MOST_BACK:] if by_person else table.back
        return replace(table if same_turn else fresh_turn(table), game=now, back=back)
    table = replace(table, game=now)
    if undoable and not now.over:
        return replace(table, back=(*table.back, game))
    return settled(replace(table, back=()) if same_turn else fresh_turn(table))


def _draw(table: Table, seat: int, _command: Command, game: Game) -> Table | Refused:
    """Starts a draw: the player in turn declines the top discard, which the other players may then claim."""
    if violations := forbids(game, Act(seat, Verb.DRAW)):
        return violations
    if table.drawing:
        return (_waits(table),)
    return drawn_unclaimed(replace(table, drawing=True))


def _waits(table: Table) -> Violation:
    names = ", ".join(table.players[seat - 1].name for seat in claimants(table))
    return refusal(table.rules, "others_may_claim", names=names)


def drawn_unclaimed(table: Table) -> Table | Refused:
    """Draws from the stock once all claims to the top discard are decided; the first claimant gets the top discard.

    Until then, or if no draw has been started, the table is returned unchanged.
    """
    game = table.game
    if game is None or not table.drawing or claimants(table):
        return table
    position, acts = game.position, []
    if position.asked:  # claims need no answer here; otherwise the draw would still be blocked
        acts.append(Act(play.first_claimant(position, position.asked) or 0, Verb.CLAIM))
    return _done(replace(table, drawing=False, waived=frozenset()), game, *acts, Act(position.turn, Verb.DRAW))


def _take(table: Table, seat: int, command: Command, game: Game) -> Table | Refused:
    """Takes one or more discards. Taking a card for which another player knocked refuses that claim."""
    position = game.position
    if command.cards and command.cards[0] not in position.pile:
        return (violation(table.rules, "card_elsewhere", card=format_card(command.cards[0])),)
    # A wanted card brings all cards on top of it (Das Abspiel).
    count = position.pile[::-1].index(command.cards[0]) + 1 if command.cards else command.number or 1
    taking = Act(seat, Verb.TAKE, position.pile[max(0, len(position.pile) - count) :])
    if count > len(position.pile) or count < 1:
        return play.may_take(position, seat, count)
    if table.drawing and seat == position.turn:
        return (_waits(table),)
    if position.rules.play.knocking and position.asked and seat == position.turn:
        return _done(table, game, Act(seat, Verb.REFUSE), taking)
    return _done(table, game, taking, undoable=True)


def _knock(table: Table, seat: int, _command: Command, game: Game) -> Table | Refused:
    """Claims the top discard. If the player in turn must answer, a draw that was started is cancelled."""
    asked = _done(table, game, Act(seat, Verb.KNOCK))
    if not isinstance(asked, Table):
        return asked
    if table.rules.play.knocking:
        return replace(asked, drawing=False, waived=frozenset())
    return drawn_unclaimed(asked)


def _waive(table: Table, seat: int, command: Command, _game: Game) -> Table | Refused:
    """Waives this discard, even before the player in turn has declined it.

    With ``ALWAYS``, waives all discards of this game; with ``ASK_AGAIN``, ends that waiver.
    """
    if command.text == ASK_AGAIN and seat in table.unasked:
        return replace(table, unasked=table.unasked - {seat})
    if command.text == ALWAYS and table.rules.play.claim_cards is not None:
        return drawn_unclaimed(replace(table, unasked=table.unasked | {seat}))
    if command.text or not may_waive(table, seat):
        return (refusal(table.rules, "nothing_to_claim"),)
    return drawn_unclaimed(replace(table, waived=table.waived | {seat}))


def _lay(table: Table, seat: int, command: Command, game: Game) -> Table | Refused:
    verb = {Word.LAY_OUT: Verb.LAY, Word.LAY_OFF: Verb.ADD, Word.SWAP: Verb.SWAP}[command.word]
    act = Act(seat, verb, command.cards, _names(command), command.groups, end=command.end)
    return _done(table, game, act, undoable=True)


def _rebuild(table: Table, seat: int, command: Command, game: Game) -> Table | Refused:
    """Recombines melds. The groups determine the cards from the hand; cards named in the command must match them."""
    act = Act(seat, Verb.BUILD, melds=_names(command), groups=command.groups)
    if not game.position.rules.play.rearranging:
        return forbids(game, act)
    numbers = [at for name in act.melds if (at := game.last.at(name)) >= 0]
    lay = [card for at in numbers for card in game.position.table[at].cards]
    added = without(tuple(sorted(map(unnamed, chain(*command.groups)))), lay)
    named = tuple(map(unnamed, command.cards)) or added
    rules = game.position.rules
    unused = (
        *card_violations(rules, "card_left_over", without(named, added)),
        *card_violations(rules, "card_not_there", without(added, named)),
    )
    return unused or _done(table, game, act, undoable=True)


def _names(command: Command) -> tuple[str, ...]:
    """Returns the names of the command's melds in the record; commands contain only the numbers."""
    return tuple(f"m{number}" for number in command.melds)


def _discard(table: Table, seat: int, command: Command, game: Game) -> Table | Refused:
    """Discards a card; discarding the last card of the hand means going out."""
    position = game.position
    last = seat == position.turn and position.hand == command.cards
    return _done(table, game, Act(seat, Verb.OUT if last else Verb.DISCARD, command.cards))


def pass_as_once_allowed(table: Table, seat: int) -> Table | Refused:
    """Returns the table after a turn ended without a discard, as an earlier version of the program allowed."""
    if table.game is None:
        return (refusal(table.rules, "no_game"),)
    return _done(table, table.game, Act(seat, Verb.PASS), excused=play.ONCE_ALLOWED)


def _announce(table: Table, seat: int, command: Command, game: Game) -> Table | Refused:
    """Announces the end with the given melds, by default the melds that leave the fewest points."""
    groups = command.groups or best_melding(game.position.hands[seat - 1], game.position.rules).melds
    return _done(table, game, Act(seat, Verb.ANNOUNCE, groups=groups))


def _rummy_hand(table: Table, seat: int, command: Command, game: Game) -> Table | Refused:
    """Lays out the whole hand in one turn, which ends the game."""
    position = game.position
    if position.rules.play.rummy_hand is RummyHand.NONE:
        return (refusal(table.rules, "no_rummy_hand"),)
    if seat != position.turn:
        return forbids(game, Act(seat, Verb.OUT))
    if table.in_event and not command.groups:  # suggesting melds would be help, which events forbid
        return (refusal(table.rules, "melds_not_named"),)
    refused: Refused = ()
    for groups, last in _whole_hand(position, command.groups):
        out = Act(seat, Verb.OUT, () if last is None else (last,))
        then = _done(table, game, Act(seat, Verb.LAY, groups=tuple(groups)), out)
        if not isinstance(then, Table):
            refused = refused or then
        elif then.game is not None and play.is_rummy_hand(then.game.position):
            return then
    return refused or (refusal(table.rules, "rummy_hand_not_possible"),)


def _whole_hand(
    position: Position, groups: Sequence[tuple[Card, ...]]
) -> Iterator[tuple[Sequence[tuple[Card, ...]], Card | None]]:
    """Yields the ways to lay all cards, each with the card to discard last, if any."""
    if groups:
        rest = without(position.hand, chain(*groups))
        if len(rest) <= 1:
            yield groups, rest[0] if rest else None
        return
    if position.last_discard is not LastDiscard.REQUIRED:
        whole = best_melding(position.hand, position.rules)
        if not whole.left:
            yield whole.melds, None
    for card in dict.fromkeys(position.hand):
        best = best_melding(without(position.hand, [card]), position.rules)
        if not best.left:
            yield best.melds, card


def may_take_back(table: Table, seat: int) -> bool:
    """Returns whether the player can undo the last act of this turn; no hidden card may have been seen since then.

    At a table for trying a case, any player can undo; this restores the state before the last act by a person.
    """
    if table.trial:
        return bool(table.back) or table.drawing
    return table.game is not None and seat == table.game.position.turn and bool(table.back)


def _undone(table: Table, seat: int, _command: Command, _game: Game) -> Table | Refused:
    if not may_take_back(table, seat):
        return (refusal(table.rules, "nothing_to_take_back"),)
    if table.drawing:  # only announced so far
        return replace(table, drawing=False, waived=frozenset())
    return replace(table, game=table.back[-1], back=table.back[:-1])


MOVES: Mapping[Word, Callable[[Table, int, Command, Game], Table | Refused]] = {
    Word.DRAW: _draw,
    Word.TAKE: _take,
    Word.KNOCK: _knock,
    Word.WAIVE: _waive,
    Word.ALLOW: lambda table, seat, _command, game: _done(table, game, Act(seat, Verb.ALLOW)),
    Word.LAY_OUT: _lay,
    Word.LAY_OFF: _lay,
    Word.SWAP: _lay,
    Word.REBUILD: _rebuild,
    Word.DISCARD: _discard,
    Word.GO_OUT: lambda table, seat, command, game: _done(table, game, Act(seat, Verb.OUT, command.cards)),
    Word.PASS: lambda table, seat, _command, game: _done(table, game, Act(seat, Verb.PASS)),
    Word.ANNOUNCE: _announce,
    Word.RUMMY_HAND: _rummy_hand,
    Word.UNDO: _undone,
}
