"""Cards as images on the page, with their points."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _, ngettext, pgettext_lazy

from romme_turnier.core.rules import RuleSet, format_card, judge_meld, points_left
from romme_turnier.core.rules.system.cards import ACE, JOKER, NAMED, RANKS, Card, card, rank_of, suit_of
from romme_turnier.tournament.shared.rule_words.cards import card_name

SUITS = ("clubs", "spades", "hearts", "diamonds")
_SIGNS = "♣♠♥♦"
SIGN_OF = dict(zip(SUITS, _SIGNS, strict=True))
_TRAY_SUITS = (2, 1, 3, 0)  # red and black in turn
_TRAY_RANKS = (ACE, *range(ACE))  # the ace first


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card to draw. `suit` and `rank` are "" for a joker that stands for no card; `value` is None without points."""

    name: str
    rank: str
    suit: str
    is_joker: bool
    value: int | None = None

    @property
    def drawn(self) -> SafeString:
        """The card as an image. Images are cached, because a page shows dozens of cards."""
        return _drawn(replace(self, value=None), get_language(), named=True)

    @property
    def silent(self) -> SafeString:
        """The same image without a label, for places where the text already names the card to screen readers."""
        return _drawn(replace(self, value=None), get_language(), named=False)


@dataclass(frozen=True, slots=True)
class ShownMeld:
    """Cards shown together. `words` is text next to them, such as the kind of a meld and its points."""

    cards: tuple[ShownCard, ...]
    words: str = ""


@lru_cache(maxsize=1024)  # every card and every joker, in each language, with and without a label
def _drawn(card: ShownCard, _language: str | None, *, named: bool) -> SafeString:
    return render_to_string("rule_check/_card.html", {"card": card, "named": named})


def shown_card(placed: Card, value: int | None = None) -> ShownCard:
    stands = placed - NAMED if placed >= NAMED else placed
    name = card_name(format_card(placed))
    if stands == JOKER:
        return ShownCard(name, "", "", is_joker=True, value=value)
    return ShownCard(name, _corner(rank_of(stands)), SUITS[suit_of(stands)], is_joker=placed >= JOKER, value=value)


def shown_meld(cards: Sequence[Card], rules: RuleSet) -> ShownMeld:
    """Returns the cards. If they are a meld, they come in its order, with its kind and points as text."""
    meld = judge_meld(cards, rules)
    if not meld.valid:
        return ShownMeld(tuple(map(shown_card, cards)))
    values = meld.values if meld.points is not None else [None] * len(meld.cards)
    name = {"set": _("Satz"), "run": _("Sequenz")}[meld.kind]
    if meld.points is not None:
        name = _("%(kind)s, %(points)s") % {"kind": name, "points": pips(meld.points)}
    return ShownMeld(tuple(map(shown_card, meld.cards, values)), name)


def shown_melds(melds: Iterable[Sequence[Card]], rules: RuleSet) -> tuple[ShownMeld, ...]:
    return tuple(shown_meld(meld, rules) for meld in melds)


def shown_hand(cards: Sequence[Card], rules: RuleSet) -> ShownMeld:
    """Returns the cards in order, each with the points that it is worth in the hand."""
    return ShownMeld(tuple(shown_card(card, points_left((card,), rules)) for card in sorted(cards)))


def tray(rules: RuleSet, used: Sequence[Card]) -> list[list[dict[str, Any]]]:
    """Returns all cards of the game, in a row for each suit and, if the game has jokers, one for the joker.

    `card` is the image, `written` the text that a tap adds, `left` the number of copies not yet used in the case.
    """
    left = iter(left_in_tray(rules, used))
    return [
        [{"card": shown_card(place), "written": _tapped(place), "left": next(left)} for place in row]
        for row in _tray_rows(rules)
    ]


def left_in_tray(rules: RuleSet, used: Sequence[Card]) -> list[int]:
    """Returns the number of unused copies of each card, in the order of the tray."""
    pack, count = rules.pack(), Counter(used)
    return [max(0, pack.holds(place) - count[place]) for row in _tray_rows(rules) for place in row]


def _tray_rows(rules: RuleSet) -> list[list[Card]]:
    rows = [[card(rank, suit) for rank in _TRAY_RANKS] for suit in _TRAY_SUITS]
    return [*rows, [JOKER]] if rules.pack().jokers else rows


def tapped_words(cards: Sequence[Card]) -> str:
    """Returns the cards as a tap on the tray writes them. Jokers do not name the cards that they stand for."""
    return " ".join(map(_tapped, cards))


def _tapped(place: Card) -> str:
    return _("Joker") if place == JOKER else f"{_SIGNS[suit_of(place)]}{_corner(rank_of(place))}"


def pips(points: int) -> str:
    """Returns the points as text, such as "29 Augen"."""
    return ngettext("%(n)d Auge", "%(n)d Augen", points) % {"n": points}


_FACES = {
    "J": pgettext_lazy("on a playing card", "B"),
    "Q": pgettext_lazy("on a playing card", "D"),
    "K": pgettext_lazy("on a playing card", "K"),
    "A": pgettext_lazy("on a playing card", "A"),
}


def _corner(rank: int) -> str:
    return str(_FACES.get(RANKS[rank], RANKS[rank]))
