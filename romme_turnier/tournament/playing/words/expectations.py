"""Translates the texts that the reader and the replay of records expect in a line, for the report of a fault.

The engine reports an expected text in English, which users never see. If the text is missing here, the fault is
reported without details.
"""

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _, gettext_noop

from romme_turnier.core.rules.record import Check, LineError, parse_line
from romme_turnier.core.rules.system.cards import format_cards
from romme_turnier.tournament.shared.rule_words.cards import card_names


def say_expected(expected: str) -> str:
    """Returns the expected text in the user's words, to follow "erwartet:"; "etwas anderes" for an unknown text."""
    if expected.startswith("= "):
        return _check_as_it_is_true(expected)
    for pattern, words in _WORDS.items():
        if match := pattern.fullmatch(expected):
            said = {name: card_names(text) if name == "cards" else text for name, text in match.groupdict().items()}
            return _(words) % said if said else _(words)
    return _("etwas anderes")


def _check_as_it_is_true(written: str) -> str:
    figures = len(written.split()) - 2
    try:
        line = parse_line(written, figures if written.startswith("= noted") else _MOST_SEATS)
    except LineError:  # no meld
        line = None
    return say_check(line) if isinstance(line, Check) else _("nichts")


def say_check(check: Check) -> str:
    """Returns a check of a record as text."""
    numbers = ", ".join(map(str, check.numbers))
    said = {"numbers": numbers, "cards": card_names(format_cards(check.cards)), "meld": check.meld[1:]}
    words = _CHECKS["empty"] if check.what == "hand" and not check.cards else _CHECKS[check.what]
    return _(words) % said


_MOST_SEATS = 10
_CHECKS: Mapping[str, str] = {
    "stock": gettext_noop("Karten im verdeckten Stapel: %(numbers)s"),
    "turn": gettext_noop("an der Reihe ist Platz %(numbers)s"),
    "pile": gettext_noop("offen liegt oben: %(cards)s"),
    "hand": gettext_noop("Platz %(numbers)s hat auf der Hand: %(cards)s"),
    "empty": gettext_noop("Platz %(numbers)s hat keine Karte mehr"),
    "meld": gettext_noop("Kombination %(meld)s: %(cards)s"),
    "noted": gettext_noop("angeschrieben sind: %(numbers)s"),
}

