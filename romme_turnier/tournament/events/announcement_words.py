"""The announcement of an event (§ 1.1) as labels and texts; for the timetable see `timetable_words.py`."""

from datetime import datetime
from typing import assert_never

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.lists.length import Length
from romme_turnier.core.lists.sums import deducts_bonus, deducts_handromme
from romme_turnier.core.rules.system.ruleset import LengthUnit
from romme_turnier.tournament.at_table.terms import announced, terms_in_words, terms_of
from romme_turnier.tournament.events.announcements import default_close
from romme_turnier.tournament.events.term_examples import scoring_points_example, table_points_example
from romme_turnier.tournament.models import Event, Prize
from romme_turnier.tournament.money.words import amount, ranking_label, small_amount
from romme_turnier.tournament.shared.rule_words.options import agreed_in_words
from romme_turnier.tournament.shared.rule_words.scoring_points import points_in_words


def _moment(moment: datetime) -> str:
    local = timezone.localtime(moment)
    return _("%(date)s, %(time)s Uhr") % {"date": date_format(local, "l, j. F Y"), "time": date_format(local, "H:i")}


def announcement(event: Event) -> list[tuple[str, str]]:
    """Returns the label and text of each announced fact, the most important first. A text may have several lines."""
    where = [(_("Beginn"), _moment(event.starts_at)), (_("Spielort"), event.venue)]
    return [fact for fact in where if fact[1]] + conditions(event) + rules_of_play(event)


def conditions(event: Event) -> list[tuple[str, str]]:
    """Returns the label and text of each fact about taking part, such as registration, fees and prizes."""
    facts = [
        (_("Anmeldeschluss"), _moment(event.registration_closes_at or default_close(event.starts_at))),
        (_("Veranstalter"), event.organiser),
        (_("Teilnehmer"), participants_in_words(event)),
        (_("Anmeldung"), _("auf der Seite des Turniers oder bei der Spielleitung") if event.self_registration else ""),
        (_("Namen"), event.get_names_display()),
        (_("Startgeld"), fees_in_words(event)),
        (_("Einsatz"), stake_in_words(event)),
        (_("Überweisung an"), event.bank_details),
        (_("Bußgeld"), fines_in_words(event)),
        (_("Preise"), prizes_in_words(event)),
        (_("Sonderwertungen"), ", ".join(category.name for category in event.categories.all())),
    ]
    return [(label, words) for label, words in facts if words]


def rules_of_play(event: Event) -> list[tuple[str, str]]:
    """Returns the label and text of each fact about the games, their lists and their scoring."""
    rules = event.rules
    facts = [
        (_("Regeln"), rules.name),
        (_("Vereinbart"), "\n".join(agreed_in_words(rules, event.options))),
        (_("Tische"), "" if rules.size_fixed else _("möglichst %(count)d Plätze") % {"count": rules.table_size}),
        (_("Umfang"), scope_in_words(event)),
        (_("Listen"), lists_in_words(event)),
        (_("Bonus"), bonus_in_words(event)),
        (_("Wertung"), scoring_in_words(event)),
    ]
    return [(label, words) for label, words in facts if words]


def scope_in_words(event: Event) -> str:
    """Returns the number of series, the length of a list, and the playing time of a series, as text."""
    series = ngettext("%d Serie", "%d Serien", event.series_count) % event.series_count
    words = _("%(series)s %(length)s") % {"series": series, "length": length_in_words(event.length)}
    if event.series_minutes:
        words += _(", je Serie %(minutes)d Minuten") % {"minutes": event.series_minutes}
    return words


def lists_in_words(event: Event) -> str:
    """Describes how lists are written and confirmed, also in series with other terms; "" if all lists are on paper."""
    usual = announced(event)
    own = [(series.number, terms_of(series)) for series in event.series.all() if terms_of(series) != usual]
    if not usual.on_phones and not any(terms.on_phones for _number, terms in own):
        return ""
    lines = [_("Serie %(number)d: %(words)s") % {"number": n, "words": terms_in_words(terms)} for n, terms in own]
    return "\n".join([terms_in_words(usual), *lines])


def length_in_words(length: Length) -> str:
    """Returns the length of a list, worded to follow "3 Serien"."""
    n = length.number
    match length.unit:
        case LengthUnit.GAMES:
            return ngettext("zu %d Spiel", "zu %d Spielen", n) % n
        case LengthUnit.ROUNDS:
            return ngettext("zu %d Runde", "zu %d Runden", n) % n
        case LengthUnit.TARGET:
            return _("bis %d Punkte") % n
        case _:
            assert_never(length.unit)


