"""Applying what was agreed upon before the game to a rule system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from romme_turnier.core.rules.system.ruleset import Change, RuleSet


class OptionError(ValueError):
    """A rule system has no such option, or not that value; ``name`` says which."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(reason)
        self.name = name


def with_options(ruleset: RuleSet, options: Mapping[str, bool | int], players: int | None = None) -> RuleSet:
    """Returns the rule system as it is played with these options, by ``players``; raises OptionError.

    Where the packs depend on the number of players and that number is given, only that pack is left.
    """
    if not options and players is None:
        return ruleset
    changes = [change for name, value in sorted(options.items()) for change in _changes(ruleset, name, value)]
    return _changed(ruleset, tuple(changes), players)


@lru_cache(maxsize=256)
def _changed(ruleset: RuleSet, changes: tuple[tuple[Change, object], ...], players: int | None) -> RuleSet:
    for change, new in changes:
        ruleset = _apply(ruleset, change, new)
    if players is None:
        return ruleset
    return replace(ruleset, packs=(ruleset.pack(players),))


def _changes(ruleset: RuleSet, name: str, value: bool | int) -> list[tuple[Change, object]]:
    option = ruleset.options.get(name)
    if option is None:
        known = ", ".join(sorted(ruleset.options)) or "none"
        raise OptionError(name, f'{ruleset.key} has no option "{name}" (known: {known})')
    if isinstance(value, bool) and (not option.values or option.when_on is not None):
        if not value:
            return []
        chosen: object = option.when_on
    elif not isinstance(value, bool) and value in option.values:
        chosen = value
    else:
        allowed = ", ".join(map(str, option.values)) or "true, false"
        raise OptionError(name, f'option "{name}" is one of: {allowed}')
    return [(change, chosen if change.value is None else change.value) for change in option.changes]


def _apply(ruleset: RuleSet, change: Change, new: object) -> RuleSet:
    part: Any = getattr(ruleset, change.part) if change.part else ruleset
    changed: Any = replace(part, **{change.name: new})
    result: RuleSet = replace(ruleset, **{change.part: changed}) if change.part else changed
    return result
