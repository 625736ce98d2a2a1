"""Reasons given by the program itself: stored as codes, and shown as text.

They share their columns with typed text, as "#typo" or, with a detail, "#typo: Spiel 4". The same action therefore
stores the same bytes in every language, and hashes do not depend on the reader. A code that a person types is also
shown as text, but has no other effect.
"""

from enum import StrEnum

from django.utils.translation import gettext_lazy as _

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
    SITS_OUT = "sits_out"  # at an evening whose number of players does not fit the tables

    def stored(self, detail: str = "") -> str:
        """Returns the value to store. `detail` is a name, numbers or typed text, never a translated text."""
        return f"{_MARK}{self}{_GAP}{detail}" if detail else f"{_MARK}{self}"


def is_given_as(stored: str, reason: Reason) -> bool:
    """Returns whether the stored text is the code of this reason, with or without a detail."""
    return _read(stored)[0] is reason


def reason_words(stored: str) -> str:
    """Returns a reason as shown: typed text unchanged, codes translated."""
    reason, detail = _read(stored)
    if reason is None:
        return stored
    if reason is Reason.TYPO and detail:
        return f"{_WORDS[reason]}: {detail}"
    series, _slash, table = detail.partition("/")
    shown = {"reason": reason_words(detail), "name": detail, "rank": detail, "series": series, "table": table}
    return _WORDS[reason] % shown


def _read(stored: str) -> tuple[Reason | None, str]:
    code, _gap, detail = stored.removeprefix(_MARK).partition(_GAP)
    known = stored.startswith(_MARK) and code in Reason.__members__.values()
    return (Reason(code), detail) if known else (None, "")


_WORDS = {
    Reason.TYPO: _("Tippfehler bei der Eingabe"),
    Reason.SCORER_ERROR: _("Rechenfehler des Listenführers"),
    Reason.SCORER_ERROR_UNDONE: _("Rechenfehler zurückgenommen"),
    Reason.COMPLETE: _("Liste vollständig"),
    Reason.SIGNED: _("Unterschriften liegen vor"),
    Reason.UNSIGNED: _("Unterschrift fehlt"),
    Reason.CHECKED: _("Liste geprüft"),
    Reason.IMPORTED: _("Aus Datei übernommen"),
    Reason.CARDS_DRAWN: _("Karten werden gezogen"),
    Reason.NEW_PREVIEW: _("neue Vorschau"),
    Reason.SEATS_CHANGED: _("Plätze geändert"),
    Reason.UNDONE: _("rückgängig: %(reason)s"),
    Reason.SUBSTITUTE: _("Ersatz: %(name)s"),
    Reason.FINE: _("Serie %(series)s, Tisch %(table)s"),
    Reason.FINE_CHANGED: _("Serie %(series)s, Tisch %(table)s: geändert"),
    Reason.PRIZE: _("Preis für Rang %(rank)s"),
    Reason.CASH_DIFFERENCE: _("Unterschied beim Zählen: %(reason)s"),
    Reason.SITS_OUT: _("setzt aus: die Zahl der Spieler passt nicht auf die Tische"),
}
