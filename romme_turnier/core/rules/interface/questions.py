"""Reads the keys, types and cards of another program's question."""

from collections.abc import Iterable
from typing import Any

from romme_turnier.core.json_questions import Fields, QuestionError
from romme_turnier.core.rules.system.cards import Card, CardError, parse_cards, unnamed
from romme_turnier.core.rules.system.options import OptionError, with_options
from romme_turnier.core.rules.system.registry import DEFAULT, RULE_SYSTEMS, UnknownRuleSetError, get_ruleset
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation

EVERY_QUESTION = frozenset({"ask", "ruleset", "options", "players"})
MOST_CARDS = 500  # more than any rule system's packs together


def listed(violations: Iterable[Violation]) -> list[dict[str, Any]]:
    """Returns violations or warnings as JSON objects."""
    return [{"code": v.code, "clause": v.clause, "params": dict(v.params)} for v in violations]


class Question(Fields):
    """The fields of a question or of an object in it, with cards and rule systems.

    The methods added here raise QuestionError for a missing or wrong field; ``ruleset`` has defaults for its fields.
    """

    def number_or_none(self, key: str, **bounds: int) -> int | None:
        """Returns the number, or None for null; the key is required."""
        if key in self._fields and self._fields[key] is None:
            return None
        return self.number(key, **bounds)

    def text_or_texts(self, key: str) -> tuple[str, ...]:
        """Returns a tuple of texts; a single text need not be in a list."""
        value = self._fields.get(key)
        if isinstance(value, str):
            return (value,)
        return self.texts(key)

    def ruleset(self) -> RuleSet:
        """Returns the rule system asked about, with its agreed options and, given ``players``, only their pack."""
        key = self.text("ruleset") if self.has("ruleset") else DEFAULT
        try:
            ruleset = get_ruleset(key)
        except UnknownRuleSetError:
            raise QuestionError(f'no ruleset "{key}" (known: {", ".join(RULE_SYSTEMS)})') from None
        options = self._fields.get("options", {})
        if not isinstance(options, dict) or not all(isinstance(v, int) for v in options.values()):
            raise self.error("options", "an object of names with true, false or a whole number")
        if self.has("minimum"):
            if "minimum" in options:
                raise QuestionError('"minimum" is given twice: once is in "options"')
            options = {**options, "minimum": self.number("minimum")}
        players = None
        if self.has("players"):
            players = self.number("players", least=ruleset.seats_min, most=ruleset.seats_max)
        try:
            return with_options(ruleset, options, players)
        except OptionError as error:
            raise QuestionError(str(error)) from None

    def laid(self, key: str, ruleset: RuleSet) -> tuple[Card, ...]:
        """Returns the cards under the key in the order written."""
        return self._parsed(key, self.text(key), ruleset)

    def melds(self, key: str, ruleset: RuleSet) -> tuple[tuple[Card, ...], ...]:
        """Returns the melds under the key, each in the order written."""
        return tuple(self._parsed(key, text, ruleset) for text in self.texts(key))

    def hand(self, key: str, ruleset: RuleSet) -> tuple[Card, ...]:
        """Returns the hand under the key, sorted, with unnamed jokers."""
        return tuple(sorted(map(unnamed, self._parsed(key, self.text(key), ruleset))))

    def _parsed(self, key: str, text: str, ruleset: RuleSet) -> tuple[Card, ...]:
        try:
            cards = parse_cards(text, online=ruleset.online_notation)
        except CardError as error:
            raise QuestionError(f'"{self._where}{key}": {error}') from None
        if len(cards) > MOST_CARDS:
            raise QuestionError(f'"{self._where}{key}": more than {MOST_CARDS} cards')
        return cards
