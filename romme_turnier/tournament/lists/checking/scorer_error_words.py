"""Texts about differences between a list and its scorer's sums, and about their possible causes."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.lists.claims import Difference, Figure
from romme_turnier.core.lists.scorer_errors import Cause
from romme_turnier.core.rules.system.criteria import Criterion
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament.lists.words import say_endings
from romme_turnier.tournament.shared.numbers import signed
from romme_turnier.tournament.shared.rule_words.paragraphs import cited


def say_difference(difference: Difference, rules: RuleSet) -> str:
    """Returns a difference as text, such as "Platz 2: Summe laut Liste 281, gerechnet 218"."""
    result = _("Platz %(seat)d: Ergebnis laut Liste %(claimed)s, gerechnet %(computed)s")
    if Criterion.SCORING_POINTS in rules.criteria:
        result = _("Platz %(seat)d: Augenpunkte laut Liste %(claimed)s, gerechnet %(computed)s")
    words = {
        Figure.TOTAL: _("Platz %(seat)d: Summe laut Liste %(claimed)s, gerechnet %(computed)s"),
        Figure.RESULT: result,
        Figure.FINISHED: _("Platz %(seat)d: beendete Spiele laut Liste %(claimed)s, gezählt %(computed)s"),
    }[difference.figure]
    return words % _figures(difference)


def note_difference(difference: Difference, rules: RuleSet) -> str:
    """Returns a difference with its clause: "Platz 2: Summe laut Liste 281, gerechnet 218 (§ 2.2.5)"."""
    return cited(_("%(what)s (§ 2.2.5)"), rules) % {"what": say_difference(difference, rules)}


def note_in_its_row(difference: Difference, rules: RuleSet) -> str:
    """Returns a difference without the name of its row: "Platz 2: laut Liste 281, gerechnet 218 (§ 2.2.5)"."""
    words = (
        _("Platz %(seat)d: laut Liste %(claimed)s, gezählt %(computed)s (§ 2.2.5)")
        if difference.figure is Figure.FINISHED
        else _("Platz %(seat)d: laut Liste %(claimed)s, gerechnet %(computed)s (§ 2.2.5)")
    )
    return cited(words, rules) % _figures(difference)


def _figures(difference: Difference) -> dict[str, object]:
    return {"seat": difference.seat, "claimed": signed(difference.claimed), "computed": signed(difference.computed)}


def say_cause(cause: Cause, rules: RuleSet) -> str:
    """Returns a possible cause as text: the place on the paper, and the mistake to look for there."""
    return cited(_WORDS[cause.code](cause), rules) % {
        "game": cause.games[0] if cause.games else 0,
        "games": ", ".join(map(str, cause.games)),
        "entry": cause.entry,
        "instead": cause.instead,
        "other": cause.other,
        "ending": say_endings([cause.ending], rules) if cause.ending else "",
        "amount": signed(abs(cause.amount or 0)),
    }


_WORDS: Mapping[str, Callable[[Cause], str]] = {
    "ending_in_doubt": lambda _c: _(
        "Spiel %(game)d, Ende unklar: gerechnet, als hätte es sicher %(ending)s beendet? Es zählt für jeden die "
        "ungünstigste Lesart (§ 2.2.6)"
    ),
    "cells_swapped": lambda _c: _(
        "Spiel %(game)d: Einträge mit Platz %(other)d vertauscht? %(instead)d statt %(entry)d"
    ),
    "digits_transposed": lambda _c: _("Spiel %(game)d: Ziffern vertauscht? %(instead)d statt %(entry)d"),
    "figure_transposed": lambda _c: _("Ziffern der Summe vertauscht? %(instead)d statt %(entry)d"),
    "entry_duplicated": lambda _c: _("Spiel %(game)d: die %(entry)d doppelt addiert?"),
    "entry_missing": lambda _c: _("Spiel %(game)d: die %(entry)d nicht mitgezählt?"),
    "carried_wrongly": lambda c: (
        _("Übertrag: beim Addieren %(amount)s zu viel")
        if (c.amount or 0) > 0
        else _("Übertrag: beim Addieren %(amount)s vergessen")
    ),
    "digit_misread": lambda _c: _("Spiel %(game)d: Ziffer verlesen? %(instead)d statt %(entry)d"),
    "figure_misread": lambda _c: _("Ziffer der Summe verlesen? %(instead)d statt %(entry)d"),
    "wrong_number": lambda c: (
        _("Eine andere falsche Zahl: um %(amount)s zu klein eingetragen, möglich in Spiel %(games)s")
        if (c.amount or 0) > 0
        else _("Eine andere falsche Zahl: um %(amount)s zu groß eingetragen, möglich in Spiel %(games)s")
    ),
    "follows_from_sum": lambda _c: _("Folgt aus der falschen Summe"),
    "handromme_mark_missing": lambda c: ngettext(
        "Handrommé nicht angekreuzt oder nicht eingetragen? Möglich in Spiel %(games)s",
        "Handrommé nicht angekreuzt oder nicht eingetragen? Möglich in den Spielen %(games)s",
        len(c.games),
    ),
    "handromme_not_deducted": lambda c: ngettext(
        "%(amount)s für Handrommé nicht abgezogen? Eingetragen in Spiel %(games)s",
        "%(amount)s für Handrommé nicht abgezogen? Eingetragen in den Spielen %(games)s",
        len(c.games),
    ),
    "bonus_not_deducted": lambda _c: _("Bonus von %(amount)s nicht abgezogen?"),
    "bonus_deducted_twice": lambda _c: _("Bonus von %(amount)s zweimal abgezogen?"),
    "bonus_read_otherwise": lambda _c: _("Bonus anders gerechnet, als die Ausschreibung sagt: %(amount)s abgezogen?"),
    "penalty_not_added": lambda _c: _("%(amount)s Strafpunkte nicht hinzugezählt?"),
    "sign_lost": lambda _c: _("Minuszeichen vergessen?"),
    "finisher_elsewhere": lambda c: ngettext(
        "Beendetes Spiel beim falschen Platz (%(other)d)? Möglich in Spiel %(games)s",
        "Beendetes Spiel beim falschen Platz (%(other)d)? Möglich in den Spielen %(games)s",
        len(c.games),
    ),
    "miscounted": lambda c: (
        ngettext("Verzählt? Beendet ist Spiel %(games)s", "Verzählt? Beendet sind die Spiele %(games)s", len(c.games))
        if c.games
        else _("Verzählt? Dieser Platz hat kein Spiel beendet")
    ),
}