def participants_in_words(event: Event) -> str:
    """Returns the groups that may take part, and the number of places, as text."""
    lines = [event.get_access_display()]
    if event.capacity:
        lines.append(_("höchstens %(count)d; wer danach kommt, steht auf der Warteliste") % {"count": event.capacity})
    return "\n".join(lines)


def fees_in_words(event: Event) -> str:
    """Returns the event's usual fee as text, with a line for each other kind of fee."""
    lines = [amount(event.entry_fee, event.currency) if event.entry_fee else _("keines")]
    lines += [
        _("%(who)s: %(amount)s") % {"who": fee.name, "amount": amount(fee.amount, event.currency)}
        for fee in event.fee_kinds.all()
    ]
    return "\n".join(lines)


def scoring_in_words(event: Event) -> str:
    """Explains scoring by table points or scoring points; "" if the results themselves are added up."""
    if event.points_per_game is not None:
        words = _(
            "Wertungspunkte: %(points)s. %(example)s Die meisten Wertungspunkte gewinnen, bei gleich vielen die "
            "wenigsten Augenpunkte."
        )
        points = event.points_per_game
        return words % {
            "points": points_in_words(points, event.rules),
            "example": scoring_points_example(points, event.rules),
        }
    if event.scoring == Event.Scoring.SUM:
        return ""
    words = _("Tischpunkte: %(example)s Bei gleich vielen Tischpunkten entscheidet die Summe der Ergebnisse.")
    return words % {"example": table_points_example(event.rules)}


def stake_in_words(event: Event) -> str:
    """Returns the price of a point as text; "" if the event is not played for money."""
    if event.stake is None or not event.rules.settles:
        return ""
    words = {"stake": small_amount(event.stake, event.currency)}
    if event.stake_booked:
        return _("%(stake)s je Punkt, abgerechnet zwischen allen am Tisch; gezahlt wird an der Kasse") % words
    return _("%(stake)s je Punkt, abgerechnet zwischen allen am Tisch; es geht nicht durch die Kasse") % words


def fines_in_words(event: Event) -> str:
    """Returns the fines for lost games as text; "" without fines. A player loses each game that another player ends."""
    parts = []
    for step in event.fine_steps.all():
        words = {"amount": amount(step.amount, event.currency), "game": step.from_game}
        if step.from_game == 1:
            parts.append(_("%(amount)s für jedes verlorene Spiel") % words)
        else:
            parts.append(_("%(amount)s ab dem %(game)d. verlorenen Spiel einer Liste") % words)
    return ", ".join(parts)


def prizes_in_words(event: Event) -> str:
    """Returns the kinds of prizes as text, with a line for each ranking in the plan and for each condition."""
    plan: dict[str, list[str]] = {}
    for prize in event.prize_plan.select_related("category"):
        plan.setdefault(ranking_label(prize), []).append(_prize(prize, event.currency))
    conditions = {
        _("Bußgeld wird als Preis ausgeschüttet"): event.fines_handed_out,
        _("Jeder erhält höchstens einen Preis"): event.one_prize_each,
        _("Preise nur für Anwesende"): event.prizes_only_if_present,
        _("Bei Gleichstand werden Geldpreise geteilt"): event.prizes_shared,
    }
    lines = [event.get_prizes_display(), *(f"{label}: {'; '.join(prizes)}" for label, prizes in plan.items())]
    return "\n".join([*lines, *(words for words, holds in conditions.items() if holds)])


def _prize(prize: Prize, currency: str) -> str:
    words = {
        "first": prize.first_rank,
        "last": prize.last_rank,
        "what": _(" und ").join(filter(None, (amount(prize.amount, currency) if prize.amount else "", prize.thing))),
    }
    if prize.first_rank == prize.last_rank:
        return _("%(what)s für Rang %(first)d") % words
    return _("je %(what)s für Rang %(first)d bis %(last)d") % words


def bonus_in_words(event: Event) -> str:
    """Returns the announced bonus (§ 3.2.1) and the Handrommé bonus (§ 3.2.2) as text; "" if neither is deducted."""
    terms = event.terms
    words = {"four": event.bonus_four, "three": event.bonus_three, "hand": event.bonus_handromme}
    if event.bonus_mode == Event.Bonus.PER_LIST:
        at_the_end = _(
            "Am Ende der Liste werden jedem Spieler einmal %(four)d Punkte abgezogen, am Dreiertisch %(three)d."
        )
    else:
        at_the_end = _(
            "Am Ende der Liste werden für jedes Spiel, das man selbst beendet hat, %(four)d Punkte abgezogen, "
            "am Dreiertisch %(three)d."
        )
    parts = [at_the_end % words] if deducts_bonus(terms) else []
    if deducts_handromme(terms):
        parts.append(_("Ein Handrommé bringt sofort %(hand)d Punkte Abzug.") % words)
    return " ".join(parts)
