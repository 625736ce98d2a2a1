"""The page of a table: sitting down, moving by forms, polling, and the view of others."""

import re
from itertools import permutations

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.core.playing.actions import interpret
from romme_turnier.core.playing.table import awaited
from romme_turnier.tournament.models import PlayMove, PlayTable
from romme_turnier.tournament.playing import moving
from romme_turnier.tournament.playing.state import state_of
from romme_turnier.web.public.playing import selection
from tests.tournament.playing.tables import at_position, shuffled_often, with_dealer
from tests.web.public.playing.pages import PART, dealt, opened, own, page, seated

pytestmark = pytest.mark.django_db


@pytest.fixture
def client():
    """Anna's."""
    return Client()


@pytest.mark.parametrize("system", ["rommeordnung", "classic", "rommee", "treppenromme", "contract"])
def test_table_is_opened_by_its_form_for_each_rule_system(client, system):
    shown = client.get(reverse("public:play"), {"regeln": system}).content.decode()
    assert 'name="opponents"' in shown
    sent = {"regeln": system, "name": "Anna", "opponents": 2, "strength": "stark", "games": 3}
    sent |= {"o_minimum": 30, "o_rounds": 2, "o_target": 1000, "o_knocking": "on"}
    answer = client.post(reverse("public:play"), sent)
    assert answer.status_code == 302, re.findall("field-errors.*", answer.content.decode())
    answer, text = page(client, answer["Location"])
    assert answer.status_code == 200
    assert own("Anna") in text
    assert "Gegner, stark" in text
    assert "spielen/tisch/" in text


@pytest.mark.parametrize(
    ("system", "length"),
    [("treppenromme", "Gespielt wird bis 500 Punkte."), ("contract", "7 Runden"), ("rommeordnung", "5 Spiele")],
)
def test_page_says_how_long_the_match_is(client, system, length):
    address, _row = opened(client, regeln=system, opponents=2, games=5)
    assert length in page(client, address)[1]


def test_special_rules_are_folded_away_until_one_was_chosen(client):
    fold = '<details class="details">'
    assert fold in client.get(reverse("public:play"), {"regeln": "classic"}).content.decode()
    assert "<details" not in client.get(reverse("public:play"), {"regeln": "rommeordnung"}).content.decode()
    sent = {"regeln": "classic", "name": "", "opponents": 1, "strength": "stark", "games": 3}
    assert fold in client.post(reverse("public:play"), sent).content.decode()
    chosen = client.post(reverse("public:play"), sent | {"o_one_suit": "on"}).content.decode()
    assert '<details class="details" open>' in chosen


def test_form_says_what_is_missing_and_opens_nothing(client):
    answer = client.post(reverse("public:play"), {"regeln": "classic", "name": "", "opponents": 1, "strength": "stark"})
    assert "Bitte geben Sie einen Namen ein" in answer.content.decode()
    assert not PlayTable.objects.exists()


def test_many_cards_are_not_laid_off_in_every_order(client, monkeypatch):
    tried = []

    def counted(cards):
        for order in permutations(cards):
            tried.append(order)
            assert len(tried) < 10_000
            yield order

    monkeypatch.setattr(selection, "permutations", counted)
    address, _row = dealt(client)
    cards = [f"{rank}H" for rank in range(2, 11)] * 3
    assert client.post(address, {"do": "anlegen A", "k": cards}).status_code == 409
    assert tried


def test_unknown_table_is_not_there_and_neither_is_a_record_of_a_game_that_lasts(client):
    _address, row = opened(client)
    assert client.get(reverse("public:play_table", args=["x" * 32])).status_code == 404
    assert client.post(reverse("public:play_table", args=["x" * 32]), {"do": "mischen"}).status_code == 404
    assert client.get(reverse("public:play_record", args=[row.token, 1])).status_code == 404
    assert client.get(reverse("public:play_record", args=["x" * 32, 1])).status_code == 404


def test_table_that_goes_while_somebody_moves_at_it_is_gone_and_its_address_is_offered_again(client, monkeypatch):
    address, row = opened(client)
    goes_on = interpret

    def meanwhile(*args, **more):
        PlayTable.objects.filter(pk=row.pk).delete()
        return goes_on(*args, **more)

    monkeypatch.setattr(moving, "interpret", meanwhile)
    answer = client.post(address, {"do": "mischen"}, headers=PART)
    assert answer.status_code == 410
    assert "inzwischen gelöscht oder neu eröffnet" in answer.content.decode()
    assert f'href="{address}"' in answer.content.decode()
    assert client.get(address).status_code == 404


def test_what_is_sent_without_the_token_of_a_form_is_refused():
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(reverse("public:play"), {"name": "Anna"}).status_code == 403
    address, _row = opened(Client())
    assert strict.post(address, {"do": "mitspielen", "name": "Bernd"}).status_code == 403


def test_visitor_with_the_link_sits_down_and_sees_only_their_hand(client):
    address, _row = opened(client)
    other = Client()
    assert "Mitspielen" in page(other, address)[1]
    assert other.post(address, {"do": "mitspielen", "name": "Bernd"}).status_code == 302
    assert own("Bernd") in page(other, address)[1]
    assert own("Anna") in page(client, address)[1]


