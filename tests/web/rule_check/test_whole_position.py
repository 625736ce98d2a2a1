"""A referee's position gets one answer: the cards that may be taken, laid, laid off and discarded."""

from urllib.parse import urlsplit

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from romme_turnier.core.rules.play import parse_position
from romme_turnier.web.rule_check.answers import answer
from romme_turnier.web.rule_check.case import Case, Entry, Tick
from romme_turnier.web.rule_check.case_copy import kept_case
from romme_turnier.web.rule_check.verdict import Answer, Verdict
from romme_turnier.web.rule_check.whole_position import case_of

OPENED = "frage=lage&tisch=4H 5H 6H / 9S 9C *&hand=7H 9D KD&ausgelegt=1"


def parts(query: str) -> dict[str, Answer]:
    found = answer(Case.read(QueryDict(query)))
    assert found is not None
    return {part.question: part.answer for part in found.parts}


def cards(found: Answer) -> list[str]:
    return [" ".join(card.name for card in meld.cards) for meld in found.melds]


def test_who_has_laid_out_is_told_each_card_that_can_be_laid_off() -> None:
    found = parts(OPENED)
    assert cards(found["Darf ich anlegen?"]) == ["Herz 4 Herz 5 Herz 6 Herz 7", "Pik 9 Kreuz 9 Joker Karo 9"]
    assert found["Darf ich den Joker holen?"].verdict is Verdict.NO
    assert found["Darf ich das abwerfen?"].headline == "Ja, jede dieser Karten"


def test_who_has_not_laid_out_is_told_so_and_what_could_be_laid_6_3_6_11() -> None:
    found = parts("frage=lage&tisch=4H 5H 6H&hand=7H 10C JC QC 2S")
    assert found["Darf ich auslegen?"].headline == "Es reicht nicht: Höchstens 30 Augen lassen sich legen."
    assert found["Darf ich anlegen?"].reasons == (
        "Wer noch nicht ausgelegt hat, darf die Kombinationen auf dem Tisch nicht nutzen (§ 6.11)",
    )


def test_who_can_lay_out_is_told_what_can_be_laid_off_in_the_same_turn_6_11() -> None:
    found = parts("frage=lage&tisch=5H 6H 7H / 9S * JS&hand=8H KS KH KD 9S 9H 9D 2C 10S")
    assert found["Darf ich auslegen?"].headline == "Sie könnten so auslegen, 57 Augen:"
    laying_off = found["Darf ich anlegen?"]
    assert (laying_off.verdict, laying_off.headline) == (
        Verdict.TOLD,
        "Erst nach dem Auslegen, dann auch im selben Zug: Herz 8",
    )
    assert laying_off.clause == "§ 6.11"
    assert found["Darf ich den Joker holen?"].headline == "Erst nach dem Auslegen, dann auch im selben Zug: Pik 10"
    # A king that the laying-out needs is none of them.
    needed = parts("frage=lage&tisch=QH JH 10H&hand=KH KS KD KC 2C")["Darf ich anlegen?"]
    assert needed.headline == "Nein, mit keiner dieser Karten"


def test_card_next_to_its_joker_is_put_on_it_only_by_a_player_that_could_have_taken_the_joker_6_8() -> None:
    query = "frage=lage&tisch=9H * JH&hand=10H KS 2C"
    assert not parts(query)["Darf ich anlegen?"].remedy
    assert parts(f"{query}&ausgelegt=1")["Darf ich anlegen?"].remedy.startswith("Liegt Herz 10 schon daneben")


def test_last_card_of_the_last_contract_is_not_discarded() -> None:
    query = "frage=lage&regeln=contract&tisch=4H 5H 6H 7H&hand=9C&ausgelegt=1"
    assert parts(query)["Darf ich das abwerfen?"].verdict is Verdict.YES
    found = parts(f"{query}&kontrakt=7")["Darf ich das abwerfen?"]
    assert found.reasons == ("Die letzte Karte darf hier nicht abgelegt werden (Ende einer Runde - Aus gehen)",)


def test_card_that_fits_is_named_where_the_next_has_laid_out_and_goes_back_6_9_7_2() -> None:
    found = parts(f"{OPENED}&naechster=1")["Darf ich das abwerfen?"]
    assert found.headline == "Nicht jede dieser Karten"
    assert any("Herz 7 ist ein Anleger" in reason for reason in found.reasons)
    assert "§ 7.2" in found.remedy


