"""The one state of a list that pages, papers and the wall tell: it follows from what is stored, and nobody sets it."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ListState(models.TextChoices):
    """How far a list has come, in the order of what needs somebody first."""

    LOST = "lost", _("verloren")
    FAULTY = "faulty", _("mit Fehlern")  # something keeps it from counting, whatever was done with it before
    HANDED_IN = "handed_in", _("abgegeben")  # the paper is here, nothing of it is typed
    STARTED = "started", _("angefangen")
    COMPLETE = "complete", _("vollständig")
    SIGNED = "signed", _("unterschrieben")
    AT_TABLE = "at_table", _("noch am Tisch")
    CHECKED = "checked", _("geprüft")
    INVALID = "invalid", _("ungültig")

    @property
    def urgency(self) -> int:
        """The place in the order of what needs somebody first."""
        return list(ListState).index(self)

    @property
    def badge(self) -> str:
        """The kind of badge that pages show with its word."""
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
        """Whether the officials have something to do with it."""
        return self not in (ListState.AT_TABLE, *SETTLED)

    @property
    def waits_for_check(self) -> bool:
        """Whether it is whole and without faults, and only the check is missing (§ 2.2.5)."""
        return self in (ListState.COMPLETE, ListState.SIGNED)

    def for_everybody(self, *, stays_at_table: bool) -> "ListState":
        """What the public is told of it: whether the list is still at the table, and whether it is done with.

        `stays_at_table`: the table writes the list itself and still has it, however many games are in.
        """
        if self in SETTLED:
            return ListState.CHECKED
        return ListState.AT_TABLE if stays_at_table or self is ListState.AT_TABLE else ListState.HANDED_IN


SETTLED = (ListState.CHECKED, ListState.INVALID)


def list_state(*, status: str, games_in: int, whole: bool, problems: int, paper: str | None) -> ListState:
    """Returns the state of a list.

    `status` is what is stored of it, `games_in`, `whole` (every game is in) and `problems` what was counted when it
    changed last, `paper` where its hand-in says the paper is (None: no hand-in is recorded).
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
