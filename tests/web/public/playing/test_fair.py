"""The record of a game that is over, and whether its cards were fair."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.core.rules.record import parse_record, replay
from romme_turnier.core.rules.system.cards import format_card
from romme_turnier.tournament.models import PlayTable
from romme_turnier.tournament.playing import moving
from romme_turnier.tournament.playing.state import state_of
from romme_turnier.tournament.shared.rule_words.cards import card_name
from romme_turnier.web.public.playing import table as pages
from tests.tournament.playing.tables import play_on, restarted, with_dealer
from tests.web.public.playing.conftest import play_at_once
from tests.web.public.playing.pages import seated

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick")]
FAIR = "public:play_fair"


@pytest.fixture(scope="module")
def made_table(module_rows):
    with pytest.MonkeyPatch.context() as patch:
        play_at_once(patch)
        patch.setattr(moving, "MOST_IN_A_SECOND", 10_000)
        row, (anna,) = with_dealer(1, system="treppenromme", opponents=2)
        play_on(row, {1: anna})
    restarted()
    return row, anna


@pytest.fixture
def table(made_table, db):
    """A table with one finished game: returns its row and the number of Anna's seat."""
    row, anna = made_table
    return PlayTable.objects.get(pk=row.pk), anna


def record_of(row, number=1):
    return Client().get(reverse("public:play_record", args=[row.token, number]))


def test_record_is_there_for_everybody_with_the_link_and_is_valid(table):
    row, _anna = table
    answer = record_of(row)
    assert answer["Content-Disposition"] == 'attachment; filename="spiel-1.romme"'
    assert replay(parse_record(answer.content.decode())).valid
    assert record_of(row, 2).status_code == 404
    assert record_of(row, 0).status_code == 404


def test_hands_lie_open_after_the_game_for_everybody_with_points_and_sum(table, monkeypatch):
    monkeypatch.setattr(pages, "step", lambda *_args: None)  # no opponent deals on
    row, anna = table
    last = state_of(row).table
    assert last.game is not None
    assert last.match is not None
    for client in (seated(row, anna), Client()):
        text = client.get(reverse("public:play_table", args=[row.token])).content.decode()
        result = text.partition('class="result"')[2].partition("</section>")[0].replace("\xa0", " ")
        for hand, points in zip(last.game.position.hands, last.match.sums.points, strict=True):
            assert f"zusammen {points}" in result
            assert all(card_name(format_card(card)) in result for card in hand)
        assert result.count("playing-card__paper") == sum(map(len, last.game.position.hands))


def test_game_of_the_table_is_found_to_be_fair_by_its_link_and_when_it_is_pasted(table):
    row, _anna = table
    by_link = Client().get(reverse(FAIR), {"tisch": row.token, "spiel": "1"}).content.decode()
    pasted = Client().post(reverse(FAIR), {"text": record_of(row).content.decode()}).content.decode()
    for text in (by_link, pasted):
        assert "Ja, alles stimmt" in text


def test_game_that_was_checked_is_replayed_step_by_step(table):
    row, _anna = table
    html = Client().get(reverse(FAIR), {"tisch": row.token, "spiel": "1"}).content.decode()
    sent = re.search(
        f'action="{reverse("replay:replay")}".*?name="aufzeichnung" hidden>(.*?)</textarea>', html, re.DOTALL
    )
    assert sent is not None
    text = unescape(sent[1])
    assert text == record_of(row).content.decode()
    assert 'id="schritt-titel"' in Client().post(reverse("replay:replay"), {"aufzeichnung": text}).content.decode()


def test_game_that_is_over_is_replayed_from_its_result_by_a_link(table, monkeypatch):
    monkeypatch.setattr(pages, "step", lambda *_args: None)
    row, _anna = table
    text = Client().get(reverse("public:play_table", args=[row.token])).content.decode()
    result = text.partition('class="result"')[2].partition("</section>")[0]
    link = re.search(r'href="([^"]*)">Spiel nachspielen', result)
    assert link is not None
    assert 'id="schritt-titel"' in Client().get(unescape(link[1])).content.decode()
    for nothing in ({"tisch": row.token, "spiel": "2"}, {"tisch": row.token}, {"tisch": "x" * 32, "spiel": "1"}):
        assert Client().get(reverse("replay:replay"), nothing).status_code == 404


