"""Parses the lines of a record (see ``acts``); allows extra spaces, comments (``;``), German ranks and symbols."""

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from romme_turnier.core.rules.melds.lay_off import End
from romme_turnier.core.rules.play.one_line import PositionError, format_position, parse_position
from romme_turnier.core.rules.record.acts import Act, Check, Line, Ruling, Verb
from romme_turnier.core.rules.system.cards import HIDDEN, JOKER, Card, CardError, format_cards, parse_card


class LineError(ValueError):
    """Raised for a fault in a line; holds the text found and the text expected there."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(f'expected {expected}, found "{found}"')
        self.found, self.expected = found, expected


def parse_line(text: str, seats: int, *, online: bool = False) -> Line | None:
    """Returns a parsed line; None for a blank line or a comment. Raises LineError.

    ``online`` also allows the online notation of cards.
    """
    # Most lines are short and hold one card, so they recur within and across records.
    return (_parsed_before if len(text) <= _SHORT else _parsed)(text, seats, online=online)


def _parsed(text: str, seats: int, *, online: bool) -> Line | None:
    words = Words(text, seats, online=online)
    if not words.left:
        return None
    if words.accept("="):
        line: Line = _check(words)
    elif words.accept("!"):
        line = _act(words, marked=0)
    else:
        seat = words.seat(0)
        line = _act(words, marked=seat) if words.accept("!") else _act(words, seat=seat)
    words.done()
    return line


_SHORT = 24
_BEHIND_CARDS = frozenset({"|", *End})
_parsed_before = lru_cache(maxsize=8192)(_parsed)
_WORD = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[|:;!=]|[^\s"|:;!=]+|")')


@dataclass
class Words:
    """The unread words of a line; the methods raise LineError for an unexpected word."""

    text: str
    seats: int
    online: bool = False
    left: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        words = [match[1] for match in _WORD.finditer(self.text)]
        self.left = words[: words.index(";")] if ";" in words else words

    @property
    def next(self) -> str:
        return self.left[0] if self.left else ""

    def error(self, expected: str) -> LineError:
        return LineError(self.next, expected)

    def accept(self, *words: str) -> str:
        """Takes and returns the next word in lower case if it is one of ``words``; otherwise returns ""."""
        return self.left.pop(0).lower() if self.left and self.left[0].lower() in words else ""

    def number(self, least: int, most: int, what: str = "a number") -> int:
        word = self.next
        if not (word.isascii() and word.isdigit() and len(word) < 7 and least <= int(word) <= most):
            raise self.error(f"{what} from {least} to {most}")
        return int(self.left.pop(0))

    def seat(self, least: int = 1) -> int:
        return self.number(least, self.seats, "a seat")

    def is_number(self) -> bool:
        return self.next.isascii() and self.next.isdigit()

    def meld(self) -> str:
        """Takes the name of a meld: m and a number."""
        word = self.next.lower()
        if not re.fullmatch(r"m[1-9][0-9]{0,3}", word, re.ASCII):
            raise self.error("the name of a meld: m1, m2, …")
        self.left.pop(0)
        return word

    def card(self) -> Card:
        try:
            card = HIDDEN if self.next == "??" else parse_card(self.next, online=self.online)
        except CardError:
            raise self.error("a card") from None
        self.left.pop(0)
        return card

    def cards(self, least: int = 1) -> tuple[Card, ...]:
        """Takes all cards up to a meld separator or the name of an end."""
        cards = []
        while self.left and self.next not in _BEHIND_CARDS:
            cards.append(self.card())
        if len(cards) < least:
            raise self.error("a card" if least == 1 else f"{least} cards")
        return tuple(cards)

    def groups(self) -> tuple[tuple[Card, ...], ...]:
        melds = [self.cards()]
        while self.accept("|"):
            melds.append(self.cards())
        return tuple(melds)

    def quoted(self) -> str:
        """Takes a text in quotation marks; returns "" if there is none."""
        if not (len(self.next) > 1 and self.next.startswith('"')):
            return ""
        return re.sub(r"\\(.)", r"\1", self.left.pop(0)[1:-1])

    def rest(self, after: str) -> str:
        """Takes the rest of the line after the word ``after`` and before any comment, with single spaces."""
        self.left.clear()
        return " ".join(re.split(after, self.text, maxsplit=1, flags=re.IGNORECASE)[-1].partition(";")[0].split())

    def done(self) -> None:
        if self.left:
            raise self.error("the end of the line")


def _act(words: Words, *, seat: int | None = None, marked: int | None = None) -> Act | Ruling:
    seat = words.seat(0) if seat is None else seat
    if seat == 0 and marked is None and words.accept("ruling"):
        return _ruling(words)
    allowed = _OF_SEATS if seat else _OF_NOBODY
    verb = allowed.get(words.next.lower())
    if verb is None:
        raise words.error(f"one of {', '.join(allowed)}" + ("" if seat else ", ruling"))
    words.left.pop(0)
    return _with_operands(Act(seat, verb, marked=marked), words)


_NOBODYS = frozenset({Verb.DEAL, Verb.TURNED, Verb.SHUFFLE, Verb.END, Verb.BREAK, Verb.BLOCK, Verb.POSITION})
_OF_NOBODY = {verb.value: verb for verb in Verb if verb in _NOBODYS}
_OF_SEATS = {verb.value: verb for verb in Verb if verb not in _NOBODYS}


def _with_operands(act: Act, words: Words) -> Act:  # noqa: C901 - one case for each form of operands
    match act.verb:
        case Verb.CUT:  # ``cut``, ``cut 47``, ``cut *``, ``cut 47 *``
            lifted = words.number(1, 999) if words.is_number() else None
            return replace(act, number=lifted, cards=(JOKER,) if words.accept("*") else ())
        case Verb.DEAL:
            return replace(act, number=words.seat(), cards=words.cards())
        case Verb.TURNED | Verb.DRAW | Verb.DISCARD:
            return replace(act, cards=_one_card(words.cards()))
        case Verb.OUT:
            return replace(act, cards=_one_card(words.cards(0)))
        case Verb.TAKE:
            return replace(act, cards=words.cards())
        case Verb.ALLOW | Verb.CLAIM | Verb.SHUFFLE:
            return replace(act, cards=words.cards(0))
        case Verb.LAY:  # ``lay m1 9H *10H JH``
            return replace(act, melds=(words.meld(),), groups=(words.cards(),))
        case Verb.ADD:  # ``add m1 9H front``
            act = replace(act, melds=(words.meld(),), cards=words.cards())
            end = words.accept(*End)
            return replace(act, end=End(end) if end else None)
        case Verb.SWAP | Verb.BLOCK:  # ``swap m1 10H``
            return replace(act, melds=(words.meld(),), cards=_one_card(words.cards()))
        case Verb.BUILD:  # ``build m1 m2: 8H 8S 8D 8C | 9H 9S 9D``
            melds = [words.meld()]
            while not words.accept(":"):
                melds.append(words.meld())
            return replace(act, melds=tuple(melds), groups=words.groups())
        case Verb.ANNOUNCE:
            return replace(act, groups=words.groups() if words.left else ())
        case Verb.BREAK:
            return replace(act, text=words.quoted())
        case Verb.POSITION:
            text = words.rest("position")
            try:
                return replace(act, text=format_position(parse_position(text)))
            except PositionError as error:
                expected = f"a position, and there at place {error.place} {error.expected}"
                raise LineError(text, expected) from None
    return act


def _one_card(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    if len(cards) > 1:
        raise LineError(format_cards(cards), "one card")
    return cards


def _ruling(words: Words) -> Ruling:
    """Parses ``ruling §6.10 "Joker abgeworfen" penalty 1 100``; another source's heading is in quotation marks."""
    clause = words.quoted()
    if not clause:
        if not words.next.startswith("§"):
            raise words.error('a clause: §6.10, or a heading in "…"')
        clause = words.left.pop(0)
        clause += words.left.pop(0) if clause == "§" and words.left else ""
    text = words.quoted()
    penalty = (words.seat(), words.number(0, 99_999)) if words.accept("penalty") else None
    return Ruling(clause, text, penalty)


def _check(words: Words) -> Check:
    match words.accept("stock", "turn", "pile", "hand", "meld", "noted"):
        case "stock":
            return Check("stock", numbers=(words.number(0, 999),))
        case "turn":
            return Check("turn", numbers=(words.seat(),))
        case "pile":
            return Check("pile", cards=(words.card(),))
        case "hand":
            return Check("hand", numbers=(words.seat(),), cards=() if words.accept("-") else words.cards())
        case "meld":
            return Check("meld", meld=words.meld(), cards=words.cards())
        case "noted":
            return Check("noted", numbers=tuple(words.number(0, 99_999) for _ in range(words.seats)))
        case _:
            raise words.error("one of stock, turn, pile, hand, meld, noted")
