"""Parses cards as people write them: "Herz 10", "10H", "H10", "♥10", "Karo Dame", "10 of hearts", "Joker als Herz 9".

A suit applies to all following cards up to the next suit: "Pik 3, 4 und 5". "drei Buben" has no suits. In Rommee,
colours also name suits: "Rot 8". Commands (`core/playing/commands/cards.py`) use the same words for suits and ranks,
but a card there must be a single word. A single "J" is not a card: it may be a jack whose suit has not been typed yet.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from romme_turnier.core.rules.system.card_words import (
    JOKER_WORDS,
    NOT_COMPOSED,
    NUMBER_OF_WORD,
    RANK_OF_PLURAL,
    RANK_OF_WORD,
    SUIT_OF_SIGN,
    SUIT_OF_WORD,
)
from romme_turnier.core.rules.system.cards import (
    JOKER,
    SUITS,
    Card,
    CardError,
    card,
    format_cards,
    named_joker,
    parse_card,
    suit_of,
)

_SUIT_OF = {**SUIT_OF_SIGN, **SUIT_OF_WORD}

BETWEEN_MELDS = re.compile(r"[/|;\n]")
_BETWEEN_CARDS = re.compile(r"(?:[\s,.+·]|(?:und|and)(?!\w))+", re.IGNORECASE)
_NEXT = re.compile(r"[^\s,]+")


def _one_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_SIGN = f"[{''.join(SUIT_OF_SIGN)}]\N{VARIATION SELECTOR-16}?"
_WORD = _one_of(SUIT_OF_WORD)
_RANK = _one_of(RANK_OF_WORD)
_CARD = "|".join(
    (
        rf"(?P<suit1>{_WORD})[\s-]*(?P<rank1>{_RANK})",
        rf"(?P<rank2>{_RANK})(?:[\s-]*|\s+of\s+)(?P<suit2>{_WORD})",
        rf"(?P<rank3>{_RANK})(?P<suit3>{_SIGN})",
        rf"(?P<suit4>{_SIGN})(?P<rank4>{_RANK})",
    )
)
_ENDS = r"(?:(?!\w)|(?<=[♣♧♠♤♥♡♦♢\N{VARIATION SELECTOR-16}]))"
_NATURAL = re.compile(rf"(?:{_CARD}){_ENDS}", re.IGNORECASE)
_RANK_ALONE = re.compile(rf"(?P<rank>{_RANK}){_ENDS}", re.IGNORECASE)
_COLOURS = {"rot": "herz", "blau": "karo", "magenta": "pik", "gelb": "pik", "grün": "kreuz", "gruen": "kreuz"}
_COLOUR = re.compile(rf"\b(?P<colour>{_one_of(_COLOURS)})(?:e|er|es)?\b", re.IGNORECASE)
_JOKERS = _one_of(JOKER_WORDS)
_NAMED_JOKERS = _one_of(word for word in JOKER_WORDS if word.isalpha())  # "* as 2c" is three cards
_STANDS_FOR = rf"\*|(?:{_NAMED_JOKERS})\s*(?:als|für|for|(?-i:as))\s+|(?:{_JOKERS}|j)="
_NAMED = re.compile(rf"(?:{_STANDS_FOR})\(?(?:{_CARD})\)?{_ENDS}", re.IGNORECASE)
_JOKER = re.compile(rf"(?:{_JOKERS}){_ENDS}", re.IGNORECASE)
_NUMBER = rf"\b(?P<number>{_one_of(NUMBER_OF_WORD)})\s+"
_SET = re.compile(rf"{_NUMBER}(?P<plural>{_one_of(RANK_OF_PLURAL)}){_ENDS}", re.IGNORECASE)
_NUMBER_OF_JOKERS = re.compile(rf"{_NUMBER}Joker{_ENDS}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Typed:
    """Cards in the order written, and words that could not be read."""

    cards: tuple[Card, ...] = ()
    unread: tuple[str, ...] = ()


def read_cards(text: str, *, online: bool = False) -> Typed:
    """Returns the cards and unreadable words. With `online`, words may use the notation of the online game Rommee."""
    cards: list[Card] = []
    unread: list[str] = []
    if online:
        text = _COLOUR.sub(lambda said: _COLOURS[said["colour"].lower()], text)
    for word in _words(text):
        if isinstance(word, int):
            cards.append(word)
            continue
        try:
            cards.append(parse_card(word, online=online))
        except CardError:
            unread.append(word)
    return Typed(tuple(cards), tuple(unread))


def read_melds(text: str, *, online: bool = False) -> list[Typed]:
    """Returns the cards of each meld; slashes, bars, semicolons and line breaks separate melds."""
    return [read_cards(part, online=online) for part in BETWEEN_MELDS.split(text) if part.strip()]


def written_out(text: str) -> str:
    """Returns the text with suits added to sets that were typed without them: "drei Buben" becomes the meld "JC JS JH".

    This serves questions whose answer does not depend on suits. Adjacent jokers belong to the set.
    """
    parts = []
    for part in BETWEEN_MELDS.split(text):
        if not (match := _SET.search(part)):
            parts.append(part)
            continue
        before, after = part[: match.start()], written_out(part[match.end() :])
        cards = [card(RANK_OF_PLURAL[match["plural"].lower()], place % len(SUITS)) for place in range(_number(match))]
        between = ["" if set(read_cards(side).cards) <= {JOKER} else "/" for side in (before, after)]
        parts.append(f"{before} {between[0]} {format_cards(cards)} {between[1]} {after}")
    return "/".join(parts)


def _number(match: "re.Match[str]") -> int:
    return NUMBER_OF_WORD[match["number"].lower()]


def _words(text: str) -> Iterator[Card | str]:
    """Yields cards, and the other words for `parse_card`. A rank without a suit takes the preceding suit."""
    place, suit = 0, None
    while place < len(text):
        if blank := _BETWEEN_CARDS.match(text, place):
            place = blank.end()
        elif match := _SET.match(text, place):  # the suits are missing
            yield match[0]
            place, suit = match.end(), None
        elif (match := _NUMBER_OF_JOKERS.match(text, place)) and (suit is None or match["number"].isalpha()):
            # after a suit, it may also mean the two of that suit and a joker
            yield from [match[0]] if suit is not None else [JOKER] * _number(match)
            place = match.end()
        elif (match := _NAMED.match(text, place)) and _is_whole(match):
            yield named_joker(_card(match))
            place = match.end()
        elif (match := _NATURAL.match(text, place)) and _is_whole(match):
            yield _card(match)
            suit = suit_of(_card(match)) if match["suit1"] or match["suit4"] else None
            place = match.end()
        elif suit is not None and (match := _RANK_ALONE.match(text, place)):
            yield card(RANK_OF_WORD[match["rank"].lower()], suit)
            place = match.end()
        elif match := _JOKER.match(text, place):
            yield JOKER
            place = match.end()
        elif match := _NEXT.match(text, place):
            yield match[0]
            place, suit = match.end(), None
        else:  # a single separator
            place += 1


def _is_whole(match: "re.Match[str]") -> bool:
    """Returns whether the match is a card. "Pik" could be the suit "Pi" and a king, but is a word, as in "Pik 10"."""
    spans = [match.span(name) for name, word in match.groupdict().items() if word]
    first, last = min(spans)[0], max(spans)[1]
    return match.string[first:last].lower() not in NOT_COMPOSED


def _card(match: "re.Match[str]") -> Card:
    parts = {name[:-1]: word for name, word in match.groupdict().items() if word}
    suit = parts["suit"].lower().rstrip("\N{VARIATION SELECTOR-16}")
    return card(RANK_OF_WORD[parts["rank"].lower()], _SUIT_OF[suit])
