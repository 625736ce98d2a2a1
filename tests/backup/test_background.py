"""A restore that a page started shows its progress without the database, and its end."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from threading import Event as Signal, Thread

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from romme_turnier.accounts.models import User
from romme_turnier.accounts.setup_word import setup_link
from romme_turnier.backup import background, damage
from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.making import make_backup
from romme_turnier.backup.restoring import exclusive, restore_exclusively
from romme_turnier.tournament.models import Event
from tests.factories import make_event, make_official

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("programs", "tables_at_hand")]
UNDER_WAY = "<h1>Die Sicherung wird zurückgespielt</h1>"


@pytest.fixture
def copy(place: Path) -> Path:
    """A copy with Petra; the program is empty again."""
    make_official(make_event(), username="petra")
    made = make_backup().path
    Event.objects.all().delete()
    User.objects.all().delete()
    return made


@pytest.fixture
def client(client: Client) -> Client:
    client.get(setup_link(""))
    return client


@pytest.fixture
def go_on(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Restores wait in their thread until this is called; then it waits for their end."""
    signal, threads = Signal(), list[Thread]()

    def remembered(target: Callable[[], None], name: str) -> Thread:
        threads.append(Thread(target=target, name=name))
        return threads[-1]

    def restore_later(file: Path) -> Path | None:
        assert signal.wait(60)
        return restore_exclusively(file)

    def finish() -> None:
        signal.set()
        for thread in threads:
            thread.join(60)

    monkeypatch.setattr(background, "Thread", remembered)
    monkeypatch.setattr(background, "restore_exclusively", restore_later)
    yield finish
    finish()


def sent(client: Client, content: bytes) -> str:
    """Returns the address that the page of the upload leads to."""
    answer = client.post(reverse("set_up_from_backup"), {"file": SimpleUploadedFile("romme.sqlite3", content)})
    assert answer.status_code == 302
    return str(answer.headers["Location"])


def test_page_waits_without_the_database_until_the_copy_is_restored(
    client: Client, copy: Path, go_on: Callable[[], None], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = sent(client, copy.read_bytes())
    with django_assert_num_queries(0):
        answer = client.get(address)
    page = answer.content.decode()
    assert UNDER_WAY in page
    assert '<meta http-equiv="refresh"' in page
    assert answer["Cache-Control"] == "no-store"
    assert not User.objects.exists()
    go_on()
    after = client.get(address, follow=True)
    assert after.redirect_chain == [(reverse("account_login"), 302)]
    assert "Die Sicherung ist da." in after.content.decode()
    assert User.objects.get().username == "petra"


def test_page_says_why_a_copy_was_refused_in_the_end(client: Client, copy: Path, go_on: Callable[[], None]) -> None:
    address = sent(client, copy.read_bytes()[: copy.stat().st_size // 2])
    assert UNDER_WAY in client.get(address).content.decode()
    go_on()
    page = client.get(address).content.decode()
    assert "keine Sicherung dieses Programms" in page
    assert '<form class="form"' in page
    assert "keine Sicherung dieses Programms" not in client.get(reverse("set_up_from_backup")).content.decode()


def test_restore_whose_process_ended_is_reported(client: Client, copy: Path, go_on: Callable[[], None]) -> None:
    address = sent(client, copy.read_bytes())
    state = background._file().read_text()
    go_on()
    User.objects.all().delete()
    background._file().write_text(state)
    assert "Das Zurückspielen ist abgebrochen" in client.get(address).content.decode()


def test_folder_that_can_no_longer_be_written_is_reported(
    client: Client, copy: Path, go_on: Callable[[], None]
) -> None:
    address = sent(client, copy.read_bytes())
    state = background._file().read_text()
    go_on()
    User.objects.all().delete()
    background._file().write_text(state)
    lock = background._file().with_name(".lock")
    lock.unlink(missing_ok=True)
    lock.mkdir()
    assert "lässt sich keine Sicherung schreiben" in client.get(address).content.decode()


def test_only_the_page_with_the_key_shows_the_progress(client: Client, copy: Path, go_on: Callable[[], None]) -> None:
    address = sent(client, copy.read_bytes())
    for other in (reverse("set_up_from_backup"), f"{address}x", address.replace("=", "=ä")):
        assert UNDER_WAY not in client.get(other).content.decode()
    with pytest.raises(BackupError, match="Gerade wird schon"), exclusive():
        pass


def test_damaged_database_shows_the_progress(
    copy: Path,
    go_on: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    key = background.begin(nullcontext(copy)) or ""
    monkeypatch.setattr(damage, "is_damaged", lambda **_after: True)
    with django_assert_num_queries(0):
        assert UNDER_WAY in Client().get(reverse("restore_copy"), {"lauf": key}).content.decode()
    go_on()
    monkeypatch.setattr(damage, "is_damaged", lambda **_after: False)
    assert "Die Sicherung ist zurückgespielt" in Client().get(reverse("restore_copy"), {"lauf": key}).content.decode()


def test_failure_of_the_program_itself_is_reported(client: Client, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_file: Path) -> None:
        raise RuntimeError

    monkeypatch.setattr(background, "restore_exclusively", broken)
    assert "Das Zurückspielen ist abgebrochen" in client.get(sent(client, copy.read_bytes())).content.decode()
