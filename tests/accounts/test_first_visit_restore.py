"""A spare laptop takes in a backup on its first visit, without a terminal."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from romme_turnier.accounts import restore as restoring
from romme_turnier.accounts.first_visit import DEMO_USERNAME
from romme_turnier.accounts.models import User
from romme_turnier.accounts.setup_word import setup_link
from romme_turnier.backup.engine import engine
from romme_turnier.backup.making import make_backup
from romme_turnier.tournament.models import Event
from tests.backup.tables import tables_at_hand, taken_here
from tests.factories import make_event, make_official

__all__ = ["tables_at_hand", "taken_here"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("tables_at_hand")]

WAY = "set_up_from_backup"


@pytest.fixture
def client(client: Client) -> Client:
    """The browser of the person that started the program and therefore has shown the word."""
    client.get(setup_link(""))
    return client


@pytest.fixture
def copy(tmp_path: Path, settings: Settings) -> bytes:
    """A backup with Petra and an event in it; the program is empty again."""
    if why := engine().why_not():
        pytest.skip(why)
    settings.BACKUP_DIR = tmp_path
    make_official(make_event(), username="petra")
    content = make_backup().path.read_bytes()
    Event.objects.all().delete()
    User.objects.all().delete()
    return content


def send(client: Client, content: bytes) -> str:
    answer = client.post(reverse(WAY), {"file": SimpleUploadedFile("romme.sqlite3", content)}, follow=True)
    return answer.content.decode()


def test_first_visit_offers_to_restore(client: Client) -> None:
    assert reverse(WAY) in client.get("/", follow=True).content.decode()
    assert client.get(reverse(WAY)).status_code == 200


def test_backup_comes_in_and_its_accounts_sign_in(client: Client, copy: bytes) -> None:
    page = send(client, copy)
    assert "Melden Sie sich mit einem Konto von dort an" in page
    assert Event.objects.get().name == "Testpokal"
    assert client.login(username="petra", password="geheim-geheim")


def test_program_with_an_account_takes_in_nothing(client: Client, copy: bytes) -> None:
    make_official(username="rudi")
    assert client.get(reverse(WAY)).status_code == 404
    assert client.post(reverse(WAY), {"file": SimpleUploadedFile("x", copy)}).status_code == 404
    assert [user.username for user in User.objects.all()] == ["rudi"]


def test_somebody_who_set_the_program_up_meanwhile_is_not_overwritten(copy: bytes, rf: RequestFactory) -> None:
    make_official(username="rudi")
    assert restoring.begin_first_restore(rf.post("/"), SimpleUploadedFile("x", copy)) is None
    assert [user.username for user in User.objects.all()] == ["rudi"]


def test_demo_that_nobody_has_used_gives_way_to_a_backup(client: Client, copy: bytes) -> None:
    make_official(make_event(slug="vorfuehrung"), username=DEMO_USERNAME)
    assert reverse(WAY) in client.get(reverse("account_login")).content.decode()
    assert "Vorführturnier" in client.get(reverse(WAY)).content.decode()
    assert "Melden Sie sich" in send(client, copy)
    assert [event.slug for event in Event.objects.all()] == ["testpokal"]


@pytest.mark.parametrize("why", ["used", "elsewhere", "public", "colleague"])
def test_demo_that_is_used_or_seen_from_elsewhere_takes_in_nothing(
    client: Client, settings: Settings, why: str
) -> None:
    demo = make_official(username=DEMO_USERNAME)
    if why == "used":
        User.objects.filter(pk=demo.pk).update(last_login=timezone.now())
    if why == "colleague":
        make_official(username="rudi")
    settings.MODE = "public" if why == "public" else "hall"
    address = {"REMOTE_ADDR": "192.168.178.30" if why == "elsewhere" else "127.0.0.1"}
    assert client.get(reverse(WAY), **address).status_code == 404  # type: ignore[arg-type]
    assert reverse(WAY) not in client.get(reverse("account_login"), **address).content.decode()  # type: ignore[arg-type]


def test_file_that_is_no_backup_is_refused_in_words(client: Client) -> None:
    assert "keine Sicherung dieses Programms" in send(client, b"Liebe Petra")
    assert not User.objects.exists()


@pytest.mark.skipif("__import__('django.db').db.connection.vendor != 'sqlite'", reason="about SQLite's file")
def test_half_a_backup_is_refused_and_the_program_still_works(client: Client, copy: bytes) -> None:
    assert "beschädigt" in send(client, copy[: len(copy) // 2])
    assert client.get(reverse("set_up")).status_code == 200


def test_file_that_is_too_large_is_refused(client: Client, copy: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restoring, "LARGEST", 1000)
    assert "zu groß" in send(client, copy)
    assert not User.objects.exists()


def test_body_that_is_too_large_is_not_even_read(client: Client) -> None:
    answer = client.post(reverse(WAY), {"file": SimpleUploadedFile("x", b"y")}, headers={"content-length": str(10**12)})
    assert answer.status_code == 400
