"""Checks agreed options, applies them to a rule system, and reads and writes them as text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from romme_turnier.core.rules.system.ruleset import Option, RuleSet


class OptionError(ValueError):
    """Raised for options that cannot be agreed upon, and for unreadable text; ``name`` is the option."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(reason)
        self.name = name


@dataclass(frozen=True, slots=True)
class OptionFault:
    """A fault in one of several options."""

    name: str
    code: str  # "unknown" to the rule system, a wrong "value", or "excluded" by another option
    allowed: tuple[int, ...] = ()  # numbers; empty for an option that is on or off
    other: str = ""  # the option that excludes this one


def announced_options(ruleset: RuleSet) -> Mapping[str, Option]:
    """Returns the rule system's options, except those for the length of a list."""
    return {name: option for name, option in ruleset.options.items() if option.length is None}


def option_faults(ruleset: RuleSet, options: Mapping[str, object]) -> tuple[OptionFault, ...]:
    """Returns every fault in the options of an announcement; empty if all can be agreed upon."""
    return tuple(_faults(announced_options(ruleset), options))


def _faults(known: Mapping[str, Option], options: Mapping[str, object]) -> Iterator[OptionFault]:
    for name, value in options.items():
        option = known.get(name)
        if option is None:
            yield OptionFault(name, "unknown")
        elif not option.allows(value):
            yield OptionFault(name, "value", allowed=option.values)
        elif value is not False:
            yield from (OptionFault(name, "excluded", other=other) for other in _excluded(option, options))


def _excluded(option: Option, options: Mapping[str, object]) -> list[str]:
    """Returns the names, sorted, of agreed ``options`` that cannot be combined with ``option``."""
    return sorted(other for other in option.excludes if options.get(other, False) is not False)


def with_options(ruleset: RuleSet, options: Mapping[str, bool | int], players: int | None = None) -> RuleSet:
    """Returns the rule system with these options in addition to those agreed before; a False option changes nothing.

    If ``players`` is given, the only pack of the result is the one for this number of players. Raises OptionError for
    an unknown option, a wrong value, or options that exclude each other.
    """
    chosen = ((name, _chosen(ruleset, name, value)) for name, value in sorted(options.items()))
    agreed = tuple((name, value) for name, value in chosen if value is not False)
    if not agreed and players is None:
        return ruleset
    return _changed(ruleset, agreed, players)


def parse_options(text: str) -> dict[str, bool | int]:
    """Returns the options in text such as ``minimum=40 knocking``; raises OptionError for bad or repeated options."""
    options: dict[str, bool | int] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if name in options or (equals and not (value.isascii() and value.isdigit() and len(value) < 10)):
            raise OptionError(name, f'"{word}" is no option: a name, once, or a name=number')
        options[name] = int(value) if equals else True
    return options


def format_options(ruleset: RuleSet) -> str:
    """Returns the agreed options as text, sorted by name, such as ``knocking minimum=40``."""
    return " ".join(name if value is True else f"{name}={value}" for name, value in ruleset.agreed)


@lru_cache(maxsize=256)
def _changed(ruleset: RuleSet, chosen: tuple[tuple[str, bool | int], ...], players: int | None) -> RuleSet:
    agreed = dict(ruleset.agreed) | dict(chosen)
    for name in agreed:
        for other in _excluded(ruleset.options[name], agreed):
            raise OptionError(name, f'option "{name}" cannot be combined with "{other}"')
    for name, value in chosen:
        for change in ruleset.options[name].changes:
            part: Any = getattr(ruleset, change.part) if change.part else ruleset
            changed: Any = replace(part, **{change.name: value if change.value is None else change.value})
            ruleset = replace(ruleset, **{change.part: changed}) if change.part else changed
    packs = ruleset.packs if players is None else (ruleset.pack(players),)
    return _first_of(replace(ruleset, agreed=tuple(sorted(agreed.items())), packs=packs))


@lru_cache(maxsize=256)
def _first_of(ruleset: RuleSet) -> RuleSet:
    """Returns the first of several equal rule systems, so that lookups by rule system need not compare fields."""
    return ruleset


def _chosen(ruleset: RuleSet, name: str, value: bool | int) -> bool | int:
    """Returns the effective value of an option: true, false or a number. Raises OptionError."""
    option = ruleset.options.get(name)
    if option is None:
        known = ", ".join(sorted(ruleset.options)) or "none"
        raise OptionError(name, f'{ruleset.key} has no option "{name}" (known: {known})')
    if not option.allows(value):
        allowed = option.allowed or "true, false"
        raise OptionError(name, f'option "{name}" is one of: {allowed}')
    return option.when_on if value is True and option.when_on is not None else value
