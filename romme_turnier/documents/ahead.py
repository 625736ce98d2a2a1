"""Makes papers in advance: a release of seats or standings places a job for the papers that are printed next.

The job has the lowest priority. The catalogue decides which papers belong to it.
"""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from romme_turnier.address import for_phones, on_internet
from romme_turnier.documents.bundles import of_series
from romme_turnier.documents.catalogue import PRINTOUTS
from romme_turnier.documents.files import job_for
from romme_turnier.documents.printout import Job, LaidOut, Phase, Printout
from romme_turnier.tournament.events.appearance import speaking_for
from romme_turnier.tournament.models import Series
from romme_turnier.tournament.shared.effects import Final, became_final


def listen() -> None:
    """Makes this process place a job after each release; only the server calls this."""
    became_final.connect(begin, dispatch_uid="papers ahead")


def begin(sender: Final, *, series: Series, **_kwargs: Any) -> None:
    """Places the job, if the settings allow papers in advance and finished papers are kept."""
    if not (settings.PAPERS_AHEAD and settings.KEPT_PAPERS):
        return
    with speaking_for(series.event):
        title = _("Alles für Serie %(number)d") % {"number": series.number} + f" – {series.event.name}"
        base = for_phones(on_internet())  # as in a request
        printouts = of_series(series, base=base) if sender is Final.SEATS else list(_of_standings(series, base))
        job_for(title, printouts, ahead=True)


def _of_standings(series: Series, base: str) -> Iterator[tuple[Printout, Job]]:
    """Yields the printouts with the results of this series, and those of `Phase.AFTER` that belong to the whole day."""
    for printout in PRINTOUTS:
        if printout.laid_out is LaidOut.NEXT:
            yield printout, Job(series.event, series, base=base)
        elif printout.phase is Phase.AFTER and printout.in_whole_day:
            yield printout, Job(series.event, base=base)
