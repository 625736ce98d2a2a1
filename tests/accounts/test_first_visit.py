"""An empty program leads to its set-up, once."""

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.accounts.first_visit import create_first_official
from romme_turnier.accounts.forms import FirstOfficialForm
from romme_turnier.accounts.models import User
from romme_turnier.accounts.setup_word import setup_link
from tests.factories import make_official

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(client: Client) -> Client:
    """The browser of the person that started the program and therefore has shown the word."""
    client.get(setup_link(""))
    return client


PETRA = {
    "display_name": "Petra Sommer",
    "username": "petra",
    "password1": "Ass-und-Joker-26",
    "password2": "Ass-und-Joker-26",
}


@pytest.mark.parametrize(
    "path", ["/", "/leitung/", "/konto/", "/konto/anmelden/", "/hilfe/handbuch/", "/verwaltung/", "/gibt-es-nicht/"]
)
def test_every_page_leads_to_the_set_up_when_nobody_can_sign_in(client: Client, path: str) -> None:
    assert client.get(path)["Location"] == reverse("set_up")


def test_set_up_makes_the_first_official_and_signs_in(client: Client) -> None:
    answer = client.post(reverse("set_up"), PETRA)
    assert answer["Location"] == reverse("organiser:events")
    petra = User.objects.get()
    assert (petra.display_name, petra.username, petra.is_superuser) == ("Petra Sommer", "petra", True)
    assert client.get(reverse("account")).status_code == 200


def test_set_up_puts_the_cursor_into_the_first_field(client: Client) -> None:
    page = client.get(reverse("set_up")).content.decode()
    fields = [tag.split(">")[0] for tag in page.split("<input")[1:]]
    shown = [field for field in fields if 'type="hidden"' not in field]
    assert [field for field in fields if "autofocus" in field] == [shown[0]]
    assert 'name="display_name"' in shown[0]


def test_set_up_is_gone_when_there_is_an_official(client: Client) -> None:
    make_official()
    assert client.get(reverse("set_up")).status_code == 404
    assert client.post(reverse("set_up"), PETRA).status_code == 404
    assert User.objects.count() == 1


def test_set_up_makes_nobody_when_somebody_was_faster() -> None:
    form = FirstOfficialForm(PETRA)
    assert form.is_valid()
    make_official()
    assert create_first_official(form) is None
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"display_name": ""}, "display_name"),
        ({"username": "petra sommer"}, "username"),
        ({"password2": "anders"}, "password2"),
        ({"password1": "12345678", "password2": "12345678"}, "password1"),
    ],
)
def test_set_up_says_what_is_wrong_and_keeps_what_was_typed(
    client: Client, changed: dict[str, str], field: str
) -> None:
    answer = client.post(reverse("set_up"), PETRA | changed)
    assert list(answer.context["form"].errors) == [field]
    assert ("kein Leerzeichen" in answer.content.decode()) is (field == "username")
    assert f'value="{(PETRA | changed)["username"]}"' in answer.content.decode()
    assert not User.objects.exists()


def test_set_up_asks_for_the_password_again_without_a_misspelt_hint(client: Client) -> None:
    assert "das selbe" not in client.get(reverse("set_up")).content.decode()


def test_pages_answer_themselves_when_there_is_an_official(client: Client) -> None:
    make_official()
    assert client.get(reverse("account_login")).status_code == 200


def test_length_that_is_no_number_breaks_no_page(client: Client) -> None:
    make_official()
    assert client.get(reverse("help:imprint"), CONTENT_LENGTH="many").status_code == 200
