"""Reasons given by the program itself: stored as codes, and shown as text.

They share their columns with typed text, as "#typo" or, with a detail, "#typo: Spiel 4". The same action therefore
stores the same bytes in every language, and hashes do not depend on the reader. A code typed by hand is shown as text,
without further effect.
"""

from enum import StrEnum
from typing import assert_never

from django.utils.translation import gettext as _

_MARK, _GAP = "#", ": "


class Reason(StrEnum):
    """The reasons that the program itself gives for changes."""

    TYPO = "typo"  # a typing mistake: the paper shows another figure
    SCORER_ERROR = "scorer_error"
    SCORER_ERROR_UNDONE = "scorer_error_undone"
    COMPLETE = "complete"
    SIGNED = "signed"
    UNSIGNED = "unsigned"
    CHECKED = "checked"
    IMPORTED = "imported"
    CARDS_DRAWN = "cards_drawn"
    NEW_PREVIEW = "new_preview"
    SEATS_CHANGED = "seats_changed"
    UNDONE = "undone"
    SUBSTITUTE = "substitute"
    FINE = "fine"
    FINE_CHANGED = "fine_changed"
    PRIZE = "prize"
    CASH_DIFFERENCE = "cash_difference"
    SITS_OUT = "sits_out"  # of an evening whose number of players fits no tables

    def stored(self, detail: str = "") -> str:
        """Returns the value to store. `detail` is a name, numbers or typed text, never a translated text."""
        return f"{_MARK}{self}{_GAP}{detail}" if detail else f"{_MARK}{self}"


def is_given_as(stored: str, reason: Reason) -> bool:
    """Returns whether the stored text is this reason."""
    return _read(stored)[0] is reason


def reason_words(stored: str) -> str:
    """Returns a reason as shown: typed text unchanged, codes translated."""
    reason, detail = _read(stored)
    return stored if reason is None else _worded(reason, detail)


def _read(stored: str) -> tuple[Reason | None, str]:
    code, _gap, detail = stored.removeprefix(_MARK).partition(_GAP)
    known = stored.startswith(_MARK) and code in Reason.__members__.values()
    return (Reason(code), detail) if known else (None, "")


def _worded(reason: Reason, detail: str) -> str:  # noqa: C901 — one line for each reason
    match reason:
        case Reason.TYPO:
            return _("Tippfehler bei der Eingabe") + (f": {detail}" if detail else "")
        case Reason.SCORER_ERROR:
            return _("Rechenfehler des Listenführers")
        case Reason.SCORER_ERROR_UNDONE:
            return _("Rechenfehler zurückgenommen")
        case Reason.COMPLETE:
            return _("Liste vollständig")
        case Reason.SIGNED:
            return _("Unterschriften liegen vor")
        case Reason.UNSIGNED:
            return _("Unterschrift fehlt")
        case Reason.CHECKED:
            return _("Liste geprüft")
        case Reason.IMPORTED:
            return _("Aus Datei übernommen")
        case Reason.CARDS_DRAWN:
            return _("Karten werden gezogen")
        case Reason.NEW_PREVIEW:
            return _("neue Vorschau")
        case Reason.SEATS_CHANGED:
            return _("Plätze geändert")
        case Reason.UNDONE:
            return _("rückgängig: %(reason)s") % {"reason": reason_words(detail)}
        case Reason.SUBSTITUTE:
            return _("Ersatz: %(name)s") % {"name": detail}
        case Reason.FINE:
            return _("Serie %(series)s, Tisch %(table)s") % _place(detail)
        case Reason.FINE_CHANGED:
            return _("Serie %(series)s, Tisch %(table)s: geändert") % _place(detail)
        case Reason.PRIZE:
            return _("Preis für Rang %(rank)s") % {"rank": detail}
        case Reason.CASH_DIFFERENCE:
            return _("Unterschied beim Zählen: %(reason)s") % {"reason": detail}
        case Reason.SITS_OUT:
            return _("setzt aus: die Zahl der Spieler passt nicht auf die Tische")
    assert_never(reason)


def _place(detail: str) -> dict[str, str]:
    series, _slash, table = detail.partition("/")
    return {"series": series, "table": table}
