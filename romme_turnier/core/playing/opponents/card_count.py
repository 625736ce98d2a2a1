"""A seat's knowledge of unseen cards: the cards still out, and the cards that other seats have taken openly."""

from collections import Counter
from dataclasses import dataclass
from itertools import chain

from romme_turnier.core.playing.seat_view import SeatView
from romme_turnier.core.rules import play
from romme_turnier.core.rules.record import Act, Verb
from romme_turnier.core.rules.system.cards import HIDDEN, JOKER, Card, unnamed


@dataclass(frozen=True, slots=True)
class Count:
    """The cards that a seat knows or can infer."""

    unseen: tuple[Card, ...]  # the cards in unknown places, sorted
    held: tuple[Counter[Card], ...]  # by seat: the cards taken openly and still held


def count(view: SeatView) -> Count:
    """Returns the card count that follows from the position and the game's lines, as this seat has seen them."""
    position = view.position
    open_cards = _OpenCards(len(position.hands))
    for line in view.lines:
        if isinstance(line, Act):
            open_cards.see(line)
    open_cards.held[view.seat - 1].clear()
    gone = Counter(view.hand)
    for meld in position.table:
        gone.update([*map(unnamed, meld.cards), *(JOKER,) * len(meld.blocked)])
    # A new stock takes the lowest cards of the pile, so the remaining cards were added last. In a game that began from
    # a noted position, only later discards are known.
    known = len(open_cards.pile) >= len(position.pile)
    gone.update(open_cards.pile[len(open_cards.pile) - len(position.pile) :] if known else position.pile)
    for held in open_cards.held:
        gone.update(held)
    del gone[HIDDEN]
    pack = Counter(play.whole_pack(position.rules, len(position.hands)))
    return Count(tuple(sorted((pack - gone).elements())), tuple(open_cards.held))


class _OpenCards:
    """Follows the discards act by act: the cards that each seat ``held`` and the cards in the ``pile``."""

    def __init__(self, players: int) -> None:
        self.held: list[Counter[Card]] = [Counter() for _ in range(players)]
        self.pile: list[Card] = []
        self._asked: list[int] = []

    def see(self, act: Act) -> None:
        match act.verb:
            case Verb.TURNED:
                self.pile += act.cards
            case Verb.KNOCK:
                self._asked.append(act.seat)
            case Verb.CLAIM:
                self._claimed(act.seat)
            case Verb.ALLOW:
                order = sorted(self._asked, key=lambda seat: (seat - act.seat) % len(self.held))
                self._claimed(*order[:1])
            case _ if act.seat:
                self._in_turn(act, self.held[act.seat - 1])

    def _claimed(self, seat: int | None = None) -> None:
        if self.pile:
            card = self.pile.pop()
            if seat is not None:
                self.held[seat - 1][card] += 1
        self._asked = []

    def _in_turn(self, act: Act, held: Counter[Card]) -> None:
        self._asked = []
        if act.verb in {Verb.TAKE, Verb.CUT}:
            held.update(act.cards)
        else:
            parted = map(unnamed, chain(act.cards, *act.groups))
            held -= Counter(parted) if act.verb is not Verb.DRAW else Counter()
        if act.verb is Verb.TAKE:
            del self.pile[len(self.pile) - len(act.cards) :]
        elif act.verb is Verb.SWAP:
            held[JOKER] += 1
        elif act.verb in {Verb.DISCARD, Verb.OUT}:
            self.pile += act.cards
