"""Before the first series: the announcement, the registration list, start cards, signs for the tables."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from romme_turnier.documents.render.qr import qr_image
from romme_turnier.tournament.events.announcement_words import announcement
from romme_turnier.tournament.events.timetable_words import timetable
from romme_turnier.tournament.models import Event, Registration, Series
from romme_turnier.tournament.money.fees import owed
from romme_turnier.tournament.shared.german_order import german_order

CARDS_A_SHEET = 8


@dataclass(frozen=True, slots=True)
class Registered:
    """A line of the registration list."""

    number: int | None
    name: str
    club: str
    team: str
    paid: bool
    owes: bool  # False for who pays nothing: out of competition, on the bench, no fee at all


@dataclass(frozen=True, slots=True)
class StartCard:
    number: int
    name: str
    club: str
    address: str = ""  # of the check-in; "" where no phone reaches the program

    @property
    def code_image(self) -> SafeString:
        """What a scanner types at the check-in, and a phone opens there (tournament/participants/start_code.py)."""
        return qr_image(f"{self.address}?nr={self.number}" if self.address else str(self.number))


@dataclass(frozen=True, slots=True)
class Seated:
    number: int | None
    name: str


@dataclass(frozen=True, slots=True)
class TableSign:
    number: int
    names: tuple[Seated, ...]  # by seat; empty for a sign without names

    @property
    def size(self) -> str:
        """Of the figure: three digits are narrower."""
        return "small" if self.number >= 100 else "large"


def announcement_paper(event: Event) -> dict[str, Any]:
    """The same facts as the public page of the event."""
    return {"event": event, "facts": announcement(event), "timetable": timetable(event)}


def registration_list(event: Event) -> dict[str, Any] | None:
    """Everybody who plays, by last name, with boxes to tick."""
    entries = _active(event).select_related("event", "fee", "team_membership__team")
    entries = entries.prefetch_related("call_ins__member")
    lines = [_registered(entry) for entry in sorted(entries, key=_by_last_name)]
    if not lines:
        return None
    return {"event": event, "lines": lines, "unpaid": sum(line.owes and not line.paid for line in lines)}


def _registered(entry: Registration) -> Registered:
    membership = getattr(entry, "team_membership", None)
    return Registered(
        number=entry.number,
        name=", ".join(filter(None, (entry.player.last_name, entry.player.first_name))),
        club=entry.club.name if entry.club else "",
        team=membership.team.name if membership else "",
        paid=entry.paid,
        owes=owed(entry) > 0,
    )


def _by_last_name(entry: Registration) -> tuple[str, str, int]:
    return german_order(entry.player.last_name), german_order(entry.player.first_name), entry.pk


def start_cards(event: Event, *, base: str = "") -> dict[str, Any] | None:
    """In the order of the numbers, as cut and laid out. `base` is where phones reach the program."""
    address = f"{base.removesuffix('/')}{reverse('organiser:check_in', args=[event.slug])}" if base else ""
    cards = [
        StartCard(entry.number, entry.name, entry.club.name if entry.club else "", address)
        for entry in _active(event).order_by("number")
        if entry.number is not None
    ]
    return {"event": event, "sheets": _sheets(cards)} if cards else None


def _sheets(cards: list[StartCard]) -> list[list[StartCard]]:
    return [cards[start : start + CARDS_A_SHEET] for start in range(0, len(cards), CARDS_A_SHEET)]


def _active(event: Event) -> Any:
    return event.registrations.filter(status=Registration.Status.ACTIVE).select_related("player", "club")


def table_signs(series: Series) -> dict[str, Any]:
    """A number on each table, for all series."""
    return _signs(series, (TableSign(table.number, ()) for table in series.tables.order_by("number")))


def table_signs_with_names(series: Series) -> dict[str, Any]:
    """With the names by seat, as the public may see them: signs are visible in the hall."""
    tables = series.tables.order_by("number").prefetch_related("seats__registration__player")
    signs = (
        TableSign(
            table.number,
            tuple(Seated(seat.registration.number, seat.registration.public_name) for seat in table.seats.all()),
        )
        for table in tables
    )
    return _signs(series, signs)


def _signs(series: Series, signs: Iterable[TableSign]) -> dict[str, Any]:
    return {"event": series.event, "series": series, "signs": list(signs)}
