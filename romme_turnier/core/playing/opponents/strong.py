"""The strong opponent, which counts the cards still out, imagines five draws, and lays melds to keep the best hand.

It gets its seat's view, with the lines of the game. It leaves some decisions, such as claims without contracts and the
laying of owed cards, to the simple opponent.
"""

from collections.abc import Iterator
from random import Random

from romme_turnier.core.playing.commands.command import Command
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.opponents import simple, staircase
from romme_turnier.core.playing.opponents.card_count import count
from romme_turnier.core.playing.opponents.contracts import Draws
from romme_turnier.core.playing.opponents.laying import imagined, jokers_taken, layings, new_melds, opening_melds
from romme_turnier.core.playing.opponents.open_table import fitting_now, open_to
from romme_turnier.core.playing.opponents.outlook import Outlook, may_be_used
from romme_turnier.core.playing.seat_view import SeatView
from romme_turnier.core.rules import play
from romme_turnier.core.rules.play.position import without
from romme_turnier.core.rules.search.best import best_melding
from romme_turnier.core.rules.system.cards import JOKER, Card
from romme_turnier.core.rules.system.hands import card_left
from romme_turnier.core.rules.system.ruleset import PileRule

# Values of 1, 2, 4 and 8 were tried against the simple opponent. Along a row the top discard does not change, while
# draws from the stock are chosen in hindsight.
_GAIN_OF_TAKING = 4.0  # the least advantage, in points, of taking the top discard over drawing
# Estimates.
_DRAWS_SAVED = 3.0  # the same before the contract, in draws
_DRAWS_SAVED_BY_CLAIM = 4.0  # the same for a claim, which costs another card from the stock
_DRAWS_FOR_FITTING = 4.0  # the value, in draws, of a card that can be laid off later
_DRAWS_PER_POINT = 0.15
_SURPRISE = 0.03
_ENDS_THE_GAME = 1000.0


def decide(view: SeatView, rng: Random) -> Command:
    """Returns the strong opponent's next command; it must be the seat's turn, or the seat may claim the top discard."""
    position = view.position
    if view.seat != position.turn and position.round_number:
        claims = position.opened[view.seat - 1] is None and _draws_saved(view) > _DRAWS_SAVED_BY_CLAIM
        return Command(Word.KNOCK if claims else Word.WAIVE)
    if view.seat != position.turn or position.owed:
        return simple.decide(view, rng)
    if not position.drawn:
        return _before_drawing(view, rng)
    if position.round_number and position.opened_in is None:
        return next(layings(view), None) or _discard_before_contract(view, rng)
    if position.rules.highest_wins and (laid := next(layings(view), None)):
        return laid  # laid cards win points
    return _best_plan(view, rng)


def _before_drawing(view: SeatView, rng: Random) -> Command:
    position, rules = view.position, view.position.rules.play
    must_take = play.may_draw(position, view.seat)
    if rules.pile is PileRule.STAIRCASE:
        many = staircase.worth_taking(position)
    elif (
        rules.pile is not PileRule.FREE
        or not position.pile
        or position.asked
        or must_take
        or simple.melds_to_announce(position) is not None
    ):
        return simple.decide(view, rng)
    elif position.round_number and position.opened_in is None:
        many = int(not play.may_take(position, view.seat) and _draws_saved(view) > _DRAWS_SAVED)
    else:
        many = _count_to_take(view, rng)
    return Command(Word.TAKE, number=many if many > 1 else None) if many else Command(Word.DRAW)


def _draws_saved(view: SeatView) -> float:
    """Returns the estimated number of draws that the top discard saves before the contract can be laid."""
    position = view.position
    draws = Draws(position.rules, position.round_number or 1, count(view))
    return draws.until_laid(view.hand) - draws.until_laid((*view.hand, position.pile[-1]))


def _count_to_take(view: SeatView, rng: Random) -> int:
    """Returns the number of cards to take from the pile; 0 if a card from the stock is better."""
    position, rules = view.position, view.position.rules
    outlook, table = Outlook(position, view.seat, count(view), rng), open_to(position, view.seat)
    promised = {}
    for many in simple.counts_to_take(position):
        cards = position.pile[-many:]
        taken = tuple(sorted((*view.hand, *cards)))
        if play.may_take(position, view.seat, many):
            continue
        if outlook.ends_with(taken, table):
            return many
        if any(may_be_used(card, view.hand, table, rules) for card in cards):
            loose = best_melding(taken, rules).left or taken
            promised[many] = max(outlook.value(taken, card, table) for card in dict.fromkeys(loose))
    if not promised:
        return 0
    best = max(promised, key=promised.__getitem__)
    least = outlook.value(view.hand, None, table, drawing=True) + _GAIN_OF_TAKING
    return best if promised[best] > least else 0


