"""Which differences between a list and its scorer's sums are still to be closed (§ 2.2.5)."""

from collections.abc import Sequence

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from romme_turnier.core.lists.claims import Difference, Figure, carried_on
from romme_turnier.core.lists.evaluation import Evaluation
from romme_turnier.core.lists.scorer_errors import Explained, explain
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.sheets import evaluation_of, held, sheet_of
from romme_turnier.tournament.shared.errors import Conflict

CLAIMED = (
    Prefetch("table__seats", queryset=models.Seat.objects.select_related("registration__player", "total")),
    "claims",
    "scorer_errors",
)


def blamed(error: models.ScorerError) -> Difference:
    """Returns the difference that was closed as the scorer's mistake."""
    return Difference(error.seat, Figure(error.figure), error.claimed, error.computed)


def unsettled(spielliste: models.Spielliste, evaluation: Evaluation) -> tuple[Difference, ...]:
    """Returns the differences that nobody has closed."""
    return not_closed(spielliste, evaluation.differences)


def not_closed(spielliste: models.Spielliste, differences: Sequence[Difference]) -> tuple[Difference, ...]:
    """Returns those of all differences of a list that nobody has closed.

    A result that only carries a wrong sum on is closed with it.
    """
    closed = {blamed(error) for error in held(spielliste, "scorer_errors")}
    return tuple(one for one in differences if not closed & {one, carried_on(one, differences)})


def stored_differences(spielliste: models.Spielliste) -> tuple[Difference, ...]:
    """Returns the differences of a whole list that nobody has closed, by the totals stored beside it.

    Fetch with `CLAIMED` where many are read.
    """
    totals = {seat.number: seat.total for seat in held(spielliste.table, "seats") if hasattr(seat, "total")}
    differing = []
    for claim in held(spielliste, "claims"):
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
    return not_closed(spielliste, differing)


def open_differences(spielliste: models.Spielliste) -> tuple[Explained, ...]:
    """Returns the differences that officials still have to close, each with its causes."""
    terms = spielliste.table.series.event.terms
    evaluation = evaluation_of(spielliste, terms)
    found = unsettled(spielliste, evaluation)
    still_open = {one for one in found if carried_on(one, evaluation.differences) is None}
    if not still_open:
        return ()
    return tuple(one for one in explain(sheet_of(spielliste), terms, evaluation) if one.difference in still_open)


def find(spielliste: models.Spielliste, seen: Difference | None) -> Explained:
    """Returns the open difference that an official saw; raises Conflict when it is not there any more."""
    for one in open_differences(spielliste):
        if one.difference == seen:
            return one
    raise Conflict(_("Diese Abweichung gibt es nicht mehr. Bitte sehen Sie sich die Liste noch einmal an."))
