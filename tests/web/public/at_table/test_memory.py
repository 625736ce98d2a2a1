"""Players type their own column from memory before the page shows the list."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.lists.consent import fingerprint_of
from romme_turnier.tournament.participants.card_code import card_code
from tests.factories import make_official
from tests.tournament.at_table.scene import AtTable, at_table
from tests.web.public.at_table.phone import joined, say, seat_of, send, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> AtTable:
    made = at_table(published_at=timezone.now(), blind_check=True)
    make_official(made.event)
    return made


@pytest.fixture
def pen(table: AtTable) -> Client:
    table.write_all(table.pen())
    return joined(table, 1, pen=True)


def asked(client: Client, table: AtTable, seat: int) -> str:
    return client.get(seat_url(table, seat)).content.decode()


def seat_url(table: AtTable, seat: int) -> str:
    return f"{url(table)}platz/{seat}/"


def types(client: Client, table: AtTable, seat: int, then: str = "remember", **games: str) -> str:
    body = {"fingerprint": fingerprint_of(table.loaded()), "then": then, **games}
    return client.post(seat_url(table, seat), body, follow=True).content.decode()


def test_written_list_is_hidden_until_its_reader_has_typed_or_knows_nothing_more(table: AtTable, pen: Client) -> None:
    for client in (pen, joined(table, 2)):
        page = client.get(url(table)).content.decode()
        assert "Was wissen Sie noch?" in page
        assert page.count('name="p') == 2
        assert not any(hidden in page for hidden in ('<table class="sheet', "Stimmt die Liste?", 'class="game"'))
    second = joined(table, 2)
    assert 'class="game"' not in second.get(url(table), {"spiel": "1"}).content.decode()
    page = types(second, table, 2, then="nothing", p1="77")
    assert "Stimmt die Liste?" in page
    assert '<table class="sheet' in page
    assert models.Statement.objects.get().remembered == {}


def test_list_is_hidden_in_what_a_script_brings_too(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    parts = [send(pen, table, game).json()["parts"]["part"] for game in (1, 2)]
    assert ['<table class="sheet' in part for part in parts] == [True, False]


def test_player_that_remembers_otherwise_sees_both_figures_and_may_keep_either(table: AtTable, pen: Client) -> None:
    page = types(pen, table, 1, p1="0", p2="5")
    assert "Spiel 2: Sie erinnern sich an 5, in der Liste steht 0." in page
    assert "Spiel 1: Sie erinnern sich an" not in page
    assert "Die Liste stimmt doch" in page
    second = joined(table, 2)
    types(second, table, 2, p1="21", p2="20")
    assert "Spielleitung ist benachrichtigt" in say(second, table, gegenprobe="1")
    said = models.Statement.objects.get(agrees=False)
    assert (said.game, said.text) == (1, "21 statt 20")
    assert models.TableCall.objects.exists()
    assert "Danke, die Bestätigung" in say(pen, table, stimmt="1")


def test_text_that_is_not_a_number_is_named_and_kept_and_equal_memories_are_confirmed(
    table: AtTable, pen: Client
) -> None:
    second = joined(table, 2)
    page = types(second, table, 2, p1="zwanzig", p2="20")
    assert "Spiel 1: „zwanzig“ lässt sich nicht lesen" in page
    assert 'value="zwanzig"' in page
    assert 'name="p2" value="20"' in page
    assert not models.Statement.objects.exists()
    assert "Was Sie noch wussten, steht so in der Liste." in types(second, table, 2, p1="20", p2="")
    assert models.Statement.objects.get().remembered == {"1": 20}


def test_player_without_a_phone_is_asked_on_the_pens_without_seeing_the_list(table: AtTable, pen: Client) -> None:
    types(pen, table, 1, then="nothing")
    page = asked(pen, table, 3)
    assert "Was wissen Sie noch?" in page
    assert '<table class="sheet' not in page
    assert "nicht der Code der Startkarte" in types(pen, table, 3, p1="31", card_code="ACD347")
    assert models.TableAccess.objects.get().wrong_codes == 1
    page = types(pen, table, 3, p1="31", p2="30", card_code=card_code(seat_of(table, 3)))
    assert "Spiel 1: Sie erinnern sich an 31, in der Liste steht 30." in page
    assert "Sie erinnern sich an 31" not in asked(joined(table, 2), table, 3)
    code = re.search(r'type="hidden" name="card_code" value="(\w+)"', page)
    assert code
    say(pen, table, gegenprobe="1", seat="3", card_code=code[1])
    said = models.Statement.objects.get(agrees=False)
    assert (said.seat, said.text, said.way) == (3, "31 statt 30", "card")


def test_confirmation_that_is_sent_past_the_page_is_refused(table: AtTable, pen: Client) -> None:
    assert "schreiben Sie zuerst auf" in say(joined(table, 2), table, stimmt="1")
    assert "schreiben Sie zuerst auf" in say(pen, table, stimmt="1", seat="3", card_code=card_code(seat_of(table, 3)))
    assert not models.Statement.objects.exists()
