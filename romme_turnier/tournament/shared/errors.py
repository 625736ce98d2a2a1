"""The errors that services raise; views turn them into messages."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _


class TournamentError(Exception):
    """A breach of the tournament's rules. The message is a complete text for users.

    `about` names the faulty argument of the service, so that a page can show the message at its field; "" if no single
    argument is at fault.
    """

    def __init__(self, message: str, *, about: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.about = about


class Faults(TournamentError):
    """All breaches in a call of a service: at least one message, by faulty argument."""

    def __init__(self, by_argument: Mapping[str, str]) -> None:
        super().__init__(" ".join(by_argument.values()), about=next(iter(by_argument)))
        self.by_argument = by_argument


def demand_reason(reason: str) -> None:
    """Raises TournamentError if the reason is empty or blank."""
    if not reason.strip():
        raise TournamentError(_("Bitte geben Sie einen Grund an."), about="reason")


class Conflict(TournamentError):
    """Another person changed the data first. `current` is the stored state, shown next to the typed text, if given."""

    def __init__(self, message: str | None = None, current: Mapping[str, Any] | None = None) -> None:
        super().__init__(
            message
            or _("Inzwischen hat jemand anders hier etwas geändert. Bitte vergleichen Sie und speichern Sie erneut.")
        )
        self.current = current or {}


class RegisteredAlready(TournamentError):
    """A participant already has this name and club."""

    def __init__(self, message: str, name: str) -> None:
        super().__init__(message)
        self.name = name


class TeamNameTaken(TournamentError):
    """Another team of the event already has this name."""


class KeyReused(TournamentError):
    """A request key was used again with a different body, so the page is faulty; the request was not stored."""

    def __init__(self) -> None:
        super().__init__(_("Diese Eingabe wurde schon mit anderem Inhalt gespeichert. Bitte laden Sie die Seite neu."))
