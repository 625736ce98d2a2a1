"""Paragraphs of the Romméordnung cited by messages about the running of an event."""

import re

from django.utils.functional import Promise

from romme_turnier.core.rules.system.ruleset import RuleSet

_BRACKETS = re.compile(r" \(§ \d[^()]*\)")


def cited(words: str | Promise, rules: RuleSet) -> str:
    """Returns a sentence of the program without the paragraphs in brackets that its event's rules do not have."""
    return str(words) if rules.has_paragraphs else _BRACKETS.sub("", str(words))
