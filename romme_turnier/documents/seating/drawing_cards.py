"""Cards for a draw by hand (§ 2.1.1): table and seat, no names; eight a sheet, to be cut."""

from typing import Any

from romme_turnier.documents.render.qr import qr_image
from romme_turnier.tournament.models import Draw
from romme_turnier.tournament.seating.drawn_cards import card_code

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
