"""The strong opponent in small positions with one right choice, and its knowledge."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from romme_turnier.core.playing.commands.command import Command, format_command
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.opponents import decide, simple, staircase, strong
from romme_turnier.core.playing.opponents.card_count import count
from romme_turnier.core.playing.opponents.laying import new_melds, opening_melds
from romme_turnier.core.playing.seat_view import SeatView, view_at
from romme_turnier.core.playing.table import Plays, Table
from romme_turnier.core.rules.play import may_lay_out, parse_position, seen_by, whole_pack
from romme_turnier.core.rules.record import Act, Moment, Verb
from romme_turnier.core.rules.system.cards import JOKER, parse_card
from tests.core.playing.matches import played
from tests.core.rules.record.games import SYSTEMS

BOTH = (Plays.STRONG, Plays.SIMPLE, Plays.STRONG)


def seen_in(text: str) -> SeatView:
    """The view of the seat in turn, without earlier acts."""
    position = parse_position(text)
    return SeatView(position.turn, Moment.of(seen_by(position, position.turn)))


def does(text: str, *, player=strong) -> str:
    return format_command(player.decide(seen_in(text), random.Random(5)))


CLOSING = "classic / hands KS, ?5 / table 2 5H 6H 7H / pile ?3 8H / stock 40 / turn 1 10 / opened 4 5"


def test_an_open_card_that_ends_the_game_at_the_table_is_taken() -> None:
    assert does(CLOSING) == "nehmen"
    assert does(CLOSING, player=simple) == "ziehen"


def test_a_joker_is_kept_for_a_pair_while_the_others_hold_many_cards() -> None:
    position = (
        "rommeordnung / hands * 7H 2C KS, ?9, ?9 / table 2 4D 5D 6D, 3 9S 10S JS / pile ?3 4C / stock 50 "
        "/ turn 1 10 drawn / opened 4 5 6"
    )
    assert does(position) in {"ablegen KS", "ablegen 2C"}
    assert does(position, player=simple).startswith("anlegen")


def test_a_joker_is_laid_where_that_ends_the_game() -> None:
    position = (
        "rommeordnung / hands * KS, ?9, ?9 / table 2 4D 5D 6D, 3 9S 10S JS / pile ?3 4C / stock 50 "
        "/ turn 1 10 drawn / opened 4 5 6"
    )
    assert does(position) == "anlegen 1 *"


def test_everything_goes_to_the_table_when_another_has_one_card_left() -> None:
    position = (
        "classic / hands 7H 7S 7C 4D 9C KS, ?1 / table 2 QH QS QC / pile ?3 2C / stock 50 / turn 1 10 drawn "
        "/ opened 4 5"
    )
    assert does(position).startswith("rauslegen 7")


def test_simple_opponent_overlooks_what_it_could_lay_one_time_in_three_and_a_strong_one_never_does() -> None:
    position = seen_in(
        "rommeordnung / hands 7H 7S 7C 4D 9C KS, ?9, ?9 / table 2 QH QS QC / pile ?3 2C / stock 50 / turn 1 10 drawn "
        "/ opened 4 5 6"
    )
    chances = [random.Random(seed) for seed in range(300)]
    laid = {
        player: sum(player.decide(position, chance).word is Word.LAY_OUT for chance in chances)
        for player in (simple, strong)
    }
    assert 170 < laid[simple] < 230
    assert laid[strong] == 300


def test_melds_that_count_too_little_keep_the_cards_that_make_them_enough() -> None:
    position = (
        "classic / hands AC 2C 3C 2S 3S 4S 5S 7C 9C 9H 5D, ?10, ?10, ?10 / pile ?3 KD / stock 60 / turn 1 25 drawn "
        "/ opened - - - -"
    )
    assert does(position) == "ablegen 5D"
    assert does(position, player=simple) in {"ablegen 9C", "ablegen 9H"}


def test_of_two_pairs_that_stays_whose_cards_are_still_out() -> None:
    position = (
        "classic / hands 7H 7S 9H 9S, ?5 / table 2 5C 6C 7C, 2 5C 6C 7C, 2 5D 6D 7D, 2 5D 6D 7D / pile ?3 2D "
        "/ stock 50 / turn 1 10 drawn / opened 4 5"
    )
    assert does(position) in {"ablegen 7H", "ablegen 7S"}
    assert does(position, player=simple) in {"ablegen 9H", "ablegen 9S"}


@pytest.mark.parametrize(("open_card", "told"), [("7C", "erklopfen"), ("8C", "weiter")])
def test_a_card_out_of_turn_is_claimed_where_it_brings_the_contract_nearer(open_card: str, told: str) -> None:
    position = parse_position(
        "contract / hands ?10, 7H 7S 9C 9D 2C 3H 4S 5D JC KD, ?10 "
        f"/ pile ?3 {open_card} / stock 60 / turn 1 4 / opened - - - / round 1"
    )
    claiming = SeatView(2, Moment.of(seen_by(position, 2)), may_claim=True)
    assert format_command(strong.decide(claiming, random.Random(5))) == told


def test_no_more_cards_of_a_very_long_staircase_are_looked_at_than_a_search_soon_goes_through() -> None:
    hand = (6, 13, 28, 32, 40, 48, 50)
    others = [card for card in range(JOKER) if card not in hand]
    random.Random(1).shuffle(others)
    start = parse_position("treppenromme / hands ?7, ?3 / pile ?39 / stock 3 / turn 1 5")
    position = start._replace(hands=(hand, start.hands[1]), pile=tuple(others[:39]))
    assert 0 < staircase.worth_taking(position) <= 36 - len(hand)


def test_several_cards_of_the_staircase_are_taken_for_a_meld() -> None:
    position = "treppenromme / hands 9H 9S 2C 3D 5S 7C QD, ?7 / pile 4H 9C KS JD / stock 30 / turn 1 3 / opened - - "
    assert does(position) == "nehmen 3"


def test_the_end_is_announced_as_soon_as_few_enough_points_are_left() -> None:
    position = (
        "classic without_laying_out=7 / hands 5H 6H 7H 8H QC QS QD 2C 2D 3S, ?10 / pile ?3 KD / stock 40 / turn 1 9 "
        "/ opened - -"
    )
    assert does(position) == "ansagen QC QS QD | 5H 6H 7H 8H"


def test_melds_that_reach_the_minimum_are_found_where_the_cheapest_hand_does_not() -> None:
    count = 0
    for seed in range(400):
        rng = random.Random(seed)
        rules = SYSTEMS["rommee"]
        hand = tuple(sorted(rng.sample(whole_pack(rules, 3), 13)))
        position = parse_position(
            "rommee minimum=40 / hands ?13, ?12, ?12 / pile ?1 2C / stock 40 / turn 1 4 drawn / opened - - -"
        )
        position = position._replace(hands=(hand, *position.hands[1:]))
        if not new_melds(position) and (melds := opening_melds(position)):
            count += 1
            assert not may_lay_out(position, melds)
    assert count >= 3


@pytest.mark.parametrize("name", ["rommeordnung", "rommee knocking, rearranging", "treppenromme", "contract"])
def test_hidden_cards_change_nothing(name: str) -> None:
    asked = 0
    for place, (_, _, table) in enumerate(played(SYSTEMS[name], 5, *BOTH[: SYSTEMS[name].seats_max], games=1)):
        if table.game is None or table.game.over or place % 3:
            continue
        for seat in (1, 3):
            if table.game.position.turn == seat:
                asked += 1
                assert decide(disguised(table, seat), seat, random.Random(7)) == decide(table, seat, random.Random(7))
    assert asked > 2


def disguised(table: Table, seat: int) -> Table:
    """The same table with different cards in all hidden places."""
    assert table.game is not None
    game, rng = table.game, random.Random(3)
    position = game.position
    hidden = [card for place, hand in enumerate(position.hands, start=1) if place != seat for card in hand]
    hidden += position.stock
    rng.shuffle(hidden)
    hands = tuple(
        hand if place == seat else tuple(sorted(hidden.pop() for _ in hand))
        for place, hand in enumerate(position.hands, start=1)
    )
    other = position._replace(hands=hands, stock=tuple(hidden))
    lines = tuple(
        replace(line, cards=(JOKER,) * len(line.cards))
        if isinstance(line, Act)
        and ((line.verb is Verb.DRAW and line.seat != seat) or (line.verb is Verb.DEAL and line.number != seat))
        else line
        for line in game.record.lines
    )
    last = replace(game.last, position=other)
    assert other != position
    return replace(table, game=replace(game, last=last, record=replace(game.record, lines=lines)))


@pytest.mark.parametrize("name", ["classic one suit, many cards", "rommee knocking, rearranging", "contract"])
def test_cards_that_are_out_are_all_but_those_that_were_seen(name: str) -> None:
    for place, (_, _, table) in enumerate(played(SYSTEMS[name], 3, games=1)):
        if table.game is None or table.game.over or place % 7:
            continue
        view = view_at(table, 1, lines=True)
        assert view is not None
        counted, position = count(view), table.game.position
        out = [*position.stock, *(card for hand in position.hands[1:] for card in hand)]
        known = [card for held in counted.held for card in held.elements()]
        assert sorted((*counted.unseen, *known)) == sorted(out)


def test_a_card_that_another_took_is_known_to_be_there() -> None:
    taken = parse_card("9H")
    view = seen_in("classic / hands 2C, ?11 / pile ?3 4C / stock 50 / turn 1 10 drawn / opened 4 5")
    lines = (Act(2, Verb.TAKE, (taken,)), Act(2, Verb.DISCARD, (parse_card("4C"),)))
    before, after = count(view), count(replace(view, lines=lines))
    assert after.held[1][taken] == 1
    assert after.unseen.count(taken) == before.unseen.count(taken) - 1


def test_the_same_view_and_chance_lead_to_the_same_command() -> None:
    told: list[Command] = [strong.decide(seen_in(CLOSING), random.Random(9)) for _ in range(2)]
    assert told[0] == told[1]
