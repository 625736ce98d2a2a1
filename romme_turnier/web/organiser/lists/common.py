"""Code that all pages about a list share: lookup, permissions, the next step, and addresses."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.contrib import messages
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from romme_turnier.core.lists.picture import Row
from romme_turnier.core.lists.sheet import ListSheet
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.terms import terms_of
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.code import ListCode
from romme_turnier.tournament.lists.loaded_list import LoadedList, load
from romme_turnier.tournament.organisers.addresses import addresses_of, event_at
from romme_turnier.tournament.organisers.reading import names_with_organiser
from romme_turnier.tournament.permissions import OfficialRequest, Right, RightMissing, may
from romme_turnier.tournament.shared.numbers import whole_number

Status = models.Spielliste.Status

# Lists in these states may still be written (§ 2.2.3). Signed and checked lists are documents (§ 2.2.4, § 2.2.5).
WRITTEN_AT_THE_DESK = (Status.OPEN, Status.COMPLETE)


@dataclass(frozen=True, slots=True)
class ListView:
    """A list as one official sees it."""

    loaded: LoadedList
    event: models.Event
    may_enter: bool
    may_rule: bool

    @property
    def spielliste(self) -> models.Spielliste:
        return self.loaded.row

    @property
    def seats(self) -> tuple[models.Seat, ...]:
        return self.loaded.seats

    @property
    def sheet(self) -> ListSheet:
        return self.loaded.sheet

    @property
    def series(self) -> models.Series:
        return self.spielliste.table.series

    @property
    def number(self) -> int:
        return self.series.number

    @property
    def table(self) -> int:
        return self.spielliste.table.number

    @property
    def is_open(self) -> bool:
        return self.spielliste.status == Status.OPEN

    @property
    def is_ready(self) -> bool:
        """Whether all games are entered, no game breaks a rule, and no difference to the scorer's sums is open."""
        clean = not self.loaded.evaluation.missing and not self.loaded.evaluation.violations
        return clean and not self.loaded.unsettled

    @property
    def table_confirms(self) -> bool:
        """Whether a phone keeps the list. If so, the players' confirmations complete the list, not its last entry."""
        return terms_of(self.series).on_phones and self.spielliste.phones.filter(ended_at=None).exists()

    @property
    def was_on_phones(self) -> bool:
        """Whether phones may keep this list, or kept it before the series continued on paper."""
        return terms_of(self.series).on_phones or self.spielliste.phones.exists()

    @property
    def was_on_screen(self) -> bool:
        """Whether games of this list are or were played in the browser."""
        return self.was_on_phones and models.PlayTable.objects.filter(spielliste=self.spielliste).exists()

    @property
    def next_step(self) -> str:
        """The step that the page offers: "check", "repair" a game, "settle" a difference, "complete", or ""."""
        if self.is_open:
            return "complete" if self.may_write else ""
        if self.spielliste.status == Status.INVALID:
            return ""
        evaluation, may_check = self.loaded.evaluation, self.may_rule and not self.series.is_closed
        if may_check and self.spielliste.state.waits_for_check and self.is_ready:
            return "check"
        if may_check and (evaluation.violations or evaluation.missing):
            return "repair"
        return "settle" if self.may_write and self.loaded.unsettled else ""

    def remedy(self, row: Row) -> dict[str, str] | None:
        """Returns a link ("words" and "url") to the page that resolves a game's faults.

        Returns None if the game has no faults, or if the user may not rule.
        """
        if not row.violations or not self.may_rule:
            return None
        if row.unread:  # its readings count (§ 2.2.6)
            url = f"{self.url('list_reading')}?spiel={row.number}&platz={row.unread[0]}"
            return {"words": _("Lesarten eintragen"), "url": url}
        return {"words": _("gelten lassen"), "url": f"{self.url('list_ruling')}?spiel={row.number}"}

    @property
    def may_write(self) -> bool:
        """Whether this official may change entries now."""
        if self.series.is_closed:
            return False
        return self.may_enter if self.spielliste.status in WRITTEN_AT_THE_DESK else self.may_rule

    @property
    def to_tell(self) -> int:
        """The number of players to inform about corrections of this list (§ 2.2.5); 0 while the list is open."""
        if self.is_open:
            return 0  # if the list was invalid for a while, its notices are on their own page
        waiting = models.Notice.objects.waiting().filter(revision__spielliste=self.spielliste)
        return waiting.values("registration").distinct().count()

    def url(self, name: str = "list", **more: int) -> str:
        return address_of_list(name, slug=self.event.slug, number=self.number, table=self.table, **more)

    def context(self) -> dict[str, Any]:
        """Returns the context that every page about a list needs."""
        return {
            "event": self.event,
            "view": self,
            "spielliste": self.spielliste,
            "list_url": self.url(),
            "lists_url": lists_url(self.event, self.number),
        }


