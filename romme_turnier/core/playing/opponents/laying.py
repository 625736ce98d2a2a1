"""Commands with which a seat can lay cards now. Each command is judged first, so the table always accepts it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations

from romme_turnier.core.playing.commands.command import Command
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.seat_view import SeatView
from romme_turnier.core.rules import play
from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.play.position import Position, without
from romme_turnier.core.rules.play.turns import Use
from romme_turnier.core.rules.record import Act, Verb, after
from romme_turnier.core.rules.search.all_melds import Meld, melds_in
from romme_turnier.core.rules.search.best import best_melding
from romme_turnier.core.rules.search.openings import best_layings, minus, opening_with, worth_of_melds
from romme_turnier.core.rules.system.cards import JOKER, Card, unnamed
from romme_turnier.core.rules.system.hands import points_left
from romme_turnier.core.rules.system.ruleset import LastDiscard


def layings(view: SeatView) -> Iterator[Command]:
    """Yields useful commands in this order: new melds, cards laid off, jokers taken, rearrangements.

    If the player owes a card, which must not be kept, only commands that lay this card are yielded.

    If the game must not end with a discard, the last card has to fit the table. So a player with two cards lays both or
    neither: a card that fits stays in the hand for the next turn, and the other one is discarded.
    """
    position, laid = view.position, _possible(view)
    if position.last_discard is not LastDiscard.FORBIDDEN or len(position.hand) != 2 or position.owed:
        return laid
    return (command for command in laid if _all_goes(imagined(view, command)))


def _all_goes(view: SeatView) -> bool:
    while command := next(_possible(view), None):
        view = imagined(view, command)
    return not view.hand


def _possible(view: SeatView) -> Iterator[Command]:
    position = view.position
    if position.owed:
        yield from _owed(view, position.owed[-1])
        return
    if melds := new_melds(position):
        yield Command(Word.LAY_OUT, groups=melds)
    if not position.table:
        return
    for card in dict.fromkeys(position.hand):
        for use in play.uses_at_table(position, card):
            yield as_command(view, use)
    yield from jokers_taken(view)
    yield from _rebuilt(view)


def new_melds(position: Position, kept: int = 0) -> tuple[Meld, ...]:
    """Returns the melds that leave the fewest points; () if there are none that may be laid.

    If the melds may not all be laid, one of them is left out. ``kept`` jokers stay in the hand. With
    contracts, only the melds of the contract are returned, and () once they have been laid.
    """
    if position.rules.play.contracts:
        return contract_of(position) if position.opened_in is None else ()
    if not position.hand:
        return ()
    best = best_melding(without(position.hand, (JOKER,) * kept), position.rules).melds
    for melds in (best, *(best[:at] + best[at + 1 :] for at in range(len(best)))):
        if melds and not play.may_lay_out(position, melds):
            return melds
    return ()


def opening_melds(position: Position, kept: int = 0) -> tuple[Meld, ...]:
    """Returns the allowed opening that leaves the fewest points among those tried; () if there is none.

    If one meld must reach the minimum by itself, the others are the best melds of the remaining cards. ``kept`` jokers
    stay in the hand. Also returns () if the player has opened or the rules have no minimum.
    """
    rules, hand = position.rules, without(position.hand, (JOKER,) * kept)
    if position.opened_in is not None or not rules.play.minimum:
        return ()
    worth = worth_of_melds(hand, rules)
    if not rules.play.one_meld_alone:
        ways = [melds for _, melds in best_layings(worth)(hand).values()]
    else:
        enough = [(cards, meld) for cards, (points, meld) in worth.items() if points >= rules.play.minimum]
        ways = [(meld, *best_melding(without(hand, cards), rules).melds) for cards, meld in enough[:_MOST_OPENINGS]]
    ways.sort(key=lambda melds: points_left(without(position.hand, chain(*melds)), rules))
    return next((melds for melds in ways if melds and not play.may_lay_out(position, melds)), ())


_MOST_OPENINGS = 60


def contract_of(position: Position) -> tuple[Meld, ...]:
    """Returns the contract's melds, or () if the hand does not have them.

    If the rules allow longer runs, the melds use up the whole hand if they can.
    """
    contract = position.rules.play.contracts[(position.round_number or 1) - 1]
    if contract.longer_runs:
        best = best_melding(position.hand, position.rules)
        if not best.left and not play.may_lay_out(position, best.melds):
            return best.melds
    shortest = {"set": position.rules.melds.set_least, "run": position.rules.melds.run_least}
    layable: dict[str, dict[Meld, Meld]] = {"set": {}, "run": {}}
    for meld in melds_in(position.hand, position.rules):
        kind = judge_meld(meld, position.rules).kind
        if len(meld) == shortest[kind]:
            layable[kind].setdefault(tuple(sorted(map(unnamed, meld))), meld)
    for sets in _apart(position.hand, layable["set"], contract.sets):
        for runs in _apart(without(position.hand, chain(*sets)), layable["run"], contract.runs):
            if not play.may_lay_out(position, (*sets, *runs)):
                return (*sets, *runs)
    return ()


def _apart(hand: tuple[Card, ...], melds: dict[Meld, Meld], count: int) -> Iterator[tuple[Meld, ...]]:
    """Yields every selection of ``count`` melds that can be laid from the hand together."""
    if not count:
        yield ()
        return
    for keys in combinations(melds, count):
        if minus(hand, tuple(chain(*keys))) is not None:
            yield tuple(melds[key] for key in keys)


def _owed(view: SeatView, card: Card) -> Iterator[Command]:
    """Yields the commands that lay a card that must not be kept."""
    position = view.position
    if card != JOKER and position.opened_in is None:
        if melds := opening_with(position.hand, card, position.rules):
            yield Command(Word.LAY_OUT, groups=melds)
        return
    for use in play.uses_for(position, card):
        yield as_command(view, use)
    if card == JOKER:
        yield from _rebuilt(view)


def as_command(view: SeatView, use: Use) -> Command:
    """Returns the command for this use of cards."""
    if use.at is None:
        return Command(Word.LAY_OUT, groups=use.melds)
    word = Word.SWAP if use.takes_joker else Word.LAY_OFF
    return Command(word, cards=use.cards, melds=(_number(view, use.at),))


def _number(view: SeatView, at: int) -> int:
    return int(view.moment.names[at][1:])


_VERBS = {Word.LAY_OUT: Verb.LAY, Word.LAY_OFF: Verb.ADD, Word.SWAP: Verb.SWAP, Word.REBUILD: Verb.BUILD}


def imagined(view: SeatView, command: Command) -> SeatView:
    """Returns the seat's view after an allowed command that lays cards."""
    verb = _VERBS[command.word]
    names = tuple(f"m{number}" for number in command.melds)
    if verb is Verb.LAY:
        names = view.moment.new_names(len(command.groups))
    cards = () if verb is Verb.BUILD else command.cards
    act = Act(view.seat, verb, cards, names, command.groups, end=command.end)
    return replace(view, moment=after(view.moment, act))


def jokers_taken(view: SeatView) -> Iterator[Command]:
    return (as_command(view, use) for use in play.joker_uses(view.position))


def _rebuilt(view: SeatView) -> Iterator[Command]:
    """Yields commands that rearrange the table to lay the most points of the hand, keeping a card to discard."""
    numbers = tuple(_number(view, at) for at in range(len(view.position.table)))
    for melds, cards in play.rearrangements(view.position):
        yield Command(Word.REBUILD, cards=cards, melds=numbers, groups=melds)
