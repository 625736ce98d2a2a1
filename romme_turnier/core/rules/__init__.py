"""The rule systems as data, and what they say about a game that was played."""

from romme_turnier.core.rules.outcome import check_outcome
from romme_turnier.core.rules.ruleset import RuleSet
from romme_turnier.core.rules.systems import RULE_SYSTEMS, UnknownRuleSetError, get_ruleset

__all__ = ["RULE_SYSTEMS", "RuleSet", "UnknownRuleSetError", "check_outcome", "get_ruleset"]
