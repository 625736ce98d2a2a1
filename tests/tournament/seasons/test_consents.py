"""Consents to the full name in the tables of a season."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.participants.names.consents import Speaker, change_season_consent, entrant_at
from romme_turnier.tournament.participants.own_data import parts_of_person
from romme_turnier.tournament.participants.register.merging import merge_players
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_event, register_player
from tests.seasons import make_season_with_players

pytestmark = pytest.mark.django_db


def test_each_consent_is_a_row_with_its_withdrawal() -> None:
    entrant = make_season_with_players().players.get(number=1)
    for agreed in (True, True, False, True):
        change_season_consent(entrant, agreed=agreed, speaker=Speaker.PLAYER)
    assert [row.withdrawn_at is None for row in entrant.consents.order_by("pk")] == [False, True]
    parts = {part.key: part.rows for part in parts_of_person(entrant.player_id)}
    assert [row["speaker"] for row in parts["season_consents"]] == ["auf der eigenen Seite"] * 2
    assert parts["seasons"][0]["publish_name"] is True


def test_consent_of_a_merged_person_belongs_to_the_current_number() -> None:
    season = make_season_with_players(players=2)
    keep, drop = (entrant.player for entrant in season.players.order_by("-number"))
    registration = register_player(make_event(players=0, season=season), keep)
    merge_players(keep, drop, by=None)
    assert season.players.get(player=keep, replaced=True).number == 1
    entrant = entrant_at(registration)
    assert entrant is not None
    assert entrant.number == 2


def test_erased_person_cannot_consent() -> None:
    entrant = make_season_with_players().players.get(number=1)
    models.Player.objects.filter(pk=entrant.player_id).update(erased_at=timezone.now())
    with pytest.raises(TournamentError):
        change_season_consent(entrant, agreed=True, speaker=Speaker.PLAYER)


def test_consent_belongs_to_a_season_or_a_registration_never_to_both_or_none() -> None:
    entrant = make_season_with_players().players.get(number=1)
    for wrong in ({"purpose": "season"}, {"purpose": "event", "entrant": entrant}):
        with pytest.raises(IntegrityError), transaction.atomic():
            models.Consent.objects.create(given_at=timezone.now(), speaker="player", **wrong)
