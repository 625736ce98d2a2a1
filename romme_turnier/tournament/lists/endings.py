"""Games with a doubtful finisher, or a doubtful Handrommé (§ 2.2.6)."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.endings import Ending, EndingReading
from romme_turnier.core.lists.rows import worst_reading
from romme_turnier.core.lists.sheet import Game
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import change
from romme_turnier.tournament.lists.loaded_list import LoadedList, row_json
from romme_turnier.tournament.shared.errors import TournamentError, demand_reason
from romme_turnier.tournament.shared.service import service


@service(gettext_lazy("Lesarten eines Spielendes vermerkt"))
def doubt_ending(
    spielliste: models.Spielliste,
    *,
    game: int,
    endings: Sequence[Ending],
    points: Mapping[int, Sequence[int]],
    reason: str,
    expected: int | None,
    by: User | None,
    consent: Iterable[int] = (),
) -> models.EndingReading:
    """Stores the possible readings of a game's end, replacing earlier ones; for each player the worst one counts.

    `points` are the possible points of each seat if it did not end the game; other seats keep their entries. The row
    holds the facts common to all readings, and the worst points. Raises TournamentError for a missing reason, for a
    game that the list does not have, for a single reading, and for an impossible one. Also raises the errors of
    `change`.
    """
    endings = tuple(dict.fromkeys(endings))
    if len(endings) < 2:
        raise TournamentError(_("Bitte geben Sie mindestens zwei Lesarten an; sonst berichtigen Sie das Spiel."))
    demand_reason(reason)

    def edit(loaded: LoadedList) -> LoadedList:
        rules, seats = loaded.event.rules, len(loaded.seats)
        loaded.demand_place(game)
        _demand_possible(endings, seats, rules)
        before = loaded.row_json(game)
        stored = before or {"points": [None] * seats, "readings": {}}
        readings = {int(seat): list(values) for seat, values in stored["readings"].items()}
        entries = list(stored["points"])
        for seat, values in points.items():
            readings.pop(seat, None)
            entries[seat - 1] = worst_reading(values, highest_wins=rules.highest_wins)
            if len(set(values)) > 1:
                readings[seat] = list(dict.fromkeys(values))
        certain = EndingReading(game, endings).certain
        row = Game(game, certain.finisher, certain.handromme, tuple(entries))
        doubt = models.EndingReading(
            spielliste=loaded.row,
            game=game,
            endings=[list(ending) for ending in endings],
            reason=reason,
            by=by,
            at=timezone.now(),
        )
        others = (other for other in loaded.ending_readings if other.game != game)
        doubted = loaded.with_game(row, readings).having(ending_readings=(*others, doubt))
        return doubted.logged(game, old=before, new={**row_json(row, readings, doubt.endings), "reason": reason})

    after = change(spielliste.pk, "ending", edit, by=by, expected=expected, reason=reason, consent=consent)
    return next(doubt for doubt in after.ending_readings if doubt.game == game)


def _demand_possible(endings: Sequence[Ending], seats: int, rules: RuleSet) -> None:
    if any(ending.finisher is not None and not 1 <= ending.finisher <= seats for ending in endings):
        raise TournamentError(_("So viele Plätze hat dieser Tisch nicht."))
    if rules.finisher_required and any(ending.finisher is None for ending in endings):
        raise TournamentError(_("In diesem Regelwerk hat immer jemand das Spiel beendet."))
    if rules.hand_romme_min is None and any(ending.handromme for ending in endings):
        raise TournamentError(_("Ein Handrommé gibt es in diesem Regelwerk nicht."))


@service(gettext_lazy("Lesarten eines Spielendes zurückgenommen"))
def withdraw_doubt(doubt: models.EndingReading, *, reason: str, expected: int | None, by: User | None) -> None:
    """Undoes `doubt_ending`; the row does not change.

    Raises TournamentError for a missing reason, and the errors of `change`.
    """
    demand_reason(reason)

    def edit(loaded: LoadedList) -> LoadedList:
        return loaded.without(doubt).logged(doubt.game, old={"endings": doubt.endings}, new={"reason": reason})

    change(doubt.spielliste_id, "ending", edit, by=by, expected=expected, reason=reason)
