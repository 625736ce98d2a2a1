"""Finds people or clubs that may be in a register twice, by their names, and proposes one spelling of a club.

Case, accents, umlauts and hyphens are ignored, and the first and last name may be swapped. One or two typing errors are
forgiven, depending on the length. Only a person decides whether two entries are the same. The comparison is symmetric.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from hashlib import blake2b
from typing import Generic, TypeVar

from romme_turnier.core.people.names import letters, tidy

Key = TypeVar("Key", bound=Hashable)
ERRORS_MAX = 2


class Likeness(IntEnum):
    """The reason why two names are alike; smaller values are more certain."""

    SAME = 0  # identical except for case and spaces
    SPELLING = 1  # umlauts, accents, hyphens
    SWAPPED = 2  # first and last name swapped
    PART = 3  # one has an additional first name, or half of a double name
    ERRORS = 4  # one or two letters


def folded(text: str) -> str:
    """Returns text for comparisons, without case, extra spaces and invisible characters."""
    return tidy(text).casefold()


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a person or club in plain letters, with the `typed` text in lower case."""

    first: tuple[str, ...]
    last: tuple[str, ...]
    typed: tuple[str, str]

    @property
    def joined(self) -> tuple[str, str]:
        return "".join(self.first), "".join(self.last)


def name_of(first_name: str, last_name: str) -> Name:
    return Name(letters(first_name), letters(last_name), (folded(first_name), folded(last_name)))


def likeness(name: Name, other: Name) -> Likeness | None:
    """Returns the reason why two names may be one person's or club's, or None.

    Names without letters or digits are alike only if their texts are equal. Empty names are never alike.
    """
    mine, theirs = name.joined, other.joined
    if name.typed == other.typed and any(name.typed):
        return Likeness.SAME
    if not (any(mine) and any(theirs)):
        return None
    if mine == theirs:
        return Likeness.SPELLING
    if mine == theirs[::-1]:
        return Likeness.SWAPPED
    if _figures("".join(mine)) != _figures("".join(theirs)):
        return None  # a digit in a name distinguishes people
    if _has_more(name, other):
        return Likeness.PART
    return Likeness.ERRORS if _few_errors(mine, theirs) else None


def spelling_key(first_name: str, last_name: str) -> tuple[str, str]:
    """Returns a key that is equal for names that differ only in spelling or order; a user judges such pairs."""
    name = name_of(first_name, last_name)
    low, high = sorted(name.joined if any(name.joined) else name.typed)
    return low, high


def spelling_digest(first_name: str, last_name: str) -> str:
    """Returns 32 hexadecimal digits in place of `spelling_key`, which may be too long for the index of a database."""
    return blake2b("\n".join(spelling_key(first_name, last_name)).encode(), digest_size=16).hexdigest()


def _has_more(name: Name, other: Name) -> bool:
    """Returns whether the names differ only by an additional first name or half of a double name."""
    (first, last), (other_first, other_last) = name.joined, other.joined
    if last and last == other_last:
        return _is_part(name.first, other.first)
    return bool(first and first == other_first and _is_part(name.last, other.last))


def _figures(text: str) -> list[str]:
    return [sign for sign in text if sign.isdigit()]


