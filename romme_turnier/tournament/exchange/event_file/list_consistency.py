"""Contradictions within a list of a file, or between the list and its table or event."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from romme_turnier.core.lists.length import Length
from romme_turnier.core.lists.rows import worst_reading
from romme_turnier.tournament.exchange.event_file.faults import Fault, Node


@dataclass(frozen=True, slots=True)
class Frame:
    """The seats, the length and the scoring of a list; `seats` and `length` are None if illegible or missing."""

    seats: int | None
    length: Length | None
    highest_wins: bool

    @property
    def games(self) -> int | None:
        """The number of games in the list; None if a score ends the list, or if the number is unknown."""
        return self.length.games(self.seats or 0) or None if self.length else None


def list_contradictions(content: Node, frame: Frame) -> Iterator[Fault]:
    """Yields every contradiction within a list, or between the list and its table or event."""
    for game in content["games"]:
        yield from _one_per_seat(game["points"], frame)
        yield from _seat_of_table(game["finisher"], frame.seats or game["points"].length)
        yield from _game_of_list(game["number"], frame)
    yield from _places(content, frame)
    yield from _repeated_by(content["games"], ("number",), _("jedes Spiel nur einmal"))
    yield from _repeated_by(content["rulings"], ("game",), _("eine Entscheidung je Spiel"))
    yield from _repeated_by(content["vacant"], ("seat",), _("jeder Platz nur einmal"))
    yield from _repeated_by(content["readings"], ("game", "seat"), _("alle Lesarten eines Eintrags beisammen"))
    yield from _vacant(content)
    yield from _readings(content, frame)
    for name in ("claimed_totals", "claimed_results", "claimed_finished"):
        yield from _one_per_seat(content[name], frame)


def _one_per_seat(node: Node, frame: Frame) -> Iterator[Fault]:
    if frame.seats is not None and node.length is not None and node.length != frame.seats:
        yield node.fault(_("so viele Einträge wie Plätze, also %(seats)d") % {"seats": frame.seats})


def _places(content: Node, frame: Frame) -> Iterator[Fault]:
    """Yields faults for seats and games that the table or the list does not have."""
    for name in ("vacant", "readings", "penalties", "rulings"):
        for entry in content[name]:
            yield from _seat_of_table(entry["seat"], frame.seats)
            for game in (entry["game"], entry["from_game"]):
                outside = [*_game_of_list(game, frame)]
                yield from outside or _game_that_is_there(game, content, name, frame)


def _seat_of_table(seat: Node, seats: int | None) -> Iterator[Fault]:
    if seats is not None and seat.number is not None and not 1 <= seat.number <= seats:
        yield seat.fault(_("ein Platz dieses Tisches, 1 bis %(seats)d") % {"seats": seats})


def _game_that_is_there(game: Node, content: Node, about: str, frame: Frame) -> Iterator[Fault]:
    """Yields a fault if the game must be among the list's games but is not.

    If the number of games is fixed, only a reading needs its game in the list. If a score ends the list, rulings,
    penalties and vacated seats need theirs as well; but a penalty or a vacated seat in a list that is not complete may
    refer to the next game.
    """
    if frame.games is not None and about != "readings":
        return
    numbers = [row["number"].number for row in content["games"]]
    known = [number for number in numbers if number is not None]
    if game.number is None or game.number in known or len(known) < (content["games"].length or 0):
        return
    waits = about in ("vacant", "penalties") and content["status"].text in _NOT_COMPLETE
    if not waits or (frame.length and game.number > frame.length.rows(frame.seats or 0, max(known, default=0))):
        yield game.fault(_("ein Spiel, das unter „games“ steht"))


_NOT_COMPLETE = ("open", "invalid")


def _game_of_list(game: Node, frame: Frame) -> Iterator[Fault]:
    if frame.games is not None and game.number is not None and not 1 <= game.number <= frame.games:
        yield game.fault(_("ein Spiel der Liste, 1 bis %(games)d") % {"games": frame.games})


def _repeated_by(entries: Iterable[Node], keys: tuple[str, ...], what: str) -> Iterator[Fault]:
    first: dict[tuple[int | None, ...], str] = {}
    for entry in entries:
        place = tuple(entry[key].number for key in keys)
        if None in place:
            continue
        if place in first:
            message = _("erwartet: %(what)s; steht schon in %(place)s")
            yield Fault(entry[keys[-1]].path, message % {"what": what, "place": first[place]})
        first.setdefault(place, entry.path)


def _vacant(content: Node) -> Iterator[Fault]:
    """Yields faults for points at a seat that was already vacant."""
    left = {entry["seat"].number: entry["from_game"].number for entry in content["vacant"]}
    for game in content["games"]:
        for seat, points in enumerate(game["points"], start=1):
            from_game, number = left.get(seat), game["number"].number
            if from_game is None or number is None or number < from_game:
                continue
            if points.value is not None:
                what = _("null, denn Platz %(seat)d ist ab Spiel %(game)d verlassen")
                yield points.fault(what % {"seat": seat, "game": from_game})


def _readings(content: Node, frame: Frame) -> Iterator[Fault]:
    """Yields faults for readings whose worst value is not the value in the game (§ 2.2.6)."""
    games = {game["number"].number: list(game["points"]) for game in content["games"]}
    for reading in content["readings"]:
        number, seat = reading["game"].number, reading["seat"].number
        values = [value.number for value in reading["values"]]
        known = [value for value in values if value is not None]
        if number is None or seat is None or not known or len(known) < len(values):
            continue
        if number in games and 1 <= seat <= len(games[number]):
            held = games[number][seat - 1]
            worst = worst_reading(known, highest_wins=frame.highest_wins)
            if held.value != worst:
                what = _("Lesarten, deren schlechteste (%(worst)d) in %(place)s steht")
                yield reading["values"].fault(what % {"worst": worst, "place": held.path})
