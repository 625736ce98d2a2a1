"""What `./run` does before it serves, and where it serves."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError
from pytest_django import Settings

from romme_turnier import address
from romme_turnier.serving import prepare


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is done to the database, none of which really happens."""
    called: list[str] = []
    monkeypatch.setattr(prepare, "upgrade", lambda: called.append("upgrade"))
    monkeypatch.setattr(prepare, "call_command", lambda name, **_options: called.append(name))
    monkeypatch.setattr(prepare, "nobody_in_it", lambda: True)
    monkeypatch.delenv("DEMO", raising=False)
    return called


def test_demo_event_is_made_where_nobody_is_in_the_database(commands: list[str]) -> None:
    prepare.prepare_database()

    assert commands == ["upgrade", "demo"]


def test_database_in_use_is_only_brought_up_to_date(monkeypatch: pytest.MonkeyPatch, commands: list[str]) -> None:
    monkeypatch.setattr(prepare, "nobody_in_it", lambda: False)

    prepare.prepare_database()

    assert commands == ["upgrade"]


def test_demo_event_is_left_out_when_nobody_wants_it(monkeypatch: pytest.MonkeyPatch, commands: list[str]) -> None:
    monkeypatch.setenv("DEMO", "0")

    prepare.prepare_database()

    assert commands == ["upgrade"]


def test_start_goes_on_when_the_demo_event_fails(
    monkeypatch: pytest.MonkeyPatch, commands: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_name: str, **_options: object) -> None:
        raise CommandError("no file")

    monkeypatch.setattr(prepare, "call_command", refuse)

    prepare.prepare_database()

    assert "no file" in capsys.readouterr().err


@pytest.mark.parametrize(("mode", "host"), [("local", "127.0.0.1"), ("public", "127.0.0.1"), ("hall", "0.0.0.0")])
def test_only_a_hall_is_served_beyond_this_machine(
    mode: str, host: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MODE = mode
    monkeypatch.setenv("PORT", "8123")

    assert address.listen_on() == (host, 8123)


def test_proxy_elsewhere_reaches_the_program_where_somebody_says_so(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MODE = "public"
    monkeypatch.setenv("PORT", "8123")
    monkeypatch.setenv("LISTEN", "0.0.0.0")

    assert address.listen_on() == ("0.0.0.0", 8123)


def test_address_to_listen_on_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTEN", "everywhere")

    with pytest.raises(ImproperlyConfigured, match="everywhere"):
        address.listen_on()


def test_port_that_is_no_number_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "eight")

    with pytest.raises(ImproperlyConfigured, match="eight"):
        address.listen_on()
