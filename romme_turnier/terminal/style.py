"""Formats cards for a terminal: with symbols and colours, or as words for a screen reader."""

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass

from romme_turnier.core.rules.system.cards import JOKER, NAMED, RANKS, Card, format_card, rank_of, suit_of
from romme_turnier.tournament.playing.words.acts import seen_cards
from romme_turnier.tournament.shared.rule_words.cards import card_name

WIDTH = 80
_GERMAN = {"J": "B", "Q": "D", "K": "K", "A": "A"}
_SIGNS = "♣♠♥♦"
# Two colours as in a pack of cards, or four as in the online Rommee: clubs green, diamonds blue.
_COLOURS = {2: ("", "", "31", "31"), 4: ("32", "", "31", "34")}
_BOLD = "1"


@dataclass(frozen=True, slots=True)
class Style:
    """With ``plain``, cards are words instead of symbols, for a screen reader; ``colours`` is 0, 2 or 4."""

    plain: bool = False
    colours: int = 0

    def card(self, card: Card) -> str:
        """Returns a card as ``10♥``, ``*`` for a joker, ``*10♥`` for a joker used as the ten; as words if ``plain``."""
        if self.plain:
            return card_name(format_card(card))
        if card == JOKER:
            return self._painted("*", _BOLD)
        natural = card - NAMED if card >= NAMED else card
        rank, suit = RANKS[rank_of(natural)], suit_of(natural)
        face = f"{'*' * (card >= NAMED)}{_GERMAN.get(rank, rank)}{_SIGNS[suit]}"
        return self._painted(face, _COLOURS[self.colours][suit] if self.colours else "")

    def cards(self, cards: Iterable[Card]) -> str:
        """Returns the cards in the given order, with a count of the hidden ones."""
        separator = ", " if self.plain else " "
        return seen_cards(cards, lambda known: separator.join(map(self.card, known)))

    def heading(self, words: str) -> str:
        return words if self.plain else self._painted(words, _BOLD)

    def wrapped(self, words: str, indent: str = "") -> str:
        """Wraps a sentence at 80 columns."""
        return textwrap.fill(words, WIDTH, subsequent_indent=indent, break_on_hyphens=False)

    def _painted(self, words: str, colour: str) -> str:
        return f"\x1b[{colour}m{words}\x1b[0m" if colour and self.colours else words
