"""`replay`: shows a recorded game act by act, each checked against the rules."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from romme_turnier.core.rules import play
from romme_turnier.core.rules.record import (
    Check,
    Finding,
    Moment,
    Record,
    RecordError,
    Replay,
    format_row,
    moments,
    parse_record,
    replay,
    view,
    with_line_numbers,
)
from romme_turnier.terminal import arguments as reading
from romme_turnier.terminal.session import ENDING, melds_before
from romme_turnier.terminal.style import Style
from romme_turnier.tournament.playing.words.acts import say_line
from romme_turnier.tournament.playing.words.expectations import say_check, say_expected
from romme_turnier.tournament.playing.words.refusals import say_refused


def main(arguments: Sequence[str]) -> int:
    """Shows the record; returns 1 if it is unreadable or has faults, 2 for an unknown seat, otherwise 0."""
    read = reading.of_replay(arguments)
    try:
        record = with_line_numbers(parse_record(read.file.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError):
        sys.stderr.write(_("%(file)s: Diese Datei ist nicht da oder kein Text.") % {"file": read.file} + "\n")
        return 1
    except RecordError as error:
        for fault in error.faults:
            words = (
                _("Zeile %(line)d: „%(found)s“ ist nicht zu verstehen, erwartet: %(expected)s")
                if fault.found
                else _("Zeile %(line)d: Da fehlt etwas, erwartet: %(expected)s")
            )
            expected = say_expected(fault.expected)
            sys.stderr.write(words % {"line": fault.line, "found": fault.found, "expected": expected} + "\n")
        return 1
    replayed = replay(record)
    if read.seat is not None and not 0 <= read.seat <= len(record.seats):
        sys.stderr.write(f"--seat: 0 … {len(record.seats)}\n")
        return 2
    steps = steps_of(record, replayed, reading.style_of(read), read.seat)
    if read.all:
        for place in range(len(steps)):
            _say(steps.told(place))
        _say(steps.end())
    else:
        _walk(steps, input)
    return 0 if replayed.valid else 1


@dataclass(frozen=True, slots=True)
class Steps:
    """The lines of a record as text, counted from 0. ``shown`` is the record as the seat sees it.

    Seat 0 is a spectator; None is the referee, who sees all cards.
    """

    record: Record
    shown: Record
    replayed: Replay
    moments: Sequence[Moment | None]
    style: Style
    seat: int | None = None

    def __len__(self) -> int:
        return len(self.moments)

    def told(self, place: int) -> Iterator[str]:
        """Yields the text of a line and its faults."""
        line, number = self.shown.lines[place], self.record.numbers[place]
        said = say_line(line, self.record.seats, melds_before(self.moments, place), self.style.cards)
        if isinstance(line, Check):
            said = _("Geprüft: %(what)s") % {"what": say_check(line)}
        yield self.style.wrapped(f"{place + 1}. {said}", "   ")
        for finding in (*self.replayed.faults, *self.replayed.irregular):
            if finding.line == number:
                yield from self._wrong(finding)

    def _wrong(self, finding: Finding) -> Iterator[str]:
        for violation in finding.violations:
            yield self.style.wrapped("   ! " + say_refused(violation), "     ")
        if finding.expected:
            words = _("Erwartet: %(what)s") % {"what": say_expected(finding.expected)}
            yield self.style.wrapped(f"   ! {words}", "     ")

    def position(self, place: int) -> Iterator[str]:
        """Yields the position after a line (hands, table, stock, pile); yields nothing before the deal is complete."""
        moment = self.moments[place]
        if moment is None:
            return
        position = moment.position if self.seat is None else play.seen_by(moment.position, self.seat or None)
        for name, hand in zip(self.record.seats, position.hands, strict=True):
            yield self.style.wrapped(f"   {name}: {self.style.cards(hand) or '-'}", "      ")
        for name, meld in zip(moment.names, position.table, strict=True):
            yield self.style.wrapped(f"   {name[1:]}) {self.style.cards(meld.cards)}", "      ")
        words = {"n": len(position.stock), "card": self.style.cards(position.pile[-1:]) or "-"}
        yield _("   Stapel: %(n)d, offen: %(card)s") % words

    def end(self) -> Iterator[str]:
        """Yields the result of the game and the faults of the record."""
        if self.replayed.row is not None:
            row = format_row(self.replayed.row, highest_wins=self.record.rules.highest_wins)
            yield _("Ergebnis: %(row)s") % {"row": row}
        if self.replayed.valid:
            yield _("Kein Verstoß gegen die Regeln, alle Angaben stimmen.")
            return
        yield _("Nicht in Ordnung, nach Zeilen der Datei:")
        for finding in self.replayed.faults:
            yield self.style.wrapped(f"{finding.line}: {finding.text}", "   ")
            yield from self._wrong(finding)

    def first_fault(self) -> int | None:
        """Returns the index of the first line that breaks the rules, even if the record notes it; None without one."""
        lines = {finding.line for finding in (*self.replayed.faults, *self.replayed.irregular)}
        return next((place for place in range(len(self)) if self.record.numbers[place] in lines), None)


def steps_of(record: Record, replayed: Replay, style: Style, seat: int | None) -> Steps:
    """Returns the steps of a replayed record. An incomplete replay shows all cards, even to a seat."""
    after = moments(record)
    whole = len(after) == len(record.lines)
    shown = record if seat is None or not whole else view(record, seat or None)
    return Steps(record, shown, replayed, after, style, seat if whole else None)


def _walk(steps: Steps, ask: Callable[[str], str]) -> None:
    place, last = 0, len(steps) - 1
    while True:
        _say(steps.told(place))
        _say(steps.position(place))
        if place == last:
            _say(steps.end())
        try:
            line = ask(_("Enter weiter, z zurück, Zahl springt, v zum ersten Verstoß, ende> ")).strip().casefold()
        except (EOFError, KeyboardInterrupt):
            _say(iter([""]))
            return
        if line in ENDING or (place == last and not line):
            return
        moves: Mapping[str, int | None] = {"": place + 1, "z": place - 1, "v": steps.first_fault()}
        wanted = int(line) - 1 if line.isascii() and line.isdigit() else moves.get(line)
        place = max(0, min(last, place if wanted is None else wanted))


def _say(lines: Iterator[str]) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
