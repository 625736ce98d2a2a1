"""A seat's knowledge of the cards that it does not see: the cards still out, and the cards that others have taken."""

from collections import Counter
from dataclasses import dataclass
from itertools import chain

from romme_turnier.core.playing.seat_view import SeatView
from romme_turnier.core.rules import play
from romme_turnier.core.rules.record import Act, Verb
from romme_turnier.core.rules.system.cards import HIDDEN, JOKER, Card, unnamed


@dataclass(frozen=True, slots=True)
class Count:
    """``unseen``: the sorted cards of unknown place; ``held``: by seat, cards that it took openly and still holds."""

    unseen: tuple[Card, ...]
    held: tuple[Counter[Card], ...]


def count(view: SeatView) -> Count:
    """Returns the inferences from the position and the lines of the game, as this seat has seen both."""
    position = view.position
    followed = _Followed(len(position.hands))
    for line in view.lines:
        if isinstance(line, Act):
            followed.see(line)
    followed.held[view.seat - 1].clear()
    gone = Counter(view.hand)
    for meld in position.table:
        gone.update([*map(unnamed, meld.cards), *(JOKER,) * len(meld.blocked)])
    # A new stock takes the lowest cards of the pile, so cards still in it were added last. A game that began from a
    # noted position shows only later discards.
    known = len(followed.pile) >= len(position.pile)
    gone.update(followed.pile[len(followed.pile) - len(position.pile) :] if known else position.pile)
    for held in followed.held:
        gone.update(held)
    del gone[HIDDEN]
    pack = Counter(play.whole_pack(position.rules, len(position.hands)))
    return Count(tuple(sorted((pack - gone).elements())), tuple(followed.held))


class _Followed:
    """The open cards of a game, act by act: the seats that ``held`` them, and the cards that went to the ``pile``."""

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
