"""What a stored row must obey, so that the database itself refuses anything else (models/spielliste.py)."""

from dataclasses import dataclass

from romme_turnier.core.lists.evaluation import Evaluation
from romme_turnier.core.lists.sheet import Game, ListSheet, Terms
from romme_turnier.core.rules.outcome.check import points_bounds

Bounds = tuple[int, int] | tuple[None, None]


@dataclass(frozen=True, slots=True)
class Obligation:
    """Whether a row stands, and the least and most points by seat that it may then show."""

    stands: bool
    bounds: tuple[Bounds, ...]


def obligation(game: Game, sheet: ListSheet, evaluation: Evaluation, terms: Terms) -> Obligation:
    """Returns what is demanded of a row of this list. Rows with violations, unfinished, in doubt or ruled upon have no
    obligations.
    """
    faulty = {violation.params.get("game") for violation in (*evaluation.violations, *evaluation.ruled)}
    in_doubt = {reading.game for reading in sheet.endings}
    stands = game.number not in faulty | set(evaluation.missing) | in_doubt | sheet.ruled
    left_from = {vacancy.seat: vacancy.from_game for vacancy in sheet.vacancies}

    def bounds(seat: int) -> Bounds:
        if not stands or game.number >= left_from.get(seat, game.number + 1):
            return None, None
        return points_bounds(
            terms.ruleset,
            ended=game.finisher == seat,
            handromme=game.handromme,
            options_known=terms.options_known,
        )

    return Obligation(stands, tuple(bounds(seat) for seat in range(1, sheet.seats + 1)))
