"""Papers of the front desk: the registration list, and start cards with number, name, club and a code to scan."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.safestring import SafeString

from romme_turnier.documents.public_address import qr_image
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.participants import ParticipantsTable, prepared
from romme_turnier.tournament.models import Event, Registration
from romme_turnier.tournament.participants.card_code import card_code, printed

CARDS_A_SHEET = 8


def active_registrations(event: Event) -> QuerySet[Registration]:
    """Returns the active registrations of the event, with their players and clubs."""
    return event.registrations.filter(status=Registration.Status.ACTIVE).select_related("player", "club")


def registration_list(event: Event) -> dict[str, Any] | None:
    """Returns the context of the registration list, sorted by last name; None if there are no players."""
    registrations = sorted(prepared(event, active_registrations(event)), key=lambda row: row.player.order)
    if not registrations:
        return None
    unpaid = sum(not row.paid and not row.owes_nothing for row in registrations)  # type: ignore[attr-defined]
    table = ParticipantsTable.table_for(Medium.PAPER, registrations)
    return {"event": event, "table": table, "count": len(registrations), "unpaid": unpaid}


@dataclass(frozen=True, slots=True)
class StartCard:
    number: int
    name: str
    club: str
    code: str = ""  # printed for people; "" if phones cannot reach the program
    address: str = ""  # of “Mein Turnier”, with the code

    @property
    def code_image(self) -> SafeString:
        """A QR code of the address or, without one, of the number, for phones and scanners at the front desk."""
        return qr_image(f"{self.address}&nr={self.number}" if self.address else str(self.number))


def start_cards(event: Event, *, base: str = "", number: int | None = None) -> dict[str, Any] | None:
    """Returns the context of all start cards by number, or of the card with this `number`; None if there are none.

    `base` is the program's address for phones.
    """
    mine = f"{base.removesuffix('/')}{reverse('public:my_event', args=[event.slug])}" if base else ""
    cards = [
        StartCard(
            entry.number,
            entry.name,
            entry.club.name if entry.club else "",
            printed(card_code(entry)) if mine else "",
            f"{mine}?k={card_code(entry)}" if mine else "",
        )
        for entry in active_registrations(event).order_by("number")
        if entry.number is not None and number in (None, entry.number)
    ]
    sheets = [cards[start : start + CARDS_A_SHEET] for start in range(0, len(cards), CARDS_A_SHEET)]
    return {"event": event, "sheets": sheets} if cards else None
