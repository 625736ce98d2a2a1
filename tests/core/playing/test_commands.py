"""The commands of the online Rommee and of the other systems: each with success, refusal and nonsense."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from romme_turnier.core.playing.actions import interpret
from romme_turnier.core.playing.commands.command import Command
from romme_turnier.core.playing.commands.reading import CommandError, parse_command
from romme_turnier.core.playing.commands.words import OPTION_NAMES, Word
from romme_turnier.core.playing.opponents import decide
from romme_turnier.core.playing.table import Plays, Table, answers_itself, awaited, claimants, new_game, words_of
from romme_turnier.core.rules import play
from romme_turnier.core.rules.record import Act, FairDraw, Verb, format_record, parse_record, replay
from romme_turnier.core.rules.system.cards import JOKER, format_cards
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from tests.core.playing.tables import SECRET, gathered, lying, now, told, typed
from tests.core.rules.written import rules

# Anna is in turn, has drawn and opened; melds 1 and 2 are those of the example in the source.
BUILDING = (
    "rommee knocking rearranging / hands 8S 9S JD *, 2C 3C 4C, 5H 5C 5S / table 2 8D 9D 10D, 3 QD KD AD, 2 5D 6D *7D 8D"
    " / pile 2H / stock 40 / turn 1 20 drawn / opened 4 5 6"
)
# Anna is in turn and has not drawn.
BEGUN = "rommee knocking / hands 8S 9S JD 10H, 2C 3C 4C, 5H 5C 5S / pile 2H 9C / stock 40 / turn 1 20 / opened - - -"
# Anna begins the second game of four; no player has laid out.
FIRST = "rommeordnung / hands 5C 6C 7C 8C 9C 10C JC QC KC AC 2H 3H 4H KD, ?13, ?13 / stock 70 / turn 1 2 drawn"


@pytest.mark.parametrize("word", Word)
def test_every_word_is_read_as_its_command(word: Word) -> None:
    read: Command | CommandError
    try:
        read = parse_command(word)
    except CommandError as missing_arguments:
        read = missing_arguments
    assert read.word is word


def test_every_option_of_a_rule_system_has_a_word_to_type() -> None:
    options = {name for ruleset in RULE_SYSTEMS.values() for name in ruleset.options}
    assert options <= set(OPTION_NAMES.values())


def test_eroeffnen_opens_a_table_under_any_rule_system() -> None:
    empty = Table(rules("rommee"), SECRET)
    opened = interpret(empty, 0, "eröffnen treppenromme")
    assert (told(opened), opened.table.rules.key) == ("ok", "treppenromme")
    assert told(typed(gathered(), "eroeffnen")) == "already_open Kommandos"
    assert told(interpret(empty, 0, "ERÖFFNEN skat")) == "? system skat"


def test_mitspielen_seats_who_has_a_name_of_their_own() -> None:
    joined = interpret(gathered(), 0, "mitspielen Dora Klein")
    assert [player.name for player in joined.table.players] == ["Anna", "Bernd", "Cora", "Dora Klein"]
    assert told(interpret(gathered(), 0, "mitspielen anna")) == "name_taken Kommandos"
    assert told(interpret(gathered(), 0, "mitspielen")) == "name_missing Kommandos"
    assert told(typed(gathered(), "mitspielen Dora")) == "already_sits Kommandos"
    assert told(interpret(gathered("rommeordnung", 4), 0, "mitspielen Emil")) == "table_full"
    assert told(interpret(lying(BEGUN), 0, "mitspielen Emil")) == "already_dealt Kommandos"


def test_bestimmen_sets_what_has_a_number() -> None:
    assert typed(gathered(), "bestimmen startwert 40").table.rules.play.minimum == 40
    assert typed(gathered(), "bestimmen runden 3").table.rules.play.rounds == 3
    assert typed(gathered("classic"), "bestimmen spiele 5").table.games == 5
    assert told(typed(gathered(), "bestimmen startwert 35")) == "not_that_value Kommandos"
    assert told(typed(gathered(), "bestimmen runden 11")) == "not_that_value Kommandos"
    assert told(typed(gathered(), "bestimmen spiele 5")) == "no_such_option Kommandos"
    assert told(typed(gathered(), "bestimmen startwert 40", seat=2)) == "opener_alone Kommandos"
    assert told(typed(lying(BEGUN), "bestimmen startwert 40")) == "already_dealt Kommandos"
    assert told(typed(gathered(), "bestimmen startwert")) == "? number"
    assert told(typed(gathered(), "bestimmen farbe 3")) == "? option farbe"


def test_spiel_mit_and_spiel_ohne_agree_upon_special_rules() -> None:
    knocking = typed(gathered(), "spiel mit klopfen").table
    assert knocking.rules.play.knocking
    assert typed(knocking, "spiel mit umbauen").table.rules.agreed == (("knocking", True), ("rearranging", True))
    assert not typed(knocking, "spiel ohne klopfen").table.rules.play.knocking
    assert told(typed(gathered("classic"), "spiel mit klopfen")) == "no_such_option"
    assert told(typed(gathered(), "spiel mit runden")) == "option_needs_number Kommandos"
    assert told(typed(gathered(), "spiel ohne runden")) == "not_that_value Kommandos"
    assert told(typed(gathered("treppenromme"), "spiel ohne punktzahl")) == "not_that_value"
    assert typed(gathered("classic"), "spiel mit ansagen 5").table.rules.play.without_laying_out == 5
    jokers = typed(gathered("contract"), "spiel mit keine-joker").table
    assert told(typed(jokers, "spiel mit joker-25")) == "options_exclude"
    assert told(typed(gathered(), "spiel mit würfeln")) == "? option würfeln"
    assert told(typed(gathered(), "spiel")) == "? clear_command spiel"


def test_mischen_deals_the_next_game() -> None:
    dealt = typed(gathered(), "mischen").table
    assert dealt.game is not None
    assert sorted(map(len, dealt.game.position.hands)) == [12, 12, 13]
    assert told(typed(dealt, "mischen")) == "game_goes_on Kommandos"
    other = next(seat for seat in (2, 3) if seat != gathered().dealer)
    assert told(typed(gathered(), "mischen", seat=other)) == "not_dealer Kommandos"
    assert told(typed(gathered(people=2), "mischen")) == "too_few_players Kommandos"
    assert told(typed(gathered(), "mischen gut")) == "? nothing gut"


def test_ziehen_draws_from_the_stock() -> None:
    drawn = typed(lying(BEGUN.replace("knocking ", "")), "ziehen")
    assert "/ stock 39 / turn 1 20 drawn" in now(drawn)
    assert told(typed(drawn.table, "zieh karte")) == "already_drawn Rommee"
    assert told(typed(lying(BEGUN), "ziehen", seat=2)).startswith("not_in_turn")
    assert told(typed(lying(BEGUN), "ziehen 3")) == "? nothing 3"


def test_nehmen_takes_the_open_card() -> None:
    taken = typed(lying(BEGUN), "nimm karte")
    assert "hands 9C 8S 9S 10H JD," in now(taken)
    assert told(typed(taken.table, "nehmen")).startswith("already_drawn")
    assert told(typed(lying(BEGUN), "nehmen 2")).startswith("too_many_taken")
    assert told(typed(lying(BEGUN), "nehmen zwei")) == "? how_many zwei"


def test_nehmen_takes_several_cards_where_the_pile_is_a_staircase() -> None:
    table = lying("treppenromme / hands 8S 9S, 2C 3C / pile 2H 9C 10S / stock 20 / turn 1 3")
    taken = typed(table, "nehmen 2")
    assert "hands 9C 8S 9S 10S, 2C 3C / pile 2H" in now(taken)
    assert told(typed(table, "nehmen 4")).startswith("pile_too_small")


def test_ablegen_discards_a_card_and_ends_the_turn() -> None:
    drawn = typed(lying(BEGUN.replace("knocking ", "")), "z").table
    assert "pile 2H 9C JD" in now(typed(drawn, "ablegen b+"))
    assert told(typed(lying(BEGUN), "ablegen b+")).startswith("not_drawn")
    assert told(typed(drawn, "ablegen a+")).startswith("not_held")
    assert told(typed(drawn, "ablegen")) == "? card"
    assert told(typed(drawn, "ablegen karte")) == "? card karte"


def test_ablegen_of_the_last_card_ends_the_game() -> None:
    table = lying("rommee / hands JD, 2C 3C, 5H 5C / pile 2H / stock 40 / turn 1 20 drawn / opened 4 - -")
    ended = typed(table, "ablegen karo-bube").table
    assert ended.match is not None
    assert [game.points for game in ended.match.played] == [(0, 5, 10)]
    assert ended.finished[-1].result is not None


def test_rauslegen_lays_melds_from_the_hand() -> None:
    table = lying("rommee / hands JD QD KD 5S 5H 5C 2C, ?12, ?12 / pile 2H / stock 40 / turn 1 20 drawn / opened - - -")
    assert "table 1 JD QD KD, 1 5C 5S 5H" in now(typed(table, "rauslegen b+,d+,k+ | 5# 5o 5*"))
    assert told(typed(table, "rauslegen 5# 5o 5*")) == "opening_too_low Das Auslegen"
    assert told(typed(table, "rauslegen")) == "? cards"
    assert told(typed(table, "rauslegen b+ d+ | ")) == "? cards"


def test_anlegen_lays_cards_off_at_the_numbered_meld_in_front_or_behind() -> None:
    assert "QD KD AD" in now(typed(lying(BUILDING), "anlegen 1,b+"))
    assert "2 8D 9D 10D JD," in now(typed(lying(BUILDING), "anlegen 1,b+"))
    assert "3 QD KD AD *2D" in now(typed(lying(BUILDING), "anlegen 2 j hinten"))
    assert "3 *JD QD KD AD" in now(typed(lying(BUILDING), "anlegen 2 j vorn"))
    assert told(typed(lying(BUILDING), "anlegen 1 8o")).startswith("does_not_fit")
    assert told(typed(lying(BUILDING), "anlegen 9 b+")).startswith("no_such_meld")
    assert told(typed(lying(BUILDING), "anlegen b+")) == "? meld b+"


def test_ersetzen_takes_the_joker_for_its_card() -> None:
    table = lying(BUILDING.replace("8S 9S JD *", "7D 8S 9S JD"))
    swapped = now(typed(table, "ersetzen 3,7+"))
    assert "2 5D 6D 7D 8D" in swapped
    assert "/ owed * from 3" in swapped
    assert told(typed(table, "ersetzen 1,b+")).startswith("no_joker_for_card")
    assert told(typed(table, "ersetzen 3 j")) == "? natural_card *"
    assert told(typed(table, "ersetzen")) == "? meld"


def test_umbauen_takes_melds_apart_as_in_the_example_of_the_source() -> None:
    built = now(typed(lying(BUILDING), "umbauen 1,2 mit +b zu 8+,9+,10+,b+,d+,k+,a+"))
    assert "table 1 8D 9D 10D JD QD KD AD, 2 5D 6D *7D 8D" in built
    assert told(typed(lying(BUILDING), "umbauen 1,2 mit +b zu 8+,9+,10+ | d+,k+,a+")).startswith("card_left_over")
    assert told(typed(lying(BUILDING), "umbauen 1,2 zu 8+,9+,10+,b+,d+,k+")).startswith("card_left_over")
    assert told(typed(lying(BUILDING.replace(" rearranging", "")), "umbauen 1,2 mit +b zu 8+,9+,10+,b+,d+,k+,a+")) == (
        "no_rearranging Das Auseinanderreissen"
    )
    fixed = "rommeordnung / hands 2C 3C, ?3, ?3 / table 2 5H 6H 7H / stock 40 / turn 1 20 drawn / opened 3 9 9"
    assert told(typed(lying(fixed), "umbauen 1 zu 5H 6H 7H")) == "melds_stay § 6.3"
    assert told(typed(lying(BUILDING), "umbauen 1,7 mit +b zu 8+,9+,10+,b+")) == "no_such_meld"
    assert told(typed(lying(BUILDING), "umbauen 1,2 mit +b")) == "? new_melds"
    assert told(typed(lying(BUILDING), "umbauen alles")) == "? melds alles"


def test_erklopfen_asks_for_the_open_card_and_erlauben_gives_it() -> None:
    knocked = typed(lying(BEGUN), "erklopfen", seat=3)
    assert "/ asked 3" in now(knocked)
    assert told(typed(knocked.table, "ziehen")).startswith("must_take_discard")
    allowed = typed(knocked.table, "erlauben")
    assert "/ stock 38 / turn 1 20" in now(allowed)
    assert "claim granted" in now(allowed)
    assert allowed.table.game is not None
    assert len(allowed.table.game.position.hands[2]) == 6
    assert told(typed(lying(BEGUN), "erklopfen")).startswith("claim_in_turn")
    assert told(typed(lying(BEGUN), "erlauben")).startswith("nothing_asked")
    assert told(typed(lying(BEGUN), "erlauben bitte")) == "? nothing bitte"
    assert told(typed(lying(BEGUN), "erklopfen 9#", seat=3)) == "? nothing 9#"


def test_who_takes_the_card_himself_refuses_it_to_who_knocked() -> None:
    knocked = typed(lying(BEGUN), "erklopfen", seat=3).table
    taken = typed(knocked, "nehmen")
    assert "hands 9C 8S 9S 10H JD," in now(taken)
    assert told(typed(taken.table, "zurück")) == "nothing_to_take_back Kommandos"


def test_before_a_card_is_drawn_the_others_may_claim_the_open_one_or_waive_it() -> None:
    wanted = typed(lying(BEGUN), "ziehen")
    assert awaited(wanted.table) == (2, 3)
    assert told(typed(wanted.table, "ziehen")) == "others_may_claim Kommandos"
    assert told(typed(wanted.table, "nehmen")) == "others_may_claim Kommandos"
    waived = typed(wanted.table, "weiter", seat=2).table
    assert awaited(waived) == (3,)
    assert told(typed(waived, "weiter", seat=2)) == "nothing_to_claim Kommandos"
    assert "drawn" in now(typed(waived, "weiter", seat=3))
    asked = typed(waived, "erklopfen", seat=3).table
    assert awaited(asked) == (1,)
    assert told(typed(asked, "weiter ziehen")) == "? nothing ziehen"


def test_player_who_waives_before_the_draw_is_not_asked_for_this_card_and_is_asked_for_the_next() -> None:
    waived = typed(lying(BEGUN), "weiter", seat=2).table
    assert told(typed(waived, "weiter", seat=2)) == "nothing_to_claim Kommandos"
    assert told(typed(waived, "weiter")) == "nothing_to_claim Kommandos"
    assert "/ asked 2" in now(typed(waived, "erklopfen", seat=2))
    wanted = typed(waived, "ziehen").table
    assert awaited(wanted) == (3,)
    discarded = typed(typed(wanted, "weiter", seat=3).table, "ablegen 8S").table
    assert claimants(typed(discarded, "ziehen", seat=2).table) == (1, 3)


def test_weiter_immer_is_not_asked_in_this_game_and_may_still_knock() -> None:
    table = lying(BEGUN)
    for seat in (2, 3):
        table = typed(table, "weiter immer", seat=seat).table
    assert "drawn" in now(typed(table, "ziehen"))
    assert "/ asked 3" in now(typed(table, "erklopfen", seat=3))
    asked = typed(typed(table, "weiter fragen", seat=3).table, "ziehen").table
    assert awaited(asked) == (3,)
    assert "drawn" in now(typed(asked, "weiter immer", seat=3))
    assert not new_game(table).unasked
    assert told(typed(table, "weiter fragen")) == "nothing_to_claim Kommandos"
    assert told(typed(table, "weiter nie")) == "? nothing nie"
    assert told(typed(lying(FIRST), "weiter immer", seat=2)) == "nothing_to_claim"


def test_opponent_of_a_player_who_left_is_asked_although_the_player_was_not() -> None:
    table = typed(typed(lying(BEGUN), "weiter immer", seat=2).table, "aussteigen", seat=2).table
    assert awaited(typed(table, "ziehen").table) == (2, 3)


def test_program_waives_for_the_player_whose_own_discard_lies_open() -> None:
    table = typed(lying(BEGUN.replace("turn 1 20", "turn 1 20 drawn")), "ablegen 8S").table
    wanted = typed(table, "ziehen", seat=2).table
    assert awaited(wanted) == (1, 3)
    assert [seat for seat in awaited(wanted) if answers_itself(wanted, seat)] == [1]
    assert decide(wanted, 1, random.Random(1)) == Command(Word.WAIVE)
    assert not answers_itself(typed(table, "erklopfen", seat=3).table, 1)


def test_among_contracts_the_first_in_the_order_of_play_gets_the_card_that_several_want() -> None:
    table = lying(
        "contract / hands 8S 9S, 2C 3C, 5H 5C, 7D 7S / pile 2H 9C / stock 40 / turn 1 20 / opened - - - - / round 1"
    )
    wanted = typed(table, "ziehen").table
    for seat, line in ((4, "erklopfen"), (2, "weiter"), (3, "erklopfen")):
        wanted = typed(wanted, line, seat=seat).table
    assert wanted.game is not None
    assert [len(hand) for hand in wanted.game.position.hands] == [3, 2, 4, 2]
    assert wanted.game.position.drawn


def test_karten_stand_sonderregeln_mitspieler_and_hilfe_change_nothing() -> None:
    table = lying(BEGUN)
    for line in ("karten", "stand", "sonderregeln", "mitspieler", "hilfe", "hilfe umb", "?"):
        shown = typed(table, line)
        assert (told(shown), shown.table) == ("ok", table)
    assert told(typed(table, "karten alle")) == "? nothing alle"
    assert told(typed(table, "hilfe quatsch")) == "? command quatsch"
    assert told(typed(table, "stand 3")) == "? nothing 3"
    assert told(typed(table, "sonderregeln klopfen")) == "? nothing klopfen"
    assert told(typed(table, "mitspieler 2")) == "? nothing 2"


@pytest.mark.parametrize(
    ("line", "hand"),
    [
        ("sortiere wert", "8S 9S 10H JD"),
        ("sortieren farbe", "8S 9S 10H JD"),
        ("sortiere b+,10*,9o,8o", "JD 10H 9S 8S"),
        ("sortiere b+ vor 8o", "JD 8S 9S 10H"),
        ("sortiere 8o hinter 10*", "9S 10H 8S JD"),
    ],
)
def test_sortieren_orders_only_the_players_hand(line: str, hand: str) -> None:
    table = lying(BEGUN)
    answer = typed(table, line)
    assert told(answer) == "ok"
    assert format_cards(answer.table.hand(1)) == hand
    assert answer.table.game == table.game


def test_sortieren_refuses_cards_that_are_not_held() -> None:
    assert told(typed(lying(BEGUN), "sortiere b+ vor a+")) == "not_beside Kommandos"
    assert told(typed(lying(BEGUN), "sortiere b+,10*")) == "not_the_whole_hand Kommandos"
    assert told(typed(lying(BEGUN), "sortieren")) == "? sorting"
    assert told(typed(lying(BEGUN), "sortieren schön")) == "? sorting schön"


def test_a_new_card_stands_behind_an_own_order() -> None:
    table = typed(lying(BEGUN), "sortiere b+,10*,9o,8o").table
    assert format_cards(typed(table, "nehmen").table.hand(1)) == "JD 10H 9S 8S 9C"


def test_spiel_abbrechen_ends_a_game_that_everybody_wants_to_end() -> None:
    table = lying(BEGUN)
    for seat in (1, 2):
        table = typed(table, "spiel abbrechen", seat=seat).table
        assert table.playing
    table = typed(table, "spiel abbrechen", seat=3).table
    assert not table.playing
    assert table.match is not None
    assert table.match.played == ()
    assert told(typed(table, "spiel abbrechen")) == "no_game Kommandos"
    assert told(typed(table, "spiel abbrechen sofort")) == "? nothing sofort"


def test_a_game_that_was_broken_off_is_dealt_again_by_the_same_dealer_with_other_cards() -> None:
    first = typed(gathered(), "mischen").table
    ended = first
    for seat in (1, 2, 3):
        ended = typed(ended, "spiel abbrechen", seat=seat).table
    assert first.game is not None
    dealer = first.game.record.dealer
    assert awaited(ended) == (dealer,)
    again = typed(ended, "mischen", seat=dealer or 0).table
    assert again.game is not None
    assert (again.game.record.game, again.game.record.dealer) == (1, dealer)
    assert again.game.record.seed != first.game.record.seed


def test_aussteigen_leaves_the_cards_to_an_opponent_until_the_player_comes_back() -> None:
    left = typed(lying(BEGUN), "aussteigen", seat=2).table
    assert left.players[1].plays is Plays.STRONG
    assert told(typed(left, "aussteigen", seat=2)) == "plays_by_itself Kommandos"
    back = interpret(left, 0, "mitspielen Bernd").table
    assert back.players[1].plays is Plays.PERSON
    assert [player.name for player in typed(gathered(), "aussteigen", seat=2).table.players] == ["Anna", "Cora"]
    assert told(typed(left, "aussteigen bitte")) == "? nothing bitte"


def test_rauswerfen_is_for_absent_players() -> None:
    table = lying(BEGUN)
    assert told(typed(table, "rauswerfen Bernd")) == "still_there Kommandos"
    thrown = interpret(table, 1, "rauswerfen bernd", absent={2})
    assert thrown.table.players[1].plays is Plays.STRONG
    assert told(typed(table, "rauswerfen Anna")) == "oneself Kommandos"
    assert told(typed(table, "rauswerfen Zoe")) == "no_such_player Kommandos"
    assert told(typed(table, "rauswerfen")) == "? name"


def test_gegner_seats_opponents() -> None:
    table = typed(gathered(people=1), "gegner stark 2").table
    assert [player.plays for player in table.players] == [Plays.PERSON, Plays.STRONG, Plays.STRONG]
    assert told(typed(table, "gegner einfach 4")) == "table_full Kommandos"
    assert told(typed(table, "gegner mittel")) == "? opponent mittel"


def test_wort_goes_into_the_next_deal_alone_and_only_before_it() -> None:
    promised = gathered().commitment
    said = typed(typed(gathered(), "wort guter Stern").table, "wort Glück", seat=2).table
    assert words_of(said) == ("guter_Stern", "Glück", "")
    assert words_of(typed(said, "wort").table) == ("", "Glück", "")
    assert said.commitment == promised
    dealt, without = typed(said, "mischen").table, typed(gathered(), "mischen").table
    assert dealt.game is not None
    assert without.game is not None
    assert (dealt.game.record.words, dealt.game.record.shuffle) == (("guter_Stern", "Glück", ""), promised)
    assert dealt.game.position != without.game.position
    assert words_of(dealt) == dealt.game.record.words
    assert told(typed(dealt, "wort neu")) == "word_after_deal Kommandos"
    broken = typed(typed(typed(dealt, "spiel abbrechen").table, "spiel abbrechen", 2).table, "spiel abbrechen", 3).table
    assert words_of(broken) == ("", "", "")
    assert told(typed(broken, "WORT neu")) == "ok"
    assert told(interpret(gathered(), 0, "wort neu")) == "not_seated Kommandos"
    for nonsense in ("-", 'a"b', "x" * 31, "[a]"):
        assert told(typed(gathered(), f"wort {nonsense}")).startswith("? shuffle_word")


def test_words_of_a_deal_stand_in_its_record_and_prove_it() -> None:
    table = typed(typed(gathered(), "wort Kleeblatt", seat=3).table, "mischen").table
    assert table.game is not None
    read = parse_record(format_record(table.game.record))
    assert read.words == ("", "", "Kleeblatt")
    assert replay(read).valid
    assert not replay(replace(read, words=("", "", "Hufeisen"))).valid


@pytest.mark.parametrize("people", [3, 4])
def test_joker_of_the_cut_is_kept_or_left_as_the_cutter_chose(people: int) -> None:
    jokers = 0
    for number in range(150):
        table = replace(gathered("rommeordnung", people), secret=number.to_bytes(32))
        cutter = table.cutter
        assert cutter == people
        tables = [typed(table, f"joker {choice}", seat=cutter).table for choice in ("nehmen", "lassen")]
        keeps, leaves = (new_game(chosen).game for chosen in tables)
        assert keeps is not None
        assert leaves is not None
        pack = FairDraw(leaves.record.seed or b"", (), 1, 0).order(play.whole_pack(table.rules, people))
        jokers += pack[0] == JOKER
        assert leaves.position == play.deal(table.rules, pack, people, dealer=1)
        assert keeps.position == play.deal(table.rules, pack, people, dealer=1, joker_cut=pack[0] == JOKER)
        for game, kept in ((keeps, pack[0] == JOKER), (leaves, False)):
            assert game.record.lines[0] == Act(cutter, Verb.CUT, (JOKER,) if kept else ())
            assert replay(parse_record(format_record(game.record))).valid
    assert jokers > 3


def test_joker_of_the_cut_is_chosen_for_later_deals_and_opponents_keep_it() -> None:
    chosen = typed(gathered("rommeordnung"), "joker lassen", seat=3).table
    assert [player.leaves_joker for player in new_game(chosen).players] == [False, False, True]
    dealt = typed(chosen, "mischen").table
    assert dealt.cutter is None
    assert not typed(dealt, "joker nehmen", seat=3).table.players[2].leaves_joker
    secret = next(
        secret
        for number in range(200)
        if (game := new_game(replace(gathered("rommeordnung"), secret=(secret := number.to_bytes(32)))).game)
        and game.position.cut_joker
    )
    left = replace(chosen, secret=secret)
    for plays, cut in ((Plays.PERSON, None), (Plays.STRONG, 3)):
        game = new_game(replace(left, players=(*left.players[:2], replace(left.players[2], plays=plays)))).game
        assert game is not None
        assert game.position.cut_joker == cut
    assert told(typed(gathered(), "joker lassen")) == "no_cut_joker Kommandos"
    assert told(typed(gathered("rommeordnung"), "joker")) == "? cut_joker"
    online = new_game(gathered()).game
    assert online is not None
    assert "cut" not in format_record(online.record)


def test_ansagen_ends_a_game_in_which_nothing_is_laid_out() -> None:
    table = lying(
        "classic without_laying_out=7 / hands 5C 6C 7C 8C 9S 9H 9D KD KS KC, ?10 / pile 2H / stock 40 / turn 1 9"
    )
    announced = typed(table, "ansagen")
    assert told(announced) == "ok"
    assert "announced 1" in now(announced)
    assert told(typed(lying(BEGUN), "ansagen")).startswith("no_announcement")
    assert told(typed(table, "ansagen alles")) == "? card alles"


def test_handromme_lays_everything_at_one_stroke() -> None:
    stroke = typed(
        lying(
            FIRST.replace(
                "?13, ?13", "2C 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS, 2D 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD AD"
            )
        ),
        "handromme",
    )
    assert told(stroke) == "ok"
    assert stroke.table.match is not None
    assert stroke.table.match.played[0].rummy_hand
    undrawn = lying("rommee / hands 5C 6C 7C 8C 9S 9H 9D, ?12, ?12 / stock 40 / turn 1 7 / opened - - -")
    assert told(typed(undrawn, "handrommé")).startswith("not_drawn")
    assert told(typed(lying(BUILDING), "handrommé")) == "rummy_hand_not_possible Kommandos"
    classic = lying("classic / hands 5C 6C, ?10 / pile 2H / stock 40 / turn 1 9 drawn")
    assert told(typed(classic, "handrommé")) == "no_rummy_hand"
    assert told(typed(lying(BUILDING), "handrommé bitte")) == "? card bitte"


def test_ausgehen_ends_the_game_without_a_discard_where_that_is_allowed() -> None:
    table = lying("classic / hands -, 2C 3C / table 1 7C 8C 9C / pile 2H / stock 40 / turn 1 9 drawn / opened 4 -")
    assert typed(table, "ausgehen").table.finished[-1].result is not None
    assert told(typed(lying(BUILDING), "ausgehen")).startswith("no_discard")
    assert told(typed(table, "ausgehen jetzt")) == "? card jetzt"


def test_passen_is_for_a_player_that_may_discard_no_card() -> None:
    line = "rommeordnung / hands * *, 2C 3C, 5C 6C / table 2 {} / pile 2H / stock 40 / turn 1 9 drawn / opened 4 5 6"
    table = lying(line.format("7H 7S 7C 7D"))
    assert "turn 2 10" in now(typed(table, "passen"))
    assert told(typed(lying(line.format("7H 8H 9H")), "passen")) == "laying_possible § 6.5"
    assert told(typed(lying(BUILDING), "passen")).startswith("discard_possible")
    assert told(typed(table, "passen wir")) == "? nothing wir"


def test_game_in_which_nobody_can_take_a_card_any_more_is_broken_off_and_dealt_again() -> None:
    table = lying(
        "rommeordnung / hands * *, 2C 3C, 5C 6C / table 2 7H 7S 7C 7D / pile - / turn 1 9 drawn / opened 4 5 6"
    )
    then = typed(table, "passen").table
    assert then.finished[-1].result is None
    assert not then.playing
    assert then.number == table.number


def test_zurueck_takes_back_the_last_acts_of_the_players_turn() -> None:
    table = lying(BUILDING)
    laid = typed(typed(table, "anlegen 1 b+").table, "anlegen 2 j hinten").table
    once = typed(laid, "zurück").table
    assert "JD, 3 QD KD AD, 2" in now(typed(once, "karten"))
    assert typed(once, "zurueck").table.game == table.game
    assert told(typed(table, "zurück")) == "nothing_to_take_back Kommandos"
    assert told(typed(laid, "zurück", seat=2)) == "nothing_to_take_back Kommandos"
    assert told(typed(laid, "zurück alles")) == "? nothing alles"


def test_zurueck_goes_never_behind_a_card_that_was_drawn_or_a_turn_that_ended() -> None:
    drawn = typed(lying(BEGUN.replace("knocking ", "")), "ziehen").table
    assert told(typed(drawn, "zurück")) == "nothing_to_take_back Kommandos"
    ended = typed(drawn, "ablegen b+").table
    assert told(typed(ended, "zurück")) == "nothing_to_take_back Kommandos"
    taken = typed(lying(BEGUN), "nehmen").table
    assert typed(taken, "zurück").table.game == lying(BEGUN).game


def test_who_does_not_sit_at_the_table_can_only_sit_down() -> None:
    assert told(interpret(lying(BEGUN), 0, "ziehen")) == "not_seated Kommandos"
    assert told(interpret(lying(BEGUN), 0, "stand")) == "ok"


def test_before_the_deal_there_is_no_game_to_play_in() -> None:
    for line in ("ziehen", "nehmen", "ablegen b+", "rauslegen b+ d+ k+", "zurück", "sortiere wert"):
        assert told(typed(gathered(), line)) == "no_game Kommandos"


@pytest.mark.parametrize("word", Word)
def test_every_command_is_known_by_its_whole_word_in_any_case(word: Word) -> None:
    for line in (word.value, word.value.upper()):
        answer = typed(gathered(), line)
        assert answer.unread is None or answer.unread.word is word


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("erk", Word.KNOCK),
        ("erl", Word.ALLOW),
        ("eroffnen", Word.OPEN),
        ("ZURUECK", Word.UNDO),
        ("spiel abb", Word.BREAK_OFF),
        ("nimm", Word.TAKE),
        ("z", Word.DRAW),
        ("handromme", Word.RUMMY_HAND),
    ],
)
def test_a_beginning_without_umlauts_is_enough(line: str, word: Word) -> None:
    answer = typed(gathered(), line)
    assert answer.command is not None
    assert answer.command.word is word


def test_a_beginning_that_can_mean_several_names_them() -> None:
    answer = typed(gathered(), "mitspiel")
    assert answer.unread is not None
    assert answer.unread.choice == ("mitspielen", "mitspieler")
