"""Texts about a table's hand-in, for pages and paper."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament.lists.checking.hand_in_reading import Lack, TableHandIn
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.shared.rule_words.paragraphs import cited


def seats_in_words(seats: Sequence[int]) -> str:
    words = ngettext("Platz %(seats)s", "Plätze %(seats)s", len(seats))
    return words % {"seats": ", ".join(map(str, seats))}


def say_lack(lack: Lack, table: TableHandIn, currency: str) -> str:
    """Returns one missing part as text, for example "Unterschrift fehlt: Platz 2"."""
    match lack:
        case Lack.LIST_OUT:
            return _("Liste noch am Tisch")
        case Lack.NOT_RECORDED:
            return _("Abgabe nicht eingetragen")
        case Lack.LIST_LOST:
            return _("Liste verloren")
        case Lack.UNSIGNED:
            return _("Unterschrift fehlt: %(seats)s") % {"seats": seats_in_words(table.unsigned)}
        case Lack.CARDS:
            return _("Startkarte fehlt: %(seats)s") % {"seats": seats_in_words(table.cards_missing)}
        case Lack.FINE:
            return _("Bußgeld fehlt: %(amount)s") % {"amount": amount(table.short or Decimal(0), currency)}


def say_lacks(table: TableHandIn, currency: str) -> list[str]:
    return [say_lack(lack, table, currency) for lack in table.lacks]


def warnings(tables: Iterable[TableHandIn], currency: str, rules: RuleSet) -> list[str]:
    """Returns the warnings shown before a series is closed: one line for each kind of missing part, with its tables."""
    by_kind: dict[Lack, list[str]] = {}
    total_short = Decimal(0)
    for table in tables:
        for lack in table.lacks:
            by_kind.setdefault(lack, []).append(str(table.table))
            if lack == Lack.FINE:
                total_short += table.short or 0
    words = {
        Lack.LIST_OUT: _("Liste noch nicht abgegeben: Tisch %(tables)s."),
        Lack.NOT_RECORDED: _("Abgabe nicht eingetragen: Tisch %(tables)s."),
        Lack.LIST_LOST: _("Liste verloren: Tisch %(tables)s."),
        Lack.UNSIGNED: cited(_("Unterschriften fehlen (§ 2.2.4): Tisch %(tables)s."), rules),
        Lack.CARDS: _("Startkarten fehlen: Tisch %(tables)s."),
        Lack.FINE: _("Bußgeld fehlt, zusammen %(amount)s: Tisch %(tables)s."),
    }
    return [
        words[lack] % {"tables": ", ".join(by_kind[lack]), "amount": amount(total_short, currency)}
        for lack in Lack
        if lack in by_kind
    ]
