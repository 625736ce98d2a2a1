"""Answers to a seat reveal no hidden card, neither by a field nor by size or order.

Games are played through the pages. At many moments the cards that a viewer must not see change places with one another,
everywhere in the table; the answers to that viewer have to be the same, byte for byte.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.core.playing.seat_view import view_at
from romme_turnier.core.playing.table import Table, seed_of
from romme_turnier.core.rules.record import Act, Line, Moment, Verb
from romme_turnier.core.rules.system.cards import HIDDEN, Card
from romme_turnier.tournament.models import PlayTable
from romme_turnier.tournament.playing.state import State, keep, state_of
from romme_turnier.web.public.playing import table as pages
from tests.tournament.at_table.on_screen import on_screen, play, table_of
from tests.tournament.playing.tables import moved_once, with_dealer
from tests.web.public.at_table.phone import joined, url
from tests.web.public.playing.pages import PART, seated

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick")]
MASKED = re.compile(rb'name="(?:csrfmiddlewaretoken|key)" value="[^"]*"')


def exchanged(state: State, seat: int, chance: random.Random) -> State:
    """The same table for this seat (0: a spectator), with all cards hidden from it dealt differently."""
    table = state.table
    game, view = table.game, view_at(table, seat)
    assert game is not None
    assert view is not None
    position = game.position
    places = [*position.hands, position.pile, position.stock]
    as_seen = [*view.position.hands, view.position.pile, view.position.stock]
    unseen = [card for real, shown in zip(places, as_seen, strict=True) for card in _covered(real, shown)]
    chance.shuffle(unseen)
    cards = iter(unseen)
    new = [tuple(next(cards) if card == HIDDEN else card for card in shown) for shown in as_seen]
    *hands, pile, stock = new
    other = position._replace(hands=tuple(tuple(sorted(hand)) for hand in hands), pile=pile, stock=stock)
    moment = Moment(other, game.last.names)
    lines = tuple(_otherwise(line, seat, chance) for line in game.record.lines)
    record = replace(game.record, lines=lines, seed=chance.randbytes(32))
    twin = replace(game, record=record, last=moment)
    return replace(state, table=replace(table, game=twin, secret=chance.randbytes(32)))


def _covered(real: tuple[Card, ...], shown: tuple[Card, ...]) -> Iterator[Card]:
    return (card for card, view in zip(real, shown, strict=True) if view == HIDDEN)


def _otherwise(line: Line, seat: int, chance: random.Random) -> Line:
    """Returns the line, with random cards if its own cards are hidden from the seat."""
    hidden = isinstance(line, Act) and (
        (line.verb is Verb.DEAL and line.number != seat)
        or (line.verb is Verb.DRAW and line.seat != seat)
        or line.verb is Verb.SHUFFLE
    )
    if not isinstance(line, Act) or not hidden:
        return line
    return replace(line, cards=tuple(chance.randrange(52) for _ in line.cards))


def sent_to(client: Client, address: str) -> list[bytes]:
    """Returns all answers to a viewer: the part for the script and the whole page, with their headers."""
    answers = []
    for head in (PART, {}):
        answer = client.get(address, headers=head)
        told = sorted((name, value) for name, value in answer.headers.items() if name != "Content-Length")
        answers += [str(told).encode(), MASKED.sub(b"", answer.content)]
    return answers


def depends_on_hidden_cards(client: Client, address: str, row: PlayTable, seat: int, chance: random.Random) -> bool:
    """Whether the answers to a viewer change with the cards that ``seat`` does not see."""
    state, real = state_of(row), sent_to(client, address)
    keep(row, exchanged(state, seat, chance))
    other = sent_to(client, address)
    keep(row, state)
    return other != real


@pytest.mark.parametrize(
    ("system", "options"),
    [("rommee", {"knocking": True}), ("contract", {}), ("treppenromme", {}), ("classic", {"take_many": True})],
)
def test_what_a_viewer_is_sent_does_not_depend_on_cards_that_are_hidden_from_it(system, options, monkeypatch):
    monkeypatch.setattr(pages, "step", lambda *_args: None)
    row, (anna, bernd) = with_dealer(1, "Bernd", system=system, opponents=1, options=options)
    viewers = {1: seated(row, anna), 3: seated(row, bernd), 0: Client()}
    address, chance = reverse("public:play_table", args=[row.token]), random.Random(3)
    compared = 0
    for number in range(72):
        moved_once(row, {1: anna, 3: bernd})
        row.refresh_from_db()
        if not state_of(row).table.playing:
            break
        if number % 6:
            continue
        for seat, client in viewers.items():
            assert not depends_on_hidden_cards(client, address, row, seat, chance)
            compared += 1
    assert compared >= 12


@pytest.mark.parametrize(
    ("system", "length"), [("rommeordnung", {}), ("rommee", {"length_unit": "rounds", "length_number": 2})]
)
def test_what_a_phone_is_sent_of_a_table_of_an_event_does_not_depend_on_hidden_cards(system, length, monkeypatch):
    monkeypatch.setattr(pages, "step", lambda *_args: None)
    scene = on_screen(ruleset=system, published_at=timezone.now(), **length)
    row, address, chance = table_of(scene.spielliste), url(scene, "at_table_play"), random.Random(3)
    viewers = {seat: joined(scene, seat) for seat in (1, 3)}
    compared = 0
    for _ in range(12):
        if not play(row, moves=4).table.playing:
            break
        for seat, client in viewers.items():
            assert not depends_on_hidden_cards(client, address, row, seat, chance)
            compared += 1
        assert depends_on_hidden_cards(viewers[3], address, row, 2, chance)  # the negative control
    assert compared >= 12


def test_exchange_of_what_is_seen_would_be_noticed():
    """The negative control: the page changes if the viewer's own hand is dealt differently."""
    row, (anna,) = with_dealer(1, system="rommeordnung", opponents=2)
    client, address = seated(row, anna), reverse("public:play_table", args=[row.token])
    client.post(address, {"do": "mischen"})
    row.refresh_from_db()
    assert depends_on_hidden_cards(client, address, row, 2, random.Random(3))


def test_seed_of_a_game_is_sent_only_when_the_game_is_over(monkeypatch):
    monkeypatch.setattr(pages, "step", lambda *_args: None)
    row, (anna,) = with_dealer(1, system="treppenromme", opponents=2)
    client, address = seated(row, anna), reverse("public:play_table", args=[row.token])
    record = reverse("public:play_record", args=[row.token, 1])
    sent, seed = [], ""
    for _ in range(400):
        state = _current(row)
        if state.table.finished:
            break
        sent += [client.get(address, headers=PART).content]
        seed = _seed(state.table) or seed
        assert client.get(record).status_code == 404
        moved_once(row, {1: anna})
    everything = b"".join(sent)
    assert seed
    assert seed.encode() not in everything
    assert row.secret.encode() not in everything
    assert seed in client.get(record).content.decode()
    assert row.secret not in client.get(record).content.decode()


def _current(row: PlayTable) -> State:
    row.refresh_from_db()
    return state_of(row)


def _seed(table: Table) -> str:
    if table.game is None:
        return seed_of(table).hex()
    return table.game.record.seed.hex() if table.game.record.seed else ""