def test_cookie_of_one_table_is_worth_nothing_at_another(client):
    address, _ = opened(client)
    stranger = Client()
    foreign, _ = opened(stranger)
    stranger.cookies["platz"] = client.cookies["platz"].value
    stranger.cookies["platz"]["path"] = "/"
    assert own("Anna") not in page(stranger, foreign)[1]
    forged = Client()
    forged.cookies["platz"] = "1"
    assert own("Anna") not in page(forged, address)[1]


def test_page_has_buttons_for_what_is_possible_only(client):
    address, row = dealt(client)
    text = page(client, address)[1]
    assert awaited(state_of(row).table) == (2,)
    assert 'value="ziehen"' not in text
    assert 'value="ablegen"' not in text
    assert text.count('name="k"') == 13


@pytest.mark.speed
def test_part_is_not_sent_again_until_something_has_changed(client):
    address, _row = dealt(client)
    assert "<html" not in client.get(address, headers=PART).content.decode()
    answer = client.get(address, headers={**PART, "Accept-Encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    tag = answer["ETag"]
    assert client.get(address, headers={**PART, "If-None-Match": tag}).status_code == 304
    Client().get(address)
    client.post(address, {"do": "sortieren wert"}, headers=PART)
    assert client.get(address, headers={**PART, "If-None-Match": tag}).status_code == 200


def test_opponents_move_while_pages_ask_and_never_in_the_answer_itself(client, quick):
    address, row = dealt(client)
    before = PlayMove.objects.filter(table=row).count()
    answer = client.get(address, headers=PART)
    assert f'data-number="{before}"' in answer.content.decode()
    assert PlayMove.objects.filter(table=row).count() == before + 1


def test_request_that_comes_twice_has_its_effect_once(client):
    address, row = opened(client)
    sent = {"do": "mitspielen", "name": "Bernd", "key": "k" * 32}
    first, second = Client(), Client()
    first.post(address, sent)
    before = PlayMove.objects.filter(table=row).count()
    assert second.post(address, sent).status_code == 302
    assert PlayMove.objects.filter(table=row).count() == before
    assert own("Bernd") in page(second, address)[1]


def test_what_is_refused_is_said_with_its_clause_and_the_cards_stay_chosen(client, quick):
    address, row = dealt(client)
    while awaited(state_of(row).table) != (1,):
        client.get(address, headers=PART)
        row.refresh_from_db()
    client.post(address, {"do": "ziehen"})
    marks = re.findall(r'name="k" value="([^"]+)"', page(client, address)[1])[:3]
    answer = client.post(address, {"do": "rauslegen", "k": marks})
    text = answer.content.decode()
    assert answer.status_code == 409
    assert "data-refused" in text
    assert "(§" in text.split("data-refused")[1][:400]
    assert re.findall(r'value="([^"]+)" checked', text) == marks
    assert client.post(address, {"do": "ablegen"}).status_code == 409
    assert client.post(address, {"do": "ablegen", "k": marks[:1]}).status_code == 302


def test_who_is_not_in_turn_is_told_whose_turn_it_is_and_nothing_else(client):
    address, row = dealt(client)
    (seat,) = awaited(state_of(row).table)
    name = state_of(row).table.players[seat - 1].name
    text = client.post(address, {"do": "ziehen"}).content.decode()
    refused = text.split("data-refused>")[1].split("</p>")[0]
    assert refused == f"Jetzt ist {name} an der Reihe (§\N{NO-BREAK SPACE}6.1)."


def test_button_of_an_earlier_turn_does_nothing(client, quick):
    address, row = dealt(client)
    while awaited(state_of(row).table) != (1,):
        client.get(address, headers=PART)
        row.refresh_from_db()
    (turn,) = re.findall(r'name="zug" value="([^"]+)"', page(client, address)[1])
    late = client.post(address, {"do": "ziehen", "zug": turn[:-1] + "9"})
    assert late.status_code == 409
    assert "Inzwischen ist ein anderer Zug" in late.content.decode()
    assert client.post(address, {"do": "sortieren wert", "zug": "1-0-99"}).status_code == 302
    assert client.post(address, {"do": "ziehen", "zug": turn}).status_code == 302


def test_cards_go_to_the_melds_to_be_laid_out_and_leave_the_hand(client):
    address, _ = dealt(client)
    marks = re.findall(r'name="k" value="([^"]+)"', page(client, address)[1])[:3]
    text = client.post(address, {"do": "zur-auslage", "k": marks}).content.decode()
    assert text.count("held--grouped") == 3
    assert 'name="g"' in text
    assert 'name="g"' not in client.post(address, {"do": "leeren"}).content.decode()


def test_order_of_the_hand_is_kept_by_the_browser_of_its_seat(client):
    address, row = dealt(client)
    before = re.findall(r'name="k" value="([^"]+)"', page(client, address)[1])
    client.post(address, {"do": "rechts", "k": before[:1]})
    after = re.findall(r'name="k" value="([^"]+)"', page(client, address)[1])
    assert after != before
    assert sorted(after) == sorted(before)
    assert not PlayMove.objects.filter(table=row, command__startswith="sortieren").exists()


def test_who_listens_is_told_each_card_once_and_what_lies_in_a_meld_that_can_be_laid_at():
    line = "rommee / hands 8C KD, 2H, 9S / table 3 5D *6D 7D / pile 4C / stock 40 / turn 1 10 drawn / opened 4 5 -"
    row, anna = at_position(line)
    _, text = page(seated(row, anna), reverse("public:play_table", args=[row.token]))
    assert 'aria-label="An Kombination 1 anlegen: Karo 5, Joker als Karo 6, Karo 7"' in text
    for name, times in (("Kreuz 8", 1), ("Karo König", 1), ("Karo 7", 0), ("Kreuz 4", 1)):
        assert text.count(f'aria-label="{name}"') == times


def test_line_that_is_typed_is_carried_out_or_says_what_was_expected(client):
    address, _ = dealt(client)
    answer = client.post(address, {"do": "zeile", "zeile": "fliegen"})
    assert (answer.status_code, "fliegen" in answer.content.decode()) == (409, True)
    assert "Zieht die oberste Karte" in client.post(address, {"do": "zeile", "zeile": "hilfe ziehen"}).content.decode()


def test_cards_that_no_page_sends_are_refused(client):
    address, _ = dealt(client)
    assert client.post(address, {"do": "ablegen", "k": "<script>"}).status_code == 400
    assert client.post(address, {"do": "rauslegen", "g": "9X"}).status_code == 400


def test_pages_of_tables_are_stored_nowhere_and_found_by_no_search_engine(client):
    address, _ = opened(client)
    answer = client.get(address)
    assert answer["Cache-Control"] == "no-store"
    assert answer["X-Robots-Tag"] == "noindex"


def test_wish_to_break_off_is_shown_to_the_others_with_a_button_to_agree(client):
    row, (anna, bernd) = with_dealer(1, "Bernd", system="rommeordnung", opponents=1)
    address = reverse("public:play_table", args=[row.token])
    hers, his = seated(row, anna), seated(row, bernd)
    hers.post(address, {"do": "mischen"})
    hers.post(address, {"do": "spiel abbrechen"})
    for browser, offered in ((hers, False), (his, True), (client, False)):
        shown = page(browser, address)[1]
        assert "Abbrechen möchte: Anna" in shown
        assert ("Auch abbrechen" in shown) is offered
        assert shown.index("Abbrechen möchte: Anna") < shown.index('id="verlauf"')
    his.post(address, {"do": "spiel abbrechen"})
    assert "Das Spiel ist abgebrochen" in page(his, address)[1]


def test_who_left_is_shown_as_played_by_the_program_and_comes_back_in_the_same_browser_alone(client):
    row, (anna, bernd) = with_dealer(1, "Bernd", system="rommeordnung", opponents=1)
    address = reverse("public:play_table", args=[row.token])
    hers, his = seated(row, anna), seated(row, bernd)
    hers.post(address, {"do": "mischen"})
    his.post(address, {"do": "aussteigen"})
    assert "gegangen, das Programm spielt" in page(hers, address)[1]
    refused = client.post(address, {"do": "mitspielen", "name": "Bernd"}, headers=PART)
    assert refused.status_code == 409
    assert "wer ihn verlassen hat" in refused.content.decode()
    assert "Ihre Karten" not in page(client, address)[1]
    assert 'name="name" value="Bernd"' in page(his, address)[1]
    his.post(address, {"do": "mitspielen", "name": "Bernd"})
    assert "Ihre Karten (13)" in page(his, address)[1]


def test_game_that_drags_on_offers_those_who_sit_there_to_break_it_off(client):
    address, row = dealt(client, "contract")
    offer = "Vielleicht kann dieses Spiel niemand mehr beenden"
    before = page(client, address)[1]
    assert offer not in before
    assert "<small>Runde 1: 2 Sätze</small>" in before
    shuffled_often(row)
    shown = page(client, address)[1]
    assert offer in shown
    assert shown.index('value="spiel abbrechen"') < shown.index('id="verlauf"')
    looked_on = page(Client(), address)[1]
    assert offer in looked_on
    assert 'value="spiel abbrechen"' not in looked_on


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hilfe anlegen", "Zum Beispiel: anlegen"),
        ("hilfe", "„hilfe anlegen“ erklärt einen davon"),
        ("karten", "Ihre 13 Karten: "),
        ("stand", "Es ist noch kein Spiel zu Ende."),
        ("mitspieler", "1) Anna (13 Karten)"),
        ("sonderregeln", "Romméordnung"),
    ],
)
def test_command_that_only_shows_something_is_answered_on_the_page(client, line, told):
    address, row = dealt(client)
    answer = client.post(address, {"do": "zeile", "zeile": line}, headers=PART)
    shown = re.findall(r"data-told>(.*?)</div>", answer.content.decode(), re.DOTALL)
    assert told in shown[0]
    assert not row.made.filter(command=line).exists()
