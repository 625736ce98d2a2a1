"""Names are tidied whenever they are stored."""

import pytest
from django.db import models

from romme_turnier.accounts.fields import NameField
from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Category, Club, Event, Player, PlayerInvitation, Team
from romme_turnier.tournament.participants.registrations import Entry, register
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_event

COLUMNS = [
    (Player, "first_name"),
    (Player, "last_name"),
    (Club, "name"),
    (Team, "name"),
    (Category, "name"),
    (Event, "name"),
    (PlayerInvitation, "name"),
    (User, "display_name"),
]


@pytest.mark.parametrize(("model", "column"), COLUMNS)
def test_column_of_a_name_is_a_field_for_names(model: type[models.Model], column: str) -> None:
    assert isinstance(model._meta.get_field(column), NameField)


@pytest.mark.django_db
def test_every_way_of_writing_stores_the_tidied_name_and_finds_it() -> None:
    untidy = "RC\u00ad  Nord\u200b"
    Club.objects.bulk_create([Club(name=untidy)])
    club = Club.objects.get(name=untidy)
    assert (club.name, Club.objects.get_or_create(name="RC Nord")[1]) == ("RC Nord", False)
    Club.objects.update(name="SC\u2060 Deich\ufeff")
    club.refresh_from_db()
    assert club.name == "SC Deich"
    player = Player.objects.create(first_name="\u200bLiesel", last_name="Hart\u00adwig")
    assert player.name == "Liesel Hartwig"


@pytest.mark.django_db
def test_name_of_nothing_but_unseen_signs_is_no_name() -> None:
    with pytest.raises(TournamentError, match="einen Namen"):
        register(make_event(players=0), Entry(first_name="\u200b", last_name="\u00ad"), by=None)
