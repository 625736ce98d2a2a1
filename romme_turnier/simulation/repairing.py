"""Repairs the seating before the first card is played, because players are missing or come late."""

from collections.abc import Iterator

from romme_turnier.simulation.cashier import take_fees
from romme_turnier.simulation.opening import come_late
from romme_turnier.simulation.participants.substitutions import substitute_for
from romme_turnier.simulation.simulated_event import SimulatedEvent, refused
from romme_turnier.tournament import models
from romme_turnier.tournament.participants import substitutes
from romme_turnier.tournament.participants.registrations import Entry
from romme_turnier.tournament.seating import repairs
from romme_turnier.tournament.shared.errors import Conflict


def repair(simulated: SimulatedEvent, series: models.Series, waiting: Iterator[Entry]) -> None:
    """Occasionally repairs the seating of a series, once or twice; some repairs are undone."""
    for _time in range(2):
        if simulated.happens(0.08):
            _repair_once(simulated, series, waiting)


def _repair_once(simulated: SimulatedEvent, series: models.Series, waiting: Iterator[Entry]) -> None:
    missing: list[models.Registration] = []
    if simulated.rng.random() < 0.6:
        seated = list(series.seats.order_by("table__number", "number").select_related("registration"))
        count = 1 if simulated.rng.random() < 0.7 else 2
        missing = [seat.registration for seat in simulated.rng.sample(seated, min(count, len(seated)))]
    call = substitute_for(simulated, missing[0], series.number) if missing else None
    late = call is None and (not missing or simulated.rng.random() < 0.4)
    coming = [come_late(simulated, next(waiting))] if late else [call.substitute] if call else []
    take_fees(simulated)
    proposals = repairs.propose(series, missing=missing, coming=coming).proposals
    if not proposals:
        simulated.tally["repairs_impossible"] += 1
        _take_back(simulated, call)
        return
    chosen = simulated.rng.choice(proposals)
    by = simulated.people.director
    if simulated.happens(0.1):
        with refused("a repair that nobody proposed was made", Conflict):
            repairs.apply_repair(series, "0" * 32, missing=missing, coming=coming, reason="", by=by)
    done = repairs.apply_repair(series, chosen.key, missing=missing, coming=coming, reason="nicht erschienen", by=by)
    simulated.tally["repairs"] += 1
    if simulated.happens(0.2, "repairs_undone"):
        repairs.undo_repair(done, by=by)
        _take_back(simulated, call)


def _take_back(simulated: SimulatedEvent, call: models.CallIn | None) -> None:
    """Withdraws the call of a substitute who gets no seat after all."""
    if call is not None:
        substitutes.take_back(call, by=simulated.people.director)
