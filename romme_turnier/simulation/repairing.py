"""After the draw: somebody has not come, or comes late, and the seating is repaired before the first card is played."""

from collections.abc import Iterator

from romme_turnier.simulation.cashier import take_fees
from romme_turnier.simulation.course import Course, Unexpected
from romme_turnier.simulation.opening import come_late
from romme_turnier.simulation.participants.substituting import substitute_for
from romme_turnier.tournament import models
from romme_turnier.tournament.participants import substitutes
from romme_turnier.tournament.participants.registrations import Entry
from romme_turnier.tournament.seating import repairs
from romme_turnier.tournament.shared.errors import Conflict


def repair(course: Course, series: models.Series, waiting: Iterator[Entry]) -> None:
    """Repair the seating of a series once or twice, now and then only to take it back."""
    for _time in range(2):
        if course.happens(0.08):
            _repair_once(course, series, waiting)


def _repair_once(course: Course, series: models.Series, waiting: Iterator[Entry]) -> None:
    missing = _missing(course, series) if course.rng.random() < 0.6 else []
    call = substitute_for(course, missing[0], series.number) if missing else None
    late = call is None and (not missing or course.rng.random() < 0.4)
    coming = [come_late(course, next(waiting))] if late else [call.substitute] if call else []
    take_fees(course)
    found = repairs.propose(series, missing=missing, coming=coming).proposals
    if not found:
        course.tally["repairs_impossible"] += 1
        _take_back(course, call)
        return
    chosen = course.one_of(found)
    _demand_conflict(course, series, missing, coming)
    done = repairs.apply_repair(
        series, chosen.key, missing=missing, coming=coming, reason="nicht erschienen", by=course.people.director
    )
    course.tally["repairs"] += 1
    if course.happens(0.2, "repairs_undone"):
        repairs.undo_repair(done, by=course.people.director)
        _take_back(course, call)


def _take_back(course: Course, call: models.CallIn | None) -> None:
    """The substitute has no seat after all."""
    if call is not None:
        substitutes.take_back(call, by=course.people.director)


def _missing(course: Course, series: models.Series) -> list[models.Registration]:
    seated = list(series.seats.order_by("table__number", "number").select_related("registration"))
    count = 1 if course.rng.random() < 0.7 else 2
    return [seat.registration for seat in course.rng.sample(seated, min(count, len(seated)))]


def _demand_conflict(
    course: Course, series: models.Series, missing: list[models.Registration], coming: list[models.Registration]
) -> None:
    """A proposal that nobody made is none."""
    if not course.happens(0.1):
        return
    try:
        repairs.apply_repair(series, "0" * 32, missing=missing, coming=coming, reason="", by=course.people.director)
    except Conflict:
        return
    raise Unexpected("a repair that nobody proposed was made")
