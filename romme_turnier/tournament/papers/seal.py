"""The seal of an event's lists: a short code made from the last hash of every chain, to be printed on paper.

An attacker with access to the database can recompute a whole chain of hashes, or delete the last revisions of a list.
Such changes contradict a seal on paper that was signed before.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import canonical
from romme_turnier.tournament.participants.card_code import ALPHABET, in_signs, plain

LENGTH = 24  # from an alphabet of twenty: 103 bits
_GROUP = 4
_HALF = LENGTH // 2  # 20 to this power is small enough for numbers in codes and in JavaScript
_FORMAT = "seal-1"

Place = tuple[int, int]  # series and table


class Head(NamedTuple):
    """A revision of the list at `place`."""

    place: Place
    number: int
    hash: str
    previous_hash: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Seal:
    """The seal of the lists after the event's first `revisions` revisions, and the later ones, the newest first."""

    text: str  # as printed
    at: datetime
    revisions: int
    later: tuple[Head, ...]


def seal_now(event: models.Event) -> str:
    """Returns the current seal as printed, such as "ACD3 47…"; "" if no list has a revision."""
    seal = seal_after(event)
    return "" if seal is None else seal.text


def seal_after(event: models.Event, revisions: int | None = None) -> Seal | None:
    """Returns the seal after the event's first `revisions`, by default the current one; None if it has no revisions."""
    every = _revisions(event)
    first = every[:revisions]
    if not first:
        return None
    return Seal(_printed(_last_of_each(first)), first[-1].at, len(first), tuple(reversed(every[len(first) :])))


def seal_as_numbers(text: str) -> tuple[int, ...]:
    """Returns the halves of a printed seal as numbers, for the code on the closing report."""
    signs = plain(text)
    return tuple(_number(signs[at : at + _HALF]) for at in range(0, LENGTH, _HALF))


def seal_of_numbers(halves: Iterable[int]) -> str:
    """Returns the printed seal whose halves are these numbers."""
    return _grouped("".join(in_signs(half.to_bytes(8), _HALF) for half in halves))


def _number(signs: str) -> int:
    number = 0
    for sign in reversed(signs):
        number = number * len(ALPHABET) + ALPHABET.index(sign)
    return number


def find_seal(event: models.Event, typed: str) -> Seal | None:
    """Returns the seal that was typed, in any case and grouping; None if the event never had it.

    Each revision contains the hash of its predecessor, so the earlier seals can be computed.
    """
    revisions = _revisions(event)
    heads = _last_of_each(revisions)
    for at in range(len(revisions), 0, -1):
        last = revisions[at - 1]
        if plain(text := _printed(heads)) == plain(typed):
            return Seal(text, last.at, at, tuple(reversed(revisions[at:])))
        if last.number > 1:
            heads[last.place] = (last.number - 1, last.previous_hash)
        else:
            heads.pop(last.place, None)
    return None


def chains_of(event: models.Event) -> list[Head]:
    """Returns all revisions of the event's lists, sorted by series, table and number."""
    return sorted(_revisions(event), key=lambda head: (head.place, head.number))


def _revisions(event: models.Event) -> list[Head]:
    """Returns the revisions in the order in which they were stored, regardless of the clock."""
    rows = models.Revision.objects.filter(spielliste__table__series__event=event).order_by("pk")
    place = ("spielliste__table__series__number", "spielliste__table__number")
    return [
        Head((series, table), *more)
        for series, table, *more in rows.values_list(*place, "number", "hash", "previous_hash", "at")
    ]


def _last_of_each(revisions: list[Head]) -> dict[Place, tuple[int, str]]:
    return {
        revision.place: (revision.number, revision.hash)
        for revision in sorted(revisions, key=lambda revision: revision.number)
    }


def _printed(heads: dict[Place, tuple[int, str]]) -> str:
    content = [_FORMAT, sorted([*place, *head] for place, head in heads.items())]
    return _grouped(in_signs(hashlib.sha256(canonical(content)).digest(), LENGTH))


def _grouped(signs: str) -> str:
    return " ".join(signs[at : at + _GROUP] for at in range(0, LENGTH, _GROUP))
