"""Amounts in figures and in German words."""

from decimal import Decimal

import pytest

from romme_turnier.tournament.money.words import amount, in_words, plain


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("0.00", "null Euro"),
        ("1.00", "ein Euro"),
        ("0.05", "null Euro und fünf Cent"),
        ("12.50", "zwölf Euro und fünfzig Cent"),
        ("17.01", "siebzehn Euro und ein Cent"),
        ("21.00", "einundzwanzig Euro"),
        ("30.99", "dreißig Euro und neunundneunzig Cent"),
        ("101.00", "einhundertein Euro"),
        ("-110.00", "einhundertzehn Euro"),
        ("1234.56", "eintausendzweihundertvierunddreißig Euro und sechsundfünfzig Cent"),
        ("20000.00", "zwanzigtausend Euro"),
        ("1000000.00", "eine Million Euro"),
    ],
)
def test_amount_in_words(value: str, words: str) -> None:
    assert in_words(Decimal(value), "EUR") == words


def test_other_currencies_are_named() -> None:
    assert in_words(Decimal("2.50"), "CHF") == "zwei CHF und fünfzig Hundertstel"


def test_figures_are_german_with_a_real_minus() -> None:
    assert amount(Decimal("-1234.50"), "EUR") == "−1.234,50\N{NO-BREAK SPACE}€"
    assert amount(Decimal("2.6"), "CHF") == "2,60\N{NO-BREAK SPACE}CHF"
    assert plain(Decimal("-1234.50")) == "-1234,50"
