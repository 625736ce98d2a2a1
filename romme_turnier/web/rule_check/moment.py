"""The position that a case describes."""

from collections.abc import Sequence

from romme_turnier.core.rules import judge_meld
from romme_turnier.core.rules.play import Position, TableMeld
from romme_turnier.core.rules.system.cards import HIDDEN, Card, unnamed
from romme_turnier.web.rule_check.case import Case, Entry, Number, Tick


def contract_of(case: Case) -> int | None:
    """Returns the round of a system with contracts, the first if none is named; None elsewhere."""
    contracts = len(case.rules.play.contracts)
    return min(case.numbers.get(Number.CONTRACT, 1), contracts) if contracts else None


def moment_of(case: Case, hand: Sequence[Card], *, pile: Sequence[Card] = (), drawn: bool = False) -> Position:
    """Returns the case as a moment of a game: seat 1 is in turn, and a seat with melds has opened."""
    table = case.melds(Entry.TABLE)
    seats = case.rules.seats_min
    mine = 1 if Tick.OPENED in case.ticks else None
    follows = 1 if Tick.NEXT_OPENED in case.ticks else None
    return Position(
        rules=case.rules,
        hands=(tuple(sorted(map(unnamed, hand))), *[()] * (seats - 1)),
        turn=1,
        number=2 * seats + 1,
        opened=(mine, follows, *[None] * (seats - 2)),
        table=tuple(TableMeld(2, judge_meld(meld, case.rules).cards) for meld in table),
        pile=tuple(map(unnamed, pile)),
        stock=(HIDDEN,),  # the game continues, so there are cards to draw
        drawn=drawn,
        round_number=contract_of(case),
    )
