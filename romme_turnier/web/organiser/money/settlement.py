"""Who pays whom where points are played for money. Nothing of it is booked."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from romme_turnier.tournament.events.announcement_words import stake_in_words
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.money.settlements import settlement_of, settles
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.organiser.money.common import page


@require_safe
@for_officials(Right.CASH)
def settlement(request: OfficialRequest, event: Event) -> HttpResponse:
    found = settlement_of(event) if settles(event) else None
    return page(request, event, "settlement.html", {"found": found, "stake": stake_in_words(event)})
