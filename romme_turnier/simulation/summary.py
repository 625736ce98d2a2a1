"""Summarises a simulated event in a few lines."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from romme_turnier.simulation.simulated_event import SimulatedEvent
from romme_turnier.tournament.participants import reading as participants_reading
from romme_turnier.tournament.shared.numbers import signed
from romme_turnier.tournament.standings import reading as standings_reading


def summary(simulated: SimulatedEvent) -> Iterator[str]:
    """Yields lines of text that name the event, count its incidents by kind, and name the leader."""
    event, tally = simulated.event, simulated.tally
    yield _("%(name)s (Adresse %(slug)s)") % {"name": event.name, "slug": event.slug}
    for title, kinds in _groups().items():
        happened = [f"{words} {tally[kind]}" for kind, words in kinds.items() if tally[kind]]
        if happened:
            yield f"{title}: {', '.join(happened)}"
    yield from _winner(simulated)


def _winner(simulated: SimulatedEvent) -> Iterator[str]:
    event = simulated.event
    best = next(iter(standings_reading.standings(event, event.series_count)), None)
    if best is not None and best.rank is not None:
        name = participants_reading.registrations_by_pk(event)[int(str(best.entrant.key))].name
        facts = {"number": best.entrant.number, "name": name, "result": signed(best.sums.total)}
        yield _("An der Spitze: Nr. %(number)s %(name)s mit %(result)s Punkten") % facts


def _groups() -> dict[str, dict[str, str]]:
    return {
        _("Teilnehmer"): {
            "players": _("gemeldet"),
            "paid_late": _("spät bezahlt"),
            "teams": _("Mannschaften"),
            "late": _("nachgemeldet"),
            "fillers": _("außer Konkurrenz"),
            "absences": _("eine Serie ausgesetzt"),
            "repairs": _("Sitzordnung geändert"),
            "withdrawn": _("zurückgezogen"),
            "excluded": _("ausgeschlossen"),
            "had_to_wait": _("auf der Warteliste"),
            "checked_in": _("eingetroffen"),
            "called_in": _("Ersatz"),
            "consents_changed": _("Zustimmung geändert"),
        },
        _("Gespielt"): {
            "lists": _("Listen"),
            "games": _("Spiele"),
            "handrommes": _("Handrommés"),
            "seats_left": _("Plätze verlassen"),
        },
        _("Fehler auf den Listen"): {
            "two_finishers": _("zwei Beender"),
            "ones": _("Einsen"),
            "too_much": _("zu viele Punkte"),
            "missing_entries": _("leere Felder"),
            "no_finisher": _("kein Beender"),
            "unnoticed": _("unbemerkte Zahlendreher"),
            "wrong_sums": _("falsche Summen"),
        },
        _("Bei der Erfassung"): {
            "typing_slips": _("Zahlendreher"),
            "claims_mistyped": _("vertippte Summen"),
            "sent_twice": _("doppelt gesendet"),
            "conflicts": _("gleichzeitig bearbeitet"),
            "second_readings": _("zweite Lesungen"),
        },
        _("Entschieden"): {
            "corrections": _("Berichtigungen"),
            "readings": _("Lesarten"),
            "doubts": _("unklare Enden"),
            "rulings": _("geltende Zeilen"),
            "scorer_errors": _("Rechenfehler der Listenführer"),
            "penalties": _("Strafen"),
            "disputes": _("Streitfälle"),
            "declared_invalid": _("ungültige Listen"),
            "told": _("unterrichtet"),
        },
        _("Kasse"): {
            "payments_reversed": _("stornierte Zahlungen"),
            "refunds": _("Erstattungen"),
            "fines": _("Bußgelder"),
            "prizes": _("ausgegebene Preise"),
        },
        _("Ergebnisse"): {
            "releases": _("Ausgaben der Rangliste"),
            "reopened": _("wieder geöffnete Serien"),
            "play_offs": _("Entscheidungsspiele"),
        },
    }
