"""The notes under a filled list: its faults, and the decisions of the officials."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.scorer_error_words import note_difference
from romme_turnier.tournament.lists.loaded_list import LoadedList
from romme_turnier.tournament.lists.words import describe, say_doubt_in_game


@dataclass(frozen=True, slots=True)
class Note:
    game: int  # 0: the whole list
    text: str


def notes_of(loaded: LoadedList) -> tuple[Note, ...]:
    """Returns notes on invalidity, faults, decisions, warnings and differing sums, in this order."""
    rules, evaluation = loaded.event.rules, loaded.evaluation
    faults = [_of(violation, _("Fehler: %s"), rules) for violation in evaluation.violations]
    warnings = [_of(violation, _("Hinweis: %s"), rules) for violation in evaluation.warnings]
    sums = [Note(0, _("Hinweis: %s") % note_difference(each, rules)) for each in evaluation.differences]
    decisions = sorted(_decisions(loaded), key=lambda note: note.game)
    invalid = []
    if loaded.row.status == models.Spielliste.Status.INVALID:
        words = _("Diese Liste ist ungültig und zählt nicht: %s") % loaded.row.invalid_words
        invalid = [Note(0, words)]
    return (*invalid, *faults, *decisions, *warnings, *sums)


def _of(violation: Violation, frame: str, rules: RuleSet) -> Note:
    game = violation.params.get("game")
    return Note(game if isinstance(game, int) else 0, frame % describe(violation, rules))


def _decisions(loaded: LoadedList) -> Iterator[Note]:
    for ruling in loaded.rulings:
        words = {"game": ruling.game, "reason": ruling.reason}
        yield Note(ruling.game, _("Spiel %(game)d gilt nach Entscheidung der Spielleitung: %(reason)s") % words)
    for penalty in loaded.penalties:
        words = {"game": penalty.game, "seat": penalty.seat, "points": penalty.points, "reason": penalty.reason}
        yield Note(penalty.game, _("Spiel %(game)d, Platz %(seat)d: %(points)d Strafpunkte, %(reason)s") % words)
    counted = {(row.number, entry.seat): entry.points for row in loaded.rows.values() for entry in row.cells}
    for reading in loaded.readings:
        values = _(" oder ").join(map(str, reading.values))
        points = counted.get((reading.game, reading.seat))
        words = {"game": reading.game, "seat": reading.seat, "values": values, "points": points}
        text = _("Spiel %(game)d, Platz %(seat)d: gelesen als %(values)s")
        if points is not None:
            text = _("Spiel %(game)d, Platz %(seat)d: gelesen als %(values)s, es zählt %(points)d")
        yield Note(reading.game, text % words)
    for doubt in loaded.ending_readings:
        words = {"what": say_doubt_in_game(doubt.game, doubt.endings, loaded.event.rules), "reason": doubt.reason}
        yield Note(doubt.game, _("%(what)s: %(reason)s") % words)
    for vacancy in loaded.vacancies:
        words = {"seat": vacancy.seat, "game": vacancy.from_game, "reason": vacancy.reason}
        text = _("Platz %(seat)d verlassen ab Spiel %(game)d, Liste zählt nicht: %(reason)s")
        if vacancy.counts:
            text = _("Platz %(seat)d verlassen ab Spiel %(game)d, Liste zählt nach Entscheidung: %(reason)s")
        yield Note(vacancy.from_game, text % words)
