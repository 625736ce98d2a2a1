"""Reads the keys, types and cards of another program's question."""

from collections.abc import Iterable
from typing import Any

from romme_turnier.core.rules.system.cards import Card, CardError, parse_cards, parse_hand
from romme_turnier.core.rules.system.options import OptionError, with_options
from romme_turnier.core.rules.system.registry import DEFAULT, RULE_SYSTEMS, UnknownRuleSetError, get_ruleset
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation

EVERY_QUESTION = frozenset({"ask", "ruleset", "options", "players"})
MOST_CARDS = 500  # more than any rule system's packs together


def listed(violations: Iterable[Violation]) -> list[dict[str, Any]]:
    """Returns violations or warnings as JSON objects."""
    return [{"code": v.code, "clause": v.clause, "params": dict(v.params)} for v in violations]


class QuestionError(ValueError):
    """Raised if a question is invalid; the message names the key or token and the reason."""


class Question:
    """The typed fields of a question or of an object in it; errors prefix keys with ``where``."""

    def __init__(self, fields: object, known: frozenset[str], where: str = "") -> None:
        if not isinstance(fields, dict):
            raise QuestionError(f"{where.rstrip('.') or 'a question'} is a JSON object")
        self._fields: dict[str, Any] = fields
        self._where = where
        unknown = sorted(fields.keys() - known)
        if unknown:
            named = ", ".join(f'"{where}{key}"' for key in unknown)
            raise QuestionError(f"unknown key: {named} (known: {', '.join(sorted(known))})")

    def error(self, key: str, expected: str) -> QuestionError:
        what = "is missing; it" if key not in self._fields else "is wrong; it"
        return QuestionError(f'"{self._where}{key}" {what} is {expected}')

    def has(self, key: str) -> bool:
        return key in self._fields

    def text(self, key: str) -> str:
        value = self._fields.get(key)
        if not isinstance(value, str):
            raise self.error(key, "a text")
        return value

    def flag(self, key: str) -> bool:
        value = self._fields.get(key)
        if not isinstance(value, bool):
            raise self.error(key, "true or false")
        return value

    def number(self, key: str, *, least: int | None = None, most: int | None = None) -> int:
        value: object = self._fields.get(key)
        expected = "a whole number"
        if least is not None:
            expected += f" from {least}" if most is None else f" from {least} to {most}"
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(key, expected)
        if (least is not None and value < least) or (most is not None and value > most):
            raise self.error(key, expected)
        return value

    def number_or_none(self, key: str, **bounds: int) -> int | None:
        """Returns the number, or None for null; the key is required."""
        if key in self._fields and self._fields[key] is None:
            return None
        return self.number(key, **bounds)

    def numbers(self, key: str, *, or_none: bool = False) -> tuple[int | None, ...]:
        value = self._fields.get(key)
        if not isinstance(value, list) or not all(
            (isinstance(v, int) and not isinstance(v, bool)) or (or_none and v is None) for v in value
        ):
            raise self.error(key, "a list of whole numbers" + (" or null" if or_none else ""))
        return tuple(value)

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._fields.get(key)
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise self.error(key, "a list of texts")
        return tuple(value)

    def text_or_texts(self, key: str) -> tuple[str, ...]:
        """Returns a tuple of texts; a single text need not be in a list."""
        value = self._fields.get(key)
        if isinstance(value, str):
            return (value,)
        return self.texts(key)

    def objects(self, key: str, known: frozenset[str]) -> list["Question"]:
        value = self._fields.get(key, [])
        if not isinstance(value, list):
            raise self.error(key, "a list of objects")
        return [Question(item, known, f"{self._where}{key}[{place}].") for place, item in enumerate(value)]

    def part(self, key: str, known: frozenset[str]) -> "Question":
        return Question(self._fields.get(key), known, f"{self._where}{key}.")

    def ruleset(self) -> RuleSet:
        """Returns the rule system asked about, with its agreed options and the pack for the number of players."""
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
        self._parsed(key, self.text(key), ruleset)
        return parse_hand(self.text(key), online=ruleset.online_notation)

    def _parsed(self, key: str, text: str, ruleset: RuleSet) -> tuple[Card, ...]:
        try:
            cards = parse_cards(text, online=ruleset.online_notation)
        except CardError as error:
            raise QuestionError(f'"{self._where}{key}": {error}') from None
        if len(cards) > MOST_CARDS:
            raise QuestionError(f'"{self._where}{key}": more than {MOST_CARDS} cards')
        return cards
