"""A record as steps: the act, the judgement by the rules and the resulting position, for one view."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from romme_turnier.core.rules.play import Position, seen_by
from romme_turnier.core.rules.record import (
    DEALING,
    Act,
    Check,
    Finding,
    Line,
    Moment,
    Record,
    Replay,
    Verb,
    as_one,
    seen_line,
    steps,
    with_line_numbers,
)
from romme_turnier.tournament.playing.words.acts import say_line
from romme_turnier.tournament.playing.words.expectations import say_expected
from romme_turnier.tournament.playing.words.refusals import say_refused


@dataclass(frozen=True, slots=True)
class View:
    """A view of a record: with all cards, or only with the cards that one seat may see.

    If `all_cards` is False and `seat` is None, the view is that of the spectators.
    """

    seat: int | None = None
    all_cards: bool = True

    def line(self, line: Line, before: Moment | None, after: Moment | None) -> Line:
        return line if self.all_cards else seen_line(line, self.seat, before, after)

    def position(self, position: Position) -> Position:
        return position if self.all_cards else seen_by(position, self.seat)


@dataclass(slots=True)
class Step:
    """A step of the replay: the text ``said`` about it, and its judgement.

    ``moment`` is the resulting position with all cards, None after an impossible deal. ``mark`` is "fault" if the step
    breaks the rules or contradicts the game, "noted" if the record itself notes a breach of the rules, otherwise "".
    """

    said: str
    moment: Moment | None
    mark: str = ""
    reasons: list[str] = field(default_factory=list)


def names_by_seat(record: Record) -> list[str]:
    """Returns the names in the record; start numbers are replaced by "Platz 1" and so on."""
    seats = enumerate(record.seats, start=1)
    return [_("Platz %(seat)d") % {"seat": n} if name.isdigit() else name for n, name in seats]


def steps_of(record: Record, replayed: Replay, view: View) -> list[Step]:
    """Returns the replayed steps. The whole deal is one step, and so are melds that are laid together."""
    record = with_line_numbers(record)
    told: list[Step] = []
    words = _Words(record, replayed, view)
    before: Moment | None = None
    dealing: list[Line] = []
    for places in steps(record.lines):
        first, lines = places[0], [record.lines[place] for place in places]
        if first > len(replayed.moments) or (first == len(replayed.moments) and words.ended_early):
            break
        after = replayed.moments[first] if first < len(replayed.moments) else before
        seen = [view.line(line, before, after) for line in lines]
        is_deal = before is None and isinstance(lines[0], Act) and lines[0].verb in DEALING
        if is_deal or not told:
            dealing += seen if is_deal else ()
            mark, reasons = (told[0].mark, told[0].reasons) if told else ("", [])  # found in earlier lines of the deal
            told = [Step(words.deal(dealing), after, mark, reasons)]
        if not is_deal and not isinstance(lines[0], Check):
            told.append(Step(words.line(seen, before), after))
        words.add_findings(told[-1], places)
        told[-1].moment = before = after
    return told


class _Words:
    def __init__(self, record: Record, replayed: Replay, view: View) -> None:
        self.record = record
        self.view = view
        self.names = names_by_seat(record)
        self.faults = {finding.line: finding for finding in replayed.faults}
        self.irregular = {finding.line: finding for finding in replayed.irregular}
        # If the line after the last moment has no fault, the replay ended early for another reason.
        stopped = len(replayed.moments)
        self.ended_early = stopped < len(record.lines) and record.numbers[stopped] not in self.faults

    def deal(self, dealing: Sequence[Line]) -> str:
        who = self.names[(self.record.dealer or 1) - 1]
        said = _("%(who)s gibt, alle haben ihre Karten") % {"who": who}
        more = [line for line in dealing if isinstance(line, Act) and line.verb is not Verb.DEAL]
        return "; ".join([said, *(say_line(line, self.names) for line in more)])

    def line(self, seen: Sequence[Line], before: Moment | None) -> str:
        acts = [line for line in seen if isinstance(line, Act)]
        melds = before.position.table if before else ()
        table = dict(zip(before.names, (meld.cards for meld in melds), strict=True)) if before else {}
        return say_line(as_one(acts) if acts else seen[0], self.names, table)

    def add_findings(self, step: Step, places: Iterable[int]) -> None:
        for number in (self.record.numbers[place] for place in places):
            if fault := self.faults.get(number):
                step.mark = "fault"
                step.reasons += self._reasons(fault)
            if noted := self.irregular.get(number):
                step.mark = step.mark or "noted"
                noticed = next((self.record.lines[p] for p in places if self.record.numbers[p] == number), None)
                step.reasons += self._noted(noted, noticed)

    def _noted(self, finding: Finding, line: Line | None) -> Iterator[str]:
        seat = line.marked if isinstance(line, Act) else None
        if seat:
            yield _("Bemerkt hat es %(who)s") % {"who": self.names[seat - 1]}
        if finding.violations:
            yield from self._reasons(finding)
        else:
            yield _("Vermerkt ist ein Verstoß, die Regeln verbieten es aber nicht")

    def _reasons(self, finding: Finding) -> Iterator[str]:
        """Yields the reasons of a finding; only the broken clauses if the view does not show all cards."""
        if not self.view.all_cards:
            clauses = dict.fromkeys(violation.clause for violation in finding.violations)
            yield from (
                _("Gegen die Regeln: %(clause)s") % {"clause": clause} if clause else _("Gegen die Regeln")
                for clause in clauses
            )
            if finding.expected:
                yield _("Das stimmt nicht mit dem Spiel überein")
            return
        yield from map(say_refused, finding.violations)
        if finding.expected:
            words = _("In Zeile %(line)d steht „%(text)s“, erwartet: %(expected)s")
            yield words % {"line": finding.line, "text": finding.text, "expected": say_expected(finding.expected)}
