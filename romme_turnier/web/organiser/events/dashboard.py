"""The progress of the day in words: the next step, the stages of the day, the series."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from romme_turnier.tournament.events.progress import EventProgress, NextStep, SeriesProgress, SeriesState
from romme_turnier.tournament.models import Event, Notice
from romme_turnier.tournament.permissions import Right, who_has
from romme_turnier.tournament.seating.drawn_cards import draw_by_hand
from romme_turnier.tournament.standings.reading import is_outdated

BADGES = {
    SeriesState.WAITING: ("quiet", gettext_lazy("später")),
    SeriesState.TO_DRAW: ("missing", gettext_lazy("nicht ausgelost")),
    SeriesState.DRAWN: ("open", gettext_lazy("ausgelost")),
    SeriesState.RUNNING: ("open", gettext_lazy("läuft")),
    SeriesState.TO_CLOSE: ("good", gettext_lazy("alle Listen geprüft")),
    SeriesState.CLOSED: ("done", gettext_lazy("abgeschlossen")),
}


@dataclass(frozen=True, slots=True)
class Action:
    """The next step: what, why, where, and who may do it."""

    title: str
    text: str
    button: str
    url: str
    right: Right

    @property
    def who(self) -> str:
        return who_has(self.right)


@dataclass(frozen=True, slots=True)
class Step:
    """One stage of the day; `state` is done, now, todo or problem."""

    label: str
    state: str
    url: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """One series of the overview."""

    progress: SeriesProgress
    kind: str
    word: str

    @property
    def lists_in(self) -> int:
        return self.progress.tables - self.lists_missing

    @property
    def lists_missing(self) -> int:
        return self.progress.untouched + self.progress.open


def next_action(event: Event, day: EventProgress) -> Action:
    """Returns the one thing to do now, in the order of the day (§ 2)."""
    if day.next_series is None:
        return _before_or_after_play(event, day)
    return _in_series(event, day.next_step, day.series[day.next_series - 1])


@dataclass(frozen=True, slots=True)
class Reminder:
    """Something open beside the next step."""

    text: str
    link: str
    url: str


def reminders(event: Event, day: EventProgress, action: Action) -> list[Reminder]:
    """Returns what must not be forgotten: players to tell (§ 2.2.5), standings changed by a correction."""
    found = []
    waiting = Notice.objects.waiting().filter(revision__spielliste__table__series__event=event).count()
    if waiting:
        text = ngettext(
            "Noch %(count)d Mitteilung an Spieler, deren Liste berichtigt wurde (§ 2.2.5).",
            "Noch %(count)d Mitteilungen an Spieler, deren Liste berichtigt wurde (§ 2.2.5).",
            waiting,
        ) % {"count": waiting}
        found.append(Reminder(text, _("Spieler unterrichten"), _url(event, "notices")))
    if disputes := sum(one.is_open for one in event.disputes.all()):
        text = ngettext(
            "%(count)d Streitfall wartet auf eine Entscheidung.",
            "%(count)d Streitfälle warten auf eine Entscheidung.",
            disputes,
        ) % {"count": disputes}
        found.append(Reminder(text, _("Streitfälle ansehen"), _url(event, "disputes")))
    released = [series for series in day.series if series.releases]
    if released and is_outdated(released[-1].releases[0]):
        after = released[-1].number
        url = _url(event, "standings_release", after=after)
        if url != action.url:
            text = _(
                "Eine Berichtigung hat die Rangliste nach Serie %(n)d geändert. Öffentlich ist noch der alte Stand."
            )
            found.append(Reminder(text % {"n": after}, _("Neue Ausgabe freigeben"), url))
    return found


def _before_or_after_play(event: Event, day: EventProgress) -> Action:
    if day.next_step == NextStep.REGISTER:
        text = ngettext(
            "%(count)d Teilnehmer ist gemeldet. Gespielt wird ab drei.",
            "%(count)d Teilnehmer sind gemeldet. Gespielt wird ab drei.",
            day.playing,
        ) % {"count": day.playing}
        name = _("Teilnehmer melden")
        return Action(name, text, name, _url(event, "front_desk"), Right.REGISTER)
    if day.next_step == NextStep.GIVE_NUMBERS:
        text = ngettext(
            "%(count)d Teilnehmer hat noch keine Startnummer.",
            "%(count)d Teilnehmer haben noch keine Startnummer.",
            day.without_number,
        ) % {"count": day.without_number}
        name = _("Startnummern vergeben")
        return Action(name, text, name, _url(event, "participants_numbers"), Right.REGISTER)
    if _final_release_is_outdated(day):
        last = day.series[-1]
        n = {"n": last.number}
        return Action(
            _("Neue Ausgabe der Rangliste nach Serie %(n)d freigeben") % n,
            _("Seit der letzten Ausgabe hat sich die Rangliste geändert. Öffentlich ist noch der alte Stand."),
            _("Rangliste freigeben"),
            _url(event, "standings_release", after=last.number),
            Right.DIRECT,
        )
    return Action(
        _("Das Turnier ist ausgewertet"),
        _("Alle Serien sind abgeschlossen, die Rangliste ist freigegeben."),
        _("Rangliste ansehen"),
        _url(event, "standings"),
        Right.SEE,
    )


def _final_release_is_outdated(day: EventProgress) -> bool:
    """Returns whether everything is done, but a correction or a play-off has changed the final standings since."""
    return day.next_step == NextStep.DONE and is_outdated(day.series[-1].releases[0])


def _in_series(event: Event, step: NextStep, series: SeriesProgress) -> Action:
    n = {"n": series.number}
    match step:
        case NextStep.ENTER_LISTS | NextStep.CHECK_LISTS:
            return _with_lists(event, step, series)
        case NextStep.DRAW:
            return _drawing(event, series)
        case NextStep.RELEASE_SEATS:
            return Action(
                _("Plätze der Serie %(n)d freigeben") % n,
                _("Die Tische sind ausgelost. Danach finden die Spieler ihren Platz auf der öffentlichen Seite."),
                _("Zu den Tischen der Serie %(n)d") % n,
                _url(event, "series", number=series.number),
                Right.DIRECT,
            )
        case NextStep.CLOSE_SERIES:
            name, url = _("Serie %(n)d abschließen") % n, _url(event, "series_close", number=series.number)
            return Action(name, _("Alle Listen sind geprüft oder ungültig."), name, url, Right.DIRECT)
        case NextStep.RELEASE_STANDINGS:
            url = _url(event, "standings_release", after=series.number)
            text = _("Serie %(n)d ist abgeschlossen. Öffentlich wird nur, was freigegeben ist.") % n
            return Action(
                _("Rangliste nach Serie %(n)d freigeben") % n, text, _("Rangliste freigeben"), url, Right.DIRECT
            )
        case _:
            text = _("Gleichauf in allem, was über den Rang entscheidet (§ 1.5).")
            name = _("Entscheidungsspiel eintragen")
            return Action(name, text, name, _url(event, "play_off"), Right.DIRECT)


def _drawing(event: Event, series: SeriesProgress) -> Action:
    """If cards are being drawn already, drawing them continues."""
    draw = draw_by_hand(series.series) if series.series else None
    if draw is None:
        name, url = _("Serie %(n)d auslosen") % {"n": series.number}, _url(event, "series_draw", number=series.number)
        return Action(name, _("Alle Spieler haben eine Startnummer."), name, url, Right.DIRECT)
    left = draw.cards.filter(registration=None).count()
    return Action(
        _("Serie %(number)s: Karten ziehen") % {"number": series.number},
        ngettext("Noch %(n)s Karte liegt da.", "Noch %(n)s Karten liegen da.", left) % {"n": left},
        _("Karten ziehen"),
        _url(event, "series_cards", number=series.number),
        Right.DIRECT,
    )


def _with_lists(event: Event, step: NextStep, series: SeriesProgress) -> Action:
    """Entering the lists handed in, then checking them."""
    url = _url(event, "lists", number=series.number)
    count = {"n": series.number, "all": series.tables}
    if step == NextStep.ENTER_LISTS:
        count["done"] = series.tables - series.untouched - series.open
        title = _("Listen der Serie %(n)d eingeben (%(done)d von %(all)d)") % count
        text = _problems(series) or _("Was die Tische abgeben, wird hier eingetragen.")
        return Action(title, text, _("Listen eingeben"), url, Right.ENTER)
    count["done"] = series.settled
    title = _("Listen der Serie %(n)d prüfen (%(done)d von %(all)d)") % count
    text = _problems(series) or _("Alle Listen sind eingegeben.")
    return Action(title, text, _("Listen prüfen"), url, Right.RULE)


def _problems(series: SeriesProgress) -> str:
    if not series.problems:
        return ""
    return ngettext(
        "%(count)d Liste hat Fehler und zählt so nicht.",
        "%(count)d Listen haben Fehler und zählen so nicht.",
        series.problems,
    ) % {"count": series.problems}


def steps(event: Event, day: EventProgress) -> list[Step]:
    """Returns the day from registration to standings, each with a state."""
    registering = day.next_step == NextStep.REGISTER
    numbering = day.next_step == NextStep.GIVE_NUMBERS
    people = ngettext("%(count)d gemeldet", "%(count)d gemeldet", day.participants) % {"count": day.participants}
    numbers = _("alle vergeben") if not day.without_number else _("%(n)d fehlen") % {"n": day.without_number}
    return [
        Step(_("Teilnehmer"), "now" if registering else "done", _url(event, "front_desk"), people),
        Step(
            _("Startnummern"),
            "todo" if registering else "now" if numbering else "done",
            _url(event, "participants_numbers"),
            "" if registering else numbers,
        ),
        *(_series_step(event, day, series) for series in day.series),
        Step(
            _("Rangliste"),
            _standings_state(day),
            _url(event, "standings"),
        ),
    ]


def _standings_state(day: EventProgress) -> str:
    if day.next_step == NextStep.PLAY_OFF or _final_release_is_outdated(day):
        return "now"
    return "done" if day.next_step == NextStep.DONE else "todo"


def _series_step(event: Event, day: EventProgress, series: SeriesProgress) -> Step:
    state = "todo"
    if series.state == SeriesState.CLOSED and series.releases:
        state = "done"
    elif day.next_series == series.number:
        state = "problem" if series.problems else "now"
    label = _("Serie %(n)d") % {"n": series.number}
    return Step(label, state, _url(event, "series", number=series.number), str(BADGES[series.state][1]))


def series_lines(day: EventProgress) -> list[SeriesLine]:
    return [SeriesLine(series, BADGES[series.state][0], str(BADGES[series.state][1])) for series in day.series]


def _url(event: Event, name: str, **more: int) -> str:
    return reverse(f"organiser:{name}", kwargs={"slug": event.slug, **more})
