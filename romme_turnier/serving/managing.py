"""Runs `manage`: the commands of Django and of this program. Most need a database with the tables of this version."""

import sys
from collections.abc import Sequence

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import DatabaseError

from romme_turnier.serving.speaking import warn

_NO_TABLES = {"check", "collectstatic", "compilemessages", "diffsettings", "help", "makemessages", "soak", "version"}
_ABOUT_MIGRATIONS = {"makemigrations", "migrate", "showmigrations", "sqlmigrate"}
_UNCHECKED = _NO_TABLES | _ABOUT_MIGRATIONS | {"backup", "dbshell", "restore", "shell", "take_copy"}


def manage(arguments: Sequence[str]) -> int:
    """Runs a command; returns the exit code.

    If the settings are invalid or the command cannot use the database, prints the reason and returns 1.
    """
    command = arguments[0] if arguments else "help"
    asks = command.startswith("-") or {"-h", "--help"} & set(arguments)
    try:
        django.setup()
        why = "" if command in _UNCHECKED or asks else _why_not()
    except ImproperlyConfigured as problem:
        why = str(problem)
    if why:
        warn(why)
        return 1
    execute_from_command_line([sys.argv[0], *arguments])
    return 0


def _why_not() -> str:
    from romme_turnier.backup import errors, state  # noqa: PLC0415 - needs django.setup() first

    try:
        return state.why_not_ready()
    except errors.BackupError as error:
        return error.message
    except DatabaseError as error:
        return f"The database does not answer: {error}"
