"""The text of "hilfe": commands of the table's rules, and examples that can be typed and are allowed."""

from __future__ import annotations

import pytest

from romme_turnier.core.playing.commands.cards import read_card, written
from romme_turnier.core.playing.commands.command import format_command
from romme_turnier.core.playing.commands.reading import CommandError, parse_command
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.examples import example, words_at
from romme_turnier.core.rules.system.cards import JOKER, NAMED, Card
from tests.core.playing.tables import gathered, lying, now, told, typed

EVERY_CARD = [*range(52), JOKER, *(NAMED + natural for natural in range(52))]
FITTING = (
    "rommeordnung / hands 8H KS *, 2C, 5C / table 2 5H 6H 7H / pile 2H / stock 40 / turn 1 9 drawn / opened {} 5 6"
)


def shown(word: Word, line: str) -> str:
    return format_command(example(word, lying(line), 1), written)


@pytest.mark.parametrize("card", EVERY_CARD)
def test_every_card_is_read_as_it_is_shown(card: Card) -> None:
    assert read_card(written(card), online=False) == card
    assert read_card(written(card), online=True) == card


def test_6_9_6_10_card_to_discard_is_no_joker_and_fits_nowhere() -> None:
    assert shown(Word.DISCARD, FITTING.format(4)) == "ablegen Pik-König"
    jokers = FITTING.format(4).replace("8H KS *", "* * *")
    assert "*" not in shown(Word.DISCARD, jokers)


def test_6_11_card_to_lay_off_is_shown_only_if_it_may_be_laid_off() -> None:
    assert shown(Word.LAY_OFF, FITTING.format(4)) == "anlegen 1 Herz-8"
    assert told(typed(lying(FITTING.format(4)), "anlegen 1 Herz-8")) == "ok"
    assert shown(Word.LAY_OFF, FITTING.format("-")) == "anlegen 1 Karo-Bube"


def test_umbauen_shows_several_melds_with_a_stroke_between() -> None:
    line = FITTING.format(4).replace("rommeordnung", "rommee rearranging")
    assert shown(Word.REBUILD, line) == (
        "umbauen 1,2 mit Karo-Bube zu Karo-8 Karo-9 Karo-10 Karo-Bube | Karo-Dame Karo-König Karo-Ass"
    )


@pytest.mark.parametrize(
    ("system", "unknown"),
    [
        ("rommeordnung", {Word.KNOCK, Word.ALLOW, Word.WAIVE, Word.REBUILD, Word.ANNOUNCE, Word.PLAY_WITH}),
        ("classic", {Word.KNOCK, Word.ALLOW, Word.REBUILD, Word.RUMMY_HAND, Word.PASS}),
        ("rommee", {Word.ANNOUNCE, Word.PASS}),
        ("treppenromme", {Word.KNOCK, Word.SWAP, Word.REBUILD, Word.ANNOUNCE, Word.PASS}),
        ("contract", {Word.ALLOW, Word.REBUILD, Word.RUMMY_HAND, Word.ANNOUNCE}),
    ],
)
def test_only_commands_of_the_rule_system_are_listed(system: str, unknown: set[Word]) -> None:
    listed = words_at(gathered(system))
    assert not unknown & {*listed}
    assert {Word.DRAW, Word.TAKE, Word.DISCARD, Word.LAY_OUT, Word.LAY_OFF, Word.HELP} <= {*listed}


@pytest.mark.parametrize(
    ("system", "choice"),
    [
        ("rommeordnung", {"spiele"}),
        ("rommee", {"startwert", "runden", "klopfen", "umbauen"}),
        ("treppenromme", {"punktzahl"}),
    ],
)
def test_what_cannot_be_agreed_upon_is_not_offered(system: str, choice: set[str]) -> None:
    table = gathered(system)
    with pytest.raises(CommandError) as unread:
        parse_command("bestimmen quatsch 3", rules=table.rules)
    assert {*unread.value.choice} == choice


STAIRCASE = "treppenromme / hands 2C 3D, 4S 5S / pile QS 9D 2H AC 7S / stock 40 / turn 1 9"


def test_das_abspiel_a_wanted_card_brings_all_that_lie_on_it() -> None:
    assert "pile QS / " in now(typed(lying(STAIRCASE), "nehmen 9D"))
    assert now(typed(lying(STAIRCASE), "nimm Karo-9")) == now(typed(lying(STAIRCASE), "nehmen 4"))
    assert told(typed(lying(STAIRCASE), "nehmen KD")).startswith("card_elsewhere")
    assert told(typed(lying(STAIRCASE), "nehmen viele")) == "? how_many viele"
    top = "rommee / hands 2C 3D, 4S 5S, 6S / pile 9D 2H / stock 40 / turn 1 9"
    assert told(typed(lying(top), "nehmen 2H")) == "ok"
    assert told(typed(lying(top), "nehmen 9D")).startswith("too_many_taken")


SET_WITH_JOKER = "rommee / hands 10S 10D * KS 2C, 4S 5S, 6S / pile 9D / stock 40 / turn 1 9 drawn"


def test_das_auslegen_joker_of_a_set_gets_a_missing_suit_if_it_is_not_named() -> None:
    assert "table 1 10S 10D *10C" in now(typed(lying(SET_WITH_JOKER), "rauslegen 10S 10D *"))
    assert "table 1 10S 10D *10H" in now(typed(lying(SET_WITH_JOKER), "rauslegen 10S 10D *10H"))
    classic = SET_WITH_JOKER.replace("rommee", "classic").replace("10S 10D * KS", "10S 10D * AS AD AH KS")
    assert "10S 10D *" in now(typed(lying(classic), "rauslegen 10S 10D * | AS AH AD"))


def test_iii_6_joker_of_a_set_has_no_name_where_it_has_no_suit() -> None:
    line = "rommeordnung / hands KS KH KD * 2C, 4S, 6S / pile 9D / stock 40 / turn 1 9 drawn"
    done = typed(lying(line), "rauslegen KD KH *AS KS")
    assert done.command is not None
    assert format_command(done.command) == "rauslegen KD KH * KS"
