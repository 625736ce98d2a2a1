"""Errors of backups, with messages for the page."""

from django.utils.translation import gettext as _


class BackupError(Exception):
    """A backup could not be made, read or restored, or the data could not be moved. The message is for users."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class BusyError(BackupError):
    """Another restore is running."""


def broken_words() -> str:
    return _("Diese Datei ist keine Sicherung dieses Programms, oder sie ist beschädigt.")


def foreign_words(name: str) -> str:
    """Returns the reason to refuse a file whose tables differ from this program's; `name` is the first difference."""
    words = _("Diese Datei ist keine Sicherung dieses Programms: „%(name)s“ fehlt, ist zu viel oder anders als hier.")
    # The name comes from the file: control characters in it could manipulate a terminal.
    return words % {"name": "".join(sign if sign.isprintable() else "?" for sign in name[:100])}
