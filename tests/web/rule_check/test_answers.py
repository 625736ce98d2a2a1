"""Regel-Check answers by the sources, and asks back if it cannot."""

import pytest
from django.http import QueryDict
from hypothesis import given, settings, strategies as st

from romme_turnier.core.lists.sheet import Game
from romme_turnier.core.rules import RULE_SYSTEMS, get_ruleset
from romme_turnier.core.rules.system.options import announced_options
from romme_turnier.core.rules.system.registry import DEFAULT
from romme_turnier.web.rule_check.answers import answer
from romme_turnier.web.rule_check.case import FORMS, Ask, Case, address_of_row, asks_of, form_of
from romme_turnier.web.rule_check.examples import examples_of
from romme_turnier.web.rule_check.questions import MOST_IN_HAND
from romme_turnier.web.rule_check.verdict import Answer, Verdict

YES, NO, TOLD, BACK = Verdict.YES, Verdict.NO, Verdict.TOLD, Verdict.ASKED_BACK

# The answers of Part III and §§ 6 and 7, in the order of the page.
SOURCE = [
    ("III.1", YES, "Ja: Sequenz, 95 Augen"),  # the ace counts 11
    ("III.2", YES, "Ja: Sequenz, 26 Augen"),  # here, too
    ("III.3", YES, "Ja: Sequenz, 85 Augen"),  # here 1
    ("III.4", YES, "Ja: Satz, 44 Augen"),
    ("III.5", YES, "Ja: Sequenz, 41 Augen"),
    ("III.5", NO, "Zwei Joker liegen nebeneinander (§ 4.4.1)"),
    ("III.5", NO, "Die Joker überwiegen: 2 Joker, andere Karten: 1 (III.5)"),
    (
        "III.6",
        NO,
        "Der Joker eines Satzes kann erst mit der vierten Karte geholt werden, noch nicht mit Herz 7 (§ 6.11)",
    ),
    ("III.6", YES, "Ja, so liegt es dann:"),
    ("III.7", YES, "Ja, und sie kommt sofort auf den Tisch, zum Beispiel so:"),
    ("§ 6.3", YES, "Ja: 40 Augen"),
    ("§ 6.5", YES, "Ja, zum Beispiel so:"),
    ("§ 6.5", NO, "Nein, mit diesen Karten nicht"),
    ("§ 6.8", NO, "Herz 10 gehört auf den Joker, der dafür liegt, nicht daneben (§ 6.8)"),
    ("§ 6.9", NO, "Herz 8 ist ein Anleger, passend an Kombination 1, und darf nicht abgelegt werden (§ 6.9)"),
    ("§ 6.10", YES, "Ja: Joker"),
]


EXAMPLES = examples_of(get_ruleset(DEFAULT))


def asked(query: str) -> Answer:
    found = answer(Case.read(QueryDict(query)))
    assert found is not None
    return found


