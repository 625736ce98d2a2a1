"""Rows of standings, as values and as the JSON stored in releases."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules.system.criteria import Criterion
from romme_turnier.core.standings.ranks import Entrant, Tally
from romme_turnier.tournament.models.fields import ValueField

Json = dict[str, Any]


class _Tallied:
    __slots__ = ()

    tally: Tally

    @property
    def lists(self) -> int:
        return self.tally.lists

    @property
    def sums(self) -> SeatTotals:
        return self.tally.sums

    @property
    def total(self) -> int:
        return self.tally.sums.total


@dataclass(frozen=True, slots=True)
class StandingRow(_Tallied):
    """A player's row: start number, club and figures, but no name. Other rankings are computed from such rows.

    `results` holds the sums of each series, None if no list counts; `tally` is their total. `decided_by` is the
    criterion that ranked the row below the previous one. If `play_off_waived`, the tie stays, because no title or prize
    depends on a play-off.
    """

    rank: int | None
    number: int | None
    club: str | None
    tally: Tally
    results: tuple[SeatTotals | None, ...]
    play_off_needed: bool = False
    decided_by: Criterion | None = None
    play_off_waived: bool = False
    withdrawn_from: int | None = None
    excluded: bool = False
    out_of_competition: bool = False
    categories: tuple[str, ...] = ()

    @property
    def series(self) -> tuple[int | None, ...]:
        """The result of each series."""
        return self.tally.series

    @property
    def entrant(self) -> Entrant:
        """The player as a value of the core."""
        return Entrant(self.number, self.results, self.withdrawn_from, self.excluded, self.out_of_competition)

    def to_json(self) -> Json:
        return {
            "rank": self.rank,
            "number": self.number,
            "club": self.club,
            "results": [None if sums is None else list(sums) for sums in self.results],
            "play_off_needed": self.play_off_needed,
            "decided_by": self.decided_by,
            "play_off_waived": self.play_off_waived,
            "withdrawn_from": self.withdrawn_from,
            "excluded": self.excluded,
            "out_of_competition": self.out_of_competition,
            "categories": list(self.categories),
        }

    @classmethod
    def from_json(cls, row: Json) -> Self:
        results = tuple(None if sums is None else SeatTotals(*sums) for sums in row["results"])
        return cls(
            rank=row["rank"],
            number=row["number"],
            club=row["club"],
            tally=Tally.of(results),
            results=results,
            play_off_needed=row["play_off_needed"],
            decided_by=_criterion(row),
            play_off_waived=row["play_off_waived"],
            withdrawn_from=row["withdrawn_from"],
            excluded=row["excluded"],
            out_of_competition=row["out_of_competition"],
            categories=tuple(row["categories"]),
        )


@dataclass(frozen=True, slots=True)
class TeamRow(_Tallied):
    """The row of a team, a tandem or a club; `members` are start numbers, `size` is the team's size, None for clubs."""

    rank: int | None
    key: str
    name: str
    tally: Tally
    members: tuple[int | None, ...]
    play_off_needed: bool = False
    decided_by: Criterion | None = None
    size: int | None = None

    def to_json(self) -> Json:
        return {
            "rank": self.rank,
            "key": self.key,
            "name": self.name,
            "lists": self.lists,
            "sums": list(self.sums),
            "members": list(self.members),
            "play_off_needed": self.play_off_needed,
            "decided_by": self.decided_by,
            "size": self.size,
        }

    @classmethod
    def from_json(cls, row: Json) -> Self:
        return cls(
            rank=row["rank"],
            key=row["key"],
            name=row["name"],
            tally=Tally(row["lists"], SeatTotals(*row["sums"]), ()),
            members=tuple(row["members"]),
            play_off_needed=row["play_off_needed"],
            decided_by=_criterion(row),
            size=row["size"],
        )


def _criterion(row: Json) -> Criterion | None:
    return None if row["decided_by"] is None else Criterion(row["decided_by"])


class _RowsField(ValueField):
    """JSON in the database, a tuple of rows everywhere else."""

    row: ClassVar[type[StandingRow | TeamRow]]

    def to_python(self, value: Any) -> tuple[Any, ...]:
        return tuple(row if isinstance(row, self.row) else self.row.from_json(row) for row in value)

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value([row.to_json() for row in value])


class StandingRowsField(_RowsField):
    _pyi_private_set_type: Sequence[StandingRow]
    _pyi_private_get_type: Sequence[StandingRow]
    row = StandingRow


class TeamRowsField(_RowsField):
    _pyi_private_set_type: Sequence[TeamRow]
    _pyi_private_get_type: Sequence[TeamRow]
    row = TeamRow
