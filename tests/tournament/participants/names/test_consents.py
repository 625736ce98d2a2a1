"""Consents of players: each purpose by itself, with its day, who gave it, and its withdrawal."""

from datetime import UTC, datetime

import pytest

from romme_turnier.tournament.models import Consent, Event, Organiser, Registration
from romme_turnier.tournament.participants.names.consents import (
    Purpose,
    change_own_consents,
    further_consents,
    further_purposes,
)
from romme_turnier.tournament.participants.own_data import own_data
from romme_turnier.tournament.participants.own_registration import change
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.participants.registrations import Entry, consent_for_all, register, update_registration
from romme_turnier.tournament.participants.self_registration import (
    Person,
    RegistrationDetails,
    register_alone,
    register_team,
)
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_event, make_official, make_open_event, make_organiser

pytestmark = pytest.mark.django_db

DETAILS = RegistrationDetails(contact="vera@example.org")


def several(years: int | None = 2) -> Organiser:
    """The first organiser, whose events name people for `years`, next to a second one."""
    make_organiser(number="2", slug="zweiter")
    first = make_organiser()
    first.names_years = years
    first.save()
    return first


def person(name: str = "Vera", **consents: object) -> Person:
    return Person(first_name=name, last_name="Neu", **consents)  # type: ignore[arg-type]


def rows_of(registration: Registration) -> list[tuple[str, str, bool]]:
    return [(row.purpose, row.speaker, row.withdrawn_at is None) for row in registration.consents.all()]


def test_one_organiser_asks_for_the_name_at_the_event_alone() -> None:
    event = make_open_event()
    assert further_purposes(event) == ()
    own = register_alone(event, person(publish_name=True, agrees=["years"]), DETAILS)
    assert rows_of(own) == [("event", "player", True)]


def test_one_organiser_asks_for_years_if_names_end() -> None:
    event = make_open_event()
    Organiser.objects.update(names_years=2)
    assert further_purposes(Event.objects.get(pk=event.pk)) == (Purpose.YEARS,)


@pytest.mark.parametrize(("years", "asked"), [(2, ("years", "picture")), (None, ("picture",))])
def test_several_organisers_ask_for_pictures_and_for_years_if_names_end(
    years: int | None, asked: tuple[str, ...]
) -> None:
    several(years)
    assert further_purposes(make_open_event()) == asked


def test_each_purpose_is_given_and_withdrawn_by_itself() -> None:
    several()
    own = register_alone(make_open_event(), person(publish_name=True, agrees=["picture"]), DETAILS)
    assert rows_of(own) == [("event", "player", True), ("picture", "player", True)]
    change_own_consents(own, publish_name=True, agrees=["years"])
    assert rows_of(own) == [("event", "player", True), ("picture", "player", False), ("years", "player", True)]
    assert further_consents(own) == ["years"]
    own = change_own_consents(own, publish_name=False, agrees=[])
    assert not own.publish_name
    assert [in_force for *_what, in_force in rows_of(own)] == [False, False, False]
    change_own_consents(own, publish_name=True, agrees=[])
    assert rows_of(own)[-1] == ("event", "player", True)


def test_form_that_does_not_ask_keeps_consents() -> None:
    first = several()
    own = register_alone(make_open_event(), person(agrees=["years", "picture"]), DETAILS)
    change(own, person(publish_name=True), club="", contact="vera@example.org")
    assert sorted(further_consents(own)) == ["picture", "years"]
    Organiser.objects.filter(pk=first.pk).update(names_years=None)
    own = Registration.objects.get(pk=own.pk)
    change(own, person(agrees=[]), club="", contact="vera@example.org")
    assert further_consents(own) == ["years"]


def test_captain_speaks_for_the_others() -> None:
    several()
    people = [person("Anna", publish_name=True), person("Berta", agrees=["picture"])]
    captain = register_team(make_open_event(prizes="both"), "Karo", people, DETAILS)
    assert [(row.purpose, row.speaker) for row in Consent.objects.all()] == [
        ("event", "player"),
        ("picture", "captain"),
    ]
    assert captain.consents.count() == 1


def test_official_records_a_consent_with_their_account() -> None:
    several()
    event, petra = make_event(players=2), make_official(username="petra")
    new = register(event, Entry(first_name="Vera", last_name="Neu", agrees=["years"]), by=petra)
    assert [(row.purpose, row.speaker, row.official) for row in new.consents.all()] == [("years", "official", petra)]
    changed = Entry(first_name="Vera", last_name="Neu", publish_name=True)
    update_registration(new, changed, by=petra)
    update_registration(new, changed, by=petra)
    assert rows_of(new) == [("years", "official", True), ("event", "official", True)]
    assert consent_for_all(event, by=petra) == 2
    assert Consent.objects.filter(purpose=Purpose.EVENT, official=petra).count() == 3


def test_consent_for_all_leaves_out_erased_people() -> None:
    event = make_event(players=2)
    erased, named = event.registrations.order_by("pk")
    erase_player(erased.player, by=None)
    assert consent_for_all(event, by=None) == 1
    assert [row.publish_name for row in event.registrations.order_by("pk")] == [False, True]
    assert list(Consent.objects.values_list("registration", flat=True)) == [named.pk]


def test_consent_from_before_there_were_rows_stays_without_a_day() -> None:
    event = make_event(players=1)
    event.registrations.update(publish_name=True)
    known = event.registrations.get()
    update_registration(known, Entry.of(known), by=None)
    assert rows_of(known) == []
    assert event.registrations.get().publish_name


def test_own_data_tells_each_consent_with_its_day() -> None:
    own = register_alone(make_open_event(), person(publish_name=True), DETAILS)
    own.consents.update(given_at=datetime(2026, 10, 1, tzinfo=UTC))
    (part,) = [part for part in own_data(own) if part.key == "consents"]
    assert [dict(row) for row in part.rows] == [
        {
            "purpose": "voller Name bei diesem Turnier",
            "given_at": datetime(2026, 10, 1, tzinfo=UTC),
            "speaker": "auf der eigenen Seite",
            "withdrawn_at": None,
        }
    ]


def test_erased_player_has_no_consents_and_gives_none() -> None:
    event = make_event(players=1)
    consent_for_all(event, by=None)
    own = event.registrations.get()
    Event.objects.update(starts_at=datetime(2026, 1, 1, tzinfo=UTC))
    erase_player(own.player, by=None)
    assert not Consent.objects.exists()
    with pytest.raises(TournamentError, match="gelöscht"):
        change_own_consents(own, publish_name=True, agrees=[])
