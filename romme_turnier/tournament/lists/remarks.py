"""Remarks on a list as text: faults, warnings, and the officials' decisions with their reasons."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

from romme_turnier.core.lists.picture import Row
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.loaded_list import LoadedList
from romme_turnier.tournament.lists.words import describe, describe_in_row, say_doubt, say_doubt_in_game
from romme_turnier.tournament.shared.rule_words.paragraphs import cited

_DecisionOnGame = models.Penalty | models.RowRuling | models.EndingReading
Decision = _DecisionOnGame | models.Vacancy


class DecisionWords(NamedTuple):
    """A decision and its reason, worded for each place where they are shown.

    `game` is the game of the decision, or the first game that a vacated seat misses.
    """

    game: int
    in_row: str  # next to the game, without its number; "" for a vacated seat, whose cells show it
    at_desk: str  # in the officials' list of decisions
    on_paper: str


def decision_words(decision: Decision, rules: RuleSet) -> DecisionWords:
    """Returns the texts about a decision."""
    game = decision.from_game if isinstance(decision, models.Vacancy) else decision.game
    facts: dict[str, object] = {"game": game, "reason": decision.reason}
    match decision:
        case models.Penalty():
            facts |= {"seat": decision.seat, "points": decision.points}
            return DecisionWords(
                game,
                _("Platz %(seat)d: %(points)d Strafpunkte, %(reason)s") % facts,
                _("%(points)s Strafpunkte für Platz %(seat)s in Spiel %(game)s: %(reason)s") % facts,
                _("Spiel %(game)d, Platz %(seat)d: %(points)d Strafpunkte, %(reason)s") % facts,
            )
        case models.RowRuling():
            return DecisionWords(
                game,
                _("gilt nach Entscheidung: %(reason)s") % facts,
                _("Spiel %(game)s gilt: %(reason)s") % facts,
                _("Spiel %(game)d gilt nach Entscheidung der Spielleitung: %(reason)s") % facts,
            )
        case models.EndingReading():
            doubt = say_doubt(decision.endings, rules)
            in_row = cited(_("%(what)s (§ 2.2.6): %(reason)s"), rules) % {**facts, "what": doubt}
            facts["what"] = say_doubt_in_game(game, decision.endings, rules)
            words = _("%(what)s: %(reason)s") % facts
            return DecisionWords(game, in_row, words, words)
        case models.Vacancy():
            facts["seat"] = decision.seat
            on_paper = _("Platz %(seat)d verlassen ab Spiel %(game)d, Liste zählt nicht: %(reason)s")
            if decision.counts:
                on_paper = _("Platz %(seat)d verlassen ab Spiel %(game)d, Liste zählt nach Entscheidung: %(reason)s")
            at_desk = _("Platz %(seat)s verlassen ab Spiel %(game)s: %(reason)s")
            if decision.counts:
                at_desk = _("Platz %(seat)s verlassen ab Spiel %(game)s: %(reason)s, die Liste zählt")
            return DecisionWords(game, "", at_desk % facts, on_paper % facts)


def remarks_on_row(row: Row, loaded: LoadedList) -> list[str]:
    """Returns a game's faults, decisions and warnings; if there are none and the game is missing, a note about that."""
    rules = loaded.event.rules
    decisions: Iterable[_DecisionOnGame] = (*loaded.rulings, *loaded.ending_readings, *loaded.penalties)
    remarks = [
        *(describe_in_row(fault, rules) for fault in (*row.violations, *row.accepted)),
        *(decision_words(decision, rules).in_row for decision in decisions if decision.game == row.number),
        *(describe_in_row(warning, rules) for warning in row.warnings),
    ]
    return remarks or ([_("fehlt")] if row.missing else [])


def remarks_on_list(loaded: LoadedList) -> list[str]:
    """Returns the faults and warnings that do not belong to a row of the list."""
    return [
        describe(finding, loaded.event.rules)
        for finding in (*loaded.evaluation.violations, *loaded.evaluation.warnings)
        if int(finding.params.get("game") or 0) > loaded.length or finding.code == "many_players"
    ]
