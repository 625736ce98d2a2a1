"""Rearranging by moving cards: the steps that the page sends, and the layout that the page shows.

Each step is a request with the cards of every group (``lage``: "3: 8H 9H 10H") and the chosen cards (``k``: "3.8H.0" is
the first 8H in group 3, "0.8H.0" the first in the hand). Only the finished layout is stored, as a single move.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.hands import HandOrder, arranged
from romme_turnier.core.playing.rebuilding import HAND, OtherTableError, Rebuilding, begun, readings, resumed
from romme_turnier.core.playing.seat_view import SeatView
from romme_turnier.core.rules.system.cards import JOKER, NAMED, Card, CardError, format_cards, parse_card
from romme_turnier.tournament.playing.words.acts import in_names
from romme_turnier.tournament.shared.rule_words.play import say_at_table
from romme_turnier.web.public.playing.context import HeldCard, marked
from romme_turnier.web.public.playing.selection import UnclearError
from romme_turnier.web.rule_check.card_images import shown_card, shown_meld

DONE, LEAVE = f"{Word.REBUILD} fertig", f"{Word.REBUILD} lassen"
_MOST_GROUPS = 60
_MOST_CARDS = 110  # at most the whole pack
_NEW = "neu"


@dataclass(frozen=True, slots=True)
class Work:
    """A layout during rearranging. ``marks`` are the chosen cards; ``moved`` is a sentence about the last step."""

    rebuilding: Rebuilding
    marks: tuple[str, ...] = ()
    moved: str = ""


def posted(data: QueryDict, view: SeatView) -> Work:
    """Returns the layout that was sent or, before the first step, the layout of the table.

    Raises CardError if the data is unreadable, OtherTableError if the table has changed since then.
    """
    groups = {}
    for written in data.getlist("lage")[:_MOST_GROUPS]:
        group = re.fullmatch(r"([1-9][0-9]{0,2}): (.{1,600})", written, re.ASCII)
        if group is None:
            raise CardError(written, 1)
        groups[int(group[1])] = tuple(map(parse_card, group[2].split()))
    return Work(resumed(view, groups) if groups else begun(view), tuple(data.getlist("k")[:_MOST_CARDS]))


def after_step(work: Work, step: str) -> Work:
    """Returns the layout after a step. Raises UnclearError if the player must choose other cards.

    Raises CardError or OtherTableError for data that no page sends.
    """
    name, _space, rest = step.removeprefix(f"{Word.REBUILD} ").partition(" ")
    match name:
        case "nach":
            return _move(work, rest)
        case "deuten":
            number, _space, cards = rest.partition(" ")
            return Work(work.rebuilding.read_as(_number(number), tuple(map(parse_card, cards.split()))))
        case "zurück":
            before = replace(work.rebuilding, groups=work.rebuilding.on_table)
            return Work(before, moved=_("Alles liegt wieder wie zuvor."))
    return work


def _move(work: Work, where: str) -> Work:
    rebuilding = work.rebuilding
    marks = (f"{mark}.".split(".")[:2] for mark in work.marks)
    cards = [(_number(place), parse_card(card)) for place, card in marks]
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


def _number(written: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", written, re.ASCII):
        raise CardError(written, 1)
    return int(written)


def faults_in_words(rebuilding: Rebuilding) -> str:
    """Returns the faults of groups that are not melds yet, as sentences with the groups' numbers; "" without faults."""
    return " ".join(f"{say_at_table(fault)}." for fault in rebuilding.faults())


def shown_work(work: Work, order: HandOrder) -> dict[str, Any]:
    """Returns the groups and the hand for the page. ``say`` is for screen readers: the last step and the state."""
    rebuilding = work.rebuilding
    faults: dict[int, list[str]] = {number: [] for number in rebuilding.groups}
    for fault in rebuilding.faults():
        number = int(fault.params["meld"] or 0)
        faults[number].append(say_at_table(replace(fault, params={**fault.params, "meld": None})))
    groups = [_shown_group(work, number, faults[number]) for number in rebuilding.groups]
    state = _state(rebuilding, [str(number) for number, said in faults.items() if said])
    hand = _held(HAND, arranged(rebuilding.hand, order), work.marks)
    say = " ".join(filter(None, (work.moved, state)))
    return {"groups": groups, "hand": hand, "changed": rebuilding.changed, "state": state, "say": say}


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


def _shown_group(work: Work, number: int, faults: list[str]) -> dict[str, Any]:
    """Returns a group for the page.

    ``words`` are the kind and points of a meld, "" for a group with faults. ``new`` marks a group that is not on the
    table.
    """
    rebuilding = work.rebuilding
    cards = rebuilding.groups[number]
    return {
        "number": number,
        "written": f"{number}: {format_cards(cards)}",
        "cards": _held(number, cards, work.marks),
        "words": "" if faults else shown_meld(cards, rebuilding.rules).words,
        "faults": faults,
        "meanings": _meanings(rebuilding, number),
        "new": number not in rebuilding.on_table,
    }


def _held(place: int, cards: Iterable[Card], marks: Sequence[str]) -> list[HeldCard]:
    return [
        HeldCard(shown_card(card), f"{place}.{mark}", chosen=f"{place}.{mark}" in marks, grouped=False)
        for card, mark in marked(cards)
    ]


def _meanings(rebuilding: Rebuilding, number: int) -> list[dict[str, Any]]:
    """Returns the cards that the meld's jokers can stand for, if there is a choice; ``do`` is the value to send."""
    cards = rebuilding.groups[number]
    if not any(card >= JOKER for card in cards):
        return []
    meanings = [
        {
            "do": f"{Word.REBUILD} deuten {number} {format_cards(meld)}",
            "label": in_names(card - NAMED for card in meld if card >= NAMED),
            "current": meld == cards,
        }
        for meld in readings(cards, rebuilding.rules)
        if JOKER not in meld
    ]
    return sorted(meanings, key=lambda meaning: str(meaning["do"])) if len(meanings) > 1 else []
