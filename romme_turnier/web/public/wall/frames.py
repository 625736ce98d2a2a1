"""The programme as frames: the current page of the wall, and the next one."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from romme_turnier.tournament.hall.wall import Programme
from romme_turnier.tournament.models import Board
from romme_turnier.web.public.wall.boards import Boards, Page

FIRST_SIGHT = timedelta(seconds=20)  # an announcement or call takes over the wall
STAYS_NEW = timedelta(minutes=3)  # and its page is marked as new
_URGENT = (Board.MESSAGES, Board.PLAY_OFF)


@dataclass(frozen=True, slots=True)
class Frame:
    """A page of the programme; `number` of `of` pages of its board, shown for `seconds`."""

    page: Page
    number: int
    of: int
    seconds: int

    @property
    def key(self) -> str:
        """The name in addresses and the script: "seats-2"."""
        return f"{self.page.board}-{self.number}"


@dataclass(frozen=True, slots=True)
class Shown:
    """The shown frame: `ahead` and `back` name the next and the previous one."""

    frame: Frame
    seconds: int
    ahead: str
    back: str


def frames_of(boards: Boards, programme: Programme) -> list[Frame]:
    """Returns the frames of all boards with contents; the clock if there are none."""
    frames = [frame for board, seconds in programme.slots for frame in _frames(boards, board, seconds)]
    return frames or _frames(boards, Board.CLOCK, programme.slots[0][1])


def _frames(boards: Boards, board: Board, seconds: int, *, asked: bool = False) -> list[Frame]:
    pages = boards.pages_of(board, asked=asked)
    return [Frame(page, number, len(pages), seconds) for number, page in enumerate(pages, 1)]


def shown_of(boards: Boards, programme: Programme, wanted: str) -> Shown:
    """Returns the requested frame, of the held board if there is one; otherwise the first.

    New announcements and calls come first, even if the programme leaves them out.
    """
    frames = frames_of(boards, programme)
    if programme.held:
        frames = _frames(boards, programme.held, frames[0].seconds, asked=True) or frames
    place = next((place for place, frame in enumerate(frames) if frame.key == wanted), 0)
    if urgent := _urgent(boards):
        left = FIRST_SIGHT - (boards.now - (urgent.page.since or boards.now))
        return Shown(urgent, max(1, round(left.total_seconds())), frames[place].key, frames[place].key)
    frame = frames[place]
    return Shown(frame, frame.seconds, frames[(place + 1) % len(frames)].key, frames[place - 1].key)


def _urgent(boards: Boards) -> Frame | None:
    fresh = [
        frame
        for board in _URGENT
        for frame in _frames(boards, board, 0)
        if is_since(frame.page, boards.now, FIRST_SIGHT)
    ]
    return max(fresh, key=lambda frame: frame.page.since or boards.now, default=None)


def is_since(page: Page, now: datetime, span: timedelta) -> bool:
    """Returns whether the newest content of the page is less than `span` old."""
    return page.since is not None and now - page.since < span
