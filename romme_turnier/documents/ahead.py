"""Papers made before anybody asks: when seats or standings are released, what is printed next is begun.

In a process of its own that gives way to every other one, one at a time; it leaves kept pieces and files (kept.py,
orders.py), and a click finds them finished. What to make is what the catalogue says of the hall and of the whole day.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from filelock import FileLock

from romme_turnier import own_process
from romme_turnier.address import for_phones, on_internet
from romme_turnier.documents.bundles import of_series
from romme_turnier.documents.catalogue import PRINTOUTS
from romme_turnier.documents.files import order_of
from romme_turnier.documents.printout import Job, LaidOut, Phase
from romme_turnier.documents.render import orders
from romme_turnier.documents.render.pdf import Piece
from romme_turnier.tournament.events.language import speaking_for
from romme_turnier.tournament.models import Series
from romme_turnier.tournament.shared.final import Final, became_final

LONGEST = 600.0  # seconds; whoever clicks meanwhile sees how far it is

_processes: list[subprocess.Popen[bytes]] = []  # of this server, so that each is noticed when it ends


def listen() -> None:
    """From now on this process begins papers; only one that serves does, no command."""
    became_final.connect(begin, dispatch_uid="papers ahead")


def begin(sender: Final, *, series: Series, **_kwargs: Any) -> None:
    """Starts a process for what has become final; does nothing where nothing is kept or nothing is to be made ahead."""
    if not (settings.PAPERS_AHEAD and settings.KEPT_PAPERS):
        return
    command = own_process.command("manage", "print_ahead", sender, str(series.pk))
    nowhere = subprocess.DEVNULL
    process = own_process.start(*command, gives_way=True, stdin=nowhere, stdout=nowhere)
    _processes[:] = [*(one for one in _processes if one.poll() is None), process]


def make(what: Final, series: Series) -> orders.Progress:
    """Makes the papers, after those of another such process; returns how far they came."""
    folder = Path(settings.KEPT_PAPERS)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with FileLock(folder / "ahead.lock"), speaking_for(series.event):
        title = _("Alles für Serie %(number)d") % {"number": series.number} + f" – {series.event.name}"
        if what is Final.SEATS:
            order = order_of(title, of_series(series, base=_base()))
        else:
            order = orders.place(_of_standings(series), title=title)
        return orders.wait(order, LONGEST)


def _of_standings(series: Series) -> Iterator[Piece]:
    """What hangs out after a series, and what of the whole day is about standings."""
    for printout in PRINTOUTS:
        if printout.laid_out is LaidOut.NEXT:
            yield from printout.pieces(Job(series.event, series, base=_base()))
        elif printout.phase is Phase.AFTER and printout.in_whole_day:
            yield from printout.pieces(Job(series.event, base=_base()))


def _base() -> str:
    """Where phones reach the program, as a request would say; on the internet by its first name."""
    return for_phones(on_internet())
