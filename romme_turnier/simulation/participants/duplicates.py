"""Somebody who registered alone is registered at the desk once more, spelt differently; officials merge the two."""

from romme_turnier.simulation.course import Course, Unexpected
from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.participants import registrations
from romme_turnier.tournament.participants.register.merging import merge_players, plan_players
from romme_turnier.tournament.participants.registrations import Entry

Status = models.Registration.Status


def register_somebody_twice(course: Course, *, playing: bool = False) -> None:
    """Register a double of a participant, let one of them pay now and then, and merge them.

    While they are `playing`, only the one that has seats pays: two of whom money is booked are not one person.
    """
    first = course.one_of(list(course.event.registrations.filter(status__in=("active", "waiting")).order_by("pk")))
    player = first.player
    entry = Entry(
        first_name=player.first_name,
        last_name=player.last_name.replace("ö", "oe").replace("ü", "ue") + "s",
        club=first.club.name if first.club and course.rng.random() < 0.6 else "",
        publish_name=first.publish_name,
    )
    double = registrations.register(course.event, entry, by=course.people.entry)
    course.at_the_door(by_hand=True)
    paying = course.one_of([None, first, first if playing else double])
    if paying is not None and fees.owed(paying) > fees.booked(paying) and not paying.paid:
        fees.pay(paying, key=course.key(), by=course.people.cashier)
    keep, drop = course.one_of([(first.player, double.player), (double.player, first.player)])
    before = course.event.ledger.count()
    merge_players(keep, drop, by=course.people.director, expected=plan_players(keep, drop).mark)
    course.at_the_door(by_hand=False)
    course.tally["doubles_merged"] += 1
    if course.event.ledger.count() != before or course.event.registrations.filter(player=keep).count() != 1:
        raise Unexpected("merging two of one person lost money, or did not leave one registration")
