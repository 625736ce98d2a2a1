"""Names of cards, as an official reads them out: "Herz Dame", "Joker als Kreuz 10"."""

from functools import lru_cache

from django.utils.translation import get_language, gettext as _, gettext_lazy

from romme_turnier.core.rules.system.cards import JOKER, NAMED, RANKS, parse_card, rank_of, suit_of


def card_name(written: str) -> str:
    """Returns the name of a card given in the notation of the interface (``10H``, ``*``, ``*QH``)."""
    return _named(written, get_language())


@lru_cache(maxsize=512)  # all cards and jokers, in each language
def _named(written: str, _language: str | None) -> str:
    card = parse_card(written)
    if card == JOKER:
        return _("Joker")
    if card >= NAMED:
        return _("Joker als %(card)s") % {"card": _natural(card - NAMED)}
    return _natural(card)


def card_names(written: str) -> str:
    """Returns the names of several cards, in order."""
    return ", ".join(map(card_name, written.split()))


_SUITS = (gettext_lazy("Kreuz"), gettext_lazy("Pik"), gettext_lazy("Herz"), gettext_lazy("Karo"))
_FACES = {"J": gettext_lazy("Bube"), "Q": gettext_lazy("Dame"), "K": gettext_lazy("König"), "A": gettext_lazy("Ass")}


def _natural(card: int) -> str:
    rank = RANKS[rank_of(card)]
    return _("%(suit)s %(rank)s") % {"suit": _SUITS[suit_of(card)], "rank": _FACES.get(rank, rank)}
