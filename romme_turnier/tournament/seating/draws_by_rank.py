"""Seats a series by the event's standings, or by the table of the event's season: the best players at table 1."""

import random
import secrets
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.seating.by_rank import ALGORITHM, seat_by_rank
from romme_turnier.core.seating.draw import SeatingPlan
from romme_turnier.tournament import models
from romme_turnier.tournament.seating.draws import begin_draw, keep_preview
from romme_turnier.tournament.seating.inputs import candidate, met_of, standing_order, wanted_size
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import part_of_service, service


@service(gettext_lazy("Plätze nach der Rangliste vorgeschlagen"))
def propose_by_standings(
    event: models.Event, series_number: int, *, by: User | None, seed: str | None = None
) -> models.Draw:
    """Proposes a seating by the standings as a preview; the seed decides only the seats at each table.

    Raises TournamentError for the first series, or if an earlier series is not closed. Also raises the errors of
    `begin_draw`.
    """
    if words := why_not_by_standings(event, series_number):
        raise TournamentError(words)
    return _propose(event, series_number, {"standing": standing_order(event, series_number)}, seed, by)


@service(gettext_lazy("Plätze nach der Saisontabelle vorgeschlagen"))
def propose_by_season(
    event: models.Event,
    series_number: int,
    order: Sequence[int],
    *,
    basis: dict[str, Any],
    by: User | None,
    seed: str | None = None,
) -> models.Draw:
    """Proposes a seating in this order of start numbers, from the table of a season, as a preview.

    The order must contain all players of the series. `basis` (JSON) names the edition that the order comes from; it is
    stored with the draw. Raises the errors of `begin_draw`.
    """
    return _propose(event, series_number, {"standing": order, "season": basis}, seed, by)


@part_of_service
def _propose(
    event: models.Event, series_number: int, order: dict[str, Any], seed: str | None, by: User | None
) -> models.Draw:
    """Stores the preview. `order` is added to the inputs of the draw; its "standing" may contain other players, too."""
    series, inputs = begin_draw(event, series_number)
    inputs.pop("event", None)  # this seating does not follow a schedule of the whole event
    seated = {player["number"] for player in inputs["players"]}
    inputs |= order | {"standing": [number for number in order["standing"] if number in seated]}
    seed = seed or secrets.token_hex(8)
    return keep_preview(series, repeat_by_standings(inputs, seed), algorithm=ALGORITHM, seed=seed, inputs=inputs, by=by)


def why_not_by_standings(event: models.Event, series_number: int) -> str:
    """Returns the reason why the series cannot be seated by standings yet, as text; "" if it can."""
    if series_number == 1:
        return _("Vor der ersten Serie gibt es noch keine Rangliste.")
    closed = set(event.series.filter(closed_at__isnull=False).values_list("number", flat=True))
    missing = [str(number) for number in range(1, series_number) if number not in closed]
    if missing:
        words = _("Die Rangliste steht erst fest, wenn diese Serien abgeschlossen sind: %(numbers)s.")
        return words % {"numbers": ", ".join(missing)}
    return ""


def repeat_by_standings(inputs: dict[str, Any], seed: str) -> SeatingPlan:
    """Returns the plan for these inputs and this seed."""
    players = {player["number"]: candidate(player) for player in inputs["players"]}
    return seat_by_rank(
        [players[number] for number in inputs["standing"]],
        inputs["sizes"],
        rng=random.Random(seed),  # noqa: S311 - repeatable, not secret
        wanted=wanted_size(inputs),
        met=met_of(inputs["met"]),
        numbers=inputs["tables"],
    )
