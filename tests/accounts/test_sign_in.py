"""Signing in with a user's name, and how often a wrong password may be tried."""

import pytest
from django.test import Client, override_settings
from django.urls import NoReverseMatch, reverse

from romme_turnier.accounts.models import User
from tests.factories import make_official, make_organiser

pytestmark = pytest.mark.django_db

ALLOWED_FAILURES = 10
PASSWORD = "geheim-geheim"


@pytest.fixture
def petra() -> User:
    return make_official(username="petra")


def sign_in(client: Client, username: str = "petra", password: str = PASSWORD, address: str = "10.0.0.5") -> str:
    """Tries to sign in; returns the target of the redirect or the error on the page."""
    data = {"login": username, "password": password}
    answer = client.post(reverse("account_login"), data, REMOTE_ADDR=address)
    if answer.status_code == 302:
        return str(answer["Location"])
    return " ".join(answer.context["form"].non_field_errors())


def fail_until_locked(client: Client, username: str = "petra", address: str = "10.0.0.5") -> None:
    for _attempt in range(ALLOWED_FAILURES):
        assert "passen nicht zusammen" in sign_in(client, username, "falsch", address)
    assert "Zu viele Versuche" in sign_in(client, username, "falsch", address)


def test_forgotten_password_leads_to_the_chair_if_there_are_several_organisers(client: Client, petra: User) -> None:
    make_organiser()
    assert "Vorsitz" not in client.get(reverse("account_login")).content.decode()
    make_organiser(number="2", slug="zwei")
    assert "Ein vergessenes Passwort setzt der Vorsitz neu" in client.get(reverse("account_login")).content.decode()


def test_sign_in_leads_to_the_events(client: Client, petra: User) -> None:
    assert sign_in(client) == reverse("organiser:events")
    assert client.get(reverse("account")).status_code == 200


def test_sign_in_leads_back_to_the_page_that_asked_for_it(client: Client, petra: User) -> None:
    status = reverse("help:status")
    login = client.get(status)["Location"]
    assert login == f"{reverse('account_login')}?next={status}"
    page = client.get(login)
    assert f'name="next" value="{status}"' in page.content.decode()


@pytest.mark.parametrize(("username", "password"), [("petra", "falsch"), ("niemand", "geheim-geheim")])
def test_sign_in_fails_with_one_sentence_when_name_or_password_is_wrong(
    client: Client, petra: User, username: str, password: str
) -> None:
    assert sign_in(client, username, password) == (
        "Benutzername und Passwort passen nicht zusammen. Prüfen Sie beide, auch Groß- und Kleinschreibung."
    )


def test_sign_in_leads_to_a_plain_word_when_the_account_is_closed(client: Client, petra: User) -> None:
    User.objects.update(is_active=False)
    assert sign_in(client) == reverse("account_inactive")
    assert "Dieses Konto ist gesperrt" in client.get(reverse("account_inactive")).content.decode()


def test_sign_in_waits_when_a_user_failed_too_often_at_an_address(client: Client, petra: User) -> None:
    fail_until_locked(client)
    assert "Warten Sie fünf Minuten" in sign_in(client)


def test_sign_in_works_for_others_at_the_same_address_when_one_failed_too_often(client: Client, petra: User) -> None:
    make_official(username="rudi")
    fail_until_locked(client)
    assert sign_in(client, "rudi") == reverse("organiser:events")


def test_user_signs_in_elsewhere_after_failed_attempts_under_their_name(client: Client, petra: User) -> None:
    fail_until_locked(client, address="10.0.0.66")
    assert sign_in(client) == reverse("organiser:events")


def test_sign_in_limit_cannot_be_passed_by_another_host_name(petra: User) -> None:
    fail_until_locked(Client(HTTP_HOST="127.0.0.1"))
    assert "Zu viele Versuche" in sign_in(Client(HTTP_HOST="localhost"))


@pytest.mark.parametrize("spelling", ["SOMMERSI", "\u017fommersi", "sommers\u0131"])  # PostgreSQL finds all of them
def test_sign_in_limit_cannot_be_passed_by_another_spelling(client: Client, spelling: str) -> None:
    make_official(username="sommersi")
    fail_until_locked(client, "sommersi")
    assert "Zu viele Versuche" in sign_in(client, spelling, "falsch")


def test_admin_takes_no_password_of_its_own(client: Client) -> None:
    """Neither the limit of failures nor the second step can be gone around there."""
    make_official(username="vera", is_superuser=True, is_staff=True)
    fields = {"username": "vera", "password": PASSWORD, "next": reverse("admin:index")}
    answer = client.post(reverse("admin:login"), fields)
    assert answer["Location"].startswith(reverse("account_login"))
    assert client.get(reverse("admin:index")).status_code == 302


def test_sign_in_never_waits_for_an_address_alone(client: Client, petra: User) -> None:
    for number in range(60):
        sign_in(client, f"niemand-{number}", "falsch")
    assert sign_in(client) == reverse("organiser:events")


@pytest.mark.parametrize(
    ("mode", "secure", "said"), [("hall", False, True), ("hall", True, False), ("local", False, False)]
)
def test_sign_in_page_says_when_a_hall_has_no_encryption(
    client: Client, petra: User, mode: str, secure: bool, said: bool
) -> None:
    with override_settings(MODE=mode):
        page = client.get(reverse("account_login"), secure=secure).content.decode()
    assert ("Diese Verbindung ist nicht verschlüsselt." in page) is said


def test_sign_in_page_has_no_english_and_no_way_to_sign_up(client: Client, petra: User) -> None:
    page = client.get(reverse("account_login")).content.decode()
    for word in ("Sign", "Username", "Remember", "signup", "placeholder"):
        assert word not in page


@pytest.mark.parametrize(
    "name", ["account_signup", "account_email", "account_reset_password", "account_set_password", "mfa_add_webauthn"]
)
def test_pages_that_need_mail_or_strangers_do_not_exist(name: str) -> None:
    with pytest.raises(NoReverseMatch):
        reverse(name)


@pytest.mark.parametrize("path", ["signup/", "email/", "password/reset/", "registrieren/"])
def test_signing_up_by_oneself_is_impossible(client: Client, petra: User, path: str) -> None:
    data = {"username": "fremd", "password1": "Ass-und-Joker-26", "password2": "Ass-und-Joker-26"}
    assert client.post(f"/konto/{path}", data).status_code == 404
    assert User.objects.count() == 1


def test_signing_out_needs_a_button_and_says_so(client: Client, petra: User) -> None:
    client.force_login(petra)
    assert client.get(reverse("account_logout")).status_code == 200
    assert client.get(reverse("account")).status_code == 200
    answer = client.post(reverse("account_logout"))
    assert answer["Location"] == reverse("public:home")
    assert client.get(reverse("account"))["Location"].startswith(reverse("account_login"))
