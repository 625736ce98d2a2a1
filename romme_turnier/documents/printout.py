"""Printouts (the rows of the catalogue), and jobs to print them for an event or a series."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from django.db.models import TextChoices
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from romme_turnier.documents.render.pdf import Piece
from romme_turnier.tournament.models import Event, Series
from romme_turnier.tournament.permissions import Right

Context = dict[str, Any]


class Phase(TextChoices):
    """The phase of the event to which a printout belongs; printouts of SERIES exist once per series."""

    BEFORE = "before", _("Vor dem Turnier")
    SERIES = "series", ""  # the heading is the number of the series
    AFTER = "after", _("Siegerehrung und Abschluss")
    CASH = "cash", _("Kasse")


class Names(TextChoices):
    """The people named on a printout, and the form of their names."""

    NONE = "none", _("ohne Namen")
    HALL = "hall", _("Namen, wie die Ausschreibung sagt")
    OWN = "own", _("volle Namen, für die Spieler selbst")
    OWN_AND_HALL = "own_and_hall", _("eigener Name voll, andere, wie die Ausschreibung sagt")
    CEREMONY = "ceremony", _("volle Namen, für die Siegerehrung")
    FULL = "full", _("volle Namen, für die Spielleitung")


FIRST = 1  # the series before which the printouts for all series are laid out


class LaidOut(Enum):
    """The time at which a printout is laid out in the hall; printouts that are laid out together are one file."""

    NEVER = "never"
    ONCE = "once"  # before the first series, for all of them
    EACH = "each"
    NEXT = "next"  # before the next series: the results of this one


@dataclass(frozen=True, slots=True)
class Job:
    """The event or series to print. `numbers` narrow the printout; their names are the same as in its address."""

    event: Event
    of_series: Series | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)
    base: str = ""  # where phones reach the program, for addresses on paper; "" if they cannot

    @property
    def series(self) -> Series:
        """The series of the job. Raises TypeError if the job is for the whole event."""
        if self.of_series is None:
            raise TypeError("The job is of the whole event")
        return self.of_series


@dataclass(frozen=True, slots=True)
class Batch:
    """Makes a printout in pieces, which is faster for many sheets.

    A file with other printouts always gets the pieces; a separate file gets them only if `wanted` returns True.
    """

    title: Callable[[Job], str]
    pieces: Callable[[Job], Iterator[Piece]]
    wanted: Callable[[Job], bool]


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to print: the text of the link, and the numbers that narrow the printout."""

    label: StrOrPromise
    numbers: Mapping[str, int] = field(default_factory=dict)


WHOLE = Choice(_("PDF"))


@dataclass(frozen=True, slots=True)
class Printout:
    """One printout. Its URL is the event's slug followed by `route`; the URL pattern is named `<key>_pdf`.

    `fill` returns the context of `template`; None if a number of the job is unknown or there is nothing to print.
    `fill` is called only if `why_not` returns "" rather than a sentence with the reason.
    """

    key: str
    title: StrOrPromise
    purpose: StrOrPromise
    names: Names
    phase: Phase
    route: str
    template: str
    fill: Callable[[Job], Context | None]
    why_not: Callable[[Job], str] = lambda _job: ""
    right: Right = Right.SEE
    parameters: tuple[str, ...] = ()  # the numbers that its address may name: ?nr=7
    choices: tuple[Choice, ...] = (WHOLE,)
    more_choices: Callable[[Job], Sequence[Choice]] = lambda _job: ()  # depending on the state of the event
    file: str = ""  # the name of a saved file, after the event and the series, if it is not the last part of the route
    single: str = ""  # another route, `<key>_one_pdf`, with numbers that narrow the printout
    batch: Batch | None = None
    laid_out: LaidOut = LaidOut.NEVER
    in_whole_day: bool = False
    special_paper: bool = False  # and so printed as a separate file
    listed_only_if_ready: bool = False  # otherwise the print page lists it with the reason
    is_timestamped: bool = False  # shows the time of printing, so a finished file is soon outdated

    def address(self, job: Job, choice: Choice) -> str:
        """Returns the path and query of the printout for a job and a choice."""
        where = [job.event.slug] if job.of_series is None else [job.event.slug, job.series.number]
        query = "&".join(f"{name}={number}" for name, number in choice.numbers.items())
        return reverse(f"documents:{self.key}_pdf", args=where) + (f"?{query}" if query else "")

    def tick(self, job: Job) -> str:
        """Returns the name of the checkbox for the printout: "lists-2", or "announcement" for the whole event."""
        return f"{self.key}-{job.series.number}" if job.of_series else self.key

    def in_day(self, job: Job) -> bool:
        """Returns whether the file of the whole day includes the printout now.

        Printouts of BEFORE are included until the first series is closed. The papers to lay out for a series are
        included until that series is closed, and its results afterwards. Papers for all series belong to series 1.
        """
        if not self.in_whole_day or self.special_paper:
            return False
        if job.of_series is None:
            return self.phase is not Phase.BEFORE or not job.event.series.filter(closed_at__isnull=False).exists()
        if self.laid_out is LaidOut.ONCE and job.series.number > FIRST:
            return False
        return job.series.is_closed is not (self.laid_out in {LaidOut.ONCE, LaidOut.EACH})

    def file_name(self, job: Job) -> str:
        """Returns the file name without extension, such as testpokal-serie-1-listen-tisch-7."""
        series = f"-serie-{job.series.number}" if job.of_series else ""
        narrowed = "".join(f"-{name}-{number}" for name, number in job.numbers.items())
        file = self.file or self.route.rpartition("/")[2].removesuffix(".pdf")
        return f"{job.event.own_slug}{series}-{file}{narrowed}"

    def pieces(self, job: Job) -> Iterator[Piece]:
        """Yields the pieces for a file of many printouts; none while the printout cannot be made."""
        if self.why_not(job):
            return
        if self.batch is not None:
            yield from self.batch.pieces(job)
        elif (context := self.fill(job)) is not None:
            yield self.template, context