def _best_plan(view: SeatView, rng: Random) -> Command:
    """Returns the first command of the best plan.

    Plans lay all possible cards, or keep some jokers. A plan is worth as much as the best end of turn that it allows.
    """
    outlook = Outlook(view.position, view.seat, count(view), rng)
    best, command = -_ENDS_THE_GAME, None
    for first, then in _plans(view):
        worth, discard = _ending(then, outlook, rng)
        if command is None or worth > best:
            best, command = worth, first or discard
    return command or simple.ending(view, rng)


def _plans(view: SeatView) -> Iterator[tuple[Command | None, SeatView]]:
    """Yields ways to lay cards: the first command of each, if it has any, and the view after all of its commands.

    All possible cards are laid, except for some jokers. Also keeping other cards that fit melds did not win more in
    about 900 deals of `rommeordnung` and `classic`.
    """
    known = set()
    for kept in range(view.hand.count(JOKER) + 1):
        first, then = None, view
        while command := next(_layings(then, kept), None):
            first = first or command
            then = imagined(then, command)
        if then.hand not in known:
            known.add(then.hand)
            yield first, then


def _layings(view: SeatView, kept: int) -> Iterator[Command]:
    """Yields commands that lay cards but keep ``kept`` jokers; only commands for owed cards, if there are any.

    Taking jokers comes first, then new melds, then laying off and rearranging.
    """
    position = view.position
    if position.owed:
        yield from layings(view)
        return
    if position.table and position.rules.play.keeps_joker:
        yield from jokers_taken(view)
    if melds := new_melds(position, kept) or opening_melds(position, kept):
        yield Command(Word.LAY_OUT, groups=melds)
    if not position.table:
        return
    spare = position.hand.count(JOKER) - kept
    for command in layings(view):
        if command.word is Word.LAY_OUT or (command.word is Word.SWAP and kept):
            continue
        if sum(card >= JOKER for card in command.cards) <= spare:
            yield command


def _ending(view: SeatView, outlook: Outlook, rng: Random) -> tuple[float, Command]:
    """Returns the value of the best end of the turn, and its command."""
    position = view.position
    usual = simple.ending(view, rng)
    if usual.word is Word.GO_OUT or (usual.word is Word.DISCARD and len(position.hand) == 1):
        return _ENDS_THE_GAME, usual
    table = open_to(position, view.seat)
    if usual.word is not Word.DISCARD:
        return outlook.value(position.hand, None, table), usual
    loose = best_melding(position.hand, position.rules).left
    for some in (loose, position.hand):
        cards = [card for card in dict.fromkeys(some) if not play.may_discard(position, card)]
        if cards:
            worth = {card: outlook.value(position.hand, card, table) for card in cards}
            best = max(cards, key=worth.__getitem__)
            return worth[best], Command(Word.DISCARD, cards=(_or_another(best, cards, rng),))
    return outlook.value(position.hand, None, table), usual


def _or_another(best: Card, cards: list[Card], rng: Random) -> Card:
    """Returns the best card, sometimes another, so that two opponents do not repeat the same discards forever."""
    others = [card for card in cards if card < JOKER]
    return rng.choice(others) if others and rng.random() < _SURPRISE else best


def _discard_before_contract(view: SeatView, rng: Random) -> Command:
    """Returns the discard after which the contract takes the fewest draws.

    High cards count as somewhat better discards, and cards that fit the table as worse ones. If no card may be
    discarded, returns the simple opponent's end of the turn.
    """
    position = view.position
    draws = Draws(position.rules, position.round_number or 1, count(view))
    fitting = fitting_now(open_to(position, view.seat).rows)

    def missed(card: Card) -> float:
        later = _DRAWS_FOR_FITTING * (card in fitting) - _DRAWS_PER_POINT * card_left(card, position.rules)
        return draws.until_laid(without(position.hand, [card])) + later

    cards = [c for c in dict.fromkeys(position.hand) if c < JOKER and not play.may_discard(position, c)]
    if not cards:
        return simple.ending(view, rng)
    return Command(Word.DISCARD, cards=(_or_another(min(cards, key=missed), cards, rng),))
