"""One seat's view of a table, which is the only information that persons and opponents get."""

from dataclasses import dataclass

from romme_turnier.core.playing.game import Game
from romme_turnier.core.playing.table import Table, may_claim
from romme_turnier.core.rules import play
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.record import Line, Moment, seen_line


@dataclass(frozen=True, slots=True)
class SeatView:
    """A table as one seat sees it."""

    seat: int  # 0: a spectator
    moment: Moment
    points: tuple[int, ...] = ()  # so far, by seat
    may_claim: bool = False  # whether the seat can claim the top discard now
    lines: tuple[Line, ...] = ()  # of the record, if requested

    @property
    def position(self) -> Position:
        return self.moment.position

    @property
    def hand(self) -> tuple[int, ...]:
        return self.position.hands[self.seat - 1] if self.seat else ()


def view_at(table: Table, seat: int, *, lines: bool = False) -> SeatView | None:
    """Returns the view of ``seat`` (0: spectators), with the record's ``lines`` if requested; None before the deal."""
    if table.game is None:
        return None
    points = table.match.sums.points if table.match is not None else ()
    moment = Moment(play.seen_by(table.game.position, seat or None), table.game.last.names)
    shown = visible_lines(table.game, seat) if lines else ()
    return SeatView(seat, moment, points, bool(seat) and may_claim(table, seat), shown)


def visible_lines(game: Game, seat: int, since: int = 0) -> tuple[Line, ...]:
    """Returns the lines of the record as ``seat`` (0: spectators) has seen them, starting with line ``since``."""
    lines, after = game.record.lines, game.moments
    return tuple(
        seen_line(lines[at], seat or None, after[at - 1] if at else None, after[at]) for at in range(since, len(lines))
    )
