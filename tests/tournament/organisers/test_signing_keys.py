"""The keys that sign papers: made once, sealed for one installation, ended with a reason."""

import pytest
from django.db import IntegrityError
from django.utils import timezone

from romme_turnier.tournament.models import Organiser, SigningKey
from romme_turnier.tournament.organisers.signing_keys import change_key, key_named, private_key
from romme_turnier.tournament.papers.checking import State, check
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_office, make_official, make_organiser, one
from tests.tournament.papers.papers import code_of_standings, released_event, sign_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(db: None) -> Organiser:
    made = make_organiser()
    sign_for(made)
    return made


def test_key_is_made_once(organiser):
    (key,) = organiser.signing_keys.all()
    sign_for(organiser)
    assert list(organiser.signing_keys.all()) == [key]
    private = private_key(organiser)
    assert private is not None
    assert private.public_key().public_bytes_raw().hex() == key.public
    assert key_named(bytes.fromhex(key.public)[:8]) == key
    assert key_named(b"another!") is None


def test_private_key_is_readable_nowhere_else(organiser, settings):
    (key,) = organiser.signing_keys.all()
    private = private_key(organiser)
    assert private is not None
    assert private.private_bytes_raw().hex() not in key.sealed
    settings.SECRET_KEY = "that of another machine"
    assert private_key(organiser) is None


def test_another_machine_makes_its_own_key_and_old_papers_stay_valid(settings):
    event = released_event()
    old = code_of_standings(event)
    settings.SECRET_KEY = "that of another machine"
    sign_for(event.held_by)
    new, ended = event.held_by.signing_keys.all()
    assert (ended.sealed, ended.revoked) == ("", False)
    assert "umgezogen" in ended.reason
    assert code_of_standings(event).content.key.hex() == new.public[:16]
    assert check(old.digits).state is State.VALID


def test_database_keeps_one_key_in_use(organiser):
    with pytest.raises(IntegrityError):
        SigningKey.objects.create(organiser=organiser, public="0" * 64, sealed="x", since=timezone.now())


def test_change_needs_the_chair_and_a_reason(organiser):
    sporty, chair = make_official(username="sporty"), make_official(username="chair")
    make_office(organiser, sporty, "sports")
    make_office(organiser, chair, "chair")
    with pytest.raises(TournamentError, match="Vorsitz"):
        change_key(organiser, reason="Laptop gestohlen", revoked=True, by=sporty)
    with pytest.raises(TournamentError, match="Grund"):
        change_key(organiser, reason="  ", revoked=True, by=chair)
    change_key(organiser, reason="Laptop gestohlen", revoked=True, by=chair)
    assert [key.revoked for key in organiser.signing_keys.all()] == [False, True]


def test_erasing_a_person_leaves_keys_alone():
    """A name may stand by chance between two signs of a sealed key."""
    event = released_event()
    player, key = one(event, 1).player, SigningKey.objects.get()
    SigningKey.objects.update(sealed=f"gAAA-{player.first_name}-{player.last_name}-BBB", reason=f"Von {player.name}")
    erase_player(player, by=None)
    key.refresh_from_db()
    assert key.sealed == f"gAAA-{player.first_name}-{player.last_name}-BBB"
    assert player.last_name not in key.reason
