"""Cases from the sources of the rules; the engine gives the same answers as the sources."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class SourceExample:
    """A case from a source."""

    clause: str  # its heading in the source
    name: str  # identifies the case
    ask: str  # the question, by its key in Regel-Check
    cards: Mapping[str, str] = field(hash=False)  # by the keys of Regel-Check; slashes separate melds
    contract: int | None = None  # its number
    agreed: str = ""  # an option
    ticks: tuple[str, ...] = ()  # the other settings


# Each question's keys for cards, in the order in which the examples give the cards.
_CARDS = {
    "meld": ("cards",),
    "opening": ("melds", "hand"),
    "complete": ("melds", "hand"),
    "lay_off": ("meld", "cards"),
    "take_joker": ("meld", "card"),
    "discard": ("card", "table"),
    "take": ("card", "hand", "table"),
    "announce": ("hand",),
    "one_suit": ("hand",),
    "rearrange": ("table", "hand"),
}


def _case(clause: str, name: str, ask: str, *cards: str, **settings: Any) -> SourceExample:
    return SourceExample(clause, name, ask, dict(zip(_CARDS[ask], cards, strict=True)), **settings)


_ROMMEORDNUNG = (
    _case("III.1", "ace_down_to_two", "meld", "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H"),
    _case("III.2", "king_to_three", "meld", "KS AS 2S 3S"),
    _case("III.3", "ace_up_to_king", "meld", "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC"),
    _case("III.4", "four_aces", "meld", "AC AS AH AD"),
    _case("III.5", "jokers_apart", "meld", "AD * QD *"),
    _case("III.5", "jokers_together", "meld", "AD * * JD"),
    _case("III.5", "more_jokers", "meld", "* AD *"),
    _case("III.6", "joker_with_third", "take_joker", "7C 7S *", "7H"),
    _case("III.6", "joker_with_fourth", "take_joker", "7C 7S 7H *", "7D"),
    _case("III.7", "take_the_five", "take", "5H", "4H 9C KD", "AH 2H 3H", ticks=("opened",)),
    _case("§ 6.3", "just_forty", "opening", "QH QS QD / AC 2C 3C 4C", "KD"),
    _case("§ 6.5", "too_little_helped", "complete", "7H 8H 9H", "10H JH 2C"),
    _case("§ 6.5", "too_little", "complete", "7H 8H 9H", "10H 2C 5S"),
    _case("§ 6.8", "ten_beside_its_joker", "lay_off", "9H * JH", "10H"),
    _case("§ 6.9", "fitting_card", "discard", "8H", "5H 6H 7H", ticks=("next_opened",)),
    _case("§ 6.10", "joker_last", "discard", "*", "", ticks=("last",)),
)
_CLASSIC = (
    _case("Spielregeln", "spades_and_jacks", "opening", "3S 4S 5S / JC JH JD", "9D"),
    _case("Spielregeln", "aces_with_joker", "opening", "AC AS * / 3H 4H 5H", "6D 7D"),
    _case("Spielregeln", "queen_king_ace", "meld", "QH KH AH"),
    _case("Spielregeln", "king_ace_two", "meld", "KH AH 2H"),
    _case("Spielregeln", "joker_with_next", "lay_off", "3C 4C 5C 6C", "* 8C"),
    _case("Spielregeln", "joker_alone", "lay_off", "3C 4C 5C 6C", "*"),
    _case("Spielregeln", "joker_by_place", "take_joker", "KC * KH", "KS"),
    _case("Abweichnungen", "two_left", "announce", "4C 5C 6C 9C 9S 9D JH QH KH 2D", agreed="without_laying_out"),
    _case("Abweichnungen", "ten_hearts", "one_suit", "AH QH 10H 9H 9H 8H 8H 6H 5H 3H", agreed="one_suit"),
)
_ROMMEE = (
    _case("Rommee", "three_eights", "meld", "8H 8C 8D"),
    _case("Rommee", "run_with_joker", "meld", "8H 9H * JH"),
    _case("Rommee", "king_ace_two", "meld", "KH AH 2H"),
    _case("Rommee", "two_jokers", "meld", "8H * 10H *"),
    _case("Das Auslegen", "jack_behind", "lay_off", "8H 9H 10H", "JH"),
    _case("Kommandos", "both_ends", "lay_off", "8H 9H 10H", "7H JH"),
    _case(
        "Das Auseinanderreissen",
        "runs_to_sets",
        "rearrange",
        "8H 9H 10H JH / 8D 9D 10D JD / 8S 9S 10S JS",
        "8C 2C",
        agreed="rearranging",
    ),
)
_TREPPENROMME = (
    _case("Die Kombinationen", "four_sixes", "meld", "6C 6S 6H 6D"),
    _case("Die Kombinationen", "three_aces", "meld", "AC AS AH"),
    _case("Die Kombinationen", "queen_king_ace", "meld", "QH KH AH"),
    _case("Die Kombinationen", "queen_to_two", "meld", "QH KH AH 2H"),
    _case("Die Kombinationen", "ace_to_three", "meld", "AH 2H 3H"),
    _case("Die Kombinationen", "five_to_nine", "meld", "5S 6S 7S 8S 9S"),
    _case("Das Anschreiben", "sixes_and_run", "opening", "6C 6S 6H / QD KD AD 2D 3D", ""),
    _case("Das Anschreiben", "ten_and_jack", "lay_off", "7C 8C 9C", "10C JC"),
)
_CONTRACT_PLAY = "Spielablauf bei Contract Rummy/Rommé"
_CONTRACT = (
    _case("Ziel von Contract Rummy/Rommé", "suit_twice", "meld", "KS KD KD"),
    _case("Ziel von Contract Rummy/Rommé", "king_ace_two", "meld", "QH KH AH 2H"),
    _case(_CONTRACT_PLAY, "contract_two", "opening", "9H 10H JH QH / 4S 4C 4D", "KH 2D", contract=2),
    _case(_CONTRACT_PLAY, "card_too_many", "opening", "9H 10H JH QH KH / 4S 4C 4D", "2D", contract=2),
    _case(_CONTRACT_PLAY, "runs_follow_on", "opening", "3S 4S 5S 6S / 7S 8S 9S 10S", "2D", contract=3),
    _case(_CONTRACT_PLAY, "runs_overlap", "opening", "3S 4S 5S 6S / 5S 6S 7S 8S", "2D", contract=3),
    _case(_CONTRACT_PLAY, "both_ends", "lay_off", "5C 6C 7C 8C", "4C 9C 10C"),
)

SOURCE_EXAMPLES: Mapping[str, tuple[SourceExample, ...]] = {
    "rommeordnung": _ROMMEORDNUNG,
    "classic": _CLASSIC,
    "rommee": _ROMMEE,
    "treppenromme": _TREPPENROMME,
    "contract": _CONTRACT,
}
