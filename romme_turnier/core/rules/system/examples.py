"""Cases that the sources of the other rule systems tell, as questions of ``interface``: what they say is what the
engine answers. Those of the Romméordnung stand with its clauses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class SourceExample:
    """``clause`` is the heading in the source, ``name`` an identifier, for which the shell has words.

    ``ask`` is one of ``meld``, ``opening``, ``lay_off``, ``take_joker``, ``rearrange``; ``cards`` are its cards by name
    (several melds are parted by a stroke), ``contract`` the number of the contract, ``agreed`` an option.
    """

    clause: str
    name: str
    ask: str
    cards: Mapping[str, str] = field(hash=False)
    contract: int | None = None
    agreed: str = ""


def _meld(clause: str, name: str, cards: str) -> SourceExample:
    return SourceExample(clause, name, "meld", {"cards": cards})


def _opening(clause: str, name: str, melds: str, hand: str = "", contract: int | None = None) -> SourceExample:
    return SourceExample(clause, name, "opening", {"melds": melds, "hand": hand}, contract)


def _lay_off(clause: str, name: str, meld: str, cards: str) -> SourceExample:
    return SourceExample(clause, name, "lay_off", {"meld": meld, "cards": cards})


_CLASSIC = (
    _opening("Spielregeln", "spades_and_jacks", "3S 4S 5S / JC JH JD", "9D"),
    _opening("Spielregeln", "aces_with_joker", "AC AS * / 3H 4H 5H", "6D 7D"),
    _meld("Spielregeln", "queen_king_ace", "QH KH AH"),
    _meld("Spielregeln", "king_ace_two", "KH AH 2H"),
    _lay_off("Spielregeln", "joker_with_next", "3C 4C 5C 6C", "* 8C"),
    _lay_off("Spielregeln", "joker_alone", "3C 4C 5C 6C", "*"),
    SourceExample("Spielregeln", "joker_by_place", "take_joker", {"meld": "KC * KH", "card": "KS"}),
)
_ROMMEE = (
    _meld("Das Auslegen", "three_eights", "8H 8C 8D"),
    _meld("Das Auslegen", "run_with_joker", "8H 9H * JH"),
    _meld("Das Auslegen", "king_ace_two", "KH AH 2H"),
    _meld("Das Auslegen", "two_jokers", "8H * 10H *"),
    _lay_off("Das Auslegen", "jack_behind", "8H 9H 10H", "JH"),
    _lay_off("Kommandos", "both_ends", "8H 9H 10H", "7H JH"),
    SourceExample(
        "Das Auseinanderreissen",
        "runs_to_sets",
        "rearrange",
        {"table": "8H 9H 10H JH / 8D 9D 10D JD / 8S 9S 10S JS", "hand": "8C 2C"},
        agreed="rearranging",
    ),
)
_TREPPENROMME = (
    _meld("Die Kombinationen", "four_sixes", "6C 6S 6H 6D"),
    _meld("Die Kombinationen", "three_aces", "AC AS AH"),
    _meld("Die Kombinationen", "queen_king_ace", "QH KH AH"),
    _meld("Die Kombinationen", "queen_to_two", "QH KH AH 2H"),
    _meld("Die Kombinationen", "ace_to_three", "AH 2H 3H"),
    _meld("Die Kombinationen", "five_to_nine", "5S 6S 7S 8S 9S"),
    _opening("Das Anschreiben", "sixes_and_run", "6C 6S 6H / QD KD AD 2D 3D"),
    _lay_off("Das Anschreiben", "ten_and_jack", "7C 8C 9C", "10C JC"),
)
_CONTRACT = (
    _meld("Spielkarten", "suit_twice", "KS KD KD"),
    _meld("Spielkarten", "king_ace_two", "QH KH AH 2H"),
    _opening("Kontrakte", "contract_two", "9H 10H JH QH / 4S 4C 4D", "KH 2D", 2),
    _opening("Kontrakte", "card_too_many", "9H 10H JH QH KH / 4S 4C 4D", "2D", 2),
    _opening("Kontrakte", "runs_follow_on", "3S 4S 5S 6S / 7S 8S 9S 10S", "2D", 3),
    _opening("Kontrakte", "runs_overlap", "3S 4S 5S 6S / 5S 6S 7S 8S", "2D", 3),
    _lay_off("Spielablauf bei Contract Rummy/Rommé", "both_ends", "5C 6C 7C 8C", "4C 9C 10C"),
)

SOURCE_EXAMPLES: Mapping[str, tuple[SourceExample, ...]] = MappingProxyType(
    {"classic": _CLASSIC, "rommee": _ROMMEE, "treppenromme": _TREPPENROMME, "contract": _CONTRACT}
)
