"""Replays a record: judges every act, compares every check, and compares the end with the row of the list."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from romme_turnier.core.rules import play
from romme_turnier.core.rules.outcome.check import check_outcome
from romme_turnier.core.rules.outcome.sheets import points_of_game
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.record.acts import DEALING, Act, Check, Line, Verb, format_line
from romme_turnier.core.rules.record.fair import commitment
from romme_turnier.core.rules.record.irregular_acts import as_happened
from romme_turnier.core.rules.record.judging import forbidden, unreadable
from romme_turnier.core.rules.record.moments import Moment, as_one, due, laid_together
from romme_turnier.core.rules.record.next_moment import after
from romme_turnier.core.rules.record.notation import Record, with_line_numbers
from romme_turnier.core.rules.record.opening_deal import DealError, chance, dealt, is_complete
from romme_turnier.core.rules.record.row import Row, format_row
from romme_turnier.core.rules.system.cards import HIDDEN, format_cards
from romme_turnier.core.rules.system.hands import points_left, supply
from romme_turnier.core.violations import Violation


@dataclass(frozen=True, slots=True)
class Finding:
    """A line with violations, or with a text that differs from the expected one."""

    line: int  # its number in the text read, otherwise in the canonical form
    text: str
    violations: tuple[Violation, ...] = ()
    expected: str = ""


@dataclass(frozen=True, slots=True)
class Replay:
    faults: tuple[Finding, ...] = ()
    irregular: tuple[Finding, ...] = ()  # marked acts, and turns without a discard that earlier versions allowed
    position: Position | None = None  # the last one; None without acts (depth 0 and 1) or if the deal is impossible
    row: Row | None = None  # of the list; None if the game is not over or was broken off
    moments: tuple[Moment | None, ...] = field(default=(), repr=False)  # after each line reached; None in the deal

    @property
    def valid(self) -> bool:
        return not self.faults


@dataclass(slots=True)
class _Progress:
    """The findings so far; ``moments`` are those after each line that was reached."""

    record: Record
    faults: list[Finding] = field(default_factory=list)
    irregular: list[Finding] = field(default_factory=list)
    moments: list[Moment | None] = field(default_factory=list)
    shuffles: int = 0
    ended: bool = False

    def fault(self, place: int, expected: str = "", violations: tuple[Violation, ...] = ()) -> None:
        line = self.record.lines[place]
        self.faults.append(Finding(self.record.numbers[place], format_line(line), violations, expected))

    def end(self, place: int, expected: str, violations: tuple[Violation, ...] = ()) -> None:
        """Adds a fault after which nothing more can be judged."""
        self.fault(place, expected, violations)
        self.ended = True


def replay(record: Record, *, most_findings: int | None = None) -> Replay:
    """Returns the results of judging the whole record.

    An unmarked forbidden act is a fault, unless earlier versions allowed it; the replay applies it and continues. The
    replay ends at an impossible deal and at an act that cannot be read or cannot have happened. It also ends after
    ``most_findings``: proving that a card has no use takes the most time, and each proof is a finding.
    """
    record = with_line_numbers(record)
    progress = _go_through(record, most_findings)
    moment = next((earlier for earlier in reversed(progress.moments) if earlier is not None), None)
    position = None if moment is None else moment.position
    row = None if position is None else row_of(position)
    faults = [*progress.faults, *_against_tags(record, row, stopped=len(progress.moments) < len(record.lines))]
    faults.sort(key=lambda fault: fault.line)
    return Replay(tuple(faults), tuple(progress.irregular), position, row, tuple(progress.moments))


def moments(record: Record) -> list[Moment | None]:
    """Returns the moment after each line that the replay reaches; None before the deal is complete."""
    return _go_through(with_line_numbers(record)).moments


def _go_through(record: Record, most: int | None = None) -> _Progress:
    progress = _Progress(record)
    moment: Moment | None = None
    dealing: list[Act] = []
    for places in steps(record.lines):
        lines = [record.lines[place] for place in places]
        acts = [line for line in lines if isinstance(line, Act)]
        if moment is None and acts and acts[0].verb in DEALING:
            dealing += acts
            if is_complete(record, dealing):
                moment = _dealt(progress, places[0], dealing)
        elif acts:
            moment = moment or _dealt(progress, places[0], dealing)
            moment = moment and _next(progress, moment, places[0], as_one(acts))
        elif isinstance(lines[0], Check):
            _compare(progress, moment, places[0], lines[0])
        if progress.ended:
            return progress
        progress.moments += [moment] * len(places)
        if most is not None and len(progress.faults) + len(progress.irregular) >= most:
            return progress
    return progress


def steps(lines: Sequence[Line]) -> Iterator[tuple[int, ...]]:
    """Yields the steps in order, each as the places of its lines, from 0; melds that are laid together are one step."""
    place, acts = 0, []
    for line in [*lines, None]:
        if isinstance(line, Act):
            acts.append(line)
            continue
        for step in laid_together(acts):
            yield tuple(range(place, place + len(step)))
            place += len(step)
        acts = []
        if line is not None:
            yield (place,)
            place += 1


def _dealt(progress: _Progress, place: int, dealing: Sequence[Act]) -> Moment | None:
    """Returns the first moment; None if the deal is impossible, which ends the replay.

    Faults of the whole deal are reported at the line ``place``, the others at the lines of their acts.
    """
    try:
        return Moment.of(dealt(progress.record, dealing))
    except DealError as error:
        for act, expected in error.faults:
            at = next((n for n, line in enumerate(progress.record.lines) if line is act), place)
            progress.end(at, expected)
        return None


def _next(progress: _Progress, moment: Moment, place: int, act: Act) -> Moment | None:
    """Returns the moment after a judged act; None if the replay ends there."""
    if HIDDEN in act.cards or any(HIDDEN in group for group in act.groups):
        progress.end(place, "a card that is known: a view cannot be replayed")
        return None
    if expected := unreadable(moment, act):
        progress.end(place, expected)
        return None
    if act.verb is Verb.SHUFFLE:
        act = _shuffled(progress, moment, place, act)
    elif act.verb in {Verb.ALLOW, Verb.CLAIM} and not act.cards:
        # With a seed, the cards that a claim costs are known and the line need not name them.
        position = moment.position
        next_cards = position.stock[: -(position.rules.play.claim_cards or 0) - 1 : -1]
        act = act if HIDDEN in next_cards else replace(act, cards=next_cards)
    violations = forbidden(moment, act)
    if not violations and act.marked is None:
        return after(moment, act)
    as_once_allowed = {violation.code for violation in violations} <= play.ONCE_ALLOWED
    if act.marked is not None or as_once_allowed:
        line = progress.record.lines[place]
        progress.irregular.append(Finding(progress.record.numbers[place], format_line(line), violations))
    happened = as_happened(moment, act) if violations else after(moment, act)
    if happened is None:
        progress.end(place, "something that can have happened", violations)
    elif act.marked is None and not as_once_allowed:
        progress.fault(place, violations=violations)
    return happened


def _shuffled(progress: _Progress, moment: Moment, place: int, act: Act) -> Act:
    """Returns the act with the new stock. A seed determines that stock, so the line must match it or name no cards."""
    if progress.record.seed is None:
        return act
    progress.shuffles += 1
    order = chance(progress.record, progress.shuffles).order(sorted(due(moment.position)))
    if act.cards not in {(), order}:
        progress.fault(place, f"the order that the seed gives: {format_cards(order)}")
    return replace(act, cards=order)


def _compare(progress: _Progress, moment: Moment | None, place: int, check: Check) -> None:
    if progress.record.depth < 2:
        if violations := supply(check.cards, progress.record.rules):
            progress.fault(place, violations=violations)
        return
    if moment is None:
        progress.fault(place, "the deal before a check")
        return
    actual = _actual(moment, check)
    if check != actual and HIDDEN not in check.cards:
        progress.fault(place, format_line(actual))


def _actual(moment: Moment, check: Check) -> Check:
    """Returns the check with the actual values of the position."""
    position = moment.position
    match check.what:
        case "stock":
            return replace(check, numbers=(len(position.stock),))
        case "turn":
            return replace(check, numbers=(position.turn,))
        case "pile":
            return replace(check, cards=position.pile[-1:])
        case "hand":
            hand = position.hands[check.numbers[0] - 1]
            return check if tuple(sorted(check.cards)) == hand else replace(check, cards=hand)
        case "meld":
            at = moment.at(check.meld)
            return replace(check, cards=position.table[at].cards if at >= 0 else ())
        case _:
            return replace(check, numbers=position.noted or (0,) * len(position.hands))


def row_of(position: Position) -> Row | None:
    """Returns the row of a finished game; None if it is not over or was broken off."""
    if not position.over or position.broken_off:
        return None
    finisher = position.finisher
    rummy_hand = finisher is not None and play.is_rummy_hand(position)
    aside = {*position.left, *([finisher] if finisher else [])}
    hands = [() if seat in aside else hand for seat, hand in enumerate(position.hands, start=1)]
    result = points_of_game(
        hands, position.rules, finisher=finisher, rummy_hand=rummy_hand, noted=position.noted or None
    )
    points = tuple(None if seat in position.left else points for seat, points in enumerate(result.points, start=1))
    return Row(points, finisher, rummy_hand)


def _against_tags(record: Record, row: Row | None, *, stopped: bool) -> Iterator[Finding]:
    """Yields findings if the row in the tags differs from the game's, or the seed does not match its commitment."""
    if record.seed is not None and record.shuffle and commitment(record.seed) != record.shuffle:
        yield Finding(record.tag_numbers["Seed"], "Seed", expected=f"the seed of {record.shuffle}")
    if record.result is None or stopped:
        return
    finding = partial(Finding, record.tag_numbers["Result"], _written(record.result, record))
    if record.depth < 2:
        yield from _against_hands(record, record.result, finding)
    elif row != record.result:
        yield finding(expected="no row before the game is over" if row is None else _written(row, record))


