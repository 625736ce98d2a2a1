"""Stores the series of a file with their tables and lists, in bulk."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.claims import Claims
from romme_turnier.core.lists.evaluation import Obligation, evaluate, obligations
from romme_turnier.core.lists.sheet import Game, ListSheet, Penalty, Reading, Terms, Vacancy
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import progress_of, totals_of
from romme_turnier.tournament.lists.loaded_list import load_many
from romme_turnier.tournament.lists.revision_chain import add_revision
from romme_turnier.tournament.models.reasons import Reason
from romme_turnier.tournament.shared.service import part_of_service

Status = models.Spielliste.Status


@part_of_service
def store_series(
    event: models.Event, series: Sequence[dict[str, Any]], by_number: Mapping[int, models.Registration], by: User | None
) -> None:
    """Stores series, tables, seats and lists. `by_number` holds the registrations by start number.

    Imported lists have version 1. Open lists get a log entry about the import, others revision 1.
    """
    rows = _Rows(event.terms, by)
    for facts in series:
        stored = models.Series.objects.create(event=event, number=facts["number"])
        for table in facts["tables"]:
            rows.add_table(stored, table, by_number)
    rows.store()
    _record(event, by)


def _sheet(table: dict[str, Any]) -> ListSheet:
    content = table.get("list", {})
    games = sorted(content.get("games", []), key=lambda game: game["number"])
    return ListSheet(
        seats=len(table["seats"]),
        games=tuple(Game(g["number"], g["finisher"], g["handromme"], tuple(g["points"])) for g in games),
        penalties=tuple(Penalty(p["seat"], p["game"], p["points"]) for p in content.get("penalties", [])),
        readings=tuple(Reading(r["seat"], r["game"], tuple(r["values"])) for r in content.get("readings", [])),
        vacancies=tuple(Vacancy(v["seat"], v["from_game"], v.get("counts", False)) for v in content.get("vacant", [])),
        ruled=frozenset(ruling["game"] for ruling in content.get("rulings", [])),
        claims=Claims(
            *(
                tuple(content[name]) if name in content else None
                for name in ("claimed_totals", "claimed_results", "claimed_finished")
            )
        ),
    )


@dataclass
class _Rows:
    """The rows to store; `store` stores parents before children."""

    terms: Terms
    by: User | None
    tables: list[models.Table] = field(default_factory=list)
    seats: list[models.Seat] = field(default_factory=list)
    lists: list[models.Spielliste] = field(default_factory=list)
    games: list[models.GameRow] = field(default_factory=list)
    entries: list[models.GameEntry] = field(default_factory=list)
    totals: list[models.ListTotal] = field(default_factory=list)
    additions: list[Model] = field(default_factory=list)  # rows of the kinds in `store`

    def store(self) -> None:
        for rows in (self.tables, self.seats, self.lists, self.games, self.entries, self.totals):
            _create(rows)
        for kind in (models.Penalty, models.RowRuling, models.Vacancy, models.Reading, models.Claim):
            _create([addition for addition in self.additions if isinstance(addition, kind)])

    def add_table(
        self, series: models.Series, facts: dict[str, Any], by_number: Mapping[int, models.Registration]
    ) -> None:
        table = models.Table(series=series, number=facts["number"])
        seats = [
            models.Seat(table=table, series=series, number=place, registration=by_number[number])
            for place, number in enumerate(facts["seats"], start=1)
        ]
        self.tables.append(table)
        self.seats += seats
        self._add_list(table, seats, facts.get("list", {}), _sheet(facts))

    def _add_list(
        self, table: models.Table, seats: list[models.Seat], content: dict[str, Any], sheet: ListSheet
    ) -> None:
        evaluation = evaluate(sheet, self.terms)
        status = content.get("status", Status.OPEN.value)
        spielliste = models.Spielliste(
            table=table,
            status=status,
            version=1,
            invalid_reason=Reason.IMPORTED.stored() if status == Status.INVALID else "",
            **progress_of(evaluation),
        )
        self.lists.append(spielliste)
        self.totals += [totals_of(seat, evaluation, status) for seat in seats]
        for game, owed in zip(sheet.games, obligations(sheet, evaluation, self.terms), strict=True):
            self._add_game(spielliste, game, owed)
        stamp = {"spielliste": spielliste, "by": self.by, "at": timezone.now()}
        self.additions += [models.Penalty(**stamp, **facts) for facts in content.get("penalties", [])]
        self.additions += [models.RowRuling(**stamp, **facts) for facts in content.get("rulings", [])]
        self.additions += [models.Vacancy(**stamp, **facts) for facts in content.get("vacant", [])]
        self.additions += [
            models.Reading(spielliste=spielliste, game=r.game, seat=r.seat, values=list(r.values))
            for r in sheet.readings
        ]
        nothing = (None,) * sheet.seats
        columns = (sheet.claims.totals or nothing, sheet.claims.results or nothing, sheet.claims.finished or nothing)
        self.additions += [
            models.Claim(spielliste=spielliste, seat=seat, total=total, result=result, finished=finished)
            for seat, (total, result, finished) in enumerate(zip(*columns, strict=True), start=1)
            if (total, result, finished) != (None, None, None)
        ]

    def _add_game(self, spielliste: models.Spielliste, game: Game, owed: Obligation) -> None:
        row = models.GameRow(
            spielliste=spielliste,
            number=game.number,
            finisher=game.finisher,
            handromme=game.handromme,
            stands=owed.stands,
            finisher_required=self.terms.ruleset.finisher_required,
        )
        self.games.append(row)
        self.entries += [
            models.GameEntry(row=row, seat=seat, points=points, least=least, most=most)
            for seat, (points, (least, most)) in enumerate(zip(game.points, owed.bounds, strict=True), start=1)
        ]


def _create(rows: Sequence[Model]) -> None:
    if rows:
        type(rows[0])._default_manager.bulk_create(rows)


def _record(event: models.Event, by: User | None) -> None:
    lists = models.Spielliste.objects.filter(table__series__event=event).order_by("pk")
    for loaded in load_many(lists.exclude(status=Status.OPEN)):
        add_revision(loaded, by, Reason.IMPORTED.stored())
    models.LogEntry.objects.bulk_create(
        models.LogEntry(
            spielliste=spielliste,
            version=1,
            what="import",
            new={"games": spielliste.games_in},
            by=by,
            at=timezone.now(),
        )
        for spielliste in lists.filter(status=Status.OPEN)
    )
