"""Spiel nachspielen without a script: steps, views, breaches of the rules, the end, and unreadable records."""

import re
from collections.abc import Iterable
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from romme_turnier.core.rules.record import Act, Verb, format_record, parse_record, replay
from romme_turnier.core.rules.system.cards import format_cards
from romme_turnier.paths import RESOURCES
from romme_turnier.tournament.shared.rule_words.cards import card_name
from romme_turnier.web.replay.page import MOST_FINDINGS
from romme_turnier.web.replay.submission import LONGEST_LINE, MOST_BYTES, MOST_LINES
from tests.cast import Cast
from tests.core.rules.record.games import played
from tests.core.rules.record.told import DEAL, OPENING, TAGS

EXAMPLE = (RESOURCES / "fixtures" / "example-game.romme").read_text("utf-8")
GAME = TAGS + DEAL + OPENING


@pytest.fixture(autouse=True)
def somebody(cast: Cast) -> None:
    """The program is set up."""


def page(text: str, **sent: object) -> str:
    answer = Client().post(reverse("replay:replay"), {"aufzeichnung": text, **sent})
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))


def said(html: str) -> str:
    match = re.search(r"data-said>([^<]*)<", html)
    assert match
    return match[1]


def why(html: str) -> list[str]:
    match = re.search(r"data-why.*?</ul>", html)
    assert match
    return re.findall(r"<li>([^<]*)</li>", match[0])


def drawn(html: str) -> list[str]:
    """The names of the cards of the position, in the order of the page."""
    match = re.search(r"data-position.*?<template", html)
    assert match
    return re.findall(r'role="img" aria-label="([^"]*)"', match[0])


def named(cards: Iterable[int]) -> list[str]:
    return [card_name(card) for card in format_cards(cards).split()]


# Steps


def test_page_before_a_record_is_given_asks_for_one_and_offers_an_example() -> None:
    html = Client().get(reverse("replay:replay")).content.decode()
    assert "Beispiel ansehen" in html
    assert 'name="aufzeichnung"' in html


def test_example_is_a_whole_game_with_one_act_against_the_rules_and_a_ruling() -> None:
    record = parse_record(EXAMPLE)
    replayed = replay(record)
    assert (replayed.valid, replayed.row) == (True, record.result)
    assert [finding.violations[0].code for finding in replayed.irregular] == ["joker_discarded"]
    html = page("", beispiel="1")
    assert "Schritt <span data-number>1</span> von 62" in html
    assert said(html) == "Platz 1 gibt, alle haben ihre Karten"


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (1, "Platz 1 gibt, alle haben ihre Karten"),
        (2, "Platz 2 legt aus: Herz 9, Joker als Herz 10, Herz Bube | Kreuz Dame, Pik Dame, Karo Dame"),
        (3, "Platz 2 legt ab: Kreuz König"),
        (99, "Platz 2 legt ab: Kreuz König"),
        (0, "Platz 1 gibt, alle haben ihre Karten"),
        ("vier", "Platz 1 gibt, alle haben ihre Karten"),
    ],
)
def test_every_step_has_its_sentence_and_there_is_none_beyond_the_last(step: object, sentence: str) -> None:
    html = page(GAME, schritt=step)
    assert said(html) == sentence
    assert html.count('aria-current="step"') == 1


def test_position_shows_hands_melds_with_number_and_owner_pile_stock_turn_and_who_has_opened() -> None:
    html = page(GAME, schritt=3)
    position = replay(parse_record(GAME)).position
    assert position is not None
    on_table = [card for meld in position.table for card in meld.cards]
    assert drawn(html) == [*named(card for hand in position.hands for card in hand), "Kreuz König", *named(on_table)]
    for words in (
        "Platz 2, Nr. 14 <span data-words>7 Karten, hat ausgelegt<",
        "Platz 3, Nr. 18 <span data-words>13 Karten, ist am Zug<",
        "Kombination 2, von Platz 2",
        "Verdeckter Stapel: 70 Karten",
        "Offener Stapel: 1 Karte",
    ):
        assert words in html


def test_record_goes_back_with_the_page_and_nothing_else_keeps_it() -> None:
    html = page(GAME)
    assert "2 lay m1 9H *10H JH" in html
    assert "sessionid" not in Client().post(reverse("replay:replay"), {"aufzeichnung": GAME}).cookies


def test_file_is_read_as_what_is_pasted() -> None:
    html = page("", datei=SimpleUploadedFile("spiel.romme", b"\xef\xbb\xbf" + GAME.encode()))
    assert said(html) == "Platz 1 gibt, alle haben ihre Karten"


def test_page_is_english_for_english_readers() -> None:
    client = Client(headers={"accept-language": "en"})
    answer = client.post(reverse("replay:replay"), {"aufzeichnung": GAME})
    assert answer.headers["Content-Language"] == "en"
    assert "Table 7" in answer.content.decode()


