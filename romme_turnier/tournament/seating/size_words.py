"""Sizes of tables as text."""

from django.utils.translation import gettext as _

from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.seating.draw import FOUR, nearest_seatable


def small_tables(wanted: int) -> dict[str, str]:
    """Returns the name of tables with fewer seats than wanted: "small" of several, "at_one" for a player's table."""
    return {
        "small": _("Dreiertische") if wanted == FOUR else _("kleinere Tische"),
        "at_one": _("an einem Dreiertisch") if wanted == FOUR else _("an einem kleineren Tisch"),
    }


def allowed_sizes(players: int, rules: RuleSet) -> dict[str, object]:
    """Returns the limits of table sizes, their clause, and numbers of players that would work."""
    return {
        "least": rules.seats_min,
        "most": rules.seats_max,
        "clause": " (§ 2.1.1)" if rules.size_fixed else "",
        "possible": _(" oder ").join(map(str, nearest_seatable(players, rules))),
    }


def so_many(size: int) -> str:
    """Returns the group at a table, as in "drei Tische zu viert"."""
    known = {
        2: _("zu zweit"),
        3: _("zu dritt"),
        4: _("zu viert"),
        5: _("zu fünft"),
        6: _("zu sechst"),
    }
    return known.get(size) or _("mit %(n)d Spielern") % {"n": size}
