"""Builds the first position of a recorded game from the lines about cutting and dealing, and from the seed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypedDict

from romme_turnier.core.rules import play
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.record.acts import Act, Verb
from romme_turnier.core.rules.record.fair import FairDraw
from romme_turnier.core.rules.record.notation import Record
from romme_turnier.core.rules.system.cards import HIDDEN, JOKER, Card, format_cards
from romme_turnier.core.rules.system.ruleset import RuleSet


class DealError(ValueError):
    """Raised for an impossible deal; ``faults`` holds expected texts, each with its act or None for the whole deal."""

    def __init__(self, *faults: tuple[Act | None, str] | str) -> None:
        super().__init__(*faults)
        self.faults = tuple((None, fault) if isinstance(fault, str) else fault for fault in faults)


@dataclass(frozen=True, slots=True)
class _Dealt:
    hands: dict[int, tuple[Card, ...]]
    turned: tuple[Card, ...]
    lifted: int | None
    joker_cut: bool


def is_complete(record: Record, acts: Sequence[Act]) -> bool:
    """Returns whether ``acts`` contain every hand, and the card turned up if the rules require one."""
    verbs = [act.verb for act in acts]
    return verbs.count(Verb.DEAL) >= len(record.seats) and verbs.count(Verb.TURNED) >= record.rules.play.turned_up


def dealt(record: Record, acts: Sequence[Act]) -> Position:
    """Returns the first position after ``acts``, the lines about cutting and dealing; raises DealError.

    With a seed the whole stock is known, and the lines must agree with the seed; otherwise the stock is hidden.
    """
    stated = _stated(record, acts)
    rules = record.rules
    terms = _terms(record, stated)
    sizes = play.hand_sizes(rules, len(record.seats), **terms)
    dealt_to = {act.number: act for act in acts if act.verb is Verb.DEAL}
    faults: list[tuple[Act | None, str]] = [
        (dealt_to.get(seat), f"{size} cards for seat {seat}")
        for seat, size in enumerate(sizes, start=1)
        if len(stated.hands.get(seat, ())) != size
    ]
    faults += _too_many(rules, len(sizes), acts)
    if len(stated.turned) != rules.play.turned_up:
        faults.append((None, "one card turned up" if rules.play.turned_up else "no card turned up"))
    if faults:
        raise DealError(*faults)
    hands = [list(stated.hands[seat]) for seat in range(1, len(sizes) + 1)]
    if stated.joker_cut:
        hands[play.cutter(record.dealer or 1, len(hands)) - 1].append(JOKER)
    pack = Counter(play.whole_pack(rules, len(hands)))
    pack.subtract(card for cards in (*hands, stated.turned) for card in cards)
    if pack[JOKER] < 0:  # counting the joker that was cut
        raise DealError(f"no more {format_cards([JOKER])} than the pack has")
    position = play.dealt(rules, hands, (HIDDEN,) * pack.total(), stated.turned, **terms)
    return position if record.seed is None else _deal_by_seed(record, stated, acts, position)


class _Terms(TypedDict):
    dealer: int
    round_number: int | None
    joker_cut: bool


def _terms(record: Record, stated: _Dealt) -> _Terms:
    return {"dealer": record.dealer or 1, "round_number": record.round_number, "joker_cut": stated.joker_cut}


def _too_many(rules: RuleSet, players: int, acts: Sequence[Act]) -> Iterator[tuple[Act, str]]:
    """Yields the acts that name more copies of a card than the pack has, with the expected text.

    Copies named in earlier acts count, too.
    """
    left = Counter(play.whole_pack(rules, players))
    for act in acts:
        left.subtract(act.cards if act.verb is not Verb.CUT else ())
        if over := sorted({card for card in act.cards if left[card] < 0}):
            yield act, f"no more {format_cards(over)} than the pack has"


def _stated(record: Record, acts: Sequence[Act]) -> _Dealt:
    hands: dict[int, tuple[Card, ...]] = {}
    turned: tuple[Card, ...] = ()
    cut: Act | None = None
    cutter = play.cutter(record.dealer or 1, len(record.seats))
    for act in acts:
        if HIDDEN in act.cards:
            raise DealError((act, "cards that are known: a view cannot be replayed"))
        if act.verb is Verb.DEAL and act.number is not None and act.number not in hands:
            hands[act.number] = act.cards
        elif act.verb is Verb.TURNED and not turned:
            turned = act.cards
        elif act.verb is Verb.CUT and cut is None and act.seat == cutter and not hands:
            cut = act
        else:
            raise DealError((act, f"seat {cutter} to cut, one hand for each seat, at most one card turned up"))
    joker_cut = cut is not None and bool(cut.cards)
    if joker_cut and not record.rules.play.cuts_joker:
        raise DealError((cut, f"no joker to be kept: {record.rules.key} does not know that"))
    return _Dealt(hands, turned, cut.number if cut else None, joker_cut)


def _deal_by_seed(record: Record, stated: _Dealt, acts: Sequence[Act], position: Position) -> Position:
    players = len(record.seats)
    cut = next((act for act in acts if act.verb is Verb.CUT), None)
    pack = chance(record, 0).order(play.whole_pack(record.rules, players))
    if stated.lifted is not None:
        if stated.lifted >= len(pack):
            raise DealError((cut, f"fewer than {len(pack)} cards lifted"))
        pack = play.cut(pack, stated.lifted)
    if stated.joker_cut and pack[0] != JOKER:
        raise DealError((cut, "no joker for the cutter, says the seed"))
    by_seed = play.deal(record.rules, pack, players, **_terms(record, stated))
    faults = [*_deviations_from_seed(acts, position, by_seed)]
    if faults:
        raise DealError(*faults)
    return by_seed


def _deviations_from_seed(acts: Sequence[Act], stated: Position, by_seed: Position) -> Iterator[tuple[Act | None, str]]:
    """Yields each act whose cards differ from the cards that the seed deals, with a text that names the right cards.

    The act is None if the record does not contain it.
    """
    dealt_to = {act.number: act for act in acts if act.verb is Verb.DEAL}
    for seat, (hand, stated_hand) in enumerate(zip(by_seed.hands, stated.hands, strict=True), start=1):
        if hand != stated_hand:
            yield dealt_to.get(seat), f"the cards that the seed deals to seat {seat}: {format_cards(hand)}"
    if by_seed.pile != stated.pile:
        turned = next((act for act in acts if act.verb is Verb.TURNED), None)
        yield turned, f"the card that the seed turns up: {format_cards(by_seed.pile)}"


def chance(record: Record, shuffle: int) -> FairDraw:
    """Returns the fair draw for the shuffle with this number, 0 before the deal; the record must have a seed."""
    return FairDraw(record.seed or b"", record.words, record.game or 1, shuffle)
