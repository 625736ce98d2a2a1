"""Who prevents a draw, and who only seems to: unpaid, not there, sitting it out."""

from collections.abc import Iterable
from typing import Any

from romme_turnier.tournament.models import Event, Registration
from romme_turnier.tournament.money.fees import owed
from romme_turnier.tournament.participants.check_in import have_played, no_shows
from romme_turnier.tournament.participants.reading import playing
from romme_turnier.tournament.participants.unpaid import unpaid
from romme_turnier.tournament.permissions import OfficialRequest, Right, may
from romme_turnier.tournament.seating.inputs import seating_obstacles


def people_before_draw(request: OfficialRequest, event: Event, number: int, *, page: str) -> dict[str, Any]:
    """Context of organiser/seating/_before_draw.html and, as "obstacles", what else is in the way.

    `page` names the address that clicks lead back to.
    """
    players = playing(event, number)
    came, missed = have_played(event, number), no_shows(event, number - 1)
    used = any(one.checked_in_at for one in players)
    absent = event.registrations.filter(absences__series_number=number).select_related("player").order_by("number")
    return {
        "playing": len(players),
        "obstacles": seating_obstacles(event, players),
        **unpaid_context(request, event, number, players, page=page),
        "later": [one for one in players if one.pays_later and not one.paid and owed(one) > 0],
        "not_there": [one for one in players if used and one.checked_in_at is None and one.pk not in came],
        "no_shows": [one for one in players if one.pk in missed],
        "absent": [one for one in absent if one.status == Registration.Status.ACTIVE],
    }


def unpaid_context(
    request: OfficialRequest, event: Event, number: int, players: Iterable[Registration], *, page: str
) -> dict[str, Any]:
    """Context of organiser/seating/_unpaid.html: who of them owes the fee, and what may be done about it."""
    return {
        "unpaid": [(one, owed(one)) for one in unpaid(players)],
        "may_cash": may(request.user, Right.CASH, event),
        "from_page": f"{page}-{number}",
    }
