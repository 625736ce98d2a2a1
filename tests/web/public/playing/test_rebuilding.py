"""Rearranging by moving cards: each step marks incomplete melds, and only "Fertig" makes the move."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament.models import PlayMove
from tests.tournament.playing.tables import at_position, position_of
from tests.web.public.playing.pages import PART, seated

pytestmark = pytest.mark.django_db
LINE = (
    "rommee rearranging / hands 8C 8D KD, 2H 3H 4H, 9S / table 1 8H 9H 10H JH, 2 8S 9S 10S JS, 3 5D *6D 7D"
    " / pile 4C / stock 40 / turn 1 10 drawn / opened 4 5 -"
)


class Table:
    """Anna's browser without scripts: each step sends the fields of the last page."""

    def __init__(self, line: str = LINE) -> None:
        self.row, anna = at_position(line)
        self.client = seated(self.row, anna)
        self.address = reverse("public:play_table", args=[self.row.token])
        self.text = self.client.get(self.address).content.decode()
        self.status = 200

    @property
    def groups(self) -> list[str]:
        return re.findall(r'name="lage" value="([^"]+)"', self.text)

    @property
    def refused(self) -> str:
        match = re.search(r"data-refused>([^<]*)", self.text)
        return match[1] if match else ""

    @property
    def state(self) -> str:
        match = re.search(r'data-say="([^"]*)"', self.text)
        return match[1] if match else ""

    @property
    def position(self) -> str:
        return position_of(self.row)

    def send(self, do: str, *marks: str, **more: object) -> None:
        sent = {"do": do, "k": marks, "lage": self.groups, **more}
        answer = self.client.post(self.address, sent, headers=PART)
        self.status, self.text = answer.status_code, answer.content.decode()


@pytest.fixture
def table() -> Table:
    table = Table()
    table.send("umbauen")
    return table


def moves(table):
    return PlayMove.objects.filter(table=table.row, command__startswith="umbauen")


def test_button_is_there_where_the_table_can_be_rearranged_only():
    assert 'value="umbauen"' in Table().text
    for other in (
        LINE.replace("rommee rearranging", "rommee"),
        LINE.replace("opened 4", "opened -"),
        LINE.replace("10 drawn", "10"),
        LINE.replace("turn 1", "turn 2"),
    ):
        elsewhere = Table(other)
        assert 'value="umbauen"' not in elsewhere.text
        elsewhere.send("umbauen")
        assert elsewhere.status == 409
        assert not elsewhere.groups


def test_work_begins_with_the_melds_as_they_lie(table):
    assert table.groups == ["1: 8H 9H 10H JH", "2: 8S 9S 10S JS", "3: 5D *6D 7D"]
    assert "Wählen Sie Karten" in table.state
    assert 'value="umbauen fertig"' not in table.text


def test_what_is_no_meld_yet_is_said_with_its_rule_and_nothing_is_stored(table):
    before = table.position
    table.send("umbauen nach neu", "1.8H.0", "2.8S.0")
    assert table.groups == ["1: 9H 10H JH", "2: 9S 10S JS", "3: 5D *6D 7D", "4: 8S 8H"]
    assert "Herz 8, Pik 8: jetzt in Kombination 4." in table.state
    assert "Kombination 4 liegt noch nicht richtig" in table.state
    assert "Ein Satz hat mindestens 3 Karten, hier liegen 2 (" in table.text
    assert table.text.count("group--wrong") == 1
    table.send("umbauen fertig")
    assert (table.status, table.groups[3]) == (409, "4: 8S 8H")
    assert table.refused.startswith("Kombination 4: Ein Satz hat mindestens 3 Karten")
    assert table.position == before
    assert not moves(table).exists()


def test_what_is_done_is_one_command_in_the_words_of_the_line(table):
    table.send("umbauen nach neu", "1.8H.0", "2.8S.0")
    table.send("umbauen nach 4", "0.8C.0")
    assert "Alles liegt richtig" in table.state
    table.send("umbauen fertig", key="k" * 32)
    assert table.status == 200
    assert not table.groups
    assert moves(table).get().command == "umbauen 1,2 mit 8C zu 9H 10H JH | 9S 10S JS | 8C 8S 8H"
    assert "hands 8D KD," in table.position
    assert "baut um" in table.text


