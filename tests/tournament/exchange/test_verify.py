"""`manage.py verify` finds changes behind the program's back."""

import io
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from romme_turnier.core.people.names import NAMELESS
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.exchange.event_file.reading import check
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.exchange.register_integrity import register_differences
from tests.factories import make_office, make_official, make_organiser
from tests.tournament.exchange.event_file.dealing import event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _event() -> None:
    content = event(1, players=4, series=1)
    import_event(check(content))


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    said = io.StringIO()
    call_command("verify", "probe-1", stdout=said)
    assert "Alles stimmt" in said.getvalue()


def spoil_total() -> None:
    models.ListTotal.objects.filter(seat__number=1).update(finished=99)


def spoil_flag() -> None:
    models.Spielliste.objects.update(problems=3)


def spoil_bounds() -> None:
    models.GameEntry.objects.filter(row__number=2).update(least=None, most=None)


def spoil_entry() -> None:
    models.GameRow.objects.filter(number=2).update(handromme=True)


def spoil_version() -> None:
    models.Spielliste.objects.update(version=7)


def spoil_row_version() -> None:
    models.GameRow.objects.filter(number=2).update(version=9)


def spoil_chain() -> None:
    revision = models.Revision.objects.get()
    revision.content["table"] = 5
    revision.save()


def lose_revision() -> None:
    models.Revision.objects.all().delete()


def open_completed_list() -> None:
    models.Spielliste.objects.update(status=models.Spielliste.Status.OPEN)
    models.ListTotal.objects.update(counts=False)


SPOILERS = [
    (spoil_total, "Platz 1, finished: gespeichert 99"),
    (spoil_flag, "Fehler: gespeichert 3, berechnet 0"),
    (spoil_bounds, "Spiel 2: die Grenzen der Zeile"),
    (spoil_entry, "weicht von ihrer letzten Fassung ab"),
    (spoil_version, "Fassungszähler der Liste: gespeichert 7, berechnet 1"),
    (spoil_row_version, "Spiel 2: im Protokoll fehlen Fassungen"),
    (spoil_chain, "Fassung 1: die Prüfsumme stimmt nicht"),
    (open_completed_list, "die Liste ist offen, ihre letzte Fassung ist es nicht"),
    (lose_revision, "hat aber keine Fassung"),
]


@pytest.mark.parametrize(("spoil", "found"), SPOILERS, ids=[spoil.__name__ for spoil, _found in SPOILERS])
def test_what_was_changed_is_found_and_the_command_fails(spoil: Callable[[], None], found: str) -> None:
    spoil()
    said = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("verify", stdout=said, stderr=io.StringIO())
    assert ended.value.code == 1
    assert found in said.getvalue()
    assert "probe-1, Serie 1, Tisch 1" in said.getvalue()


# --- Consents, register, offices, organisers ---


def consent(purpose: str = "event", **columns: object) -> models.Consent:
    registration = models.Registration.objects.order_by("pk")[0]
    return models.Consent.objects.create(
        registration=registration, purpose=purpose, given_at=timezone.now(), speaker="player", **columns
    )


def only_difference() -> str:
    (difference,) = [*differences(models.Event.objects.get()), *register_differences()]
    return str(difference)


def test_public_name_without_a_consent_from_before_there_were_rows_is_sound() -> None:
    models.Registration.objects.update(publish_name=True)
    assert list(differences(models.Event.objects.get())) == []


@pytest.mark.parametrize("published", [True, False])
def test_public_name_that_disagrees_with_the_newest_consent_is_found(published: bool) -> None:
    consent(withdrawn_at=timezone.now() + timedelta(hours=1) if published else None)
    models.Registration.objects.update(publish_name=published)
    said = only_difference()
    assert said.startswith("probe-1, Meldung ")
    assert ("zurückgenommen" in said) == published


def test_consent_withdrawn_before_it_was_given_is_found() -> None:
    consent("picture", withdrawn_at=timezone.now() - timedelta(days=1))
    assert "bevor sie gegeben ist" in only_difference()


