"""Errors of backups, in words for the reader of the page."""

from django.utils.translation import gettext as _


class BackupError(Exception):
    """A copy could not be made, read or brought back. The message is complete and says what helps."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class BusyError(BackupError):
    """Another restore is running."""


def broken_words() -> str:
    return _("Diese Datei ist keine Sicherung dieses Programms, oder sie ist beschädigt.")


def foreign_words(name: str) -> str:
    """Returns why a file is refused whose tables are not those that this program makes; `name` of the first of them."""
    words = _("Diese Datei ist keine Sicherung dieses Programms: „%(name)s“ fehlt, ist zu viel oder anders als hier.")
    # It comes from the file, and may be written to a terminal, which signs nobody sees can steer.
    return words % {"name": "".join(sign if sign.isprintable() else "?" for sign in name[:100])}
