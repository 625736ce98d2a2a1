"""A file of several printouts: found by the facts that it would show, or ordered.

Whether a finished file is still true, its HTML would tell, which takes longer to make than the file to read. Every verb
of a tournament leaves a row in the log, so the newest row stands for all facts of the event and of the register; the
few that are not in it are named here. Who makes papers ahead, and every process that serves, finds what another one has
finished.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from romme_turnier import paths
from romme_turnier.accounts.models import User
from romme_turnier.documents.bundles import pieces_of
from romme_turnier.documents.printout import Job, Printout
from romme_turnier.documents.render import orders
from romme_turnier.documents.render.orders import Order
from romme_turnier.tournament.models import Event, EventLog


def order_of(title: str, printouts: Sequence[tuple[Printout, Job]]) -> Order:
    """Returns the order of these printouts under this title, finished if nothing on them has changed since it was.

    Raises OSError where nothing can be kept.
    """
    if not printouts or any(printout.of_its_moment for printout, _job in printouts):
        return orders.place(pieces_of(printouts), title=title)
    facts = _facts(title, printouts)
    if (order := orders.finished_for(facts)) is not None:
        return order
    order = orders.place(pieces_of(printouts), title=title)
    if _facts(title, printouts) == facts:  # nothing was changed meanwhile
        orders.note(order, facts)
    return order


def _facts(title: str, printouts: Sequence[tuple[Printout, Job]]) -> str:
    event = printouts[0][1].event
    asked = [(one.tick(job), sorted(job.numbers.items()), job.base) for one, job in printouts]
    return repr((_program(), title, asked, _state_of(event)))


def _state_of(event: Event) -> tuple[object, ...]:
    """Returns what is another one as soon as anything on the event's papers may be.

    The time of the newest row tells two days apart that went on from the same copy of the database.
    """
    rows = EventLog.objects.filter(Q(event=event) | Q(event=None)).order_by("-pk")
    may_be_appealed = event.releases.filter(appeal_until__gt=timezone.now())
    officials = User.objects.order_by("pk").values_list("pk", "display_name", "username")
    return event.pk, rows.values_list("pk", "at").first(), *may_be_appealed.values_list("pk"), *officials


@cache
def _program() -> str:
    """Returns a hash of all that turns facts into HTML: code, templates, catalogues, and the zone of the hours."""
    found = hashlib.sha256(settings.TIME_ZONE.encode())
    catalogues = [(Path(folder), "*.mo") for folder in settings.LOCALE_PATHS]
    for folder, kind in [(paths.PACKAGE, "*.py"), (paths.RESOURCES / "templates", "*.html"), *catalogues]:
        for path in sorted(folder.rglob(kind)):
            found.update(f"\0{path.relative_to(folder)}\0".encode())
            found.update(path.read_bytes())
    return found.hexdigest()
