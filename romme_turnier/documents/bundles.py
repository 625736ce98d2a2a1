"""Many printouts as one file for the printer: all that a series needs in the hall, the whole day, or what is ticked."""

from collections.abc import Collection, Iterable, Iterator

from romme_turnier.documents.catalogue import PRINTOUTS, jobs_of
from romme_turnier.documents.printout import FIRST, Job, LaidOut, Phase, Printout
from romme_turnier.documents.render.pdf import Piece
from romme_turnier.tournament.models import Event, Series


def of_series(series: Series, *, base: str = "") -> list[tuple[Printout, Job]]:
    """Returns all that a series needs, in the order in which it is laid out: what hangs on the wall, then the tables.

    Before the first one also what stays for all series, later the results of the one before.
    """
    event = series.event
    before = event.series.filter(number=series.number - 1).first()
    results = [(one, Job(event, before, base=base)) for one in PRINTOUTS if before and one.laid_out is LaidOut.NEXT]
    wanted = {LaidOut.EACH, LaidOut.ONCE} if series.number == FIRST else {LaidOut.EACH}
    return results + [
        (one, Job(event, series if one.phase is Phase.SERIES else None, base=base))
        for one in PRINTOUTS
        if one.laid_out in wanted
    ]


def day(event: Event, *, base: str = "") -> list[tuple[Printout, Job]]:
    """Returns the whole day in its order, as far as it has come: before, each series, the prize-giving.

    Without what only some officials may see: money and disputes are printed separately.
    """
    return [(printout, job) for printout, job in jobs_of(event, base=base) if printout.in_day(job)]


def ticked(event: Event, ticks: Collection[str], *, base: str = "") -> list[tuple[Printout, Job]]:
    """Returns the printouts of these ticks in the order of the day. Raises KeyError for one that there is not."""
    found = {printout.tick(job): (printout, job) for printout, job in jobs_of(event, base=base)}
    if unknown := set(ticks) - set(found):
        raise KeyError(*unknown)
    return [each for tick, each in found.items() if tick in ticks]


def pieces_of(printouts: Iterable[tuple[Printout, Job]]) -> Iterator[Piece]:
    """Yields all that there is on them already."""
    for printout, job in printouts:
        yield from printout.pieces(job)