@lru_cache(maxsize=4096)
def address_of_list(name: str, **where: int | str) -> str:
    """Returns the address of a page about a list; cached, because each response to a saved row contains a dozen."""
    return reverse(f"organiser:{name}", kwargs=where)


def lists_url(event: models.Event, number: int) -> str:
    return address_of_list("lists", slug=event.slug, number=number)


_LIST = Prepared(
    lambda: models.Spielliste.objects.select_related("table__series", "hand_in"),
    "table__series__event",
    "table__series__number",
    "table__number",
)


def find_list(event: models.Event, number: int, table: int) -> models.Spielliste:
    """Returns the list of a table of the event; raises Http404 if there is none."""
    for spielliste in _LIST.fetch(event.pk, number, table):
        spielliste.table.series.event = event
        return spielliste
    raise Http404


def get_list_view(request: OfficialRequest, event: models.Event, number: int, table: int) -> ListView:
    """Returns the user's view of a table's list; raises Http404 if the event has no such list."""
    return list_view_of(request, event, load(find_list(event, number, table).pk))


def list_view_of(request: OfficialRequest, event: models.Event, loaded: LoadedList) -> ListView:
    """Returns the user's view of a loaded list."""
    may_enter, may_rule = may(request.user, Right.ENTER, event), may(request.user, Right.RULE, event)
    return ListView(loaded, event, may_enter=may_enter, may_rule=may_rule)


def complete_if_ready(request: OfficialRequest, view: ListView) -> None:
    """Completes an open list that is ready (`is_ready`), unless the players confirm it on their phones.

    Reads the list again, and shows a message if the list is completed. Raises Conflict if another official changes it
    at that moment.
    """
    now = get_list_view(request, view.event, view.number, view.table)
    if now.is_open and now.is_ready and not now.table_confirms:
        entries.complete(now.spielliste, expected=now.spielliste.version, by=request.user)
        messages.success(request, _("Die Liste von Tisch %(table)d ist vollständig.") % {"table": view.table})


def demand_writable(view: ListView) -> None:
    """Raises RightMissing if the list is neither open nor complete and the user may not rule."""
    if not view.may_rule and view.spielliste.status not in WRITTEN_AT_THE_DESK:
        raise RightMissing(Right.RULE)


def posted_version(request: OfficialRequest) -> int:
    """Returns the posted version of a list or row, or 0 if the field is missing or invalid."""
    return whole_number(request.POST.get("version", "")) or 0


def why_elsewhere(event: models.Event, number: int, code: ListCode | None) -> str:
    """Returns a sentence if the scanned list belongs to another event or series; otherwise ""."""
    if code is None:
        return ""
    if code.event and code.event not in addresses_of(event):
        other = event_at(code.event)
        name = names_with_organiser([other])[0] if other is not None and other.is_public else code.event
        return _("Diese Liste gehört zu einem anderen Turnier: %(address)s.") % {"address": name}
    if code.series not in (None, number):
        words = _("Diese Liste gehört zur Serie %(other)d, nicht zur Serie %(number)d.")
        return words % {"other": code.series, "number": number}
    return ""