# Breaches of the rules


def test_act_against_the_rules_is_named_with_its_clause_and_the_game_goes_on() -> None:
    html = page(TAGS + DEAL + "2 discard *\n3 draw 4H\n", schritt=2)
    assert why(html) == ["Ein Joker darf nur als letzte Karte abgelegt werden (§ 6.10)"]
    assert "1 Schritt ist zweifelhaft" in html
    assert re.search(r'data-to="doubtful"', html)
    assert re.search(r'replay__act--fault" type="submit" name="schritt" value="2".*?Verstoß', html)
    assert 'name="schritt" value="3"' in html


def test_act_that_the_record_marks_says_who_noticed_it() -> None:
    html = page(EXAMPLE, schritt=52)
    assert said(html) == "Nicht nach den Regeln: Platz 1 legt ab: Joker"
    assert why(html) == ["Bemerkt hat es Platz 2", "Ein Joker darf nur als letzte Karte abgelegt werden (§ 6.10)"]
    assert said(page(EXAMPLE, schritt=53)).startswith("Anordnung nach § 6.10: Der Joker geht zurück")
    harmless = page(TAGS + DEAL + "! 2 discard KC\n", schritt=2)
    assert why(harmless) == ["Vermerkt ist ein Verstoß, die Regeln verbieten es aber nicht"]


def test_check_that_fails_is_shown_next_to_the_previous_step() -> None:
    html = page(GAME + "= stock 69\n= turn 3\n", schritt=3)
    line = 1 + (TAGS + DEAL + OPENING).count("\n")
    assert why(html) == [f"In Zeile {line} steht „= stock 69“, erwartet: Karten im verdeckten Stapel: 70"]
    assert "2 Prüfungen in der Aufzeichnung, davon falsch: 1." in html


def test_view_of_a_seat_that_is_given_as_a_record_cannot_be_replayed() -> None:
    html = page(TAGS + DEAL.replace("10C QH", "?? ??"))
    assert "erwartet: Karten, die bekannt sind" in why(html)[0]


def test_replay_ends_where_something_cannot_have_happened() -> None:
    html = page(GAME + "3 discard AH\n1 draw 4H\n", schritt=99)
    assert "Schritt <span data-number>4</span> von 4" in html
    assert "Herz Ass ist nicht auf der Hand" in why(html)
    assert "Weiter lässt sich das Spiel nicht nachspielen." in html


def test_deal_that_cannot_have_been_so_is_said_and_nothing_is_drawn() -> None:
    html = page(TAGS + DEAL.replace("JC * 6D", "JC 6D") + "2 discard KC\n")
    assert why(html) == [
        "In Zeile 9 steht „0 deal 3 10H AS 4D 6C 8D 9S 2S 3C 5D 7H JC 6D“, erwartet: 13 Karten für Platz 3"
    ]
    assert "Es gibt keine Lage" in html
    assert "data-position" not in html


def test_replay_ends_at_the_limit_of_breaches() -> None:
    html = page(TAGS + DEAL + "1 knock\n" * (MOST_FINDINGS + 5))
    assert f"Nach {MOST_FINDINGS} Verstößen hört das Nachspielen auf" in html
    assert f"von {MOST_FINDINGS + 1}</h2>" in html


# Views


@pytest.mark.parametrize(
    ("seen_by", "card", "other"),
    [("1", "KD", "7H"), ("2", "10C", "7H"), ("3", "10C", "KD"), ("zuschauer", "10C", "KD")],
)
def test_cards_that_eyes_have_not_seen_are_nowhere_in_the_answer(seen_by: str, card: str, other: str) -> None:
    """Two cards hidden from this view change places: the whole page stays the same except for its sealed part."""
    changed = GAME.replace(card, "##").replace(other, card).replace("##", other)
    assert page(GAME) != page(changed)
    for step in (1, 3):
        pages = [page(text, sicht=seen_by, schritt=step) for text in (GAME, changed)]
        without = [re.sub(r'(name="(?:verwahrt|csrfmiddlewaretoken)" value=")[^"]*', r"\1", html) for html in pages]
        assert without[0] == without[1]
        assert len({len(html) for html in pages}) == 1


def test_view_of_a_seat_has_its_own_hand_and_no_other() -> None:
    html = page(GAME, sicht="1", schritt=1)
    own = replay(parse_record(TAGS + DEAL)).position
    assert own is not None
    assert drawn(html) == [*named(own.hands[0]), "verdeckt", "verdeckt"]
    assert "13 Karten" in html
    strangers = {*own.hands[1], *own.hands[2]} - {*own.hands[0]}
    laid = {card for meld in replay(parse_record(GAME)).position.table for card in meld.cards}  # type: ignore[union-attr]
    shown = set(re.findall(r'aria-label="([^"]*)"', html.replace("\\u0022", '"').replace('\\"', '"')))
    assert not shown & ({*named(strangers)} - {*named(laid), "Kreuz König", "Joker"})


