"""The effect of a decision, determined by a dry run.

The effect consists of the resulting list, the players who must agree or be informed, and the results and ranks of
everyone at the changed tables, before and after.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from romme_turnier.core.lists.evaluation import Evaluation
from romme_turnier.core.lists.sheet import ListSheet
from romme_turnier.documents.tables.lists.histories import EffectsTable
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.corrections import ConsentMissing
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.lists.revision_chain import content_of
from romme_turnier.tournament.shared.numbers import DASH
from romme_turnier.tournament.shared.service import dry_run, one_transaction
from romme_turnier.tournament.standings import reading as standings_reading
from romme_turnier.web.organiser.lists.common import ListView, Status

Deed = Callable[[Sequence[int]], object]  # carries the decision out, with the consent of these seats


@dataclass(frozen=True, slots=True)
class Seated:
    """A player as named in the preview.

    `table` is None for players at the list's own table. `seat` is None for players who lose their seat.
    """

    seat: int | None
    name: str
    table: int | None = None

    @property
    def words(self) -> str:
        if self.seat is None:
            return self.name
        words = {"table": self.table, "seat": self.seat, "name": self.name}
        if self.table is None:
            return _("Platz %(seat)d: %(name)s") % words
        return _("Tisch %(table)d, Platz %(seat)d: %(name)s") % words


@dataclass(frozen=True, slots=True)
class Figures:
    """A player's result on the list of their table, and their rank in the standings.

    `scored` is the text from `EffectsTable.points_in_words`, or a dash while the table points are not known.
    """

    seated: Seated
    total: int
    scored: str
    counting: bool
    status: Status
    left: bool  # the list cannot count for this seat, however it continues
    rank: str


@dataclass(frozen=True, slots=True)
class Stored:
    """The list as the dry run stored it; `content` has the format of a revision."""

    sheet: ListSheet
    evaluation: Evaluation
    status: Status
    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The effect of a decision; `after` is the resulting list.

    `concerned` holds the players who must be informed or must agree; some must agree if `consent_needed`. `withdrawn`
    holds the players who no longer need a notice of an earlier correction, because the decision undoes that correction.
    `people` holds the figures before and after of everyone at the changed tables, in the order of the new seats; None
    stands for a player without a seat in the series.
    """

    after: Stored
    concerned: tuple[Seated, ...]
    withdrawn: tuple[Seated, ...]
    consent_needed: bool
    people: tuple[tuple[Figures | None, Figures | None], ...]

    @property
    def ranks(self) -> bool:
        """Whether the decision changes the rank of a player at the changed tables."""
        return any((before and before.rank) != (after and after.rank) for before, after in self.people)


@one_transaction()  # on SQLite, no other correction is stored between the figures before and after
def outcome_of(view: ListView, deed: Deed) -> Outcome:
    """Returns the effect of a dry run of `deed`. Raises TournamentError if the decision is impossible."""
    of_event = models.Notice.objects.filter(registration__event=view.event)
    newest = of_event.aggregate(pk=Max("pk"))["pk"] or 0
    of_list = models.Notice.objects.filter(revision__spielliste=view.spielliste)
    gone_before = set(of_list.exclude(withdrawn_at=None).values_list("pk", flat=True))
    here = {seat.registration_id for seat in view.seats}

    def look() -> tuple[Stored, list[Seated], list[Seated], dict[int, Figures]]:
        gone = of_list.exclude(withdrawn_at=None).exclude(pk__in=gone_before).filter(pk__lte=newest)
        now = set(view.spielliste.table.seats.values_list("registration_id", flat=True))
        loaded = load(view.spielliste.pk)  # the objects of the page hold earlier values
        return (
            Stored(loaded.sheet, loaded.evaluation, Status(loaded.row.status), content_of(loaded)),
            _seated(view, of_event.waiting().filter(pk__gt=newest)),
            _seated(view, gone),
            _figures(view, here | now),
        )

    needed: Sequence[int] = ()
    try:
        stored, told, gone, after = dry_run(lambda: deed(()), look)
    except ConsentMissing as missing:
        needed = missing.seats
        stored, told, gone, after = dry_run(lambda: deed(needed), look)
    before = _figures(view, here | after.keys())
    names = {seat.number: Seated(seat.number, str(seat.registration)) for seat in view.seats}
    asked = [names[seat] for seat in needed if seat not in {person.seat for person in told if person.table is None}]
    return Outcome(
        after=stored,
        concerned=tuple(sorted([*told, *asked], key=_order)),
        withdrawn=tuple(sorted(gone, key=_order)),
        consent_needed=bool(needed),
        people=tuple((before.get(pk), after.get(pk)) for pk in dict.fromkeys([*after, *before])),
    )


def _seated(view: ListView, notices: QuerySet[models.Notice]) -> list[Seated]:
    """Returns the recipients of these notices, with their current seats in the series."""
    seats = {
        seat.registration_id: seat
        for seat in models.Seat.objects.filter(series=view.series, registration__notices__in=notices)
        .select_related("table")
        .distinct()
    }
    people = {notice.registration_id: notice.registration for notice in notices.select_related("registration__player")}
    return [
        Seated(seat.number, str(registration), _elsewhere(view, seat.table))
        if (seat := seats.get(pk))
        else Seated(None, str(registration))
        for pk, registration in people.items()
    ]


def _order(seated: Seated) -> tuple[bool, int, bool, int]:
    """Returns the sort key: players at this table by seat, then players without a seat, then other tables."""
    return seated.table is not None, seated.table or 0, seated.seat is None, seated.seat or 0


def _elsewhere(view: ListView, table: models.Table) -> int | None:
    return None if table.pk == view.spielliste.table_id else table.number


def _figures(view: ListView, people: Collection[int]) -> dict[int, Figures]:
    """Returns the figures of all players at the tables of `people`, by registration key, this table first."""
    tables = models.Table.objects.filter(series=view.series, seats__registration__in=people).distinct()
    rows = standings_reading.standings(view.event, view.event.series.last_drawn() or view.number)
    ranks = {row.entrant.key: str(row.rank or "–") for row in rows}
    by_list = view.event.scoring != models.Event.Scoring.TABLE_POINTS
    figures: dict[int, Figures] = {}
    for table in sorted(tables, key=lambda table: (table.pk != view.spielliste.table_id, table.number)):
        loaded = load(table.spielliste.pk)
        evaluation = loaded.evaluation
        for seat in loaded.seats:
            totals = evaluation.totals[seat.number - 1]
            figures[seat.registration_id] = Figures(
                Seated(seat.number, str(seat.registration), _elsewhere(view, table)),
                totals.total,
                EffectsTable.points_in_words(totals) if by_list or evaluation.complete else DASH,
                evaluation.counting[seat.number - 1],
                Status(loaded.row.status),
                any(vacancy.seat == seat.number and not vacancy.counts for vacancy in loaded.vacancies),
                ranks.get(seat.registration_id, "–"),
            )
    return figures
