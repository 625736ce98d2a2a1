"""The terms of an announcement that a rule system leaves open."""

from romme_turnier.core.lists.length import units_of
from romme_turnier.core.rules.system.ruleset import LengthUnit, RuleSet


def asked_terms(rules: RuleSet) -> frozenset[str]:
    """Returns the names of the announcement's optional fields that apply under this rule system."""
    asked = {
        "table_size": not rules.size_fixed,
        "length_number": units_of(rules)[0] is not LengthUnit.GAMES,
        "stake": rules.settles,
        "stake_booked": rules.settles,
        "games_per_list": not rules.play.contracts,
        "bonus_mode": rules.has_bonus,
        "bonus_four": bool(rules.usual_bonus[0]),  # depends on the number of players at a table
        "bonus_three": rules.has_bonus,
        "bonus_handromme": rules.has_handromme_bonus,
    }
    return frozenset(name for name, is_asked in asked.items() if is_asked)
