"""Rearranging by moving cards: what the page sends while somebody does it, and what it shows.

Each step is a request that says where all cards lie (``lage``: "3: 8H 9H 10H") and which of them were chosen (``k``:
"3.8H.0", the first 8H of group 3; "0.8H.0" of the hand). Nothing is stored before it is done.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.playing.commands.command import Meld
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.hands import HandOrder, arranged
from romme_turnier.core.playing.rebuilding import HAND, OtherTableError, Rebuilding, begun, readings, resumed
from romme_turnier.core.playing.seen import Seen
from romme_turnier.core.rules.system.cards import JOKER, NAMED, Card, CardError, format_card, format_cards, parse_card
from romme_turnier.tournament.playing.words.acts import in_names
from romme_turnier.tournament.shared.rule_words.play import say_at_table
from romme_turnier.web.public.playing.chosen import UnclearError
from romme_turnier.web.public.playing.shown import HeldCard
from romme_turnier.web.rule_check.drawn import shown_card, shown_meld

DONE, LEAVE = f"{Word.REBUILD} fertig", f"{Word.REBUILD} lassen"
_MOST_GROUPS = 60
_MOST_CARDS = 110  # the pack
_NEW = "neu"


@dataclass(frozen=True, slots=True)
class Work:
    """A table that is being rearranged; ``marks``: the chosen cards; ``moved``: in words what was moved just now."""

    rebuilding: Rebuilding
    marks: tuple[str, ...] = ()
    moved: str = ""


def posted(data: QueryDict, seen: Seen) -> Work:
    """Returns how far it has come; at first as the melds lie. Raises CardError and OtherTableError."""
    groups = dict(map(_group_of, data.getlist("lage")[:_MOST_GROUPS]))
    return Work(resumed(seen, groups) if groups else begun(seen), tuple(data.getlist("k")[:_MOST_CARDS]))


def _group_of(written: str) -> tuple[int, Meld]:
    found = re.fullmatch(r"([1-9][0-9]{0,2}): (.{1,600})", written, re.ASCII)
    if found is None:
        raise CardError(written, 1)
    return int(found[1]), tuple(map(parse_card, found[2].split()))


def after_step(work: Work, step: str) -> Work:
    """Returns it after what was asked for. Raises UnclearError; for what no page sends CardError, OtherTableError."""
    what, _space, rest = step.removeprefix(f"{Word.REBUILD} ").partition(" ")
    take = _STEPS.get(what)
    return take(work, rest) if take else work


def _move(work: Work, where: str) -> Work:
    rebuilding = work.rebuilding
    cards = [_marked(mark) for mark in work.marks]
    if not cards:
        raise UnclearError(_("Bitte wählen Sie zuerst Karten aus."))
    to = rebuilding.next_number if where == _NEW else _number(where)
    names = in_names(card for _place, card in cards)
    try:
        then = rebuilding.moved(cards, to)
    except OtherTableError:
        if to != HAND:
            raise
        raise UnclearError(_("Was auf dem Tisch lag, bleibt dort. Auf die Hand kommen nur eigene Karten.")) from None
    said = (
        _("%(cards)s: wieder auf der Hand.") % {"cards": names}
        if to == HAND
        else _("%(cards)s: jetzt in Kombination %(number)d.") % {"cards": names, "number": to}
    )
    return Work(then, moved=said)


def _mean(work: Work, rest: str) -> Work:
    number, _space, cards = rest.partition(" ")
    return Work(work.rebuilding.read_as(_number(number), tuple(map(parse_card, cards.split()))))


def _begin_anew(work: Work, _rest: str) -> Work:
    return Work(replace(work.rebuilding, groups=work.rebuilding.lying), moved=_("Alles liegt wieder wie zuvor."))


_STEPS: Mapping[str, Callable[[Work, str], Work]] = {"nach": _move, "deuten": _mean, "zurück": _begin_anew}


def _marked(mark: str) -> tuple[int, Card]:
    place, _dot, card = mark.partition(".")
    return _number(place), parse_card(card.partition(".")[0])


def _number(written: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", written, re.ASCII):
        raise CardError(written, 1)
    return int(written)


def faults_in_words(rebuilding: Rebuilding) -> str:
    """Returns everything that is no meld yet, each with the number of its group and the rule."""
    return " ".join(f"{say_at_table(found)}." for found in rebuilding.faults())


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a group's joker may stand for: ``do`` is sent to say so."""

    do: str
    label: str
    current: bool


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """``words``: what it is and counts, "" for what is no meld; then ``faults`` says why. ``new``: laid just now."""

    number: int
    written: str
    cards: list[HeldCard]
    words: str
    faults: list[str]
    meanings: list[Meaning]
    new: bool


