"""The print page: all printouts by stage of the day, with links or the reason for their absence, and data files."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_stubs_ext import StrOrPromise

from romme_turnier.accounts.models import User
from romme_turnier.address import lost_addresses
from romme_turnier.documents import jobs
from romme_turnier.documents.availability import names_beyond_papers
from romme_turnier.documents.catalogue import PRINTOUTS
from romme_turnier.documents.printout import WHOLE, Job, Phase, Printout
from romme_turnier.documents.render.page import pdf_is_possible
from romme_turnier.documents.tables.catalogue import DATA_FILES, KINDS
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.printouts import DataFilesTable, PrintoutsTable
from romme_turnier.documents.views import as_page
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.tournament.shared.rule_words.paragraphs import cited

Links = Sequence[tuple[StrOrPromise, str]]  # label, address


@dataclass(frozen=True, slots=True)
class Line:
    """A printout or a data file. `links` is empty if there is nothing to print; `not_yet` then gives the reason.

    `tick` is the value of the box that adds the printout to a joint file; `ticked` preselects this box.
    """

    title: StrOrPromise
    purpose: StrOrPromise
    links: Links
    names: StrOrPromise = ""
    not_yet: str = ""
    tick: str = ""
    ticked: bool = False


@dataclass(frozen=True, slots=True)
class Stretch:
    table: PrintoutsTable
    everything: str = ""  # address of a joint file of all printouts
    everything_label: str = ""


def stretches(event: Event, user: User | AnonymousUser) -> list[Stretch]:
    """Returns the printouts that the user may print, by stage of the day; each series is a separate stage.

    Stages without printouts for the user are left out, except for series.
    """
    filled: list[Stretch] = []
    for phase in Phase:
        allowed = [printout for printout in PRINTOUTS if printout.phase is phase and may(user, printout.right, event)]
        if phase is Phase.SERIES:
            filled += _of_each_series(event, allowed)
        elif allowed:
            filled.append(Stretch(_table(phase.label, allowed, Job(event))))
    return filled


def _of_each_series(event: Event, allowed: Sequence[Printout]) -> Iterator[Stretch]:
    """Yields the printouts of each series or, before its draw, only printouts that the draw needs."""
    begun = {series.number: series for series in event.series.prefetch_related("tables")}
    drawn = set(event.series.drawn().values_list("number", flat=True))
    for number in range(1, event.series_count + 1):
        title = _("Serie %(number)d") % {"number": number}
        if number in drawn:
            everything = reverse("documents:series_papers", args=[event.slug, number])
            label = _("Alles für Serie %(number)d") % {"number": number}
            yield Stretch(_table(title, allowed, Job(event, begun[number])), everything, label)
        else:
            for_drawing = [printout for printout in allowed if printout.listed_only_if_ready and number in begun]
            yield Stretch(_table(title, for_drawing, Job(event, begun.get(number))))


def _table(title: StrOrPromise, printouts: Sequence[Printout], job: Job) -> PrintoutsTable:
    lines = []
    for printout in printouts:
        why = printout.why_not(job)
        if why and printout.listed_only_if_ready:
            continue
        lines.append(
            Line(
                printout.title,
                cited(printout.purpose, job.event.rules),
                () if why else tuple(_links(printout, job)),
                names=printout.names.label,
                not_yet=why,
                tick="" if why else printout.tick(job),
                ticked=not why and printout.in_day(job),
            )
        )
    return PrintoutsTable.table_for(Medium.PAGE, lines, caption=title)


def _links(printout: Printout, job: Job) -> Iterator[tuple[StrOrPromise, str]]:
    """Yields the label and address of each file and, for many sheets, of a web page that browsers print faster."""
    for choice in (*printout.choices, *printout.more_choices(job)):
        label = choice.label if choice is not WHOLE or pdf_is_possible() else _("Seite")
        yield label, printout.address(job, choice)
    if printout.batch is not None and printout.batch.wanted(job) and pdf_is_possible():
        yield _("im Browser drucken"), as_page(printout.address(job, WHOLE))


@require_safe
@for_officials(Right.SEE)
def print_page(request: OfficialRequest, event: Event) -> HttpResponse:
    if makes_pdf := pdf_is_possible():
        jobs.get_ready()
    data_files = (
        Line(file.title, file.contents, tuple((label, file.address(event, kind)) for kind, label in KINDS))
        for file in DATA_FILES
        if file.contents and may(request.user, file.right, event) and file.wanted(event)
    )
    context = {
        "event": event,
        "stretches": stretches(event, request.user),
        "makes_pdf": makes_pdf,
        "lost": lost_addresses(),
        "tables": DataFilesTable.table_for(Medium.PAGE, data_files),
        "beyond_papers": names_beyond_papers(event),
        "may_archive": may(request.user, Right.DIRECT, event) and private_key(event.held_by) is not None,
    }
    return render(request, "organiser/printouts/print_page.html", context)