def test_view_goes_from_step_to_step_by_what_the_page_carries_sealed() -> None:
    html = page(GAME, sicht="1")
    sealed = re.search(r'name="verwahrt" value="([^"]*)"', html)
    assert sealed
    assert "0 deal" not in html
    again = page("", verwahrt=sealed[1], sicht="1", schritt="3")
    assert said(again) == "Platz 2 legt ab: Kreuz König"
    back = page("", verwahrt=sealed[1], sicht="")
    assert "2 lay m1 9H *10H JH" in back
    assert "Fügen Sie eine Aufzeichnung ein" in page("", verwahrt=sealed[1][:-9] + "AAAAAAAA=", sicht="1")


def test_why_an_act_is_against_the_rules_tells_a_seat_the_clause_alone() -> None:
    text = TAGS + DEAL + "2 discard KC\n3 draw KC\n3 draw 10D\n"
    assert why(page(text, schritt=4))[0].endswith("(§ 7.3)")
    assert why(page(text, schritt=4, sicht="1")) == ["Gegen die Regeln: § 7.3"]


def test_seat_that_is_not_at_the_table_sees_what_spectators_see() -> None:
    assert drawn(page(GAME, sicht="9")) == ["verdeckt"] * 3


# Regel-Check


def test_position_of_a_step_is_asked_about_in_regel_check() -> None:
    asked = {"aufzeichnung": GAME, "schritt": "2", "fall": "1"}
    answer = Client().post(reverse("replay:replay"), asked, follow=True)
    html = answer.content.decode()
    assert answer.redirect_chain[0][0].startswith("/regel-check/?frage=lage&regeln=rommeordnung")
    assert 'name="tisch" value="♥9 *♥10 ♥B / ♣D ♠D ♦D"' in html
    assert "Das ist in dieser Lage erlaubt" in html


def test_position_that_hides_the_hand_in_turn_is_not_asked_about() -> None:
    assert re.search(r"data-ask hidden", page(GAME, schritt=2, sicht="1"))
    assert not re.search(r"data-ask hidden", page(GAME, schritt=2, sicht="2"))


# The end


def test_end_says_the_row_whether_the_cards_were_fair_and_that_all_checks_hold() -> None:
    html = page(EXAMPLE, schritt=62)
    assert "hat das Spiel beendet" in html
    assert "Die Zufallszahl ist die, die vor dem Geben festgelegt war." in html
    assert "5 Prüfungen in der Aufzeichnung, alle stimmen." in html


def test_row_and_commitment_that_are_not_those_of_the_game_are_said() -> None:
    record = parse_record(EXAMPLE)
    html = page(
        EXAMPLE.replace('[Result "94 2 0 4"]', '[Result "95 2 0 4"]').replace(record.shuffle, "sha256:" + "0" * 64)
    )
    assert "In Zeile 10 steht „95 2 0 4“, erwartet: die Zeile 94 2 0 4, wie das Spiel sie ergibt" in html
    assert "Die Zufallszahl ist nicht die, die vor dem Geben festgelegt war" in html
    assert "keine Zufallszahl" in page(GAME)


@pytest.mark.parametrize(
    ("result", "lines", "words"),
    [
        ("37 0 55", "", "nur eine Zeile der Liste, keinen Spielverlauf. Diese Zeile ist möglich."),
        ("20 0 22", "= hand 1 *\n= hand 2 -\n= hand 3 AH AH\n", "und die Hände am Ende, keinen Spielverlauf."),
        ("1 0 55", "", "Platz 1: 1 Punkt ist nicht möglich, mindestens 2 (§ 8.2)"),
        ("21 0 22", "= hand 1 *\n= hand 3 AH AH\n", "erwartet: 20 für die Hand von Platz 1"),
        ("22 0 22", "= hand 1 AH AH\n= hand 3 AH AH\n", "Herz Ass gibt es nur 2 Mal (§ 4.1)"),
    ],
)
def test_row_alone_or_with_the_hands_at_the_end_is_judged_without_steps(result: str, lines: str, words: str) -> None:
    html = page(TAGS.replace('[Dealer "1"]\n', f'[Result "{result}"]\n') + lines)
    assert words in re.sub(r"</li> ?<li>", " ", html)
    assert "Alle Schritte" not in html
    assert ("Hand am Ende" in html) is bool(lines)


# Unreadable records


