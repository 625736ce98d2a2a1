"""The effect of a decision by its dry run: the list, who must agree or be told, who changes rank."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.core.lists.evaluation import Evaluation, evaluate
from romme_turnier.core.lists.sheet import ListSheet
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.corrections import ConsentMissing
from romme_turnier.tournament.lists.revision_chain import content_of
from romme_turnier.tournament.lists.sheets import load, sheet_of
from romme_turnier.tournament.shared import series
from romme_turnier.tournament.shared.dry_run import dry_run
from romme_turnier.tournament.standings import reading as standings_reading
from romme_turnier.web.organiser.lists.common import ListView, Status, seat_name

Deed = Callable[[Sequence[int]], object]  # carries the decision out, with the consent of these seats


@dataclass(frozen=True, slots=True)
class Seated:
    """A player of the table, as a line of the preview names them."""

    seat: int
    name: str

    @property
    def words(self) -> str:
        return _("Platz %(seat)d: %(name)s") % {"seat": self.seat, "name": self.name}


@dataclass(frozen=True, slots=True)
class Stored:
    """The list as the dry run stored it; `content` as a revision would hold it."""

    sheet: ListSheet
    evaluation: Evaluation
    status: Status
    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """`after`: the list that the decision leaves behind.

    `concerned`: who must agree or be told; `consent_needed`: nobody may do it without them.

    `withdrawn`: who was still to be told of what this undoes, and need not be any more.

    `ranks` is by seat: the rank before and after in the standings as they are now, where they differ.
    """

    after: Stored
    concerned: tuple[Seated, ...]
    withdrawn: tuple[Seated, ...]
    consent_needed: bool
    ranks: dict[int, tuple[str, str]]


def outcome_of(view: ListView, deed: Deed) -> Outcome:
    """Tries the decision out. Raises TournamentError if it is impossible."""
    before = _ranks(view)
    newest = view.spielliste.revisions.count()

    notices = models.Notice.objects.filter(revision__spielliste=view.spielliste)
    gone_before = set(notices.exclude(withdrawn_at=None).values_list("pk", flat=True))

    def look() -> tuple[Stored, set[int], set[int], dict[int, str]]:
        made = notices.waiting().filter(revision__number__gt=newest).values_list("seat", flat=True)
        gone = notices.exclude(withdrawn_at=None).exclude(pk__in=gone_before).filter(revision__number__lte=newest)
        return _stored(view), set(made), set(gone.values_list("seat", flat=True)), _ranks(view)

    needed: Sequence[int] = ()
    try:
        stored, told, gone, after = dry_run(lambda: deed(()), look)
    except ConsentMissing as missing:
        needed = missing.seats
        stored, told, gone, after = dry_run(lambda: deed(needed), look)
    names = {seat.number: seat_name(seat) for seat in view.seats}
    return Outcome(
        after=stored,
        concerned=tuple(Seated(seat, names[seat]) for seat in sorted({*told, *needed})),
        withdrawn=tuple(Seated(seat, names[seat]) for seat in sorted(gone & names.keys())),
        consent_needed=bool(needed),
        ranks={
            seat.number: (before[seat.registration_id], after[seat.registration_id])
            for seat in view.seats
            if before[seat.registration_id] != after[seat.registration_id]
        },
    )


def _stored(view: ListView) -> Stored:
    """Read again: objects of the page hold earlier values."""
    spielliste = load(view.spielliste.pk)
    sheet = sheet_of(spielliste)
    return Stored(sheet, evaluate(sheet, view.event.terms), Status(spielliste.status), content_of(spielliste))


def _ranks(view: ListView) -> dict[int, str]:
    """Ranks by registration in the current standings; a dash for none."""
    last = series.drawn_series(view.event).order_by("-number").values_list("number", flat=True).first()
    rows = standings_reading.standings(view.event, last or view.number)
    ranks = {row.entrant.key: str(row.rank or "–") for row in rows}
    return {seat.registration_id: ranks.get(seat.registration_id, "–") for seat in view.seats}
