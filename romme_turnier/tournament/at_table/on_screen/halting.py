"""Clocks of a table in the browser while officials have halted it."""

from __future__ import annotations

from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.models import PlayMove, PlayTable
from romme_turnier.tournament.playing.state import GOES_ON, HALTED, NOBODY, UnplayableError, state_of
from romme_turnier.tournament.shared.service import part_of_service


@part_of_service
def stop_clock(spielliste: models.Spielliste, *, halted: bool) -> None:
    """Stops the clock of the open card, or continues it with the remaining time, if there is one.

    Moves record it, so it is the same in every process and after a restart.
    """
    row = PlayTable.objects.select_for_update().filter(spielliste=spielliste, ended_at=None).first()
    if row is None:
        return
    try:
        state = state_of(row)
    except UnplayableError:  # no clock is running
        return
    if state.claim_since is None or halted == (state.halted_at is not None):
        return
    now = timezone.now()
    command = HALTED if halted else GOES_ON
    PlayMove.objects.create(table=row, number=state.number + 1, seat=NOBODY, command=command, at=now)
    PlayTable.objects.filter(pk=row.pk).update(moves=state.number + 1, moved_at=now)
