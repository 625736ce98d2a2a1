"""Derives the part of a record that a seat or a spectator may see; views are never stored.

A view is a record in which cards hidden from the viewer are ``??``. It never has the seed, which determines all cards.
The referee sees the whole record.
"""

from dataclasses import replace

from romme_turnier.core.rules import play
from romme_turnier.core.rules.play.position import Position, hidden
from romme_turnier.core.rules.record.acts import Act, Check, Line, Verb
from romme_turnier.core.rules.record.moments import Moment, claimant
from romme_turnier.core.rules.record.notation import Record
from romme_turnier.core.rules.record.replay import moments


def view(record: Record, seat: int | None) -> Record:
    """Returns the record as ``seat`` saw it, or as spectators did (None).

    Raises ValueError for a record that cannot be replayed to its last line, because visibility depends on the game.
    Hands counted at the end are visible to everyone (§ 8.2).
    """
    after = moments(record)
    if len(after) < len(record.lines):
        raise ValueError("a record that cannot be replayed has no views")
    if record.depth < 2:
        return replace(record, seed=None)  # recorded results were counted openly
    before = [None, *after]
    lines = [seen_line(line, seat, was, now) for line, was, now in zip(record.lines, before, after, strict=False)]
    return replace(record, seed=None, lines=tuple(lines), numbers=(), tag_numbers={})


def seen_line(line: Line, seat: int | None, before: Moment | None, after: Moment | None) -> Line:
    """Returns one line as ``seat`` saw it, given the moments before and after it (None: before the deal)."""
    position = None if after is None else after.position
    match line:
        case Act():
            if _owner(line, before, position) not in {None, seat}:
                return replace(line, cards=hidden(line.cards))
            if line.verb is Verb.POSITION:
                return replace(line, text=play.format_position(play.seen_by(play.parse_position(line.text), seat)))
            return replace(line, cards=()) if line.verb is Verb.SHUFFLE else line
        case Check():
            return line if _is_open(line, position, seat) else replace(line, cards=hidden(line.cards))
        case _:
            return line


def _owner(act: Act, before: Moment | None, after: Position | None) -> int | None:
    """Returns the only seat that sees the cards of the act, 0 if no seat does; None if everyone does."""
    match act.verb:
        case Verb.DEAL:
            return act.number
        case Verb.DRAW | Verb.CLAIM:
            return act.seat
        case Verb.ALLOW:
            return 0 if before is None else claimant(before.position)
        case Verb.DISCARD | Verb.OUT if after is not None and play.covers_last_discard(after):
            return act.seat
    return None


def _is_open(check: Check, position: Position | None, seat: int | None) -> bool:
    """Returns whether this viewer sees the subject of a check; no cards are visible before the deal."""
    if position is None:
        return not check.cards
    if check.what == "hand":
        return check.numbers[0] == seat or (position.over and position.finisher is not None)
    return check.what != "pile" or play.seen_by(position, seat).pile[-1:] == check.cards
