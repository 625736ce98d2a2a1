"""The tables that call an official, on one line of the wall: numbers of tables only."""

from collections.abc import Sequence

from django.utils.translation import gettext as _, ngettext

from romme_turnier.tournament.hall.calls_reading import CallingTable
from romme_turnier.web.public.wall.paging import FOOT_EMS, lines_of


def calling_words(tables: Sequence[CallingTable]) -> str:
    """Returns the line, "" without calls; as many tables as fit, waiting ones first."""
    waiting = sorted({table.number for table in tables if not table.answered})
    coming = sorted({table.number for table in tables if table.answered})
    calling = ""
    if waiting:
        words = ngettext("Tisch %(numbers)s ruft", "Tische %(numbers)s rufen", len(waiting))
        calling = _fitting(words % {"numbers": ", ".join(map(str, waiting))}, _("Mehrere Tische rufen"))
    if not coming:
        return calling
    words = ngettext("zu Tisch %(numbers)s kommt jemand", "zu den Tischen %(numbers)s kommt jemand", len(coming))
    follows = _fitting(words % {"numbers": ", ".join(map(str, coming))}, _("zu mehreren Tischen kommt jemand"))
    return _fitting(f"{calling}, {follows}" if calling else follows, calling)


def _fitting(words: str, else_words: str) -> str:
    return words if lines_of(words, FOOT_EMS) == 1 else else_words
