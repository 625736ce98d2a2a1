"""Cases from the sources; the engine gives the sources' answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class SourceExample:
    """``clause`` is the heading in the source, ``name`` an identifier, for which the shell has words.

    ``ask`` is the question and ``cards`` are its cards, both by the names of Regel-Check (strokes separate several
    melds); ``contract`` is the number of the contract, ``agreed`` an option, ``ticks`` the other settings.
    """

    clause: str
    name: str
    ask: str
    cards: Mapping[str, str] = field(hash=False)
    contract: int | None = None
    agreed: str = ""
    ticks: tuple[str, ...] = ()


def _agreed(clause: str, name: str, ask: str, agreed: str, **cards: str) -> SourceExample:
    return SourceExample(clause, name, ask, cards, agreed=agreed)


def _meld(clause: str, name: str, cards: str) -> SourceExample:
    return SourceExample(clause, name, "meld", {"cards": cards})


def _opening(clause: str, name: str, melds: str, hand: str = "", contract: int | None = None) -> SourceExample:
    return SourceExample(clause, name, "opening", {"melds": melds, "hand": hand}, contract)


def _lay_off(clause: str, name: str, meld: str, cards: str) -> SourceExample:
    return SourceExample(clause, name, "lay_off", {"meld": meld, "cards": cards})


def _take_joker(clause: str, name: str, meld: str, card: str) -> SourceExample:
    return SourceExample(clause, name, "take_joker", {"meld": meld, "card": card})


def _complete(clause: str, name: str, melds: str, hand: str) -> SourceExample:
    return SourceExample(clause, name, "complete", {"melds": melds, "hand": hand})


def _discard(clause: str, name: str, tick: str, card: str, table: str = "") -> SourceExample:
    return SourceExample(clause, name, "discard", {"card": card, "table": table}, ticks=(tick,))


_ROMMEORDNUNG = (
    _meld("III.1", "ace_down_to_two", "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H"),
    _meld("III.2", "king_to_three", "KS AS 2S 3S"),
    _meld("III.3", "ace_up_to_king", "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC"),
    _meld("III.4", "four_aces", "AC AS AH AD"),
    _meld("III.5", "jokers_apart", "AD * QD *"),
    _meld("III.5", "jokers_together", "AD * * JD"),
    _meld("III.5", "more_jokers", "* AD *"),
    _take_joker("III.6", "joker_with_third", "7C 7S *", "7H"),
    _take_joker("III.6", "joker_with_fourth", "7C 7S 7H *", "7D"),
    SourceExample(
        "III.7", "take_the_five", "take", {"card": "5H", "hand": "4H 9C KD", "table": "AH 2H 3H"}, ticks=("opened",)
    ),
    _opening("§ 6.3", "just_forty", "QH QS QD / AC 2C 3C 4C", "KD"),
    _complete("§ 6.5", "too_little_helped", "7H 8H 9H", "10H JH 2C"),
    _complete("§ 6.5", "too_little", "7H 8H 9H", "10H 2C 5S"),
    _lay_off("§ 6.8", "ten_beside_its_joker", "9H * JH", "10H"),
    _discard("§ 6.9", "fitting_card", "next_opened", "8H", "5H 6H 7H"),
    _discard("§ 6.10", "joker_last", "last", "*"),
)
_CLASSIC = (
    _opening("Spielregeln", "spades_and_jacks", "3S 4S 5S / JC JH JD", "9D"),
    _opening("Spielregeln", "aces_with_joker", "AC AS * / 3H 4H 5H", "6D 7D"),
    _meld("Spielregeln", "queen_king_ace", "QH KH AH"),
    _meld("Spielregeln", "king_ace_two", "KH AH 2H"),
    _lay_off("Spielregeln", "joker_with_next", "3C 4C 5C 6C", "* 8C"),
    _lay_off("Spielregeln", "joker_alone", "3C 4C 5C 6C", "*"),
    _take_joker("Spielregeln", "joker_by_place", "KC * KH", "KS"),
    _agreed("Abweichnungen", "two_left", "announce", "without_laying_out", hand="4C 5C 6C 9C 9S 9D JH QH KH 2D"),
    _agreed("Abweichnungen", "ten_hearts", "one_suit", "one_suit", hand="AH QH 10H 9H 9H 8H 8H 6H 5H 3H"),
)
_ROMMEE = (
    _meld("Rommee", "three_eights", "8H 8C 8D"),
    _meld("Rommee", "run_with_joker", "8H 9H * JH"),
    _meld("Rommee", "king_ace_two", "KH AH 2H"),
    _meld("Rommee", "two_jokers", "8H * 10H *"),
    _lay_off("Das Auslegen", "jack_behind", "8H 9H 10H", "JH"),
    _lay_off("Kommandos", "both_ends", "8H 9H 10H", "7H JH"),
    _agreed(
        "Das Auseinanderreissen",
        "runs_to_sets",
        "rearrange",
        "rearranging",
        table="8H 9H 10H JH / 8D 9D 10D JD / 8S 9S 10S JS",
        hand="8C 2C",
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
_CONTRACT_PLAY = "Spielablauf bei Contract Rummy/Rommé"
_CONTRACT = (
    _meld("Ziel von Contract Rummy/Rommé", "suit_twice", "KS KD KD"),
    _meld("Ziel von Contract Rummy/Rommé", "king_ace_two", "QH KH AH 2H"),
    _opening(_CONTRACT_PLAY, "contract_two", "9H 10H JH QH / 4S 4C 4D", "KH 2D", 2),
    _opening(_CONTRACT_PLAY, "card_too_many", "9H 10H JH QH KH / 4S 4C 4D", "2D", 2),
    _opening(_CONTRACT_PLAY, "runs_follow_on", "3S 4S 5S 6S / 7S 8S 9S 10S", "2D", 3),
    _opening(_CONTRACT_PLAY, "runs_overlap", "3S 4S 5S 6S / 5S 6S 7S 8S", "2D", 3),
    _lay_off(_CONTRACT_PLAY, "both_ends", "5C 6C 7C 8C", "4C 9C 10C"),
)

SOURCE_EXAMPLES: Mapping[str, tuple[SourceExample, ...]] = MappingProxyType(
    {
        "rommeordnung": _ROMMEORDNUNG,
        "classic": _CLASSIC,
        "rommee": _ROMMEE,
        "treppenromme": _TREPPENROMME,
        "contract": _CONTRACT,
    }
)
