"""Hints at a table, jokers that can be taken, and opponents that do not wait."""

from __future__ import annotations

import pytest
from django.test import Client

from romme_turnier.tournament.models import PlayTable
from romme_turnier.tournament.playing import moving
from romme_turnier.tournament.playing.state import state_of
from tests.tournament.playing.tables import at_position, opened
from tests.web.public.playing.pages import seated

pytestmark = pytest.mark.django_db


def _at(hand: str, turn: int = 1) -> tuple[PlayTable, int]:
    """A table with two melds where everybody has opened."""
    stock = 110 - len(hand.split()) - 9 - 9 - 6 - 1
    return at_position(
        f"rommeordnung / hands {hand}, ?9, ?9 / table 2 5H 6H 7H, 2 9S *10S JS / pile 8C / stock {stock} / "
        f"turn {turn} 20 drawn / opened 4 5 6"
    )


def _post(client: Client, address: str, **data: str) -> str:
    return client.post(address, data, headers={"X-Part": "table"}).content.decode()


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("8H 2C 4S", "Sie könnten an Kombination 1 anlegen: Herz 8."),
        ("9D 9S 9C 2C", "Sie könnten auslegen: "),
        ("2C 4S JD", "Mit diesen Karten lässt sich jetzt nichts legen."),
    ],
)
def test_a_hint_names_a_laying(hand: str, said: str) -> None:
    row, anna = _at(hand)
    page = _post(seated(row, anna), f"/spielen/tisch/{row.token}/", do="tipp")
    assert said in page.replace("\N{NO-BREAK SPACE}", " ")


def test_there_is_no_hint_out_of_turn() -> None:
    row, anna = _at("8H 2C 4S", turn=2)
    client, address = seated(row, anna), f"/spielen/tisch/{row.token}/"
    assert "Was könnte ich legen?" not in client.get(address).content.decode()
    assert client.post(address, {"do": "tipp"}).status_code == 409


@pytest.mark.parametrize(("hand", "offered"), [("10S 2C 4H", True), ("QD 2C 4H", False)])
def test_a_joker_is_offered_where_the_hand_can_take_it(hand: str, offered: bool) -> None:
    row, anna = _at(hand)
    page = seated(row, anna).get(f"/spielen/tisch/{row.token}/").content.decode()
    assert ("Joker holen" in page) is offered


def test_one_tap_makes_opponents_immediate() -> None:
    row, anna = opened(opponents=3, secret=11)
    assert moving.say(row, anna, ["mischen"]).done
    client, address = seated(row, anna), f"/spielen/tisch/{row.token}/"
    assert "Gegner sofort" in client.get(address).content.decode()
    assert "Gegner nacheinander" in _post(client, address, do="tempo")
    for _ in range(3):
        row.refresh_from_db()
        if not moving.waits_for_program(state_of(row)):
            break
        moving.step(row)
    assert row.fast
    assert not moving.waits_for_program(state_of(row))


def test_a_round_of_three_opponents_takes_three_seconds() -> None:
    assert 9 * moving.PACE.total_seconds() < 3  # each draws, lays and discards