_PATTERNS = {
    # the tags
    r"\[Name \"text\"\]": gettext_noop('eine Angabe wie [Event "Lindenhof-Pokal"]'),
    r"one of (?P<names>[A-Z]\w+(?:, [A-Z]\w+)*)": gettext_noop("eine dieser Angaben: %(names)s"),
    r"one of ": gettext_noop("jede Angabe nur einmal"),
    r"\[Format \"(?P<format>[^\"]*)\"\]": gettext_noop('[Format "%(format)s"] in der ersten Zeile'),
    r"\[Seats \"…\"\] with (?P<least>\d+) to (?P<most>\d+) names": gettext_noop(
        '[Seats "…"] mit %(least)s bis %(most)s Startnummern oder Namen ohne Leerzeichen'
    ),
    r"\[System \"…\"\], one of (?P<keys>.+)": gettext_noop('[System "…"] mit einem dieser Regelwerke: %(keys)s'),
    r"options of (?P<key>\w+): .*": gettext_noop('in [Options "…"] nur, was sich in %(key)s vereinbaren lässt'),
    r"\[Dealer \"…\"\] above the acts": gettext_noop('vor dem Spielverlauf [Dealer "…"]: wer gibt'),
    r"\[Game \"…\"\] from 1 to (?P<most>\d+) above the acts": gettext_noop(
        'vor dem Spielverlauf [Game "…"] von 1 bis %(most)s: welcher Kontrakt gespielt wird'
    ),
    r"a text without control characters": gettext_noop("ein Text ohne Steuerzeichen"),
    r"a day like (?P<day>\S+)": gettext_noop("ein Tag wie %(day)s"),
    r"sha256: and 64 hexadecimal digits": gettext_noop("sha256: und 64 hexadezimale Ziffern"),
    r"(?P<digits>\d+) hexadecimal digits": gettext_noop("%(digits)s hexadezimale Ziffern"),
    r"(?P<words>\d+) words, - for none": gettext_noop("%(words)s Wörter, - für keines"),
    r"(?P<seats>\d+) entries: points, 0, \*, R75, H75 or -": gettext_noop(
        "%(seats)s Einträge: Punkte, 0, *, R75, H75 oder -"
    ),
    r"one seat that ended the game": gettext_noop("höchstens ein Platz, der das Spiel beendet hat"),
    # the lines
    r"a seat from (?P<least>\d+) to (?P<most>\d+)": gettext_noop("ein Platz von %(least)s bis %(most)s"),
    r"a number from (?P<least>\d+) to (?P<most>\d+)": gettext_noop("eine Zahl von %(least)s bis %(most)s"),
    r"the name of a meld: m1, m2, …": gettext_noop("der Name einer Kombination: m1, m2, …"),
    r"a card": gettext_noop("eine Karte, zum Beispiel 10H oder *"),
    r"one card": gettext_noop("nur eine Karte"),
    r"(?P<count>\d+) cards": gettext_noop("%(count)s Karten"),
    r"the end of the line": gettext_noop("das Ende der Zeile"),
    r"one of (?P<names>[a-z]+(?:, [a-z]+)*)": gettext_noop("eines dieser Wörter: %(names)s"),
    r"a clause: .*": gettext_noop('ein Paragraph wie §6.10, oder eine Überschrift in "…"'),
    r"a position, and there at place (?P<place>\d+) .*": gettext_noop(
        "eine Lage in einer Zeile; ab dem %(place)s. Zeichen ist sie nicht zu lesen"
    ),
    # the deal
    r"(?P<count>\d+) cards for seat (?P<seat>\d+)": gettext_noop("%(count)s Karten für Platz %(seat)s"),
    r"no more (?P<cards>.+) than the pack has": gettext_noop("nicht öfter, als es die Karte gibt: %(cards)s"),
    r"one card turned up": gettext_noop("eine aufgedeckte Karte"),
    r"no card turned up": gettext_noop("keine aufgedeckte Karte"),
    r"seat (?P<seat>\d+) to cut, one hand for each seat, at most one card turned up": gettext_noop(
        "Platz %(seat)s hebt ab, jeder Platz bekommt einmal Karten, höchstens eine wird aufgedeckt"
    ),
    r"no joker to be kept: .*": gettext_noop(
        "kein Joker, den jemand beim Abheben behält: Das kennt dieses Regelwerk nicht"
    ),
    r"fewer than (?P<count>\d+) cards lifted": gettext_noop("weniger als %(count)s abgehobene Karten"),
    r"no joker for the cutter, says the seed": gettext_noop("kein Joker beim Abheben, nach der Zufallszahl"),
    r"the cards that the seed deals to seat (?P<seat>\d+): (?P<cards>.+)": gettext_noop(
        "was die Zufallszahl an Platz %(seat)s gibt: %(cards)s"
    ),
    r"the card that the seed turns up: (?P<cards>.*)": gettext_noop("was die Zufallszahl aufdeckt: %(cards)s"),
    r"the deal before a check": gettext_noop("vor einer Prüfung die gegebenen Karten"),
    # the game
    r"(?:a card that is|cards that are) known: a view cannot be replayed": gettext_noop(
        "Karten, die bekannt sind: Was nur ein Platz gesehen hat, lässt sich nicht nachspielen"
    ),
    r"a new name for a meld: (?P<name>\w+)": gettext_noop("ein neuer Name für die Kombination: %(name)s"),
    r"a position of the same game, with all its cards": gettext_noop(
        "eine Lage desselben Spiels mit allen seinen Karten"
    ),
    r"something that can have happened": gettext_noop("etwas, das so geschehen sein kann"),
    r"the order that the seed gives: (?P<cards>.+)": gettext_noop("die Reihenfolge nach der Zufallszahl: %(cards)s"),
    # the end
    r"the seed of \S+": gettext_noop("die Zufallszahl, die vor dem Geben festgelegt war"),
    r"no row before the game is over": gettext_noop("keine Zeile, solange das Spiel nicht zu Ende ist"),
    r"(?P<points>\d+) for the hand of seat (?P<seat>\d+)": gettext_noop("%(points)s für die Hand von Platz %(seat)s"),
    r"(?P<row>(?:[RH]?\d+|\*|-)(?: (?:[RH]?\d+|\*|-))*)": gettext_noop("die Zeile %(row)s, wie das Spiel sie ergibt"),
}
_WORDS = {re.compile(pattern): words for pattern, words in _PATTERNS.items()}