# The headings and answers of the other sources.
OTHER_SOURCES = {
    "classic": [
        ("Spielregeln", YES, "Ja: 42 Augen"),
        ("Spielregeln", YES, "Ja: 45 Augen"),
        ("Spielregeln", YES, "Ja: Sequenz, 31 Augen"),
        (
            "Spielregeln",
            NO,
            "Ein Ass liegt nur am Anfang oder Ende einer Sequenz, nicht mittendrin: Herz Ass (Spielregeln)",
        ),
        ("Spielregeln", YES, "Ja, so liegt es dann: Sequenz, 33 Augen"),
        (
            "Spielregeln",
            NO,
            "An eine Sequenz kommt ein Joker nur als Lücke vor einer weiteren Karte, an einen Satz gar nicht",
        ),
        ("Spielregeln", YES, "Ja, so liegt es dann:"),
        ("Abweichnungen", YES, "Ja, angesagt wird mit 2 Augen"),
        ("Abweichnungen", YES, "Ja: 10 Karten einer Farbe gewinnen"),
    ],
    "rommee": [
        ("Rommee", YES, "Ja: Satz, 24 Augen"),
        ("Rommee", YES, "Ja: Sequenz, 37 Augen"),
        ("Rommee", YES, "Ja: Sequenz, 23 Augen"),
        ("Rommee", NO, "Eine Sequenz hat höchstens 1 Joker, hier: 2 (Rommee)"),
        ("Das Auslegen", YES, "Ja, so liegt es dann: Sequenz, 37 Augen"),
        ("Kommandos", NO, "Angelegt wird vorn oder hinten, nicht an beiden Enden zugleich (Kommandos)"),
        ("Das Auseinanderreissen", YES, "Ja, so liegt dann alles:"),
    ],
    "treppenromme": [
        ("Die Kombinationen", YES, "Ja: Satz, 24 Augen"),
        ("Die Kombinationen", YES, "Ja: Satz, 45 Augen"),
        ("Die Kombinationen", YES, "Ja: Sequenz, 30 Augen"),
        ("Die Kombinationen", YES, "Ja: Sequenz, 27 Augen"),
        ("Die Kombinationen", YES, "Ja: Sequenz, 6 Augen"),
        ("Die Kombinationen", YES, "Ja: Sequenz, 35 Augen"),
        ("Das Anschreiben", YES, "Ja: 48 Augen"),
        ("Das Anschreiben", YES, "Angeschrieben werden für das Angelegte 20 Augen."),
    ],
    "contract": [
        ("Ziel von Contract Rummy/Rommé", YES, "Ja: Satz"),
        ("Ziel von Contract Rummy/Rommé", NO, "Ein Ass liegt nur am Anfang oder Ende einer Sequenz, nicht mittendrin"),
        ("Spielablauf bei Contract Rummy/Rommé", YES, "Ja"),
        (
            "Spielablauf bei Contract Rummy/Rommé",
            NO,
            "Kombination 1: Eine Sequenz des Kontrakts hat genau 4 Karten, hier liegen 5",
        ),
        ("Spielablauf bei Contract Rummy/Rommé", NO, "Zwei Sequenzen einer Farbe dürfen nicht aufeinander folgen"),
        ("Spielablauf bei Contract Rummy/Rommé", YES, "Ja"),
        ("Spielablauf bei Contract Rummy/Rommé", YES, "Ja, so liegt es dann: Sequenz"),
    ],
}


@pytest.mark.parametrize("key", sorted(set(RULE_SYSTEMS) - {DEFAULT}))
def test_examples_of_every_source_give_its_answers(key: str) -> None:
    examples = examples_of(get_ruleset(key))
    assert len(examples) == len(OTHER_SOURCES[key])
    for example, (clause, verdict, words) in zip(examples, OTHER_SOURCES[key], strict=True):
        found = asked(example.case.address.partition("?")[2])
        assert (example.clause, found.verdict) == (clause, verdict), example.words
        assert any(said.startswith(words) for said in (found.headline, *found.reasons)), (example.words, found)


@pytest.mark.parametrize("place", range(len(SOURCE)))
def test_example_as_an_address_gives_the_answer_of_the_source(place: int) -> None:
    example, (clause, verdict, words) = EXAMPLES[place], SOURCE[place]
    found = asked(example.case.address.partition("?")[2])
    assert (example.clause, found.verdict) == (clause, verdict)
    assert words in (found.headline, *found.reasons)


def test_every_example_has_its_answer() -> None:
    assert len(EXAMPLES) == len(SOURCE)


def test_value_of_a_meld_is_broken_into_its_cards() -> None:
    (meld,) = asked("karten=Herz+9+*+Herz+Bube").melds
    assert [(card.name, card.value) for card in meld.cards] == [
        ("Herz 9", 9),
        ("Joker als Herz 10", 10),
        ("Herz Bube", 10),
    ]


def test_no_names_everything_that_is_wrong_and_what_would_go() -> None:
    found = asked("karten=7H+7S+7S+9D+*")
    assert found.verdict is NO
    assert [reason.partition(":")[0] for reason in found.reasons] == [
        "Ein Satz hat höchstens 4 Karten, hier liegen 5 (§ 4.3.2)",
        "Die Karten eines Satzes haben alle denselben Wert (§ 4.3.2)",
        "In einem Satz kommt keine Farbe doppelt vor",
    ]
    assert found.also_words == "Aus diesen Karten ginge:"
    assert [meld.words for meld in found.also] == ["Satz, 21 Augen"]


