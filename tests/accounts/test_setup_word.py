"""Making the first account and restoring a copy require the word shown to the person that started the program."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from romme_turnier.accounts.first_visit import DEMO_USERNAME
from romme_turnier.accounts.models import User
from romme_turnier.accounts.setup_word import PATH, has_shown_word, setup_link, setup_word
from romme_turnier.serving import server
from tests.factories import make_official

pytestmark = pytest.mark.django_db

PETRA = {"display_name": "Petra", "username": "petra", "password1": "Ass-und-Joker-26", "password2": "Ass-und-Joker-26"}
FILE = {"file": SimpleUploadedFile("romme.sqlite3", b"SQLite format 3")}
PAGE = reverse("setup_word")


def show(client: Client, word: str, **headers: str) -> str:
    """Types the word; returns the target of the redirect, "" without one."""
    return client.post(PAGE, {"wort": word}, headers=headers).headers.get("Location", "")


def test_link_leads_to_the_page_of_the_word() -> None:
    assert PATH == PAGE


@pytest.mark.parametrize("mode", ["local", "hall", "public"])
@pytest.mark.parametrize("address", ["set_up", "set_up_from_backup"])
def test_visitor_without_the_start_code_is_asked_for_it_in_every_mode(
    address: str, mode: str, client: Client, settings: Settings
) -> None:
    settings.MODE = mode
    for answer in (client.get(reverse(address)), client.post(reverse(address), PETRA | FILE)):
        assert (answer.status_code, answer["Location"]) == (302, PAGE)
    assert not User.objects.exists()
    assert "wo das Programm gestartet wurde" in client.get("/", follow=True).content.decode()


def test_printed_address_opens_the_first_visit_without_typing(client: Client) -> None:
    answer = client.get(setup_link("http://127.0.0.1:8000/").removeprefix("http://127.0.0.1:8000"), follow=True)
    assert answer.redirect_chain == [(reverse("set_up"), 302)]
    assert client.post(reverse("set_up"), PETRA).status_code == 302
    assert User.objects.get().is_superuser


@pytest.mark.parametrize("typed", [setup_word(), setup_word().upper(), setup_word().replace("-", " ")])
def test_word_is_taken_as_people_type_it(typed: str, client: Client) -> None:
    assert show(client, typed) == reverse("set_up")
    assert client.get(reverse("set_up")).status_code == 200


@pytest.mark.parametrize("typed", ["", "-", setup_word()[:-1], setup_word() + "a", "ſ" * 16])
def test_wrong_word_opens_nothing_and_stays_typed(typed: str, client: Client) -> None:
    page = client.post(PAGE, {"wort": typed})
    assert page.status_code == 200
    assert page.context["form"].errors
    assert f'value="{typed}"' in page.content.decode() or not typed
    assert client.get(reverse("set_up"))["Location"] == PAGE


def test_cookie_of_another_program_opens_nothing(client: Client, settings: Settings) -> None:
    show(client, setup_word())
    kept = {name: morsel.value for name, morsel in client.cookies.items()}
    assert has_shown_word(kept)
    settings.SECRET_KEY = "another" * 8
    assert not has_shown_word(kept)
    assert not has_shown_word({"startwort": "1"})


def test_guesses_are_few(client: Client) -> None:
    for _guess in range(20):
        assert show(client, "aaaa-bbbb-cccc-dddd") == ""
    assert client.post(PAGE, {"wort": setup_word()}).status_code == 429
    assert client.get(setup_link("")).status_code == 429
    assert Client(REMOTE_ADDR="192.168.1.30").get(setup_link("")).status_code == 302


def test_other_sites_use_up_no_guesses_of_a_visitor(client: Client) -> None:
    for _guess in range(30):
        client.get(PAGE, {"wort": "aaaa"}, headers={"sec-fetch-site": "cross-site"})
    assert show(client, setup_word()) == reverse("set_up")


def test_word_opens_nothing_once_somebody_has_an_account(client: Client) -> None:
    show(client, setup_word())
    make_official()
    assert client.get(setup_link("")).headers["Location"] == reverse("public:home")
    assert {client.get(reverse(address)).status_code for address in ("setup_word", "set_up")} == {404}


def test_untouched_demo_asks_for_the_word_before_it_gives_way(client: Client) -> None:
    make_official(username=DEMO_USERNAME)
    way = reverse("set_up_from_backup")
    for answer in (client.get(way), client.post(way, FILE)):
        assert (answer.status_code, answer["Location"]) == (302, PAGE)
    assert show(client, setup_word()) == way
    assert client.get(way).status_code == 200


def test_large_body_is_refused_without_the_word(client: Client) -> None:
    large = {"content-length": str(100 * 2**20)}
    assert client.post(reverse("set_up_from_backup"), FILE, headers=large).status_code == 400


@pytest.mark.parametrize("mode", ["local", "public"])
def test_printed_address_carries_the_word_until_there_is_an_account(
    mode: str, settings: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "close_all", lambda: None)
    monkeypatch.setenv("PORT", "8000")
    settings.MODE, settings.ALLOWED_HOSTS = mode, ["turnier.example.org"]
    address = "https://turnier.example.org/" if mode == "public" else "http://127.0.0.1:8000/"
    server._say_where()
    assert f"The program runs at {setup_link(address)} (" in capsys.readouterr().out
    make_official(username=DEMO_USERNAME)
    server._say_where()
    said = capsys.readouterr().out
    assert f"The program runs at {address} (" in said
    assert (setup_word() in said) == (mode == "local")  # to restore in place of the demo
    make_official()
    server._say_where()
    assert setup_word() not in capsys.readouterr().out
