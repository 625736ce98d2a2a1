"""The state of a list on pages, papers and the wall, derived from stored facts."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ListState(models.TextChoices):
    """The progress of a list, in the order of urgency for officials."""

    LOST = "lost", _("verloren")
    FAULTY = "faulty", _("mit Fehlern")  # something keeps the list from counting, regardless of earlier steps
    HANDED_IN = "handed_in", _("abgegeben")  # the paper is here, no row typed
    STARTED = "started", _("angefangen")
    COMPLETE = "complete", _("vollständig")
    SIGNED = "signed", _("unterschrieben")
    AT_TABLE = "at_table", _("noch am Tisch")
    CHECKED = "checked", _("geprüft")
    INVALID = "invalid", _("ungültig")

    @property
    def urgency(self) -> int:
        """The place in the order of urgency."""
        return list(ListState).index(self)

    @property
    def badge(self) -> str:
        """The kind of badge on pages."""
        match self:
            case ListState.LOST | ListState.FAULTY:
                return "problem"
            case ListState.HANDED_IN | ListState.STARTED:
                return "open"
            case ListState.COMPLETE | ListState.SIGNED:
                return "good"
            case ListState.AT_TABLE:
                return "missing"
            case ListState.CHECKED:
                return "done"
            case ListState.INVALID:
                return "quiet"

    @property
    def needs_somebody(self) -> bool:
        """Whether officials need to act."""
        return self not in (ListState.AT_TABLE, *SETTLED)

    @property
    def waits_for_check(self) -> bool:
        """Whether the list is whole and without faults, so that only the check is missing (§ 2.2.5)."""
        return self in (ListState.COMPLETE, ListState.SIGNED)

    def for_everybody(self, *, stays_at_table: bool) -> "ListState":
        """Returns the public part of the state: still at the table, or finished.

        `stays_at_table`: the table writes the list itself and still has it, regardless of the number of games.
        """
        if self in SETTLED:
            return ListState.CHECKED
        return ListState.AT_TABLE if stays_at_table or self is ListState.AT_TABLE else ListState.HANDED_IN


SETTLED = (ListState.CHECKED, ListState.INVALID)


def list_state(*, status: str, games_in: int, whole: bool, problems: int, paper: str | None) -> ListState:
    """Returns the state of a list.

    `status` is stored; `games_in`, `whole` (every game is in) and `problems` were counted at the last change; `paper`
    is the whereabouts of the paper in the hand-in (None: no hand-in recorded).
    """
    if status == ListState.INVALID:
        return ListState.INVALID
    if problems:
        return ListState.FAULTY
    if whole and status in (ListState.COMPLETE, ListState.SIGNED, ListState.CHECKED):
        return ListState(status)
    if games_in:
        return ListState.STARTED
    return {"lost": ListState.LOST, "in": ListState.HANDED_IN}.get(paper or "", ListState.AT_TABLE)
