"""The announcement of an event (§ 1.1) as label and words."""

from datetime import datetime
from decimal import Decimal

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _, ngettext

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.services.events import default_close


def money(amount: Decimal, currency: str) -> str:
    return f"{number_format(amount, 2)}\N{NO-BREAK SPACE}{'€' if currency == 'EUR' else currency}"


def _moment(moment: datetime) -> str:
    local = timezone.localtime(moment)
    return _("%(date)s, %(time)s Uhr") % {
        "date": date_format(local, "l, j. F Y"),
        "time": date_format(local, "H:i"),
    }


def announcement(event: Event) -> list[tuple[str, str]]:
    """Label and words, in the order in which people ask."""
    facts = [
        (_("Beginn"), _moment(event.starts_at)),
        (_("Meldeschluss"), _moment(event.registration_closes_at or default_close(event.starts_at))),
        (_("Spielort"), event.venue),
        (_("Veranstalter"), event.organiser),
        (_("Teilnehmer"), event.get_access_display()),
        (_("Startgeld"), money(event.entry_fee, event.currency) if event.entry_fee else _("keines")),
        (_("Bußgeld"), fines_in_words(event)),
        (_("Preise"), event.get_prizes_display()),
        (_("Regeln"), event.rules.name),
        (_("Umfang"), _scope(event)),
        (_("Bonus"), bonus_in_words(event)),
    ]
    return [(label, words) for label, words in facts if words]


def _scope(event: Event) -> str:
    series = ngettext("%d Serie", "%d Serien", event.series_count) % event.series_count
    games = ngettext("%d Spiel", "%d Spielen", event.games_per_list) % event.games_per_list
    return _("%(series)s zu %(games)s") % {"series": series, "games": games}


def fines_in_words(event: Event) -> str:
    """What a lost game costs; a lost game is one that somebody else ended."""
    parts = []
    for step in event.fine_steps.all():
        words = {"amount": money(step.amount, event.currency), "game": step.from_game}
        if step.from_game == 1:
            parts.append(_("%(amount)s für jedes verlorene Spiel") % words)
        else:
            parts.append(_("%(amount)s ab dem %(game)d. verlorenen Spiel einer Liste") % words)
    return ", ".join(parts)


def bonus_in_words(event: Event) -> str:
    """The reading of § 3.2.1 that the announcement chose, and the Handrommé of § 3.2.2."""
    if event.rules.highest_wins:
        return ""
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
    parts = [at_the_end % words] if event.bonus_four or event.bonus_three else []
    if event.rules.hand_romme_min is not None and event.bonus_handromme:
        parts.append(_("Ein Handrommé bringt sofort %(hand)d Punkte Abzug.") % words)
    return " ".join(parts)
