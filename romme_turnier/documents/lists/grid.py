"""The grid of a list on paper: its rows of games and of sums."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    points: str = ""
    mark: str = ""
    deals: bool = False
    vacated: bool = False

    @property
    def look(self) -> str:
        """Further classes of the cell for points."""
        return self.mark_look + (" deals" if self.deals and not self.vacated else "")

    @property
    def mark_look(self) -> str:
        return " vacated" if self.vacated else ""


@dataclass(frozen=True, slots=True)
class Row:
    game: int
    dealer: int | None  # start number of who deals
    cells: tuple[Cell, ...]
    noted: bool  # there is a note on this row under the list
    factor: str = ""  # "× 2" where its points count more than once

    @property
    def look(self) -> str:
        return " first" if self.game == 1 else ""


@dataclass(frozen=True, slots=True)
class Sum:
    label: str
    values: tuple[str, ...]
    is_result: bool = False
    ruled: bool = False  # a strong line above

    @property
    def look(self) -> str:
        return (" strong-top" if self.ruled else "") + (" result" if self.is_result else "")