def _is_part(words: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Returns whether all words of the shorter name are words of the longer one."""
    less, more = sorted((words, other), key=len)
    return 0 < len(less) < len(more) and set(less) <= set(more)


def _few_errors(name: tuple[str, str], other: tuple[str, str]) -> bool:
    total = 0
    for mine, theirs in zip(name, other, strict=True):
        errors = distance(mine, theirs)
        if errors > forgiven(max(len(mine), len(theirs))):
            return False
        total += errors
    return total <= ERRORS_MAX


def forgiven(length: int) -> int:
    """Returns the number of typing errors allowed in a word of this length: none for "Ida", one for "Schmidt"."""
    return 0 if length < 4 else 1 if length < 8 else ERRORS_MAX


@lru_cache(maxsize=65536)
def distance(word: str, other: str) -> int:
    """Returns the number of letters added, dropped, changed or swapped with a neighbour; inexact above ERRORS_MAX."""
    if abs(len(word) - len(other)) > ERRORS_MAX:
        return ERRORS_MAX + 1
    before: list[int] = []
    above = list(range(len(other) + 1))
    for row, letter in enumerate(word, start=1):
        here = [row]
        for column, sign in enumerate(other, start=1):
            cost = min(above[column] + 1, here[-1] + 1, above[column - 1] + (letter != sign))
            if row > 1 and column > 1 and letter == other[column - 2] and word[row - 2] == sign:
                cost = min(cost, before[column - 2] + 1)
            here.append(cost)
        if min(here) > ERRORS_MAX and min(above) > ERRORS_MAX:
            return ERRORS_MAX + 1
        before, above = above, here
    return above[-1]


def _without(word: str, count: int) -> set[str]:
    """Returns the word and every form of it with up to `count` letters left out; `count` is at most two.

    Two words that are at most `count` errors apart share at least one form.
    """
    shorter = {word}
    for first in range(len(word)) if count else ():
        begin = word[:first]
        shorter.add(begin + word[first + 1 :])
        if count == ERRORS_MAX:
            shorter.update(
                begin + word[first + 1 : second] + word[second + 1 :] for second in range(first + 1, len(word))
            )
    return shorter


def _blocks(name: Name) -> list[str]:
    """Returns keys of a name; similar names share at least one, so that only names with a common key are compared.

    They are strings and not tuples, which the garbage collector would traverse again and again.
    """
    first, last = name.joined
    low, high = sorted((first, last))
    blocks = ["typed {} {}".format(*name.typed), f"both {low} {high}"]
    # At most one error in the last name, with any first name.
    blocks += [f"last {word}" for word in _without(last, min(1, forgiven(len(last) + 1)))]
    if forgiven(len(last) + 2) == ERRORS_MAX:
        # Two errors in the last name: the first name has none.
        blocks += [f"first {first} {word}" for word in _without(last, ERRORS_MAX)]
    if first:
        blocks += [f"word {first} {word}" for word in name.last]  # half of a double name
    return blocks


class NameIndex(Generic[Key]):
    """Finds similar names without comparing every pair."""

    def __init__(self, names: Mapping[Key, Name] | None = None) -> None:
        self._names: dict[Key, Name] = {}
        self._keys: dict[str, tuple[Key, ...]] = {}
        for key, name in (names or {}).items():
            self._add(key, name, _blocks(name))

    def _add(self, key: Key, name: Name, blocks: Iterable[str]) -> None:
        self._names[key] = name
        for block in blocks:
            self._keys[block] = (*self._keys.get(block, ()), key)

    def alike(self, name: Name) -> list[tuple[Key, Likeness]]:
        """Returns the keys of similar names with the reasons, the most certain first."""
        return self._alike(name, _blocks(name))

    def alike_and_add(self, key: Key, name: Name) -> list[tuple[Key, Likeness]]:
        """Adds the name; returns the keys of similar names that were added earlier, as `alike` does."""
        blocks = _blocks(name)
        before = self._alike(name, blocks)
        self._add(key, name, blocks)
        return before

    def _alike(self, name: Name, blocks: Iterable[str]) -> list[tuple[Key, Likeness]]:
        near = {key for block in blocks for key in self._keys.get(block, ())}
        near_names = [(key, how) for key in near if (how := likeness(name, self._names[key])) is not None]
        return sorted(near_names, key=lambda match: (match[1], str(match[0])))


def pairs(names: Mapping[Key, Name]) -> list[tuple[Key, Key, Likeness]]:
    """Returns every similar pair, the most certain first; within a pair, the order of `names` is kept."""
    index: NameIndex[Key] = NameIndex()
    likely = [(other, key, how) for key, name in names.items() for other, how in index.alike_and_add(key, name)]
    return sorted(likely, key=lambda pair: pair[2])


_ABBREVIATIONS = {("romme", "club"): ("rc",), ("rommeclub",): ("rc",), ("romme", "klub"): ("rc",), ("ev",): ()}


def club_of(name: str) -> Name:
    """Returns a club's name for comparisons, with its words sorted.

    "R.C. Nord e.V." and "Romméclub Nord" have the same words.
    """
    name_alone = re.sub(r"\b[eE]\.\s?[vV]\.?", "", name)
    words = letters(re.sub(r"(?<=\b\w)\.\s?(?=\w\.)", "", name_alone))
    for long, short in _ABBREVIATIONS.items():
        for start in range(len(words) - len(long), -1, -1):
            if words[start : start + len(long)] == long:
                words = words[:start] + short + words[start + len(long) :]
    return Name((), tuple(sorted(words)), ("", folded(name)))


def one_spelling(names: Iterable[str], known: Iterable[str]) -> dict[str, str]:
    """Returns the proposed spelling for each other spelling of a club: a known one or, if there is none, the commonest.

    "SV Düren e.V." and "SV Düren" are one club. Words may be in another order, but their letters may not differ.
    "SV Düren (Stadt)" is also that club, unless another addition in brackets distinguishes two clubs.
    """
    of_known: dict[tuple[str, ...], str] = {}
    for name in known:
        of_known.setdefault(club_of(name).last, name)
    counts = Counter(filter(None, names))
    keys = {name: club_of(name).last for name in counts}
    plain = {name: club_of(re.sub(r"\([^()]*\)", "", name)).last for name in counts if "(" in name}
    additions = Counter(key for key, _full in {(plain[name], keys[name]) for name in plain})
    clubs = {keys[name] for name in counts if name not in plain}.union(of_known)
    spellings: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for name, count in counts.items():
        key = plain.get(name, ())
        is_addition = key in clubs and additions[key] == 1 and keys[name] not in of_known
        spellings[key if is_addition else keys[name]][name] += count
    proposed: dict[str, str] = {}
    for key, counted in spellings.items():
        best = of_known.get(key) or max(counted, key=lambda name: (name not in plain, counted[name], -len(name), name))
        proposed |= {name: best for name in counted if name != best}
    return proposed