def _written(row: Row, record: Record) -> str:
    return format_row(row, highest_wins=record.rules.highest_wins)


def _against_hands(record: Record, result: Row, finding: Callable[..., Finding]) -> Iterator[Finding]:
    """Yields findings if the row is impossible, or if the pack cannot hold all the final hands.

    Unless the most points win, also yields a finding for each final hand that is not worth the points in the row.
    """
    vacant = frozenset(seat for seat, points in enumerate(result.points, start=1) if points is None)
    impossible = check_outcome(
        record.rules,
        finisher=result.finisher,
        handromme=result.rummy_hand,
        points=result.points,
        game=record.game,
        vacant=vacant,
        options_known=True,
    )
    if impossible:
        yield finding(violations=impossible)
    hands = {line.numbers[0]: line.cards for line in record.lines if isinstance(line, Check) and line.what == "hand"}
    together = Counter(card for hand in hands.values() for card in hand)
    if violations := supply(tuple(together.elements()), record.rules):
        yield finding(violations=violations)
    if record.rules.highest_wins:
        return
    for seat, hand in sorted(hands.items()):
        counts = 0 if seat == result.finisher else points_left(hand, record.rules)
        if result.points[seat - 1] != counts:
            yield finding(expected=f"{counts} for the hand of seat {seat}")
