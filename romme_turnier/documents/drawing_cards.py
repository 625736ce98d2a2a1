"""Cards for a draw by hand (§ 2.1.1): table and seat, no names; eight a sheet, to be cut."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from romme_turnier.documents.qr import qr_image
from romme_turnier.documents.render import pdf_response, render_pdf
from romme_turnier.tournament.card_codes import card_code
from romme_turnier.tournament.models import Draw, Event
from romme_turnier.tournament.permissions import Right, for_officials
from romme_turnier.tournament.services.drawn_cards import draw_by_hand

CARDS_A_SHEET = 8


def drawing_cards_document(draw: Draw) -> dict[str, Any]:
    """All cards but those of players who are tied to a table: they draw none."""
    cards = [
        {
            "table": card.table,
            "seat": card.seat,
            "code": (code := card_code(card.table, card.seat)),
            "qr": qr_image(code),
        }
        for card in draw.cards.exclude(registration__isnull=False, by__isnull=True)
    ]
    sheets = [cards[first : first + CARDS_A_SHEET] for first in range(0, len(cards), CARDS_A_SHEET)]
    return {"event": draw.series.event, "series": draw.series, "sheets": sheets}


@require_safe
@for_officials(Right.DIRECT)
def drawing_cards_pdf(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """404 while no cards are being drawn."""
    series = event.series.filter(number=number).first()
    draw = draw_by_hand(series) if series else None
    if draw is None:
        raise Http404
    pdf = render_pdf("documents/drawing_cards.html", drawing_cards_document(draw))
    return pdf_response(pdf, f"{event.slug}-serie-{number}-karten")
