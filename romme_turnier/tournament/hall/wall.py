"""The programme of the hall's screen: its boards in order with their durations, or one fixed board."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Board, Event, Wall, WallBoard
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service

SECONDS_MIN, SECONDS_MAX = 3, 300

# Long enough to find a name among twenty in alphabetical order, and to read a message of 200 letters twice. All
# names of 60 tables are shown within 90 seconds.
_USUAL_SECONDS = {Board.SEATS: 6, Board.STANDINGS: 10}
_SECONDS = 15

Slot = tuple[Board, int]  # a board, and the seconds for which each of its pages is shown


@dataclass(frozen=True, slots=True)
class Programme:
    """The boards of the hall's screen. `held` is the fixed board; None means that the boards take turns."""

    slots: tuple[Slot, ...]
    look: Wall.Look
    held: Board | None


def usual_seconds(board: Board) -> int:
    return _USUAL_SECONDS.get(board, _SECONDS)


def programme_of(event: Event) -> Programme:
    """Returns the programme that the officials set, or every board in the usual order."""
    wall = Wall.objects.filter(event=event).first() or Wall(event=event)
    stored = tuple((Board(board.board), board.seconds) for board in WallBoard.objects.filter(event=event))
    usual = tuple((board, usual_seconds(board)) for board in Board)
    return Programme(stored or usual, Wall.Look(wall.look), Board(wall.held) if wall.held else None)


@service(gettext_lazy("Leinwand eingerichtet"))
def set_programme(event: Event, slots: Sequence[Slot], *, look: str, by: User | None) -> None:
    """Stores the boards in order, and the look.

    Raises TournamentError if there is no board, or if a duration is out of range.
    """
    if not slots:
        raise TournamentError(_("Bitte wählen Sie mindestens eine Tafel."))
    if any(not SECONDS_MIN <= seconds <= SECONDS_MAX for _board, seconds in slots):
        words = _("Eine Tafel steht zwischen %(least)d und %(most)d Sekunden.")
        raise TournamentError(words % {"least": SECONDS_MIN, "most": SECONDS_MAX})
    Wall.objects.update_or_create(event=event, defaults={"look": look})
    WallBoard.objects.filter(event=event).delete()
    WallBoard.objects.bulk_create(
        WallBoard(event=event, board=board, position=position, seconds=seconds)
        for position, (board, seconds) in enumerate(slots, 1)
    )


@service(gettext_lazy("Tafel der Leinwand festgehalten oder freigegeben"))
def hold_board(event: Event, board: Board | None, *, by: User | None) -> None:
    """Shows only this board on every wall of the hall; None lets the boards take turns again."""
    Wall.objects.update_or_create(event=event, defaults={"held": board or ""})
