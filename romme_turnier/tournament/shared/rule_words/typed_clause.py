"""Paragraphs as officials type them."""

from django.utils.translation import gettext as _

from romme_turnier.core.rules.system.clauses import unknown_paragraphs
from romme_turnier.core.rules.system.registry import DEFAULT
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament.shared.errors import TournamentError


def typed_clause(rules: RuleSet, typed: str) -> str:
    """Returns the paragraph in its stored form. Raises TournamentError if the Romméordnung does not have it."""
    unknown = unknown_paragraphs(typed) if rules.key == DEFAULT else ()
    if unknown:
        said = _("%(clause)s gibt es in der Romméordnung nicht. Ihre Paragraphen gehen von § 1.1 bis § 8.3.")
        raise TournamentError(said % {"clause": unknown[0]}, about="clause")
    return " ".join(typed.split())
