"""Closing the differences between a list and its scorer's sums (§ 2.2.5).

A difference is closed in one of two ways: officials correct their own typing mistake, which removes the difference, or
they record a mistake of the scorer, and the player is informed. A list with an open difference cannot be checked.
"""

from dataclasses import asdict, replace

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.claims import Difference, Figure
from romme_turnier.core.lists.notation import ParsedRow
from romme_turnier.core.lists.sheet import Game, Reading
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import change
from romme_turnier.tournament.lists.checking.notices import notify_of_scorer_errors
from romme_turnier.tournament.lists.checking.open_differences import find
from romme_turnier.tournament.lists.entries import SeatClaim, save_claims, save_row
from romme_turnier.tournament.lists.loaded_list import LoadedList, load
from romme_turnier.tournament.models.reasons import Reason
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from romme_turnier.tournament.shared.service import service


@service(gettext_lazy("Abweichung als Fehler des Schreibers geklärt"))
def blame_scorer(
    spielliste: models.Spielliste, difference: Difference, *, expected: int | None, by: User | None
) -> models.ScorerError:
    """Records a difference as the scorer's mistake: the entries count, and the player gets a notice (§ 2.2.5).

    On a complete list this creates a revision and a notice; on an open list, completing it creates both. Raises
    Conflict if the difference is no longer open, and the errors of `change`.
    """
    facts = asdict(difference)
    error = models.ScorerError(spielliste=spielliste, by=by, at=timezone.now(), **facts)

    def edit(loaded: LoadedList) -> LoadedList:
        find(loaded, difference)
        others = (e for e in loaded.scorer_errors if (e.seat, e.figure) != (error.seat, error.figure))
        return loaded.having(scorer_errors=(*others, error)).logged(new=facts)

    reason = Reason.SCORER_ERROR.stored()
    after = change(spielliste.pk, "scorer_error", edit, by=by, expected=expected, reason=reason)
    if after.row.status != models.Spielliste.Status.OPEN:
        notify_of_scorer_errors(spielliste.revisions.latest("number"), [error])
    return error


@service(gettext_lazy("Klärung einer Abweichung zurückgenommen"))
def take_back(error: models.ScorerError, *, expected: int | None, by: User | None) -> None:
    """Undoes `blame_scorer`: the difference is open again. Raises the errors of `change`."""

    def edit(loaded: LoadedList) -> LoadedList:
        return loaded.without(error).logged(old=asdict(error.difference))

    reason = Reason.SCORER_ERROR_UNDONE.stored()
    change(error.spielliste_id, "scorer_error", edit, by=by, expected=expected, reason=reason)


@service(gettext_lazy("Eintrag berichtigt, um eine Abweichung zu klären"))
def mend_entry(
    spielliste: models.Spielliste,
    *,
    game: int,
    entries: dict[int, int],
    handromme: bool = False,
    expected: int | None,
    by: User | None,
) -> None:
    """Corrects a typing mistake in a game: `entries` are the points on paper, by seat; `handromme` adds the mark.

    Other entries of the row remain unchanged. Raises Conflict if the list is newer than `expected`, TournamentError if
    the game is not entered, and the errors of `save_row`.
    """
    whole = load(spielliste.pk)
    if expected not in (None, whole.row.version):
        raise Conflict
    row = whole.rows.get(game)
    if row is None:
        raise TournamentError(_("Spiel %(game)s ist noch nicht eingetragen.") % {"game": game})
    points = {entry.seat: entry.points for entry in row.cells} | entries
    seats = range(1, len(whole.seats) + 1)
    mended = Game(game, row.finisher, row.handromme or handromme, tuple(map(points.get, seats)))
    readings = tuple(
        Reading(reading.seat, game, tuple(reading.values))
        for reading in whole.readings
        if reading.game == game and reading.seat not in entries
    )
    save_row(spielliste, ParsedRow(mended, readings, ()), expected=row.version, by=by, typo=True)


@service(gettext_lazy("Summe laut Liste berichtigt"))
def mend_claim(
    spielliste: models.Spielliste, *, seat: int, figure: Figure, value: int, expected: int | None, by: User | None
) -> None:
    """Corrects a typing mistake in one of the scorer's sums: the paper shows `value` for `seat`.

    Raises the errors of `save_claims`.
    """
    claims = {claim.seat: SeatClaim(claim.total, claim.result, claim.finished) for claim in spielliste.claims.all()}
    claims[seat] = replace(claims.get(seat, SeatClaim()), **{figure.value: value})
    save_claims(spielliste, claims, expected=expected, by=by, reason=Reason.TYPO.stored())
