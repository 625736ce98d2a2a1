"""The words of the commands, as the online Rommee has them (its source: Kommandos), and what the other systems need."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Word(StrEnum):
    """What a command asks for. The value is how it is written in full."""

    # of the online Rommee
    OPEN = "eröffnen"
    SET = "bestimmen"
    PLAY_WITH = "spiel mit"
    PLAY_WITHOUT = "spiel ohne"
    BREAK_OFF = "spiel abbrechen"
    JOIN = "mitspielen"
    SHUFFLE = "mischen"
    DISCARD = "ablegen"
    DRAW = "ziehen"
    TAKE = "nehmen"
    LAY_OUT = "rauslegen"
    LAY_OFF = "anlegen"
    SWAP = "ersetzen"
    CARDS = "karten"
    SCORE = "stand"
    SORT = "sortieren"
    LEAVE = "aussteigen"
    THROW_OUT = "rauswerfen"
    KNOCK = "erklopfen"
    ALLOW = "erlauben"
    REBUILD = "umbauen"
    SPECIAL_RULES = "sonderregeln"
    PLAYERS = "mitspieler"
    # of the other systems, and of a table at which not only people sit
    ANNOUNCE = "ansagen"
    RUMMY_HAND = "handrommé"
    GO_OUT = "ausgehen"
    PASS = "passen"  # noqa: S105 - the turn ends without a discard
    WAIVE = "weiter"
    OPPONENT = "gegner"
    UNDO = "zurück"
    HELP = "hilfe"


# What only shows something: nothing is different afterwards.
SHOWING = frozenset({Word.CARDS, Word.SCORE, Word.SPECIAL_RULES, Word.PLAYERS, Word.HELP})

# Other forms of the same word; the single letters are what is typed most often.
_FORMS: Mapping[Word, tuple[str, ...]] = MappingProxyType(
    {
        Word.DISCARD: ("a",),
        Word.DRAW: ("z", "zieh karte", "ziehe karte"),
        Word.TAKE: ("n", "nimm", "nimm karte"),
        Word.LAY_OUT: ("r", "auslegen"),
        Word.CARDS: ("k",),
        Word.SCORE: ("s",),
        Word.SORT: ("sortiere",),
        Word.SHUFFLE: ("geben",),
        Word.KNOCK: ("klopfen",),
        Word.RUMMY_HAND: ("rommé-hand",),
        Word.WAIVE: ("w", "verzichten"),
        Word.HELP: ("h", "?"),
    }
)

# What may be agreed upon, as `bestimmen` (with a number) and `spiel mit` (without) call it.
GAMES = "spiele"
OPTION_NAMES: Mapping[str, str] = MappingProxyType(
    {
        GAMES: "games",  # of the match, where the rules leave it open
        "startwert": "minimum",
        "runden": "rounds",
        "punktzahl": "target",
        "klopfen": "knocking",
        "umbauen": "rearranging",
        "ansagen": "without_laying_out",
        "eine-farbe": "one_suit",
        "mehrere": "take_many",
        "sieben-karten": "simple",
        "joker-nach-spielern": "jokers_by_players",
        "keine-joker": "no_jokers",
        "freier-kontrakt": "free_contract",
        "ablage-am-ende": "round7_discard",
        "joker-25": "joker_25",
    }
)


@dataclass(frozen=True, slots=True)
class Found:
    """What the beginning of a line can mean, and how many of its tokens say so."""

    words: tuple[Word, ...]
    tokens: int = 0


def find_word(tokens: Sequence[str]) -> Found:
    """Returns the word that the first tokens name; none or several where that is not clear.

    Any beginning of a word will do, in capital or small letters, with umlauts or without; a whole word goes before.
    """
    return _matching(tokens, whole=True) or _matching(tokens, whole=False) or Found(())


def _matching(tokens: Sequence[str], *, whole: bool) -> Found | None:
    """The words with a form that the tokens are, those of most tokens; None if there is none."""
    sizes = {
        word: max(size for size in (_fits(tokens, form, whole=whole) for form in forms))
        for word, forms in _SPELLED.items()
    }
    most = max(sizes.values())
    return Found(tuple(word for word, size in sizes.items() if size == most), most) if most else None


def _fits(tokens: Sequence[str], form: Sequence[frozenset[str]], *, whole: bool) -> int:
    """As many tokens as the form has, if they are it or, unless the ``whole`` word is asked for, its beginning."""
    if len(tokens) < len(form):
        return 0
    for token, spelled in zip(tokens, form, strict=False):
        said = folded(token)
        if not (said in spelled or (not whole and any(one.startswith(said) for one in spelled))):
            return 0
    return len(form)


def folded(text: str) -> str:
    """Returns the text in small letters, umlauts as two letters, without accents."""
    two_letters = text.lower().replace("ß", "ss").translate({ord(a): a2 for a, a2 in _TWO_LETTERS.items()})
    return "".join(c for c in unicodedata.normalize("NFD", two_letters) if not unicodedata.combining(c))


_TWO_LETTERS = {"ä": "ae", "ö": "oe", "ü": "ue"}


def spellings(word: str) -> frozenset[str]:
    """Returns how a word may be written: umlauts as two letters, or as if they had no dots."""
    return frozenset({folded(word), folded(word.translate({ord("ä"): "a", ord("ö"): "o", ord("ü"): "u"}))})


_SPELLED: Mapping[Word, tuple[tuple[frozenset[str], ...], ...]] = {
    word: tuple(tuple(map(spellings, form.split())) for form in (word.value, *_FORMS.get(word, ()))) for word in Word
}
