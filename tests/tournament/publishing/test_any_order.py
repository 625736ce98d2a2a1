"""Packages in any order, repeated or lost: the copy ends in the newest state that arrived, with one event.

The expected state is read from the laptop's releases, not from packages.
"""

from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings, strategies as st

from romme_turnier.core.codes import package
from romme_turnier.core.codes.package import MAGIC
from romme_turnier.tournament import models
from romme_turnier.tournament.publishing import event_copies
from romme_turnier.tournament.publishing.accepting import accept_package
from romme_turnier.tournament.shared.errors import TournamentError
from tests.tournament.publishing.scene import correct_again, hosted_club, laptop_event, packed

pytestmark = pytest.mark.django_db

PACKAGES = 6


@pytest.fixture(scope="module")
def line(module_rows: None) -> list[tuple[bytes, list[Any]]]:
    """Packages of one laptop, each with the figures of all releases until then."""
    event, made = laptop_event(), []
    for number in range(PACKAGES):
        if number:
            correct_again(event)
        made.append((packed(event), figures(event)))
    return made


def figures(event: models.Event) -> list[Any]:
    rows = event.releases.order_by("number").values_list("number", "rows")
    return [(number, [(row.number, row.rank, row.total) for row in released]) for number, released in rows]


def arrive(club: models.Organiser, line: list[tuple[bytes, list[Any]]], order: list[int]) -> list[bool]:
    """Returns for each package whether it was accepted."""
    accepted = []
    for index in order:
        data = line[index][0]
        try:
            accept_package(club, data, by=None, key=data[len(MAGIC) :][:8].hex())
        except TournamentError:
            accepted.append(False)
        else:
            accepted.append(True)
    return accepted


def demand_newest(club: models.Organiser, line: list[tuple[bytes, list[Any]]], order: list[int]) -> None:
    copies = list(models.Event.objects.filter(held_by=club))
    assert len(copies) == bool(order)
    for copy in copies:
        assert figures(copy) == line[max(order)][1]
        assert copy.registrations.count() == 8
        assert models.Spielliste.objects.filter(table__series__event=copy).count() == 2


def test_any_order_repetition_and_loss_ends_in_the_newest_state(line):
    club, tried = hosted_club(), 0

    @given(order=st.lists(st.integers(0, PACKAGES - 1), max_size=7))
    @settings(max_examples=15, suppress_health_check=list(HealthCheck), database=None)
    def try_order(order: list[int]) -> None:
        nonlocal tried
        with transaction.atomic():
            accepted = arrive(club, line, order)
            highest = -1
            for index, was_accepted in zip(order, accepted, strict=True):
                assert was_accepted == (index >= highest)  # the newest so far, or the same again
                highest = max(highest, index)
            demand_newest(club, line, order)
            transaction.set_rollback(True)  # the next order starts with an empty hosted program
        tried += 1

    try_order()
    assert tried >= 15


def test_without_the_guard_an_older_package_would_win(line, monkeypatch):
    """The test above needs `demand_next`: without it, the state goes back."""
    club = hosted_club()
    monkeypatch.setattr(event_copies, "demand_next", lambda *_facts: None)
    assert arrive(club, line, [3, 1]) == [True, True]
    with pytest.raises(AssertionError):
        demand_newest(club, line, [3, 1])


def test_without_the_signature_changed_bytes_would_be_accepted(line, monkeypatch):
    """The test of every changed byte needs the signature: without it, another content goes through."""

    class Anything:
        @staticmethod
        def from_public_bytes(_key: bytes) -> "Anything":
            return Anything()

        def verify(self, _signature: bytes, _data: bytes) -> None:
            pass

    club, data = hosted_club(), line[0][0]
    place = len(MAGIC) + 40  # in the signature
    changed = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
    assert arrive(club, [(changed, [])], [0]) == [False]
    monkeypatch.setattr(package, "Ed25519PublicKey", Anything)
    assert arrive(club, [(changed, [])], [0]) == [True]
