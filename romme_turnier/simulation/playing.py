"""Plays a whole event, from the announcement to the last release, through the services that pages use."""

import random

from romme_turnier.accounts.models import User
from romme_turnier.simulation import cashier, hall, opening, repairing, results, settling
from romme_turnier.simulation.paper import Paper
from romme_turnier.simulation.participants import desk
from romme_turnier.simulation.scenario import Scenario
from romme_turnier.simulation.simulated_event import Doorkeeper, SimulatedEvent, Watcher, make_accounts
from romme_turnier.tournament import models


def simulate(
    scenario: Scenario,
    *,
    released: Watcher = lambda _release: None,
    door: Doorkeeper = lambda _event, _by_hand: None,
    director: User | None = None,
) -> SimulatedEvent:
    """Plays an event.

    `released` is called with each release of the standings, `door` after each step before the first draw. Raises
    TournamentError if a service refuses a legitimate act, Unexpected if a service allows a wrong act or returns a wrong
    value.
    """
    simulated = opening.open_event(scenario, make_accounts(), released, door, director)
    waiting = opening.register_everybody(simulated)
    for number in range(1, scenario.series + 1):
        hall.prepare(simulated, number, waiting)
        series = hall.draw(simulated, number)
        repairing.repair(simulated, series, waiting)
        if number == scenario.series and simulated.rng.random() < 0.6:
            cashier.plan_prizes(simulated)
        results.end_series(simulated, series, _play(simulated, series))
    results.decide_ties(simulated)
    cashier.hand_out_prizes(simulated)
    cashier.settle_stakes(simulated)
    cashier.count_box(simulated)
    return simulated


def _play(simulated: SimulatedEvent, series: models.Series) -> dict[int, Paper]:
    """Plays all tables of a series, which hand in their lists in random order; returns the papers by list."""
    papers: dict[int, Paper] = {}
    lists = list(models.Spielliste.objects.filter(table__series=series).order_by("table__number"))
    cards: dict[int, random.Random] = {}  # the dealers of a mirrored event give pairs of tables the same cards
    if simulated.scenario.mirrored:
        for place, spielliste in enumerate(lists):
            seed = f"{simulated.scenario.seed} {place // 2}"
            cards[spielliste.pk] = random.Random(seed)  # noqa: S311 - repeatable
    simulated.rng.shuffle(lists)
    for spielliste in lists:
        leaving = hall.leave_in_the_middle(simulated, spielliste, series.number)
        seats = spielliste.table.seats.count()
        paper = desk.hand_over(simulated, seats, leaving, cards.get(spielliste.pk))
        papers[spielliste.pk] = paper
        simulated.tally["lists"] += 1
        desk.type_in(simulated, spielliste, paper)
        results.take_in(simulated, spielliste)
        settling.settle(simulated, spielliste, paper)
    return papers