@pytest.mark.parametrize(
    ("first", "second", "is_sound"),
    [
        ((date(2010, 1, 1), date(2020, 6, 30)), (date(2020, 7, 1), None), True),
        ((None, date(2020, 6, 30)), (None, None), True),
        ((date(2010, 1, 1), date(2020, 6, 30)), (date(2020, 6, 30), None), False),
        ((date(2010, 1, 1), None), (date(2012, 1, 1), date(2013, 1, 1)), False),
        ((None, date(2012, 1, 1)), (date(2010, 1, 1), date(2020, 1, 1)), False),
    ],
)
def test_memberships_that_overlap_are_found(
    first: tuple[date | None, date], second: tuple[date, date | None], is_sound: bool
) -> None:
    organiser, player = models.Organiser.objects.get(), models.Player.objects.order_by("pk")[0]
    for since, until in (first, second):
        models.Membership.objects.create(organiser=organiser, player=player, since=since, until=until)
    if is_sound:
        assert list(register_differences()) == []
    else:
        assert "überschneiden sich" in only_difference()


def test_player_that_an_organiser_lacks_or_has_too_many_is_found() -> None:
    row = models.OrganiserPlayer.objects.order_by("pk")[0]
    models.OrganiserPlayer.objects.filter(pk=row.pk).delete()
    assert "trotz einer Meldung" in only_difference()
    row.save(force_insert=True)
    elsewhere = models.OrganiserPlayer.objects.create(
        organiser=make_organiser(number="7", slug="bund", name="Bund"), player=row.player
    )
    assert only_difference() == f"Register, Eintrag {elsewhere.player_id}: steht im Register von Bund ohne eine Meldung"


def test_office_held_twice_on_a_day_is_found() -> None:
    organiser, official = models.Organiser.objects.get(), make_official()
    make_office(organiser, official, "press", since=-9, until=-5)
    second = make_office(organiser, official, "press", since=-4)
    make_office(organiser, official, "chair", since=-9)
    assert list(register_differences()) == []
    models.Office.objects.filter(pk=second.pk).update(since=timezone.localdate() - timedelta(days=5))
    assert "in einer Zeit zweimal" in only_difference()


def test_organiser_whose_number_names_another_one_above_is_found() -> None:
    make_organiser(number="7", slug="bund", kind="federation")
    below = make_organiser(number="7-1", slug="herz", name="RC Herz")
    assert "RC Herz: die Nummer 7-1 steht nicht unter 7" in only_difference()
    models.Organiser.objects.filter(pk=below.pk).update(parent=models.Organiser.objects.get(number="7"))
    assert list(register_differences()) == []


def test_what_is_left_of_an_erased_person_is_found() -> None:
    registration = models.Registration.objects.order_by("pk")[0]
    player = registration.player
    nameless = {"first_name": NAMELESS.first, "last_name": NAMELESS.last}
    models.Player.objects.filter(pk=player.pk).update(club=None, key=None, erased_at=timezone.now(), **nameless)
    models.Registration.objects.filter(player=player).update(club=None)
    assert list(register_differences()) == []
    models.Registration.objects.filter(player=player).update(contact="vera@example.org", publish_name=True)
    models.EarlierName.objects.create(player=player, first_name="Vera", last_name="Alt")
    consent("picture")
    said = [str(difference) for difference in register_differences()]
    assert [words.rpartition(": ")[2] for words in said] == ["früherer Name", "E-Mail oder Telefon", "Zustimmung"]
    club = models.Club.objects.create(name="RC Herz")
    invitation = models.PlayerInvitation.objects.create(event=registration.event, club=club, at=timezone.now())
    models.Registration.objects.filter(player=player).update(invitation=invitation)
    assert any(str(difference).endswith(": Club") for difference in register_differences())


def test_one_event_is_checked_without_the_register() -> None:
    make_organiser(number="7-1", slug="herz")
    call_command("verify", "probe-1", stdout=io.StringIO())
    with pytest.raises(SystemExit):
        call_command("verify", stdout=io.StringIO(), stderr=io.StringIO())