def test_text_that_is_no_record_is_answered_with_all_faults_in_german_and_kept() -> None:
    text = GAME.replace("2 discard KC", "2 wirft KC").replace('[Dealer "1"]', '[Dealer "9"]') + "= hut 3\n"
    html = page(text)
    assert "Das lässt sich nicht lesen: 4 Fehler" in html
    assert "Zeile 6: „9“, erwartet: eine Zahl von 1 bis 3" in html
    assert "„wirft“, erwartet: eines dieser Wörter: cut, draw" in html
    assert "„hut“, erwartet: eines dieser Wörter: stock, turn" in html
    assert "2 wirft KC" in html
    assert "expected" not in html


def test_step_with_more_cards_than_the_game_has_is_refused() -> None:
    lays = "".join(f"2 lay m{number} 2H 3H 4H 5H\n" for number in range(1, 29))
    assert "In Zeile 10 stehen mehr Karten, als das Spiel hat." in page(TAGS + DEAL + lays)


def test_text_of_a_file_that_is_no_record_can_be_corrected_in_the_page() -> None:
    html = page("", datei=SimpleUploadedFile("spiel.romme", GAME.replace("lay", "legt").encode()))
    assert "„legt“, erwartet: eines dieser Wörter" in html
    assert "2 legt m1 9H *10H JH" in html


def test_nothing_given_is_asked_for() -> None:
    assert "Fügen Sie eine Aufzeichnung ein, oder wählen Sie eine Datei." in page(" \n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (GAME + ";" + " " * MOST_BYTES, "höchstens 200 kB groß"),
        (GAME + ";\n" * MOST_LINES + ";", f"Das sind mehr als {MOST_LINES} Zeilen."),
        (GAME + ";" * (LONGEST_LINE + 1), f"ist länger als {LONGEST_LINE} Zeichen."),
    ],
)
def test_text_that_is_too_long_is_refused_and_kept(text: str, words: str) -> None:
    html = page(text)
    assert words in html
    assert "2 discard KC" in html


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b";" * (MOST_BYTES + 1), "höchstens 200 kB groß"),
        (b"\x00" + GAME.encode(), "Die Datei ist kein Text in UTF-8."),
        (b"\xff\xfe", "Die Datei ist kein Text in UTF-8."),
        (b"", "Fügen Sie eine Aufzeichnung ein"),
    ],
)
def test_file_that_is_no_text_or_too_large_is_refused(content: bytes, words: str) -> None:
    assert words in page("", datei=SimpleUploadedFile("spiel.romme", content))


def test_text_with_a_nul_is_refused() -> None:
    assert Client().post(reverse("replay:replay"), {"aufzeichnung": GAME + "\0"}).status_code == 400


def test_what_is_pasted_is_text_and_no_markup() -> None:
    html = Client().post(
        reverse("replay:replay"),
        {"aufzeichnung": GAME.replace("Lindenhof-Pokal", "</script><script>x").replace("34 14 18", "<b> <i> <u>")},
    )
    assert "<script>x" not in html.content.decode()
    assert "<b>" not in html.content.decode()


@pytest.mark.parametrize("name", ["treppenromme", "contract"])
def test_game_of_another_system_is_replayed_to_its_end_in_every_view(name: str) -> None:
    record, _moments = played(name, {"contract": 3}.get(name, 2))
    text = format_record(record)
    last = sum(isinstance(line, Act) and line.verb is not Verb.DEAL for line in record.lines)
    for seen_by in ("", "1", "zuschauer"):
        html = page(text, sicht=seen_by, schritt=last)
        assert "Kein Schritt ist gegen die Regeln." in html
        assert "alle stimmen." in html


# At a table


def test_position_of_a_step_is_tried_at_a_table_with_all_its_cards() -> None:
    shown = page(EXAMPLE, schritt="4")
    assert "Am Tisch ausprobieren" in shown
    answer = Client().post(reverse("replay:replay"), {"aufzeichnung": EXAMPLE, "schritt": "4", "tisch": "1"})
    assert answer.status_code == 302
    to_try = unescape(Client().get(answer["Location"]).content.decode())
    position = re.search(r'name="lage" value="([^"]*)"', to_try)
    assert position is not None
    assert "?" not in position[1]
    assert set(drawn(shown)) <= set(re.findall(r'role="img" aria-label="([^"]*)"', to_try))


@pytest.mark.parametrize("view", ["1", "zuschauer"])
def test_view_that_does_not_show_all_cards_says_why_nothing_is_tried(view: str) -> None:
    shown = page(EXAMPLE, schritt="4", sicht=view)
    assert "nur, wenn alle Karten bekannt sind" in shown
    assert 'name="tisch"' not in shown
    answer = Client().post(
        reverse("replay:replay"), {"aufzeichnung": EXAMPLE, "schritt": "4", "sicht": view, "tisch": "1"}
    )
    assert answer.status_code == 200


def test_end_of_a_game_is_not_tried() -> None:
    shown = page(EXAMPLE, schritt="999")
    assert re.search(r"data-try hidden", shown)
