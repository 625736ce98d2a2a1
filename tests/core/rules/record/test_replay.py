"""Replaying a record: acts against the rules, marked and not; checks; the end; and impossible acts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.rules.play import format_position
from romme_turnier.core.rules.record.acts import Act, Verb
from romme_turnier.core.rules.record.notation import digest, parse_record
from romme_turnier.core.rules.record.replay import replay
from romme_turnier.core.rules.record.row import Row
from romme_turnier.core.rules.system.cards import JOKER, format_cards
from tests.core.rules.record.games import SYSTEMS, played, seeds
from tests.core.rules.record.told import DEAL, OPENING, TAGS, faults, irregular, told


def test_an_opening_of_several_melds_is_judged_as_a_whole() -> None:
    found = told(OPENING + "= stock 70\n= turn 3\n= pile KC\n= meld m2 QC QS QD\n= hand 2 2C 5C 4S 8S 3D 7D KD\n")
    assert (found.faults, found.irregular, found.row) == ((), (), None)
    assert faults(told("2 lay m1 9H *10H JH\n2 discard KC\n")) == ["1: opening_too_low § 6.3"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("3 discard 4D\n", "1: not_in_turn § 6.1"),
        ("2 draw 4H\n", "1: already_drawn § 7.3"),
        ("2 discard *\n", "1: joker_discarded § 6.10"),
        ("2 discard AH\n", "1: not_held"),
        ("2 lay m1 7D 8S 9H\n2 discard KC\n", "1: suits_differ § 4.3.1"),
        ("2 discard 2C\n3 take 2C\n", "2: discard_without_use § 7.3"),
        ("2 discard KC\n3 take KD\n", "2: card_elsewhere § 4.1"),
        ("2 discard KC\n3 draw KC\n3 draw KC\n", "3: already_drawn § 7.3"),
        ("2 discard KC\n3 draw KD\n3 discard KD\n1 draw KD\n", "4: card_elsewhere § 4.1"),
        ("2 add m1 QH\n", "1: not_opened § 6.11, not_held, no_such_meld"),
        ("2 discard KC\n0 shuffle\n", "2: stock_left"),
        ("0 end\n", "1: stock_left"),
        ("1 knock\n", "1: no_claims § 6.1"),
        ("2 out\n", "1: no_discard § 8.1, cards_left § 8.1"),
        ("0 block m1 10H\n", "1: no_such_meld"),
        ("2 lay m1 9H *10H JH\n2 lay m1 QC QS QD\n", "1: a new name for a meld: m1"),
        (OPENING + "= stock 69\n", "4: = stock 70"),
        (OPENING + "= pile 4C\n= turn 1\n", "4: = pile KC"),
        (OPENING + "= hand 3 10H\n", "4: = hand 3 3C 6C JC 2S"),
        (OPENING + "= meld m1 9H 10H JH\n", "4: = meld m1 9H *10H JH"),
        ("0 position rommeordnung / hands 2C, 3C, 4C / turn 1 1\n", "1: a position of the same game"),
        ("0 deal 1 2C\n", "1: already_drawn § 7.3"),
        ("2 discard ??\n", "1: a card that is known"),
    ],
)
def test_an_act_that_is_not_marked_is_a_fault_with_its_clause_and_line(lines: str, expected: str) -> None:
    first = faults(told(lines))[0]
    assert first.startswith(expected)


def test_the_replay_goes_on_with_an_illegal_act_as_it_happened() -> None:
    found = told("2 discard *\n3 draw 4H\n3 discard 4H\n")
    assert faults(found) == ["1: joker_discarded § 6.10"]
    assert found.position is not None
    assert format_cards(found.position.pile) == "* 4H"


def test_6_10_a_marked_act_is_applied_and_named() -> None:
    found = told('1 ! 2 discard *\n0 ruling §6.10 "Der Joker bleibt liegen" penalty 2 100\n3 draw 4H\n')
    assert found.valid
    assert irregular(found) == ["1 ! 2 discard *: joker_discarded § 6.10"]
    assert irregular(told("! 2 discard KC\n")) == ["0 ! 2 discard KC: "]  # it is allowed


def test_a_marked_act_that_cannot_have_happened_is_a_fault_all_the_same() -> None:
    for line in ("1 ! 2 discard AH", "1 ! 2 add m1 KC", "1 ! 3 take KC", "1 ! 2 swap m1 KC"):
        found = told(line + "\n")
        assert len(found.faults) == 1, line
        assert found.faults[0].expected == "something that can have happened"


def test_out_of_turn_marked_the_turn_stays_where_it_is() -> None:
    found = told("2 ! 3 draw 4H\n2 discard KC\n")
    assert found.valid
    assert irregular(found) == ["2 ! 3 draw 4H: not_in_turn § 6.1"]
    assert found.position is not None
    assert (found.position.turn, len(found.position.hands[2])) == (3, 14)


WRONG_SIDE = (
    OPENING
    + "3 draw 4H\n3 discard 4H\n1 draw 2H\n1 discard 2H\n2 draw 10H\n1 ! 2 add m1 10H front\n"
    + "= meld m1 10H 9H *10H JH\n2 discard KD\n0 block m1 10H\n= meld m1 9H 10H JH\n"
)


def test_6_8_the_card_at_the_wrong_side_is_put_on_its_joker_which_nobody_takes_then() -> None:
    found = told(WRONG_SIDE)
    assert faults(found) == []
    assert irregular(found) == ["1 ! 2 add m1 10H front: belongs_on_joker § 6.8"]
    assert found.position is not None
    assert "9H 10H(*) JH" in format_position(found.position)
    again = WRONG_SIDE + "3 draw 3H\n3 discard 3H\n1 draw 5H\n1 discard 5H\n2 draw 6H\n2 swap m1 10H\n"
    assert faults(told(again)) == ["19: not_held, joker_blocked § 6.8"]


def test_a_joker_taken_against_the_rules_is_in_the_hand() -> None:
    found = told(OPENING + "3 draw 4H\n1 ! 3 swap m1 10H\n= meld m1 9H 10H JH\n")
    assert (faults(found), irregular(found)) == ([], ["1 ! 3 swap m1 10H: not_opened § 6.11"])
    wrong = told(OPENING + "3 draw 4H\n1 ! 3 swap m1 4H\n= meld m1 9H 4H JH\n")
    assert faults(wrong) == []
    assert wrong.position is not None
    assert wrong.position.hands[2].count(JOKER) == 2


def test_7_2_after_a_ruling_the_game_goes_on_from_a_position() -> None:
    """A card that fits is taken back: the referee names where the game continues."""
    before = told(OPENING + "3 draw 8H\n3 discard 10H\n").position
    assert before is not None
    back = format_position(before)
    found = told(OPENING + f"3 draw 8H\n3 discard 10H\n0 ruling §7.2\n0 position {back}\n= turn 1\n1 draw 2H\n")
    assert faults(found) == []


def test_5_5_a_joker_that_was_cut_counts_as_the_first_card_dealt() -> None:
    deal = "3 cut 40 *\n" + DEAL.replace("JC * 6D", "JC 6D")
    found = told("= hand 3 * 2S 3C 4D 5D 6C 6D 7H 8D 9S 10H JC AS\n", deal=deal)
    assert found.valid
    assert found.position is not None
    assert found.position.cut_joker == 3
    for wrong, expected in (
        (DEAL.replace("JC * 6D", "JC 6D"), "13 cards for seat 3"),
        ("2 cut *\n" + DEAL, "seat 3 to cut"),
        ("3 cut *\n" + DEAL, "12 cards for seat 3"),
        (DEAL.replace("JC * 6D", "JC 6D 6D"), "no more 6D than the pack has"),
    ):
        refused = told("", deal=wrong.replace("4C 5S 6S", "4C 5S 6D") if "6D 6D" in wrong else wrong)
        assert expected in refused.faults[0].expected


def test_cards_too_many_in_a_deal_are_all_named_each_at_its_line() -> None:
    first, second, third = DEAL.splitlines()
    deal = "\n".join((f"{first} 6D 6D", second, f"{third} *", ""))
    found = told("", deal=deal)
    assert [(fault.text.split()[2], fault.expected) for fault in found.faults] == [
        ("1", "13 cards for seat 1"),
        ("3", "13 cards for seat 3"),
        ("3", "no more 6D than the pack has"),
    ]
    assert found.position is None


def test_leaving_and_breaking_off() -> None:
    left = told("1 leave\n")
    assert left.position is not None
    assert (left.position.broken_off, left.row, left.valid) == (True, None, True)
    assert faults(told('0 break "Licht aus"\n2 discard KC\n')) == ["2: game_over § 8.1"]
    four = TAGS.replace('"34 14 18"', '"34 14 18 16"')
    deal = DEAL + "0 deal 4 2H 3H 4H 5H 6H 7H 8C 9C JD QH KH AH AH\n"
    found = told("2 discard KC\n3 leave\n4 draw 2H\n4 discard AH\n", tags=four, deal=deal)
    assert faults(found) == []
    assert found.position is not None
    assert (found.position.turn, found.position.left) == (1, (3,))


def test_replay_of_a_strangers_record_ends_at_the_limit_of_findings() -> None:
    record = parse_record(TAGS + DEAL + "1 knock\n" * 9)
    assert len(replay(record).faults) == 9
    found = replay(record, most_findings=4)
    assert (len(found.faults), len(found.moments)) == (4, 3 + 4)
    assert found.moments[-1] is not None


# The seed


def test_with_a_seed_the_deal_the_draws_and_the_commitment_are_checked() -> None:
    record, _ = played("rommeordnung", 2)
    assert replay(record).valid
    other = replace(record, seed=bytes(32))
    assert [fault.expected[:14] for fault in replay(other).faults] == [
        "the seed of sh",
        *["the cards that"] * len(record.seats),
    ]
    acts = [place for place, line in enumerate(record.lines) if isinstance(line, Act) and line.verb is Verb.DRAW]
    first, second = acts[:2]
    swapped = list(record.lines)
    one, two = swapped[first], swapped[second]
    assert isinstance(one, Act)
    assert isinstance(two, Act)
    swapped[first], swapped[second] = replace(one, cards=two.cards), replace(two, cards=one.cards)
    found = replay(replace(record, lines=tuple(swapped)))
    assert found.faults[0].violations[0].code == "card_elsewhere"


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_hand_that_is_not_the_seeds_is_a_fault_of_its_own_line(seat: int) -> None:
    record, _ = played("rommeordnung", 2)
    deals = [(at, act) for at, act in enumerate(record.lines) if isinstance(act, Act) and act.verb is Verb.DEAL]
    place, act = deals[seat - 1]
    dealt = Counter(card for _, deal in deals for card in deal.cards)
    other = next(card for card in range(52) if dealt[card] < 2 and card != act.cards[0])
    changed = replace(act, cards=(other, *act.cards[1:]))
    tampered = replace(record, lines=(*record.lines[:place], changed, *record.lines[place + 1 :]), numbers=())
    [fault] = replay(tampered).faults
    assert fault.text.startswith(f"0 deal {seat} ")
    assert f"deals to seat {seat}: " in fault.expected


@pytest.mark.parametrize("name", ["rommee", "contract, free", "rommee knocking, rearranging"])
def test_without_the_seed_a_record_is_replayed_from_what_it_tells(name: str) -> None:
    record, moments = played(name, seeds(name)[0])
    found = replay(replace(record, seed=None))
    assert found.valid
    assert found.row == record.result
    assert found.position is not None
    last = moments[-1].position
    assert found.position._replace(stock=()) == last._replace(stock=())
    assert len(found.position.stock) == len(last.stock)


def test_the_order_of_a_new_stock_is_the_one_of_the_seed() -> None:
    record, _ = played("contract, no jokers", 1)
    place = next(
        place for place, line in enumerate(record.lines) if isinstance(line, Act) and line.verb is Verb.SHUFFLE
    )
    line = record.lines[place]
    assert isinstance(line, Act)
    silent = replace(record, lines=(*record.lines[:place], replace(line, cards=()), *record.lines[place + 1 :]))
    assert replay(silent).valid
    other = replace(
        record, lines=(*record.lines[:place], replace(line, cards=line.cards[::-1]), *record.lines[place + 1 :])
    )
    assert "the order that the seed gives" in replay(other).faults[0].expected


def test_what_a_claim_costs_need_not_be_said_where_the_seed_is() -> None:
    for name, verb in (("rommee knocking, rearranging", Verb.ALLOW), ("contract", Verb.CLAIM)):
        record, moments = played(name, {"contract": 3}.get(name, 1))
        silent = tuple(
            replace(line, cards=()) if isinstance(line, Act) and line.verb is verb else line for line in record.lines
        )
        assert silent != record.lines
        found = replay(replace(record, lines=silent))
        assert (found.faults, found.position) == ((), moments[-1].position)
        without = replay(replace(record, lines=silent, seed=None))
        assert without.faults[0].violations[0].code == "claim_cost"


# The end


def test_the_row_of_the_list_is_compared_with_the_game() -> None:
    record, _ = played("rommeordnung", 2)
    assert record.result is not None
    points = tuple(None if entry is None else entry + 2 for entry in record.result.points)
    [fault] = replay(replace(record, result=Row(points, record.result.finisher))).faults
    assert (fault.line, fault.text.count(" ")) == (10, len(points) - 1)
    early = replace(record, lines=record.lines[:40])
    assert [fault.expected for fault in replay(early).faults] == ["no row before the game is over"]


@pytest.mark.parametrize(
    ("result", "lines", "expected"),
    [
        ("37 0 55", "", []),
        ("1 0 55", "", ["points_too_low § 8.2"]),
        ("20 0 22", "= hand 1 *\n= hand 2 -\n= hand 3 AH AH\n", []),
        ("21 0 22", "= hand 1 *\n= hand 3 AH AH\n", ["20 for the hand of seat 1"]),
        ("33 0 22", "= hand 1 AH AH AH\n= hand 3 AS AS\n", ["not_in_deck § 4.1", "not_in_deck § 4.1"]),
        ("22 0 22", "= hand 1 AH AH\n= hand 3 AH AH\n", ["not_in_deck § 4.1"]),
    ],
)
def test_a_row_alone_or_with_the_hands_at_the_end_is_a_record_too(result: str, lines: str, expected: list[str]) -> None:
    text = TAGS.replace('[Dealer "1"]\n', f'[Result "{result}"]\n') + lines
    record = parse_record(text)
    assert record.depth == (1 if lines else 0)
    found = replay(record)
    assert found.position is None
    assert [
        fault.expected or f"{fault.violations[0].code} {fault.violations[0].clause}" for fault in found.faults
    ] == expected


def test_line_numbers_are_those_of_the_text_that_was_read() -> None:
    text = "; Tisch 7\n\n" + TAGS + DEAL + "\n2 discard *   ; oh\n"
    [fault] = replay(parse_record(text)).faults
    assert text.split("\n")[fault.line - 1] == "2 discard *   ; oh"
    own = replace(parse_record(text), numbers=(), tag_numbers={})
    assert replay(own).faults[0].line == 1 + (TAGS + DEAL).count("\n")


# Tampering


@given(st.sampled_from(sorted(SYSTEMS)), st.integers(0, 10**6), st.integers(0, 51))
@settings(max_examples=40)
def test_one_card_changed_in_what_is_dealt_drawn_taken_or_discarded_is_found(name: str, place: int, card: int) -> None:
    record = replace(played(name, seeds(name)[0])[0], seed=None)
    told_cards = [
        (line, at)
        for line, act in enumerate(record.lines)
        if isinstance(act, Act) and act.verb in {Verb.DEAL, Verb.DRAW, Verb.TAKE, Verb.DISCARD}
        for at in range(len(act.cards))
    ]
    line, at = told_cards[place % len(told_cards)]
    act = record.lines[line]
    assert isinstance(act, Act)
    if act.cards[at] == card:
        return
    changed = replace(act, cards=(*act.cards[:at], card, *act.cards[at + 1 :]))
    tampered = replace(record, lines=(*record.lines[:line], changed, *record.lines[line + 1 :]))
    assert digest(tampered) != digest(record)
    assert not replay(tampered).valid


@given(st.sampled_from(sorted(SYSTEMS)), st.integers(0, 10**6))
@settings(max_examples=40)
def test_a_line_left_out_or_told_twice_is_found(name: str, place: int) -> None:
    record, _ = played(name, seeds(name)[0])
    # Cards laid off before a rearrangement may also be laid with it, and knocking is free.
    free = {Verb.KNOCK, Verb.LAY, Verb.ADD} if name.startswith("rommee knocking") else {Verb.KNOCK}
    acts = [place for place, line in enumerate(record.lines) if isinstance(line, Act) and line.verb not in free]
    at = acts[place % len(acts)]
    for lines in (record.lines[:at] + record.lines[at + 1 :], record.lines[: at + 1] + record.lines[at:]):
        tampered = replace(record, lines=lines)
        assert digest(tampered) != digest(record)
        assert not replay(tampered).valid, (at, record.lines[at])


PASSED = """\
0 position rommeordnung / hands 6D *, KS, KC / table 2 7D *8D 9D 10D JD / stock 101 / turn 1 20 drawn / opened 3 9 9
1 pass
"""


def test_a_turn_that_an_earlier_version_let_end_without_a_discard_is_replayed_and_named() -> None:
    found = told(PASSED)
    assert found.valid
    assert irregular(found) == ["1 pass: laying_possible § 6.5"]
    assert found.position is not None
    assert (found.position.turn, found.position.number) == (2, 21)


def test_a_turn_that_ends_without_a_discard_although_a_card_may_go_is_a_fault() -> None:
    assert faults(told(PASSED.replace("6D *", "6S *"))) == ["2: discard_possible § 6.5"]
