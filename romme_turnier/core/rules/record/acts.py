"""The lines of a record: acts, a referee's rulings, checks, and their canonical text.

A line begins with the acting seat, with 0 for the dealer, the referee and effects of the rules, or with ``=`` for a
check. An act against the rules begins with the seat that noticed it (0: none named) and ``!``. ``reading`` parses the
lines.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from romme_turnier.core.rules.melds.lay_off import End
from romme_turnier.core.rules.system.cards import Card, format_cards


class Verb(StrEnum):
    CUT = "cut"  # the number of cards lifted; ``*`` if the cutter keeps a joker (§ 5.5)
    DEAL = "deal"
    TURNED = "turned"  # the card turned up next to the stock
    DRAW = "draw"
    TAKE = "take"  # cards of the pile, the top one last
    KNOCK = "knock"
    ALLOW = "allow"  # the knocking player gets the discard, and these cards of the stock
    REFUSE = "refuse"
    CLAIM = "claim"  # the discard out of turn, and these cards of the stock
    LAY = "lay"
    ADD = "add"
    SWAP = "swap"  # a card for the joker that stands for it
    BUILD = "build"  # the melds taken apart, and all new melds
    ANNOUNCE = "announce"  # the end without laying out, with these melds
    DISCARD = "discard"
    OUT = "out"  # the end of the game, with a last discard or without
    PASS = "pass"  # noqa: S105 - the turn ends without a discard
    SHUFFLE = "shuffle"  # the pile became the stock, the top card last
    END = "end"  # the stock is used up, and that ends the game
    LEAVE = "leave"
    BREAK = "break"
    BLOCK = "block"  # a card onto the joker that it could have taken (§ 6.8)
    POSITION = "position"  # the position after a ruling


DEALING = frozenset({Verb.CUT, Verb.DEAL, Verb.TURNED})  # the acts before the first turn


@dataclass(frozen=True, slots=True)
class Act:
    seat: int
    verb: Verb
    cards: tuple[Card, ...] = ()
    melds: tuple[str, ...] = ()  # names of existing or new melds
    groups: tuple[tuple[Card, ...], ...] = ()  # whole melds
    number: int | None = None  # the seat dealt to, or the number of cards lifted
    end: End | None = None
    text: str = ""
    marked: int | None = None  # the seat that reported the act as against the rules; 0: none named; None: not marked


@dataclass(frozen=True, slots=True)
class Ruling:
    """A referee's ruling with its clause; ``penalty`` is a seat and its points."""

    clause: str
    text: str = ""
    penalty: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """A statement about the position at this line.

    ``what`` is ``stock`` (a number of cards), ``turn`` (a seat), ``pile`` (its top card), ``hand`` (a seat and its
    cards), ``meld`` (its name and its cards) or ``noted`` (points by seat).
    """

    what: str
    numbers: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()
    meld: str = ""


Line = Act | Ruling | Check


def format_line(line: Line) -> str:
    """Returns the line in canonical form."""
    match line:
        case Act():
            mark = [] if line.marked is None else [str(line.marked), "!"]
            return " ".join([*mark, str(line.seat), line.verb, *_operands(line)])
        case Ruling():
            clause = line.clause if re.fullmatch(r"§[\w.]+", line.clause) else quote(line.clause)
            text = [quote(line.text)] if line.text else []
            penalty = ["penalty", *map(str, line.penalty)] if line.penalty else []
            return " ".join(["0 ruling", clause, *text, *penalty])
        case Check():
            parts = [line.meld, *map(str, line.numbers), format_cards(line.cards)]
            empty = ["-"] if line.what == "hand" and not line.cards else []
            return " ".join(["=", line.what, *filter(None, parts), *empty])


def _operands(act: Act) -> list[str]:
    text = quote(act.text) if act.verb is Verb.BREAK and act.text else act.text
    parts = [
        "" if act.number is None else str(act.number),
        " ".join(act.melds) + ":" * (act.verb is Verb.BUILD),
        format_cards(act.cards),
        " | ".join(map(format_cards, act.groups)),
        act.end or "",
        text,
    ]
    return [part for part in parts if part]


def quote(text: str) -> str:
    """Returns a text in quotation marks."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
