"""How far the tables of a series are that keep their lists on phones, in the order of what needs somebody first."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import models as db
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from romme_turnier.core.lists.evaluation import evaluate
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.statements import confirmations_needed, current_statements, word_of
from romme_turnier.tournament.lists.sheets import PREFETCH, sheet_of

SILENT_AFTER = timedelta(minutes=9)  # a game takes five to eight
Status = models.Spielliste.Status


class Progress(db.TextChoices):
    """What a table has done with its list, the most urgent first."""

    DISPUTED = "disputed", _("Widerspruch")
    CONFIRMED = "confirmed", _("bestätigt, mit dem Papier vergleichen")
    SILENT = "silent", _("schreibt nicht mehr")
    WRITTEN = "written", _("fertig, wird bestätigt")
    WRITING = "writing", _("schreibt")
    PAPER = "paper", _("nur auf Papier")
    DONE = "done", _("erledigt")

    @property
    def badge(self) -> str:
        """The kind of badge that pages show with its word."""
        match self:
            case Progress.DISPUTED:
                return "problem"
            case Progress.CONFIRMED:
                return "good"
            case Progress.SILENT | Progress.WRITTEN | Progress.WRITING:
                return "open"
            case Progress.PAPER:
                return "missing"
            case Progress.DONE:
                return "done"


@dataclass(frozen=True, slots=True)
class TableAtWork:
    """One table. `word` is its check word once all games are in; `last` when a phone of it last did something."""

    spielliste: models.Spielliste
    progress: Progress
    pen: models.TablePhone | None
    phones: int
    next_game: int | None
    statements: tuple[models.Statement, ...]
    needed: int
    word: str
    last: datetime | None

    @property
    def table(self) -> int:
        return self.spielliste.table.number

    @property
    def agreed(self) -> int:
        return sum(one.agrees for one in self.statements)

    @property
    def contradictions(self) -> list[models.Statement]:
        return [one for one in self.statements if not one.agrees]

    @property
    def minutes_silent(self) -> int:
        return int((timezone.now() - self.last).total_seconds() // 60) if self.last else 0


def tables_at_work(series: models.Series, table: int | None = None) -> list[TableAtWork]:
    """Returns the tables of a series, or the one asked for, the most urgent first."""
    lists = models.Spielliste.objects.filter(table__series=series).select_related("table__series__event")
    if table is not None:
        lists = lists.filter(table__number=table)
    phones = db.Prefetch("phones", models.TablePhone.objects.select_related("registration__player"))
    found = [_at_work(one) for one in lists.prefetch_related(*PREFETCH, phones)]
    order = list(Progress)
    return sorted(found, key=lambda one: (order.index(one.progress), one.table))


def _at_work(spielliste: models.Spielliste) -> TableAtWork:
    phones = list(spielliste.phones.all())
    whole = bool(spielliste.whole)
    statements = tuple(current_statements(spielliste)) if phones and whole else ()
    evaluation = evaluate(sheet_of(spielliste), spielliste.table.series.event.terms)
    wrote = spielliste.log.filter(phone__isnull=False).aggregate(last=db.Max("at"))["last"] if phones else None
    last = max((at for at in (wrote, *(phone.opened_at for phone in phones)) if at), default=None)
    return TableAtWork(
        spielliste=spielliste,
        progress=_progress(spielliste, phones, statements, last),
        pen=next((phone for phone in phones if phone.is_pen), None),
        phones=sum(phone.ended_at is None for phone in phones),
        next_game=None if whole else next(iter(evaluation.missing), None),
        statements=statements,
        needed=confirmations_needed(spielliste),
        word=word_of(spielliste) if whole else "",
        last=last,
    )


def _progress(
    spielliste: models.Spielliste,
    phones: list[models.TablePhone],
    statements: tuple[models.Statement, ...],
    last: datetime | None,
) -> Progress:
    if spielliste.status in (Status.CHECKED, Status.INVALID):
        return Progress.DONE
    if any(not one.agrees for one in statements):
        return Progress.DISPUTED
    if not phones:
        return Progress.PAPER
    if spielliste.status != Status.OPEN:
        return Progress.CONFIRMED
    if last is not None and timezone.now() - last > SILENT_AFTER:
        return Progress.SILENT
    return Progress.WRITTEN if spielliste.whole else Progress.WRITING
