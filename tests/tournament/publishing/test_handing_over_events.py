"""The handing over of an event: the facts in its last package, and packages that are refused."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from romme_turnier.core.codes.package import pack, read_package
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.settings import SAME
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.exchange.register_integrity import register_differences
from romme_turnier.tournament.models.fields import canonical
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.publishing.accepting import take_over
from romme_turnier.tournament.publishing.content import SETTINGS, read_canonical
from romme_turnier.tournament.publishing.making import hand_over
from romme_turnier.tournament.publishing.sending import State, send_due, set_host, state_of
from romme_turnier.tournament.seating.series import close_series, reopen_series
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.standings.play_offs import enter_play_off
from romme_turnier.tournament.standings.reading import has_other_figures, is_outdated
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import (
    enter,
    list_of,
    make_api_token,
    make_checked,
    make_official,
    one,
    register,
    seat_series,
)
from tests.tournament.publishing.scene import accept, chair_of, correct_again, hosted_club, laptop_event, packed

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> models.Event:
    return laptop_event(slug="pokal", name="Pokal", series_count=2)


def handed_over(event: models.Event) -> models.Event:
    return accept(hosted_club(), hand_over(event, by=None).data).event


def test_guests_categories_and_consents_arrive(event):
    models.Registration.objects.filter(event=event, number=3).update(guest=True)
    event.categories.create(name="Damen").registrations.set([one(event, 2)])
    one(event, 1).consents.create(purpose="event", given_at=timezone.now(), speaker="player")
    correct_again(event)
    taken = handed_over(event)
    assert list(taken.registrations.filter(guest=True).values_list("number", flat=True)) == [3]
    assert [entry.number for entry in taken.categories.get().registrations.all()] == [2]
    assert one(taken, 1).consents.get().speaker == "player"
    assert list(differences(taken)) == []


def test_announcement_arrives_as_it_was(event):
    closes_at = event.starts_at - timedelta(days=30)
    facts = {"registration_closes_at": closes_at, "names": "hall", "prizes": "team", "announcement": "Im Vereinsheim"}
    models.Event.objects.filter(pk=event.pk).update(**facts)
    taken = models.Event.objects.get(pk=handed_over(event).pk)
    assert {name: getattr(taken, name) for name in facts} == facts
    assert taken.series_count == 2


# Columns of an event that the package holds in another form, or not at all, and why.
OTHERWISE = {
    **dict.fromkeys(["id", "created_at", "made_by", "held_by", "slug", "elsewhere", "packed_at"], "the host's own"),
    "accent": "the host's: as the organiser's new events there",
    **dict.fromkeys(["season", "kind"], "by the season with which the event is handed over"),
    **dict.fromkeys(["published_at", "registration_closes_at"], "handed_over: public, registration_closes_at"),
    **dict.fromkeys(["bonus_mode", "bonus_four", "bonus_three", "bonus_handromme"], "the event file: bonus"),
    **dict.fromkeys(["length_unit", "length_number"], "the event file: length"),
    **dict.fromkeys(["starts_at", "entry_fee", "games_per_list"], "the event file: of the same name"),
    **dict.fromkeys(["options", "points_per_game", "scoring", "table_size"], "the event file: of the same name"),
    **dict.fromkeys(["stake", "stake_booked"], "the event file: of the same name"),
    **dict.fromkeys(["words", "venue_words"], "made from name and venue"),
}


def test_every_column_of_an_event_is_handed_over_or_has_a_reason_why_not():
    columns = {field.name for field in models.Event._meta.concrete_fields}
    assert columns - {*SETTINGS, *SAME} == set(OTHERWISE)


def test_new_event_of_the_host_has_the_colour_and_the_logo_of_its_organiser(event):
    club = hosted_club()
    club.accent = "#334455"
    club.save()
    models.OrganiserLogo.objects.create(organiser=club, png=b"png", width=1, height=1, digest="d")
    taken = accept(club, hand_over(event, by=None).data).event
    assert (taken.accent, taken.logo.digest) == ("#334455", "d")


def test_days_and_ends_of_series_arrive_also_without_a_release(event):
    """The lists of a second day would otherwise count for the first one."""
    now = timezone.now()
    event.series.create(number=2, held_on=date(2026, 3, 8), closed_at=now)
    taken = handed_over(event)
    of_laptop, of_host = (list(each.series.values_list("number", "held_on", "closed_at")) for each in (event, taken))
    assert of_host == of_laptop
    assert of_host[1] == (2, date(2026, 3, 8), now)


def test_teams_arrive_with_substitutes_and_members_without_a_number(event):
    team = event.teams.create(key="A", name="Adler", size=3)
    late = event.registrations.create(player=models.Player.objects.create(first_name="Ute", last_name="Spät"))
    for position, (member, substitute) in enumerate([(one(event, 5), False), (late, True), (one(event, 2), False)]):
        team.memberships.create(registration=member, position=position, substitute=substitute)
    event.teams.create(key="B", name="Noch leer")
    correct_again(event)
    taken = handed_over(event)
    members = taken.teams.get(key="A").memberships.values_list("registration__player__last_name", "substitute")
    assert list(members) == list(team.memberships.values_list("registration__player__last_name", "substitute"))
    assert ("Spät", True) in members
    assert not taken.teams.get(key="B").memberships.exists()
    assert not is_outdated(taken.releases.in_force()[0])


def test_erased_person_is_nobody_of_the_register_there(event):
    erase_player(one(event, 6).player, by=None)
    taken = handed_over(event)
    assert one(taken, 6).player.erased_at is not None
    assert one(taken, 5).player.erased_at is None
    assert list(register_differences()) == []


def change_a_list(event: models.Event) -> None:
    reopen_series(event.series.get(), by=None)
    enter(list_of(event.series.get()), 1, "0 99 77 88", reason="Rechenfehler")


@pytest.mark.parametrize("is_closed", [True, False])
def test_correction_that_is_not_released_yet_goes_on_there(event, is_closed):
    change_a_list(event)
    if is_closed:
        close_series(event.series.get(), by=None)
    taken = handed_over(event)
    assert taken.series.get().is_closed == is_closed
    (release,) = taken.releases.all()
    assert release.rows == event.releases.get().rows


def test_event_whose_lists_give_other_standings_is_refused(event):
    """As those of games with a doubtful ending may: the event file holds no scoring points for these."""
    data = hand_over(event, by=None).data
    content: Any = read_canonical(read_package(data))[0]
    content["event"]["series"][0]["tables"][0]["list"]["games"][0]["points"][1] += 5
    key = private_key(event.held_by)
    assert key is not None
    with pytest.raises(TournamentError, match="„Pokal“ im Paket ergibt sich hier eine andere Rangliste"):
        accept(hosted_club(), pack(canonical(content), key))
    assert not models.EventCopy.objects.exists()


def test_event_of_a_lost_laptop_keeps_the_released_standings(event):
    """The next release there would otherwise rank excluded players again, and forget the play-off."""
    models.Event.objects.filter(pk=event.pk).update(series_count=1)
    event = models.Event.objects.get(pk=event.pk)
    models.Registration.objects.filter(pk=one(event, 7).pk).update(status="excluded", left_before_series=1)
    models.Registration.objects.filter(pk=one(event, 8).pk).update(out_of_competition=True)
    team = event.teams.create(key="A", name="Adler")
    absent = event.registrations.create(player=models.Player.objects.create(first_name="Ute", last_name="Ersatz"))
    models.Registration.objects.filter(pk=absent.pk).update(number=9)
    for member in (one(event, 1), one(event, 2), absent):
        team.memberships.create(registration=member, substitute=member == absent)
    enter_play_off(event, [one(event, 5), one(event, 1)], by=None)
    release_standings(event, 1, by=None)
    copy = accept(hosted_club(), packed(event)).event.copy
    take_over(copy, by=chair_of(copy.event.held_by))
    there = models.Event.objects.get(pk=copy.event.pk)
    assert not has_other_figures(there)
    assert there.play_offs.exists()
    assert one(there, 7).status == "excluded"
    assert list(differences(there)) == []


@pytest.mark.parametrize("left_before", [1, 2])
def test_player_without_a_list_has_left_before_the_same_series_at_the_host(event, left_before):
    register(event, 9, status="withdrawn", left_before_series=left_before)
    second = seat_series(event, 2)
    for table in (1, 2):
        make_checked(list_of(second, table))
    close_series(second, by=None)
    release_standings(event, 2, by=None)
    copy = accept(hosted_club(), packed(event)).event.copy
    take_over(copy, by=chair_of(copy.event.held_by))
    there = models.Event.objects.get(pk=copy.event.pk)
    assert one(there, 9).left_before_series == left_before
    assert not has_other_figures(there)


def test_laptop_that_is_found_again_hears_that_its_event_was_taken_over(event, way):
    """The host has other facts since then than the laptop hands over, so these are not confirmed."""
    club, chief = hosted_club(), make_official(username="chief", is_superuser=True)
    _token, secret = make_api_token(club, "read write")
    set_host(event.held_by, address="https://romme.example.org", name=club.slug, token=secret, by=chief)
    copy = accept(club, packed(event)).event.copy
    take_over(copy, by=chair_of(club))
    hand_over(event, by=chief)
    send_due()
    event.refresh_from_db()
    assert state_of(event, changed=False) is State.REFUSED
    assert "hat der Vorsitz hier übernommen" in models.Publication.objects.get().why
