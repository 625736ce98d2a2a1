"""The open differences between a list and its scorer's sums (§ 2.2.5)."""

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from romme_turnier.core.lists.claims import Difference, Figure, carried_on, unsettled
from romme_turnier.core.lists.scorer_errors import Explained, explain
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.loaded_list import LoadedList
from romme_turnier.tournament.shared.errors import Conflict

CLAIMED = (
    Prefetch("table__seats", queryset=models.Seat.objects.select_related("registration__player", "total")),
    "claims",
    "scorer_errors",
)


def stored_differences(spielliste: models.Spielliste) -> tuple[Difference, ...]:
    """Returns the open differences of a list whose games are all entered, computed from its stored totals.

    Prefetch `CLAIMED` when reading many lists.
    """
    totals = {seat.number: seat.total for seat in spielliste.table.seats.all() if hasattr(seat, "total")}
    differing = []
    for claim in spielliste.claims.all():
        total = totals.get(claim.seat)
        if total is not None:
            figures = (
                (Figure.TOTAL, claim.total, total.minus),
                (Figure.RESULT, claim.result, total.result),
                (Figure.FINISHED, claim.finished, total.finished),
            )
            differing += [
                Difference(claim.seat, figure, claimed, computed)
                for figure, claimed, computed in figures
                if claimed is not None and claimed != computed
            ]
    return unsettled(differing, {error.difference for error in spielliste.scorer_errors.all()})


def open_differences(loaded: LoadedList) -> tuple[Explained, ...]:
    """Returns the differences that officials still have to close, each with its possible causes."""
    evaluation = loaded.evaluation
    still_open = {each for each in loaded.unsettled if carried_on(each, evaluation.differences) is None}
    if not still_open:
        return ()
    explained = explain(loaded.sheet, loaded.terms, evaluation)
    return tuple(each for each in explained if each.difference in still_open)


def find(loaded: LoadedList, seen: Difference | None) -> Explained:
    """Returns the open difference that an official saw; raises Conflict if it no longer exists."""
    for explained in open_differences(loaded):
        if explained.difference == seen:
            return explained
    raise Conflict(_("Diese Abweichung gibt es nicht mehr. Bitte sehen Sie sich die Liste noch einmal an."))
