"""A case as a position that the engine can judge and players can try at a table."""

from collections.abc import Sequence
from itertools import chain
from urllib.parse import urlencode, urlsplit

from django.http import QueryDict
from django.urls import reverse

from romme_turnier.core.rules import judge_meld
from romme_turnier.core.rules.play import (
    Position,
    PositionError,
    TableMeld,
    format_position,
    parse_position,
    whole_pack,
)
from romme_turnier.core.rules.system.cards import HIDDEN, Card, unnamed
from romme_turnier.tournament.disputes.kept_case import KeptCase
from romme_turnier.web.rule_check.case import Ask, Case, Entry, Number, Tick

NO_MOMENT = frozenset({Ask.HAND, Ask.ONE_SUIT, Ask.OUTCOME})  # questions after a game or after the discard
_SEATS = 3  # the player in turn, the next player, and a third who may have laid the other melds
_LAID_BEFORE = frozenset({Ask.LAY_OFF, Ask.TAKE_JOKER, Ask.REARRANGE})


def to_try(position: Position) -> str:
    """Returns the address of the page that opens a table at this position."""
    return f"{reverse('public:play_case')}?{urlencode({'lage': format_position(position)})}"


def case_to_try(case: Case) -> str:
    """Returns the address for trying the case at a table; "" if the case does not describe a position."""
    position = position_of(case)
    return "" if position is None else to_try(position)


def kept_case_to_try(kept: KeptCase) -> str:
    """Returns the address for trying a dispute's case at a table; "" if the case does not describe a position."""
    return case_to_try(Case.read(QueryDict(urlsplit(kept.address).query)))


def all_cards_known(position: Position) -> bool:
    """Returns whether the hands and the discard pile are known and the game is not over."""
    return not position.over and HIDDEN not in chain(*position.hands, position.pile)


def contract_of(case: Case) -> int | None:
    """Returns the round in a system with contracts, by default the first; None in other systems."""
    contracts = len(case.rules.play.contracts)
    return min(case.numbers.get(Number.CONTRACT, 1), contracts) if contracts else None


def moment_of(case: Case, hand: Sequence[Card], *, pile: Sequence[Card] = (), drawn: bool = False) -> Position:
    """Returns the position that the case describes: seat 1 is in turn, and the ticked seats have opened."""
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


def position_of(case: Case) -> Position | None:
    """Returns a playable position for the case, with seat 1 in turn; None if the case does not describe one.

    Cards that the case does not name are hidden: the other hands, and the rest of an incomplete hand. The melds belong
    to seat 1 if it has opened, otherwise to seat 2 or 3.
    """
    laid = [*case.melds(Entry.TABLE), case.cards(Entry.MELD)]
    laid += case.melds(Entry.MELDS) if case.ask is Ask.COMPLETE else []
    lying = [judge_meld(meld, case.rules) for meld in laid if meld]
    if case.is_empty or case.ask in NO_MOMENT or case.unread() or not all(meld.valid for meld in lying):
        return None
    rules, seats = case.rules, max(case.rules.seats_min, min(_SEATS, case.rules.seats_max))
    contract = case.numbers.get(Number.CONTRACT, 1) if rules.play.contracts else None
    if contract is not None and contract > len(rules.play.contracts):
        return None
    dealt = rules.play.dealt if contract is None else rules.play.contracts[contract - 1].dealt
    pile = tuple(map(unnamed, case.cards(Entry.CARD))) if case.ask in {Ask.TAKE, Ask.POSITION} else ()
    number = 2 * seats + 1
    opened = _opened(case, number, seats, lying=bool(lying))
    owner = next((seat for seat, turn in enumerate(opened, start=1) if turn), seats)
    position = Position(
        rules=rules,
        hands=(_hand(case, dealt), *((HIDDEN,) * dealt,) * (seats - 1)),
        turn=1,
        number=number,
        opened=opened,
        table=tuple(TableMeld(owner, meld.cards) for meld in lying),
        pile=pile,
        drawn=not pile and (case.ask is not Ask.ANNOUNCE or Tick.DRAWN in case.ticks),
        round_number=contract,
        noted=(0,) * seats if rules.highest_wins else (),
    )
    left = len(whole_pack(rules, seats)) - len(position.cards)
    try:
        return parse_position(f"{format_position(position)} / stock {left}") if left > 0 else None
    except PositionError:  # more copies of a card than the pack contains
        return None


def _opened(case: Case, number: int, seats: int, *, lying: bool) -> tuple[int | None, ...]:
    """Returns the turn in which each seat opened, None if it has not. If there are melds, at least one has opened."""
    if case.ask is Ask.COMPLETE:
        mine: int | None = number
    else:
        mine = 1 if Tick.OPENED in case.ticks or case.ask in _LAID_BEFORE else None
    following = 1 if Tick.NEXT_OPENED in case.ticks else None
    others = 1 if lying and not (mine or following) else None
    return (mine, *(None,) * (seats - 2), others) if following is None else (mine, following, *(None,) * (seats - 2))


def _hand(case: Case, dealt: int) -> tuple[Card, ...]:
    named = [*case.cards(Entry.HAND), *case.cards(Entry.CARDS)]
    named += [*chain(*case.melds(Entry.MELDS))] if case.ask is Ask.OPENING else []
    named += case.cards(Entry.CARD) if case.ask in {Ask.DISCARD, Ask.TAKE_JOKER} else ()
    whole = bool(case.texts.get(Entry.HAND)) or case.ask is Ask.BEST or Tick.LAST in case.ticks
    hidden = 0 if whole else max(0, dealt - len(named))
    return tuple(sorted([HIDDEN] * hidden + [*map(unnamed, named)]))
