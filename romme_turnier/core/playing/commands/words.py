"""The words for commands and options: those of the online Rommee ("Kommandos" in its rules), and additional ones.

``find_word`` finds the commands that typed words may mean.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from romme_turnier.core.rules.system.ruleset import RuleSet


class Word(StrEnum):
    """The kinds of commands. Each value is the full command word."""

    # from the online Rommee
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
    # for other systems, and for tables with opponents
    ANNOUNCE = "ansagen"
    RUMMY_HAND = "handrommé"
    GO_OUT = "ausgehen"
    PASS = "passen"  # noqa: S105 - the turn ends without a discard
    WAIVE = "weiter"
    OPPONENT = "gegner"
    SHUFFLE_WORD = "wort"
    CUT_JOKER = "joker"
    UNDO = "zurück"
    HELP = "hilfe"


# Commands that only show something and change nothing.
SHOWING = frozenset({Word.CARDS, Word.SCORE, Word.SPECIAL_RULES, Word.PLAYERS, Word.HELP})

# Other forms of the same word; the single letters are typed most often.
_FORMS: Mapping[Word, tuple[str, ...]] = {
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

# Options that may be agreed, keyed by the names that players type after `bestimmen`, `spiel mit` or `spiel ohne`.
GAMES = "spiele"
OPTION_NAMES: Mapping[str, str] = {
    GAMES: "games",  # games of the match, if the rules do not fix their number
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
OPTION_WORDS: Mapping[str, str] = {name: german for german, name in OPTION_NAMES.items()}


@dataclass(frozen=True, slots=True)
class Meaning:
    """The commands that the beginning of a line may mean, and the number of tokens that they use."""

    words: tuple[Word, ...]
    tokens: int = 0


def find_word(tokens: Sequence[str]) -> Meaning:
    """Returns the commands that the first tokens may mean: one if the line is clear, otherwise none or several.

    Any prefix of a word matches, in upper or lower case, with or without umlauts; complete words win over prefixes.
    """
    return _meaning(tuple(tokens[:_LONGEST]))


@lru_cache(maxsize=1024)  # the same few words are typed very often
def _meaning(tokens: tuple[str, ...]) -> Meaning:
    typed = [folded(token) for token in tokens]
    # Tries complete words, then prefixes of all words of a form, then of its first words ("spiel" for "spiel mit").
    for complete, every in ((True, True), (False, True), (False, False)):
        sizes = {
            word: max((min(len(form), len(typed)) for form in forms if _fits(typed, form, complete, every)), default=0)
            for word, forms in _SPELLED.items()
        }
        if most := max(sizes.values()):
            return Meaning(tuple(word for word, size in sizes.items() if size == most), most)
    return Meaning(())


def _fits(typed: Sequence[str], form: Sequence[frozenset[str]], complete: bool, every: bool) -> bool:
    """Returns whether the typed words match a form.

    Prefixes match unless `complete` is set. If `every` is set, all words of the form must be typed; otherwise its
    first words are enough.
    """
    return (len(typed) >= len(form) or not every) and all(
        word in spelled if complete else any(spelling.startswith(word) for spelling in spelled)
        for word, spelled in zip(typed, form, strict=False)
    )


def folded(text: str) -> str:
    """Returns the text in lower case, with umlauts as two letters and without accents."""
    two_letters = text.lower().replace("ß", "ss").translate({ord(a): a2 for a, a2 in _TWO_LETTERS.items()})
    return "".join(c for c in unicodedata.normalize("NFD", two_letters) if not unicodedata.combining(c))


_TWO_LETTERS = {"ä": "ae", "ö": "oe", "ü": "ue"}


def spellings(word: str) -> frozenset[str]:
    """Returns the accepted spellings of a word, with umlauts as two letters or as plain vowels."""
    return frozenset({folded(word), folded(word.translate({ord("ä"): "a", ord("ö"): "o", ord("ü"): "u"}))})


_LONGEST = 2  # no form has more words
_SPELLED: Mapping[Word, tuple[tuple[frozenset[str], ...], ...]] = {
    word: tuple(tuple(map(spellings, form.split())) for form in (word.value, *_FORMS.get(word, ()))) for word in Word
}


def options_of(rules: RuleSet | None) -> list[str]:
    """Returns the option words of a rule system, or all of them if ``rules`` is None."""
    if rules is None:
        return [*OPTION_NAMES]
    play = rules.play
    says_how_long = bool(play.contracts) or play.rounds is not None or play.target is not None
    known = [word for word, name in OPTION_NAMES.items() if name in rules.options]
    return known if says_how_long else [GAMES, *known]
