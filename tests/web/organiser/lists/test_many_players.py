"""A table of more players than the source of the rule system advises: the list warns and still counts."""

import pytest
from django.test import Client

from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.exchange.event_file.reading import check
from romme_turnier.tournament.models import Event
from tests.tournament.exchange.event_file import dealing
from tests.web.organiser.lists.pages import shown, signed_in

pytestmark = pytest.mark.django_db


def imported(players: int) -> Event:
    """An event of classic Rommé with all players at one table."""
    content = dealing.event(5, players=players, series=1, games=2, ruleset="classic")
    points = [[0, *[20] * (players - 1)], [20, 0, *[20] * (players - 2)]]
    rows = [{"number": n, "finisher": n, "handromme": False, "points": row} for n, row in enumerate(points, start=1)]
    totals = [sum(by_seat) for by_seat in zip(*points, strict=True)]
    sheet = {"status": "checked", "games": rows, "readings": [], "penalties": [], "claimed_totals": totals}
    content["series"] = [{"number": 1, "tables": [{"number": 1, "seats": [*range(1, players + 1)], "list": sheet}]}]
    return import_event(check(content)).event


@pytest.mark.parametrize(("players", "warned"), [(6, False), (7, True), (8, True)])
def test_list_of_more_than_six_players_carries_the_warning(client: Client, players: int, warned: bool) -> None:
    event = imported(players)
    page = shown(signed_in(client, event), f"/leitung/{event.slug}/serie/1/tisch/1/")
    words = f"An diesem Tisch spielen {players}, zu empfehlen sind höchstens 6 (Rommé)"
    assert (words in page) == warned
    assert "an diesem Tisch spielen" not in page


@pytest.mark.parametrize(("players", "moves"), [(5, False), (6, True)])
def test_list_that_is_wider_than_its_page_is_moved_by_the_keyboard_too(
    client: Client, players: int, moves: bool
) -> None:
    event = imported(players)
    list_page = f"/leitung/{event.slug}/serie/1/tisch/1/"
    for address in (list_page, f"{list_page}verlauf/1/"):
        html = signed_in(client, event).get(address).content.decode()
        assert ('<div class="sheet-wrap" tabindex="0">' in html) is moves
        assert '<div class="sheet-wrap' in html
