"""An event with phones of every kind, whose series is put into every state."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.cookies import SimpleCookie
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import pin_of
from romme_turnier.tournament.at_table.phones import take_pen_to_desk
from romme_turnier.tournament.at_table.statements import contradict
from romme_turnier.tournament.hall.calls import call_official
from romme_turnier.tournament.lists.consent import fingerprint_of
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.models.fields import hash_of
from romme_turnier.tournament.participants.card_code import END, card_code, replace_card
from romme_turnier.tournament.seating.draws import propose_draw
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.web.public.phone_identity import remember_player
from tests.cast import make_cast, signed_in
from tests.factories import enter, fill, list_of, make_checked, make_event, one, seat_series
from tests.web.public.at_table import matrix
from tests.web.public.at_table.matrix import (
    CALLED,
    CHECKED,
    CLOSED,
    CONTRADICTED,
    DESK_WRITES,
    PAPER,
    PROPOSED,
    UNPUBLISHED,
    UNRELEASED,
    WRITTEN,
)
from tests.web.public.at_table.phone import KEY

EARLIER, NOW, NEXT = 1, 2, 3  # series; the next one has a draw that is not applied
TABLE = 1
PEN, READER, TO_GET_IN, ELSEWHERE, LOST = 1, 2, 3, 5, 6  # start numbers
WITHDRAWN = 7
JSON = "application/json"


class PhonesScene:
    """Players 1 to 4 sit at table 1, where 1 writes and 2 reads along; 5 to 8 at table 2."""

    def __init__(self) -> None:
        self.event = make_event(
            slug="handys", games_per_list=2, series_count=3, phone_lists="allowed", published_at=timezone.now()
        )
        cast = make_cast(self.event)
        self.earlier, self.now = (self._seated(self.event, number) for number in (EARLIER, NOW))
        self.list = list_of(self.now)
        self.tokens = self._tokens()
        self.notice = self._corrected(cast.petra)
        enter(self.list, 1, "R 20 30 40")
        self.bodies = {state: self._bodies(state) for state in (matrix.RUNNING, WRITTEN)}
        self.cards = self._cards()
        models.Registration.objects.filter(event=self.event, number=WITHDRAWN).update(status="withdrawn")
        propose_draw(self.event, NEXT, by=cast.petra)
        self.clients = {"anybody": Client()} | {name: signed_in(user) for name, user in vars(cast).items()}
        self._signed_in = {name: client.cookies.output(header="") for name, client in self.clients.items()}
        for client in self.clients.values():
            client.raise_request_exception = False

    def _seated(self, event: models.Event, number: int) -> models.Series:
        series = seat_series(event, number)
        models.Series.objects.filter(pk=series.pk).update(seats_released_at=timezone.now())
        series.refresh_from_db()
        return series

    def _tokens(self) -> dict[str, str]:
        """The secret of each phone, by the page that it opens."""
        foreign = self._seated(make_event(slug="fremd", phone_lists="allowed", published_at=timezone.now()), NOW)
        phones: dict[str, tuple[models.Spielliste, int, dict[str, Any]]] = {
            matrix.PEN: (self.list, PEN, {"is_pen": True}),
            matrix.READER: (self.list, READER, {}),
            "another table of the series": (list_of(self.now, 2), ELSEWHERE, {"is_pen": True}),
            "the same table in another series": (list_of(self.earlier), PEN, {}),
            "the same table of another event": (list_of(foreign), PEN, {"is_pen": True}),
            "ended by a reset": (self.list, PEN, {"ended_at": timezone.now()}),
            "of a player who sits elsewhere now": (self.list, ELSEWHERE, {}),
        }
        for token, (spielliste, number, more) in phones.items():
            owner = one(spielliste.table.series.event, number)
            more |= {"opened_at": timezone.now(), "seen_at": timezone.now()}
            models.TablePhone.objects.create(
                spielliste=spielliste, registration=owner, token_hash=hash_of(token), **more
            )
        return {token: token for token in phones} | {"none": "", "nobody's": "x" * 43}

    def _corrected(self, by: User) -> models.Notice:
        """The earlier series is over; a player of the other table has a notice of a later correction."""
        for table in (1, 2):
            make_checked(list_of(self.earlier, table))
        close_series(self.earlier, by=None)
        release_standings(self.event, EARLIER, by=None)
        enter(list_of(self.earlier, 2), 1, "25 20 30 R", reason="verlesen", by=by)
        return models.Notice.objects.get(registration=one(self.event, ELSEWHERE))

    def _cards(self) -> dict[str, str]:
        """The cookie of each start card."""
        found = {"none": ""}
        foreign = models.Event.objects.get(slug="fremd")
        for card, event, number in (
            (matrix.OF_TABLE, self.event, READER),
            (matrix.OF_OTHER_TABLE, self.event, ELSEWHERE),
            (matrix.WITHDRAWN, self.event, WITHDRAWN),
            ("of another event", foreign, READER),
            ("lost", self.event, LOST),
        ):
            response = HttpResponse()
            remember_player(response, one(event, number))
            found[card] = response.cookies["mein-turnier"].value
        replace_card(one(self.event, LOST), by=None)
        return found

    def _bodies(self, state: str) -> Mapping[tuple[str, str], Any]:
        """Form data of the pages. In a list with rows they change the second game."""
        expected, players = (1 if state in CALLED else 0), [1, 2, 3, 4]
        row = {"game": 2, "players": players, "expected": expected, "key": KEY * 2}
        typed = {"game": 2, "player": players, "expected": expected, "key": KEY * 2, "ended": 1}
        entry = one(self.event, TO_GET_IN)
        end = {"seat_asked": "1", "seat": str(TO_GET_IN), "card_end": card_code(entry)[-END:]}
        says = {"fingerprint": self._fingerprint(), "stimmt": "1"}
        return {
            ("at_table_join", "post"): {"p": pin_of(self.list), **end},
            matrix.WITH_OWN_CARD: {"own": "1"},
            ("at_table", "post"): {**typed, "s1": "0", "s2": "50", "s3": "60", "s4": "70"},
            ("at_table_row", "post"): {**row, "cells": ["R", "50", "60", "70"]},
            ("at_table_statement", "post"): says,
            ("at_table_seat", "post"): {**says, "card_code": card_code(entry)},
            ("at_table_call", "post"): {"about": "rule"},
            ("my_card", "post"): {"nr": str(TO_GET_IN), "code": card_code(entry)},
            ("my_notice", "post"): {"gesehen": "1"},
            ("my_call", "post"): {"about": "rule"},
        }

    def _fingerprint(self) -> str:
        return fingerprint_of(load(list_of(self.now).pk))

    @contextmanager
    def in_state(self, state: str) -> Iterator[None]:
        """Puts series and list into this state, until the block is left."""
        with transaction.atomic():
            series, of_event = models.Series.objects.filter(pk=self.now.pk), models.Event.objects.filter(slug="handys")
            if state in (*CALLED, CHECKED, CLOSED):
                (fill if state in CALLED else make_checked)(list_of(self.now))
                self.bodies[state] = self._bodies(state)
            if state == WRITTEN:
                seat = self.list.table.seats.get(number=READER)
                call_official(self.list.table, about="ill", text="", seat=READER, registration=seat.registration)
            if state == CONTRADICTED:
                contradict(
                    self.list.phones.get(token_hash=hash_of(matrix.READER)),
                    fingerprint=self._fingerprint(),
                    text="weniger",
                )
            if state == DESK_WRITES:
                take_pen_to_desk(self.list, by=None)
            if state == CLOSED:
                series.update(closed_at=timezone.now())
            if state == UNRELEASED:
                series.update(seats_released_at=None)
            if state == UNPUBLISHED:
                of_event.update(published_at=None)
            if state == PAPER:
                of_event.update(phone_lists="paper")
            yield
            transaction.set_rollback(True)

    def answer(self, cell: tuple[str, str], state: str, *, phone: str, card: str, role: str) -> Any:
        """The answer to such a phone."""
        (name, method), client = cell, self.clients[role]
        client.cookies = SimpleCookie(self._signed_in[role])
        for cookie, value in (("tisch", self.tokens[phone]), ("mein-turnier", self.cards[card])):
            if value:
                client.cookies[cookie] = value
        path = self._path(name, NEXT if state == PROPOSED else NOW)
        if method == "get":
            return client.get(path)
        body = self.bodies.get(state, self.bodies[matrix.RUNNING]).get(cell, {})
        return client.post(path, body, content_type=JSON if name == "at_table_row" else MULTIPART_CONTENT)

    def _path(self, name: str, series: int) -> str:
        if name == "my_notice":
            return reverse("public:my_notice", args=["handys", self.notice.pk])
        place: list[str | int] = ["handys", series, TABLE] if name.startswith("at_table") else ["handys"]
        if name == "at_table_seat":
            place.append(TO_GET_IN)
        if name == "at_table_record":
            place.append(1)
        return reverse(f"public:{name}", args=place)
