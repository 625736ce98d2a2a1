"""Whether a card that must be laid down can be: the top discard (§ 7.3), a joker that may not be kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, permutations

from hypothesis import given, settings, strategies as st

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.melds.lay_off import take_joker
from romme_turnier.core.rules.play import (
    Position,
    after_lay_off,
    after_lay_out,
    after_take_joker,
    jokers_usable,
    may_lay_off,
    may_lay_out,
    may_take,
    may_take_joker,
    rearrangements,
    use_of_discard,
    uses_for,
)
from romme_turnier.core.rules.play.position import without
from romme_turnier.core.rules.search.rearrange import best_rearrangement
from romme_turnier.core.rules.system.cards import JOKER, Card, format_cards, parse_card, parse_cards, unnamed
from romme_turnier.core.rules.system.ruleset import RuleSet
from tests.core.rules.play.positions import CONTRACT, NOT_OPENED, OPENED, ROMMEE, ROMMEORDNUNG, at, said
from tests.core.rules.search.meld_oracle import MELD_RULES, can_be_meld, is_set, lies_as_meld
from tests.core.rules.written import rules

# § 7.3, III.7


def use(hand: str, top: str, *, table: tuple[str, ...] = (), opened: tuple[int | None, ...] = OPENED) -> str:
    """The use of the top discard as it would lie, or what refuses to take it."""
    position = at(ROMMEORDNUNG, hand, table=table, pile="2C " + top, opened=opened, drawn=False)
    refused, found = said(may_take(position, 1)), use_of_discard(position)
    assert bool(refused) == (found is None)
    if found is None:
        return refused
    assert not may_take(position, 1, use=found)
    return format_cards(found.cards) if found.at is not None else ", ".join(map(format_cards, found.melds))


NONE = "discard_without_use § 7.3"


def test_7_3_a_new_meld_with_cards_of_the_hand() -> None:
    assert use("10H 10S KD", "10C") == "10C 10S 10H"
    assert use("10H * KD", "10C") == "10C 10H *"
    assert use("10H 10S", "10C") == NONE  # none left to discard
    assert use("10H 9S KD", "10C") == NONE


def test_iii_7_at_a_lying_meld_with_a_card_of_the_hand() -> None:
    assert use("4H KS", "5H", table=("AH 2H 3H",)) == "4H 5H"
    assert use("* KS", "5H", table=("AH 2H 3H",)) == "5H *"
    assert use("KH KS", "4H", table=("AH 2H 3H",)) == "4H KH"
    assert use("QS KS", "4H", table=("AH 2H 3H",)) == NONE
    assert use("4H KS", "5H", table=("AH 2H 3H",), opened=NOT_OPENED) == NONE


def test_7_3_never_to_fetch_a_joker() -> None:
    assert use("2C KS", "6H", table=("5H * 7H",)) == NONE


def test_6_3_player_that_has_not_opened_needs_40_with_it() -> None:
    assert use("10H 10S 2D 3D 4D 5C", "10C", opened=NOT_OPENED) == NONE
    assert use("10H 10S 4D 5D 6D 2C", "10C", opened=NOT_OPENED) == "10C 10S 10H, 4D 5D 6D"
    assert use("10H 10S 4D 5D 6D", "10C", opened=NOT_OPENED) == NONE
    # The most points are not made with the card itself.
    assert use("KH KS KC KD 2C 3C", "4C", opened=NOT_OPENED) == NONE
    assert use("KH KS KC KD 2C 3C 9D", "4C", opened=NOT_OPENED) == "2C 3C 4C, KC KS KH KD"


def test_6_3_exception_thirteen_cards_below_40() -> None:
    thirteen = "2C 3C 4C 2D 3D 4D 2S 3S 4S AH 2H 3H"
    assert use(thirteen + " KS", "4H", opened=NOT_OPENED).count(",") == 3
    assert use(thirteen + " KS", "KD", opened=NOT_OPENED) == NONE
    assert use(thirteen.replace("AH", "9S") + " KS", "4H", opened=NOT_OPENED) == NONE


CARDS = "9H 10H JH QH KH AH 2H 3H 10S JS 10D JD KS AS *"
TABLE = ("10H JH QH", "AH 2H 3H", "9H * JH", "10S 10D *", "JS JD JC", "KH AH 2H 3H")
RULES = MELD_RULES["rommeordnung"]
dealt = st.lists(st.sampled_from(parse_cards(CARDS)), min_size=1, max_size=7)


@settings(deadline=None, max_examples=50)
@given(dealt, st.sampled_from(parse_cards(CARDS)), st.sets(st.sampled_from(TABLE), max_size=2))
def test_7_3_the_search_finds_a_use_for_a_player_that_has_opened_when_trying_all_cards_does(
    hand: list[Card], top: Card, table: set[str]
) -> None:
    position = at(ROMMEORDNUNG, "", table=tuple(sorted(table)), pile="2C", opened=OPENED, drawn=False)
    position = position._replace(hands=(tuple(sorted(hand)), *position.hands[1:]), pile=(top,))
    lying = [tuple(min(card, JOKER) for card in meld.cards) for meld in position.table]
    parts = [part for size in range(1, len(hand)) for part in set(combinations(sorted(hand), size))]
    expected = any(
        (len(part) > 1 and can_be_meld((*part, top), RULES)) or any(lies_with(meld, (*part, top)) for meld in lying)
        for part in parts
        if len(part) < 6
    )
    assert (use_of_discard(position) is not None) == expected


def lies_with(meld: tuple[Card, ...], added: tuple[Card, ...]) -> bool:
    if is_set(meld, RULES):
        return is_set((*meld, *added), RULES)
    return any(
        lies_as_meld((*order[:below], *meld, *order[below:]), RULES)
        for order in set(permutations(added))
        for below in range(len(order) + 1)
    )


@settings(deadline=None, max_examples=150)
@given(dealt, st.sampled_from(parse_cards(CARDS)))
def test_6_3_the_search_finds_an_opening_with_the_discard_when_trying_all_melds_does(
    hand: list[Card], top: Card
) -> None:
    position = at(ROMMEORDNUNG, "", pile="2C", opened=NOT_OPENED, drawn=False)
    position = position._replace(hands=(tuple(sorted(hand)), *position.hands[1:]), pile=(top,))
    held = tuple(sorted((*hand, top)))
    melds = {
        part: max(judge_meld(order, ROMMEORDNUNG).points or 0 for order in permutations(part))
        for size in range(3, min(6, len(hand)) + 1)
        for part in set(combinations(held, size))
        if can_be_meld(part, RULES)
    }

    def most(rest: Counter[Card], *, with_top: bool) -> int:
        """The most points with a card left over; far below zero if the top is not in a meld."""
        found = 0 if with_top and rest.total() else -1000
        for part, points in melds.items():
            if not Counter(part) - rest:
                found = max(found, points + most(rest - Counter(part), with_top=with_top or top in part))
        return found

    assert (use_of_discard(position) is not None) == (most(Counter(held), with_top=False) >= 40)


# A joker that was taken must be laid down again


def joker_taken(ruleset: RuleSet, hand: str, card: str, *table: str) -> str:
    return said(may_take_joker(at(ruleset, hand, table=table, opened=OPENED), 0, parse_card(card)))


REFUSED = "joker_without_use Das Auslegen"


def test_das_auslegen_the_joker_goes_back_to_where_it_lay_if_there_is_room() -> None:
    assert joker_taken(ROMMEE, "6H KS", "6H", "5H * 7H") == ""
    assert joker_taken(ROMMEE, "8S KS", "8S", "8H *8S 8D") == ""
    assert joker_taken(ROMMEE, "8S KS", "8S", "8H *8S 8D 8C") == REFUSED


def test_das_auslegen_or_to_another_meld_or_a_new_one() -> None:
    full = "8H *8S 8D 8C"
    assert joker_taken(ROMMEE, "8S KS", "8S", full, "2H 3H 4H") == ""
    assert joker_taken(ROMMEE, "8S KS", "8S", full, "2H * 4H") == REFUSED
    assert joker_taken(ROMMEE, "8S KS QS 2C", "8S", full) == ""
    assert joker_taken(ROMMEE, "8S KS QS", "8S", full) == REFUSED  # none left to discard


def test_das_auslegen_the_last_card_cannot_fetch_a_joker() -> None:
    assert joker_taken(ROMMEE, "6H", "6H", "5H * 7H") == REFUSED


def test_das_auseinanderreissen_makes_room_for_it() -> None:
    table = ("8H *8S 8D 8C", "2H 3H 4H 5H * 7H")
    assert joker_taken(ROMMEE, "8S KS", "8S", *table) == REFUSED
    assert joker_taken(rules("rommee", rearranging=True), "8S KS", "8S", *table) == ""
    assert joker_taken(rules("rommee", rearranging=True), "8S KS", "8S", table[0]) == REFUSED


def test_jokertausch_another_meld_must_have_room() -> None:
    refused = "joker_without_use Spielablauf bei Contract Rummy/Rommé"
    assert joker_taken(CONTRACT, "8C KS", "8C", "8H 8S *", "9H 9S 9D") == ""
    assert joker_taken(CONTRACT, "8C KS", "8C", "8H 8S *") == refused
    # A run from ace to ace has no end where anything could be laid.
    assert joker_taken(CONTRACT, "8C KS", "8C", "8H 8S *", "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC") == refused


def test_6_11_a_joker_that_may_be_kept_needs_no_use() -> None:
    assert joker_taken(ROMMEORDNUNG, "7C KS", "7C", "7H 7S 7D *") == ""


MELDS = ("8H *8S 8D 8C", "9H * JH", "3C 4C 5C", "4D 4S *4C", "2H 2S 2D 2C")


@settings(deadline=None, max_examples=150)
@given(
    st.lists(st.sampled_from(parse_cards("8S 10H 4C 3C 6C 5S KH KS 2H *")), min_size=1, max_size=4),
    st.lists(st.sampled_from(MELDS), min_size=1, max_size=3, unique=True),
)
def test_a_joker_is_taken_when_some_order_of_acts_lays_it_down_again(hand: list[Card], table: list[str]) -> None:
    position = at(ROMMEE, "", table=tuple(table), opened=OPENED)
    position = position._replace(hands=(tuple(sorted(hand)), *position.hands[1:]))
    for where, card in ((where, card) for where in range(len(table)) for card in set(hand)):
        if take_joker(position.table[where].cards, card, ROMMEE).valid:
            after = after_take_joker(position, where, card)
            assert jokers_usable(after) == any_order_lays_it_down(after)
            assert bool(may_take_joker(position, where, card)) != jokers_usable(after)


@cache
def any_order_lays_it_down(position: Position) -> bool:
    """By trying every act in turn, also those that lay no joker or take another one."""
    return (not position.owed and bool(position.hand)) or any(map(any_order_lays_it_down, every_act(position)))


def every_act(position: Position) -> Iterator[Position]:
    hand = position.hand
    for part in {part for size in range(1, len(hand) + 1) for part in combinations(hand, size)}:
        for place in range(len(position.table)):
            if not may_lay_off(position, place, part):
                yield after_lay_off(position, place, part)
        for order in set(permutations(part)):
            if not may_lay_out(position, [order]):
                yield after_lay_out(position, [order])
    for place, meld in enumerate(position.table):
        for card in set(hand):
            if take_joker(meld.cards, card, position.rules).valid:
                yield after_take_joker(position, place, card)


REARRANGING = rules("rommee", rearranging=True)


def test_das_auseinanderreissen_is_for_a_player_that_has_opened() -> None:
    position = at(REARRANGING, "8D KS", table=("8H 9H 10H JH", "8S 9S 10S JS"), opened=OPENED)
    assert [format_cards(cards) for _, cards in rearrangements(position)] == ["8D"]
    assert not [*rearrangements(position._replace(opened=NOT_OPENED))]
    assert not [*rearrangements(position._replace(rules=ROMMEE))]


@settings(deadline=None, max_examples=100)
@given(
    st.lists(st.sampled_from(parse_cards("8S 10H 4C 3C 6C 5S KH KS 2H *")), min_size=1, max_size=4),
    st.lists(st.sampled_from(MELDS), min_size=1, max_size=3, unique=True),
    st.sampled_from([(), (JOKER,)]),
)
def test_das_auseinanderreissen_is_found_as_by_asking_for_each_card_that_may_be_left(
    held: list[Card], table: list[str], owed: tuple[Card, ...]
) -> None:
    lies = [*map(unnamed, chain(*map(parse_cards, table))), *owed]
    hand, expected = tuple(sorted(held)), []
    for left in dict.fromkeys(hand):
        rest = without(hand, [left])
        found = best_rearrangement(lies, rest, REARRANGING)
        if found is not None and (owed or found.left != rest):
            expected.append((found.melds, (*owed, *without(rest, found.left))))
    position = at(REARRANGING, "", table=tuple(table), opened=OPENED)
    position = position._replace(hands=(tuple(sorted((*hand, *owed))), *position.hands[1:]), owed=owed)
    assert [*rearrangements(position)] == expected
    if owed and not any(uses_for(position, JOKER)):
        assert jokers_usable(position) == bool(expected)
