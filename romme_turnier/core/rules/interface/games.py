"""Answers questions about a one-line position and about the record of a game."""

from collections.abc import Sequence

from romme_turnier.core.json_questions import Answer, QuestionError
from romme_turnier.core.rules.interface.questions import Question, listed
from romme_turnier.core.rules.play.one_line import PositionError, format_position, parse_position
from romme_turnier.core.rules.play.position import seen_by
from romme_turnier.core.rules.record.acts import Act, Verb
from romme_turnier.core.rules.record.judging import IN_TURN, forbidden, unreadable
from romme_turnier.core.rules.record.moments import Moment, as_one, laid_together
from romme_turnier.core.rules.record.next_moment import after
from romme_turnier.core.rules.record.notation import Record, RecordError, digest, format_record, parse_record
from romme_turnier.core.rules.record.reading import LineError, parse_line
from romme_turnier.core.rules.record.replay import Finding, moments, replay
from romme_turnier.core.rules.record.row import format_row
from romme_turnier.core.rules.record.views import view
from romme_turnier.core.rules.system.cards import HIDDEN


def ask_position(question: Question) -> Answer:
    """Returns whether the step ``may`` is allowed, or the position after the steps ``after``, as ``seat`` sees it.

    A ``seat`` of null is a spectator; without the key, the position shows every known card. A step that is not allowed
    is refused with its violations. Raises QuestionError for an invalid question and for acts that need hidden cards.
    """
    try:
        moment = Moment.of(parse_position(question.text("position")))
    except PositionError as error:
        raise QuestionError(f'"position": {error}') from None
    if question.has("may") and question.has("after"):
        raise QuestionError('"may" or "after", not both')
    for key in ("may", "after"):
        for step in _steps(question, key, moment) if question.has(key) else ():
            act = as_one(step)
            if (
                act.seat
                and (act.verb in IN_TURN or act.verb is Verb.TAKE)
                and HIDDEN in moment.position.hands[act.seat - 1]
            ):
                raise QuestionError(f'"{key}": the hand of seat {act.seat} is hidden')
            if expected := unreadable(moment, act):
                raise QuestionError(f'"{key}": expected {expected}')
            if violations := forbidden(moment, act):
                return {"valid": False, "violations": listed(violations)}
            moment = after(moment, act)
    if question.has("may"):
        return {"valid": True}
    position = moment.position
    if question.has("seat"):
        position = seen_by(position, question.number_or_none("seat", least=1, most=len(position.hands)))
    return {"valid": True, "position": format_position(position)}


def _steps(question: Question, key: str, moment: Moment) -> list[tuple[Act, ...]]:
    """Parses the acts under ``key``, written as in a record, into steps.

    Raises QuestionError for an invalid act, or if ``may`` is not exactly one step.
    """
    position, acts = moment.position, []
    for text in question.text_or_texts(key):
        try:
            line = parse_line(text, len(position.hands), online=position.rules.online_notation)
        except LineError as error:
            raise QuestionError(f'"{key}": {error}') from None
        if not isinstance(line, Act) or HIDDEN in line.cards:
            raise QuestionError(f'"{key}": "{text}" is no act with known cards')
        acts.append(line)
    steps = laid_together(acts)
    if key == "may" and len(steps) != 1:
        raise QuestionError('"may" is one act, or melds that are laid together')
    return steps


def ask_record(question: Question) -> Answer:
    """Checks the record, replays it, or returns it as ``seat`` sees it (null: a spectator), as requested in ``do``.

    An unreadable record, and a view of one that cannot be replayed, are refused with ``faults``. Raises QuestionError
    for an invalid question.
    """
    do = question.text("do")
    if do not in _DOING:
        raise question.error("do", f"one of: {', '.join(_DOING)}")
    if question.has("seat") != (do == "view"):
        raise QuestionError('"seat" belongs to "view", and only there')
    try:
        record = parse_record(question.text("record"))
    except RecordError as error:
        faults = [{"line": fault.line, "found": fault.found, "expected": fault.expected} for fault in error.faults]
        return {"valid": False, "faults": faults}
    if do == "check":
        return {"valid": True, "depth": record.depth, "canonical": format_record(record), "sha256": digest(record)}
    return _replay(record) if do == "replay" else _view(record, question)


_DOING = ("check", "replay", "view")


def _replay(record: Record) -> Answer:
    replayed = replay(record)
    row = None if replayed.row is None else format_row(replayed.row, highest_wins=record.rules.highest_wins)
    return {
        "valid": replayed.valid,
        "faults": _findings(replayed.faults),
        "irregular": _findings(replayed.irregular),
        "position": None if replayed.position is None else format_position(replayed.position),
        "result": row,
    }


def _view(record: Record, question: Question) -> Answer:
    seat = question.number_or_none("seat", least=1, most=len(record.seats))
    try:
        seen = view(record, seat)
    except ValueError:
        return {"valid": False, "faults": _findings(replay(record).faults)}
    reached = [moment for moment in moments(record) if moment is not None]
    position = format_position(seen_by(reached[-1].position, seat)) if reached else None
    return {"valid": True, "record": format_record(seen), "position": position}


def _findings(findings: Sequence[Finding]) -> list[Answer]:
    return [
        {"line": finding.line, "text": finding.text, "violations": listed(finding.violations)}
        | ({"expected": finding.expected} if finding.expected else {})
        for finding in findings
    ]