@dataclass(frozen=True, slots=True)
class ShownWork:
    """``state``: how it stands, in one line; ``say``: the same for who listens, with what was moved."""

    groups: list[ShownGroup]
    hand: list[HeldCard]
    changed: bool
    state: str
    say: str


def shown_work(work: Work, order: HandOrder) -> ShownWork:
    rebuilding = work.rebuilding
    faults: dict[int, list[str]] = {number: [] for number in rebuilding.groups}
    for found in rebuilding.faults():
        number = int(found.params["meld"] or 0)
        faults[number].append(say_at_table(replace(found, params={**found.params, "meld": None})))
    groups = [_shown_group(work, number, faults[number]) for number in rebuilding.groups]
    state = _state(rebuilding, [str(number) for number, said in faults.items() if said])
    hand = _held(HAND, arranged(rebuilding.hand, order), work.marks)
    return ShownWork(groups, hand, rebuilding.changed, state, " ".join(filter(None, (work.moved, state))))


def _state(rebuilding: Rebuilding, wrong: Sequence[str]) -> str:
    if not rebuilding.changed:
        return _("Umbauen: Wählen Sie Karten und dann, wohin sie sollen.")
    if not wrong:
        return _("Umbauen: Alles liegt richtig. Mit „Fertig“ gilt es.")
    words = ngettext(
        "Umbauen: Kombination %(numbers)s liegt noch nicht richtig.",
        "Umbauen: Die Kombinationen %(numbers)s liegen noch nicht richtig.",
        len(wrong),
    )
    return words % {"numbers": ", ".join(wrong)}


def _shown_group(work: Work, number: int, faults: list[str]) -> ShownGroup:
    rebuilding = work.rebuilding
    cards = rebuilding.groups[number]
    return ShownGroup(
        number,
        f"{number}: {format_cards(cards)}",
        _held(number, cards, work.marks),
        "" if faults else shown_meld(cards, rebuilding.rules).words,
        faults,
        _meanings(rebuilding, number),
        number not in rebuilding.lying,
    )


def _held(place: int, cards: Iterable[Card], marks: Sequence[str]) -> list[HeldCard]:
    copies: Counter[Card] = Counter()
    found = []
    for card in cards:
        mark = f"{place}.{format_card(card)}.{copies[card]}"
        copies[card] += 1
        found.append(HeldCard(shown_card(card), mark, chosen=mark in marks, grouped=False))
    return found


def _meanings(rebuilding: Rebuilding, number: int) -> list[Meaning]:
    """What the joker of a meld can stand for, where that is not certain."""
    cards = rebuilding.groups[number]
    if not any(card >= JOKER for card in cards):
        return []
    found = [
        Meaning(
            f"{Word.REBUILD} deuten {number} {format_cards(meld)}",
            in_names(card - NAMED for card in meld if card >= NAMED),
            meld == cards,
        )
        for meld in readings(cards, rebuilding.rules)
        if JOKER not in meld
    ]
    return sorted(found, key=lambda one: one.do) if len(found) > 1 else []