def test_opening_that_is_too_low_is_told_what_the_hand_could_lay() -> None:
    found = asked("frage=auslegen&kombinationen=10H+JH+QH+/+2C+2S+2H&hand=7D+7C+7S+KD")
    assert found.verdict is NO
    assert found.reasons == ("Zum ersten Auslegen sind 40 Augen nötig, hier sind es 36 (§ 6.3)",)
    assert found.also_words == "Sie könnten so auslegen, 57 Augen:"
    assert sorted(meld.words for meld in found.also) == ["Satz, 21 Augen", "Satz, 6 Augen", "Sequenz, 30 Augen"]


def test_set_without_suits_may_be_laid_out_but_not_held() -> None:
    found = asked("frage=auslegen&kombinationen=Pik+3,+4,+5+und+drei+Buben")
    assert (found.verdict, found.headline) == (YES, "Ja: 42 Augen")
    held = asked("frage=auslegen&kombinationen=Pik+3,+4,+5&hand=drei+Buben")
    assert (held.verdict, held.headline) == (BACK, "Nicht zu lesen: „drei Buben“")


def test_too_little_is_completed_without_moving_what_lies() -> None:
    lies = "frage=ergaenzen&kombinationen=♥7 ♥8 ♥9"
    found = asked(f"{lies}&hand=♥10 ♥B ♣2")
    assert [card.name for card in found.melds[0].cards] == ["Herz 7", "Herz 8", "Herz 9", "Herz 10", "Herz Bube"]
    assert found.reasons == ("Karten dürfen dazukommen, solange nicht abgelegt ist; umgelegt wird nicht (§ 6.5).",)
    # Sevens and eights would make 45, but only by moving cards on the table.
    assert asked("frage=ergaenzen&kombinationen=♥7 ♥8 ♥9&hand=♠7 ♣7 ♠8 ♣8 ♣2").verdict is NO
    assert asked(f"{lies} ♥10 ♥B&hand=♣2").headline == "Das ist nicht zu wenig"
    assert asked(f"{lies}&hand={' ♣2' * 15}").verdict is not YES
    assert asked("frage=ergaenzen&kombinationen=* * */♥7 ♥8&hand=♣2").verdict is NO


def test_fitting_card_that_was_discarded_is_taken_back_until_the_next_has_drawn() -> None:
    found = asked("frage=abwerfen&karte=♥8&tisch=♥5 ♥6 ♥7&naechster=1")
    assert found.verdict is NO
    assert "zurückgenommen" in found.remedy
    assert not asked("frage=abwerfen&karte=♥9&tisch=♥5 ♥6 ♥7&naechster=1").remedy


def test_card_next_to_its_joker_is_put_on_it_after_the_discard() -> None:
    assert "Herz 10 kommt auf den Joker" in asked("frage=anlegen&liegt=9H * JH&karten=10H").remedy
    assert not asked("frage=anlegen&liegt=9H * JH&karten=2C").remedy
    assert not asked("regeln=rommee&frage=anlegen&liegt=9H * JH&karten=10H").remedy


def test_opening_that_cannot_be_is_told_so() -> None:
    found = asked("frage=auslegen&kombinationen=2C+2S+2H&hand=7D+KD")
    assert found.also_words == "Es reicht nicht: Höchstens 6 Augen lassen sich legen."


def test_open_card_without_a_use_is_not_taken() -> None:
    found = asked("frage=nehmen&karte=5H&hand=9C+KD&tisch=AH+2H+3H&ausgelegt=1")
    assert found.verdict is NO
    assert "Herz 5 darf nur nehmen" in found.reasons[0]


@pytest.mark.parametrize("key", sorted(set(RULE_SYSTEMS) - {DEFAULT}))
def test_open_card_is_free_where_no_use_is_asked_for(key: str) -> None:
    assert asked(f"regeln={key}&frage=nehmen&karte=5H&hand=2C+9D").verdict is YES


