"""What a game of a system with contracts demands, in words."""

from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.rules.system.ruleset import Contract, RuleSet


def contract_of(rules: RuleSet, game: int) -> str:
    """Returns the contract of a game and the cards that are dealt; "" where the rule system has none."""
    contracts = rules.play.contracts
    if not 1 <= game <= len(contracts):
        return ""
    one = contracts[game - 1]
    return _("%(contract)s, %(cards)d Handkarten") % {"contract": contract_in_words(one), "cards": one.dealt}


def contract_in_words(one: Contract) -> str:
    """ "1 Satz und 2 Sequenzen"."""
    parts = [
        ngettext("%(n)d Satz", "%(n)d Sätze", one.sets) % {"n": one.sets} if one.sets else "",
        ngettext("%(n)d Sequenz", "%(n)d Sequenzen", one.runs) % {"n": one.runs} if one.runs else "",
    ]
    return _(" und ").join(filter(None, parts))
