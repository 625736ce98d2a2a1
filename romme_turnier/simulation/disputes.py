"""Simulates disputes (§ 1.2, § 2.3.2): a referee decides, and occasionally the director decides an appeal."""

from collections.abc import Callable

from romme_turnier.simulation.simulated_event import SimulatedEvent
from romme_turnier.tournament import models
from romme_turnier.tournament.disputes import cases


def penalise_after_dispute(
    simulated: SimulatedEvent,
    spielliste: models.Spielliste,
    *,
    seat: int,
    game: int,
    deed: Callable[[], models.Penalty],
) -> models.Penalty:
    """Lets a referee decide a dispute about a seat in a game; returns the penalty, which `deed` adds."""
    table = spielliste.table
    call = cases.Call(
        facts="Die Auslage passte nicht.", series=table.series.number, table=table.number, game=game, seats=[seat]
    )
    dispute = cases.call_referee(simulated.event, call, by=simulated.people.entry)
    simulated.tally["disputes"] += 1
    referee = simulated.people.referee
    dispute = cases.decide(dispute, "Strafpunkte", clause="§ 8.3", expected=dispute.version, by=referee)
    penalty = cases.because_of(dispute, "Strafpunkte", deed, by=referee)
    if simulated.happens(0.3, "appeals"):
        dispute = cases.appeal(dispute, "Das war anders.", expected=dispute.version, by=simulated.people.entry)
        if simulated.rng.random() < 0.8:
            cases.settle_appeal(
                dispute, "Es bleibt dabei.", changed=False, expected=dispute.version, by=simulated.people.director
            )
    return penalty
