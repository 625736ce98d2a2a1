"""Paragraphs of the Romméordnung in what the program says about the running of an event."""

import re

from django.utils.functional import Promise

from romme_turnier.core.rules.system.ruleset import RuleSet

# Checking lists and readings in doubt go by these under every rule system, see docs/decisions.md.
_EVERYWHERE = frozenset({"2.2.5", "2.2.6"})
_BRACKETS = re.compile(r" \(§ \d[^()]*\)")
_NUMBER = re.compile(r"§ (\d+(?:\.\d+)*)")


def cited(words: str | Promise, rules: RuleSet) -> str:
    """Returns a sentence of the program without the paragraphs in brackets that its event's rules do not have."""
    return str(words) if rules.has_paragraphs else _BRACKETS.sub(_kept, str(words))


def _kept(brackets: re.Match[str]) -> str:
    kept = [f"§ {number}" for number in _NUMBER.findall(brackets[0]) if number in _EVERYWHERE]
    return f" ({', '.join(kept)})" if kept else ""
