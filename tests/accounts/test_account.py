"""The reader's own account: password and second step."""

import time

import pytest
import time_machine
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from romme_turnier.accounts.models import User
from tests.factories import make_official

pytestmark = pytest.mark.django_db

PASSWORD = "geheim-geheim"


@pytest.fixture
def petra() -> User:
    return make_official(username="petra")


@pytest.fixture
def signed_in(client: Client, petra: User) -> Client:
    client.post(reverse("account_login"), {"login": "petra", "password": PASSWORD})
    return client


def change_password(client: Client, **fields: str) -> dict[str, list[str]]:
    data = {"oldpassword": PASSWORD, "password1": "Ass-und-Joker-26", "password2": "Ass-und-Joker-26"} | fields
    answer = client.post(reverse("account_change_password"), data)
    return {} if answer.status_code == 302 else dict(answer.context["form"].errors)


def confirm(client: Client, target: str) -> None:
    """Enter the password again, as the page demands before any change of the second step."""
    asked = client.get(reverse(target))["Location"]
    assert asked.startswith(reverse("account_reauthenticate"))
    client.post(asked, {"password": PASSWORD})


def set_up_second_step(client: Client) -> str:
    """Returns the secret that the app was given."""
    confirm(client, "mfa_activate_totp")
    secret = str(client.get(reverse("mfa_activate_totp")).context["form"].secret)
    answer = client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    assert answer["Location"] == reverse("mfa_view_recovery_codes")
    return secret


