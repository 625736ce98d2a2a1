"""A table is rearranged card by card, and one command describes the result."""

import pytest

from romme_turnier.core.playing.commands.command import format_command
from romme_turnier.core.playing.commands.reading import MOST_LETTERS, parse_command
from romme_turnier.core.playing.rebuilding import HAND, OtherTableError, Rebuilding, begun, readings, resumed
from romme_turnier.core.playing.seat_view import view_at
from romme_turnier.core.rules.play import whole_pack
from romme_turnier.core.rules.system.cards import format_cards, parse_card, parse_cards, parse_hand
from tests.core.playing.tables import lying, now, told, typed
from tests.core.rules.written import rules

LINE = (
    "rommee rearranging / hands 8C 8D KD, 2H 3H 4H, 9S / table 1 8H 9H 10H JH, 2 8S 9S 10S JS, 3 5D *6D 7D, 2 5C 5H *"
    " / pile 4C / stock 40 / turn 1 10 drawn / opened 4 5 -"
)
TABLE = lying(LINE)


@pytest.fixture
def beginning() -> Rebuilding:
    return begun(view(1))


def view(seat):
    view = view_at(TABLE, seat)
    assert view is not None
    return view


def moved(rebuilding, *cards, to):
    """Cards as "1.8H": from group 1, "0.8C": from the hand."""
    apart = [mark.split(".") for mark in cards]
    return rebuilding.moved([(int(place), parse_card(card)) for place, card in apart], to)


def groups(rebuilding):
    return {number: format_cards(meld) for number, meld in rebuilding.groups.items()}


def test_new_set_of_cards_from_two_runs_and_the_hand_is_one_command_that_is_allowed(beginning):
    then = moved(beginning, "1.8H", "2.8S", "0.8C", to=beginning.next_number)
    assert groups(then) == {1: "9H 10H JH", 2: "9S 10S JS", 3: "5D *6D 7D", 4: "5C 5H *", 5: "8C 8S 8H"}
    assert not [*then.faults()]
    line = format_command(then.command())
    assert line == "umbauen 1,2 mit 8C zu 9H 10H JH | 9S 10S JS | 8C 8S 8H"
    assert parse_command(line) == then.command()
    answer = typed(TABLE, line)
    assert told(answer) == "ok"
    assert "hands 8D KD," in now(answer)


def test_group_that_is_no_meld_is_named_with_what_is_wrong(beginning):
    then = moved(beginning, "1.9H", to=2)
    assert {(fault.params["meld"], fault.code) for fault in then.faults()} == {(1, "gap"), (2, "suits_differ")}


def test_card_of_the_table_goes_to_no_hand_and_one_of_the_hand_goes_back(beginning):
    with pytest.raises(OtherTableError):
        moved(beginning, "1.8H", to=HAND)
    there = moved(beginning, "0.8C", to=5)
    assert format_cards(there.hand) == "8D KD"
    back = moved(there, "5.8C", to=HAND)
    assert not back.changed
    assert sorted(back.hand) == sorted(parse_hand("8C 8D KD"))


def test_cards_that_come_back_lie_as_before(beginning):
    apart = moved(beginning, "3.5D", "3.*6D", to=5)
    assert groups(apart)[5] == "5D *"  # the joker has no meaning outside a meld
    back = moved(apart, "5.5D", "5.*", to=3)
    assert back.groups == beginning.groups
    assert not back.changed


def test_joker_keeps_its_meaning_where_it_can_and_may_be_given_another_one(beginning):
    longer = moved(beginning, "0.8D", to=3)
    assert groups(longer)[3] == "5D *6D 7D 8D"
    shorter = moved(longer, "3.5D", to=4)
    assert groups(shorter)[3] == "*6D 7D 8D"
    chosen = shorter.read_as(3, parse_cards("7D 8D *9D"))
    assert groups(chosen)[3] == "7D 8D *9D"
    with pytest.raises(OtherTableError):
        shorter.read_as(3, parse_cards("7D 8D 9D"))


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("8H 8S *", ["8S 8H *", "8S 8H *8C", "8S 8H *8D"]),
        ("8H 8S 8D *", ["8S 8H 8D *8C"]),
        ("5D 6D 7D *4D", ["*4D 5D 6D 7D", "5D 6D 7D *8D"]),
        ("2H KH AH", ["KH AH 2H"]),
        ("8H 8S", []),
        ("8H 9S 10D", []),
        ("* *", []),
    ],
)
def test_every_meaning_of_jokers_is_found_the_likeliest_first(cards, expected):
    melds = readings(parse_cards(cards), rules("rommee", rearranging=True))
    assert [format_cards(meld) for meld in melds] == expected


def test_new_meld_of_the_hand_alone_is_a_command_as_well(beginning):
    then = moved(beginning, "0.8C", "0.8D", to=5)
    assert format_command(then.command()) == "umbauen 1 mit 8C 8D zu 8H 9H 10H JH | 8C 8D"


@pytest.mark.parametrize("change", [{1: "8H 9H 10H"}, {5: "AS AS AS"}])
def test_groups_of_other_cards_are_not_gone_on_with(beginning, change):
    changed = dict(beginning.groups) | {number: parse_cards(cards) for number, cards in change.items()}
    with pytest.raises(OtherTableError):
        resumed(view(1), changed)


def test_card_is_moved_only_from_where_it_lies(beginning):
    for card in ("1.9S", "9.8H", "0.9S"):
        with pytest.raises(OtherTableError):
            moved(beginning, card, to=5)


def test_whole_pack_in_new_melds_is_a_line_that_can_be_read():
    pack = format_cards(whole_pack(rules("rommee"), 3)).split()
    melds = " | ".join(" ".join(pack[at : at + 3]) for at in range(0, len(pack), 3))
    line = f"umbauen {','.join(map(str, range(1, 37)))} zu {melds}"
    assert 400 < len(line) <= MOST_LETTERS
    assert len(parse_command(line).melds) == 36
