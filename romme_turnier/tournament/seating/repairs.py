"""Repairs a seating after a player has come late, stayed away, or left (core/seating/repair.py).

The official names missing and new players, and chooses one of the proposals. Lists with entries and the standings of
earlier series do not change.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.seating.repair import Repair, RepairImpossible, SeatedTable, repairs
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import is_written_on, lock_lists, written_on
from romme_turnier.tournament.models.fields import canonical
from romme_turnier.tournament.models.reasons import Reason
from romme_turnier.tournament.participants.absences import set_absent
from romme_turnier.tournament.participants.check_in import check_in
from romme_turnier.tournament.participants.unpaid import unpaid, unpaid_in_words
from romme_turnier.tournament.seating.inputs import (
    candidate,
    meetings,
    met_of,
    numbers_of_hall,
    player_input,
    small_tables_before,
)
from romme_turnier.tournament.seating.repair_words import impossible_in_words, repair_in_words
from romme_turnier.tournament.seating.seats import reseat
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from romme_turnier.tournament.shared.service import locked_series, service

Registrations = Sequence[models.Registration]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A possible repair. `key` is a hash of the current seating and the change.

    `words` describe the repair. `small_tables` is the number of small tables in the hall afterwards. `filler` is the
    player out of competition who fills up a table.
    """

    key: str
    repair: Repair
    words: tuple[str, ...]
    small_tables: int
    filler: models.Registration | None = None


@dataclass(frozen=True, slots=True)
class Proposals:
    """The possible repairs, the smallest change first; a repair with a filler is last.

    If no repair without a filler is possible, `why_not` is the reason as text. `code` names the limit that prevents it
    (core/seating/repair.py); it is "" for any other reason. `written_table` is the table that a missing player cannot
    leave, because its list has entries. `player` is the player concerned by the limit, if any.
    """

    proposals: tuple[Proposal, ...]
    why_not: str = ""
    written_table: int | None = None
    code: str = ""
    player: models.Registration | None = None


@dataclass(frozen=True, slots=True)
class Hall:
    """The tables of a series, and all players of the event with a start number.

    A table is locked if its list has any content besides its seats, such as entries or a hand-in.
    """

    tables: tuple[SeatedTable, ...]
    registrations: Mapping[int, models.Registration]  # by start number

    @property
    def seated(self) -> set[int]:
        return {number for table in self.tables for number in table.seats}


def hall_of(series: models.Series) -> Hall:
    seats: dict[int, list[int]] = {}
    rows = models.Seat.objects.filter(series=series).order_by("table__number", "number")
    for table, number in rows.values_list("table__number", "registration__number"):
        seats.setdefault(table, []).append(number or 0)  # seated players have a number
    lists = models.Spielliste.objects.filter(table__series=series)
    locked = set(written_on(lists).values_list("table__number", flat=True))
    people = series.event.registrations.filter(number__isnull=False).select_related("player", "club", "team_membership")
    return Hall(
        tuple(SeatedTable(number, tuple(order), number in locked) for number, order in seats.items()),
        {
            registration.number: registration
            for registration in people.prefetch_related("absences", "call_ins")
            if registration.number is not None
        },
    )


def missing_in(series: models.Series) -> list[models.Registration]:
    """Returns the players at unlocked tables who no longer play in the series, in order of start number.

    Examples are players who have withdrawn, are excluded or sit the series out.
    """
    hall = hall_of(series)
    open_seats = [number for table in hall.tables if not table.locked for number in table.seats]
    return [
        registration
        for number in sorted(open_seats)
        if not (registration := hall.registrations[number]).plays_in(series.number)
    ]


def propose(series: models.Series, *, missing: Registrations, coming: Registrations) -> Proposals:
    """Returns ways to remove the missing players and seat the coming ones, without changing anything.

    If a player out of competition makes a repair possible, or lets fewer other players move, the last proposal fills up
    a table with that player.
    """
    hall = hall_of(series)
    first = _propose(series, hall, missing, coming, None)
    least = first.proposals[0].repair if first.proposals else None
    if least is not None and not least.moved:
        return first
    taken = hall.seated | {registration.number for registration in coming}
    fillers = [
        registration
        for number, registration in sorted(hall.registrations.items())
        if registration.out_of_competition and number not in taken and registration.belongs_to(series.number)
    ]
    for filler in fillers:
        filled = _propose(series, hall, missing, [*coming, filler], filler).proposals[:1]
        if filled and (least is None or len(filled[0].repair.moved) < len(least.moved)):
            return replace(first, proposals=(*first.proposals[:2], *filled))
    return first


