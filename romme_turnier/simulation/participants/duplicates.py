"""Registers players again under another spelling, as at the front desk; officials merge the duplicates."""

from romme_turnier.simulation.simulated_event import SimulatedEvent, Unexpected
from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.participants import registrations
from romme_turnier.tournament.participants.register.merging import merge_players, plan_players
from romme_turnier.tournament.participants.registrations import Entry

Status = models.Registration.Status


def register_somebody_twice(simulated: SimulatedEvent, *, playing: bool = False) -> None:
    """Registers a duplicate of a participant, lets one of the two registrations pay occasionally, and merges them.

    While `playing`, only the original pays, because two registrations with booked money cannot be merged.
    """
    first = simulated.rng.choice(
        list(simulated.event.registrations.filter(status__in=("active", "waiting")).order_by("pk"))
    )
    player = first.player
    entry = Entry(
        first_name=player.first_name,
        last_name=player.last_name.replace("ö", "oe").replace("ü", "ue") + "s",
        club=first.club.name if first.club and simulated.rng.random() < 0.6 else "",
        publish_name=first.publish_name,
    )
    double = registrations.register(simulated.event, entry, by=simulated.people.entry)
    simulated.at_the_door(by_hand=True)
    paying = simulated.rng.choice([None, first, first if playing else double])
    if paying is not None and fees.owed(paying) > fees.booked(paying) and not paying.paid:
        fees.pay(paying, key=simulated.key(), by=simulated.people.cashier)
    keep, drop = simulated.rng.choice([(first.player, double.player), (double.player, first.player)])
    before = simulated.event.ledger.count()
    # An administrator merges them: the director of an event may not do so.
    merge_players(keep, drop, by=None, expected=plan_players(keep, drop).mark)
    simulated.at_the_door(by_hand=False)
    simulated.tally["duplicates_merged"] += 1
    if simulated.event.ledger.count() != before or simulated.event.registrations.filter(player=keep).count() != 1:
        raise Unexpected("merging a duplicate lost money, or did not leave one registration")
