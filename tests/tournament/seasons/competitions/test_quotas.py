"""Places of a championship for organisers and clubs, by their members or entries."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.competitions.quotas import (
    QuotaTerms,
    change_stage,
    create_stage,
    delete_stage,
    numbers_of,
    share_lines,
    share_out,
    withdraw_quota,
)
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from tests.factories import make_event, make_organiser, make_season, register
from tests.tournament.seasons.competitions.tables import make_players

pytestmark = pytest.mark.django_db

Way, Parties, Base = models.Quota.Way, models.Quota.Parties, models.Quota.Base
KEY_DAY = date(2026, 1, 1)


@pytest.fixture
def federation():
    return make_organiser(number="1", slug="bund", kind="federation", name="Verband")


@pytest.fixture
def stage(federation, petra):
    return create_stage(make_season(organiser=federation), "Finale", None, by=petra)


def with_members(federation: models.Organiser, *numbers: int, **fields: Any) -> list[models.Organiser]:
    """Associations A, B, … with these numbers of members."""
    made = []
    for place, number in enumerate(numbers, start=1):
        name = f"Verband {chr(64 + place)}"
        below = make_organiser(number=f"1-{place}", slug=f"lv-{place}", parent=federation, name=name)
        players = make_players(number)
        models.Membership.objects.bulk_create(
            models.Membership(player=player, organiser=below, **fields) for player in players
        )
        made.append(below)
    return made


def places(quota: models.Quota) -> list[int]:
    return [share.places for share in quota.shares.all()]


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        ({"method": Way.LARGEST_REMAINDER}, [21, 9, 5, 3, 1, 1]),
        ({"method": Way.D_HONDT}, [22, 10, 5, 2, 1, 0]),
        # The tenth average of C, 1390 / 11, is below the twenty-first of A, 5200 / 41 (tests/core/seasons).
        ({"method": Way.SAINTE_LAGUE}, [21, 9, 5, 3, 1, 1]),
        ({"method": Way.D_HONDT, "in_advance": 1}, [20, 9, 6, 3, 1, 1]),
        ({"method": Way.LARGEST_REMAINDER, "minimum": 2}, [20, 9, 5, 2, 2, 2]),
    ],
)
def test_40_places_by_members_on_a_key_day(stage, federation, petra, terms, expected):
    with_members(federation, 520, 235, 139, 66, 24, 16)  # a tenth of 5,200, 2,350, …: the same shares
    quota = share_out(stage, QuotaTerms(places=40, key_day=KEY_DAY, **terms), by=petra)
    assert places(quota) == expected
    lines = share_lines(quota)
    assert [line.people for line in lines] == [520, 235, 139, 66, 24, 16]
    assert [line.name for line in lines] == [f"Verband {letter}" for letter in "ABCDEF"]
    assert lines[0].exact == Fraction(520 * (34 if "in_advance" in terms else 40), 1000)


def test_members_are_those_of_the_key_day_without_guests_and_each_once(stage, federation):
    above, _other = with_members(federation, 2, 1, since=date(2025, 1, 1))
    club = make_organiser(number="1-1-1", slug="rc", parent=above, name="RC")
    anna, *others = make_players(6)
    for organiser in (above, club):  # one person, two memberships of the same association
        models.Membership.objects.create(player=anna, organiser=organiser)
    fields: list[dict[str, Any]] = [
        {"until": date(2025, 12, 31)},
        {"since": date(2026, 1, 2)},
        {"kind": models.Membership.Kind.GUEST},
        {"until": KEY_DAY},
    ]
    for player, each in zip(others, fields, strict=False):
        models.Membership.objects.create(player=player, organiser=club, **each)
    assert numbers_of(stage.season, QuotaTerms(places=1, key_day=KEY_DAY)).people == {"Verband A": 4, "Verband B": 1}


def test_places_by_the_entries_of_an_event_for_clubs_and_for_organisers(stage, federation, petra):
    event = make_event(players=6, clubs=2, held_by=federation)
    register(event, 7)
    club = models.Club.objects.get(name="Rommé-Club 1")
    make_organiser(number="1-1", slug="lv-1", parent=federation, name="Verband A", club=club)
    terms = QuotaTerms(places=4, base=Base.ENTRIES, entries_of=event, parties=Parties.CLUBS)
    numbers = numbers_of(stage.season, terms)
    assert (numbers.people, numbers.without_party) == ({"Rommé-Club 1": 3, "Rommé-Club 2": 3}, 1)
    quota = share_out(stage, terms, by=petra)
    assert (places(quota), quota.without_party) == ([2, 2], 1)
    numbers = numbers_of(stage.season, QuotaTerms(places=1, base=Base.ENTRIES, entries_of=event))
    assert (numbers.people, numbers.without_party) == ({"Verband A": 3}, 4)


def test_lot_between_equal_claims_is_stored_and_can_be_repeated(stage, federation, petra):
    with_members(federation, 1, 1, 2)
    terms = QuotaTerms(places=2, key_day=KEY_DAY)
    outcomes = set()
    for seed in "abcdefgh":
        quota = share_out(stage, terms, seed=seed, by=petra)
        outcomes.add(tuple(places(quota)))
        assert [share.by_lot for share in quota.shares.all()] == [*(n == 1 for n in places(quota)[:2]), False]
        withdraw_quota(quota, reason="noch einmal", by=petra)
        again = share_out(stage, terms, seed=seed, by=petra)
        assert places(again) == places(quota)
        withdraw_quota(again, reason="noch einmal", by=petra)
    assert outcomes == {(1, 0, 1), (0, 1, 1)}
    assert len({quota.seed for quota in (share_out(stage, terms, by=petra),) if quota.seed}) == 1


def test_places_shared_out_by_mistake_are_withdrawn_with_a_reason_and_remain(stage, federation, petra):
    with_members(federation, 5, 3)
    quota = share_out(stage, QuotaTerms(places=4, key_day=KEY_DAY), by=petra)
    with pytest.raises(TournamentError, match="schon verteilt"):
        share_out(stage, QuotaTerms(places=5, key_day=KEY_DAY), by=petra)
    with pytest.raises(TournamentError, match="Grund"):
        withdraw_quota(quota, reason=" ", by=petra)
    withdraw_quota(quota, reason="falscher Tag", by=petra)
    withdraw_quota(quota, reason="noch ein Klick", by=petra)
    assert models.EventLog.objects.filter(verb="quotas.withdraw_quota").count() == 1
    share_out(stage, QuotaTerms(places=5, key_day=KEY_DAY), by=petra)
    assert [(row.places, row.withdrawn_reason) for row in stage.quotas.all()] == [(4, "falscher Tag"), (5, "")]


@pytest.mark.parametrize(
    ("terms", "field", "words"),
    [
        ({"places": 0, "key_day": KEY_DAY}, "places", "Zwischen 1"),
        ({"places": 5}, "key_day", "den Tag"),
        ({"places": 5, "base": Base.ENTRIES}, "entries_of", "das Turnier"),
        ({"places": 9, "key_day": KEY_DAY}, "places", "nur 8 Personen"),
        ({"places": 7, "key_day": KEY_DAY, "minimum": 4}, "minimum", "es gibt nur 7"),
        ({"places": 7, "key_day": KEY_DAY, "in_advance": 4}, "in_advance", "es gibt nur 7"),
        ({"places": 5, "key_day": date(2020, 1, 1)}, "base", "niemand gezählt"),
    ],
)
def test_impossible_places_are_refused_at_their_field_and_nothing_is_stored(stage, terms, field, words):
    with_members(stage.season.organiser, 5, 3, since=date(2025, 1, 1))
    with pytest.raises(Faults) as refused:
        share_out(stage, QuotaTerms(**terms), by=User.objects.get())
    assert words in refused.value.by_argument[field]
    assert not stage.quotas.exists()


def test_faults_of_a_stage_are_named_together(stage, petra):
    foreign = make_event(players=0, held_by=make_organiser(number="2", slug="fremd", name="Fremd"))
    with pytest.raises(Faults) as refused:
        create_stage(stage.season, " FINALE", foreign, by=petra)
    assert set(refused.value.by_argument) == {"name", "event"}
    event = make_event(players=0, slug="finale", held_by=stage.season.organiser)
    change_stage(stage, "Finale", event, by=petra)
    with pytest.raises(Faults, match="schon eine andere Stufe"):
        create_stage(stage.season, "Vorrunde", event, by=petra)


def test_stage_is_deleted_only_before_anything_is_decided(stage, federation, petra):
    with_members(federation, 5)
    quota = share_out(stage, QuotaTerms(places=4, key_day=KEY_DAY), by=petra)
    withdraw_quota(quota, reason="falsch", by=petra)
    with pytest.raises(TournamentError, match="bleibt"):
        delete_stage(stage, by=petra)
    other = create_stage(stage.season, "Vorrunde", None, by=petra)
    delete_stage(other, by=petra)
    assert [row.name for row in stage.season.stages.all()] == ["Finale"]


def test_new_stage_is_the_last_after_others_are_deleted(stage, petra):
    season = stage.season
    first, second, _third = [stage, *(create_stage(season, name, None, by=petra) for name in "BC")]
    for gone in (first, second):
        delete_stage(gone, by=petra)
    create_stage(season, "D", None, by=petra)
    assert [row.name for row in season.stages.all()] == ["C", "D"]