def test_cutter_chooses_before_the_deal_whether_a_joker_is_left():
    row, (anna, _bernd, cora) = with_dealer(1, "Bernd", "Cora", system="rommeordnung", opponents=0)
    address = reverse("public:play_table", args=[row.token])
    dealer, cutter = seated(row, anna), seated(row, cora)
    assert "Joker liegen lassen" not in dealer.get(address).content.decode()
    assert "Joker liegen lassen" in cutter.get(address).content.decode()
    assert cutter.post(address, {"do": "joker lassen"}).status_code == 302
    for client in (dealer, cutter):
        assert "Cora hebt ab und lässt einen Joker, der unten liegt, dort" in client.get(address).content.decode()
    assert "Joker doch nehmen" in cutter.get(address).content.decode()
    dealer.post(address, {"do": "mischen"})
    page = dealer.get(address).content.decode()
    assert "<li>Cora hebt ab</li>" in page
    assert "der unten liegt" not in page


def test_word_is_shown_with_the_commitment_to_all_players_and_in_the_record():
    row, (anna,) = with_dealer(1, system="treppenromme", opponents=2)
    address = reverse("public:play_table", args=[row.token])
    client, other = seated(row, anna), Client()
    waiting = client.get(address).content.decode()
    promise = state_of(row).table.commitment
    assert promise in waiting.partition('id="mischen"')[2].partition("</details>")[0]
    assert 'form="wort-sagen"' not in other.get(address).content.decode()
    assert client.post(address, {"do": "wort", "wort": '"'}).status_code == 409
    assert client.post(address, {"do": "wort", "wort": "guter Stern"}).status_code == 302
    for visitor in (client, other):
        assert "Anna „guter_Stern“" in visitor.get(address).content.decode()
    row.refresh_from_db()
    play_on(row, {1: anna})
    assert "Wörter fürs Mischen:" not in client.get(address).content.decode()
    record = record_of(row).content.decode()
    assert '[Words "guter_Stern - -"]' in record
    assert promise in record
    checked = Client().post(reverse(FAIR), {"text": record}).content.decode()
    assert "Ja, alles stimmt" in checked
    assert "Dazu kamen Wörter vom Tisch: Anna: guter_Stern." in checked
    other_word = Client().post(reverse(FAIR), {"text": record.replace("guter_Stern", "Hufeisen")}).content.decode()
    assert "Nein, etwas stimmt nicht" in other_word


def test_record_that_was_changed_is_not_found_to_be_fair(table):
    row, _anna = table
    text = record_of(row).content.decode()
    dealt = re.search("0 deal 1 (.+)\n0 deal 2 (.+)\n", text)
    assert dealt is not None
    other_hands = text.replace(dealt[0], f"0 deal 1 {dealt[2]}\n0 deal 2 {dealt[1]}\n")
    other_seed = re.sub(r'\[Seed "[0-9a-f]+"', f'[Seed "{0:064x}"', text)
    other_promise = re.sub('"sha256:[0-9a-f]+"', f'"sha256:{0:064x}"', text)
    for changed in (other_hands, other_seed, other_promise):
        assert changed != text
        assert "Nein, etwas stimmt nicht" in Client().post(reverse(FAIR), {"text": changed}).content.decode()


@pytest.mark.parametrize("text", ["", "Hallo", '[Format "romme 1"]\n[System "classic"]\n[Seats "1 2"]\n'])
def test_what_is_no_record_with_a_seed_is_told_apart(text):
    shown = Client().post(reverse(FAIR), {"text": text})
    assert shown.status_code == 200
    assert "Ja, alles stimmt" not in shown.content.decode()


def test_unknown_table_and_game_are_not_there(table):
    row, _anna = table
    assert Client().get(reverse(FAIR), {"tisch": "x" * 32, "spiel": "1"}).status_code == 404
    assert Client().get(reverse(FAIR), {"tisch": row.token, "spiel": "2"}).status_code == 404
