"""The last pages of a day: the open tasks before the officials leave, and the state of the backups."""

import re
from dataclasses import dataclass, field

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from romme_turnier.backup import folder, memory
from romme_turnier.tournament.events.progress import EventProgress, NextStep, StepState, progress_of
from romme_turnier.tournament.events.reading import may_copy
from romme_turnier.tournament.events.series_progress import SeriesProgress
from romme_turnier.tournament.lists.checking.hand_in_reading import fine_totals, hand_ins
from romme_turnier.tournament.models import Event, SaidStep
from romme_turnier.tournament.money.reading import accounts
from romme_turnier.tournament.money.words import amount, count_sentence, prize_label
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.tournament.seasons.access import may_change
from romme_turnier.web.help.backups import backup_context, backup_facts
from romme_turnier.web.organiser.events.dashboard import Stage, after, unsettled
from romme_turnier.web.organiser.events.next_action import OpenTask, event_url, outstanding
from romme_turnier.web.organiser.money.prizes import owed_by_winner

_ALWAYS = (NextStep.COLLECT, NextStep.HAND_OUT, NextStep.COUNT_CASH, NextStep.BACK_UP)


@dataclass(frozen=True, slots=True)
class Part:
    """A line of the list: a stage of the day with facts about it and its open tasks.

    `said` is the step, if any, that the official may mark as done, because no other data shows that it is.
    """

    stage: Stage
    facts: list[str] = field(default_factory=list)
    tasks: list[OpenTask] = field(default_factory=list)
    said: SaidStep.Step | None = None


@require_safe
@for_officials(Right.SEE)
def before_leaving(request: OfficialRequest, event: Event) -> HttpResponse:
    day = progress_of(event)
    stages = zip((step for step, _state in day.after), after(event, day), strict=True)
    parts = [
        _part(request, event, day, step, stage)
        for step, stage in stages
        if step in _ALWAYS or stage.state != StepState.DONE
    ]
    parts[:0] = [_running(event, series) for series in day.series if series.is_played]
    if tasks := [*unsettled(event)]:
        stage = Stage(_("Mitteilungen und Streitfälle"), StepState.TODO, tasks[0].url, right=tasks[0].right)
        parts.insert(0, Part(stage, tasks=tasks))
    context = {
        "event": event,
        "parts": parts,
        "open": sum(part.stage.state != StepState.DONE or bool(part.tasks) for part in parts),
        "rights": {right for right in Right if may(request.user, right, event)},
        "next_name": next_name(event),
        "season": event.season
        if event.is_evening and event.season and may_change(request.user, event.season)
        else None,
        "may_copy": not event.is_evening and may(request.user, Right.DIRECT, event) and may_copy(request.user, event),
    }
    return render(request, "organiser/events/before_leaving.html", context)


def _running(event: Event, series: SeriesProgress) -> Part:
    """Returns the part about an open series: the lists that keep it open, and the fines of its tables."""
    number, unchecked = series.number, series.tables - series.settled - series.to_enter
    lists, fines = event_url(event, "lists", number=number), fine_totals(hand_ins(event, number))
    tasks, facts = [], []
    if n := series.to_enter:
        text = ngettext(
            "%(n)d Liste ist unvollständig oder hat Fehler.", "%(n)d Listen sind unvollständig oder haben Fehler.", n
        )
        tasks.append(OpenTask(text % {"n": n}, _("Listen eingeben"), lists, Right.ENTER))
    if unchecked:
        text = ngettext("%(n)d Liste wartet auf die Prüfung.", "%(n)d Listen warten auf die Prüfung.", unchecked)
        tasks.append(OpenTask(text % {"n": unchecked}, _("Listen prüfen"), lists, Right.RULE))
    if fines.short:
        text = _("Beim Bußgeld fehlen %(amount)s.") % {"amount": amount(fines.short, event.currency)}
        tasks.append(OpenTask(text, _("Zum Bußgeld"), event_url(event, "cash_fines"), Right.CASH))
    if fines.unknown:
        text = ngettext(
            "%(n)s Liste ist noch nicht ganz eingegeben, ihr Bußgeld steht noch nicht fest.",
            "%(n)s Listen sind noch nicht ganz eingegeben, ihr Bußgeld steht noch nicht fest.",
            fines.unknown,
        )
        facts.append(text % {"n": fines.unknown})
    stage = Stage(_("Serie %(number)d") % {"number": number}, StepState.NOW, event_url(event, "series", number=number))
    return Part(stage, facts, tasks)


def _part(request: OfficialRequest, event: Event, day: EventProgress, step: NextStep, stage: Stage) -> Part:
    match step:
        case NextStep.CERTIFICATES:
            return Part(stage, said=SaidStep.Step.CERTIFICATES if may(request.user, Right.DIRECT, event) else None)
        case NextStep.COLLECT:
            return Part(stage, tasks=outstanding(event, day.facts))
        case NextStep.HAND_OUT:
            return Part(stage, facts=_prizes(request, event, day))
        case NextStep.COUNT_CASH:
            count = event.cash_counts.select_related("event").first()
            return Part(stage, facts=[count_sentence(count)] if count else [])
        case NextStep.BACK_UP:
            copies = backup_facts(folder.backups_in(memory.folder()))
            return Part(
                stage, facts=[f"{'▲ ' if fact.problem else ''}{fact.label}: {fact.value}" for fact in copies[:-1]]
            )
    return Part(stage)


def _prizes(request: OfficialRequest, event: Event, day: EventProgress) -> list[str]:
    """Returns a text for each prize not handed out yet. Cashiers also see the fees that the winner still owes."""
    waiting = [award for award in (day.facts.prizes.awards if day.facts.prizes else ()) if award.handed_at is None]
    owing = [account for account in accounts(event) if account.open] if may(request.user, Right.CASH, event) else []
    lines = []
    for award in waiting:
        winner = award.registration.name if award.registration else str(award.team)
        words = [f"{winner}: {prize_label(award.amount, award.thing, event.currency)}", *owed_by_winner(award, owing)]
        lines.append(", ".join(words))
    return lines


def next_name(event: Event) -> str:
    """Returns a name for next year's event: the event's name, in which the event's year, if any, is raised by one."""
    year = timezone.localdate(event.starts_at).year
    return re.sub(rf"\b{year}\b", str(year + 1), event.name)


@never_cache
@require_safe
@for_officials(Right.SEE)
def event_backup(request: OfficialRequest, event: Event) -> HttpResponse:
    """Shows the state of the backups and of the USB stick."""
    return render(request, "organiser/events/backup.html", {**backup_context(request), "event": event})