def test_open_card_is_part_of_it_where_it_is_named_7_3() -> None:
    question = "Darf ich die offene Karte nehmen?"
    assert question not in parts(OPENED)
    assert parts(f"{OPENED}&karte=2C")[question].verdict is Verdict.NO
    assert cards(parts(f"{OPENED}&karte=8H")[question]) == ["Herz 4 Herz 5 Herz 6 Herz 7 Herz 8"]


def test_joker_that_a_card_can_take_is_shown_6_11() -> None:
    found = parts("frage=lage&tisch=4H 5H *&hand=6H KD&ausgelegt=1")
    assert cards(found["Darf ich den Joker holen?"]) == ["Herz 4 Herz 5 Herz 6"]
    assert "§ 6.8" in found["Darf ich anlegen?"].remedy


def test_what_lies_and_is_no_meld_is_said_before_anything_else() -> None:
    found = answer(Case.read(QueryDict("frage=lage&tisch=4H 6H&hand=2H")))
    assert found is not None
    assert found.verdict is Verdict.NO
    assert found.parts == ()


def test_contract_has_a_question_of_its_own() -> None:
    assert "Darf ich auslegen?" not in parts("frage=lage&regeln=contract&tisch=4H 5H 6H 7H&hand=8H 9C")


@pytest.mark.usefixtures("cast")
def test_page_shows_every_part(client: Client) -> None:
    page = client.get(reverse("rule_check:check"), QueryDict(OPENED).dict()).content.decode()
    assert page.count('class="verdict__part') == 4
    assert "Ja, jede dieser Karten" in page


def test_dispute_keeps_every_part_in_words() -> None:
    kept = kept_case(OPENED)
    assert kept is not None
    assert "Darf ich anlegen? Ja, so liegt es dann (§ 6.11):" in kept.reasons
    assert "Herz 4, Herz 5, Herz 6, Herz 7" in kept.reasons


def test_end_that_can_be_announced_or_won_by_one_suit_is_part_of_it_where_that_is_agreed_upon() -> None:
    agreed = "regeln=classic&vereinbart=without_laying_out%3D7&vereinbart=one_suit"
    hearts = "AH QH 10H 9H 9H 8H 8H 6H 5H 3H"
    found = parts(f"frage=lage&{agreed}&hand={hearts} 2C")
    assert found["Darf ich ansagen?"].verdict is Verdict.NO
    assert cards(found["Gewinnt meine Hand in einer Farbe?"])[1:] == ["Kreuz 2"]
    too_few = parts(f"frage=lage&{agreed}&hand={hearts.replace('3H', '3C')} 2C")["Gewinnt meine Hand in einer Farbe?"]
    assert "mehr als 9 Karten" in too_few.reasons[0]
    three = parts(f"frage=lage&{agreed}&hand=2H 3H 4H 5C")["Darf ich ansagen?"]
    assert three.headline == "Ja, angesagt wird mit 5 Augen"
    assert {"Darf ich ansagen?", "Gewinnt meine Hand in einer Farbe?"}.isdisjoint(
        parts(f"frage=lage&regeln=classic&hand={hearts} 2C")
    )


POSITION = (
    "rommeordnung / hands KS 9H, ?13, ?13 / table 2 5H 6H 7H, 3 9S *10S JS / pile ?3 4C / stock 57 / turn 1 10"
    " / opened 4 5 -"
)


def test_position_of_a_game_is_the_case_that_somebody_would_tap() -> None:
    case = case_of(parse_position(POSITION))
    assert case is not None
    assert Case.read(QueryDict(urlsplit(case.address).query)) == case
    assert case.texts == {"tisch": "♥5 ♥6 ♥7 / ♠9 *♠10 ♠B", "hand": "♠K ♥9", "karte": "♣4"}
    assert case.ticks == {Tick.OPENED, Tick.NEXT_OPENED}
    drawn = case_of(parse_position(POSITION.replace("turn 1 10", "turn 3 10 drawn").replace("?13, ?13", "?13, 2C")))
    assert drawn is not None
    assert (drawn.texts[Entry.CARD], drawn.ticks) == ("", frozenset({Tick.NEXT_OPENED}))


@pytest.mark.parametrize("changed", ["turn 2 10", "turn 1 10 / over nobody"])
def test_position_with_a_hidden_hand_in_turn_or_after_the_end_is_no_case(changed: str) -> None:
    assert case_of(parse_position(POSITION.replace("turn 1 10", changed))) is None
