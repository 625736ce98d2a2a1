"""The print page: each printout of the catalogue with its addresses, or why there is none yet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _
from django_stubs_ext import StrOrPromise

from romme_turnier.accounts.models import User
from romme_turnier.documents.catalogue import PRINTOUTS
from romme_turnier.documents.printout import Job, Phase, Printout
from romme_turnier.tournament.models import Event, Series
from romme_turnier.tournament.permissions import Right, may
from romme_turnier.tournament.queries import drawn_series

Links = Sequence[tuple[StrOrPromise, str]]  # label, address


@dataclass(frozen=True, slots=True)
class Line:
    """`links` is empty while there is nothing to print; `not_yet` then says why."""

    printout: Printout
    links: Links
    not_yet: str


@dataclass(frozen=True, slots=True)
class Stretch:
    title: StrOrPromise
    lines: tuple[Line, ...]
    everything: str = ""  # address of all of them as one file
    everything_label: str = ""


def stretches(event: Event, user: User | AnonymousUser) -> list[Stretch]:
    """What the user may print, by stretch of the day; stretches that hold nothing for them are left out."""
    found: list[Stretch] = []
    for phase in Phase:
        allowed = [one for one in PRINTOUTS if one.phase is phase and may(user, one.right, event)]
        if phase is Phase.SERIES:
            found += _of_each_series(event, allowed)
        elif allowed:
            found.append(Stretch(phase.label, tuple(_lines(allowed, Job(event)))))
    return found


def _of_each_series(event: Event, allowed: Sequence[Printout]) -> Iterator[Stretch]:
    """A series that is not drawn has nothing but what is needed for drawing it."""
    begun = {series.number: series for series in event.series.all()}
    drawn = set(drawn_series(event).values_list("number", flat=True))
    for number in range(1, event.series_count + 1):
        title = _("Serie %(number)d") % {"number": number}
        if number in drawn:
            everything = reverse("documents:series_papers", args=[event.slug, number])
            label = _("Alles für Serie %(number)d") % {"number": number}
            yield Stretch(title, tuple(_lines(allowed, Job(event, begun[number]))), everything, label)
        else:
            yield Stretch(title, tuple(_for_drawing(allowed, event, begun.get(number))))


def _for_drawing(allowed: Sequence[Printout], event: Event, series: Series | None) -> Iterator[Line]:
    if series is not None:
        yield from _lines([one for one in allowed if one.only_then], Job(event, series))


def _lines(printouts: Sequence[Printout], job: Job) -> Iterator[Line]:
    for printout in printouts:
        why = printout.why_not(job)
        if not why:
            links = tuple((choice.label, printout.address(job, choice)) for choice in printout.choices)
            yield Line(printout, links, "")
        elif not printout.only_then:
            yield Line(printout, (), why)


def tables(event: Event, user: User | AnonymousUser) -> list[tuple[str, str, Links]]:
    """Name, what is in it, and its files."""

    def files(table: str) -> Links:
        return tuple(
            (label, reverse("documents:table_file", args=[event.slug, table, kind]))
            for label, kind in ((_("CSV"), "csv"), (_("XLSX"), "xlsx"))
        )

    return [
        (_("Teilnehmer"), _("Nummer, Name, Club, Mannschaft, Startgeld, Status."), files("teilnehmer")),
        (_("Sitzplätze"), _("Serie, Tisch, Platz und wer dort sitzt."), files("sitzplaetze")),
        (_("Listen"), _("Jedes Spiel jedes Spielers, wie es auf der Liste steht."), files("listen")),
        (_("Rangliste"), _("Die neueste freigegebene Ausgabe."), files("rangliste")),
        *(
            [(_("Mannschaftswertung"), _("Die neueste freigegebene Ausgabe."), files("mannschaften"))]
            if event.teams.exists()
            else []
        ),
        *([_ledger(event)] if may(user, Right.CASH, event) else []),
    ]


def _ledger(event: Event) -> tuple[str, str, Links]:
    addresses = ((_("CSV"), "documents:ledger_csv"), (_("XLSX"), "documents:ledger_xlsx"))
    links = tuple((label, reverse(address, args=[event.slug])) for label, address in addresses)
    return _("Buchungen"), _("Jede Buchung der Kasse, auch die stornierten."), links
