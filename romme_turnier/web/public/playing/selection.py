"""Turns the cards and the button that a table's page sends into command lines.

Cards to lay out are put into the order of the meld with the most points. Cards to lay off become a line for each order
and each end of the meld, up to a limit, and the first allowed line is carried out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from typing import Self

from django.http import QueryDict
from django.utils.translation import gettext as _

from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.rules import RuleSet, judge_meld
from romme_turnier.core.rules.search.all_melds import valued_melds
from romme_turnier.core.rules.search.best import best_melding
from romme_turnier.core.rules.system.cards import Card, format_card, format_cards, parse_card, unnamed

_MOST_CARDS = 40
_MOST_SEARCHED = 14  # no meld is longer
_ORDERS = 24
_MOST_ORDERS = 5_040  # permutations examined to find these orders: all permutations of seven cards

Meld = tuple[Card, ...]


class UnclearError(ValueError):
    """Raised if the chosen cards do not determine a move. The message is for the player."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The button ``do`` and the chosen cards, also as ``marks`` ("10H.1" is the second of two).

    ``groups`` are the melds that the player has put together before.
    """

    do: str
    marks: tuple[str, ...] = ()
    groups: tuple[Meld, ...] = ()
    cards: Meld = ()

    @classmethod
    def read(cls, data: QueryDict) -> Self:
        """Returns the selection that the page sent. Raises CardError for data that no page sends."""
        marks, wanted = data.getlist("k")[:_MOST_CARDS], data.get("folge", "").split()
        if sorted(marks) == sorted(wanted):
            marks = wanted  # in the order in which they were chosen
        groups = [tuple(map(parse_card, meld.split()))[:_MOST_CARDS] for meld in data.getlist("g")[:_MOST_CARDS]]
        cards = tuple(unnamed(parse_card(mark.partition(".")[0])) for mark in marks)
        return cls(data.get("do", ""), tuple(marks), tuple(filter(None, groups)), cards)


def lines_of(chosen: Selection, rules: RuleSet, hand: Sequence[Card]) -> list[str]:
    """Returns the possible command lines, the likeliest first. Raises UnclearError if the cards do not fit."""
    word, _space, rest = chosen.do.partition(" ")
    match word:
        case Word.LAY_OUT:
            return [f"{Word.LAY_OUT} {_melds(chosen, rules)}"]
        case Word.ANNOUNCE | Word.RUMMY_HAND if chosen.groups:
            return [f"{word} {_melds(chosen, rules)}"]
        case Word.LAY_OFF:
            return [*_layings_off(_some(chosen.cards), rest)]
        case Word.SWAP | Word.DISCARD:
            return [" ".join(filter(None, (word, rest, format_card(_one(chosen.cards)))))]
        case "links" | "rechts":
            return [_moved(_one(chosen.cards), hand, by=-1 if word == "links" else 1)]
        case _:
            return [chosen.do]


def grouped(chosen: Selection, rules: RuleSet) -> tuple[Meld, ...]:
    """Returns the groups so far, and the chosen cards as a new one. Raises UnclearError if no cards are chosen."""
    return (*chosen.groups, as_meld(_some(chosen.cards), rules))


def as_meld(cards: Meld, rules: RuleSet) -> Meld:
    """Returns the cards in the order of the meld with the most points.

    Returns them unchanged if they already are a meld, if no order is a meld, or if there are too many to search.
    """
    if len(cards) > _MOST_SEARCHED or judge_meld(cards, rules).valid:
        return cards
    whole = [(points, meld) for meld, points in valued_melds(cards, rules) if len(meld) == len(cards)]
    return max(whole)[1] if whole else cards


def _melds(chosen: Selection, rules: RuleSet) -> str:
    if chosen.groups and not chosen.cards:
        groups = tuple(as_meld(meld, rules) for meld in chosen.groups)
    else:
        groups = grouped(chosen, rules)
        if not chosen.groups and not judge_meld(groups[0], rules).valid:  # several melds, chosen together
            best = best_melding(tuple(sorted(chosen.cards)), rules)
            groups = groups if best.left else best.melds
    return " | ".join(map(format_cards, groups))


def _layings_off(cards: Meld, meld: str) -> Iterator[str]:
    orders = dict.fromkeys(islice(permutations(cards), _MOST_ORDERS))
    told = [format_cards(order) for order in islice(orders, _ORDERS)]
    yield f"{Word.LAY_OFF} {meld} {told[0]}"
    for order in told:
        for end in ("hinten", "vorn"):
            yield f"{Word.LAY_OFF} {meld} {order} {end}"


def _moved(card: Card, hand: Sequence[Card], by: int) -> str:
    at = hand.index(card) if card in hand else -1
    neighbour = at + by
    while 0 <= neighbour < len(hand) and hand[neighbour] == card:
        neighbour += by
    if at < 0 or not 0 <= neighbour < len(hand):
        raise UnclearError(_("Weiter geht es in dieser Richtung nicht."))
    return f"{Word.SORT} {format_card(card)} {'vor' if by < 0 else 'hinter'} {format_card(hand[neighbour])}"


def _one(cards: Meld) -> Card:
    if len(cards) != 1:
        raise UnclearError(_("Bitte wählen Sie dazu genau eine Karte aus."))
    return cards[0]


def _some(cards: Meld) -> Meld:
    if not cards:
        raise UnclearError(_("Bitte wählen Sie zuerst Karten aus."))
    return cards
