"""Presence: when the page of each player at a table last asked for the table."""

from __future__ import annotations

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
    """Notes that the page of this holder asked just now, twice a minute at most."""
    now, place = timezone.now(), (row.token, holder)
    if place in _noted and timedelta() <= now - _noted[place] < _AT_MOST_EVERY:
        return
    if len(_noted) >= _MOST_NOTED:
        _noted.clear()
    _noted[place] = now
    _store(row, holder)


@in_passing
def _store(row: PlayTable, holder: int) -> None:
    PlayVisit.objects.update_or_create(table=row, joined=holder, defaults={"at": timezone.now()})


def absent(row: PlayTable, state: State) -> tuple[int, ...]:
    """Returns the seats of people who are awaited and whose pages have not asked for two minutes."""
    now, table = timezone.now(), state.table
    if table.in_event:  # whom officials wait for they say themselves
        return ()
    if abs(now - state.at) < GONE_AFTER or not any(state.holders):
        return ()
    people = [seat for seat in awaited(table) if table.players[seat - 1].plays is Plays.PERSON]
    if not people:
        return ()
    seen = dict(PlayVisit.objects.filter(table=row).values_list("joined", "at"))
    holders = state.holders
    return tuple(seat for seat in people if abs(now - seen.get(holders[seat - 1], state.at)) >= GONE_AFTER)


def forget_visits() -> None:
    """Forgets what was noted last, as a restart does."""
    _noted.clear()
