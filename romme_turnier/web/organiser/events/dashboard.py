"""The overview of an event: its stages before, during and after the series, and reminders."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.events import SeriesTable
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament.events.progress import EventProgress, NextStep, Phase, StepState
from romme_turnier.tournament.events.series_progress import SeriesProgress, SeriesState
from romme_turnier.tournament.models import Dispute, Event, Notice, Prize, SaidStep
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.tournament.standings.reading import is_outdated
from romme_turnier.web.help.backup_state import problems as copy_problems
from romme_turnier.web.organiser.events.next_action import (
    Action,
    cash_difference,
    outstanding,
)

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
    """One line of the day; `state` is done, now or todo. `said` can be taken back: an official declared it done."""

    label: str
    state: str
    url: str
    text: str = ""
    said: SaidStep | None = None


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """One series of the overview."""

    progress: SeriesProgress
    kind: str
    word: str


@dataclass(frozen=True, slots=True)
class Reminder:
    """An open task in addition to the next step."""

    text: str
    link: str
    url: str


def reminders(event: Event, day: EventProgress, action: Action) -> list[Reminder]:
    """Returns the reminders, except for the next step itself."""
    # Missing items once the first series is closed, unless the next step names all of them.
    closed = any(series.state == SeriesState.CLOSED for series in day.series)
    is_named = day.next_step in (NextStep.COLLECT, NextStep.DONE)
    missing = outstanding(event, day.facts) if closed and not is_named else []
    possible = [
        _notices(event),
        _disputes(event),
        _older_standings(event, day),
        *_promised(event, day),
        *(Reminder(owed.text, owed.button, owed.url) for owed in missing),
        *(Reminder(problem, _("Zur Sicherung"), reverse("help:status")) for problem in copy_problems()),
    ]
    return [reminder for reminder in possible if reminder is not None and reminder.url != action.url]


def _notices(event: Event) -> Reminder | None:
    """Players to inform about a correction (§ 2.2.5)."""
    waiting = len(_NOTICES.fetch(event.pk))
    if not waiting:
        return None
    text = ngettext(
        "Noch %(count)d Mitteilung an Spieler, deren Liste berichtigt wurde (§ 2.2.5).",
        "Noch %(count)d Mitteilungen an Spieler, deren Liste berichtigt wurde (§ 2.2.5).",
        waiting,
    )
    text = cited(text, event.rules) % {"count": waiting}
    return Reminder(text, _("Spieler unterrichten"), _url(event, "notices"))


def _disputes(event: Event) -> Reminder | None:
    disputes = sum(dispute.is_open for dispute in _DISPUTES.fetch(event.pk))
    if not disputes:
        return None
    text = ngettext(
        "%(count)d Streitfall wartet auf eine Entscheidung.",
        "%(count)d Streitfälle warten auf eine Entscheidung.",
        disputes,
    ) % {"count": disputes}
    return Reminder(text, _("Streitfälle ansehen"), _url(event, "disputes"))


def _older_standings(event: Event, day: EventProgress) -> Reminder | None:
    """Standings that a correction has changed since they were released."""
    released = [series for series in day.series if series.releases]
    if not released or not is_outdated(released[-1].releases[0]):
        return None
    after = released[-1].number
    text = _("Eine Berichtigung hat die Rangliste nach Serie %(n)d geändert. Öffentlich ist noch der alte Stand.")
    return Reminder(text % {"n": after}, _("Neue Ausgabe freigeben"), _url(event, "standings_release", after=after))


def _promised(event: Event, day: EventProgress) -> list[Reminder]:
    """Announced services that the day has not required yet."""
    promises = []
    facts, early = day.facts, day.phase != Phase.AFTER
    if early and facts.lacks_team_prizes:
        text = _("Die Ausschreibung kündigt Mannschaftspreise an. Der Plan nennt noch keine.")
        promises.append(Reminder(text, _("Preisplan anlegen"), _url(event, "prize_plan")))
    if early and Prize.Ranking.SERIES in facts.planned and facts.prizes and facts.prizes.to_release:
        text = _("Die Preise einer abgeschlossenen Serie können freigegeben werden.")
        promises.append(Reminder(text, _("Preise ansehen"), _url(event, "prizes")))
    if event.published_at is None and any(series.seats_released for series in day.series):
        text = _("Das Turnier ist nicht öffentlich: Was Sie freigeben, sieht nur die Leitung.")
        promises.append(Reminder(text, _("Turnier veröffentlichen"), _url(event, "event_publish")))
    return promises


def before(event: Event, day: EventProgress) -> list[Stage]:
    """Returns the stages before the first draw."""
    registering, numbering = day.next_step == NextStep.REGISTER, day.next_step == NextStep.GIVE_NUMBERS
    publishing = day.next_step == NextStep.PUBLISH
    said = day.facts.said.get(SaidStep.Step.PUBLISH)
    public = _("öffentlich") if event.published_at else said.get_step_display() if said else _("noch nicht")
    shown = StepState.DONE if event.published_at or said else StepState.NOW if publishing else StepState.TODO
    people = ngettext("%(count)d gemeldet", "%(count)d gemeldet", day.participants) % {"count": day.participants}
    numbers = _("alle vergeben") if not day.without_number else _("%(n)d fehlen") % {"n": day.without_number}
    return [
        Stage(_("Ausschreibung"), StepState.DONE, _url(event, "event_edit")),
        Stage(_("Veröffentlichung"), shown, _url(event, "event_publish"), public, None if event.published_at else said),
        Stage(_("Teilnehmer"), StepState.NOW if registering else StepState.DONE, _url(event, "front_desk"), people),
        Stage(
            _("Startnummern"),
            StepState.TODO if registering else StepState.NOW if numbering else StepState.DONE,
            _url(event, "participants_numbers"),
            "" if registering else numbers,
        ),
    ]


# The steps after the series: their words and pages.
AFTER_WORDS: Mapping[NextStep, tuple[Promise, str]] = {
    NextStep.PLAN_PRIZES: (gettext_lazy("Preisplan"), "organiser:prize_plan"),
    NextStep.PLAY_OFF: (gettext_lazy("Entscheidungsspiele"), "organiser:play_off"),
    NextStep.RELEASE_STANDINGS: (gettext_lazy("Rangliste freigeben"), "organiser:standings"),
    NextStep.RELEASE_PRIZES: (gettext_lazy("Preise freigeben"), "organiser:prizes"),
    NextStep.CERTIFICATES: (gettext_lazy("Urkunden"), "organiser:print_page"),
    NextStep.COLLECT: (gettext_lazy("Abgabe und Geld"), "organiser:cash"),
    NextStep.HAND_OUT: (gettext_lazy("Preise ausgeben"), "organiser:prizes"),
    NextStep.COUNT_CASH: (gettext_lazy("Kasse zählen"), "organiser:day_end"),
    NextStep.BACK_UP: (gettext_lazy("Kopie"), "help:status"),
}


def after(event: Event, day: EventProgress) -> list[Stage]:
    """Returns the stages after the last series."""
    said, lines = day.facts.said, []
    for step, state in day.after:
        label, address = AFTER_WORDS[step]
        url = reverse(address, args=[event.slug] if address.startswith("organiser:") else [])
        noted = said.get(step) if state == StepState.DONE else None
        text = noted.get_step_display() if noted else ""
        of_prizes = step in (NextStep.RELEASE_PRIZES, NextStep.HAND_OUT)
        waits = of_prizes and state == StepState.DONE and not day.facts.planned
        differs = step == NextStep.COUNT_CASH and state == StepState.DONE and not noted and day.facts.cash_difference
        if differs:
            text = cash_difference(day.facts)
        elif waits and SaidStep.Step.PLAN_PRIZES in said:
            waits, text = False, _("entfällt")
        lines.append(Stage(str(label), StepState.TODO if differs or waits else state, url, text, noted))
    return lines


def series_table(event: Event, day: EventProgress) -> SeriesTable:
    lines = [SeriesLine(series, BADGES[series.state][0], str(BADGES[series.state][1])) for series in day.series]
    return SeriesTable.table_for(
        Medium.PAGE,
        lines,
        links={"number": lambda line: _url(event, "series", number=line.progress.number)},
        row_attrs={"aria-current": lambda line: "step" if line.progress.number == day.next_series else None},
    )


def _url(event: Event, name: str, **more: int) -> str:
    return reverse(f"organiser:{name}", kwargs={"slug": event.slug, **more})