def _propose(
    series: models.Series, hall: Hall, missing: Registrations, coming: Registrations, filler: models.Registration | None
) -> Proposals:
    numbers = [registration.number for registration in coming if registration.number is not None]
    seats = hall.seated
    if len(numbers) < len(coming):
        return Proposals((), _("Wer dazukommt, braucht zuerst eine Startnummer."))
    if benched := next((registration for registration in coming if registration.on_bench(series.number)), None):
        words = _("%(name)s ist Ersatz. Wechseln Sie die Person zuerst auf der Seite ihrer Mannschaft ein.")
        return Proposals((), words % {"name": benched.name})
    if owing := unpaid_in_words(unpaid(coming)):
        return Proposals((), owing)
    if any(registration.number not in seats for registration in missing) or seats & set(numbers):
        return Proposals((), _("Inzwischen sitzt hier jemand anders. Bitte wählen Sie noch einmal."))
    small_tables = small_tables_before(series.event, series.number)
    involved = [hall.registrations[number] for number in sorted({*seats, *numbers})]
    try:
        possible = repairs(
            hall.tables,
            [candidate(player_input(registration, small_tables[registration.pk])) for registration in involved],
            series.event.rules,
            leaving=[registration.number for registration in missing if registration.number is not None],
            coming=numbers,
            free=_free_tables(series.event, hall, len(seats) + len(numbers)),
            met=met_of(meetings(series.event, series.number)),
        )
    except RepairImpossible as impossible:
        table = impossible.params.get("table") if impossible.code == "leaves_locked_table" else None
        player = hall.registrations.get(impossible.params.get("player", 0))
        return Proposals(
            (), impossible_in_words(impossible, hall.registrations, series.event.rules), table, impossible.code, player
        )
    hints = []
    if filler is not None:
        words = _("Nr. %(number)d %(name)s füllt außer Konkurrenz auf.")
        hints.append(words % {"number": filler.number, "name": filler.name})
    rules, proposals = series.event.rules, []
    for repair in possible:
        tables = [table.seats for table in hall.tables if table.number not in repair.before] + [*repair.after.values()]
        proposals.append(
            Proposal(
                key=_key(hall, repair),
                repair=repair,
                words=(*hints, *repair_in_words(repair, hall.registrations, rules)),
                small_tables=sum(len(seats) < rules.table_size for seats in tables),
                filler=filler,
            )
        )
    return Proposals(tuple(proposals))


