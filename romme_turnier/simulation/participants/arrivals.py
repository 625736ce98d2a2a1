"""Checks players in, and occasionally undoes a mistaken check-in. Players who are missing at the draw get no seat."""

from romme_turnier.simulation.simulated_event import SimulatedEvent, Unexpected, refused
from romme_turnier.tournament import models
from romme_turnier.tournament.participants import absences, check_in, registrations, unpaid
from romme_turnier.tournament.participants.reading import playing

NOT_COME, WRONG_NUMBER = 0.02, 0.02
ENOUGH = 6  # this many can always be seated


def check_everybody_in(simulated: SimulatedEvent, number: int) -> None:
    """Checks most players in before the draw; some owe the fee, sit the series out or withdraw.

    Raises Unexpected if the check-in expects another series, or accepts a player who owes the fee.
    """
    by = simulated.people.entry
    if (expected := check_in.next_series(simulated.event)) != number:
        raise Unexpected(f"check-in asks for series {expected} before the draw of {number}")
    left = len(playing(simulated.event, number))
    for registration in check_in.missing_players(simulated.event):
        if unpaid.owes(registration):
            with refused("a player who still owes the fee was checked in"):
                check_in.check_in(registration, by=by)
        elif left > ENOUGH and simulated.happens(NOT_COME):
            _not_come(simulated, registration, number)
            left -= 1
        else:
            check_in.check_in(registration, by=by)
            simulated.tally["checked_in"] += 1
            if simulated.happens(WRONG_NUMBER, "check_ins_undone"):
                check_in.undo_check_in(registration, by=by)
                if simulated.rng.random() < 0.8:
                    check_in.check_in(registration, by=by)


def _not_come(simulated: SimulatedEvent, registration: models.Registration, number: int) -> None:
    simulated.tally["not_come"] += 1
    if simulated.rng.random() < 0.7:
        absences.set_absent(registration, number, reason="nicht erschienen", by=simulated.people.entry)
    else:
        registrations.withdraw(registration, number, by=simulated.people.director)
        simulated.at_the_door(by_hand=False)
