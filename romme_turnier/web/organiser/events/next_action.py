"""The next step of the day and other open tasks, each as text with its page and the right that it requires."""

from dataclasses import dataclass
from typing import assert_never

from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from romme_turnier.tournament.at_table.terms import terms_of
from romme_turnier.tournament.events.progress import EventProgress, Facts, NextStep
from romme_turnier.tournament.events.series_progress import SeriesProgress
from romme_turnier.tournament.models import Event, SaidStep, SeasonDate
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.participants.categories import empty_categories
from romme_turnier.tournament.permissions import Right, who_has
from romme_turnier.tournament.seasons.evenings.evening import date_of
from romme_turnier.tournament.seating.drawn_cards import draw_by_hand
from romme_turnier.tournament.shared.rule_words.paragraphs import cited


@dataclass(frozen=True, slots=True)
class Action:
    """The next step of the day. `said` is the step that officials may declare done or unnecessary, or None."""

    title: str
    text: str
    button: str
    url: str
    right: Right = Right.DIRECT
    said: SaidStep.Step | None = None

    @property
    def who(self) -> str:
        return who_has(self.right)


def next_action(event: Event, day: EventProgress) -> Action:
    """Returns the next step of the day (§ 2)."""
    faulty = day.next_step == NextStep.CHECK_LISTS and day.series[(day.next_series or 1) - 1].faulty > 0
    if day.facts.event.is_evening and day.next_step in _OF_EVENINGS and not faulty:
        planned = date_of(event)
        if planned is not None:
            return _on_evening(day, planned)
    match day.next_step:
        case NextStep.PUBLISH:
            return _publish(event, day)
        case NextStep.REGISTER | NextStep.GIVE_NUMBERS:
            return _people(event, day)
        case (
            NextStep.DRAW | NextStep.RELEASE_SEATS | NextStep.ENTER_LISTS | NextStep.CHECK_LISTS | NextStep.CLOSE_SERIES
        ):
            return _in_series(event, day, day.series[(day.next_series or 1) - 1])
        case NextStep.RELEASE_STANDINGS:
            return _release_standings(event, day.series[(day.next_series or 1) - 1])
        case NextStep.PLAN_PRIZES | NextStep.PLAY_OFF | NextStep.RELEASE_PRIZES | NextStep.HAND_OUT:
            return _prizes(event, day)
        case NextStep.CERTIFICATES | NextStep.COLLECT | NextStep.COUNT_CASH | NextStep.BACK_UP | NextStep.DONE:
            return _at_the_end(event, day)
        case _:
            assert_never(day.next_step)


# The steps that a club evening takes on its own pages: between its series, and at its end.
_OF_EVENINGS = (NextStep.DRAW, NextStep.CHECK_LISTS, NextStep.CLOSE_SERIES, NextStep.RELEASE_STANDINGS)


def _on_evening(day: EventProgress, planned: SeasonDate) -> Action:
    """Returns the step that draws the next series or, after the last one, closes the evening."""
    where = [planned.season.address, planned.day.isoformat()]
    undrawn = next((series.number for series in day.series if series.to_draw), None)
    if undrawn is not None:
        name = _("Serie %(n)d auslosen") % {"n": undrawn}
        text = _("Wer dazukommt oder geht, wird vorher angetippt. Ohne weitere Serie schließen Sie den Abend ab.")
        return Action(name, text, name, reverse("organiser:evening_series", args=where))
    name, text = _("Abend abschließen"), _("Ergebnis und Saisontabelle werden dabei freigegeben.")
    return Action(name, text, name, reverse("organiser:evening_close", args=where))


def _publish(event: Event, day: EventProgress) -> Action:
    name = _("Turnier veröffentlichen")
    if day.next_series is None:
        text = _("Anmelden kann sich noch niemand: Das Turnier steht nicht auf der öffentlichen Seite.")
    else:
        text = _("Bis dahin sieht freigegebene Plätze und Ranglisten nur die Leitung.")
    return Action(name, text, name, event_url(event, "event_publish"), said=SaidStep.Step.PUBLISH)


def _people(event: Event, day: EventProgress) -> Action:
    if day.next_step == NextStep.REGISTER:
        text = ngettext(
            "%(count)d Teilnehmer ist gemeldet. Gespielt wird ab %(least)d.",
            "%(count)d Teilnehmer sind gemeldet. Gespielt wird ab %(least)d.",
            day.facts.playing,
        ) % {"count": day.facts.playing, "least": event.rules.seats_min}
        name = _("Teilnehmer melden")
        return Action(name, text, name, event_url(event, "front_desk"), Right.REGISTER)
    text = ngettext(
        "%(count)d Teilnehmer hat noch keine Startnummer.",
        "%(count)d Teilnehmer haben noch keine Startnummer.",
        day.facts.without_number,
    ) % {"count": day.facts.without_number}
    name = _("Startnummern vergeben")
    return Action(name, text, name, event_url(event, "participants_numbers"), Right.REGISTER)