def code_of(secret: str, *, steps_ago: int = 0) -> str:
    """The code of the app now, or `steps_ago` half minutes ago."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30 - steps_ago)))


@pytest.mark.parametrize(("steps_ago", "counts"), [(1, True), (3, False)])
def test_code_counts_half_a_minute_longer_for_slow_typists(signed_in: Client, steps_ago: int, counts: bool) -> None:
    confirm(signed_in, "mfa_activate_totp")
    secret = str(signed_in.get(reverse("mfa_activate_totp")).context["form"].secret)
    with time_machine.travel(time.time() // 30 * 30 + 15, tick=False):  # in the middle of a step
        answer = signed_in.post(reverse("mfa_activate_totp"), {"code": code_of(secret, steps_ago=steps_ago)})
    assert (answer.headers.get("Location") == reverse("mfa_view_recovery_codes")) is counts


def test_account_page_shows_the_name_and_what_can_be_changed(signed_in: Client) -> None:
    page = signed_in.get(reverse("account")).content.decode()
    assert "Petra" in page
    assert reverse("account_change_password") in page
    assert reverse("mfa_index") in page


@pytest.mark.parametrize("name", ["account", "account_change_password", "mfa_index", "mfa_activate_totp"])
def test_account_pages_ask_for_the_sign_in_when_nobody_is_signed_in(client: Client, petra: User, name: str) -> None:
    assert client.get(reverse(name))["Location"].startswith(reverse("account_login"))


def test_password_is_changed_and_the_session_goes_on(signed_in: Client, petra: User) -> None:
    assert change_password(signed_in) == {}
    petra.refresh_from_db()
    assert petra.check_password("Ass-und-Joker-26")
    assert "Ihr neues Passwort gilt ab jetzt." in signed_in.get(reverse("account")).content.decode()


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"oldpassword": "falsch"}, "oldpassword", "Das ist nicht Ihr jetziges Passwort."),
        ({"password2": "anders"}, "password2", "Die beiden neuen Passwörter sind nicht gleich."),
        ({"password1": "kurz", "password2": "kurz"}, "password1", "zu kurz"),
        ({"password1": "petra-12", "password2": "petra-12"}, "password1", "ähnelt"),
    ],
)
def test_password_stays_when_the_form_is_wrong(
    signed_in: Client, petra: User, fields: dict[str, str], field: str, words: str
) -> None:
    errors = change_password(signed_in, **fields)
    assert list(errors) == [field]
    assert words in " ".join(errors[field])
    petra.refresh_from_db()
    assert petra.check_password(PASSWORD)


def test_second_step_shows_a_picture_for_the_app_within_the_page(signed_in: Client) -> None:
    confirm(signed_in, "mfa_activate_totp")
    page = signed_in.get(reverse("mfa_activate_totp")).content.decode()
    assert "<svg" in page
    assert "data:image" not in page
    assert "<?xml" not in page


def test_second_step_is_asked_for_at_the_sign_in_when_it_is_set_up(signed_in: Client) -> None:
    secret = set_up_second_step(signed_in)
    later = Client()
    answer = later.post(reverse("account_login"), {"login": "petra", "password": PASSWORD})
    assert answer["Location"] == reverse("mfa_authenticate")
    assert later.get(reverse("account")).status_code == 302
    wrong = later.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert "Der Code stimmt nicht." in wrong.content.decode()
    cache.clear()  # a code counts once; the one of the set-up was just used
    later.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    assert later.get(reverse("account")).status_code == 200


@pytest.mark.parametrize("written", ["{}", " {}", "{} "])
def test_code_of_the_app_counts_once_for_as_long_as_it_is_valid(signed_in: Client, written: str) -> None:
    """A code that is typed half a minute early is valid for a minute and a half."""
    with time_machine.travel("2026-11-21T14:00:15+01:00", tick=False) as clock:
        secret = set_up_second_step(signed_in)
        code = code_of(secret, steps_ago=-1)
        opened = []
        for seconds in (0, 31, 28):
            clock.shift(seconds)
            later = Client()
            later.post(reverse("account_login"), {"login": "petra", "password": PASSWORD})
            later.post(reverse("mfa_authenticate"), {"code": written.format(code)})
            opened.append(later.get(reverse("account")).status_code == 200)
    assert opened == [True, False, False]


@pytest.mark.parametrize("first", ["mfa_authenticate", "mfa_reauthenticate"])
def test_code_of_the_app_that_was_used_opens_nothing_else(signed_in: Client, first: str) -> None:
    """A thief with the password who reads the code over a shoulder is too late."""
    with time_machine.travel("2026-11-21T14:00:15+01:00", tick=False) as clock:
        code = code_of(set_up_second_step(signed_in), steps_ago=-1)
        watching = Client()
        watching.post(reverse("account_login"), {"login": "petra", "password": PASSWORD})
        if first == "mfa_authenticate":
            later = Client()
            later.post(reverse("account_login"), {"login": "petra", "password": PASSWORD})
            assert later.post(reverse("mfa_authenticate"), {"code": code}).status_code == 302
        else:
            assert signed_in.post(reverse("mfa_reauthenticate"), {"code": code}).status_code == 302
        clock.shift(31)
        for client, page in ((watching, "mfa_authenticate"), (signed_in, "mfa_reauthenticate")):
            assert "Der Code stimmt nicht." in client.post(reverse(page), {"code": code}).content.decode()


def test_second_step_takes_a_spare_code_once(signed_in: Client) -> None:
    set_up_second_step(signed_in)
    spare = signed_in.get(reverse("mfa_view_recovery_codes")).context["unused_codes"]
    assert len(spare) == 10
    for expected in (200, 302):
        later = Client()
        later.post(reverse("account_login"), {"login": "petra", "password": PASSWORD})
        later.post(reverse("mfa_authenticate"), {"code": spare[0]})
        assert later.get(reverse("account")).status_code == expected


def test_second_step_is_switched_off_after_a_question(signed_in: Client) -> None:
    set_up_second_step(signed_in)
    assert "eingerichtet" in signed_in.get(reverse("mfa_index")).content.decode()
    assert "Ersatzcodes" in signed_in.get(reverse("mfa_deactivate_totp")).content.decode()
    signed_in.post(reverse("mfa_deactivate_totp"))
    assert "Die zweite Stufe ist abgeschaltet." in signed_in.get(reverse("mfa_index")).content.decode()


@pytest.mark.parametrize(
    "name",
    [
        "account",
        "account_change_password",
        "account_reauthenticate",
        "mfa_index",
        "mfa_activate_totp",
        "mfa_deactivate_totp",
        "mfa_view_recovery_codes",
        "mfa_generate_recovery_codes",
        "mfa_reauthenticate",
    ],
)
def test_account_pages_speak_to_readers_politely_and_in_german(signed_in: Client, name: str) -> None:
    if name != "mfa_activate_totp":
        set_up_second_step(signed_in)
    else:
        confirm(signed_in, name)
    words = strip_tags(signed_in.get(reverse(name)).content.decode()).lower()
    for word in (" du ", " dein", "dich", "authenticat", "password", "sign in", "recovery codes"):
        assert word not in words.replace("(man nennt sie authenticator oder totp)", "")
