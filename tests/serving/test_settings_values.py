"""Values of settings from the environment: empty ones count as not set, mistyped ones are explained in one sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from romme_turnier.fast.switch import is_on
from romme_turnier.settings_values import database_config, mail_config, number, time_zone
from tools.project import ROOT


@pytest.mark.parametrize(
    "url",
    ["", "foo", "/home/romme.sqlite3", "postgress://host/name", "mysql://host/name", "postgres://u:geheim@h:abc/n"],
)
def test_address_of_no_database_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must be like postgres:") as refused:
        database_config(url)
    assert "geheim" not in str(refused.value)


def test_address_of_a_database_gives_its_settings() -> None:
    assert database_config("sqlite:////srv/romme.sqlite3")["NAME"] == "/srv/romme.sqlite3"
    config = database_config("postgres://user:geheim@host:5433/name")
    assert (config["HOST"], config["PORT"], config["NAME"]) == ("host", 5433, "name")


@pytest.mark.parametrize("url", ["foo", "quatsch://host", "smtp://u:geheim@host:abc"])
def test_address_of_no_mail_server_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL must be like smtp") as refused:
        mail_config(url)
    assert "geheim" not in str(refused.value)


def test_address_of_a_mail_server_gives_its_settings() -> None:
    config = mail_config("smtp+tls://user:geheim@host:587")
    assert (config["EMAIL_HOST"], config["EMAIL_PORT"], config["EMAIL_USE_TLS"]) == ("host", 587, True)


def test_number_is_read_with_point_or_comma() -> None:
    assert [number("BACKUP_MINUTES", text) for text in ("0", "10", "2.5", "2,5")] == [0, 10, 2.5, 2.5]


@pytest.mark.parametrize("text", ["abc", "-3", "1e9", "nan", "10 Minuten", "٣"])
def test_number_that_is_none_is_refused_by_name(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="BACKUP_MINUTES must be a number"):
        number("BACKUP_MINUTES", text)


@pytest.mark.parametrize("text", ["quatsch", "Europe/Bärlin", "../etc/passwd", "Europe", "/etc/localtime"])
def test_unknown_time_zone_is_refused(text: str) -> None:
    assert time_zone("Europe/Vienna") == "Europe/Vienna"
    with pytest.raises(ImproperlyConfigured, match="TIME_ZONE must be a name"):
        time_zone(text)


def test_unknown_part_to_turn_off_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAIN", "sessions,quatsch")
    with pytest.raises(ImproperlyConfigured, match=r"PLAIN must be 1 or parts of .*, not quatsch\."):
        is_on.__wrapped__("sessions")


def test_empty_variables_count_as_not_set_but_no_papers_are_kept(tmp_path: Path) -> None:
    names = ("DATABASE_URL", "BACKUP_DIR", "BACKUP_MINUTES", "TIME_ZONE", "MODE", "PLAIN", "SECRET_KEY", "KEPT_PAPERS")
    shown = "s.DATABASES['default']['NAME'], s.BACKUP_DIR, s.BACKUP_MINUTES, s.TIME_ZONE, s.MODE, repr(s.KEPT_PAPERS)"
    program = f"from romme_turnier import settings as s; print({shown}, sep='|')"
    environ = {**os.environ, **dict.fromkeys(names, ""), "DATA_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environ, capture_output=True, check=True)
    assert done.stdout.decode().strip() == f"{tmp_path}/romme.sqlite3|{tmp_path}/backups|10.0|Europe/Berlin|local|''"


@pytest.mark.parametrize("variable", ["DATABASE_URL=foo", "BACKUP_MINUTES=oft", "TIME_ZONE=hier", "PLAIN=alles"])
def test_command_explains_a_mistyped_variable_in_one_sentence(tmp_path: Path, variable: str) -> None:
    name, _equals, text = variable.partition("=")
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "romme_turnier.settings", "DATA_DIR": str(tmp_path), name: text},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    (sentence,) = done.stderr.splitlines()
    assert f"{name} must be" in sentence