def _in_series(event: Event, day: EventProgress, series: SeriesProgress) -> Action:
    n = {"n": series.number}
    match day.next_step:
        case NextStep.DRAW:
            return _drawing(event, series)
        case NextStep.RELEASE_SEATS:
            text = (
                _("Die Tische sind ausgelost. Danach finden die Spieler ihren Platz auf der öffentlichen Seite.")
                if event.published_at
                else _("Die Tische sind ausgelost. Das Turnier ist nicht öffentlich: Drucken Sie den Tischplan.")
            )
            title, button = _("Plätze der Serie %(n)d freigeben") % n, _("Zu den Tischen der Serie %(n)d") % n
            return Action(title, text, button, event_url(event, "series", number=series.number))
        case NextStep.CLOSE_SERIES:
            name, url = _("Serie %(n)d abschließen") % n, event_url(event, "series_close", number=series.number)
            return Action(name, _("Alle Listen sind geprüft oder ungültig."), name, url)
        case _:
            return _with_lists(event, day.next_step, series)


def _drawing(event: Event, series: SeriesProgress) -> Action:
    """Returns the step for drawing the seats, or for continuing a draw with cards."""
    draw = draw_by_hand(series.series) if series.series else None
    if draw is None:
        name = _("Serie %(n)d auslosen") % {"n": series.number}
        url = event_url(event, "series_draw", number=series.number)
        text = _("Alle Spieler haben eine Startnummer.")
        if series.number == 1 and (empty := empty_categories(event)):
            text = _("Für „%(names)s“ ist niemand eingetragen.") % {"names": "“, „".join(empty)}
        return Action(name, text, name, url)
    left = draw.cards.filter(registration=None).count()
    return Action(
        _("Serie %(number)s: Karten ziehen") % {"number": series.number},
        ngettext("Noch %(n)s Karte liegt da.", "Noch %(n)s Karten liegen da.", left) % {"n": left},
        _("Karten ziehen"),
        event_url(event, "series_cards", number=series.number),
    )


def _with_lists(event: Event, step: NextStep, series: SeriesProgress) -> Action:
    """Returns the step for entering the lists or, once all are entered, the step for checking them.

    A series played in the browser leads to its tables instead, until its lists are complete.
    """
    url = event_url(event, "lists", number=series.number)
    count = {"n": series.number, "all": series.tables}
    if step == NextStep.ENTER_LISTS:
        count["done"] = series.tables - series.to_enter
        if series.series and terms_of(series.series).on_screen:
            title = _("Serie %(n)d spielt am Bildschirm (%(done)d von %(all)d)") % count
            text = _problems(series) or _("Die Listen schreiben sich selbst. Welche Tische Hilfe brauchen, steht dort.")
            there = event_url(event, "tables_at_work", number=series.number)
            return Action(title, text, _("Tische ansehen"), there, Right.ENTER)
        title = _("Listen der Serie %(n)d eingeben (%(done)d von %(all)d)") % count
        text = _problems(series) or _("Was die Tische abgeben, wird hier eingetragen.")
        return Action(title, text, _("Listen eingeben"), url, Right.ENTER)
    count["done"] = series.settled
    title = _("Listen der Serie %(n)d prüfen (%(done)d von %(all)d)") % count
    text = _problems(series) or _("Alle Listen sind eingegeben.")
    return Action(title, text, _("Listen prüfen"), url, Right.RULE)


def _problems(series: SeriesProgress) -> str:
    if not series.faulty:
        return ""
    return ngettext(
        "%(count)d Liste hat Fehler und zählt so nicht.",
        "%(count)d Listen haben Fehler und zählen so nicht.",
        series.faulty,
    ) % {"count": series.faulty}


def _release_standings(event: Event, series: SeriesProgress) -> Action:
    n, url = {"n": series.number}, event_url(event, "standings_release", after=series.number)
    if series.releases:
        return Action(
            _("Neue Ausgabe der Rangliste nach Serie %(n)d freigeben") % n,
            _("Seit der letzten Ausgabe hat sich die Rangliste geändert. Öffentlich ist noch der alte Stand."),
            _("Rangliste freigeben"),
            url,
        )
    text = _("Serie %(n)d ist abgeschlossen. Öffentlich wird nur, was freigegeben ist.") % n
    return Action(_("Rangliste nach Serie %(n)d freigeben") % n, text, _("Rangliste freigeben"), url)


