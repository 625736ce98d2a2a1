"""Texts about tables in the browser."""

from django.utils.translation import gettext as _

from romme_turnier.core.rules.system.ruleset import RuleSet


def too_few_play(rules: RuleSet) -> str:
    """Returns the options of officials if too many seats were left to continue."""
    words = _(
        "Gespielt wird mindestens zu %(least)d. Springt jemand ein, holen Sie den Tisch in den Saal."
        " Sonst entscheiden Sie bei der Liste, was mit den offenen Spielen wird."
    )
    return words % {"least": rules.seats_min}


def move_not_known() -> str:
    """Returns why a table with moves that this version no longer allows cannot continue."""
    return _("Das Programm ist seit dem letzten Spiel geändert worden und kennt einen der Züge nicht mehr.")