@pytest.mark.parametrize(
    ("rules", "verdict"), [("treppenromme", YES), ("classic&vereinbart=take_many", YES), ("classic", BACK)]
)
def test_several_open_cards_are_taken_where_that_is_allowed(rules: str, verdict: Verdict) -> None:
    """Das Abspiel: a player who wants the 9 of D 9 2 A 7 takes 7, ace and 2, too."""
    assert asked(f"regeln={rules}&frage=nehmen&karte=9H+2C+AS+7D&hand=9S+9C").verdict is verdict


def test_cards_laid_off_say_what_is_noted_where_that_is_done_at_once() -> None:
    found = asked("regeln=treppenromme&frage=anlegen&liegt=JH+QH+KH&karten=AH+2H")
    assert found.reasons == ("Angeschrieben werden für das Angelegte 7 Augen.",)
    assert asked("frage=anlegen&liegt=JH+QH+KH&karten=AH+2H").reasons == ()


@pytest.mark.parametrize("ticks", ["", "&naechster=1"])
def test_fitting_card_is_discarded_until_the_next_has_laid_out(ticks: str) -> None:
    assert asked(f"frage=abwerfen&karte=8H&tisch=5H+6H+7H{ticks}").verdict is (NO if ticks else YES)


def test_hand_is_counted_and_what_could_be_laid_is_told() -> None:
    found = asked("frage=hand&karten=9H+*+JH+2D+AS")
    assert found.headline == "Sie zählt 52 Augen"
    assert found.also_words == "Wer das noch auslegen darf, behält 13 Augen:"


def test_best_melds_leave_the_fewest_points() -> None:
    found = asked("frage=bestes&karten=9H+*+JH+7H+7S+7C+2D")
    assert found.headline == "So bleiben die wenigsten Augen: 2 Augen"
    assert [meld.words for meld in found.melds][-1] == "bleibt auf der Hand"


def test_row_of_a_list_is_possible_or_says_why_not() -> None:
    assert asked("frage=spiel&punkte=37+0+55+12").verdict is YES
    found = asked("frage=spiel&punkte=1+0+55+12")
    assert found.reasons == ("Platz 1: 1 Punkt ist nicht möglich, mindestens 2 (§ 8.2)",)


def test_nothing_is_asked_that_the_answer_does_not_depend_on() -> None:
    def asks(ask: Ask, key: str) -> tuple[list[str], list[str]]:
        form = form_of(ask, get_ruleset(key))
        return list(form.entries), [str(label) for label in form.ticks.values()]

    assert asks(Ask.TAKE, "classic") == (["karte"], [])
    assert asks(Ask.DISCARD, "treppenromme") == (["karte"], [])
    assert [asks(Ask.OUTCOME, key)[1] for key in sorted(RULE_SYSTEMS)] == [
        [],
        [],
        ["Handrommé"],
        ["Handrommé"],
        ["Rommé-Hand"],
    ]


def test_table_is_rearranged_if_that_is_agreed_upon() -> None:
    case = "regeln=rommee&frage=umbauen&tisch=8H 9H 10H JH / 8D 9D 10D JD / 8S 9S 10S JS"
    agreed = "&vereinbart=rearranging"
    found = asked(f"{case}&hand=8C 2C{agreed}")
    assert [meld.words.partition(",")[0] for meld in found.melds] == [*["Satz"] * 4, "bleibt auf der Hand"]
    assert asked(f"{case}&hand=2C{agreed}").headline == "Nein, von der Hand kommt so nichts dazu"
    assert "Das Auseinanderreissen" in asked(f"{case}&hand=8C 2C").reasons[0]
    assert asked(f"{case}&hand=8C{agreed}").reasons  # the last card goes to the pile
    assert asked(f"regeln=rommee&frage=umbauen&tisch=8H 9H JH&hand=10H 2C{agreed}").verdict is NO
    assert Ask.REARRANGE not in asks_of(get_ruleset(DEFAULT))


ANNOUNCING = "regeln=classic&vereinbart=without_laying_out%3D7"
SEVEN_LEFT = "2C 3C 4C KS KH KD 9H 10H JH 7D"


