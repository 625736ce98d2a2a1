"""“Wo sitze ich?” and the table plan, for series with released seats."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.tournament.hall.messages import table_key
from romme_turnier.tournament.models import Draw, Registration, Seat, Series
from romme_turnier.web.errors import or_404
from romme_turnier.web.public.access import public_event, released_series
from romme_turnier.web.public.crumbs import crumbs_of
from romme_turnier.web.public.hall_now import time_changes_at
from romme_turnier.web.public.kept import ChangingResponse, kept
from romme_turnier.web.public.name_search import matches

ANSWERS_MAX = 8  # with more hits, the table plan is easier to read


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A seat for `components/seat_diagram.html`; `is_own` marks the seat of the requested player."""

    position: int
    number: int | None
    name: str
    is_own: bool
    club: str = ""  # only officials see clubs in the diagram


@dataclass(frozen=True, slots=True)
class Place:
    """A player's seat in a series. `seats` are all seats at the table, by number."""

    series: int
    table: int
    seat: int
    seats: tuple[ShownSeat, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A player found by the search, with the seat in the player's newest released series and the earlier seats."""

    number: int | None
    name: str
    now: Place
    before: tuple[Place, ...]


@require_safe
@kept
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """Searches all released series for `?q=`, a name or start number; `?serie=` selects the table plan.

    By default, the plan shows the newest series.
    """
    event = public_event(slug)
    released = list(released_series(event))
    query = request.GET.get("q", "").strip()[:120]
    plan_of = released[0] if released else None
    if wanted := request.GET.get("serie", ""):
        plan_of = or_404(next((series for series in released if str(series.number) == wanted), None))
    answers = find(released, query) if query else []
    tables: dict[int, list[Seat]] = {}
    for seat in seats_in([plan_of] if plan_of else []):
        tables.setdefault(seat.table.number, []).append(seat)
    context = {
        "event": event,
        "crumbs": crumbs_of(event, (_("Wo sitze ich?"), None)),
        "released": released,
        "query": query,
        "answers": answers[:ANSWERS_MAX],
        "own_table": table_key(answers[0].now.series, answers[0].now.table) if len(answers) == 1 else "",
        "too_many": len(answers) > ANSWERS_MAX,
        "plan_of": plan_of,
        "tables": tables,
        "drawn": plan_of is not None and plan_of.draws.filter(status=Draw.Status.APPLIED).exists(),
    }
    page = render_to_string("public/seats.html", context, request)
    return ChangingResponse(page, until=time_changes_at(event, timezone.now()))


def seats_in(series: Iterable[Series]) -> list[Seat]:
    """Returns the seats of these series with their players, newest series first, then by table."""
    events = {each.pk: each.event for each in series}
    seats = list(
        Seat.objects.filter(series__in=list(events))
        .select_related("series", "table", "registration__player", "registration__club")
        .order_by("-series__number", "table__number", "number")
    )
    for seat in seats:
        seat.registration.event = events[seat.series_id]  # one object, which knows whose names are shown
    return seats


def find(released: Iterable[Series], query: str) -> list[Answer]:
    """Returns the players who match the query and have a released seat, sorted by start number."""
    at_table: dict[int, list[Seat]] = {}
    by_person: dict[int, list[Seat]] = {}
    for seat in seats_in(released):
        at_table.setdefault(seat.table_id, []).append(seat)
        if matches(seat.registration, query):
            by_person.setdefault(seat.registration_id, []).append(seat)
    answers = []
    for own in by_person.values():
        person = own[0].registration
        places = tuple(_place(seat, at_table[seat.table_id]) for seat in own)
        answers.append(Answer(person.number, person.public_name, places[0], places[1:]))
    return sorted(answers, key=lambda answer: answer.number or 0)


def places_of(released: Iterable[Series], person: Registration) -> list[Place]:
    """Returns a player's seats in these series, newest first."""
    own = list(Seat.objects.filter(series__in=[each.pk for each in released], registration=person))
    at_table: dict[int, list[Seat]] = {}
    everybody = Seat.objects.filter(table__in=[seat.table_id for seat in own]).order_by("number")
    for seat in everybody.select_related("series", "table", "registration__player"):
        seat.registration.event = person.event  # one object, which knows whose names are shown
        at_table.setdefault(seat.table_id, []).append(seat)
    places = [_place(seat, at_table[seat.table_id]) for seat in own]
    return sorted(places, key=lambda place: place.series, reverse=True)


def _place(own: Seat, everybody: Iterable[Seat]) -> Place:
    return Place(
        own.series.number,
        own.table.number,
        own.number,
        tuple(
            ShownSeat(seat.number, seat.registration.number, seat.registration.public_name, seat.pk == own.pk)
            for seat in everybody
        ),
    )
