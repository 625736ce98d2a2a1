"""The overview of an event: its stages before and after the series, the table of the series, and reminders."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from romme_turnier.address import lost_addresses
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.events import SeriesTable
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament.events.progress import EventProgress, NextStep, Phase, StepState
from romme_turnier.tournament.events.series_progress import SeriesProgress, SeriesState
from romme_turnier.tournament.models import Dispute, Event, Notice, Prize, SaidStep
from romme_turnier.tournament.permissions import Right
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.tournament.standings.reading import is_outdated
from romme_turnier.web.help.backups import problems as copy_problems
from romme_turnier.web.organiser.events.next_action import Action, OpenTask, cash_difference, event_url, outstanding

_NOTICES = Prepared(
    lambda: Notice.objects.waiting().order_by().values_list("pk"), "revision__spielliste__table__series__event"
)
_DISPUTES = Prepared(Dispute.objects.all, "event")
BADGES = {
    SeriesState.WAITING: ("quiet", gettext_lazy("später")),
    SeriesState.TO_DRAW: ("missing", gettext_lazy("nicht ausgelost")),
    SeriesState.DRAWN: ("open", gettext_lazy("ausgelost")),
    SeriesState.RUNNING: ("open", gettext_lazy("läuft")),
    SeriesState.TO_CLOSE: ("good", gettext_lazy("alle Listen geprüft")),
    SeriesState.CLOSED: ("done", gettext_lazy("abgeschlossen")),
}


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the day. `said` is the note with which an official declared it done or unnecessary.

    The page of the stage (`url`) requires `right`; officials without this right see the stage without a link.
    """

    label: str
    state: str
    url: str
    text: str = ""
    said: SaidStep | None = None
    right: Right = Right.SEE


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A line of the overview. `kind` and `word` are the style and the text of the series' badge."""

    progress: SeriesProgress
    kind: str
    word: str


def reminders(event: Event, day: EventProgress, action: Action) -> list[OpenTask]:
    """Returns the open tasks, except for tasks on the page of the next step."""
    return [task for task in _open_tasks(event, day) if task.url != action.url]


def unsettled(event: Event) -> Iterator[OpenTask]:
    """Yields the tasks for notices that must still be given, and for undecided disputes."""
    if notices := len(_NOTICES.fetch(event.pk)):
        text = ngettext(
            "Noch %(count)d Mitteilung an Spieler, deren Liste berichtigt wurde (§ 2.2.5).",
            "Noch %(count)d Mitteilungen an Spieler, deren Liste berichtigt wurde (§ 2.2.5).",
            notices,
        )
        text = cited(text, event.rules) % {"count": notices}
        yield OpenTask(text, _("Spieler unterrichten"), event_url(event, "notices"))
    if disputes := sum(dispute.is_open for dispute in _DISPUTES.fetch(event.pk)):
        text = ngettext(
            "%(count)d Streitfall wartet auf eine Entscheidung.",
            "%(count)d Streitfälle warten auf eine Entscheidung.",
            disputes,
        )
        yield OpenTask(text % {"count": disputes}, _("Streitfälle ansehen"), event_url(event, "disputes"))


def _open_tasks(event: Event, day: EventProgress) -> Iterator[OpenTask]:
    yield from unsettled(event)
    if lost := lost_addresses():
        text = _("Gedruckte Papiere tragen noch %(old)s. Diese Adresse hat der Rechner nicht mehr.")
        yield OpenTask(text % {"old": ", ".join(lost)}, _("Was hilft"), reverse("help:join"))
    released = [series for series in day.series if series.releases]
    if released and is_outdated(released[-1].releases[0]):
        after = released[-1].number
        text = _("Eine Berichtigung hat die Rangliste nach Serie %(n)d geändert. Öffentlich ist noch der alte Stand.")
        url = event_url(event, "standings_release", after=after)
        yield OpenTask(text % {"n": after}, _("Neue Ausgabe freigeben"), url)
    facts, early = day.facts, day.phase != Phase.AFTER
    if early and facts.lacks_team_prizes:
        text = _("Die Ausschreibung kündigt Mannschaftspreise an. Der Plan nennt noch keine.")
        yield OpenTask(text, _("Preisplan anlegen"), event_url(event, "prize_plan"))
    if early and Prize.Ranking.SERIES in facts.planned and facts.prizes and facts.prizes.to_release:
        text = _("Die Preise einer abgeschlossenen Serie können freigegeben werden.")
        yield OpenTask(text, _("Preise ansehen"), event_url(event, "prizes"))
    if event.published_at is None and any(series.seats_released for series in day.series):
        text = _("Das Turnier ist nicht öffentlich: Was Sie freigeben, sieht nur die Leitung.")
        yield OpenTask(text, _("Turnier veröffentlichen"), event_url(event, "event_publish"))
    # Missing hand-ins and payments, once the first series is closed, unless the next step names them.
    closed = any(series.state == SeriesState.CLOSED for series in day.series)
    if closed and day.next_step not in (NextStep.COLLECT, NextStep.DONE):
        yield from outstanding(event, facts)
    for problem in copy_problems():
        yield OpenTask(problem, _("Zur Sicherung"), event_url(event, "event_backup"))


