"""The one family of errors that services raise; views turn them into messages."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _


class TournamentError(Exception):
    """Something that the rules of the tournament forbid. The message is German and complete.

    `about` names the input of the service that it concerns, so that a page can show it there; "" for none in
    particular.
    """

    def __init__(self, message: str, *, about: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.about = about


class Conflict(TournamentError):
    """Somebody else was faster. `current` is the state that is stored now, for the page to show beside
    what was typed."""

    def __init__(self, message: str | None = None, current: Mapping[str, Any] | None = None) -> None:
        super().__init__(
            message
            or _("Inzwischen hat jemand anders hier etwas geändert. Bitte vergleichen Sie und speichern Sie erneut.")
        )
        self.current = current or {}


class RegisteredAlready(TournamentError):
    """Somebody with this name and club takes part."""

    def __init__(self, message: str, name: str) -> None:
        super().__init__(message)
        self.name = name


class TeamNameTaken(TournamentError):
    """Another team of the event has the name."""


class KeyReused(TournamentError):
    """A request key came back with another body: the page is broken, nothing was stored."""

    def __init__(self) -> None:
        super().__init__(_("Diese Eingabe wurde schon mit anderem Inhalt gespeichert. Bitte laden Sie die Seite neu."))
