"""Presence: the time of the last request from the page of each player at a table."""

from datetime import datetime, timedelta

from django.utils import timezone

from romme_turnier.core.playing.table import Plays, awaited
from romme_turnier.tournament.models import PlayTable, PlayVisit
from romme_turnier.tournament.playing.state import State
from romme_turnier.tournament.shared.service import in_passing

GONE_AFTER = timedelta(minutes=2)
_AT_MOST_EVERY = timedelta(seconds=30)

_noted: dict[tuple[str, int], datetime] = {}
_MOST_NOTED = 2000


def note_visit(row: PlayTable, holder: int) -> None:
    """Records a request from this holder's page, at most twice a minute."""
    now, place = timezone.now(), (row.token, holder)
    last = _noted.get(place)  # requests in other threads may clear the record at any moment
    if last is not None and timedelta() <= now - last < _AT_MOST_EVERY:
        return
    if len(_noted) >= _MOST_NOTED:
        _noted.clear()
    _noted[place] = now
    _store(row, holder)


@in_passing
def _store(row: PlayTable, holder: int) -> None:
    PlayVisit.objects.update_or_create(table=row, joined=holder, defaults={"at": timezone.now()})


def absent(row: PlayTable, state: State) -> tuple[int, ...]:
    """Returns the seats of awaited players whose pages have sent no request for two minutes; () in an event."""
    now, table = timezone.now(), state.table
    if table.in_event:  # officials in the hall decide about absent players
        return ()
    if abs(now - state.at) < GONE_AFTER or not any(state.holders):
        return ()
    people = [seat for seat in awaited(table) if table.players[seat - 1].plays is Plays.PERSON]
    if not people:
        return ()
    seen = dict(row.visits.values_list("joined", "at"))
    holders = state.holders
    return tuple(seat for seat in people if abs(now - seen.get(holders[seat - 1], state.at)) >= GONE_AFTER)
