"""The submitted entry page: typed rows and sums, and the texts that the page showed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from romme_turnier.core.lists.picture import Picture, Row
from romme_turnier.tournament.lists.entries import SeatClaim
from romme_turnier.tournament.shared.numbers import signed, signed_number, whole_number

CLAIM_FIELDS = ("total", "result", "finished")
_SUM_MAX = 999_999


@dataclass(frozen=True, slots=True)
class TypedRow:
    """A row as typed. `shown` holds the cells that the page showed (`joined`), since only changed rows are saved."""

    number: int
    cells: tuple[str, ...]
    shown: str
    version: int
    key: str

    @property
    def changed(self) -> bool:
        return joined(self.cells) != self.shown


@dataclass(frozen=True, slots=True)
class UnsavedRow:
    """A row that was not saved: the typed cells, and lines that give the reason and the stored entry."""

    cells: tuple[str, ...]
    lines: tuple[str, ...]
    wrong: frozenset[int] = frozenset()  # seats with an unreadable cell

    def over(self, row: Row) -> Row:
        """Returns the row with the typed cells in place of the stored ones."""
        typed = zip(row.cells, self.cells, strict=True)
        return replace(
            row, cells=tuple(replace(cell, text=text, wrong=cell.seat in self.wrong) for cell, text in typed)
        )


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
        return joined([claim_text(number) for number in numbers])

    def unreadable(self) -> list[tuple[str, int]]:
        """Returns field and seat of each text that is not a whole number, or is a negative number of finished games."""
        return [
            (field, seat)
            for field in CLAIM_FIELDS
            for seat, text in enumerate(self.texts[field], start=1)
            if text.strip() and ((number := _number(text)) is None or (number < 0 and field == "finished"))
        ]

    def by_seat(self) -> dict[int, SeatClaim]:
        columns = zip(*(self.texts[field] for field in CLAIM_FIELDS), strict=True)
        return {seat: SeatClaim(*(_number(text) for text in column)) for seat, column in enumerate(columns, start=1)}


def joined(cells: Sequence[str]) -> str:
    """Returns the cells as one text for comparison, without blanks and in upper case."""
    return "|".join("".join(cell.split()).upper() for cell in cells)


def claim_text(number: int | None) -> str:
    return "" if number is None else signed(number)


def claims_shown(picture: Picture) -> str:
    """Returns the scorer's stored sums as one text, in the form of `TypedClaims.shown`."""
    return joined([claim_text(number) for line in picture.sums if line.line.claim for number in line.claimed])


def cell_name(game: int, seat: int) -> str:
    return f"g{game}s{seat}"


def claim_name(field: str, seat: int) -> str:
    return f"c{seat}{field}"


def typed_rows(post: Mapping[str, str], games: int, seats: int) -> list[TypedRow]:
    """Returns the rows in the posted form; other rows stay unchanged."""
    return [
        TypedRow(
            number=game,
            cells=tuple(post.get(cell_name(game, seat), "") for seat in range(1, seats + 1)),
            shown=post.get(f"g{game}shown", ""),
            version=whole_number(post.get(f"g{game}version", "")) or 0,
            key=post.get(f"g{game}key", "")[:64],
        )
        for game in range(1, games + 1)
        if f"g{game}version" in post
    ]


def typed_claims(post: Mapping[str, str], seats: int) -> TypedClaims:
    texts = {
        field: tuple(post.get(claim_name(field, seat), "") for seat in range(1, seats + 1)) for field in CLAIM_FIELDS
    }
    return TypedClaims(texts, post.get("claims_shown", joined([""] * seats * len(CLAIM_FIELDS))))


def _number(text: str) -> int | None:
    """Returns the typed number, which may have blanks and a typographic minus; None if unreadable or too large."""
    number = signed_number("".join(text.split()).replace("−", "-").replace("–", "-"))
    return number if number is not None and abs(number) <= _SUM_MAX else None
