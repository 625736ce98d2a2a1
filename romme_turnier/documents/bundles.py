"""Selects printouts for one file: those of a series for the hall, those of the whole day, or the ticked ones."""

from collections.abc import Collection, Iterable, Iterator

from romme_turnier.documents.catalogue import PRINTOUTS, jobs_of
from romme_turnier.documents.printout import FIRST, Job, LaidOut, Phase, Printout
from romme_turnier.documents.render.pdf import Piece
from romme_turnier.tournament.models import Event, Series


def of_series(series: Series, *, base: str = "") -> list[tuple[Printout, Job]]:
    """Returns the printouts to lay out for a series, in the order of the catalogue.

    The first series includes the printouts for all series. Each later series begins with the results of the previous
    one.
    """
    event = series.event
    before = event.series.filter(number=series.number - 1).first()
    results = [
        (printout, Job(event, before, base=base))
        for printout in PRINTOUTS
        if before and printout.laid_out is LaidOut.NEXT
    ]
    wanted = {LaidOut.EACH, LaidOut.ONCE} if series.number == FIRST else {LaidOut.EACH}
    return results + [
        (printout, Job(event, series if printout.phase is Phase.SERIES else None, base=base))
        for printout in PRINTOUTS
        if printout.laid_out in wanted
    ]


def day(event: Event, *, base: str = "") -> list[tuple[Printout, Job]]:
    """Returns the printouts for the file of the whole day, in the order of `jobs_of`.

    Money and disputes are printed separately, because only some officials may see them.
    """
    return [(printout, job) for printout, job in jobs_of(event, base=base) if printout.in_day(job)]


def ticked(event: Event, ticks: Collection[str], *, base: str = "") -> list[tuple[Printout, Job]]:
    """Returns the ticked printouts in the order of `jobs_of`. Raises KeyError for an unknown tick."""
    by_tick = {printout.tick(job): (printout, job) for printout, job in jobs_of(event, base=base)}
    if unknown := set(ticks) - by_tick.keys():
        raise KeyError(*unknown)
    return [pair for tick, pair in by_tick.items() if tick in ticks]


def pieces_of(printouts: Iterable[tuple[Printout, Job]]) -> Iterator[Piece]:
    """Yields the pieces of all printouts that can be made now."""
    for printout, job in printouts:
        yield from printout.pieces(job)
