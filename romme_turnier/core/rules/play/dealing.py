"""Finds the first dealer; cuts and deals the pack, which gives the first position of a game (§ 5.4 to § 5.7)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.system.cards import JOKER, Card, rank_of
from romme_turnier.core.rules.system.ruleset import FirstDealer, RuleSet


def whole_pack(rules: RuleSet, players: int) -> tuple[Card, ...]:
    """Returns every card of the pack for this number of players, sorted (§ 4.1)."""
    pack = rules.pack(players)
    naturals = (card for card in range(JOKER) for _ in range(pack.packs))
    return (*naturals, *(JOKER,) * pack.jokers)


def cutter(dealer: int, players: int) -> int:
    """Returns the seat that cuts: the dealer's right neighbour (§ 5.4)."""
    return (dealer - 2) % players + 1


def cut(shuffled: Sequence[Card], lifted: int) -> tuple[Card, ...]:
    """Returns the pack with the ``lifted`` top cards at the bottom; the top card is last.

    The lowest lifted card is then the lowest of the pack. If it is a joker, the cutter may keep it: pass
    ``joker_cut`` to ``deal``. Raises ValueError if no card or every card is lifted.
    """
    if not 0 < lifted < len(shuffled):
        raise ValueError(f"from 1 to {len(shuffled) - 1} cards are lifted")
    return (*shuffled[-lifted:], *shuffled[:-lifted])


def deal(
    rules: RuleSet,
    shuffled: Sequence[Card],
    players: int,
    *,
    dealer: int,
    round_number: int | None = None,
    joker_cut: bool = False,
) -> Position:
    """Returns the position before the first act. ``shuffled`` is the whole pack, the top card last.

    With ``joker_cut``, the cutter keeps the joker at the bottom (§ 5.5); this cut, or one before a failed deal, showed
    it. Raises ValueError for a pack that is not the rule system's, an impossible number of players or dealer, a round
    without a contract, or a joker that is missing or may not be kept.
    """
    if tuple(sorted(shuffled)) != whole_pack(rules, players):
        raise ValueError("the pack is not the one that is played with")
    order = dealing_order(rules, players, dealer=dealer, round_number=round_number, joker_cut=joker_cut)
    stock = list(shuffled)
    hands: list[list[Card]] = [[] for _ in range(players)]
    if joker_cut:
        if stock[0] != JOKER:
            raise ValueError("the lowest card is no joker")
        hands[cutter(dealer, players) - 1].append(stock.pop(0))
    for seat in order:
        hands[seat - 1].append(stock.pop())
    pile = (stock.pop(),) if rules.play.turned_up else ()
    return dealt(rules, hands, stock, pile, dealer=dealer, round_number=round_number, joker_cut=joker_cut)


def dealing_order(
    rules: RuleSet, players: int, *, dealer: int, round_number: int | None = None, joker_cut: bool = False
) -> tuple[int, ...]:
    """Returns the seat of each card dealt, in dealing order; raises ValueError for impossible arguments.

    Cards are dealt singly and clockwise, starting at the dealer's left neighbour. If the rules say so, the starting
    player gets an extra card and need not draw (§ 5.7, § 7.1). A player who cut a joker gets no card in the first round
    (§ 5.5).
    """
    if not rules.seats_min <= players <= rules.seats_max or not 1 <= dealer <= players:
        raise ValueError(f"{rules.seats_min} to {rules.seats_max} play, and one of them deals")
    if joker_cut and not rules.play.cuts_joker:
        raise ValueError(f"in {rules.key} nobody keeps a joker when cutting")
    once_round = [(dealer + step) % players + 1 for step in range(players)]
    first_round = [seat for seat in once_round if not (joker_cut and seat == cutter(dealer, players))]
    cards_each = (rules.contract_of_round(round_number) or rules.play).dealt
    more_rounds = once_round * (cards_each - 1)
    return (*first_round, *more_rounds, *(_starting_seat(rules, players, dealer),) * rules.play.first_extra)


def hand_sizes(
    rules: RuleSet, players: int, *, dealer: int, round_number: int | None = None, joker_cut: bool = False
) -> tuple[int, ...]:
    """Returns the number of cards dealt to each seat, without a cut joker; raises ValueError like ``dealing_order``."""
    order = dealing_order(rules, players, dealer=dealer, round_number=round_number, joker_cut=joker_cut)
    sizes = Counter(order)
    return tuple(sizes[seat] for seat in range(1, players + 1))


def dealt(
    rules: RuleSet,
    hands: Sequence[Sequence[Card]],
    stock: Sequence[Card],
    pile: Sequence[Card],
    *,
    dealer: int,
    round_number: int | None = None,
    joker_cut: bool = False,
) -> Position:
    """Returns the first position with these cards, which are not checked; ``hands`` include a cut joker."""
    players = len(hands)
    return Position(
        rules=rules,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        turn=_starting_seat(rules, players, dealer),
        opened=(None,) * players,
        pile=tuple(pile),
        stock=tuple(stock),
        drawn=rules.play.first_extra > 0,
        round_number=round_number,
        noted=(0,) * players if rules.highest_wins else (),
        cut_joker=cutter(dealer, players) if joker_cut else None,
    )


def _starting_seat(rules: RuleSet, players: int, dealer: int) -> int:
    return dealer if rules.play.dealer_begins else dealer % players + 1


def first_dealer(rules: RuleSet, players: int, below: Callable[[int], int]) -> int:
    """Returns the first dealer by the rules: seat 1, the player with the highest card, or a seat chosen by lot.

    ``below(n)`` returns a random number from 0 to n − 1.
    """
    match rules.play.first_dealer:
        case FirstDealer.SEAT_ONE:
            return 1
        case FirstDealer.LOT:
            return below(players) + 1
        case FirstDealer.HIGHEST_CARD:
            *_, last = draws_for_dealer(rules, players, below)
            return highest_card(last)[0]


def draws_for_dealer(rules: RuleSet, players: int, below: Callable[[int], int]) -> Iterator[dict[int, Card]]:
    """Yields the cards of each draw for the first deal, by seat; seats that tie for the highest card draw again."""
    drawing: tuple[int, ...] = tuple(range(1, players + 1))
    while len(drawing) > 1:
        spread = list(whole_pack(rules, players))
        drawn = {seat: spread.pop(below(len(spread))) for seat in drawing}
        yield drawn
        drawing = highest_card(drawn)


def highest_card(drawn: Mapping[int, Card]) -> tuple[int, ...]:
    """Returns the seats with the highest card (A K Q J 10 …, jokers lowest); if there are several, they draw again."""
    height = {seat: -1 if card >= JOKER else rank_of(card) for seat, card in drawn.items()}
    return tuple(seat for seat in sorted(drawn) if height[seat] == max(height.values()))
