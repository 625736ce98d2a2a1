"""Many printouts as one file for the printer: all that a series needs in the hall, and the whole day."""

from collections.abc import Iterator

from romme_turnier.documents.catalogue import PRINTOUTS, jobs_of
from romme_turnier.documents.printout import Job, LaidOut, Phase
from romme_turnier.documents.render.pdf import Piece
from romme_turnier.tournament.models import Event, Series

FIRST = 1  # the series before which things for all series are laid out


def pieces_of_series(series: Series, *, base: str = "") -> Iterator[Piece]:
    """Yields all that a series needs, in the order in which it is laid out: what hangs on the wall, then the tables.

    Before the first one also what stays for all series, later the results of the one before.
    """
    event = series.event
    before = event.series.filter(number=series.number - 1).first()
    if before is not None:
        for printout in (one for one in PRINTOUTS if one.laid_out is LaidOut.NEXT):
            yield from printout.pieces(Job(event, before, base=base))
    wanted = {LaidOut.EACH, LaidOut.ONCE} if series.number == FIRST else {LaidOut.EACH}
    for printout in (one for one in PRINTOUTS if one.laid_out in wanted):
        yield from printout.pieces(Job(event, series if printout.phase is Phase.SERIES else None, base=base))


def pieces_of_day(event: Event, *, base: str = "") -> Iterator[Piece]:
    """Yields the whole day in its order, as far as it has come: before, each series, the prize-giving.

    Without what only some officials may see: money and disputes are printed separately.
    """
    for printout, job in jobs_of(event, base=base):
        again = printout.laid_out is LaidOut.ONCE and job.of_series is not None and job.series.number > FIRST
        if printout.in_whole_day and not again:
            yield from printout.pieces(job)
