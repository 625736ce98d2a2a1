"""The questions of Regel-Check, and cases. The address of a case can be sent and printed."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

from romme_turnier.core.lists.sheet import Game
from romme_turnier.core.rules import RULE_SYSTEMS, RuleSet, get_ruleset, with_options
from romme_turnier.core.rules.system.cards import JOKER, Card, unnamed
from romme_turnier.core.rules.system.options import (
    OptionFault,
    announced_options,
    format_options,
    option_faults,
    parse_options,
)
from romme_turnier.core.rules.system.registry import DEFAULT
from romme_turnier.core.rules.system.ruleset import PileRule
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.rule_check.typed_cards import Typed, read_melds, written_out

LONGEST = 600  # characters in a field
MOST_CARDS = 60  # cards in a case; enough for a table of three with all its melds


class Ask(StrEnum):
    """The questions, with the values used in addresses."""

    MELD = "kombination"
    OPENING = "auslegen"
    COMPLETE = "ergaenzen"
    LAY_OFF = "anlegen"
    TAKE_JOKER = "joker"
    TAKE = "nehmen"
    DISCARD = "abwerfen"
    REARRANGE = "umbauen"
    ANNOUNCE = "ansagen"
    ONE_SUIT = "farbe"
    POSITION = "lage"
    HAND = "hand"
    BEST = "bestes"
    OUTCOME = "spiel"


class Entry(StrEnum):
    """The text fields, by their names in addresses."""

    CARDS = "karten"
    MELDS = "kombinationen"
    MELD = "liegt"
    TABLE = "tisch"
    HAND = "hand"
    CARD = "karte"
    POINTS = "punkte"


class Tick(StrEnum):
    OPENED = "ausgelegt"
    NEXT_OPENED = "naechster"
    LAST = "letzte"
    HANDROMME = "handromme"
    DRAWN = "aufgenommen"


class Number(StrEnum):
    CONTRACT = "kontrakt"
    FINISHER = "beendet"


@dataclass(frozen=True, slots=True)
class Form:
    """The title and the fields of the form for a question."""

    title: StrOrPromise
    entries: Mapping[Entry, StrOrPromise]
    ticks: Mapping[Tick, StrOrPromise] = field(default_factory=dict)
    numbers: tuple[Number, ...] = ()


_ON_TABLE = gettext_lazy("Auf dem Tisch liegen (/ zwischen zwei Kombinationen)")

FORMS: Mapping[Ask, Form] = {
    Ask.MELD: Form(gettext_lazy("Geht das, und was zählt es?"), {Entry.CARDS: gettext_lazy("Diese Karten")}),
    Ask.OPENING: Form(
        gettext_lazy("Darf ich auslegen?"),
        {
            Entry.MELDS: gettext_lazy("Das lege ich aus (/ zwischen zwei Kombinationen)"),
            Entry.HAND: gettext_lazy("Das behalte ich auf der Hand, vor dem Ablegen (kann leer bleiben)"),
        },
        numbers=(Number.CONTRACT,),
    ),
    Ask.COMPLETE: Form(
        gettext_lazy("Zu wenig: Lässt es sich ergänzen?"),
        {
            Entry.MELDS: gettext_lazy("So liegt es (/ zwischen zwei Kombinationen)"),
            Entry.HAND: gettext_lazy("Noch auf der Hand, vor dem Ablegen"),
        },
    ),
    Ask.LAY_OFF: Form(
        gettext_lazy("Darf ich anlegen?"),
        {Entry.MELD: gettext_lazy("Es liegt"), Entry.CARDS: gettext_lazy("Ich lege an")},
    ),
    Ask.TAKE_JOKER: Form(
        gettext_lazy("Darf ich den Joker holen?"),
        {Entry.MELD: gettext_lazy("Es liegt"), Entry.CARD: gettext_lazy("Mit dieser Karte")},
    ),
    Ask.TAKE: Form(
        gettext_lazy("Darf ich die offene Karte nehmen?"),
        {
            Entry.CARD: gettext_lazy("Offen liegt oben"),
            Entry.HAND: gettext_lazy("Ich habe auf der Hand"),
            Entry.TABLE: _ON_TABLE,
        },
        {Tick.OPENED: gettext_lazy("Ich habe schon ausgelegt")},
    ),
    Ask.DISCARD: Form(
        gettext_lazy("Darf ich das abwerfen?"),
        {Entry.CARD: gettext_lazy("Diese Karte"), Entry.TABLE: _ON_TABLE},
        {
            Tick.NEXT_OPENED: gettext_lazy("Wer nach mir kommt, hat schon ausgelegt"),
            Tick.LAST: gettext_lazy("Es ist meine letzte Karte"),
        },
        (Number.CONTRACT,),
    ),
    Ask.REARRANGE: Form(
        gettext_lazy("Lässt es sich umbauen?"),
        {Entry.TABLE: _ON_TABLE, Entry.HAND: gettext_lazy("Ich habe auf der Hand")},
    ),
    Ask.ANNOUNCE: Form(
        gettext_lazy("Darf ich ansagen?"),
        {Entry.HAND: gettext_lazy("Ich habe auf der Hand")},
        {Tick.DRAWN: gettext_lazy("Ich habe in diesem Zug schon eine Karte aufgenommen")},
    ),
    Ask.ONE_SUIT: Form(
        gettext_lazy("Gewinnt meine Hand in einer Farbe?"),
        {Entry.HAND: gettext_lazy("Auf der Hand bleiben, nach dem Ablegen")},
    ),
    Ask.POSITION: Form(
        gettext_lazy("Die ganze Lage: Was ist erlaubt?"),
        {
            Entry.TABLE: _ON_TABLE,
            Entry.HAND: gettext_lazy("Wer am Zug ist, hat auf der Hand"),
            Entry.CARD: gettext_lazy("Offen liegt oben (kann leer bleiben)"),
        },
        {
            Tick.OPENED: gettext_lazy("Wer am Zug ist, hat schon ausgelegt"),
            Tick.NEXT_OPENED: gettext_lazy("Der Nächste hat schon ausgelegt"),
        },
        (Number.CONTRACT,),
    ),
    Ask.HAND: Form(gettext_lazy("Was zählt meine Hand?"), {Entry.CARDS: gettext_lazy("Auf der Hand bleiben")}),
    Ask.BEST: Form(
        gettext_lazy("Was lege ich am besten aus?"),
        {Entry.CARDS: gettext_lazy("Ich habe auf der Hand (bis 14 Karten)")},
    ),
    Ask.OUTCOME: Form(
        gettext_lazy("Kann ein Spiel so ausgehen?"),
        {Entry.POINTS: gettext_lazy("Punkte der Zeile, Platz 1 zuerst, zum Beispiel 37 0 55 12")},
        {Tick.HANDROMME: ""},  # the rule system has a name for it
        (Number.FINISHER,),
    ),
}

NUMBER_WORDS: Mapping[Number, StrOrPromise] = {
    Number.CONTRACT: gettext_lazy("Runde (Kontrakt)"),
    Number.FINISHER: gettext_lazy("Beendet hat es Platz"),
}


@dataclass(frozen=True, slots=True)
class Case:
    """A question with the typed texts. `rules` includes the agreed options, unless their combination has `faults`."""

    ask: Ask
    rules: RuleSet
    texts: Mapping[Entry, str] = field(default_factory=dict)
    ticks: frozenset[Tick] = frozenset()
    numbers: Mapping[Number, int] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    faults: tuple[OptionFault, ...] = ()

    @classmethod
    def read(cls, query: QueryDict) -> "Case":
        """Reads a case. Ignores fields that the question does not have, and numbers that cannot be read.

        An unknown rule system is replaced by the default one, a question that the rule system does not have by
        `Ask.MELD`.
        """
        usual = RULE_SYSTEMS.get(query.get("regeln", ""), get_ruleset(DEFAULT))
        options = _options(query.getlist("vereinbart"), usual)
        chosen = parse_options(" ".join(options))
        faults = option_faults(usual, chosen)
        rules = usual if faults else with_options(usual, chosen)
        ask = next((ask for ask in asks_of(rules) if ask == query.get("frage")), Ask.MELD)
        form = form_of(ask, rules)
        numbers = {name: whole_number(query.get(name, "")) for name in form.numbers if is_asked(name, rules)}
        return cls(
            ask,
            rules,
            {entry: query.get(entry, "").strip()[:LONGEST] for entry in form.entries},
            frozenset(tick for tick in form.ticks if tick in query),
            {name: number for name, number in numbers.items() if number},
            options,
            faults,
        )

    @property
    def address(self) -> str:
        """The address of the page with this case filled in."""
        fields: dict[str, object] = {"frage": self.ask, "regeln": self.rules.key}
        fields |= {"vereinbart": self.options} if self.options else {}
        fields |= {entry: text for entry, text in self.texts.items() if text}
        fields |= {name: str(number) for name, number in self.numbers.items()}
        fields |= {tick: "1" for tick in Tick if tick in self.ticks}
        return f"{reverse('rule_check:check')}?{urlencode(fields, doseq=True)}"

    @property
    def form(self) -> Form:
        return form_of(self.ask, self.rules)

    @property
    def is_empty(self) -> bool:
        return not any(self.texts.values())

    def cards(self, entry: Entry) -> tuple[Card, ...]:
        return self._typed(entry).cards

    def melds(self, entry: Entry) -> list[tuple[Card, ...]]:
        return [typed.cards for typed in self._read(entry)]

    def unread(self) -> list[str]:
        """Returns the words that are not cards."""
        return [word for entry in self._of_cards() for word in self._typed(entry).unread]

    def plain_cards(self, entry: Entry) -> list[Card]:
        """Returns the cards of a field. Jokers do not name the cards that they stand for."""
        return [unnamed(card) for card in self.cards(entry)]

    def used(self) -> list[Card]:
        """Returns the cards of all fields of the case. Jokers do not name the cards that they stand for."""
        return [card for entry in self._of_cards() for card in self.plain_cards(entry)]

    def points(self) -> list[int] | None:
        """Returns the points of a row, by seat; None if a word is not a number."""
        words = self.texts.get(Entry.POINTS, "").replace(",", " ").replace(";", " ").split()
        points = [number for word in words if (number := whole_number(word, digits=4)) is not None]
        return points if len(points) == len(words) else None

    def _of_cards(self) -> Iterator[Entry]:
        return (entry for entry in self.form.entries if entry is not Entry.POINTS)

    def _typed(self, entry: Entry) -> Typed:
        parts = self._read(entry)
        return Typed(sum((part.cards for part in parts), ()), sum((part.unread for part in parts), ()))

    def _read(self, entry: Entry) -> list[Typed]:
        text = self.texts.get(entry, "")
        if self.ask is Ask.MELD or (self.ask is Ask.OPENING and entry is Entry.MELDS):
            text = written_out(text)
        return read_melds(text, online=self.rules.online_notation)


def address_of_row(rules: RuleSet, game: Game) -> str:
    """Returns the address that asks whether a row of a list is possible; "" if the row is incomplete."""
    if None in game.points:
        return ""
    case = Case(
        Ask.OUTCOME,
        rules,
        {Entry.POINTS: " ".join(map(str, game.points))},
        frozenset({Tick.HANDROMME} if game.handromme else ()),
        {} if game.finisher is None else {Number.FINISHER: game.finisher},
        _options(format_options(rules).split(), rules),
    )
    return case.address


def address_of(rules: RuleSet) -> str:
    """Returns the address of an empty Regel-Check under these rules and their agreed options."""
    return Case(Ask.MELD, rules, options=_options(format_options(rules).split(), rules)).address


def _options(written: Iterable[str], rules: RuleSet) -> tuple[str, ...]:
    """Returns the options that the rule system has, such as "knocking" and "minimum=40".

    If an option is repeated, the last one counts.
    """
    known = announced_options(rules)
    return tuple(
        {
            text.partition("=")[0]: text
            for text in written
            if re.fullmatch(r"\w+(=[0-9]{1,4})?", text) and text.partition("=")[0] in known
        }.values()
    )


# These questions are offered if the rule system has the option. If it was not agreed upon, the answer explains that.
_TO_AGREE_UPON = {Ask.REARRANGE: "rearranging", Ask.ANNOUNCE: "without_laying_out", Ask.ONE_SUIT: "one_suit"}


def asks_of(rules: RuleSet) -> list[Ask]:
    """Returns the questions that can be asked under a rule system."""
    without = set()
    if rules.pack().holds(JOKER) == 0:
        without.add(Ask.TAKE_JOKER)
    if "nothing_to_complete" not in rules.clauses:  # the system has no such rule
        without.add(Ask.COMPLETE)
    without |= {ask for ask, option in _TO_AGREE_UPON.items() if option not in rules.options}
    return [ask for ask in Ask if ask not in without]


def form_of(ask: Ask, rules: RuleSet) -> Form:
    """Returns the form of a question, without fields that do not matter under the rule system."""
    form, play = FORMS[ask], rules.play
    idle: set[Entry | Tick] = set()
    if ask is Ask.TAKE and play.pile is not PileRule.USED_AT_ONCE:
        idle = {Entry.HAND, Entry.TABLE, Tick.OPENED}
    elif ask is Ask.DISCARD and play.discards_fitting:
        idle = {Entry.TABLE, Tick.NEXT_OPENED, *((Tick.LAST,) if not play.contracts else ())}
    elif ask is Ask.OUTCOME and not rules.has_handromme:
        idle = {Tick.HANDROMME}
    return replace(
        form,
        entries={entry: label for entry, label in form.entries.items() if entry not in idle},
        ticks={tick: label or rules.hand_name for tick, label in form.ticks.items() if tick not in idle},
    )


def is_asked(number: Number, rules: RuleSet) -> bool:
    return number is not Number.CONTRACT or bool(rules.play.contracts)
