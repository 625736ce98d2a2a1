"""The demands of a game with contracts, as text."""

from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.rules.system.ruleset import Contract


def demand_in_words(contract: Contract | None) -> str:
    """Returns the contract of a game and the cards that are dealt; "" if it has none."""
    if contract is None:
        return ""
    words = {"contract": contract_in_words(contract), "cards": contract.dealt}
    return _("%(contract)s, %(cards)d Handkarten") % words


def contract_in_words(contract: Contract) -> str:
    """ "1 Satz und 2 Sequenzen"."""
    parts = [
        ngettext("%(n)d Satz", "%(n)d Sätze", contract.sets) % {"n": contract.sets} if contract.sets else "",
        ngettext("%(n)d Sequenz", "%(n)d Sequenzen", contract.runs) % {"n": contract.runs} if contract.runs else "",
    ]
    return _(" und ").join(filter(None, parts))
