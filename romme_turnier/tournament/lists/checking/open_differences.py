"""Which differences between a list and its scorer's sums are still to be closed (§ 2.2.5)."""

from django.utils.translation import gettext as _

from romme_turnier.core.lists.scorer_errors import Difference, Figure, differences
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.sheets import sheet_of
from romme_turnier.tournament.shared.errors import Conflict


def open_differences(spielliste: models.Spielliste) -> tuple[Difference, ...]:
    """Returns the differences of a list that nobody has closed yet. A result that merely follows from a wrong sum is
    closed together with that sum.
    """
    found = differences(sheet_of(spielliste), spielliste.table.series.event.terms)
    closed = {(error.seat, error.figure, error.claimed, error.computed) for error in spielliste.scorer_errors.all()}
    still_open = [one for one in found if (one.seat, one.figure.value, one.claimed, one.computed) not in closed]
    wrong_sums = {one.seat for one in found if one.figure is Figure.TOTAL}
    return tuple(one for one in still_open if not (_follows(one) and one.seat in wrong_sums))


def _follows(difference: Difference) -> bool:
    return [cause.code for cause in difference.causes] == ["follows_from_sum"]


def find(
    spielliste: models.Spielliste, seat: int | None, figure: str, claimed: int | None, computed: int | None
) -> Difference:
    """Returns the open difference that an official saw; Conflict if it is gone."""
    for one in open_differences(spielliste):
        if (one.seat, one.figure.value, one.claimed, one.computed) == (seat, figure, claimed, computed):
            return one
    raise Conflict(_("Diese Abweichung gibt es nicht mehr. Bitte sehen Sie sich die Liste noch einmal an."))