def _prizes(event: Event, day: EventProgress) -> Action:
    match day.next_step:
        case NextStep.PLAN_PRIZES:
            text = (
                _("Die Ausschreibung kündigt Mannschaftspreise an. Der Plan nennt noch keine.")
                if day.facts.planned and day.facts.lacks_team_prizes
                else _("Nach dem Plan richtet sich, wer ein Entscheidungsspiel austrägt und was die Besten bekommen.")
            )
            name = _("Preisplan anlegen")
            return Action(name, text, name, event_url(event, "prize_plan"), said=SaidStep.Step.PLAN_PRIZES)
        case NextStep.PLAY_OFF:
            text = cited(_("Gleichauf in allem, was über den Rang entscheidet (§ 1.5)."), event.rules)
            name = _("Entscheidungsspiel eintragen")
            return Action(name, text, name, event_url(event, "play_off"))
        case NextStep.HAND_OUT:
            awards = day.facts.prizes.awards if day.facts.prizes else ()
            count = {"done": len(awards) - day.facts.prizes_to_hand_out, "all": len(awards)}
            return Action(
                _("Preise ausgeben (%(done)d von %(all)d)") % count,
                _("Jeder Preis wird einzeln abgehakt; Geldpreise werden dabei gebucht."),
                _("Preise ausgeben"),
                event_url(event, "prizes"),
                Right.CASH,
            )
        case _:
            changed = day.facts.prizes is not None and day.facts.prizes.awards and day.facts.prizes.changed
            text = (
                _("Die Wertung hat sich seit der Freigabe der Preise geändert.")
                if changed
                else _("Die Rangliste steht fest. Sehen Sie an, wer was bekommt.")
            )
            return Action(_("Preise freigeben"), text, _("Zu den Preisen"), event_url(event, "prizes"))


@dataclass(frozen=True, slots=True)
class OpenTask:
    """An open task with its page and the right that the page requires."""

    text: str
    button: str
    url: str
    right: Right = Right.SEE


def outstanding(event: Event, facts: Facts) -> list[OpenTask]:
    """Returns the tasks for missing hand-ins, fees and fines, in this order."""
    owed = []
    if facts.hand_ins_to_record:
        words = [
            ngettext("Serie %(number)d (%(n)d Tisch)", "Serie %(number)d (%(n)d Tische)", n)
            % {"number": number, "n": n}
            for number, n in facts.hand_ins_to_record.items()
        ]
        text = _("Die Abgabe ist nicht eingetragen: %(series)s.") % {"series": ", ".join(words)}
        url = event_url(event, "hand_in", number=min(facts.hand_ins_to_record))
        owed.append(OpenTask(text, _("Abgabe eintragen"), url, Right.COLLECT))
    if facts.fees_open:
        text = _("Beim Startgeld fehlen %(amount)s.") % {"amount": amount(facts.fees_open, event.currency)}
        owed.append(OpenTask(text, _("Zur Kasse"), event_url(event, "cash") + "?zeige=offen", Right.CASH))
    if facts.fines_open:
        text = _("Beim Bußgeld fehlen %(amount)s.") % {"amount": amount(facts.fines_open, event.currency)}
        owed.append(OpenTask(text, _("Zum Bußgeld"), event_url(event, "cash_fines"), Right.CASH))
    return owed


def cash_difference(facts: Facts) -> str:
    """Returns the last count's difference as a sentence, such as "In der Kasse fehlen 5,00 €."; "" if it is 0."""
    difference = facts.cash_difference
    words = _("In der Kasse fehlen %(amount)s.") if difference < 0 else _("In der Kasse sind %(amount)s zu viel.")
    return words % {"amount": amount(abs(difference), facts.event.currency)} if difference else ""


def _at_the_end(event: Event, day: EventProgress) -> Action:
    match day.next_step:
        case NextStep.CERTIFICATES:
            return Action(
                _("Urkunden drucken"),
                _("Die Rangliste ist freigegeben, die Namen stehen fest."),
                _("Urkunden öffnen"),
                reverse("documents:certificates_pdf", args=[event.slug]),
                said=SaidStep.Step.CERTIFICATES,
            )
        case NextStep.COLLECT:
            owed = outstanding(event, day.facts)
            text, first = " ".join(debt.text for debt in owed), owed[0]
            name = _("Abgabe und Geld einsammeln")
            return Action(name, text, first.button, first.url, first.right, SaidStep.Step.COLLECT)
        case NextStep.COUNT_CASH:
            return Action(
                _("Kasse zählen"),
                _("Seit der letzten Zählung ist Bargeld ein- oder ausgegangen."),
                _("Zum Tagesabschluss"),
                event_url(event, "day_end"),
                Right.CASH,
                SaidStep.Step.COUNT_CASH,
            )
        case NextStep.BACK_UP:
            return Action(
                _("Kopie machen"),
                _("Seit der letzten Kopie wurde etwas geändert. Am besten liegt eine auch auf einem Stick."),
                _("Zur Sicherung"),
                event_url(event, "event_backup"),
                said=SaidStep.Step.BACK_UP,
            )
        case _:
            left = [*(item.text for item in outstanding(event, day.facts)), cash_difference(day.facts)]
            left_out = [str(said.get_step_display()) for said in day.facts.said.values()]
            text = " ".join(sentence for sentence in left if sentence) or _("Alles ist erledigt.")
            if left_out:
                text += " " + _("Vermerkt ist: %(steps)s.") % {"steps": ", ".join(left_out)}
            return Action(
                _("Das Turnier ist ausgewertet"),
                text,
                _("Bevor Sie gehen"),
                event_url(event, "before_leaving"),
                Right.SEE,
            )


def event_url(event: Event, name: str, **more: int) -> str:
    """Returns the address of an officials' page of the event."""
    return reverse(f"organiser:{name}", kwargs={"slug": event.slug, **more})
