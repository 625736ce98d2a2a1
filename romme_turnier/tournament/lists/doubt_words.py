"""What is written on lists, in German words."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

PairOfEnding = tuple[int | None, bool] | list[int | bool | None]  # a seat and the mark of a Handrommé, as JSON has them


def say_endings(endings: Iterable[PairOfEnding]) -> str:
    """ "Platz 1 oder Platz 3", "Platz 2 mit oder ohne Handrommé"."""
    marks: dict[int | None, set[bool]] = {}
    for seat, mark in endings:
        marks.setdefault(seat, set()).add(bool(mark))
    return _(" oder ").join(_say_ending(seat, marked) for seat, marked in marks.items())


def _say_ending(seat: int | None, marks: set[bool]) -> str:
    if seat is None:
        return _("niemand")
    if len(marks) > 1:
        return _("Platz %(seat)d mit oder ohne Handrommé") % {"seat": seat}
    if True in marks:
        return _("Platz %(seat)d durch Handrommé") % {"seat": seat}
    return _("Platz %(seat)d") % {"seat": seat}


def say_doubt(endings: Iterable[PairOfEnding]) -> str:
    """ "Ende unklar: Platz 1 oder Platz 3; für jeden zählt die ungünstigste Lesart"."""
    words = _("Ende unklar: %(endings)s; für jeden zählt die ungünstigste Lesart")
    return words % {"endings": say_endings(endings)}


def say_doubt_in_game(game: int, endings: Iterable[PairOfEnding]) -> str:
    """ "Spiel 3, Ende unklar: …"."""
    words = _("Spiel %(game)d, Ende unklar: %(endings)s; für jeden zählt die ungünstigste Lesart")
    return words % {"game": game, "endings": say_endings(endings)}