def _free_tables(event: models.Event, hall: Hall, players: int) -> list[int]:
    """Returns the table numbers that can be added: the unused numbers of the hall.

    If the announcement lists none, they are the lowest unused numbers, then the tables to which players are tied.
    """
    used = {table.number for table in hall.tables}
    numbers = numbers_of_hall(event) or range(1, max([0, *used]) + players // event.rules.seats_min + 2)
    tied = [
        registration.fixed_table for registration in hall.registrations.values() if registration.fixed_table is not None
    ]
    further = [] if event.hall_tables else sorted(set(tied) - set(numbers))
    return [number for number in (*numbers, *further) if number not in used]


def _key(hall: Hall, repair: Repair) -> str:
    content = {
        "hall": [[table.number, list(table.seats), table.locked] for table in hall.tables],
        "after": [[number, list(seats)] for number, seats in sorted(repair.after.items())],
    }
    return hashlib.sha256(canonical(content)).hexdigest()[:32]


@service(gettext_lazy("Sitzplan geändert"))
def apply_repair(
    series: models.Series, key: str, *, missing: Registrations, coming: Registrations, reason: str, by: User | None
) -> models.SeatingRepair:
    """Carries out the proposal with that key, for the same players.

    Missing players who still belong to the series become absent, coming players are checked in, and an earlier absence
    of a player with a new seat ends. Raises Conflict if the seating has changed since the proposal, TournamentError if
    the series is closed, and the errors of `check_in`.
    """
    series = _locked(series)
    proposals = propose(series, missing=missing, coming=coming).proposals
    chosen = next((proposal for proposal in proposals if proposal.key == key), None)
    if chosen is None:
        raise Conflict(_("Inzwischen haben sich Plätze oder Listen geändert. Bitte sehen Sie die Vorschläge neu an."))
    before = {number: list(seats) for number, seats in chosen.repair.before.items()}
    after = {number: list(seats) for number, seats in chosen.repair.after.items()}
    reason = " ".join(reason.split())[:200] or Reason.SEATS_CHANGED.stored()
    _rebuild(series, before, after, reason, by)
    for registration in coming:
        check_in(registration, by=by)
    for registration in missing:
        if registration.belongs_to(series.number):
            set_absent(registration, series.number, reason=reason, by=by)
    seated = [*coming, *([chosen.filler] if chosen.filler else [])]
    models.Absence.objects.filter(registration__in=seated, series_number=series.number).delete()
    invalidate_public_pages(series.event_id)
    return models.SeatingRepair.objects.create(
        series=series, reason=reason, before=before, after=after, by=by, at=timezone.now()
    )


def _locked(series: models.Series) -> models.Series:
    series = locked_series(series)
    if series.is_closed:
        raise TournamentError(_("Serie %(number)d ist abgeschlossen.") % {"number": series.number})
    lock_lists(models.Spielliste.objects.filter(table__series=series))
    return series


def _rebuild(
    series: models.Series,
    before: Mapping[int, Sequence[int]],
    after: Mapping[int, Sequence[int]],
    reason: str,
    by: User | None,
) -> None:
    """Turns the tables in `before` into those in `after`: removes and opens tables, and seats the players."""
    series.tables.filter(number__in=[number for number in before if number not in after]).delete()
    for number in after:
        if number not in before:
            table = models.Table.objects.create(series=series, number=number)
            models.Spielliste.objects.create(table=table)
    tables = dict(series.tables.values_list("number", "pk"))
    people = dict(series.event.registrations.values_list("number", "pk"))
    reseat({tables[n]: [people[p] for p in order] for n, order in after.items()}, by=by, reason=reason)


@service(gettext_lazy("Änderung des Sitzplans zurückgenommen"))
def undo_repair(repair: models.SeatingRepair, *, by: User | None) -> None:
    """Undoes a repair, so that its missing players are expected again.

    Raises TournamentError if the series is closed, if the repair has already been undone, if a list of its tables has
    any content besides its seats, or if seats have changed since.
    """
    series = _locked(repair.series)
    repair = models.SeatingRepair.objects.select_for_update(no_key=True).get(pk=repair.pk)
    if repair.undone_at is not None:
        raise TournamentError(_("Diese Änderung ist schon rückgängig gemacht."))
    before = {int(number): seats for number, seats in repair.before.items()}
    after = {int(number): seats for number, seats in repair.after.items()}
    touched = models.Spielliste.objects.filter(table__series=series, table__number__in=after)
    if is_written_on(touched):
        raise TournamentError(_("An einem dieser Tische ist schon etwas eingetragen. Die Änderung bleibt."))
    hall = {table.number: list(table.seats) for table in hall_of(series).tables}
    elsewhere = {p for n, seats in hall.items() if n not in after for p in seats}
    returning = {p for seats in before.values() for p in seats}
    reused = [number for number in before if number not in after and number in hall]
    if any(hall.get(number) != seats for number, seats in after.items()) or returning & elsewhere or reused:
        raise TournamentError(
            _("Seit dieser Änderung haben sich Plätze geändert. Machen Sie zuerst die spätere Änderung rückgängig.")
        )
    _rebuild(series, after, before, Reason.UNDONE.stored(repair.reason)[:200], by)
    back = returning - {p for seats in after.values() for p in seats}
    coming = models.Registration.objects.filter(event=series.event_id, number__in=back)
    models.Absence.objects.filter(registration__in=coming, series_number=series.number).delete()
    invalidate_public_pages(series.event_id)
    repair.undone_at, repair.undone_by = timezone.now(), by
    repair.save(update_fields=["undone_at", "undone_by"])
