"""Texts about keeping lists, and about tables in the browser."""

from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.terms import ListTerms


def lists_in_words(phone_lists: str) -> str:
    return str(models.Event.PhoneLists(phone_lists).label)


def confirmations_in_words(confirmations: int | None) -> str:
    """Returns the confirming players, to follow a comma."""
    if not confirmations:
        return _("alle am Tisch bestätigen sie")
    return ngettext("%d Spieler bestätigt sie", "%d Spieler bestätigen sie", confirmations) % confirmations


def terms_in_words(terms: ListTerms) -> str:
    """Returns all terms in one line, or two with a blind check."""
    words = lists_in_words(terms.phone_lists)
    if not terms.on_phones:
        return words
    words += ", " + confirmations_in_words(terms.confirmations)
    if terms.blind_check:
        words += "\n" + _("Vor dem Bestätigen gibt jeder aus dem Gedächtnis ein, was in der eigenen Spalte steht")
    return words


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
