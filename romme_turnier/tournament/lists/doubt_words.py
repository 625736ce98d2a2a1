"""Doubtful endings of games in German words."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from romme_turnier.core.rules.system.ruleset import RuleSet

PairOfEnding = tuple[int | None, bool] | list[int | bool | None]  # a seat and the mark of a Handrommé, as JSON has them


def say_endings(endings: Iterable[PairOfEnding], rules: RuleSet) -> str:
    """ "Platz 1 oder Platz 3", "Platz 2 mit oder ohne Handrommé"."""
    marks: dict[int | None, set[bool]] = {}
    for seat, mark in endings:
        marks.setdefault(seat, set()).add(bool(mark))
    return _(" oder ").join(_say_ending(seat, marked, rules) for seat, marked in marks.items())


def _say_ending(seat: int | None, marks: set[bool], rules: RuleSet) -> str:
    if seat is None:
        return _("niemand")
    words = {"seat": seat, "hand": rules.hand_name}
    if len(marks) > 1:
        return _("Platz %(seat)d mit oder ohne %(hand)s") % words
    if True in marks:
        return _("Platz %(seat)d durch %(hand)s") % words
    return _("Platz %(seat)d") % words


def say_doubt(endings: Iterable[PairOfEnding], rules: RuleSet) -> str:
    """ "Ende unklar: Platz 1 oder Platz 3; für jeden zählt die ungünstigste Lesart"."""
    words = _("Ende unklar: %(endings)s; für jeden zählt die ungünstigste Lesart")
    return words % {"endings": say_endings(endings, rules)}


def say_doubt_in_game(game: int, endings: Iterable[PairOfEnding], rules: RuleSet) -> str:
    """ "Spiel 3, Ende unklar: …"."""
    words = _("Spiel %(game)d, Ende unklar: %(endings)s; für jeden zählt die ungünstigste Lesart")
    return words % {"game": game, "endings": say_endings(endings, rules)}
