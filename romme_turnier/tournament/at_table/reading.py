"""The progress of a series' tables with their lists on phones, in the browser or on paper, the most urgent first."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import models as db
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from romme_turnier.core.lists.sheet import ListSheet, Terms
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.statements import confirmations_needed, current_statements, with_statements
from romme_turnier.tournament.at_table.terms import terms_of
from romme_turnier.tournament.hall.calls_reading import minutes_between
from romme_turnier.tournament.lists.consent import word_of
from romme_turnier.tournament.lists.loaded_list import LoadedList, load_many

SILENT_AFTER = timedelta(minutes=9)  # a game takes five to eight minutes
Status = models.Spielliste.Status


class Progress(db.TextChoices):
    """The stages of a table's progress with its list, the most urgent first."""

    DISPUTED = "disputed", _("Widerspruch")
    TOO_FEW = "too_few", _("zu wenige am Tisch")
    HALTED = "halted", _("angehalten, wartet auf die Spielleitung")
    CONFIRMED = "confirmed", _("bestätigt, mit dem Papier vergleichen")
    SILENT = "silent", _("seit Längerem still")
    WRITTEN = "written", _("fertig, wird bestätigt")
    WRITING = "writing", _("schreibt")
    PLAYING = "playing", _("spielt am Bildschirm")
    DESK = "desk", _("die Spielleitung schreibt")
    PAPER = "paper", _("nur auf Papier")
    DONE = "done", _("erledigt")

    @property
    def badge(self) -> str:
        """The kind of badge on pages."""
        match self:
            case Progress.DISPUTED | Progress.TOO_FEW:
                return "problem"
            case Progress.CONFIRMED:
                return "good"
            case Progress.PAPER:
                return "missing"
            case Progress.DONE:
                return "done"
            case _:
                return "open"


@dataclass(frozen=True, slots=True)
class Device:
    """A phone with access, last seen `minutes` ago."""

    phone: models.TablePhone
    minutes: int

    @property
    def is_there(self) -> bool:
        return self.minutes < 2  # recorded to the minute


@dataclass(frozen=True, slots=True)
class TableAtWork:
    """A table with its progress. `word` is the check word of its list once all games are entered.

    `was_on_phones` says whether a phone has access to the list, or the table has written, played or confirmed it.
    `last` is the time of the last activity at the table.
    """

    spielliste: models.Spielliste
    progress: Progress
    devices: tuple[Device, ...]
    was_on_phones: bool
    desk_has_pen: bool
    next_game: int | None
    statements: tuple[models.Statement, ...]
    needed: int
    word: str
    last: datetime | None

    @property
    def table(self) -> int:
        return self.spielliste.table.number

    @property
    def pen(self) -> Device | None:
        return next((device for device in self.devices if device.phone.is_pen), None)

    @property
    def writes(self) -> bool:
        """Whether the table still has to write games."""
        return self.progress in (Progress.SILENT, Progress.WRITING)

    @property
    def waits(self) -> bool:
        """Whether all games are in and confirmations are missing."""
        return bool(self.word) and self.spielliste.status == Status.OPEN

    @property
    def agreed(self) -> int:
        return sum(said.agrees is True for said in self.statements)

    @property
    def contradictions(self) -> list[models.Statement]:
        return [said for said in self.statements if not said.agrees]

    @property
    def is_stuck(self) -> bool:
        """Whether the table has neither written nor confirmed for a long time."""
        return self.progress in (Progress.SILENT, Progress.WRITTEN) and _is_silent(self.last)

    @property
    def minutes_silent(self) -> int:
        return minutes_between(self.last, timezone.now()) if self.last else 0


