"""The page of Regel-Check works without a script; the address is the case."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.core.rules import RULE_SYSTEMS
from romme_turnier.web.rule_check.case import Ask
from tests.cast import Cast


@pytest.fixture(autouse=True)
def somebody(cast: Cast) -> None:
    """The program is set up."""


def page(query: str = "") -> str:
    answer = Client().get(f"{reverse('rule_check:check')}?{query}")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def test_empty_page_says_how_cards_are_written_and_offers_examples() -> None:
    html = page()
    assert "„Herz 10“, „10H“" in html
    assert "Zwei Joker nebeneinander" in html


def test_answer_is_in_the_page_of_its_address() -> None:
    html = page("karten=Herz+9+Joker+Herz+B")
    assert "Ja: Sequenz, 29 Augen" in html
    assert 'aria-label="Joker als Herz 10"' in html


def test_no_is_shown_as_text_and_sign_besides_the_colour() -> None:
    html = page("karten=Herz+9+Herz+B+Pik+2")
    assert '<span class="visually-hidden">nicht erlaubt:</span> Nein<' in html
    assert "#sign-no" in html


@pytest.mark.parametrize(("tap", "becomes"), [("♥B", "♥9 ♥10 ♥B"), ("zurück", "♥9"), ("leeren", ""), ("/", "♥9 ♥10 /")])
def test_tapped_card_comes_into_its_field_without_a_script(tap: str, becomes: str) -> None:
    query = {"frage": "anlegen", "liegt": "♠7 ♥7 ♣7", "karten": "♥9 ♥10", "ziel": "karten", "dazu": tap}
    answer = Client().get(reverse("rule_check:check"), query, follow=True)
    assert answer.redirect_chain
    html = answer.content.decode()
    assert f'name="karten" value="{becomes}"' in html
    assert 'name="liegt" value="♠7 ♥7 ♣7"' in html


def test_card_of_which_none_is_left_cannot_be_tapped() -> None:
    html = page("karten=7H+7H+7S")
    assert re.search(r'value="♥7"[^>]*disabled', html)
    assert not re.search(r'value="♠7"[^>]*disabled', html)


def test_tray_says_how_many_of_each_card_are_left() -> None:
    def left(html: str, card: str) -> str:
        found = re.search(rf'value="{card}" data-tap.*?data-left aria-hidden="true">(\d+)<', html)
        assert found
        return found[1]

    html = page("karten=7H+*")
    assert [left(html, card) for card in ("♥7", "♠7", "Joker")] == ["1", "2", "5"]
    assert left(page("regeln=treppenromme"), "♥7") == "1"


def test_examples_are_those_of_the_rule_system() -> None:
    html = page("regeln=treppenromme")
    assert "Beispiele der Quelle: Treppenrommé" in html
    assert "Vier Sechsen" in html
    assert "III.5" not in html


def test_tray_has_the_joker_where_the_game_has_one() -> None:
    assert 'value="Joker"' in page()
    assert 'value="Joker"' not in page("regeln=treppenromme")


@pytest.mark.parametrize("key", sorted(RULE_SYSTEMS))
def test_every_question_of_every_system_is_a_page(key: str) -> None:
    for ask in Ask:
        assert "Regel-Check" in page(f"frage={ask}&regeln={key}")


def test_what_is_typed_is_text_and_no_markup() -> None:
    assert "<script>x" not in page("karten=%3Cscript%3Ex")


def test_page_is_english_for_english_readers() -> None:
    answer = Client(headers={"accept-language": "en"}).get(f"{reverse('rule_check:check')}?karten=9H+*+JH")
    assert answer.headers["Content-Language"] == "en"