def test_end_is_announced_with_the_cards_left_besides_the_melds_and_the_others_play_on() -> None:
    found = asked(f"{ANNOUNCING}&frage=ansagen&hand={SEVEN_LEFT}")
    assert (found.verdict, found.headline) == (YES, "Ja, angesagt wird mit 7 Augen")
    assert [meld.words for meld in found.melds][-1] == "bleibt auf der Hand"
    assert "nichts an fremde Kombinationen (Abweichnungen)" in found.reasons[0]


def test_end_is_not_announced_with_too_much_left_or_after_drawing() -> None:
    eight_left = f"frage=ansagen&hand={SEVEN_LEFT.replace('7D', '8D')}"
    found = asked(f"{ANNOUNCING}&{eight_left}&aufgenommen=1")
    assert found.verdict is NO
    assert found.reasons == (
        "Angesagt wird nur einmal im Spiel und bevor man in diesem Zug eine Karte aufnimmt (Abweichnungen)",
        "Übrig sind 8 Augen, erlaubt sind höchstens 7 (Abweichnungen)",
    )
    assert asked(f"regeln=classic&vereinbart=without_laying_out%3D10&{eight_left}").verdict is YES
    assert (
        asked(f"{ANNOUNCING}&frage=ansagen&hand={'2C ' * 2}{'3C ' * 2}{'4C 5C 6C 7C 8C 9C 10C ' * 2}").verdict is BACK
    )


def test_nothing_is_laid_out_before_the_end_where_it_is_announced() -> None:
    found = asked(f"{ANNOUNCING}&frage=auslegen&kombinationen=2C 3C 4C")
    assert found.verdict is NO
    assert found.reasons == ("Vor dem Ende wird nichts ausgelegt (Abweichnungen)",)
    assert found.also_words == "Hat jemand angesagt, darf es so auf den Tisch."
    assert not asked(f"{ANNOUNCING}&frage=auslegen&kombinationen=2C 3C 5C").also_words
    laid_off = "frage=anlegen&liegt=2C 3C 4C&karten=5C"
    assert "nur an eigene Kombinationen" in asked(f"{ANNOUNCING}&{laid_off}").reasons[0]
    assert asked(f"regeln=classic&{laid_off}").reasons == ()


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        (
            "AH QH 10H 9H 9H 8H 8H 6H 5H *",
            "Von keiner Farbe sind es mehr als 9 Karten, nötig sind 10; Joker zählen nicht mit (Abweichnungen)",
        ),
        ("AH QH 10H 9H 9H 8H 8H 6H 5H 3H 2C", "Es sind noch Karten auf der Hand: 1 (Spielregeln)"),
    ],
)
def test_hand_that_is_not_of_one_suit_is_told_what_is_missing(hand: str, why: str) -> None:
    found = asked(f"regeln=classic&vereinbart=one_suit&frage=farbe&hand={hand}")
    assert (found.verdict, found.reasons) == (NO, (why,))


def test_as_many_cards_of_one_suit_win_as_are_dealt() -> None:
    simple = "regeln=classic&vereinbart=one_suit&vereinbart=simple&frage=farbe"
    assert asked(f"{simple}&hand=2C 3C 5C 5C 8C 9C KC").headline == "Ja: 7 Karten einer Farbe gewinnen"


@pytest.mark.parametrize("ask", [Ask.ANNOUNCE, Ask.ONE_SUIT])
def test_what_can_be_agreed_upon_is_asked_about_in_its_system_alone(ask: Ask) -> None:
    assert [key for key, rules in RULE_SYSTEMS.items() if ask in asks_of(rules)] == ["classic"]
    found = asked(f"regeln=classic&frage={ask}&hand={SEVEN_LEFT}")
    assert found.verdict is NO
    assert found.reasons[0].endswith("(Abweichnungen)")
    assert "„Was vereinbart ist“" in found.also_words


