"""Amounts, prizes and payments as text: in figures for pages, in German words for receipts."""

from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from romme_turnier.tournament.models import CashCount, Event, Prize
from romme_turnier.tournament.money.settlements import Settlement
from romme_turnier.tournament.shared.numbers import MINUS, money_format

_WORDS = """
    null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn
    achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig
""".split()  # noqa: SIM905 - to be read as words
_BELOW_20, _TENS = _WORDS[:20], _WORDS[18:]  # _TENS[2] is "zwanzig"


def amount(value: Decimal, currency: str) -> str:
    """Returns an amount as text, such as "2,60 €" or "−1.200,00 €"."""
    figures = number_format(abs(value), 2, use_l10n=True, force_grouping=True)
    sign = MINUS if value < 0 else ""
    return f"{sign}{figures}\N{NO-BREAK SPACE}{'€' if currency == 'EUR' else currency}"


def small_amount(value: Decimal, currency: str) -> str:
    """Returns an amount with all its decimals, at least two: "0,001 €"."""
    return f"{money_format(value)}\N{NO-BREAK SPACE}{'€' if currency == 'EUR' else currency}"


def plain(value: Decimal) -> str:
    """Returns an amount for input fields and files, as German programs read it: "-1200,50"."""
    return f"{value:.2f}".replace(".", ",")


def in_words(value: Decimal, currency: str) -> str:
    """Returns the amount as German text for a receipt, without its sign: "zwölf Euro und fünfzig Cent"."""
    whole, cents = divmod(int(abs(value) * 100), 100)
    unit, part = ("Euro", "Cent") if currency == "EUR" else (currency, "Hundertstel")
    words = f"{_number(whole)} {unit}"
    return f"{words} und {_number(cents)} {part}" if cents else words


def _number(number: int) -> str:
    """Returns a number up to 999,999,999 as German text; "ein" for one, as before a noun."""
    millions, rest = divmod(number, 1_000_000)
    thousands, below = divmod(rest, 1000)
    words = ""
    if millions:
        words += f"{'eine' if millions == 1 else _hundreds(millions)} Million{'' if millions == 1 else 'en'} "
    if thousands:
        words += f"{_hundreds(thousands)}tausend"
    if below or not number:
        words += _hundreds(below)
    return words.strip()


def _hundreds(number: int) -> str:
    hundreds, below = divmod(number, 100)
    words = f"{_BELOW_20[hundreds]}hundert" if hundreds else ""
    if below >= 20:
        tens, ones = divmod(below, 10)
        words += f"{_BELOW_20[ones]}und{_TENS[tens]}" if ones else _TENS[tens]
    elif below or not hundreds:
        words += _BELOW_20[below]
    return words


def ranking_label(prize: Prize) -> str:
    """Returns "Gesamtwertung", "Serie 2", "Mannschaftswertung", or the name of a category."""
    if prize.ranking == Prize.Ranking.SERIES:
        return _("Serie %(number)d") % {"number": prize.series_number or 0}
    if prize.ranking == Prize.Ranking.CATEGORY and prize.category is not None:
        return prize.category.name
    return str(prize.get_ranking_display())


def prize_label(value: Decimal | None, thing: str, currency: str) -> str:
    """Returns a prize as text: the money, the thing, or both, such as "12,50 € + Pokal"."""
    return " + ".join(filter(None, [amount(value, currency) if value is not None else "", thing]))


def count_sentence(count: CashCount) -> str:
    """Returns the outcome of a count of the cash box: "Es fehlen 5,00 €: gezählt 179,60 €, erwartet 184,60 €."."""
    difference, currency = count.counted - count.expected, count.event.currency
    if not difference:
        return _("Gezählt: %(counted)s. Die Kasse stimmt.") % {"counted": amount(count.counted, currency)}
    words = (
        _("Es fehlen %(difference)s: gezählt %(counted)s, erwartet %(expected)s.")
        if difference < 0
        else _("Es sind %(difference)s zu viel: gezählt %(counted)s, erwartet %(expected)s.")
    )
    return words % {
        "counted": amount(count.counted, currency),
        "expected": amount(count.expected, currency),
        "difference": amount(abs(difference), currency),
    }


def who_pays(settlement: Settlement, event: Event) -> list[str]:
    """Returns the payments as sentences: among the players, or at the cash desk if the stake goes through it."""
    if event.stake_booked:
        pays, gets = _("%(name)s zahlt %(amount)s an der Kasse"), _("%(name)s bekommt %(amount)s an der Kasse")
        return [
            (pays if balance.amount < 0 else gets)
            % {"name": balance.registration.name, "amount": amount(abs(balance.amount), event.currency)}
            for balance in settlement.balances
            if balance.amount
        ]
    return [
        _("%(payer)s zahlt %(amount)s an %(payee)s")
        % {"payer": due.payer.name, "payee": due.payee.name, "amount": amount(due.amount, event.currency)}
        for due in settlement.dues
    ]
