"""A case is looked at, opened as a table, and tried by one person at all its seats."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.core.playing.table import Plays
from romme_turnier.tournament.models import PlayTable
from romme_turnier.tournament.playing.state import state_of
from tests.web.public.playing.pages import PART, own, page

pytestmark = pytest.mark.django_db

CASE = "rommeordnung / hands ?13, KS 9H 8H, ?13 / table 3 5H 6H 7H / pile ?3 4C / stock 57 / turn 2 11 / opened - 2 3"
LAST = "rommeordnung / hands ?13, KS, ?13 / pile 4C / stock 60 / turn 2 11 drawn / opened - 2 3"


def looked_at(line: str) -> str:
    return unescape(Client().get(reverse("public:play_case"), {"lage": line}).content.decode())


def opened(line: str, others: str = "person") -> tuple[Client, str]:
    client = Client()
    answer = client.post(reverse("public:play_case"), {"lage": line, "others": others})
    assert answer.status_code == 302, answer.content.decode()
    return client, answer["Location"]


def test_case_is_shown_before_it_is_tried_and_nothing_is_stored():
    text = looked_at(CASE)
    assert 'aria-label="Pik König"' in text
    assert "Kombination 1, von Platz 3" in text
    assert "Was der Fall nicht sagt" in text
    assert "zählt für nichts" in text
    assert not PlayTable.objects.exists()


def test_case_whose_cards_are_all_known_leaves_only_the_stock_to_chance():
    text = looked_at("rommeordnung / hands 2C 3C, KS, 4D / pile 4C / stock 60 / turn 2 11")
    assert "Was der Fall nicht sagt" not in text
    assert "Die Reihenfolge des verdeckten Stapels" in text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("rommeordnung / hands ?13", "ist ab dem 25. Zeichen nicht zu lesen"),
        ("rommeordnung / hands ?99999, 2C, 3C / turn 1 1", "nicht zu lesen"),
        (CASE + " / over 2", "schon zu Ende"),
        (CASE + " / left 2", "schon zu Ende"),
        ("x" * 3000, "Zeichen"),
    ],
)
def test_what_cannot_be_tried_says_why(line, said):
    for answer in (looked_at(line), Client().post(reverse("public:play_case"), {"lage": line}).content.decode()):
        assert said in answer
        assert '<h2 id="lage-titel"' not in answer
    assert not PlayTable.objects.exists()


def test_page_without_a_case_asks_for_one():
    assert "Lage in einer Zeile" in looked_at("")
    assert "Bitte geben Sie eine Lage ein" in Client().post(reverse("public:play_case"), {}).content.decode()


def test_one_person_plays_all_seats_and_sees_the_hand_of_the_one_in_turn():
    client, address = opened(CASE)
    text = page(client, address)[1]
    assert "Ein Versuch, der für nichts zählt. Sie spielen alle Plätze" in text
    assert own("Platz 2") in text
    assert "Karten von Platz 2 (3)" in text
    assert "Versprechen" not in text
    client.post(address, {"do": "ziehen"})
    client.post(address, {"do": "ablegen", "k": ["KS.0"]})
    text = page(client, address)[1]
    assert "Karten von Platz 3 (13)" in text
    client.post(address, {"do": "zurück"})
    client.post(address, {"do": "zurück"})
    assert "Karten von Platz 2 (3)" in page(client, address)[1]
    assert 'value="zurück"' not in page(client, address)[1]


def test_who_looks_on_at_a_case_sees_no_hand_and_cannot_sit_down():
    _client, address = opened(CASE)
    other = Client()
    text = page(other, address)[1]
    assert "Ein Versuch, der für nichts zählt." in text
    assert 'name="k"' not in text
    assert "lage=" not in text  # the case may tell hands
    assert 'value="mitspielen"' not in text
    assert other.post(address, {"do": "ziehen"}).status_code == 409


def test_opponents_play_the_other_seats_where_they_are_chosen(quick):
    client, address = opened(CASE, "einfach")
    row = PlayTable.objects.get()
    text = page(client, address)[1]
    assert text.count("Gegner, einfach") == 2
    assert "Ihre Karten (3)" in text
    client.post(address, {"do": "ziehen"})
    client.post(address, {"do": "ablegen", "k": ["KS.0"]})
    before = state_of(row).number
    client.get(address, headers=PART)
    row.refresh_from_db()
    assert state_of(row).number == before + 1
    assert [player.plays for player in state_of(row).table.players] == [Plays.SIMPLE, Plays.PERSON, Plays.SIMPLE]


def test_end_of_a_case_shows_the_hands_and_can_be_taken_back():
    client, address = opened(LAST)
    client.post(address, {"do": "ablegen", "k": ["KS.0"]})
    text = page(client, address)[1]
    assert "Der Fall ist ausgespielt." in text
    assert "hat beendet" in text
    assert "zusammen" not in text
    assert "Aufzeichnung" not in text
    again = re.search(r'href="([^"]*)">Noch einmal von vorn', text)
    assert again is not None
    assert 'aria-label="Pik König"' in client.get(unescape(again[1])).content.decode()
    client.post(address, {"do": "zurück"})
    assert "Karten von Platz 2 (1)" in page(client, address)[1]


def test_contract_of_a_case_is_said():
    line = "contract / hands 4C KS 9H, ?10, ?10 / pile 4D / stock 60 / turn 1 10 / round 2"
    client, address = opened(line)
    assert "1 Satz und 1 Sequenz" in page(client, address)[1]
    client.post(address, {"do": "ziehen"})
    text = page(client, address)[1]
    assert "Möchten Sie die offene Karte?" in text
    assert "data-left" not in text


def test_case_of_regel_check_leads_to_its_page():
    asked = {"frage": "anlegen", "liegt": "9H * JH", "karten": "10H"}
    text = Client().get(reverse("rule_check:check"), asked).content.decode()
    link = re.search(r'href="([^"]*)">Am Tisch ausprobieren', text)
    assert link is not None
    assert "Kombination 1, von Platz 1" in Client().get(unescape(link[1])).content.decode()
    row = {"frage": "spiel", "punkte": "37 0 55 12"}
    assert "Am Tisch ausprobieren" not in Client().get(reverse("rule_check:check"), row).content.decode()


def test_address_of_a_case_stays_below_what_servers_take():
    hands = ", ".join(" ".join(["10H", "*", "KS", "QD"] * 6) for _ in range(4))
    assert len(f"{reverse('public:play_case')}?{urlencode({'lage': hands})}") < 2000
