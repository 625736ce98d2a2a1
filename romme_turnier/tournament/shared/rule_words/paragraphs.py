"""Sections of the Romméordnung: cited in messages, typed by officials, searched for in texts."""

import re
from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from romme_turnier.core.people.duplicates import folded
from romme_turnier.core.rules.system.clauses import unknown_paragraphs
from romme_turnier.core.rules.system.registry import DEFAULT
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament.shared.errors import TournamentError

_BRACKETS = re.compile(r" \(§ \d[^()]*\)")


def cited(words: str | Promise, rules: RuleSet) -> str:
    """Returns a message, without bracketed section references if the rules do not have these sections."""
    return str(words) if rules.has_paragraphs else _BRACKETS.sub("", str(words))


def typed_clause(rules: RuleSet, typed: str) -> str:
    """Returns the section in its stored form. Raises TournamentError for a section unknown to the Romméordnung.

    Under other rule systems any text is accepted.
    """
    unknown = unknown_paragraphs(typed) if rules.key == DEFAULT else ()
    if unknown:
        said = _("%(clause)s gibt es in der Romméordnung nicht. Ihre Paragraphen gehen von § 1.1 bis § 8.3.")
        raise TournamentError(said % {"clause": unknown[0]}, about="clause")
    return " ".join(typed.split())


def holds_all(question: str, texts: Iterable[str]) -> bool:
    """Returns whether the texts contain each word of the question.

    Numbers match as a whole: § 6.1 does not match § 6.10, but § 6 matches every clause of § 6.
    """
    whole = folded(" ".join(texts))
    return all(
        re.search(rf"(?<![\d.]){re.escape(word)}(?!\d)", whole) if word[0].isdigit() else word in whole
        for word in folded(question).replace("§", " ").split()
    )
