"""Reads the values of settings that the environment or `.env` gives as text.

All functions raise ImproperlyConfigured if the value is wrong.
"""

import re
from typing import Any
from zoneinfo import ZoneInfo

import environ
from django.core.exceptions import ImproperlyConfigured

_ENGINES = ("django.db.backends.sqlite3", "django.db.backends.postgresql")


def database_config(url: str) -> dict[str, Any]:
    """Returns Django's settings for the database at `url`. Errors do not repeat the URL, which holds a password."""
    if environ.Env.DB_SCHEMES.get(url.partition(":")[0]) in _ENGINES:
        try:
            config: dict[str, Any] = environ.Env.db_url_config(url)
        except ValueError:  # the port is not a number
            config = {}
        if config.get("NAME"):
            return config
    raise ImproperlyConfigured(
        "DATABASE_URL must be like postgres://user:password@host/name or sqlite:////folder/file.sqlite3."
    )


def mail_config(url: str) -> dict[str, Any]:
    """Returns Django's settings for the mail server at `url`. Errors do not repeat the URL, which holds a password."""
    try:
        config: dict[str, Any] = environ.Env.email_url_config(url)
    except (ValueError, ImproperlyConfigured) as error:
        raise ImproperlyConfigured("EMAIL_URL must be like smtp+tls://user:password@host:587.") from error
    return config


def number(name: str, text: str) -> float:
    """Returns the value of the variable `name`: a number of at least 0, with a decimal point or comma."""
    if not re.fullmatch(r"[0-9]+([.,][0-9]+)?", text):
        raise ImproperlyConfigured(f"{name} must be a number, not {text!r}.")
    return float(text.replace(",", "."))


def time_zone(text: str) -> str:
    """Returns the name of a time zone that this machine knows."""
    try:
        return ZoneInfo(text).key
    except (KeyError, OSError, ValueError) as error:
        raise ImproperlyConfigured(f"TIME_ZONE must be a name such as Europe/Berlin, not {text!r}.") from error