def before(event: Event, day: EventProgress) -> list[Stage]:
    """Returns the stages before the first draw."""
    facts, publishing = day.facts, day.next_step == NextStep.PUBLISH
    asked = day.next_step == NextStep.REGISTER
    registering = asked or (publishing and facts.playing < event.rules.seats_min)
    numbering = day.next_step == NextStep.GIVE_NUMBERS
    said = None if event.published_at else facts.said.get(SaidStep.Step.PUBLISH)
    public = _("öffentlich") if event.published_at else said.get_step_display() if said else _("noch nicht")
    shown = StepState.DONE if event.published_at or said else StepState.NOW if publishing else StepState.TODO
    registered = StepState.NOW if asked else StepState.TODO if registering else StepState.DONE
    people = ngettext("%(count)d gemeldet", "%(count)d gemeldet", facts.participants) % {"count": facts.participants}
    ready = publishing and facts.without_number
    numbered = StepState.TODO if registering or ready else StepState.NOW if numbering else StepState.DONE
    numbers = _("alle vergeben") if not facts.without_number else _("%(n)d fehlen") % {"n": facts.without_number}
    numbers_url = event_url(event, "participants_numbers")
    return [
        Stage(_("Ausschreibung"), StepState.DONE, event_url(event, "event_edit"), right=Right.DIRECT),
        Stage(_("Veröffentlichung"), shown, event_url(event, "event_publish"), public, said, Right.DIRECT),
        Stage(_("Teilnehmer"), registered, event_url(event, "front_desk"), people),
        Stage(_("Startnummern"), numbered, numbers_url, "" if registering else numbers),
    ]


# The label and the page of each step after the series.
AFTER_WORDS: Mapping[NextStep, tuple[Promise, str]] = {
    NextStep.PLAN_PRIZES: (gettext_lazy("Preisplan"), "organiser:prize_plan"),
    NextStep.PLAY_OFF: (gettext_lazy("Entscheidungsspiele"), "organiser:play_off"),
    NextStep.RELEASE_STANDINGS: (gettext_lazy("Rangliste freigeben"), "organiser:standings"),
    NextStep.RELEASE_PRIZES: (gettext_lazy("Preise freigeben"), "organiser:prizes"),
    NextStep.CERTIFICATES: (gettext_lazy("Urkunden"), "organiser:print_page"),
    NextStep.COLLECT: (gettext_lazy("Abgabe und Geld"), "organiser:cash"),
    NextStep.HAND_OUT: (gettext_lazy("Preise ausgeben"), "organiser:prizes"),
    NextStep.COUNT_CASH: (gettext_lazy("Kasse zählen"), "organiser:day_end"),
    NextStep.BACK_UP: (gettext_lazy("Sicherung"), "organiser:event_backup"),
}


_AFTER_RIGHTS = {
    NextStep.PLAN_PRIZES: Right.DIRECT,
    NextStep.PLAY_OFF: Right.DIRECT,
    NextStep.COUNT_CASH: Right.CASH,
}


def after(event: Event, day: EventProgress) -> list[Stage]:
    """Returns the stages after the last series."""
    said, lines = day.facts.said, []
    for step, state in day.after:
        label, address = AFTER_WORDS[step]
        url = reverse(address, args=[event.slug])
        noted = said.get(step) if state == StepState.DONE else None
        text = noted.get_step_display() if noted else ""
        of_prizes = step in (NextStep.RELEASE_PRIZES, NextStep.HAND_OUT)
        waits = of_prizes and state == StepState.DONE and not day.facts.planned
        differs = step == NextStep.COUNT_CASH and state == StepState.DONE and not noted and day.facts.cash_difference
        if differs:
            text = cash_difference(day.facts)
        elif waits and SaidStep.Step.PLAN_PRIZES in said:
            waits, text = False, _("entfällt")
        shown, right = StepState.TODO if differs or waits else state, _AFTER_RIGHTS.get(step, Right.SEE)
        lines.append(Stage(str(label), shown, url, text, noted, right))
    return lines


def series_table(event: Event, day: EventProgress) -> SeriesTable:
    lines = [SeriesLine(series, BADGES[series.state][0], str(BADGES[series.state][1])) for series in day.series]
    return SeriesTable.table_for(
        Medium.PAGE,
        lines,
        links={"number": lambda line: event_url(event, "series", number=line.progress.number)},
        row_attrs={"aria-current": lambda line: "step" if line.progress.number == day.next_series else None},
    )
