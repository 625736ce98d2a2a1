"""Every table that can be saved for other programs. Addresses and the print page read this one."""

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from romme_turnier.documents.tables.contents import list_rows, participants, seats, standings, team_standings
from romme_turnier.documents.tables.ledger import ledger
from romme_turnier.documents.tables.writing import Table
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import Right

KINDS = (("csv", _("CSV")), ("xlsx", _("XLSX")))


def _always(_event: Event) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class DataFile:
    """One table: its address is `<key>_file`, at `route` and the kind of file after the event's slug."""

    key: str
    title: StrOrPromise
    contents: StrOrPromise
    route: str
    make: Callable[[Event], Table]
    right: Right = Right.SEE
    wanted: Callable[[Event], bool] = _always  # the print page names it only then

    def address(self, event: Event, kind: str) -> str:
        return reverse(f"documents:{self.key}_file", args=[event.slug, kind])

    def file_name(self, event: Event, kind: str) -> str:
        return f"{event.slug}-{self.route.rpartition('/')[2]}.{kind}"


DATA_FILES: tuple[DataFile, ...] = (
    DataFile(
        key="participants",
        title=_("Teilnehmer"),
        contents=_("Nummer, Name, Club, Mannschaft, Startgeld, Status."),
        route="tabellen/teilnehmer",
        make=participants,
    ),
    DataFile(
        key="seats",
        title=_("Sitzplätze"),
        contents=_("Serie, Tisch, Platz und wer dort sitzt."),
        route="tabellen/sitzplaetze",
        make=seats,
    ),
    DataFile(
        key="list_rows",
        title=_("Listen"),
        contents=_("Jedes Spiel jedes Spielers, wie es auf der Liste steht."),
        route="tabellen/listen",
        make=list_rows,
    ),
    DataFile(
        key="standings",
        title=_("Rangliste"),
        contents=_("Die neueste freigegebene Ausgabe."),
        route="tabellen/rangliste",
        make=standings,
    ),
    DataFile(
        key="team_standings",
        title=_("Mannschaftswertung"),
        contents=_("Die neueste freigegebene Ausgabe."),
        route="tabellen/mannschaften",
        make=team_standings,
        wanted=lambda event: event.teams.exists(),
    ),
    DataFile(
        key="ledger",
        title=_("Buchungen"),
        contents=_("Jede Buchung der Kasse, auch die stornierten."),
        route="kasse/buchungen",
        make=ledger,
        right=Right.CASH,
    ),
)
