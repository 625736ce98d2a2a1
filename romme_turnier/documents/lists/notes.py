"""The notes under a filled list: its faults and warnings, differing sums, and the decisions of the officials."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.scorer_error_words import note_difference
from romme_turnier.tournament.lists.loaded_list import LoadedList
from romme_turnier.tournament.lists.remarks import Decision, decision_words
from romme_turnier.tournament.lists.words import describe


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
    decisions = (
        *_decided((*loaded.rulings, *loaded.penalties), rules),
        *_readings(loaded),
        *_decided((*loaded.ending_readings, *loaded.vacancies), rules),
    )
    invalid = []
    if loaded.row.status == models.Spielliste.Status.INVALID:
        words = _("Diese Liste ist ungültig und zählt nicht: %s") % loaded.row.invalid_words
        invalid = [Note(0, words)]
    return (*invalid, *faults, *sorted(decisions, key=lambda note: note.game), *warnings, *sums)


def _of(violation: Violation, frame: str, rules: RuleSet) -> Note:
    game = violation.params.get("game")
    return Note(game if isinstance(game, int) else 0, frame % describe(violation, rules))


def _decided(decisions: Iterable[Decision], rules: RuleSet) -> Iterator[Note]:
    for words in (decision_words(decision, rules) for decision in decisions):
        yield Note(words.game, words.on_paper)


def _readings(loaded: LoadedList) -> Iterator[Note]:
    counted = {(row.number, entry.seat): entry.points for row in loaded.rows.values() for entry in row.cells}
    for reading in loaded.readings:
        values = _(" oder ").join(map(str, reading.values))
        points = counted.get((reading.game, reading.seat))
        words = {"game": reading.game, "seat": reading.seat, "values": values, "points": points}
        text = _("Spiel %(game)d, Platz %(seat)d: gelesen als %(values)s")
        if points is not None:
            text = _("Spiel %(game)d, Platz %(seat)d: gelesen als %(values)s, es zählt %(points)d")
        yield Note(reading.game, text % words)
