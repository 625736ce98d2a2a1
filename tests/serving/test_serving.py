"""Steps of `./run` before it serves, and its address."""

import stat
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.conf import settings as program_settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connection
from pytest_django import Settings

from romme_turnier import address, settings as settings_module
from romme_turnier.serving import prepare
from romme_turnier.tournament.exchange import demo
from tests.safety.server import environ
from tools.project import ROOT


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Commands on the database, recorded instead of run."""
    called: list[str] = []
    monkeypatch.setattr(prepare, "upgrade", lambda: called.append("upgrade"))
    monkeypatch.setattr(prepare, "call_command", lambda name, **_options: called.append(name))
    monkeypatch.setattr(demo, "is_untouched", lambda: True)
    monkeypatch.delenv("DEMO", raising=False)
    return called


def test_demo_event_is_made_in_a_database_without_accounts(commands: list[str]) -> None:
    prepare.prepare_database()

    assert commands == ["upgrade", "demo"]


def test_database_in_use_is_only_brought_up_to_date(monkeypatch: pytest.MonkeyPatch, commands: list[str]) -> None:
    monkeypatch.setattr(demo, "is_untouched", lambda: False)

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


def _modes(folder: Path) -> dict[str, str]:
    every = [folder, *folder.rglob("*")]
    return {path.relative_to(folder.parent).as_posix(): oct(stat.S_IMODE(path.stat().st_mode)) for path in every}


def test_what_the_program_stores_is_for_its_account_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    store = (
        "import django; django.setup(); from django.db import connection as c; c.cursor().execute('CREATE TABLE t(i)')"
    )
    settings = environ(f"sqlite:///{data / 'romme.sqlite3'}", data, DATA_DIR=str(data), SECRET_KEY="")
    line = [sys.executable, "-c", f"{store}; import os; os._exit(0)"]  # the log stays
    subprocess.run(line, env=settings, cwd=ROOT, check=True, umask=0)
    files = ("romme.sqlite3", "romme.sqlite3-shm", "romme.sqlite3-wal", "secret-key")
    assert _modes(data) == {"data": "0o700"} | {f"data/{name}": "0o600" for name in files}


@pytest.fixture
def kept_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the key that the first start generates."""
    monkeypatch.setattr(settings_module, "DATA_DIR", tmp_path)
    monkeypatch.delenv("SECRET_KEY")
    return tmp_path / "secret-key"


def test_start_after_a_killed_one_generates_the_key(kept_key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept_key.touch()
    with monkeypatch.context() as killed:
        killed.setattr(settings_module, "get_random_secret_key", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            settings_module._secret_key()
    key = settings_module._secret_key()
    assert len(key) == 100
    assert settings_module._secret_key() == key
    assert list(kept_key.parent.iterdir()) == [kept_key]


def test_faster_of_two_first_starts_generates_the_key(kept_key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def be_slower() -> str:
        kept_key.write_text("key of the other")
        return "own key"

    monkeypatch.setattr(settings_module, "get_random_secret_key", be_slower)
    assert settings_module._secret_key() == "key of the other"


def test_key_is_stored_where_files_have_no_hard_links(kept_key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "hardlink_to", Mock(side_effect=PermissionError))
    assert settings_module._secret_key() == kept_key.read_text() != ""


def test_data_of_an_earlier_version_is_closed_to_other_accounts_at_the_next_start(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    settings.DATA_DIR, settings.BACKUP_DIR, settings.KEPT_PAPERS = data, data / "backups", str(data / "papers")
    monkeypatch.setitem(program_settings.DATABASES["default"], "NAME", str(data / "romme.sqlite3"))
    for folder in ("papers", "backups/memory", "letters"):
        (data / folder).mkdir(parents=True)
    mine = ("letters/petra.txt", "picture.png")
    ours = (
        "secret-key",
        "version",
        "program.log",
        "backups/ersetzt-1.sqlite3",
        "backups/memory/state.json",
        "papers/a",
    )
    files = ("romme.sqlite3", "romme.sqlite3-wal") if connection.vendor == "sqlite" else ()
    for name in (*mine, *ours, *files):
        (data / name).touch()
    for path in (data, *data.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)
    (data / "papers" / "link").symlink_to(data / "picture.png")

    prepare._close_to_others()

    open_still = {path for path, mode in _modes(data).items() if int(mode, 8) & 0o077}
    assert open_still == {f"data/{name}" for name in ("letters", "papers/link", *mine)}


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


def test_empty_settings_count_as_not_set(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MODE = "hall"
    monkeypatch.setattr(address, "lan_hosts", lambda: ["192.168.178.20"])
    for name in ("PORT", "LISTEN"):
        monkeypatch.setenv(name, "")

    assert address.listen_on() == ("0.0.0.0", 8000)
    assert address.of_hall() == ["http://192.168.178.20:8000/"]


def test_port_that_is_no_number_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "eight")

    with pytest.raises(ImproperlyConfigured, match="eight"):
        address.listen_on()


@pytest.fixture
def static_root(tmp_path: Path, settings: Settings) -> Path:
    """The folder of collected static files; the only file to collect is style.css."""
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "style.css").write_text("body {}")
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "staticfiles"
    return tmp_path / "staticfiles"


def test_static_files_are_collected_again_only_after_a_change(static_root: Path, tmp_path: Path) -> None:
    prepare._collect_static()
    first = static_root.stat().st_ino
    prepare._collect_static()
    assert static_root.stat().st_ino == first

    (tmp_path / "source" / "style.css").rename(tmp_path / "source" / "other.css")
    prepare._collect_static()
    assert {path.name for path in static_root.glob("*.css")} == {"other.css"}
    assert {path.name for path in tmp_path.iterdir()} == {"source", "staticfiles"}


@pytest.mark.parametrize("earlier", [False, True])
def test_static_files_are_complete_when_two_programs_collect_them_at_once(
    static_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, earlier: bool
) -> None:
    if earlier:
        prepare._collect_static()
        (tmp_path / "source" / "style.css").write_text("body { margin: 0 }")

    def other_program_is_faster(command: BaseCommand, **options: bool | int) -> None:
        monkeypatch.setattr(prepare, "call_command", call_command)
        prepare._collect_static()
        (static_root / "served").touch()
        call_command(command, **options)

    monkeypatch.setattr(prepare, "call_command", other_program_is_faster)
    prepare._collect_static()
    assert (static_root / "style.css").read_text() == (tmp_path / "source" / "style.css").read_text()
    assert (static_root / "served").exists(), "the files that the other program serves were removed"
    assert {path.name for path in tmp_path.iterdir()} == {"source", "staticfiles"}
