"""The sums on the entry page: ours, and those of the scorer, as stored and as typed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from romme_turnier.core.lists import picture
from romme_turnier.core.lists.sums import SumLine
from romme_turnier.tournament.lists.checking.scorer_error_words import note_in_its_row
from romme_turnier.tournament.lists.entries import SeatClaim
from romme_turnier.tournament.lists.words import claim_label, sum_label
from romme_turnier.tournament.shared.numbers import DASH, signed, signed_number
from romme_turnier.web.organiser.lists.common import ListView
from romme_turnier.web.organiser.lists.typed import joined

CLAIM_FIELDS = ("total", "result", "finished")
_SUM_MAX = 999_999


@dataclass(frozen=True, slots=True)
class TypedClaims:
    """The scorer's sums as typed (by field in `CLAIM_FIELDS`, then by seat), and the texts that the page showed."""

    texts: Mapping[str, tuple[str, ...]]
    shown: str

    @property
    def changed(self) -> bool:
        return self.joined != self.shown

    @property
    def joined(self) -> str:
        return joined([text for field in CLAIM_FIELDS for text in self.texts[field]])

    @property
    def as_stored(self) -> str:
        """The text that the page will show after the sums are stored."""
        numbers = [_number(text) for field in CLAIM_FIELDS for text in self.texts[field]]
        return joined([_claim_text(number) for number in numbers])

    def unreadable(self) -> list[tuple[str, int]]:
        """Returns the field and seat of each text that is not a whole number of at most six digits.

        Empty texts are allowed. Negative numbers of finished games are not.
        """
        return [
            (field, seat)
            for field in CLAIM_FIELDS
            for seat, text in enumerate(self.texts[field], start=1)
            if text.strip() and ((number := _number(text)) is None or (number < 0 and field == "finished"))
        ]

    def by_seat(self) -> dict[int, SeatClaim]:
        columns = zip(*(self.texts[field] for field in CLAIM_FIELDS), strict=True)
        return {seat: SeatClaim(*(_number(text) for text in column)) for seat, column in enumerate(columns, start=1)}


class SumCell(NamedTuple):
    seat: int
    value: str
    text: str  # the scorer's figure
    wrong: bool


@dataclass(frozen=True, slots=True)
class Sum:
    """A line below the games; `claim` names the scorer's figures there, if there are any."""

    facts: SumLine
    label: str
    claim: str
    cells: Sequence[SumCell]
    lines: Sequence[str]
    provisional: bool


def sum_of(view: ListView, line: picture.Sum, typed: TypedClaims | None) -> Sum:
    """Returns a line below the games, with the scorer's figures as `typed` or, if None, as stored."""
    figure, rules = line.line.claim, view.event.rules
    texts, unreadable = [_claim_text(value) for value in line.claimed], []
    if typed and figure:
        texts, unreadable = [*typed.texts[figure]], [seat for name, seat in typed.unreadable() if name == figure]
    differences = [difference for difference in view.loaded.unsettled if difference.figure is figure]
    wrong = {*unreadable, *(difference.seat for difference in differences)}
    return Sum(
        facts=line.line,
        label=sum_label(line.line),
        claim=claim_label(line.line),
        cells=[
            SumCell(seat, DASH if value is None else signed(value), text, seat in wrong)
            for seat, (value, text) in enumerate(zip(line.values, texts, strict=True), start=1)
        ],
        lines=[
            *(_("Platz %(seat)d: keine ganze Zahl") % {"seat": seat} for seat in unreadable),
            *(note_in_its_row(difference, rules) for difference in differences),
        ],
        provisional=line.provisional,
    )


def _claim_text(number: int | None) -> str:
    return "" if number is None else signed(number)


def claims_shown(seen: picture.Picture) -> str:
    """Returns the scorer's stored sums as one text, in the form of `TypedClaims.shown`."""
    return joined([_claim_text(number) for line in seen.sums if line.line.claim for number in line.claimed])


def claim_name(field: str, seat: int) -> str:
    return f"c{seat}{field}"


def typed_claims(post: Mapping[str, str], seats: int) -> TypedClaims:
    texts = {
        field: tuple(post.get(claim_name(field, seat), "") for seat in range(1, seats + 1)) for field in CLAIM_FIELDS
    }
    return TypedClaims(texts, post.get("claims_shown", joined([""] * seats * len(CLAIM_FIELDS))))


def _number(text: str) -> int | None:
    """Returns the typed number, which may contain spaces and a typographic minus; None if unreadable or too large."""
    number = signed_number("".join(text.split()).replace("−", "-").replace("–", "-"))
    return number if number is not None and abs(number) <= _SUM_MAX else None
