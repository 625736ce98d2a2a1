"""Who has come: checked in by number, now and then somebody else's; who is missing at the draw is not drawn."""

from romme_turnier.simulation.course import Course, Unexpected
from romme_turnier.tournament import models
from romme_turnier.tournament.participants import absences, check_in, registrations, unpaid
from romme_turnier.tournament.shared.errors import TournamentError

NOT_COME, WRONG_NUMBER = 0.02, 0.02
ENOUGH = 6  # so many can always be seated


def check_everybody_in(course: Course, number: int) -> None:
    """Most have come by the draw; the others sit the series out, or have withdrawn."""
    by = course.people.entry
    arrivals = check_in.arrivals(course.event)
    if arrivals.series_number != number:
        raise Unexpected(f"check-in asks for series {arrivals.series_number} before the draw of {number}")
    left = arrivals.total
    for registration in arrivals.missing:
        if unpaid.owes(registration):
            _demand_refusal(course, registration)
        elif left > ENOUGH and course.happens(NOT_COME):
            _not_come(course, registration, number)
            left -= 1
        else:
            check_in.check_in(check_in.find(course.event, registration.number or 0), by=by)
            course.tally["checked_in"] += 1
            if course.happens(WRONG_NUMBER, "check_ins_undone"):
                check_in.undo_check_in(registration, by=by)
                if course.rng.random() < 0.8:
                    check_in.check_in(registration, by=by)


def _not_come(course: Course, registration: models.Registration, number: int) -> None:
    course.tally["not_come"] += 1
    if course.rng.random() < 0.7:
        absences.set_absent(registration, number, reason="nicht erschienen", by=course.people.entry)
    else:
        registrations.withdraw(registration, number, by=course.people.director)
        course.at_the_door(by_hand=False)


def _demand_refusal(course: Course, registration: models.Registration) -> None:
    try:
        check_in.check_in(registration, by=course.people.entry)
    except TournamentError:
        return
    raise Unexpected("somebody who still owes the fee was checked in")