def test_everything_is_taken_back_and_left(table):
    beginning = table.groups
    table.send("umbauen nach 3", "1.8H.0", "0.8D.0")
    assert table.groups != beginning
    table.send("umbauen zurück")
    assert table.groups == beginning
    table.send("umbauen lassen")
    assert not table.groups
    assert 'value="umbauen"' in table.text


def test_own_card_goes_back_to_the_hand_and_one_of_the_table_does_not(table):
    table.send("umbauen nach 3", "0.8D.0")
    assert table.groups[2] == "3: 5D *6D 7D 8D"
    table.send("umbauen nach 0", "3.8D.0")
    assert table.groups[2] == "3: 5D *6D 7D"
    table.send("umbauen nach 0", "1.8H.0")
    assert (table.status, table.groups[0]) == (409, "1: 8H 9H 10H JH")
    assert "bleibt dort" in table.refused
    assert 'value="1.8H.0" checked' in table.text


def test_destination_without_cards_asks_for_them(table):
    table.send("umbauen nach 1")
    assert (table.status, table.refused) == (409, "Bitte wählen Sie zuerst Karten aus.")
    assert len(table.groups) == 3


def test_joker_is_given_another_meaning_where_it_has_a_choice(table):
    assert "umbauen deuten" not in table.text
    table.send("umbauen nach 1", "3.5D.0")
    table.send("umbauen nach 3", "0.8D.0")
    assert table.groups[2] == "3: 7D 8D *9D"
    pressed = re.findall(r'value="(umbauen deuten[^"]+)" aria-pressed="(true|false)">([^<]+)<', table.text)
    assert pressed == [
        ("umbauen deuten 3 *6D 7D 8D", "false", "Karo 6"),
        ("umbauen deuten 3 7D 8D *9D", "true", "Karo 9"),
    ]
    table.send("umbauen deuten 3 *6D 7D 8D")
    assert table.groups[2] == "3: *6D 7D 8D"


def test_game_that_continued_differently_restarts_the_work(table):
    table.send("umbauen nach 2", "0.8D.0", lage=["1: 8H 9H 10H JH", "2: 8S 9S 10S", "3: 5D *6D 7D"])
    assert table.status == 409
    assert "beginnt von vorn" in table.refused
    assert table.groups == ["1: 8H 9H 10H JH", "2: 8S 9S 10S JS", "3: 5D *6D 7D"]


@pytest.mark.parametrize("lage", ["8H 9H", "0: 8H", "1: 8X", "1:", "1000: 8H 9H 10H", "x: 8H"])
def test_groups_that_no_page_sends_are_not_read(table, lage):
    table.send("umbauen", lage=[lage])
    assert table.status == 400


@pytest.mark.parametrize("mark", ["8H", "1.8X.0", "x.8H.0", "-1.8H.0"])
def test_marks_that_no_page_sends_are_not_read(table, mark):
    table.send("umbauen nach 2", mark)
    assert table.status == 400


def test_refusal_of_the_whole_keeps_the_work():
    """The last card of the hand may not be laid: one is left for the pile."""
    table = Table(LINE.replace("8C 8D KD", "8D"))
    table.send("umbauen")
    table.send("umbauen nach 3", "0.8D.0")
    assert "Alles liegt richtig" in table.state
    table.send("umbauen fertig")
    assert (table.status, table.groups[2]) == (409, "3: 5D *6D 7D 8D")
    assert "keine Karte" in table.refused
    assert not moves(table).exists()


def test_spectators_and_others_rearrange_nothing(table):
    stranger = Client()
    answer = stranger.post(table.address, {"do": "umbauen", "lage": table.groups}, headers=PART)
    assert answer.status_code == 409
    assert "data-rebuilding" not in answer.content.decode()


def test_page_without_a_script_is_the_whole_page(table):
    answer = table.client.post(table.address, {"do": "umbauen"})
    assert b"<html" in answer.content
    assert b"data-rebuilding" in answer.content
    done = {"do": "umbauen fertig", "lage": ["1: 8H 9H 10H JH", "2: 8S 9S 10S JS", "3: 5D *6D 7D 8D"]}
    assert table.client.post(table.address, done).status_code == 302
