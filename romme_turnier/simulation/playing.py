"""A whole event, from the announcement to the last issue of its standings, through the services that pages use."""

import random
from collections.abc import Iterable

from romme_turnier.accounts.models import User
from romme_turnier.simulation import cashier, hall, opening, repairing, results, settling
from romme_turnier.simulation.course import Course, Doorkeeper, Watcher, make_accounts
from romme_turnier.simulation.paper import Paper
from romme_turnier.simulation.participants import desk
from romme_turnier.simulation.scenario import Scenario
from romme_turnier.tournament import models


def simulate(
    scenario: Scenario,
    *,
    released: Watcher = lambda _issue: None,
    door: Doorkeeper = lambda _event, _by_hand: None,
    director: User | None = None,
) -> Course:
    """Play an event. `released` sees every issue of the standings at the moment when it is made, `door` who has a
    place, after everything that happens before the first draw.

    Raises TournamentError when a service refuses what officials would have done, Unexpected when one allows or
    answers what it must not.
    """
    course = opening.open_event(scenario, make_accounts(), released, door, director)
    waiting = opening.register_everybody(course)
    for number in range(1, scenario.series + 1):
        hall.prepare(course, number, waiting)
        series = hall.draw(course, number)
        repairing.repair(course, series, waiting)
        if number == scenario.series and course.rng.random() < 0.6:
            cashier.plan_prizes(course)
        results.end_series(course, series, _play(course, series))
    results.decide_ties(course)
    cashier.hand_out_prizes(course)
    cashier.count_box(course)
    return course


def _play(course: Course, series: models.Series) -> dict[int, Paper]:
    """All tables of a series, in the order in which they hand in; the papers by list."""
    papers: dict[int, Paper] = {}
    lists = list(models.Spielliste.objects.filter(table__series=series).order_by("table__number"))
    cards = dict(_cards(course, lists))
    course.rng.shuffle(lists)
    for spielliste in lists:
        leaving = hall.leave_in_the_middle(course, spielliste, series.number)
        seats = spielliste.table.seats.count()
        paper = desk.hand_over(course, seats, leaving, cards.get(spielliste.pk))
        papers[spielliste.pk] = paper
        course.tally["lists"] += 1
        desk.type_in(course, spielliste, paper)
        results.take_in(course, spielliste)
        settling.settle(course, spielliste, paper)
    return papers


def _cards(course: Course, lists: Iterable[models.Spielliste]) -> Iterable[tuple[int, random.Random]]:
    """In a mirrored event: who deals at a table. Tables side by side get the same cards, and so the same points."""
    if course.scenario.mirrored:
        for place, spielliste in enumerate(lists):
            yield spielliste.pk, random.Random(f"{course.scenario.seed} {place // 2}")  # noqa: S311 - repeatable