def test_link_of_a_row_asks_the_same_with_what_was_agreed_upon() -> None:
    rules = Case.read(QueryDict("regeln=contract&vereinbart=joker_25")).rules
    case = Case.read(QueryDict(address_of_row(rules, Game(1, 2, False, (25, 0, 30))).partition("?")[2]))
    assert (case.ask, case.rules) == (Ask.OUTCOME, rules)
    assert asked(case.address.partition("?")[2]).verdict is YES


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("karten=Herz+Elf", "Nicht zu lesen: „Herz“, „Elf“"),
        ("karten=" + "2H+" * 61, "Das sind mehr als 60 Karten."),
        ("frage=anlegen&liegt=2H+3H+4H", "Es fehlt noch etwas: Füllen Sie alle Felder aus."),
        ("frage=joker&liegt=2H+*+4H&karte=3H+5H", "Geholt wird mit einer einzigen Karte."),
        ("frage=nehmen&karte=3H+5H&hand=2C", "Oben liegt eine einzige Karte."),
        ("frage=abwerfen&karte=3H+5H", "Abgeworfen wird eine einzige Karte."),
        (
            "frage=bestes&karten=" + "+".join(f"{rank}H+{rank}C" for rank in range(2, 10)),
            "Es sind höchstens 14 Karten.",
        ),
        ("frage=spiel&punkte=37+-5", "Geben Sie ganze Zahlen ein, durch Leerzeichen getrennt."),
        ("frage=spiel&punkte=37", "Hier spielen 3 bis 4, eingegeben sind 1 Zahlen."),
        ("frage=spiel&punkte=37+0+5&beendet=4", "Diesen Platz gibt es am Tisch nicht."),
        ("regeln=contract&frage=auslegen&kombinationen=2H+2C+2S&kontrakt=9", "Es gibt 7 Spiele mit Kontrakten."),
    ],
)
def test_what_cannot_be_answered_is_asked_back(query: str, words: str) -> None:
    found = asked(query)
    assert (found.verdict, found.headline) == (BACK, words)


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", "9" * 5000, "099" + "9" * 5000, "²", ""])
def test_what_is_no_number_of_a_seat_is_as_if_it_were_not_there(number: str) -> None:
    case = Case.read(QueryDict(f"frage=spiel&punkte=37+0+55+12&beendet={number}"))
    assert (case.numbers, asked(case.address.partition("?")[2]).verdict) == ({}, YES)


def test_more_of_a_card_than_the_pack_holds_is_refused() -> None:
    found = asked("karten=7H+7H+7H")
    assert (found.verdict, found.headline) == (NO, "So viele Karten gibt es nicht")


def test_options_change_the_answer_and_contradictions_are_told() -> None:
    assert asked("regeln=rommee&frage=auslegen&kombinationen=10H+JH+QH").verdict is YES
    assert asked("regeln=rommee&frage=auslegen&kombinationen=10H+JH+QH&vereinbart=minimum%3D40").verdict is NO
    contradicting = [
        (rules, name, other)
        for rules in RULE_SYSTEMS.values()
        for name, option in announced_options(rules).items()
        for other in option.excludes
    ]
    rules, name, other = contradicting[0]
    found = asked(f"regeln={rules.key}&karten=2H&vereinbart={name}&vereinbart={other}")
    assert (found.verdict, len(found.reasons)) == (BACK, len(set(found.reasons)))


def test_joker_is_not_asked_about_where_there_is_none() -> None:
    assert Ask.TAKE_JOKER not in asks_of(get_ruleset("treppenromme"))
    assert Case.read(QueryDict("regeln=treppenromme&frage=joker")).ask is Ask.MELD


WORDS = ("2H", "3H", "4H", "5H", "9D", "10D", "JD", "QD", "AS", "AC", "AH", "*", "*", "*3H", "/", "7S", "7C", "x")
CARDS = st.lists(st.sampled_from(WORDS), max_size=MOST_IN_HAND)


@settings(max_examples=60)
@given(st.sampled_from(Ask), st.sampled_from(sorted(RULE_SYSTEMS)), st.data())
def test_every_question_in_every_system_has_an_answer(ask: Ask, key: str, data: st.DataObject) -> None:
    query = QueryDict(mutable=True)
    query.update({"frage": ask, "regeln": key})
    for entry in FORMS[ask].entries:
        query[entry] = " ".join(data.draw(CARDS))
    case = Case.read(query)
    found = answer(case)
    assert found is None or found.headline
    assert Case.read(QueryDict(case.address.partition("?")[2])) == case
