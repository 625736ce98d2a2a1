"""The page on which officers change or revoke the key for papers."""

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament.models import Organiser, SigningKey
from romme_turnier.tournament.papers.checking import State, check
from tests.cast import signed_in
from tests.factories import make_office, make_official, make_organiser
from tests.tournament.papers.papers import code_of_standings, released_event

pytestmark = pytest.mark.django_db

TYPED = {"kind": "revoked", "reason": "Laptop gestohlen", "sure": "on"}


def _address(organiser: Organiser) -> str:
    return reverse("organiser:organiser_key", args=[organiser.number])


def test_key_is_revoked_with_a_reason_and_the_next_one_signs(chief: Client) -> None:
    event = released_event()
    old, address = code_of_standings(event), _address(event.held_by)
    assert "unterschreibt jetzt" in chief.get(address).text
    assert chief.post(address, TYPED).headers["Location"] == address
    page = chief.get(address).text
    assert "widerrufen" in page
    assert "Laptop gestohlen" in page
    (new, ended) = SigningKey.objects.order_by("-pk")
    assert (ended.sealed, ended.revoked, ended.ended_by and ended.ended_by.username) == ("", True, "chief")
    newer = code_of_standings(event)
    assert newer.content.key.hex() == new.public[:16]
    assert check(old.digits).state is check(newer.digits).state is State.VALID


@pytest.mark.parametrize("missing", TYPED)
def test_nothing_changes_without_a_kind_a_reason_and_the_tick(chief: Client, missing: str) -> None:
    event = released_event()
    answer = chief.post(_address(event.held_by), {name: value for name, value in TYPED.items() if name != missing})
    assert answer.status_code == 200
    assert SigningKey.objects.get().ended_at is None


def test_only_the_chair_changes_the_key() -> None:
    here = make_organiser(number="07", name="Verband", slug="verband")
    below = make_organiser(number="07-01", name="Verein", slug="verein", parent=here)
    for role, status in (("chair", 200), ("sports", 403), ("viewer", 403)):
        user = make_official(username=role)
        make_office(here, user, role)
        assert signed_in(user).get(_address(below)).status_code == status
    stranger = make_official(username="fremd")
    assert signed_in(stranger).get(_address(below)).status_code == 404