def tables_at_work(series: models.Series, table: int | None = None) -> list[TableAtWork]:
    """Returns the tables of a series, or only the given one, the most urgent first, with few queries.

    Raises DamagedPackError as `load_many` does.
    """
    lists = models.Spielliste.objects.filter(table__series=series).select_related("table", "access", "play_table")
    if table is not None:
        lists = lists.filter(table__number=table)
    by_phone = models.LogEntry.objects.filter(spielliste__in=lists, phone__isnull=False).order_by()
    wrote = dict(by_phone.values_list("spielliste").annotate(db.Max("at")))
    phones = db.Prefetch("phones", models.TablePhone.objects.select_related("registration__player"))
    tables = [
        _at_work(loaded, wrote.get(loaded.row.pk))
        for loaded in load_many(with_statements(lists).prefetch_related(phones))
    ]
    order = list(Progress)
    return sorted(tables, key=lambda at_work: (order.index(at_work.progress), not at_work.is_stuck, at_work.table))


def _at_work(loaded: LoadedList, wrote: datetime | None) -> TableAtWork:
    spielliste, evaluation, now = loaded.row, loaded.evaluation, timezone.now()
    series, access = spielliste.table.series, getattr(spielliste, "access", None)
    phones = [phone for phone in spielliste.phones.all() if phone.ended_at is None]
    whole = bool(spielliste.whole)
    statements = tuple(current_statements(loaded)) if whole else ()
    desk_has_pen = access is not None and access.desk_has_pen
    row = getattr(spielliste, "play_table", None)
    plays = row is not None and row.ended_at is None
    wrote = row.moved_at if row is not None and plays else wrote
    on_phones = bool(phones or wrote or statements)
    last = _last(series, phones, statements, wrote)
    progress = _progress(
        spielliste,
        statements,
        last,
        on_phones=on_phones,
        comes_from_table=bool(wrote or statements),
        desk_has_pen=desk_has_pen,
    )
    return TableAtWork(
        spielliste=spielliste,
        progress=_on_screen(progress, loaded.sheet, loaded.terms) if plays else progress,
        devices=tuple(Device(phone, minutes_between(phone.seen_at or phone.opened_at, now)) for phone in phones),
        was_on_phones=on_phones,
        desk_has_pen=desk_has_pen,
        next_game=None if whole else next(iter(evaluation.missing), None),
        statements=statements,
        needed=confirmations_needed(loaded),
        word=word_of(loaded) if whole else "",
        last=last,
    )


def _on_screen(progress: Progress, sheet: ListSheet, terms: Terms) -> Progress:
    if progress is Progress.DESK:
        return Progress.HALTED
    if progress not in (Progress.WRITING, Progress.SILENT):
        return progress
    if sheet.seats - len(sheet.vacancies) < terms.ruleset.seats_min:
        return Progress.TOO_FEW
    return Progress.PLAYING if progress is Progress.WRITING else progress


def _last(
    series: models.Series,
    phones: list[models.TablePhone],
    statements: tuple[models.Statement, ...],
    wrote: datetime | None,
) -> datetime | None:
    """Returns the time of the last entry, move or statement, or of the start of the clock if that is later.

    Before the first entry, joining with a phone counts as well, because the table could not write earlier. Returns None
    if nothing has happened yet.
    """
    said = [statement.at for statement in statements]
    begun = [at for at in (wrote, series.clock_started_at) if at]
    if not wrote:
        begun += [phone.opened_at for phone in phones]
    return max([*said, *begun], default=None)


def _progress(
    spielliste: models.Spielliste,
    statements: tuple[models.Statement, ...],
    last: datetime | None,
    *,
    on_phones: bool,
    comes_from_table: bool,
    desk_has_pen: bool,
) -> Progress:
    if spielliste.status in (Status.CHECKED, Status.INVALID):
        return Progress.DONE
    if any(not said.agrees for said in statements):
        return Progress.DISPUTED
    if not on_phones and not desk_has_pen:
        return Progress.PAPER
    if spielliste.status != Status.OPEN:
        return Progress.CONFIRMED if comes_from_table else Progress.PAPER
    if not terms_of(spielliste.table.series).on_phones:
        return Progress.PAPER
    if desk_has_pen:
        return Progress.DESK
    if spielliste.whole:
        return Progress.WRITTEN
    return Progress.SILENT if _is_silent(last) else Progress.WRITING


def _is_silent(last: datetime | None) -> bool:
    return last is not None and abs(timezone.now() - last) > SILENT_AFTER  # the clock may have been set back
