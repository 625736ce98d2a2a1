"""The rows of the submitted entry page, and the texts that the page showed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from romme_turnier.core.lists.picture import Row
from romme_turnier.tournament.shared.numbers import whole_number


@dataclass(frozen=True, slots=True)
class TypedRow:
    """A row as typed. `shown` holds the cells that the page showed (`joined`), because only changed rows are saved."""

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


def joined(cells: Sequence[str]) -> str:
    """Returns the cells as one text for comparison, without spaces and in upper case."""
    return "|".join("".join(cell.split()).upper() for cell in cells)


def cell_name(game: int, seat: int) -> str:
    return f"g{game}s{seat}"


def typed_rows(post: Mapping[str, str], games: int, seats: int) -> list[TypedRow]:
    """Returns those of the first `games` rows that the posted form contains, in order."""
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
