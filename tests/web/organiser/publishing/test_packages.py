"""The pages on which a laptop makes packages and a hosted program accepts them, and the commands."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament.events.announcements import unpublish_event
from romme_turnier.tournament.models import Event, EventCopy, LaptopKey, Organiser, Season, SeasonCopy
from tests.cast import signed_in
from tests.factories import make_office, make_official, make_season
from tests.tournament.papers.papers import correct
from tests.tournament.publishing.scene import accept, chair_of, hosted_club, key_in, laptop_event, packed

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    return laptop_event()


@pytest.fixture
def club(event: Event) -> Organiser:
    return hosted_club()


def upload(client: Client, club: Organiser, data: bytes, key: str = "") -> str:
    """Returns the page after an upload."""
    address = reverse("organiser:organiser_packages", args=[club.number])
    file = SimpleUploadedFile("testpokal-1.romme", data)
    return client.post(address, {"file": file, "key": key}, follow=True).text


def test_package_goes_from_the_laptops_page_to_the_hosts(event, club):
    laptop = signed_in(make_official(event))
    page = reverse("organiser:event_package", args=[event.slug])
    assert "Noch kein Paket gespeichert" in laptop.get(page).text
    answer = laptop.post(page)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="testpokal-1.romme"'
    shown = laptop.get(page).text
    assert "enthält alles, was freigegeben ist" in shown
    key = key_in(answer.content)
    grouped = " ".join(key[start : start + 4] for start in range(0, 16, 4))
    assert grouped in shown
    host = signed_in(chair_of(club))
    refused = upload(host, club, answer.content)
    assert grouped in refused
    assert "noch nicht bekannt" in refused
    assert not EventCopy.objects.exists()
    assert "ist angenommen" in upload(host, club, answer.content, grouped)
    copy = EventCopy.objects.get().event
    desk = host.get(reverse("organiser:event", args=[copy.slug])).text
    assert "Kopie vom Laptop" in desk
    assert host.post(reverse("organiser:event_publish", args=[copy.slug]), {"public": "no"}).status_code == 409
    assert "angenommen am" in host.get(reverse("organiser:event_package", args=[copy.slug])).text
    correct(event)
    assert "hat sich etwas geändert" in laptop.get(page).text


def test_event_is_handed_over_after_the_tick_only(event):
    laptop = signed_in(make_official(event))
    page = reverse("organiser:event_package", args=[event.slug])
    assert laptop.post(page, {"uebergeben": "1"}).status_code == 200
    assert not Event.objects.get().elsewhere
    answer = laptop.post(page, {"uebergeben": "1", "sure": "on"})
    assert answer.headers["Content-Disposition"].endswith('"testpokal-1.romme"')
    handed_over = laptop.get(page).text
    assert "ist mit Paket 1 übergeben" in handed_over
    assert "Letztes Paket noch einmal speichern" in handed_over
    assert "Ja, das Turnier übergeben" not in handed_over
    assert laptop.post(page).status_code == 409
    asked = laptop.get(page, {"zuruecknehmen": ""}).text
    assert "Nur wenn das letzte Paket im Internet nicht angenommen ist" in asked
    assert "wird wieder an diesem Rechner geführt" in laptop.post(f"{page}?zuruecknehmen", follow=True).text
    assert not Event.objects.get().elsewhere
    assert "Hier ist nichts übergeben" in laptop.post(f"{page}?zuruecknehmen", follow=True).text


def test_season_is_handed_over_with_its_evening_after_the_tick_only(event, club):
    season = make_season(organiser=event.held_by, slug="saison-2026", name="Saison 2026")
    Event.objects.update(season=season)
    chief = signed_in(make_official(username="chief", is_superuser=True))
    page = reverse("organiser:season_package", args=[season.address])
    of_event = chief.get(reverse("organiser:event_package", args=[event.slug])).text
    assert "wird mit der Saison übergeben" in of_event
    assert page in of_event
    assert chief.post(page, {"uebergeben": "1"}).status_code == 200
    assert not Season.objects.get().elsewhere
    answer = chief.post(page, {"uebergeben": "1", "sure": "on"})
    assert answer.headers["Content-Disposition"] == 'attachment; filename="saison-2026-1.romme"'
    assert "Die Saison ist mit Paket 1 übergeben" in chief.get(page).text
    desk = chief.get(reverse("organiser:season", args=[season.address])).text
    assert "Geführt wird die Saison jetzt im Internet" in desk
    assert page in desk
    assert reverse("organiser:season_edit", args=[season.address]) not in desk
    assert (
        "mit seiner Saison übergeben"
        in chief.post(f"{reverse('organiser:event_package', args=[event.slug])}?zuruecknehmen", follow=True).text
    )
    host = signed_in(chair_of(club))
    assert "ist angenommen" in upload(host, club, answer.content, key_in(answer.content))
    assert "wird hier weitergeführt" in host.get(reverse("organiser:organiser_packages", args=[club.number])).text
    there = SeasonCopy.objects.get().season
    assert (
        reverse("organiser:season_edit", args=[there.address])
        in host.get(reverse("organiser:season", args=[there.address])).text
    )
    assert "wieder an diesem Rechner geführt" in chief.post(f"{page}?zuruecknehmen", follow=True).text
    season.leagues.create(name="Liga")
    assert "Ligen und Meisterschaften stehen nicht in Paketen" in chief.get(page).text
    assert chief.post(page, {"uebergeben": "1", "sure": "on"}).status_code == 200
    assert not Season.objects.get(pk=season.pk).elsewhere


def test_package_of_a_season_goes_from_the_laptops_page_to_the_hosts(event, club):
    season = make_season(organiser=event.held_by, slug="saison-2026", name="Saison 2026")
    chief = signed_in(make_official(username="chief", is_superuser=True))
    desk = reverse("organiser:season", args=[season.address])
    page = reverse("organiser:season_package", args=[season.address])
    assert page in chief.get(desk).text
    assert "Noch ist die Saison nicht öffentlich" in chief.get(page).text
    assert "Noch ist die Saison nicht öffentlich" in chief.post(page, follow=True).text
    chief.post(reverse("organiser:season_publish", args=[season.address]))
    answer = chief.post(page)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="saison-2026-1.romme"'
    assert "enthält alles, was freigegeben ist" in chief.get(page).text
    host = signed_in(chair_of(club))
    assert "Paket 1 von „Saison 2026“ ist angenommen." in upload(host, club, answer.content, key_in(answer.content))
    copy = SeasonCopy.objects.get().season
    assert "Saisons von Laptops" in host.get(reverse("organiser:organiser_packages", args=[club.number])).text
    shown = host.get(reverse("organiser:season", args=[copy.address])).text
    assert "Kopie vom Laptop" in shown
    assert reverse("organiser:season_edit", args=[copy.address]) not in shown
    refused = host.post(reverse("organiser:season_publish", args=[copy.address]), {"zurueck": "1"}, follow=True)
    assert "am Laptop geführt" in refused.text
    assert "angenommen am" in host.get(reverse("organiser:season_package", args=[copy.address])).text


def test_hosted_program_offers_no_packages_of_its_own(event, settings):
    season = make_season(organiser=event.held_by, slug="saison-2026")
    chief = signed_in(make_official(username="chief", is_superuser=True))
    more, desk = (
        reverse("organiser:more", args=[event.slug]),
        reverse("organiser:season", args=[season.address]),
    )
    for mode, is_offered in (("local", True), ("public", False)):
        settings.MODE = mode
        for page in (more, desk):
            assert ("Paket für das Internet" in chief.get(page, secure=True).text) == is_offered


def test_hostile_upload_says_why(event, club):
    host, data = signed_in(chair_of(club)), packed(event)
    assert "kein Paket" in upload(host, club, b"PK\3\4 something else")
    assert "nicht mehr so, wie der Laptop es unterschrieben hat" in upload(
        host, club, data[:-1] + bytes([data[-1] ^ 1])
    )
    assert "zu groß" in upload(host, club, data + b"\0" * 2_000_000)
    assert not Event.objects.filter(held_by=club).exists()


def test_chair_ends_a_key_and_nobody_elses(event, club):
    accept(club, packed(event))
    other = hosted_club("08", "andere")
    key, sports = LaptopKey.objects.get(), make_official(username="sport")
    make_office(club, sports, "sports")
    for organiser, user, status in (
        (other, chair_of(other), 404),
        (club, make_official(username="fremd"), 404),
        (club, sports, 302),
        (club, chair_of(club), 302),
    ):
        address = reverse("organiser:organiser_packages", args=[organiser.number])
        assert signed_in(user).post(address, {"ende": key.public}).status_code == status
        key.refresh_from_db()
        assert (key.ended_at is not None) == (user == chair_of(club))
    assert "beendet am" in signed_in(chair_of(club)).get(reverse("organiser:organiser_packages", args=["09"])).text


def test_only_those_who_make_events_see_the_page(event, club):
    for role, status in (("chair", 200), ("sports", 200), ("press", 403), ("treasurer", 403)):
        user = make_official(username=role)
        make_office(club, user, role)
        assert signed_in(user).get(reverse("organiser:organiser_packages", args=["09"])).status_code == status


def test_commands_write_and_accept_a_package(event, club, tmp_path: Path):
    file, said = tmp_path / "abend.romme", StringIO()
    call_command("publish", "testpokal", output=str(file), stdout=said)
    key = key_in(file.read_bytes())
    assert key in said.getvalue().replace(" ", "")
    with pytest.raises(CommandError, match="--organiser"):
        call_command("accept", str(file))
    with pytest.raises(CommandError, match="noch nicht bekannt"):
        call_command("accept", str(file), organiser="09")
    call_command("accept", str(file), organiser="09", key=key, stdout=said)
    assert "Paket 1 von „gastgeber/testpokal“ ist angenommen." in said.getvalue()
    with pytest.raises(CommandError, match="lässt sich nicht lesen"):
        call_command("accept", str(tmp_path / "none.romme"), organiser="09")
    with pytest.raises(CommandError, match="gibt es nicht"):
        call_command("publish", "unbekannt", output=str(file))


def test_chair_takes_over_the_event_of_a_lost_laptop(event, club):
    copy = accept(club, packed(event)).event.copy
    page = reverse("organiser:organiser_packages", args=[club.number])
    address = f"{page}?uebernehmen={copy.pk}"
    sports, chair = make_official(username="sport"), signed_in(chair_of(club))
    make_office(club, sports, "sports")
    assert "übernehmen" not in signed_in(sports).get(page).text
    assert "wer hier oder darüber den Vorsitz hat" in signed_in(sports).post(address, follow=True).text
    assert chair.get(f"{page}?uebernehmen={copy.pk + 1}").status_code == 404
    assert "Laptop verloren" in chair.get(page).text
    assert "Zurück geht es nicht" in chair.get(address).text
    assert Event.objects.get(pk=copy.event_id).elsewhere == "laptop"
    assert "wird jetzt hier weitergeführt" in chair.post(address, follow=True).text
    there = Event.objects.get(pk=copy.event_id)
    assert there.elsewhere == ""
    unpublish_event(there, by=chair_of(club))
    assert chair.get(reverse("public:event", args=[there.slug])).status_code == 404
    correct(event)
    assert "wird hier weitergeführt" in upload(chair, club, packed(event))
    assert "schon weitergeführt" in chair.post(address, follow=True).text
