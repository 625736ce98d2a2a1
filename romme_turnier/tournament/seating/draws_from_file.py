"""Seats a series from a file. All faults are reported together; a file with faults is not stored."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.reading import playing
from romme_turnier.tournament.seating.draws import begin_draw, keep_preview
from romme_turnier.tournament.seating.file import Fault, Place
from romme_turnier.tournament.seating.inputs import numbers_of_hall, orders_of, plan_of
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.tournament.shared.service import service

ALGORITHM = "file-1"

_Chairs = dict[int, dict[int, Place]]  # places by table and seat


@service(gettext_lazy("Plätze aus einer Datei vorgeschlagen"))
def propose_from_file(
    event: models.Event, series_number: int, places: Sequence[Place], *, by: User | None
) -> models.Draw:
    """Proposes a seating with these places as a preview.

    Raises TournamentError with all faults of the places, and the errors of `begin_draw`.
    """
    series, inputs = begin_draw(event, series_number)
    if faults := seating_faults(event, series_number, places):
        raise TournamentError(" ".join(fault.words for fault in faults))
    for name in ("event", "sizes"):  # the file decides every seat
        inputs.pop(name, None)
    rows = [[place.number, place.table, place.seat] for place in places]
    inputs |= {"rows": rows, "tables": sorted({table for _number, table, _seat in rows if table})}
    plan = plan_of(orders_of(inputs["rows"], inputs["tables"]), inputs)
    return keep_preview(series, plan, algorithm=ALGORITHM, seed="", inputs=inputs, by=by)


def seating_faults(event: models.Event, series_number: int, places: Sequence[Place]) -> list[Fault]:
    """Returns the faults of this seating, ordered by line; the last fault names the players without a seat.

    These players are named only if every line has a start number. Faults of whole tables are found only if every line
    has a table and a seat.
    """
    registrations = playing(event, series_number)
    by_number = {registration.number: registration for registration in registrations if registration.number is not None}
    known = set(event.registrations.values_list("number", flat=True))
    hall = numbers_of_hall(event)
    faults: list[Fault] = []
    chairs: _Chairs = {}
    lines: dict[int, int] = {}
    for place in places:
        faults += [Fault(place.line, words) for words in _of_the_player(place, by_number, known, lines, series_number)]
        if place.table is None or place.seat is None:
            continue
        if hall and place.table not in hall:
            words = _("Tisch %(table)d steht nicht im Saal; dort stehen die Tische %(numbers)s.")
            faults.append(Fault(place.line, words % {"table": place.table, "numbers": event.hall_tables}))
        taken = chairs.setdefault(place.table, {}).setdefault(place.seat, place)
        if taken is not place:
            words = _("Tisch %(table)d, Platz %(seat)d steht schon in Zeile %(line)d.")
            facts = {"table": place.table, "seat": place.seat, "line": taken.line}
            faults.append(Fault(place.line, words % facts))
    if all(place.table and place.seat for place in places):  # otherwise the missing seat may be the illegible one
        faults += _of_the_tables(chairs, event.rules)
    faults.sort(key=lambda fault: fault.line or 0)
    asked_for = {place.number for place in places}
    missing = [
        f"{registration.number} {registration.name}"
        for registration in registrations
        if registration.number not in asked_for
    ]
    if missing and all(place.number for place in places):
        faults.append(Fault(None, _("Ohne Platz sind: %(names)s.") % {"names": ", ".join(missing)}))
    return faults


def _of_the_player(
    place: Place,
    playing_now: dict[int, models.Registration],
    known: set[int | None],
    lines: dict[int, int],
    series_number: int,
) -> Iterator[str]:
    """Yields the faults that concern the player in a line. `lines` holds the first line of each start number so far."""
    number = place.number
    if number is None:
        return
    first = lines.setdefault(number, place.line)
    if number not in known:
        yield _("Startnummer %(number)d gibt es nicht.") % {"number": number}
    elif number not in playing_now:
        words = _("Startnummer %(number)d spielt in Serie %(series)d nicht mit.")
        yield words % {"number": number, "series": series_number}
    if first != place.line:
        words = _("Startnummer %(number)d steht schon in Zeile %(line)d.")
        yield words % {"number": number, "line": first}
    registration = playing_now.get(number)
    if (
        registration
        and registration.fixed_table is not None
        and place.table is not None
        and registration.fixed_table != place.table
    ):
        words = _("Startnummer %(number)d sitzt immer an Tisch %(table)d.")
        yield words % {"number": number, "table": registration.fixed_table}


def _of_the_tables(chairs: _Chairs, rules: RuleSet) -> Iterator[Fault]:
    for table, seats in sorted(chairs.items()):
        line = min(place.line for place in seats.values())
        if len(seats) < rules.seats_min:
            words = cited(_("An Tisch %(table)d säßen nur %(n)d, nötig sind %(least)d (§ 2.1.1)."), rules)
            yield Fault(line, words % {"table": table, "n": len(seats), "least": rules.seats_min})
        elif max(seats) > len(seats):
            gap = next(seat for seat in range(1, rules.seats_max + 1) if seat not in seats)
            words = _("An Tisch %(table)d fehlt Platz %(seat)d; die Plätze zählen ohne Lücke von 1 an.")
            yield Fault(line, words % {"table": table, "seat": gap})
