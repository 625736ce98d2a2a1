"""Packages from a laptop: the pages of the hosted copy, and the packages that it refuses."""

import json
import re
import zlib
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.core.codes import package as package_form
from romme_turnier.core.codes.package import MAGIC, pack, read_package
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import publish_event
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.lists.decisions import add_penalty
from romme_turnier.tournament.models.fields import canonical
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.participants.register.erasing import erase_player, why_not_erasable
from romme_turnier.tournament.publishing.accepting import UnknownKey, accept_package, end_laptop_key
from romme_turnier.tournament.publishing.making import hand_over, has_changed, make_package
from romme_turnier.tournament.seating.series import close_series, reopen_series
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import enter, list_of, make_event, make_office, make_official, one
from tests.tournament.papers.papers import correct
from tests.tournament.publishing.scene import (
    accept,
    chair_of,
    correct_again,
    hosted_club,
    key_in,
    laptop_event,
    packed,
    unchanged,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made_club(module_rows: None) -> models.Organiser:
    laptop_event()  # first, so that the laptop has the first organiser
    return hosted_club()


@pytest.fixture
def club(made_club: models.Organiser, db: None) -> models.Organiser:
    return models.Organiser.objects.get(pk=made_club.pk)


@pytest.fixture
def event(club: models.Organiser) -> models.Event:
    return models.Event.objects.get()


def content_of(data: bytes) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(read_package(data).unpacked())
    return content


def signed(event: models.Event, content: Any) -> bytes:
    """The content with the signature of the laptop, as a thief of the key would write it."""
    key = private_key(event.held_by)
    assert key is not None
    return pack(content if isinstance(content, bytes) else canonical(content), key)


def punish(series: models.Series, *, reason: str) -> None:
    add_penalty(list_of(series), seat=1, game=3, points=50, reason=reason, expected=None, by=None)


def read(event: models.Event, path: str) -> str:
    answer = Client().get(reverse("public:event", args=[event.slug]) + path)
    assert answer.status_code == 200, path
    return answer.text.replace(event.slug, "abend")


def tables_in(page: str) -> list[str]:
    return re.findall(r"<(?:table|svg).*?</(?:table|svg)>", page, re.DOTALL)


# --- The copy shows what the laptop has released ------------------------------------------------------------------


def test_copy_shows_the_released_standings_and_lists(event, club):
    publish_event(event, by=make_official(username="petra"))
    models.Series.objects.update(seats_released_at=timezone.now())
    copy = accept(club, packed(event)).event
    assert copy.slug == "gastgeber/testpokal"
    for path in ("rangliste.json", "rangliste.csv", "rangliste/1/1.json", "sitz.csv", "sitz.json"):
        assert read(copy, path) == read(event, path), path
    for path in ("rangliste/", "rangliste/1/1/diagramme/", "serie/1/tisch/1/", "spieler/3/", "sitz/"):
        assert tables_in(read(copy, path)) == tables_in(read(event, path)) != [], path
    of_laptop, of_copy = (
        list(each.releases.values_list("series__number", "number", "rows", "team_rows", "days", "released_at"))
        for each in (event, copy)
    )
    assert of_copy == of_laptop
    assert list(differences(copy)) == []


def test_nothing_unreleased_leaves_the_laptop(event, club):
    before = packed(event)
    series = event.series.get()
    reopen_series(series, by=None)
    enter(list_of(series), 1, "0 99 77 88", reason="Rechenfehler")
    close_series(series, by=None)
    models.Registration.objects.filter(event=event, number=5).update(status="withdrawn", left_before_series=2)
    assert not has_changed(event)
    assert packed(event) == before
    release_standings(event, 1, by=None)
    assert has_changed(event)
    assert packed(event) != before


def test_package_holds_public_names_and_no_other_facts_about_people(event, club):
    for number, registration in enumerate(event.registrations.order_by("number"), 1):
        registration.player.first_name, registration.player.last_name = f"Kanari{number}", f"Vogelname{number}"
        registration.player.key = f"kanari-{number}"
        registration.player.save()
    event.registrations.update(contact="kanari@example.org", paid=True, leaving_reason="kanari")
    text = json.dumps(content_of(packed(event)))
    assert "Vogelname1" in text
    assert "Vogelname2" in text
    assert not any(f"Vogelname{number}" in text for number in range(3, 9))
    assert '"last_name": "V."' in text
    assert not any(word in text for word in ("kanari-", "kanari@", "leaving_reason", '"paid": true'))


def test_withdrawn_consents_and_erased_people_arrive_with_the_next_package(event, club):
    person, other = one(event, 1).player, one(event, 2).player
    names = {person.last_name: "Ärmel", other.last_name: "Öztürk"}
    for player in (person, other):
        models.Player.objects.filter(pk=player.pk).update(last_name=names[player.last_name] + "-Kanari")
    copy = accept(club, packed(event)).event
    assert set(copy.registrations.filter(player__last_name__endswith="Kanari").values_list("number", flat=True)) == {
        1,
        2,
    }
    chief = make_official(username="chief", is_superuser=True)
    erase_player(models.Player.objects.get(pk=person.pk), by=chief)
    event.registrations.filter(number=2).update(publish_name=False)
    assert has_changed(event)
    accept(club, packed(event))
    assert not models.Player.objects.filter(registrations__event=copy, last_name__endswith="Kanari").exists()
    assert models.Player.objects.filter(last_name__endswith="Kanari").count() == 1  # on the laptop
    assert {1: "N. N.", 2: f"{other.first_name} Ö."} == {
        entry.number: entry.public_name for entry in copy.registrations.filter(number__in=(1, 2))
    }


def test_person_of_a_copy_is_erased_on_the_laptop_only(event, club):
    copy = accept(club, packed(event)).event
    assert "Kopie vom Laptop" in why_not_erasable(
        one(copy, 1).player, make_official(username="chief", is_superuser=True)
    )


def test_reasons_of_officials_stay_on_the_laptop(event, club):
    series = event.series.get()
    reopen_series(series, by=None)
    punish(series, reason="Kanari hat geflucht")
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    data = packed(event)
    assert "Kanari" not in json.dumps(content_of(data))
    copy = accept(club, data).event
    (penalty,) = models.Penalty.objects.filter(spielliste__table__series__event=copy)
    assert (penalty.seat, penalty.game, penalty.points, penalty.reason) == (1, 3, 50, "")
    assert list(differences(copy)) == []


def test_nothing_is_published_before_a_release(club):
    with pytest.raises(TournamentError, match="Noch ist keine Rangliste freigegeben"):
        make_package(make_event(slug="ohne", held_by=models.Organiser.objects.order_by("pk")[0]), by=None)


# --- Order and repetition -----------------------------------------------------------------------------------------


def test_same_package_again_gets_the_same_answer_and_changes_nothing(event, club):
    data = packed(event)
    first = accept(club, data)
    with unchanged(club):
        assert accept(club, data) == first
    assert packed(event) == data


def test_older_package_is_refused_and_lost_ones_are_not_missed(event, club):
    packages = [packed(event)]
    for _time in range(3):
        correct_again(event)
        packages.append(packed(event))
    accept(club, packages[0])
    assert accept(club, packages[3]).number == 4
    with unchanged(club):
        for older in packages[:3]:
            with pytest.raises(TournamentError, match="damit älter"):
                accept(club, older)


def test_second_laptop_is_told_and_overwrites_nothing(event, club):
    accept(club, packed(event))
    publication = event.publication
    correct_again(event)
    theirs = packed(event)  # the first laptop's second package
    models.Publication.objects.filter(pk=publication.pk).update(number=1, digest=publication.digest, history=[])
    correct_again(event)
    ours = [packed(event)]  # a second laptop, started from a copy of the first one
    correct_again(event)
    ours.append(packed(event))
    accept(club, theirs)
    with unchanged(club):
        for data in ours:
            with pytest.raises(TournamentError, match="Ein zweiter Laptop"):
                accept(club, data)


def test_same_event_made_twice_takes_no_address(event, club):
    accept(club, packed(event))
    models.Publication.objects.all().delete()  # the other laptop never published it
    data = packed(event)
    with unchanged(club), pytest.raises(TournamentError, match="nicht von diesem Laptop"):
        accept(club, data)


def test_event_of_the_host_is_never_overwritten(event, club):
    make_event(slug="gastgeber/testpokal", held_by=club)
    data = packed(event)
    with unchanged(club), pytest.raises(TournamentError, match="nicht von diesem Laptop"):
        accept(club, data)


# --- Keys and rights ----------------------------------------------------------------------------------------------


def test_first_package_needs_the_key_that_the_chair_has_compared(event, club):
    data = packed(event)
    with unchanged(club), pytest.raises(UnknownKey) as refused:
        accept_package(club, data, by=chair_of(club))
    assert refused.value.shown.replace(" ", "") == key_in(data)
    with unchanged(club), pytest.raises(UnknownKey):
        accept_package(club, data, by=chair_of(club), key="0" * 16)
    accept_package(club, data, by=chair_of(club), key=refused.value.shown.upper())
    correct(event)
    accept_package(club, packed(event), by=None)  # the key is known now


def test_sports_office_uploads_but_accepts_no_key(event, club):
    data, sports = packed(event), make_official(username="sport")
    make_office(club, sports, "sports")
    with unchanged(club), pytest.raises(TournamentError, match="den Vorsitz"):
        accept_package(club, data, by=sports, key=key_in(data))
    accept(club, data)
    correct(event)
    assert accept_package(club, packed(event), by=sports).number == 2
    with pytest.raises(TournamentError, match="Turniere anlegen darf"):
        accept_package(club, packed(event), by=make_official(username="fremd"))


def test_package_of_another_organiser_is_refused(event, club):
    data = packed(event)
    accept(club, data)
    other = hosted_club("08", "andere")
    with unchanged(other), pytest.raises(TournamentError, match="eines anderen Veranstalters"):
        accept(other, data)


def test_ended_key_opens_nothing(event, club):
    accept(club, packed(event))
    end_laptop_key(models.LaptopKey.objects.get(), by=chair_of(club))
    correct(event)
    data = packed(event)
    with unchanged(club), pytest.raises(TournamentError, match="hat der Vorsitz beendet"):
        accept(club, data)


def test_thief_with_another_key_is_refused(event, club):
    accept(club, packed(event))
    correct(event)
    stolen = pack(read_package(packed(event)).unpacked(), Ed25519PrivateKey.generate())
    with unchanged(club), pytest.raises(UnknownKey):
        accept_package(club, stolen, by=None)


def test_other_event_than_the_address_names_is_refused(event, club):
    data = packed(event)
    with unchanged(club), pytest.raises(TournamentError, match="nicht „events/abend-2“"):
        accept_package(club, data, by=None, key=key_in(data), own_path="events/abend-2")


# --- Hostile packages ---------------------------------------------------------------------------------------------


def test_every_changed_byte_is_refused(event, club):
    data = packed(event)
    accept(club, data)
    with unchanged(club):
        for place in range(len(data)):
            changed = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
            with pytest.raises(TournamentError):
                accept_package(club, changed, by=None)
    for cut in (0, 10, 111, 112, len(data) - 1):
        with pytest.raises(TournamentError):
            accept_package(club, data[:cut], by=None)
    with pytest.raises(TournamentError):
        accept_package(club, data + b"\0", by=None)


def bomb(event: models.Event) -> bytes:
    return signed(event, b"[" + b" " * (package_form.UNPACKED_MOST + 10) + b"]")


def deep(event: models.Event) -> bytes:
    return signed(event, b"[" * 100_000 + b"]" * 100_000)


def trailing(event: models.Event) -> bytes:
    """More than one zlib stream, with a genuine signature over both."""
    key, made = private_key(event.held_by), read_package(packed(event))
    assert key is not None
    compressed = made.compressed + zlib.compress(b"more")
    return MAGIC + made.public_key + key.sign(b"romme-turnier package\n" + made.public_key + compressed) + compressed


@pytest.mark.parametrize("make", [bomb, deep, trailing])
def test_bombs_of_a_known_key_are_refused(event, club, make):
    accept(club, packed(event))
    correct(event)
    data = make(event)
    with unchanged(club), pytest.raises(TournamentError):
        accept_package(club, data, by=None)


def test_file_that_is_too_large_is_refused_unread(event, club):
    with unchanged(club), pytest.raises(TournamentError, match="zu groß"):
        accept_package(club, MAGIC + b"\0" * package_form.MOST, by=None)


def _set(path: tuple[Any, ...], value: Any) -> Any:
    def change(content: dict[str, Any]) -> None:
        place: Any = content
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


CONTRADICTIONS = [
    _set(("number",), 0),
    _set(("number",), 7),
    _set(("number",), 10**30),
    _set(("history",), ["0" * 31]),
    _set(("made_at",), "gestern"),
    _set(("made_at",), "9999-12-31T23:59:59-23:59"),
    _set(("more",), 1),
    _set(("named",), [99]),
    _set(("seats",), [2]),
    _set(("event",), {}),
    _set(("event", "event", "starts_at"), "2026-02-30T10:00:00+01:00"),
    _set(("event", "event", "name"), "Pokal\0"),
    _set(("event", "participants", 0, "number"), 99),
    _set(("event", "series", 0, "tables", 0, "seats"), [1, 1, 1, 1]),
    _set(("releases", 0, "series"), 2),
    _set(("releases", 0, "note"), "x\0"),
    _set(("releases", 0, "released_at"), "2026-10-17"),
    _set(("releases", 0, "days"), ["2026-13-17"]),
    _set(("releases", 0, "rows", 0, "number"), 99),
    _set(("releases", 0, "rows", 0, "number"), 2),
    _set(("releases", 0, "rows", 0, "results"), []),
    _set(("releases", 0, "rows", 0, "decided_by"), "luck"),
    _set(("releases", 0, "rows", 0, "rank"), -1),
    _set(("releases", 0, "rows", 0, "club"), "x" * 121),
    _set(("releases",), []),
    _set(("chains",), []),
    _set(("chains", 0, 3), "0"),
]


@pytest.mark.parametrize("change", CONTRADICTIONS)
def test_contents_that_contradict_themselves_are_refused_whole(event, club, change):
    content = content_of(packed(event))
    change(content)
    data = signed(event, content)
    with unchanged(club), pytest.raises(TournamentError):
        accept(club, data)


def test_only_the_canonical_form_is_accepted(event, club):
    content = content_of(packed(event))
    with unchanged(club), pytest.raises(TournamentError, match="kein Paket"):
        accept(club, signed(event, json.dumps(content).encode()))
    doubled = canonical(content)[:-1] + b',"number":1}'
    with unchanged(club), pytest.raises(TournamentError, match="kein Paket"):
        accept(club, signed(event, doubled))


# --- Read-only, and handing over ----------------------------------------------------------------------------------


def test_copy_is_read_only(event, club):
    copy = accept(club, packed(event)).event
    chair = chair_of(club)
    series = copy.series.get()
    models.Series.objects.filter(pk=series.pk).update(closed_at=None)
    attempts = [
        lambda: publish_event(copy, by=chair),
        lambda: close_series(series, by=chair),
        lambda: enter(list_of(series), 1, "0 99 30 40", reason="Rechenfehler"),
        lambda: punish(series, reason="Grob"),
        lambda: make_package(copy, by=chair),
        lambda: hand_over(copy, by=chair),
    ]
    models.Event.objects.filter(pk=copy.pk).update(published_at=None)
    copy.refresh_from_db()
    for attempt in attempts:
        with unchanged(club), pytest.raises(TournamentError, match="Kopie"):
            attempt()
        copy.refresh_from_db()


def test_handing_over_ends_the_laptop_and_opens_the_copy(event, club):
    copy = accept(club, packed(event)).event
    older = packed(event)
    made = hand_over(event, by=None)
    event.refresh_from_db()
    with pytest.raises(TournamentError, match="ist übergeben"):
        release_standings(event, 1, by=None)
    assert hand_over(event, by=None).data == made.data  # a lost file is saved again
    accept(club, made.data)
    copy.refresh_from_db()
    assert {entry.name for entry in copy.registrations.all()} == {entry.name for entry in event.registrations.all()}
    correct(copy)
    assert list(copy.releases.values_list("number", flat=True)) == [2, 1]
    assert list(differences(copy)) == []
    with unchanged(club):
        assert accept(club, made.data).number == 2
        with pytest.raises(TournamentError, match="ist übergeben"):
            accept(club, older)


def test_second_organiser_on_the_laptop_changes_no_package(event):
    before = packed(event)
    models.Organiser.objects.exclude(pk=event.held_by_id).delete()
    alone = packed(event)
    hosted_club("07", "dritte")
    assert packed(event) == alone == before
