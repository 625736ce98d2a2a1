"""Cards for a draw by hand (§ 2.1.1): table and seat, no names; eight a sheet, to be cut."""

from typing import Any

from romme_turnier.documents.render.qr import qr_image
from romme_turnier.tournament.models import Series
from romme_turnier.tournament.seating.drawn_cards import card_code, draw_by_hand

CARDS_A_SHEET = 8


def drawing_cards_document(series: Series) -> dict[str, Any] | None:
    """All cards but those of players who are tied to a table: they draw none. None without a draw by hand."""
    draw = draw_by_hand(series)
    if draw is None:
        return None
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
    return {"event": series.event, "series": series, "sheets": sheets}
