"""Writes and parses a position as one line of text, so that a case can be sent, linked and tested.

``rommeordnung / hands KS 9H, ?13, ?13 / table 2 5H 6H 7H, 3 9S 10S(*) JS / pile ?3 4C / stock 57 / turn 1 10 drawn /
opened 4 5 -``

``/`` separates fields, ``,`` separates hands or melds. The first field is the rule system with its options. ``hands``
(by seat, ``-`` for an empty hand) and ``turn`` (seat, number of the turn, ``drawn`` after a draw) are required, and so
is ``round`` in systems with contracts; the others are optional. ``?13`` means thirteen hidden cards, ``10S(*)`` a ten
that blocks the joker under it. Melds begin with the seat that laid them. ``stock`` gives only the number of its cards.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from romme_turnier.core.rules.play.dealing import whole_pack
from romme_turnier.core.rules.play.position import Claim, Position, TableMeld
from romme_turnier.core.rules.system.cards import (
    HIDDEN,
    Card,
    CardError,
    format_card,
    format_cards,
    parse_card,
    unnamed,
)
from romme_turnier.core.rules.system.options import OptionError, format_options, parse_options, with_options
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, get_ruleset
from romme_turnier.core.rules.system.ruleset import RuleSet

_BLOCKED = "(*)"
_MOST = 100_000  # far above the points and turns of any game
_MOST_CARDS = 1_000


class PositionError(ValueError):
    """Raised if a line is not a position.

    ``place`` is the character at which the fault begins, counted from 1. ``found`` is the text there, and ``expected``
    describes a valid text.
    """

    def __init__(self, place: int, found: str, expected: str) -> None:
        super().__init__(f'place {place}: expected {expected}, found "{found}"')
        self.place, self.found, self.expected = place, found, expected


def format_position(position: Position) -> str:
    """Returns the position on one line, with only the size of the stock."""
    rules = position.rules
    cards = format_cards(position.owed)
    over = "broken off" if position.broken_off else str(position.finisher or "nobody") if position.over else ""
    texts = {
        "hands": ", ".join(map(_cards, position.hands)),
        "table": ", ".join(map(_meld, position.table)),
        "pile": _cards(position.pile) if position.pile else "",
        "stock": str(len(position.stock)) if position.stock else "",
        "turn": f"{position.turn} {position.number}" + (" drawn" if position.drawn else ""),
        "opened": _numbers(position.opened) if any(position.opened) else "",
        "owed": cards if position.owed_from is None else f"{cards} from {position.owed_from + 1}",
        "asked": _numbers(position.asked),
        "claim": "" if position.claim is Claim.NONE else position.claim.value,
        "announced": str(position.announced or ""),
        "round": str(position.round_number or ""),
        "noted": _numbers(position.noted) if any(position.noted) else "",
        "cut": str(position.cut_joker or ""),
        "left": _numbers(position.left),
        "over": over,
    }
    fields = [f"{name} {text}" for name, text in texts.items() if text]
    return " / ".join([f"{rules.key} {format_options(rules)}".strip(), *fields])


def _cards(cards: Sequence[Card]) -> str:
    """Returns the cards as text, with adjacent hidden cards counted: ``?2 7H *``."""
    groups = [(card, len(list(same))) for card, same in groupby(cards)]
    return " ".join(f"?{n}" if card == HIDDEN else " ".join([format_card(card)] * n) for card, n in groups) or "-"


def _meld(meld: TableMeld) -> str:
    cards = (format_card(card) + _BLOCKED * (card in meld.blocked) for card in meld.cards)
    return " ".join([str(meld.owner), *cards])


def _numbers(numbers: Sequence[int | None]) -> str:
    return " ".join("-" if number is None else str(number) for number in numbers)


def parse_position(text: str) -> Position:
    """Returns the position that ``text`` describes; raises PositionError if it has a fault.

    The fields after the rule system may be in any order, and cards in any accepted notation.
    """
    system, *others = _fields(text)
    rules = _rules(system)
    known: dict[str, _Field] = {}
    for field in others:
        if field.name not in _NAMES or field.name in known:
            raise field.error(f"one of {', '.join(name for name in _NAMES if name not in known)}")
        known[field.name] = field
    for name in ("hands", "turn"):
        if name not in known:
            raise PositionError(len(text) + 1, "", f'a field "{name}"')
    seats = len(known["hands"].parts)
    if not rules.seats_min <= seats <= rules.seats_max:
        raise known["hands"].error(f"{rules.seats_min} to {rules.seats_max} hands")
    rules = with_options(rules, {}, seats)
    values: dict[str, Any] = {"opened": (None,) * seats, "noted": (0,) * seats if rules.highest_wins else ()}
    for field in known.values():
        values |= _read(field, rules, seats)
    position = Position(rules=rules, **values)
    _check(position, known)
    return position


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    place: int

    def error(self, expected: str) -> PositionError:
        return PositionError(self.place, self.text, expected)

    def number(self, least: int, most: int) -> int:
        if not (self.text.isascii() and self.text.isdigit() and len(self.text) < 7 and least <= int(self.text) <= most):
            raise self.error(f"a number from {least} to {most}")
        return int(self.text)


@dataclass(frozen=True, slots=True)
class _Field:
    """A named field with the words of each part between commas; ``end`` is the place after the field."""

    word: _Word
    parts: tuple[tuple[_Word, ...], ...]
    end: int

    @property
    def name(self) -> str:
        return self.word.text

    def error(self, expected: str) -> PositionError:
        return self.word.error(expected)

    @property
    def words(self) -> tuple[_Word, ...]:
        """The words of the field; raises PositionError if it has a comma."""
        if len(self.parts) > 1:
            raise PositionError(self.parts[1][0].place if self.parts[1] else self.end, ",", "no comma here")
        return self.parts[0]

    def numbers(self, least: int, most: int, *, count: int | None = None, dash: bool = False) -> tuple[int | None, ...]:
        """Returns the numbers of the field; with ``dash``, "-" is read as None. Raises PositionError."""
        numbers = tuple(None if dash and word.text == "-" else word.number(least, most) for word in self.words)
        if len(numbers) != (count or len(numbers)) or not numbers:
            raise PositionError(self.end, "", f"{count or 'some'} numbers")
        return numbers


def _fields(text: str) -> list[_Field]:
    fields = []
    for field in re.finditer(r"[^/]+|(?<=/)(?=/|$)|^(?=/|$)", text):
        words = [_Word(word[0], field.start() + word.start() + 1) for word in re.finditer(r"[^\s,]+|,", field[0])]
        if not words or words[0].text == ",":
            raise PositionError(field.start() + 1, field[0].strip(), "a field")
        parts: list[tuple[_Word, ...]] = [()]
        for word in words[1:]:
            if word.text == ",":
                parts.append(())
            else:
                parts[-1] = (*parts[-1], word)
        fields.append(_Field(words[0], tuple(parts), field.end() + 1))
    return fields


def _rules(system: _Field) -> RuleSet:
    if system.name not in RULE_SYSTEMS:
        raise system.error(f"a rule system: {', '.join(RULE_SYSTEMS)}")
    try:
        return with_options(get_ruleset(system.name), parse_options(" ".join(word.text for word in system.words)))
    except OptionError as error:
        at_fault = next(word for word in system.words if word.text.partition("=")[0] == error.name)
        raise at_fault.error(str(error)) from None


def _read_cards(words: Sequence[_Word], rules: RuleSet, *, hidden: bool = False) -> tuple[Card, ...]:
    """Parses the cards; ``hidden`` also allows ``?13`` for 13 hidden cards and ``-`` for none. Raises PositionError."""
    cards: list[Card] = []
    for word in words:
        if hidden and word.text.startswith("?"):
            cards += [HIDDEN] * _Word(word.text[1:], word.place).number(1, _MOST_CARDS)
        elif not (hidden and word.text == "-" and len(words) == 1):
            try:
                cards.append(parse_card(word.text, online=rules.online_notation))
            except CardError:
                raise word.error("a card") from None
    return tuple(cards)


_NAMES = (
    *("hands", "table", "pile", "stock", "turn", "opened", "owed", "asked"),
    *("claim", "announced", "round", "noted", "cut", "left", "over"),
)


def _read(field: _Field, rules: RuleSet, seats: int) -> dict[str, Any]:  # noqa: C901 - one case for each field
    match field.name:
        case "hands":
            for part, following in zip(field.parts, (*field.parts[1:], None), strict=True):
                if not part:
                    raise PositionError(following[0].place if following else field.end, "", "cards, ?13, or - for none")
            hands = (_read_cards(part, rules, hidden=True) for part in field.parts)
            return {"hands": tuple(tuple(sorted(map(unnamed, hand))) for hand in hands)}
        case "table":
            return {"table": tuple(_read_meld(part, field, rules, seats) for part in field.parts)}
        case "pile":
            return {"pile": _read_cards(field.words, rules, hidden=True)}
        case "stock":
            return {"stock": (HIDDEN,) * (field.numbers(1, _MOST_CARDS, count=1)[0] or 0)}
        case "turn":
            return _read_turn(field, seats)
        case "opened":
            return {"opened": field.numbers(1, _MOST, count=seats, dash=True)}
        case "owed":
            words, from_ = field.words, None
            if len(words) > 2 and words[-2].text == "from":
                words, from_ = words[:-2], words[-1].number(1, _MOST) - 1
            return {"owed": _read_cards(words, rules), "owed_from": from_}
        case "asked" | "left":
            return {field.name: field.numbers(1, seats)}
        case "claim":
            texts = [word.text for word in field.words]
            if texts not in (["granted"], ["refused"]):
                raise PositionError(field.end, " ".join(texts), '"granted" or "refused"')
            return {"claim": Claim(texts[0])}
        case "announced":
            return {"announced": field.numbers(1, seats, count=1)[0]}
        case "round":
            return {"round_number": field.numbers(1, max(1, len(rules.play.contracts)), count=1)[0]}
        case "noted":
            return {"noted": field.numbers(0, _MOST, count=seats)}
        case "cut":
            return {"cut_joker": field.numbers(1, seats, count=1)[0]}
    texts = [word.text for word in field.words]  # ``over 2``, ``over nobody``, ``over broken off``
    if texts == ["broken", "off"]:
        return {"over": True, "broken_off": True}
    return {"over": True, "finisher": None if texts == ["nobody"] else field.numbers(1, seats, count=1)[0]}


def _read_meld(part: Sequence[_Word], field: _Field, rules: RuleSet, seats: int) -> TableMeld:
    if len(part) < 2:
        raise PositionError(part[0].place if part else field.end, "", "a seat and the cards of its meld")
    words = [_Word(word.text.removesuffix(_BLOCKED), word.place) for word in part[1:]]
    cards = _read_cards(words, rules)
    blocked = tuple(card for card, word in zip(cards, part[1:], strict=True) if word.text.endswith(_BLOCKED))
    return TableMeld(part[0].number(1, seats), cards, blocked)


def _read_turn(field: _Field, seats: int) -> dict[str, Any]:
    words = field.words
    if len(words) not in {2, 3} or (len(words) == 3 and words[2].text != "drawn"):
        raise PositionError(
            words[2].place if len(words) > 2 else field.end, "", 'a seat, a turn, and "drawn" or nothing'
        )
    return {"turn": words[0].number(1, seats), "number": words[1].number(1, _MOST), "drawn": len(words) == 3}


def _check(position: Position, fields: Mapping[str, _Field]) -> None:
    """Raises PositionError for more cards than the pack has, in all or of one kind.

    Also raises it for a round that is missing or does not belong to the rule system.
    """
    rules = position.rules
    pack = Counter(whole_pack(rules, len(position.hands)))
    there = Counter(position.cards)
    hidden = there.pop(HIDDEN, 0)
    for card, count in there.items():
        if count > pack[card]:
            raise fields["hands"].error(f"{pack[card]} times {format_card(card)} on all places together, not {count}")
    if there.total() + hidden > pack.total():
        raise fields["hands"].error(f"{pack.total()} cards on all places together, not {there.total() + hidden}")
    if bool(rules.play.contracts) != (position.round_number is not None):
        raise fields["turn"].error('a field "round" where there are contracts, and only there')
